//! Gives Services load balancers. With its own random draws, so that it changes no other part.

use super::Dice;
use serde_json::{Value, json};

/// Annotations that ask for each kind, and finalizers that show it.
const ANNOTATIONS: [(&str, &str); 3] = [
    ("networking.gke.io/load-balancer-type", "Internal"),
    ("cloud.google.com/l4-rbs", "enabled"),
    ("cloud.google.com/neg", "{}"),
];
const FINALIZERS: [&str; 5] = ["netlb-v1", "netlb-v2", "netlb-v3", "ilb-v1", "ilb-v2"];

const EXCLUDES: &str = "node.kubernetes.io/exclude-from-external-load-balancers";

/// Services of type LoadBalancer: two at the most, of any kind and policy, in a cluster with any dataplane. Some Pods fail their
/// readiness when they are told to stop.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let workloads = document["workloads"].as_array().cloned().unwrap_or_default();
    if workloads.is_empty() {
        return;
    }
    if document["services"].as_array().is_none_or(Vec::is_empty) {
        let labels = dice.one(&workloads)["labels"].clone();
        document["services"] = json!([{ "name": "front", "selector": { "app": labels["app"] } }]);
    }
    for service in document["services"].as_array_mut().into_iter().flatten() {
        service["type"] = json!("LoadBalancer");
        service["externalTrafficPolicy"] = json!(*dice.one(&["Cluster", "Local", "Local"]));
        let (name, value) = *dice.one(&ANNOTATIONS);
        service["annotations"] = json!({ name: value });
        if dice.chance(50) {
            let end = *dice.one(&FINALIZERS);
            service["finalizers"] = json!([format!("gke.networking.io/l4-{end}")]);
        }
        let protocol = *dice.one(&["TCP", "TCP", "UDP"]);
        service["ports"] = json!([{ "port": 80, "protocol": protocol }]);
    }
    let dataplane = *dice.one(&["LEGACY_DATAPATH", "LEGACY_DATAPATH", "ADVANCED_DATAPATH"]);
    document["cluster"]["networkConfig"] =
        json!({ "enableL4ilbSubsetting": dice.chance(50), "datapathProvider": dataplane });
    for pool in document["pools"].as_array_mut().into_iter().flatten() {
        if dice.chance(10) && pool["nodes"].is_null() {
            pool["config"]["labels"][EXCLUDES] = json!(*dice.one(&["true", "false", ""]));
        }
    }
    if dice.chance(20) {
        document["assumptions"]["localDrain"] = json!("stays");
    }
    if dice.chance(20) {
        document["assumptions"]["backendSync"] = json!(*dice.one(&["0s", "3s", "24s"]));
    }
    for service in document["services"].as_array_mut().into_iter().flatten() {
        if dice.chance(20) {
            service["drainingTimeoutSec"] = json!(*dice.one(&[1, 40, 300]));
        }
    }
    for entry in document["script"].as_array_mut().into_iter().flatten() {
        if entry["do"] == "set" && entry["labels"].is_object() && dice.chance(50) {
            entry["labels"][EXCLUDES] = json!(*dice.one(&["true", "false"]));
        }
    }
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if dice.chance(20) {
            workload["assumptions"]["failsReadinessAtStop"] = json!(true);
        }
    }
}
