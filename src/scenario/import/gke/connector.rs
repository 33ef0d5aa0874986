//! Clusters and node pools as resources of Config Connector, written as the container API has them.

use crate::scenario::json::Json;

/// The API group of such resources.
const GROUP: &str = "container.cnrm.cloud.google.com/";

/// Is an object of that API version and kind a cluster or a node pool?
pub(in crate::scenario::import) fn claims(api_version: &str, kind: &str) -> bool {
    api_version.starts_with(GROUP) && matches!(kind, "ContainerCluster" | "ContainerNodePool")
}

/// The clusters and node pools of a document, as a list of the container API.
pub(in crate::scenario::import) fn translated(document: &str) -> String {
    let mut all = Vec::new();
    if let Ok(json) = Json::parse(document) {
        collect(&json, &mut all);
    }
    Json::List(all).compact()
}

fn collect(json: &Json, all: &mut Vec<Json>) {
    if let Json::List(items) = json {
        items.iter().for_each(|item| collect(item, all));
        return;
    }
    if let Some(items) = json.get("items") {
        collect(items, all);
        return;
    }
    let text = |key| match json.get(key) {
        Some(Json::Text(text)) => text.as_str(),
        _ => "",
    };
    if claims(text("apiVersion"), text("kind")) {
        let none = Json::Null;
        let meta = json.get("metadata").unwrap_or(&none);
        let spec = json.get("spec").unwrap_or(&none);
        all.push(match text("kind") {
            "ContainerCluster" => cluster(meta, spec),
            _ => pool(meta, spec),
        });
    }
}

/// Fields of an object, those that are there.
fn object(fields: impl IntoIterator<Item = (&'static str, Option<Json>)>) -> Json {
    let there = fields
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Json::Object(there.collect())
}

fn name(meta: &Json, spec: &Json) -> Option<Json> {
    spec.get("resourceID").or(meta.get("name")).cloned()
}

/// The zones that are listed, else the location if it is one.
fn zones(spec: &Json) -> Option<Json> {
    let location = match spec.get("location") {
        Some(Json::Text(place)) if place.split('-').count() == 3 => Some(place),
        _ => None,
    };
    let listed = spec.get("nodeLocations").cloned();
    listed.or(location.map(|zone| Json::List(vec![Json::Text(zone.clone())])))
}

fn pool(meta: &Json, spec: &Json) -> Json {
    let field = |key| spec.get(key).cloned();
    object([
        ("name", name(meta, spec)),
        ("locations", zones(spec)),
        ("version", field("version")),
        (
            "initialNodeCount",
            field("nodeCount").or(field("initialNodeCount")),
        ),
        ("config", Some(config(spec.get("nodeConfig")))),
        // A resource has the block only where the autoscaler is on.
        (
            "autoscaling",
            spec.get("autoscaling")
                .map(|block| and(block, "enabled", Json::Bool(true))),
        ),
        ("management", field("management")),
        ("upgradeSettings", field("upgradeSettings")),
        (
            "maxPodsConstraint",
            field("maxPodsPerNode").map(|most| object([("maxPodsPerNode", Some(most))])),
        ),
    ])
}

fn and(block: &Json, key: &str, value: Json) -> Json {
    let mut fields = match block {
        Json::Object(fields) => fields.clone(),
        _ => Vec::new(),
    };
    fields.push((key.to_owned(), value));
    Json::Object(fields)
}

/// A node configuration; taints and accelerators have other names.
fn config(found: Option<&Json>) -> Json {
    let mut config = found.cloned().unwrap_or_else(|| Json::Object(Vec::new()));
    if let Some(taints) = found.and_then(|config| config.get("taint")) {
        config = and(&config, "taints", taints.clone());
    }
    if let Some(Json::List(all)) = found.and_then(|config| config.get("guestAccelerator")) {
        let renamed = all.iter().map(|one| {
            object([
                ("acceleratorType", one.get("type").cloned()),
                ("acceleratorCount", one.get("count").cloned()),
            ])
        });
        let renamed = Json::List(renamed.collect());
        config = and(&config, "accelerators", renamed);
    }
    config
}

fn cluster(meta: &Json, spec: &Json) -> Json {
    const REMOVES: &str = "cnrm.cloud.google.com/remove-default-node-pool";
    let field = |key| spec.get(key).cloned();
    let removes = meta
        .get("annotations")
        .and_then(|annotations| annotations.get(REMOVES))
        .is_some_and(|value| matches!(value, Json::Text(text) if text == "true"));
    let first = object([
        ("name", Some(Json::Text("default-pool".to_owned()))),
        ("initialNodeCount", field("initialNodeCount")),
        ("config", Some(config(spec.get("nodeConfig")))),
    ]);
    let has_first = !removes && spec.get("initialNodeCount").is_some();
    let autopilot = field("enableAutopilot");
    object([
        ("name", name(meta, spec)),
        ("location", field("location")),
        ("locations", zones(spec)),
        ("currentMasterVersion", field("minMasterVersion")),
        ("releaseChannel", field("releaseChannel")),
        ("autoscaling", field("clusterAutoscaling")),
        (
            "autopilot",
            autopilot.map(|on| object([("enabled", Some(on))])),
        ),
        (
            "maintenancePolicy",
            spec.get("maintenancePolicy").map(policy),
        ),
        // By this the reader knows a cluster.
        ("masterAuth", Some(Json::Object(Vec::new()))),
        ("nodePools", has_first.then(|| Json::List(vec![first]))),
    ])
}

fn policy(found: &Json) -> Json {
    let recurring = found.get("recurringWindow").map(|window| {
        let times = |key| window.get(key).cloned();
        let first = object([
            ("startTime", times("startTime")),
            ("endTime", times("endTime")),
        ]);
        object([
            ("window", Some(first)),
            ("recurrence", window.get("recurrence").cloned()),
        ])
    });
    let exclusions = match found.get("maintenanceExclusion") {
        Some(Json::List(all)) => Some(Json::Object(all.iter().filter_map(exclusion).collect())),
        _ => None,
    };
    let window = object([
        (
            "dailyMaintenanceWindow",
            found.get("dailyMaintenanceWindow").cloned(),
        ),
        ("recurringWindow", recurring),
        ("maintenanceExclusions", exclusions),
    ]);
    object([("window", Some(window))])
}

fn exclusion(found: &Json) -> Option<(String, Json)> {
    let Some(Json::Text(name)) = found.get("exclusionName") else {
        return None;
    };
    let options = found.get("exclusionOptions").cloned();
    let times = |key| found.get(key).cloned();
    let fields = object([
        ("startTime", times("startTime")),
        ("endTime", times("endTime")),
        ("maintenanceExclusionOptions", options),
    ]);
    Some((name.clone(), fields))
}
