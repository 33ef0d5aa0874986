//! Adds pools with other strategies: nodes with a limited lifetime, and slices of several hosts. With its own random
//! draws, so that it changes no other part.

use super::beside::{instant, say};
use super::{Dice, Feature, Swarm};
use serde_json::{Value, json};

/// Creation times of nodes whose life ends soon, or much later; the run begins on 2026-01-05.
const CREATED: [&str; 6] = [
    "2026-01-04T23:50:00Z",
    "2026-01-04T23:00:00Z",
    "2026-01-04T12:00:00Z",
    "2026-01-02T00:00:00Z",
    "2025-12-29T00:00:00Z",
    "2025-12-01T00:00:00Z",
];

/// Converts pools of a document.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let swarm = Swarm::of(dice.seed());
    let count = document["pools"].as_array().map_or(0, Vec::len);
    if swarm.has(Feature::ShortLived) {
        short_lived(document, dice, count);
    }
    if swarm.has(Feature::MultiHost) {
        multi_host(document, dice, count);
    }
}

fn short_lived(document: &mut Value, dice: &mut Dice, count: usize) {
    for number in 0..count {
        if number > 0 && dice.chance(50) {
            continue;
        }
        let pool = &mut document["pools"][number];
        match dice.chance(70) {
            true => pool["config"]["flexStart"] = json!(true),
            false => pool["queuedProvisioning"] = json!({ "enabled": true }),
        }
        if let Some(fields) = pool.as_object_mut() {
            fields.remove("upgradeSettings");
        }
        if dice.chance(75) {
            let lives = [600, 3600, 20_000, 86_400, 604_800, 700_000];
            pool["config"]["maxRunDuration"] = json!(dice.secs(&lives));
        }
        for node in pool["nodes"].as_array_mut().into_iter().flatten() {
            if dice.chance(60) {
                node["createdAt"] = json!(dice.one(&CREATED));
            }
        }
        // Other VMs are only created on request.
        let name = pool["name"].clone();
        for _ in 0..dice.below(3) {
            let at = instant(dice) + dice.below(2) * dice.below(500_000);
            let nodes = 1 + dice.below(8);
            let entry =
                json!({ "at": format!("{at}s"), "do": "resize", "pool": name, "nodes": nodes });
            say(document, vec![entry]);
        }
    }
}

fn multi_host(document: &mut Value, dice: &mut Dice, count: usize) {
    for number in 0..count {
        if number > 0 && dice.chance(50) {
            continue;
        }
        let pool = &mut document["pools"][number];
        // The order of the two kinds isn't documented for a pool that is both.
        if pool["config"]["flexStart"] == true || !pool["queuedProvisioning"].is_null() {
            continue;
        }
        pool["config"]["machineType"] = json!("ct5lp-hightpu-4t");
        let shape = *dice.one(&["4x4", "2x4", "4x8"]);
        pool["placementPolicy"] = json!({ "tpuTopology": shape });
    }
    if dice.chance(30) {
        document["cluster"]["spareCapacityNodes"] = json!(dice.below(3));
    }
}
