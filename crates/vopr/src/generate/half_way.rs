//! Pools in the middle of a surge upgrade at time 0. With its own random draws, so that it changes no other part.

use super::beside::say;
use super::{Dice, nodes};
use serde_json::{Value, json};

/// Makes some of the pools such ones, whose script resumes or rolls them back.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let mut entries = Vec::new();
    let script = document["script"].clone();
    for pool in document["pools"].as_array_mut().into_iter().flatten() {
        let surge = pool["upgradeSettings"]["strategy"] == "SURGE";
        let whole = !pool["placementPolicy"].is_null() || !surge;
        if whole || !dice.chance(70) {
            continue;
        }
        let from = match pool["version"].as_str() {
            Some("1.33.1-gke.100") => "1.32.4-gke.7",
            Some("1.34.1-gke.100") => "1.33.1-gke.100",
            _ => continue,
        };
        list_nodes(pool);
        let asked = is_asked(&script, pool);
        pool["upgradingFrom"] = json!(from);
        if dice.seed().is_multiple_of(2) {
            pool["upgradingSince"] = json!("2026-01-01T00:00:00Z");
        }
        let action = *dice.one(&["resume", "resume", "rollback", "upgrade", "cancel"]);
        for node in pool["nodes"].as_array_mut().into_iter().flatten() {
            let old = dice.chance(60);
            if old {
                node["version"] = json!(from);
            }
            // A node that its upgrade has cordoned is in progress. The checkers don't know its surge node's way through
            // other changes of the pool.
            node["unschedulable"] = json!(old && dice.chance(30) && !asked);
        }
        if dice.chance(80) {
            let at = dice.secs(&[0, 0, 1, 60]);
            if action == "cancel" {
                entries.push(json!({ "at": at, "do": "resume", "pool": pool["name"] }));
            }
            entries.push(json!({ "at": at, "do": action, "pool": pool["name"] }));
        }
    }
    say(document, entries);
}

/// Does the script name the pool, or one of its nodes?
fn is_asked(script: &Value, pool: &Value) -> bool {
    let nodes = pool["nodes"].as_array().cloned().unwrap_or_default();
    let names = |entry: &Value| {
        let node = |node: &Value| node["name"] == entry["node"];
        entry["pool"] == pool["name"] || !entry["node"].is_null() && nodes.iter().any(node)
    };
    script.as_array().is_some_and(|entries| entries.iter().any(names))
}

/// Lists the nodes of a pool that says only how many it has, under the same names.
pub(super) fn list_nodes(pool: &mut Value) {
    if pool["nodes"].is_array() || pool["initialNodeCount"] == 0 {
        return;
    }
    let zones = pool["locations"].as_array().cloned().unwrap_or_default();
    let names = nodes(std::slice::from_ref(pool));
    let count = pool["initialNodeCount"].as_u64().unwrap_or(1) as usize;
    let zone = |place: usize| zones[place / count].clone();
    let list = names.iter().enumerate();
    pool["nodes"] =
        list.map(|(place, name)| json!({ "name": name, "zone": zone(place) })).collect();
    if let Some(fields) = pool.as_object_mut() {
        fields.remove("initialNodeCount");
    }
}
