//! Starts that aren't whole: missing Pods, and nodes that aren't Ready. With its own random draws, so that it changes no other part.

use super::Dice;
use serde_json::{Value, json};

pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    if dice.chance(85) {
        return;
    }
    let services = document["services"].as_array().into_iter().flatten();
    let services: Vec<Value> = services.map(|service| service["name"].clone()).collect();
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if dice.chance(30) {
            workload["missing"] = json!(1 + dice.below(3));
        }
        // Not used any more; the later draws of a seed stay as they are.
        let _ = dice.chance(30) && !services.is_empty() && dice.one(&services).is_null();
    }
    for pool in document["pools"].as_array_mut().into_iter().flatten() {
        for node in pool["nodes"].as_array_mut().into_iter().flatten() {
            if dice.chance(15) {
                node["notReady"] = json!({ "reason": "KubeletStopped" });
                if dice.chance(70) {
                    let since = ["2026-01-04T23:55:00Z", "2026-01-04T12:00:00Z"];
                    node["notReady"]["since"] = json!(dice.one(&since));
                }
            }
        }
    }
}
