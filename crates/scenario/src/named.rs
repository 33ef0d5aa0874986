//! The subject of a place in a scenario, by its usual name: `workload/shop/web`.

use crate::document::budget::namespace;
use crate::json::Json;

/// The subject of a JSON pointer: `/budgets/0/maxUnavailable` is about `budget/shop/web`.
pub fn subject(scenario: &Json, pointer: &str) -> Option<String> {
    let mut steps = pointer.split('/').skip(1);
    let (list, place) = (steps.next()?, steps.next()?.parse::<usize>().ok()?);
    let item = items(scenario, list).get(place)?;
    let name = item.get("name")?.text()?;
    let namespace = namespace(item.get("namespace").and_then(Json::text).unwrap_or(""));
    match list {
        "pools" => Some(format!("pool/{name}")),
        "workloads" => Some(format!("workload/{namespace}/{name}")),
        "budgets" => Some(format!("budget/{namespace}/{name}")),
        "services" => Some(format!("service/{namespace}/{name}")),
        _ => None,
    }
}

fn items<'a>(item: &'a Json, list: &str) -> &'a [Json] {
    item.get(list).map(Json::items).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"{
        "pools": [{"name":"a","nodes":[{"name":"a-1"}]}],
        "workloads": [{"name":"web","namespace":"shop","pods":[{"name":"web-x"}]}, {"name":"api"}, {"name":"db","namespace":""}],
        "budgets": [{"name":"web","namespace":"shop"}],
        "script": [{"at":"0s"}]
    }"#;

    #[test]
    fn a_pointer_is_about_a_thing() {
        let json = Json::parse(SCENARIO).unwrap_or_default();
        let about = |pointer| subject(&json, pointer);
        assert_eq!(about("/pools/0/version").as_deref(), Some("pool/a"));
        assert_eq!(about("/workloads/1").as_deref(), Some("workload/default/api"));
        assert_eq!(about("/workloads/2").as_deref(), Some("workload/default/db"));
        assert_eq!(about("/budgets/0/x/y").as_deref(), Some("budget/shop/web"));
        for pointer in ["", "/", "/pools", "/pools/1", "/script/0", "/start", "pools/0"] {
            assert_eq!(about(pointer), None, "{pointer}");
        }
    }
}
