//! Clusters and node pools as Config Connector resources: Terraform's resources in Kubernetes' naming style.

use crate::configured::put;
use crate::findings::Findings;
use crate::found::Found;
use crate::progress::Watch;
use crate::terraform::{Fields, Resources};
use scenario::json::Json;

/// The API group of these resources.
const GROUP: &str = "container.cnrm.cloud.google.com/";

/// Is an object with this API version and kind a cluster or a node pool?
pub(crate) fn claims(api_version: &str, kind: &str) -> bool {
    api_version.starts_with(GROUP) && matches!(kind, "ContainerCluster" | "ContainerNodePool")
}

/// Reads the clusters and node pools of a document.
pub(crate) fn read(
    document: &str,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<(), serde_json::Error> {
    let mut findings = Findings::default();
    let mut fields = Fields::new(&mut findings, false);
    let mut made = Resources::wanted();
    if let Ok(json) = Json::parse(document) {
        collect(&json, &mut made, &mut fields);
    }
    let documents = made.documents(&mut fields);
    super::read_asked(&documents, findings.notes, watch, found)
}

fn collect(json: &Json, made: &mut Resources, fields: &mut Fields<'_, '_>) {
    let items = match json {
        Json::List(_) => Some(json),
        _ => json.get("items"),
    };
    if let Some(items) = items {
        let items = items.items().iter();
        items.for_each(|item| collect(item, made, fields));
        return;
    }
    let text = |key| json.get(key).and_then(Json::text).unwrap_or_default();
    if !claims(text("apiVersion"), text("kind")) {
        return;
    }
    let none = Json::Null;
    let meta = json.get("metadata").unwrap_or(&none);
    let spec = json.get("spec").unwrap_or(&none);
    let label = meta.get("name").and_then(Json::text).unwrap_or_default();
    let mut arguments = snake_case(spec);
    let mut set = |name: &str, value: Json| put(&mut arguments, name, value);
    let name = spec.get("resourceID").or(meta.get("name"));
    set("name", name.cloned().unwrap_or_default());
    if text("kind") == "ContainerCluster" {
        set("remove_default_node_pool", Json::Bool(removes_default(meta)));
        made.cluster(&arguments, label, fields);
        made.refer(label);
    } else {
        let reference = |key| spec.get("clusterRef").and_then(|to| to.get(key));
        let cluster = reference("external").or(reference("name"));
        set("cluster", cluster.cloned().unwrap_or_default());
        made.pool(&arguments, label, fields);
    }
}

fn removes_default(meta: &Json) -> bool {
    const REMOVES: &str = "cnrm.cloud.google.com/remove-default-node-pool";
    let annotations = meta.get("annotations");
    let value = annotations.and_then(|annotations| annotations.get(REMOVES));
    matches!(value, Some(Json::Bool(true))) || value.and_then(Json::text) == Some("true")
}

/// A specification with Terraform's names; the keys of labels stay.
fn snake_case(json: &Json) -> Json {
    match json {
        Json::Object(fields) => {
            let field = |(key, inner): &(String, Json)| match &**key {
                "labels" => (key.clone(), inner.clone()),
                _ => (snake(key), snake_case(inner)),
            };
            Json::Object(fields.iter().map(field).collect())
        }
        Json::List(items) => Json::List(items.iter().map(snake_case).collect()),
        other => other.clone(),
    }
}

/// `max_pods_per_node` of `maxPodsPerNode`.
fn snake(key: &str) -> String {
    let mut name = String::with_capacity(key.len() + 4);
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}
