//! Adds blue-green pools, and user commands at the instants at which a phase begins or ends. With its own
//! random draws, so that it changes no other part.

use super::{Dice, nodes};
use serde_json::{Value, json};

const DAY: u64 = 86_400;

/// Soaks of batches and of pools: seven days are 604,800 s.
const BATCH_SOAKS: [u64; 10] = [0, 0, 1, 30, 30, 600, 600, 100_000, 302_400, 604_800];
const POOL_SOAKS: [u64; 12] = [0, 0, 1, 30, 60, 600, 600, 3600, DAY, 604_799, 604_800, 700_000];

/// User commands; common ones are listed repeatedly.
const COMMANDS: [&str; 24] = [
    "cancel", "cancel", "cancel", "cancel", "cancel", "resume", "resume", "resume", "resume",
    "rollback", "rollback", "rollback", "complete", "complete", "complete", "upgrade", "upgrade",
    "quota", "stockout", "drain", "cordon", "uncordon", "window", "shape",
];

/// Turns pools of a document into blue-green ones.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let pools = document["pools"].as_array().cloned().unwrap_or_default();
    let all = dice.chance(60);
    let chosen: Vec<usize> =
        (0..pools.len()).filter(|number| *number == 0 || all || dice.chance(50)).collect();
    if dice.chance(15) {
        let size = nodes(&pools).len() as u64;
        document["cluster"]["spareCapacityNodes"] = json!(near(dice, size));
    }
    let boot = secs(&document["assumptions"]["nodeCreate"], 180);
    let cordon = secs(&document["assumptions"]["cordon"], 1);
    let mut script = document["script"].as_array().cloned().unwrap_or_default();
    for number in chosen {
        let settings = settings(dice, &pools[number]["upgradeSettings"]);
        document["pools"][number]["upgradeSettings"] = settings;
        let pool = &document["pools"][number];
        let name = pool["name"].clone();
        let own = |entry: &Value| entry["do"] == "upgrade" && entry["pool"] == name;
        if !script.iter().any(own) {
            let automatic = dice.chance(30);
            script
                .push(json!({ "at": "0s", "do": "upgrade", "pool": name, "automatic": automatic }));
        }
        let first = script.iter().find(|entry| own(entry));
        let begin = first.map_or(0, |entry| secs(&entry["at"], 0));
        let edges = edges(pool, begin, boot, cordon);
        for _ in 0..dice.below(8) {
            let at = instant(dice, &edges);
            // Of two commands at one instant the second one sees the first one's result.
            for _ in 0..1 + u64::from(dice.chance(25)) {
                script.extend(command(dice, pool, at));
            }
        }
    }
    document["script"] = json!(script);
}

pub(super) fn settings(dice: &mut Dice, surge: &Value) -> Value {
    let mut settings = json!({ "strategy": "BLUE_GREEN" });
    if dice.chance(50) {
        for field in ["maxSurge", "maxUnavailable"] {
            if !surge[field].is_null() {
                settings[field] = surge[field].clone();
            }
        }
    }
    if dice.chance(10) {
        return settings;
    }
    let mut own = json!({});
    if dice.chance(80) {
        own["nodePoolSoakDuration"] = json!(dice.secs(&POOL_SOAKS));
    }
    if dice.chance(88) {
        let mut policy = json!({});
        match dice.below(8) {
            0 => {}
            1..=4 => {
                policy["batchNodeCount"] = json!(dice.one(&[0, 1, 1, 2, 2, 3, 5, 7, 10, 200]));
            }
            _ => {
                let parts = [0.0, 0.01, 0.1, 0.15, 0.29, 0.333_333, 0.5, 0.7, 0.999, 1.0];
                policy["batchPercentage"] = json!(dice.one(&parts));
            }
        }
        if dice.chance(75) {
            policy["batchSoakDuration"] = json!(dice.secs(&BATCH_SOAKS));
        }
        own["standardRolloutPolicy"] = policy;
    }
    settings["blueGreenSettings"] = own;
    settings
}

/// Instants at which phases, batches and soaks begin or end, if no Pod delays them.
fn edges(pool: &Value, begin: u64, boot: u64, cordon: u64) -> Vec<u64> {
    let own = &pool["upgradeSettings"]["blueGreenSettings"];
    let soak = secs(&own["standardRolloutPolicy"]["batchSoakDuration"], 0);
    let ready = begin + boot;
    let drains = ready + cordon;
    let mut edges = vec![begin, ready, drains, drains + 30, drains + 3600];
    let size = nodes(std::slice::from_ref(pool)).len() as u64;
    let mut at = drains;
    for batch in 0..size.min(12) {
        for wait in [0, 30, 3600] {
            edges.push(drains + batch * (wait + soak));
        }
        at += 30 + soak;
    }
    let last = secs(&own["nodePoolSoakDuration"], 3600);
    edges.extend([at, at + last, at + last + 30, drains + last, drains + last + 30]);
    edges.push(drains + 7 * DAY);
    edges
}

pub(super) fn instant(dice: &mut Dice, edges: &[u64]) -> u64 {
    let edge = *dice.one(edges);
    match dice.below(10) {
        0..=2 => edge,
        3 => edge + 1,
        4 => edge.saturating_sub(1),
        5 => edge + dice.below(60),
        6 => edge + dice.below(4000),
        7 => dice.below(900),
        8 => dice.below(8 * DAY),
        _ => dice.below(10_000),
    }
}

pub(super) fn command(dice: &mut Dice, pool: &Value, at: u64) -> Option<Value> {
    let command = *dice.one(&COMMANDS);
    let mut entry = json!({ "at": format!("{at}s"), "do": command });
    let names = nodes(std::slice::from_ref(pool));
    match command {
        "rollback" => {
            entry["pool"] = pool["name"].clone();
            entry["respectPdb"] = json!(dice.chance(50));
        }
        "upgrade" => {
            entry["pool"] = pool["name"].clone();
            entry["version"] = json!(dice.one(&["1.34.1-gke.100", "1.35.1-gke.100"]));
            entry["automatic"] = json!(dice.chance(30));
            // Half of them are blue-green.
            if dice.chance(50) {
                let changes = [
                    "version",
                    "imageType",
                    "machineType",
                    "diskType",
                    "diskSize",
                    "storagePools",
                    "ipRotation",
                    "credentialRotation",
                    "gvnic",
                    "imageStreaming",
                    "networkPolicy",
                    "nodeSystemConfig",
                ];
                entry["change"] = json!(dice.one(&changes));
            }
        }
        "quota" => {
            if dice.chance(75) {
                entry["spareNodes"] = json!(near(dice, names.len() as u64));
            }
        }
        "stockout" => {
            entry["zone"] = dice.one(pool["locations"].as_array()?).clone();
            entry["for"] = json!(dice.secs(&[1, 100, 1000, 100_000]));
        }
        "window" => entry["do"] = json!(dice.one(&["open", "close"])),
        "shape" => {
            entry["do"] = json!("set");
            entry["pool"] = pool["name"].clone();
            entry["labels"] = json!({ "zest": dice.one(&["a", "b"]) });
        }
        "drain" | "cordon" | "uncordon" => {
            if names.is_empty() {
                return None;
            }
            entry["node"] = json!(dice.one(&names));
            if command == "drain" {
                entry["force"] = json!(dice.chance(90));
                entry["ignoreDaemonsets"] = json!(dice.chance(90));
                entry["deleteEmptydirData"] = json!(dice.chance(90));
                entry["timeout"] = json!(dice.secs(&[0, 60, 5000]));
                entry["gracePeriodSeconds"] = json!(dice.one(&[-1, 0, 5, 9000]));
            }
        }
        _ => entry["pool"] = pool["name"].clone(),
    }
    Some(entry)
}

/// About as many as a green set of that size needs.
fn near(dice: &mut Dice, size: u64) -> u64 {
    match dice.below(5) {
        0 => dice.below(3),
        1 => size.saturating_sub(1),
        2 => size + dice.below(3),
        _ => size,
    }
}

/// A duration in seconds, or its middle quantile.
pub(super) fn secs(of: &Value, missing: u64) -> u64 {
    let text = of.as_str().or_else(|| of["p50"].as_str());
    let number = text.and_then(|text| text.strip_suffix('s')?.parse().ok());
    number.unwrap_or(missing)
}
