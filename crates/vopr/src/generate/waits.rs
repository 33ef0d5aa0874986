//! Lets scripts wait for rollouts, Pods and nodes. With its own random draws, so that it changes no other part.

use super::{Dice, Feature, Swarm, nodes};
use serde_json::{Value, json};

/// Draws that a seed's other dice don't reach.
const FIRST: u64 = 1 << 44;

/// Adds waits, each with a command that follows it.
pub(super) fn add(document: &mut Value, seed: u64, swarm: Swarm) {
    if !swarm.has(Feature::After) {
        return;
    }
    let mut dice = Dice::from(seed, FIRST);
    let owners = document["workloads"].as_array().cloned().unwrap_or_default();
    let nodes = nodes(document["pools"].as_array().map_or(&[], Vec::as_slice));
    let pools = document["pools"].as_array().into_iter().flatten();
    let pools: Vec<Value> = pools.map(|pool| pool["name"].clone()).collect();
    let Some(script) = document["script"].as_array_mut() else { return };
    let timed = |entry: &Value| matches!(entry["do"].as_str(), Some("open" | "close" | "target"));
    let earlier: Vec<usize> = (0..script.len()).filter(|no| !timed(&script[*no])).collect();
    if earlier.is_empty() || nodes.is_empty() {
        return;
    }
    for _ in 0..dice.below(3) {
        let mut entry = json!({ "after": *dice.one(&earlier), "do": "wait" });
        if dice.chance(10) {
            entry["pool"] = dice.one(&pools).clone();
            entry["condition"] = json!("ready");
        } else if owners.is_empty() || dice.chance(15) {
            entry["node"] = json!(dice.one(&nodes));
            entry["condition"] = json!("ready");
        } else {
            let owner = dice.one(&owners);
            let space = owner["namespace"].as_str().unwrap_or("default");
            let name = owner["name"].as_str().unwrap_or_default();
            let copy = owner.get("copies").map_or("", |_| "-0");
            entry["workload"] = json!(format!("{space}/{name}{copy}"));
            entry["condition"] = json!(dice.one(match owner["kind"].as_str() {
                Some("Deployment") => &["complete", "complete", "available", "ready", "deleted"],
                Some("StatefulSet" | "DaemonSet") => &["complete", "complete", "ready", "deleted"],
                _ => &["ready", "deleted"],
            }));
        }
        entry["timeout"] = json!(dice.secs(&[0, 1, 30, 300, 4000]));
        let at = script.len();
        script.push(entry);
        let action = *dice.one(&["cordon", "uncordon"]);
        script.push(json!({ "after": at, "at": dice.secs(&[0, 0, 1, 60]), "do": action, "node": dice.one(&nodes) }));
    }
}
