//! Adds autoscaled blue-green pools: what holds their Pods, and commands at the instants at which a phase begins or ends. With its
//! own random draws, so that it changes no other part.

use super::beside::{at, pools_of, say};
use super::blue_green::{command, instant, secs};
use super::half_way::list_nodes;
use super::{Dice, autoscaling};
use serde_json::{Value, json};

const DAY: u64 = 86_400;
const WAITS: [u64; 14] =
    [0, 0, 60, 300, 600, 700, 1000, 1800, 3600, 3600, 40_000, DAY, 3 * DAY, 7 * DAY];

pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    if document["cluster"]["autopilot"].is_object() {
        return;
    }
    let mut longest = 0;
    for (number, pool) in pools_of(document).into_iter().enumerate() {
        let other = pool["config"]["flexStart"] == true
            || !pool["placementPolicy"].is_null()
            || !pool["upgradingFrom"].is_null();
        if other || number > 0 && dice.chance(50) {
            continue;
        }
        let wait = *dice.one(&WAITS);
        let settings = settings(dice, &pool["upgradeSettings"], wait);
        document["pools"][number]["upgradeSettings"] = settings;
        if !pool["autoscaling"].is_object() || dice.chance(30) {
            document["pools"][number]["autoscaling"] = autoscaling::settings(dice, &pool);
        }
        under_way(document, dice, number);
        commands(document, dice, number, wait);
        longest = longest.max(wait);
    }
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if dice.chance(20) {
            workload["annotations"]["cluster-autoscaler.kubernetes.io/safe-to-evict"] =
                json!("false");
        }
        if dice.chance(5) {
            workload["terminationGracePeriodSeconds"] = json!(dice.one(&[7200, DAY, 100_000]));
        }
    }
    if dice.chance(60) {
        let ends = [700, 4000, 10_000, longest + 1000, longest + 5000, longest + 100_000];
        document["until"] = json!(dice.secs(&ends));
    }
    if dice.chance(25) {
        document["cluster"]["autoscaling"]["autoscalingProfile"] = json!("OPTIMIZE_UTILIZATION");
    }
}

pub(super) fn settings(dice: &mut Dice, surge: &Value, wait: u64) -> Value {
    let mut settings = json!({ "strategy": "BLUE_GREEN" });
    for field in ["maxSurge", "maxUnavailable"] {
        if !surge[field].is_null() {
            settings[field] = surge[field].clone();
        }
    }
    let given = dice.chance(90);
    let policy = if given { json!({ "waitForDrainDuration": at(wait) }) } else { json!({}) };
    settings["blueGreenSettings"] = json!({ "autoscaledRolloutPolicy": policy });
    settings
}

/// Some upgrades had begun before time 0, and wait, drain or delete.
fn under_way(document: &mut Value, dice: &mut Dice, number: usize) {
    let pool = &mut document["pools"][number];
    let from = match pool["version"].as_str() {
        Some("1.33.1-gke.100") => "1.32.4-gke.7",
        Some("1.34.1-gke.100") => "1.33.1-gke.100",
        _ => return,
    };
    if !dice.chance(15) {
        return;
    }
    list_nodes(pool);
    let phases = ["WAITING_TO_DRAIN_BLUE_POOL", "DRAINING_BLUE_POOL", "DELETING_BLUE_POOL"];
    let phase = *dice.one(&phases);
    pool["upgradingFrom"] = json!(from);
    pool["updateInfo"] = json!({ "blueGreenInfo": { "phase": phase } });
    for node in pool["nodes"].as_array_mut().into_iter().flatten() {
        let blue = dice.chance(70);
        if blue {
            node["version"] = json!(from);
        } else if let Some(fields) = node.as_object_mut() {
            fields.remove("version");
        }
        node["unschedulable"] = json!(blue);
    }
    let name = pool["name"].clone();
    say(document, vec![json!({ "at": dice.secs(&[0, 0, 1, 60]), "do": "resume", "pool": name })]);
}

/// An upgrade, and commands when phases begin or end, if nothing delays them.
fn commands(document: &mut Value, dice: &mut Dice, number: usize, wait: u64) {
    let pool = document["pools"][number].clone();
    let script = document["script"].as_array().cloned().unwrap_or_default();
    let own = |entry: &&Value| entry["do"] == "upgrade" && entry["pool"] == pool["name"];
    let first = script.iter().find(own);
    let begin = first.map_or(0, |entry| secs(&entry["at"], 0));
    let mut entries = Vec::new();
    if first.is_none() {
        let automatic = dice.chance(30);
        entries.push(
            json!({ "at": "0s", "do": "upgrade", "pool": pool["name"], "automatic": automatic }),
        );
    }
    let waits = begin + secs(&document["assumptions"]["cordon"], 1);
    let drains = waits + wait;
    let edges = [begin, waits, waits + 620, waits + 660, drains, drains + 30, drains + 3600];
    for _ in 0..dice.below(7) {
        let when = instant(dice, &edges);
        match dice.below(8) {
            0 => {
                let next = *dice.one(&WAITS);
                let settings = settings(dice, &pool["upgradeSettings"], next);
                entries.push(json!({ "at": at(when), "do": "cancel", "pool": pool["name"] }));
                entries.push(json!({
                    "at": at(when), "do": "set", "pool": pool["name"], "upgradeSettings": settings,
                }));
                entries.push(
                    json!({ "at": at(when + dice.below(900)), "do": "resume", "pool": pool["name"] }),
                );
            }
            _ => entries.extend(command(dice, &pool, when)),
        }
    }
    say(document, entries);
}
