//! Resources of the Kubernetes and Helm providers: disruption budgets become manifests, which are read like those of files.

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

/// May it be a disruption budget?
pub(super) fn may_be_budget(kind: &str) -> bool {
    BUDGETS.contains(&kind) || kind == MANIFEST
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
