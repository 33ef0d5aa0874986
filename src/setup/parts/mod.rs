//! Parts of a scenario that people add, copy, rename and remove: pools, workloads, budgets and Services. Each is one step of the history.

mod fresh;
mod lists;
mod plan;
mod references;

pub use self::plan::Plan;
pub use self::references::{POOL_LABEL, labels_json, namespace_of, select, selector_of, selects};

use self::lists::{free_name, items, text};
use self::references::{forget, rename};
pub use super::part::Part;
use crate::shell::scenario::history::StepKind;
use scenario::edit::{self, Edit};
use scenario::instant;
use scenario::json::Json;

/// What is asked of the parts.
#[derive(Clone, PartialEq, Debug)]
pub enum PartStep {
    Add(Part),
    /// Adds a budget for a workload.
    AddBudget(usize),
    Copy(Part, usize),
    Remove(Part, usize),
    Rename(Part, usize, String),
    /// Removes an entry of the script.
    RemoveEntry(usize),
    /// Makes a workload one of another kind.
    Kind(usize, String),
    /// Upgrades other pools, or otherwise.
    Plan(Plan),
    /// Upgrades a pool, too.
    Upgrade(String),
}

/// Edits that belong together, and their label in the history.
#[derive(Clone, PartialEq, Debug)]
pub struct PartEdits {
    pub edits: Vec<Edit>,
    pub what: StepKind,
}

/// The edits of a step; `None` if it changes nothing.
pub fn step(json: &Json, asked: &PartStep) -> Option<PartEdits> {
    match asked {
        PartStep::Add(part) => Some(added(json, *part)),
        PartStep::AddBudget(workload) => {
            Some(append(Part::Budget, fresh::budget(json, Some(*workload))))
        }
        PartStep::Copy(part, at) => copied(json, *part, *at),
        PartStep::Remove(part, at) => removed(json, *part, *at),
        PartStep::Rename(part, at, name) => renamed(json, *part, *at, name),
        PartStep::RemoveEntry(at) => {
            let entry = items(json, "/script").get(*at)?;
            let what = StepKind::Gone(text(entry, "do").to_owned());
            Some(PartEdits { edits: references::drop_entries(json, &[*at]), what })
        }
        PartStep::Kind(at, kind) => Some(of_kind(json, *at, kind)),
        PartStep::Plan(plan) => Some(planned(json, plan)),
        PartStep::Upgrade(pool) => Some(planned(json, &Plan::of(json).with(json, pool))),
    }
}

fn planned(json: &Json, plan: &Plan) -> PartEdits {
    let what = StepKind::Field { name: "script".to_owned(), before: None, after: None };
    PartEdits { edits: vec![plan.edit(json)], what }
}

/// The field for the number of Pods, if the kind has `replicas`.
pub fn counted(kind: &str) -> Option<&'static str> {
    match kind {
        "Deployment" | "StatefulSet" | "ReplicaSet" | "ReplicationController" => Some("replicas"),
        "Job" => Some("parallelism"),
        _ => None,
    }
}

/// Makes a workload one of another kind: the number of Pods stays, in the field of the new kind.
fn of_kind(json: &Json, at: usize, kind: &str) -> PartEdits {
    let place = Part::Workload.place(at);
    let text = |key: &str| edit::at(json, &format!("{place}/{key}")).and_then(Json::text);
    let mut edits = vec![Edit::Set(format!("{place}/kind"), kind.into())];
    let (old, new) = (text("kind").and_then(counted), counted(kind));
    let pods = old.and_then(|api| edit::at(json, &format!("{place}/{api}"))).cloned();
    if let Some(pods) = pods.filter(|_| new != old) {
        edits.extend(old.map(|api| Edit::Remove(format!("{place}/{api}"))));
        edits.extend(new.map(|api| Edit::Set(format!("{place}/{api}"), pods)));
    }
    let (before, after) = (text("name").map(str::to_owned), Some(kind.to_owned()));
    PartEdits { edits, what: StepKind::Field { name: "kind".to_owned(), before, after } }
}

/// A cluster to begin with: a pool in three zones, a Deployment with its budget, and an upgrade on that day.
pub fn cluster(name: &str, start_ms: i64) -> Json {
    let start = instant::format(start_ms);
    let zones = ["a", "b", "c"].map(|zone| Json::from(format!("us-central1-{zone}").as_str()));
    let cluster = Json::object([
        ("location", "us-central1".into()),
        ("locations", Json::List(zones.to_vec())),
        ("currentMasterVersion", fresh::MASTER.into()),
        ("releaseChannel", Json::object([("channel", "REGULAR".into())])),
    ]);
    let empty = Json::object([
        ("version", Json::Int(1)),
        ("name", name.into()),
        ("start", start.as_str().into()),
        ("cluster", cluster),
    ]);
    let with = |json: Json, part: Part| edit::apply_all(&json, &added(&json, part).edits);
    let built = [Part::Pool, Part::Workload, Part::Budget].into_iter().fold(empty, with);
    let entry = entry(text(&items(&built, "/pools")[0], "name"));
    edit::apply(&built, &Edit::Append("/script".to_owned(), entry))
}

/// An upgrade of the pool at the start.
fn entry(pool: &str) -> Json {
    Json::object([("at", "0s".into()), ("do", "upgrade".into()), ("pool", pool.into())])
}

/// Adds a new one with what such a thing usually has.
fn added(json: &Json, part: Part) -> PartEdits {
    let one = match part {
        Part::Pool => fresh::pool(json),
        Part::Workload => fresh::workload(json),
        Part::Budget => fresh::budget(json, None),
        Part::Service => fresh::service(json),
    };
    let mut step = append(part, one);
    // Where every pool is upgraded, a new one is, too.
    if let (Part::Pool, [Edit::Append(_, one)]) = (part, &step.edits[..]) {
        let entry = Plan::of(json).next_entry(json, text(one, "name"));
        step.edits.extend(entry.map(|entry| Edit::Append("/script".to_owned(), entry)));
    }
    step
}

fn append(part: Part, one: Json) -> PartEdits {
    let what = StepKind::New(text(&one, "name").to_owned());
    PartEdits { edits: vec![Edit::Append(part.list().to_owned(), one)], what }
}

/// Adds a copy with a name of its own: without the nodes or Pods that are listed by name.
fn copied(json: &Json, part: Part, at: usize) -> Option<PartEdits> {
    let one = items(json, part.list()).get(at)?;
    let old = text(one, "name");
    let new = free_name(json, part, old);
    let set = |key: &str, value: Json| Edit::Set(format!("/{key}"), value);
    let mut edits = vec![set("name", new.as_str().into())];
    let listed = ["nodes", "pods", "upgradingFrom", "upgradingSince", "updateInfo", "missing"];
    edits.extend(listed.map(|key| Edit::Remove(format!("/{key}"))));
    // As many as there are now, if they are listed.
    let nodes = items(one, "/nodes").len();
    if part == Part::Pool && nodes > 0 {
        let own = Some(items(one, "/locations").len()).filter(|zones| *zones > 0);
        let zones = own.unwrap_or(items(json, "/cluster/locations").len()).max(1);
        edits.push(set("initialNodeCount", Json::Int(nodes.div_ceil(zones) as i64)));
    }
    let mut copy = edit::apply_all(one, &edits);
    if part == Part::Workload {
        copy = references::own_label(&copy, old, &new);
    }
    Some(append(part, copy))
}

/// Removes one, with the entries of the script and the budgets that are about nothing else.
fn removed(json: &Json, part: Part, at: usize) -> Option<PartEdits> {
    let one = items(json, part.list()).get(at)?;
    let what = StepKind::Gone(text(one, "name").to_owned());
    let mut edits = forget(json, part, one);
    edits.push(Edit::Remove(part.place(at)));
    Some(PartEdits { edits, what })
}

/// Gives it another name, also where others refer to it. `None`: it has that name.
fn renamed(json: &Json, part: Part, at: usize, name: &str) -> Option<PartEdits> {
    let one = items(json, part.list()).get(at)?;
    let old = text(one, "name");
    if old == name {
        return None;
    }
    let mut edits = rename(json, part, at, name);
    edits.push(Edit::Set(format!("{}/name", part.place(at)), name.into()));
    let [before, after] = [old, name].map(|name| Some(name.to_owned()));
    Some(PartEdits { edits, what: StepKind::Field { name: "name".to_owned(), before, after } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const CLUSTER: &str = r#"{"version":1,"cluster":{"locations":["r-a","r-b"]},
        "pools":[{"name":"web","initialNodeCount":1,"locations":["r-a"]},{"name":"db","nodes":[{"name":"db-a-1"},{"name":"db-a-2"}]}],
        "workloads":[{"kind":"Deployment","name":"shop","nodeSelector":{"cloud.google.com/gke-nodepool":"web"}},
            {"kind":"Job","name":"etl","labels":{"app":"etl","team":"a"},"pods":[{"name":"etl-x"}]}],
        "budgets":[{"name":"shop-pdb","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1}],
        "script":[{"at":"0s","do":"upgrade","pool":"db"},{"at":"0s","after":0,"do":"upgrade","pool":"web"},{"after":"pool/web","do":"drain","node":"web-a-1"},
            {"after":1,"do":"set","workload":"shop","replicas":2}]}"#;

    fn json() -> Json {
        Json::parse(CLUSTER).expect("JSON")
    }

    /// The lines of the document that the step adds and removes.
    fn check(step: Option<PartEdits>, expected: &Expect) {
        let (before, step) = (json(), step.expect("it does something"));
        let after = edit::apply_all(&before, &step.edits);
        let lists = ["/pools", "/workloads", "/budgets", "/services", "/script"];
        let lines = |json: &Json| -> Vec<String> {
            let all = lists.iter().flat_map(|list| items(json, list));
            all.map(Json::compact).collect()
        };
        let (old, new) = (lines(&before), lines(&after));
        let mut out = format!("{:?}\n", step.what);
        for line in old.iter().filter(|line| !new.contains(line)) {
            out += &format!("- {line}\n");
        }
        for line in new.iter().filter(|line| !old.contains(line)) {
            out += &format!("+ {line}\n");
        }
        expected.assert_eq(&out);
        let errors = scenario::look(&after).1;
        assert!(errors.iter().all(|one| !one.is_error()), "{errors:?}");
    }

    #[test]
    fn what_is_added_is_complete() {
        for (part, expected) in [
            (
                Part::Pool,
                expect![[r#"
                    New("pool")
                    + {"name":"pool","version":"1.33.5-gke.1162000","initialNodeCount":2,"config":{"machineType":"e2-standard-4"},"management":{"autoUpgrade":true,"autoRepair":true},"upgradeSettings":{"maxSurge":1,"maxUnavailable":0}}
                    + {"at":"0s","after":"pool/web","do":"upgrade","pool":"pool"}
                "#]],
            ),
            (
                Part::Workload,
                expect![[r#"
                New("web")
                + {"kind":"Deployment","name":"web","replicas":6,"requests":{"cpu":"500m","memory":"512Mi"},"assumptions":{"ready":"30s"}}
            "#]],
            ),
            (
                Part::Budget,
                expect![[r#"
                    New("shop-pdb-2")
                    + {"name":"shop-pdb-2","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1}
                "#]],
            ),
            (
                Part::Service,
                expect![[r#"
                New("shop")
                + {"name":"shop","selector":{"app":"shop"},"type":"LoadBalancer","externalTrafficPolicy":"Cluster","annotations":{"cloud.google.com/l4-rbs":"enabled"},"ports":[{"port":80}]}
            "#]],
            ),
        ] {
            check(Some(added(&json(), part)), &expected);
        }
    }

    #[test]
    fn a_copy_has_a_name_and_a_label_of_its_own() {
        for (part, at, expected) in [
            (
                Part::Pool,
                1,
                expect![[r#"
                    New("db-2")
                    + {"name":"db-2","initialNodeCount":1}
                "#]],
            ),
            (
                Part::Workload,
                1,
                expect![[r#"
                New("etl-2")
                + {"kind":"Job","name":"etl-2","labels":{"app":"etl-2","team":"a"}}
            "#]],
            ),
            (
                Part::Budget,
                0,
                expect![[r#"
                New("shop-pdb-2")
                + {"name":"shop-pdb-2","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1}
            "#]],
            ),
        ] {
            check(copied(&json(), part, at), &expected);
        }
    }

    #[test]
    fn a_new_name_goes_wherever_the_old_one_stands() {
        for (part, at, expected) in [
            (
                Part::Pool,
                0,
                expect![[r#"
                Field { name: "name", before: Some("web"), after: Some("new") }
                - {"name":"web","initialNodeCount":1,"locations":["r-a"]}
                - {"kind":"Deployment","name":"shop","nodeSelector":{"cloud.google.com/gke-nodepool":"web"}}
                - {"at":"0s","after":0,"do":"upgrade","pool":"web"}
                - {"after":"pool/web","do":"drain","node":"web-a-1"}
                + {"name":"new","initialNodeCount":1,"locations":["r-a"]}
                + {"kind":"Deployment","name":"shop","nodeSelector":{"cloud.google.com/gke-nodepool":"new"}}
                + {"at":"0s","after":0,"do":"upgrade","pool":"new"}
                + {"after":"pool/new","do":"drain","node":"new-a-1"}
            "#]],
            ),
            (
                Part::Workload,
                0,
                expect![[r#"
                Field { name: "name", before: Some("shop"), after: Some("new") }
                - {"kind":"Deployment","name":"shop","nodeSelector":{"cloud.google.com/gke-nodepool":"web"}}
                - {"name":"shop-pdb","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1}
                - {"after":1,"do":"set","workload":"shop","replicas":2}
                + {"kind":"Deployment","name":"new","nodeSelector":{"cloud.google.com/gke-nodepool":"web"}}
                + {"name":"shop-pdb","selector":{"matchLabels":{"app":"new"}},"maxUnavailable":1}
                + {"after":1,"do":"set","workload":"new","replicas":2}
            "#]],
            ),
            (
                Part::Workload,
                1,
                expect![[r#"
                Field { name: "name", before: Some("etl"), after: Some("new") }
                - {"kind":"Job","name":"etl","labels":{"app":"etl","team":"a"},"pods":[{"name":"etl-x"}]}
                + {"kind":"Job","name":"new","labels":{"app":"etl","team":"a"},"pods":[{"name":"etl-x"}]}
            "#]],
            ),
        ] {
            check(renamed(&json(), part, at, "new"), &expected);
        }
        assert_eq!(renamed(&json(), Part::Pool, 0, "web"), None);
    }

    /// A pool whose name begins another's, and one with listed nodes whose names begin with those of the others.
    const ALIKE: &str = r#"{"version":1,"cluster":{"locations":["r-a"]},
        "pools":[{"name":"web","initialNodeCount":2},{"name":"web-2","initialNodeCount":2},{"name":"db","nodes":[{"name":"web-2-x"},{"name":"db-x"}]}],
        "workloads":[{"kind":"Pod","name":"one","pods":[{"node":"web-a-1"},{"node":"web-2-a-1"}]}],
        "script":[{"at":"0s","do":"upgrade","pool":"web"},{"at":"5m","do":"drain","node":"web-2-a-1"},{"at":"6m","do":"drain","node":"web-a-1"},
            {"at":"7m","do":"drain","node":"web-2-x"},{"at":"8m","do":"drain","node":"db-x"}]}"#;

    fn alike(step: Option<PartEdits>) -> String {
        let json = Json::parse(ALIKE).expect("JSON");
        let after = edit::apply_all(&json, &step.expect("it does something").edits);
        let of = |list: &str, key: &'static str| -> Vec<String> {
            items(&after, list).iter().map(|one| text(one, key).to_owned()).collect()
        };
        let script = items(&after, "/script").iter();
        let script = script.map(|one| [text(one, "pool"), text(one, "node")].concat());
        let script: Vec<String> = script.collect();
        format!("{} | {}", of("/workloads/0/pods", "node").join(" "), script.join(" "))
    }

    #[test]
    fn nodes_belong_to_the_pool_that_they_are_in() {
        let json = Json::parse(ALIKE).expect("JSON");
        let rename = |at| alike(renamed(&json, Part::Pool, at, "new"));
        assert_eq!(rename(0), "new-a-1 web-2-a-1 | new web-2-a-1 new-a-1 web-2-x db-x");
        assert_eq!(rename(1), "web-a-1 new-a-1 | web new-a-1 web-a-1 web-2-x db-x");
        assert_eq!(rename(2), "web-a-1 web-2-a-1 | web web-2-a-1 web-a-1 web-2-x db-x");
        let remove = |at| alike(removed(&json, Part::Pool, at));
        assert_eq!(remove(0), "web-a-1 web-2-a-1 | web-2-a-1 web-2-x db-x");
        assert_eq!(remove(1), "web-a-1 web-2-a-1 | web web-a-1 web-2-x db-x");
        assert_eq!(remove(2), "web-a-1 web-2-a-1 | web web-2-a-1 web-a-1");
    }

    #[test]
    fn an_empty_selector_selects_all_and_a_missing_one_none() {
        let workload = Json::parse(r#"{"name":"shop","labels":{"app":"shop","tier":"a"}}"#);
        let workload = workload.expect("JSON");
        let expression = |operator: &str, values: &str| {
            format!(r#"{{"matchExpressions":[{{"key":"tier","operator":"{operator}"{values}}}]}}"#)
        };
        for (selector, wanted) in [
            ("{}", true),
            (r#"{"matchLabels":{}}"#, true),
            ("null", false),
            (r#"{"matchLabels":{"app":"shop"}}"#, true),
            (r#"{"matchLabels":{"app":"shop","tier":"b"}}"#, false),
            (&expression("In", r#","values":["a","b"]"#), true),
            (&expression("NotIn", r#","values":["a","b"]"#), false),
            (&expression("Exists", ""), true),
            (&expression("DoesNotExist", ""), false),
            (&expression("Is", ""), false),
        ] {
            let budget = Json::parse(&format!(r#"{{"selector":{selector}}}"#)).expect("JSON");
            assert_eq!(selects(&budget, &workload), wanted, "{selector}");
        }
        assert!(!selects(&Json::default(), &workload));
        let empty = Json::parse(r#"{"version":1}"#).expect("JSON");
        assert_eq!(fresh::budget(&empty, None).get("selector"), None);
    }

    #[test]
    fn another_kind_keeps_the_number_of_pods() {
        let json =
            Json::parse(r#"{"workloads":[{"kind":"Deployment","name":"shop","replicas":3}]}"#);
        let json = json.expect("JSON");
        for (kind, expected) in [
            ("StatefulSet", r#"{"kind":"StatefulSet","name":"shop","replicas":3}"#),
            ("Job", r#"{"kind":"Job","name":"shop","parallelism":3}"#),
            ("DaemonSet", r#"{"kind":"DaemonSet","name":"shop"}"#),
        ] {
            let step = step(&json, &PartStep::Kind(0, kind.to_owned())).expect("it does something");
            let after = edit::apply_all(&json, &step.edits);
            assert_eq!(items(&after, "/workloads")[0].compact(), expected);
        }
    }

    #[test]
    fn what_is_only_about_a_part_goes_with_it() {
        for (part, at, expected) in [
            (
                Part::Pool,
                0,
                expect![[r#"
                    Gone("web")
                    - {"name":"web","initialNodeCount":1,"locations":["r-a"]}
                    - {"kind":"Deployment","name":"shop","nodeSelector":{"cloud.google.com/gke-nodepool":"web"}}
                    - {"at":"0s","after":0,"do":"upgrade","pool":"web"}
                    - {"after":"pool/web","do":"drain","node":"web-a-1"}
                    - {"after":1,"do":"set","workload":"shop","replicas":2}
                    + {"kind":"Deployment","name":"shop","nodeSelector":{}}
                    + {"do":"set","workload":"shop","replicas":2,"at":"0s"}
                "#]],
            ),
            (
                Part::Pool,
                1,
                expect![[r#"
                Gone("db")
                - {"name":"db","nodes":[{"name":"db-a-1"},{"name":"db-a-2"}]}
                - {"at":"0s","do":"upgrade","pool":"db"}
                - {"at":"0s","after":0,"do":"upgrade","pool":"web"}
                - {"after":1,"do":"set","workload":"shop","replicas":2}
                + {"at":"0s","do":"upgrade","pool":"web"}
                + {"after":0,"do":"set","workload":"shop","replicas":2}
            "#]],
            ),
            (
                Part::Workload,
                0,
                expect![[r#"
                Gone("shop")
                - {"kind":"Deployment","name":"shop","nodeSelector":{"cloud.google.com/gke-nodepool":"web"}}
                - {"name":"shop-pdb","selector":{"matchLabels":{"app":"shop"}},"maxUnavailable":1}
                - {"after":1,"do":"set","workload":"shop","replicas":2}
            "#]],
            ),
        ] {
            check(removed(&json(), part, at), &expected);
        }
        assert_eq!(removed(&json(), Part::Pool, 2), None);
    }
}
