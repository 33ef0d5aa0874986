//! What a scenario holds, by the names that people use: `workload/shop/web`.

use crate::scenario::json::Json;

/// Is there a thing of that name: `pool/P`, `node/N`, `pod/NS/P`, `workload/NS/W`, `budget/NS/B`, `service/NS/S`?
pub fn has(scenario: &Json, subject: &str) -> bool {
    let Some((kind, name)) = subject.split_once('/') else {
        return false;
    };
    let (namespace, own) = name.split_once('/').unwrap_or(("default", name));
    let all = |list| scenario.get(list).map(Json::items).unwrap_or_default();
    let within = |item: &Json, list, name| items(item, list).iter().any(|one| called(one, name));
    let scoped = |list| {
        let mut items = all(list).iter();
        items.any(|item| called(item, own) && in_namespace(item) == namespace)
    };
    match kind {
        "pool" => all("pools").iter().any(|pool| called(pool, name)),
        "node" => all("pools").iter().any(|pool| within(pool, "nodes", name)),
        "pod" => {
            let mut owners = all("workloads").iter();
            owners.any(|owner| in_namespace(owner) == namespace && within(owner, "pods", own))
        }
        "workload" => scoped("workloads"),
        "budget" => scoped("budgets"),
        "service" => scoped("services"),
        _ => false,
    }
}

/// What a JSON pointer into the scenario is about: `/budgets/0/maxUnavailable` is about `budget/shop/web`.
pub fn subject(scenario: &Json, pointer: &str) -> Option<String> {
    let mut steps = pointer.split('/').skip(1);
    let (list, place) = (steps.next()?, steps.next()?.parse::<usize>().ok()?);
    let item = items(scenario, list).get(place)?;
    let name = item.get("name")?.text()?;
    let namespace = in_namespace(item);
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

fn called(item: &Json, name: &str) -> bool {
    item.get("name").and_then(Json::text) == Some(name)
}

fn in_namespace(item: &Json) -> &str {
    let namespace = item.get("namespace").and_then(Json::text);
    namespace.unwrap_or("default")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"{
        "pools": [{"name":"a","nodes":[{"name":"a-1"}]}],
        "workloads": [{"name":"web","namespace":"shop","pods":[{"name":"web-x"}]}, {"name":"api"}],
        "budgets": [{"name":"web","namespace":"shop"}],
        "script": [{"at":"0s"}]
    }"#;

    #[test]
    fn things_are_found_by_their_names() {
        let json = Json::parse(SCENARIO).unwrap_or_default();
        for name in [
            "pool/a",
            "node/a-1",
            "pod/shop/web-x",
            "workload/shop/web",
            "workload/default/api",
            "workload/api",
            "budget/shop/web",
        ] {
            assert!(has(&json, name), "{name}");
        }
        for name in [
            "pool/b",
            "pod/web-x",
            "workload/web",
            "service/shop/web",
            "a",
            "",
            "x/a",
            "node/",
        ] {
            assert!(!has(&json, name), "{name}");
        }
    }

    #[test]
    fn a_pointer_is_about_a_thing() {
        let json = Json::parse(SCENARIO).unwrap_or_default();
        let about = |pointer| subject(&json, pointer);
        assert_eq!(about("/pools/0/version").as_deref(), Some("pool/a"));
        assert_eq!(
            about("/workloads/1").as_deref(),
            Some("workload/default/api")
        );
        assert_eq!(about("/budgets/0/x/y").as_deref(), Some("budget/shop/web"));
        for pointer in [
            "",
            "/",
            "/pools",
            "/pools/1",
            "/script/0",
            "/start",
            "pools/0",
        ] {
            assert_eq!(about(pointer), None, "{pointer}");
        }
    }
}
