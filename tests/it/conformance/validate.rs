//! Settings to the rules they break: each case as a scenario document, with the engine's own reader and checks.

use std::collections::BTreeSet;

use scenario::{self, Diagnostic, Severity};
use serde_json::{Map, Value, json};

use super::{Oracle, list, same, text};

/// The ids that are compared.
const ERRORS: [&str; 42] = [
    "UP-01", "UP-03", "UP-04", "UP-05", "SL-01", "SU-28", "BG-18", "BG-19", "BG-21", "BG-25",
    "AB-07", "AB-18", "AB-23", "CA-25", "CA-36", "CA-40", "CA-64", "BS-07", "MW-13", "MW-15",
    "MX-02", "MX-22", "MX-23", "MX-25", "MX-26", "MX-27", "MX-31", "BS-22", "BS-23", "BS-24",
    "BS-25", "BS-27", "ED-06", "ED-07", "ED-09", "ED-10", "LB-10", "LB-11", "LB-29", "LB-35",
    "BS-70", "BS-125",
];
/// States that come about by themselves, or that the API accepts: the cases say error, the rulebook says warning.
const STATES: [&str; 2] = ["BS-06", "BS-72"];
const WARNINGS: [&str; 18] = [
    "UP-07", "UP-11", "SU-12", "SU-22", "BG-26", "AB-16", "CA-13", "CA-14", "CA-27", "CA-62",
    "ED-12", "LB-04", "LB-13", "LB-14", "LB-22", "LB-23", "BS-59", "BS-71",
];

/// Rulebook: the ids above, as far as their section is built.
#[test]
fn conformance_gke_validate() {
    Oracle::load("gke_validate").ask(|case| {
        if let Some(section) = left_out(case) {
            return Err(format!("left out: {section} is not built yet"));
        }
        let mut document = document(&case["cluster"]);
        document["edition"] = case["edition"].clone();
        document["start"] = case["cluster"]["now"].clone();
        let document = document.to_string();
        let opened = scenario::open(&document);
        let found = &opened.diagnostics;
        // Unread fields are not checked; of Autopilot clusters the settings are.
        let unread = |one: &&Diagnostic| {
            let settings = one.code == "document/not-simulated" && one.path == "/cluster/autopilot";
            one.code.starts_with("document/") && one.severity != Severity::Info && !settings
        };
        if let Some(unread) = found.iter().find(unread) {
            return Err(cli::english::finding(unread));
        }
        let expect = &case["expect"];
        let mut errors = expected(&expect["errors"]);
        // A budget without any number exists, and allows no disruption.
        let exists = ids(found, Severity::Warning, &["BS-70"]);
        errors.retain(|id| !STATES.contains(&id.as_str()) && !exists.contains(id));
        same("errors", ids(found, Severity::Error, &ERRORS), errors)?;
        same("warnings", ids(found, Severity::Warning, &WARNINGS), expected(&expect["warnings"]))?;
        let mut states = expected(&expect["errors"]);
        states.retain(|id| STATES.contains(&id.as_str()));
        let warned = ids(found, Severity::Warning, &STATES);
        same("states", &warned & &states, states)
    });
}

fn ids(found: &[Diagnostic], severity: Severity, compared: &[&str]) -> BTreeSet<String> {
    let alike = found.iter().filter(|one| one.severity == severity);
    let ids = alike.flat_map(|one| one.rules.iter().copied());
    ids.filter(|id| compared.contains(id)).map(str::to_owned).collect()
}

fn expected(ids: &Value) -> BTreeSet<String> {
    list(ids).iter().map(|id| text(id).to_owned()).collect()
}

/// The section that a case is about and no check knows yet: by its answer, or by what only that section reads.
fn left_out(case: &Value) -> Option<&'static str> {
    let cluster = &case["cluster"];
    let answers = [&case["expect"]["errors"], &case["expect"]["warnings"]];
    let mut answers = answers.into_iter().flat_map(list).map(text);
    let annotated = |workload: &Value| {
        !workload["annotations"].is_null() || !workload["workloadAnnotations"].is_null()
    };
    let workloads = list(&cluster["workloads"]);
    let with = |things: &[Value], field: &str| things.iter().any(|thing| !thing[field].is_null());
    if workloads.iter().any(annotated) {
        return Some("extended duration");
    }
    if with(workloads, "localPersistentVolume") {
        return Some("local volumes");
    }
    let balances = answers.any(|id| id.starts_with("LB-") && id != "LB-35");
    (balances || only_balances(cluster)).then_some("load balancing")
}

/// Is the case about nothing but the network and how Services are made?
fn only_balances(cluster: &Value) -> bool {
    let services = list(&cluster["services"]);
    let strange = |service: &Value| {
        ["annotationsAtCreation", "nodesWithServingPods"]
            .iter()
            .any(|field| !service[field].is_null())
            || !service["annotations"]["cloud.google.com/load-balancer-type"].is_null()
    };
    let pools = list(&cluster["nodePools"]);
    let plain =
        pools.iter().all(|pool| pool["upgradeSettings"].is_null() && pool["autoscaling"].is_null());
    let off = cluster["networkConfig"]["enableL4ilbSubsetting"] == json!(false);
    services.iter().any(strange)
        || !cluster["previousNetworkConfig"].is_null()
        || !cluster["externalUseOfInstanceGroups"].is_null()
        || (plain && off)
}

/// The scenario document of a case: what has another name there.
fn document(cluster: &Value) -> Value {
    let mut own = Map::new();
    for (name, value) in cluster.as_object().unwrap() {
        match name.as_str() {
            "mode" => {
                let enabled = value == "AUTOPILOT";
                own.insert("autopilot".to_owned(), json!({"enabled": enabled}));
            }
            "releaseChannel" => {
                own.insert(name.clone(), json!({"channel": value}));
            }
            "maintenancePolicy" => {
                own.insert(name.clone(), super::maintenance::policy_of(value));
            }
            "endOfLife" => {
                own.insert("endOfStandardSupportTimestamp".to_owned(), value.clone());
                own.insert("endOfExtendedSupportTimestamp".to_owned(), value.clone());
            }
            "now"
            | "httpLoadBalancing"
            | "nodePools"
            | "services"
            | "workloads"
            | "podDisruptionBudgets" => {}
            _ => {
                own.insert(name.clone(), value.clone());
            }
        }
    }
    let mut workloads: Vec<Value> = list(&cluster["workloads"]).iter().map(workload).collect();
    let mut budgets = Vec::new();
    for (at, budget) in list(&cluster["podDisruptionBudgets"]).iter().enumerate() {
        let bare = budget["selectsBarePods"] == json!(true);
        let name = format!("app-{at}");
        workloads.push(match bare {
            true => json!({"kind": "Pod", "name": name}),
            false => json!({"kind": "Deployment", "name": name, "replicas": 10}),
        });
        let mut budget = budget.clone();
        budget.as_object_mut().unwrap().remove("selectsBarePods");
        budget["selector"] = json!({"matchLabels": {"app": name}});
        budgets.push(budget);
    }
    let services = list(&cluster["services"]).iter().map(|service| {
        let mut service = service.clone();
        service["type"] = json!("LoadBalancer");
        service
    });
    json!({
        "version": 1,
        "start": cluster["now"],
        "cluster": own,
        "pools": cluster["nodePools"],
        "workloads": workloads,
        "budgets": budgets,
        "services": services.collect::<Vec<_>>(),
    })
}

fn workload(workload: &Value) -> Value {
    let mut requests = Map::new();
    if let Some(cpu) = workload["cpu_m"].as_i64() {
        requests.insert("cpu".to_owned(), json!(format!("{cpu}m")));
    }
    if let Some(memory) = workload["mem_mib"].as_i64() {
        requests.insert("memory".to_owned(), json!(format!("{memory}Mi")));
    }
    json!({"kind": "Deployment", "name": workload["name"], "requests": requests})
}
