//! Resources of the Kubernetes and Helm providers: disruption budgets and workloads become manifests, which are read like those of files.

use super::fields::first;
use scenario::json::Json;

const BUDGETS: [&str; 2] =
    ["kubernetes_pod_disruption_budget", "kubernetes_pod_disruption_budget_v1"];
pub(super) const MANIFEST: &str = "kubernetes_manifest";
const BUDGET: &str = "PodDisruptionBudget";

/// Resources that change no Pod and no budget.
const HARMLESS: [&str; 8] = [
    "namespace",
    "config_map",
    "secret",
    "service_account",
    "role",
    "role_binding",
    "cluster_role",
    "cluster_role_binding",
];

/// Resources of workloads, and the kinds that they are.
const WORKLOADS: [(&str, &str); 6] = [
    ("kubernetes_deployment", "Deployment"),
    ("kubernetes_deployment_v1", "Deployment"),
    ("kubernetes_stateful_set", "StatefulSet"),
    ("kubernetes_stateful_set_v1", "StatefulSet"),
    ("kubernetes_daemonset", "DaemonSet"),
    ("kubernetes_daemon_set_v1", "DaemonSet"),
];

/// May it be a disruption budget or a workload?
pub(super) fn may_be_manifest(kind: &str) -> bool {
    BUDGETS.contains(&kind) || kind == MANIFEST || workload_kind(kind).is_some()
}

/// The kind of the workload that such a resource is.
pub(super) fn workload_kind(kind: &str) -> Option<&'static str> {
    WORKLOADS.iter().find(|(own, _)| *own == kind).map(|(_, kind)| *kind)
}

/// The manifest of a workload: its replicas, labels and requests; none if one of them isn't known.
pub(super) fn workload(kind: &str, arguments: &Json) -> Option<Json> {
    let kind = workload_kind(kind)?;
    let metadata = arguments.get("metadata").and_then(first)?;
    let spec = arguments.get("spec").and_then(first)?;
    let template = spec.get("template").and_then(first)?;
    let labels = template.get("metadata").and_then(first)?.get("labels").filter(is_known)?;
    let pod = template.get("spec").and_then(first)?;
    let mut containers = Vec::new();
    for container in pod.get("container").map(Json::items).unwrap_or_default() {
        let resources = container.get("resources").and_then(first);
        let amounts = |name| resources.and_then(|one| one.get(name));
        if ["requests", "limits"].into_iter().filter_map(amounts).any(|one| !is_known(&one)) {
            return None;
        }
        let amounts = ["requests", "limits"].map(|name| (name, amounts(name).cloned()));
        let name = container.get("name").cloned();
        let resources = Some(Json::object_of_set(amounts));
        containers.push(Json::object_of_set([("name", name), ("resources", resources)]));
    }
    let known = |tree: &Json, name| match tree.get(name) {
        Some(Json::Null) => None,
        value => Some(value.cloned()),
    };
    let spec = Json::object_of_set([
        ("replicas", known(spec, "replicas")?),
        (
            "template",
            Some(Json::object([
                ("metadata", Json::object([("labels", labels.clone())])),
                (
                    "spec",
                    Json::object_of_set([
                        ("containers", Some(Json::List(containers))),
                        ("nodeSelector", known(pod, "node_selector")?),
                        (
                            "terminationGracePeriodSeconds",
                            known(pod, "termination_grace_period_seconds")?,
                        ),
                    ]),
                ),
            ])),
        ),
    ]);
    let is_text = |text: &&Json| text.text().is_some_and(|text| !text.is_empty());
    let namespace = metadata.get("namespace").filter(is_text).cloned();
    let namespace = namespace.unwrap_or_else(|| Json::from("default"));
    let name = metadata.get("name").filter(is_text)?.clone();
    Some(Json::object([
        ("apiVersion", Json::from("apps/v1")),
        ("kind", Json::from(kind)),
        ("metadata", Json::object([("name", name), ("namespace", namespace)])),
        ("spec", spec),
    ]))
}

/// Is each value of the map known?
fn is_known(map: &&Json) -> bool {
    matches!(map, Json::Object(entries) if entries.iter().all(|(_, value)| *value != Json::Null))
}

/// May a change of such a resource be one of Pods or budgets?
pub(crate) fn bears_on_pods(kind: &str) -> bool {
    match kind.strip_prefix("kubernetes_") {
        Some(object) => {
            let object = object.strip_suffix("_v1").unwrap_or(object);
            !HARMLESS.contains(&object)
        }
        None => matches!(kind, "helm_release" | "kubectl_manifest"),
    }
}

/// The manifest of a disruption budget; none for other objects, and for one without a name or a known limit.
pub(super) fn budget(kind: &str, arguments: &Json) -> Option<Json> {
    let (metadata, spec) = match kind {
        MANIFEST => {
            let manifest = arguments.get("manifest").filter(|one| is_budget(one))?;
            (manifest.get("metadata")?, manifest.get("spec")?.clone())
        }
        _ if BUDGETS.contains(&kind) => {
            (arguments.get("metadata").and_then(first)?, of_blocks(arguments)?)
        }
        _ => return None,
    };
    let is_text = |text: &&Json| text.text().is_some_and(|text| !text.is_empty());
    let limits = ["minAvailable", "maxUnavailable"];
    limits.iter().find_map(|limit| spec.get(limit).filter(|limit| **limit != Json::Null))?;
    let namespace = metadata.get("namespace");
    if namespace.is_some_and(|space| *space == Json::Null) && kind == MANIFEST {
        return None;
    }
    let namespace = namespace.filter(is_text).cloned().unwrap_or_else(|| Json::from("default"));
    let name = metadata.get("name").filter(is_text)?.clone();
    Some(Json::object([
        ("apiVersion", Json::from("policy/v1")),
        ("kind", Json::from(BUDGET)),
        ("metadata", Json::object([("name", name), ("namespace", namespace)])),
        ("spec", spec),
    ]))
}

/// Is the manifest that of a disruption budget?
pub(super) fn is_budget(manifest: &Json) -> bool {
    manifest.get("kind").and_then(Json::text) == Some(BUDGET)
}

/// The spec of a budget's blocks. A limit that isn't set is an empty text.
fn of_blocks(arguments: &Json) -> Option<Json> {
    let spec = arguments.get("spec").and_then(first)?;
    let limit = |name| {
        let value = spec.get(name)?;
        let whole = value.text().and_then(|text| text.parse().ok()).map(Json::Int);
        Some(whole.unwrap_or_else(|| value.clone())).filter(|value| value.text() != Some(""))
    };
    let blocks = spec.get("selector").and_then(first)?;
    let some = |name| blocks.get(name).filter(|value| **value != Json::Null).cloned();
    let selector =
        [("matchLabels", some("match_labels")), ("matchExpressions", some("match_expressions"))];
    Some(Json::object_of_set([
        ("minAvailable", limit("min_available")),
        ("maxUnavailable", limit("max_unavailable")),
        ("selector", Some(Json::object_of_set(selector))),
    ]))
}
