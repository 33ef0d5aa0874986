//! What new parts begin with.

use super::lists::{free_name, items, text};
use super::references::{labels_json, selector_of, selects};
use crate::setup::part::Part;
use scenario::edit;
use scenario::json::Json;

/// The versions of a new cluster: the control plane has the next minor version of its nodes, so that an upgrade is due.
pub(super) const MASTER: &str = "1.34.1-gke.3000000";
const NODES: &str = "1.33.5-gke.1162000";

/// A pool like the last one; the first has two nodes in each zone.
pub(super) fn pool(json: &Json) -> Json {
    let like = items(json, "/pools").last();
    let of = |pointer: &str| like.and_then(|pool| edit::at(pool, pointer)).cloned();
    let first = if like.is_none() { "default-pool" } else { "pool" };
    let version = of("/version").unwrap_or_else(|| nodes_version(json));
    let machine = of("/config/machineType").unwrap_or_else(|| "e2-standard-4".into());
    let on = || Json::Bool(true);
    let mut fields = vec![
        ("name", free_name(json, Part::Pool, first).as_str().into()),
        ("version", version),
        ("initialNodeCount", Json::Int(2)),
        ("config", Json::object([("machineType", machine)])),
        ("management", Json::object([("autoUpgrade", on()), ("autoRepair", on())])),
        (
            "upgradeSettings",
            Json::object([("maxSurge", Json::Int(1)), ("maxUnavailable", Json::Int(0))]),
        ),
    ];
    fields.extend(of("/locations").map(|zones| ("locations", zones)));
    Json::object(fields)
}

/// The version of new nodes: the minor version before the control plane's.
fn nodes_version(json: &Json) -> Json {
    let master = edit::at(json, "/cluster/currentMasterVersion").and_then(Json::text);
    match master.filter(|master| *master != MASTER).and_then(model::Version::parse) {
        Some(master) => {
            format!("{}.{}", master.major, master.minor.saturating_sub(1)).as_str().into()
        }
        None => NODES.into(),
    }
}

/// A Deployment with a few Pods.
pub(super) fn workload(json: &Json) -> Json {
    let requests = [("cpu", "500m".into()), ("memory", "512Mi".into())];
    Json::object([
        ("kind", "Deployment".into()),
        ("name", free_name(json, Part::Workload, "web").as_str().into()),
        ("replicas", Json::Int(6)),
        ("requests", Json::object(requests)),
        ("assumptions", Json::object([("ready", "30s".into())])),
    ])
}

/// A budget of a workload: the given one, or the first that has none.
pub(super) fn budget(json: &Json, of: Option<usize>) -> Json {
    let workloads = items(json, "/workloads");
    let has =
        |workload: &&Json| items(json, "/budgets").iter().any(|budget| selects(budget, workload));
    let runs = |workload: &&Json| ["Deployment", "StatefulSet"].contains(&text(workload, "kind"));
    let free = || workloads.iter().filter(runs).find(|one| !has(one));
    let of = of.and_then(|at| workloads.get(at)).or_else(free).or(workloads.first());
    let name = of.map_or_else(|| "budget".to_owned(), |of| format!("{}-pdb", text(of, "name")));
    let mut fields = vec![("name", free_name(json, Part::Budget, &name).as_str().into())];
    fields.extend(of.map(|of| ("selector", selector_of(of))));
    fields.push(("maxUnavailable", Json::Int(1)));
    let namespace = of.map_or("", |of| text(of, "namespace"));
    if !namespace.is_empty() {
        fields.insert(1, ("namespace", namespace.into()));
    }
    Json::object(fields)
}

/// A Service with an external load balancer for the first workload that has none.
pub(super) fn service(json: &Json) -> Json {
    let workloads = items(json, "/workloads");
    let services = items(json, "/services");
    let has =
        |own: &Json| services.iter().any(|one| one.get("selector") == Some(&labels_json(own)));
    let runs = |own: &&Json| ["Deployment", "StatefulSet"].contains(&text(own, "kind"));
    let free = workloads.iter().filter(runs).find(|own| !has(own));
    let of = free.or(workloads.first());
    let name = of.map_or("web", |of| text(of, "name"));
    let mut fields = vec![("name", free_name(json, Part::Service, name).as_str().into())];
    let namespace = of.map_or("", |of| text(of, "namespace"));
    if !namespace.is_empty() {
        fields.push(("namespace", namespace.into()));
    }
    fields.extend(of.map(|of| ("selector", labels_json(of))));
    let port = Json::object([("port", Json::Int(80))]);
    fields.extend([
        ("type", "LoadBalancer".into()),
        ("externalTrafficPolicy", "Cluster".into()),
        ("annotations", Json::object([("cloud.google.com/l4-rbs", "enabled".into())])),
        ("ports", Json::List(vec![port])),
    ]);
    Json::object(fields)
}
