//! Clusters and node pools as resources of Config Connector: Terraform's resources, in the case of Kubernetes.

use crate::import::format::Said;
use crate::import::found::Found;
use crate::import::progress::Watch;
use crate::import::terraform::{Module, Resources, Told, Value};
use crate::json::Json;

/// The API group of such resources.
const GROUP: &str = "container.cnrm.cloud.google.com/";

/// Is an object of that API version and kind a cluster or a node pool?
pub(in crate::import) fn claims(api_version: &str, kind: &str) -> bool {
    api_version.starts_with(GROUP) && matches!(kind, "ContainerCluster" | "ContainerNodePool")
}

/// Reads the clusters and node pools of a document.
pub(in crate::import) fn read(
    document: &str,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<(), serde_json::Error> {
    let nothing = Module::default();
    let mut said = Said::new(&nothing);
    let mut told = Told::new(&mut said, false);
    let mut made = Resources::default();
    if let Ok(json) = Json::parse(document) {
        collect(&json, &mut made, &mut told);
    }
    let documents = made.documents(&mut told);
    super::read_asked(&documents, said.notes, watch, found)
}

fn collect(json: &Json, made: &mut Resources, told: &mut Told<'_, '_>) {
    let items = match json {
        Json::List(_) => Some(json),
        _ => json.get("items"),
    };
    if let Some(items) = items {
        let items = items.items().iter();
        items.for_each(|item| collect(item, made, told));
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
    let Value::Object(mut from) = value(spec) else {
        return;
    };
    let mut set = |name: &str, value: Value| from.push((name.to_owned(), value));
    let name = spec.get("resourceID").or(meta.get("name"));
    set("name", name.map_or(Value::Null, Value::from));
    if text("kind") == "ContainerCluster" {
        set(
            "remove_default_node_pool",
            Value::Bool(removes_default(meta)),
        );
        made.cluster(&from, label, told);
        made.refer(label);
    } else {
        let reference = |key| spec.get("clusterRef").and_then(|to| to.get(key));
        let cluster = reference("external").or(reference("name"));
        set("cluster", cluster.map_or(Value::Null, Value::from));
        made.pool(&from, label, told);
    }
}

fn removes_default(meta: &Json) -> bool {
    const REMOVES: &str = "cnrm.cloud.google.com/remove-default-node-pool";
    let annotations = meta.get("annotations");
    let value = annotations.and_then(|annotations| annotations.get(REMOVES));
    matches!(value, Some(Json::Bool(true))) || value.and_then(Json::text) == Some("true")
}

/// A specification with Terraform's names; the keys of labels are nobody's names.
fn value(json: &Json) -> Value {
    match json {
        Json::Object(fields) => {
            let field = |(key, inner): &(String, Json)| match &**key {
                "labels" => (key.clone(), Value::from(inner)),
                _ => (snake(key), value(inner)),
            };
            Value::Object(fields.iter().map(field).collect())
        }
        Json::List(items) => Value::List(items.iter().map(value).collect()),
        other => Value::from(other),
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
