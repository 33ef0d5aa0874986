//! Adds maintenance policies, and work that does or doesn't depend on them. With its own random draws, so that it changes no other part.

use super::Dice;
use super::beside::{at, instant, pools_of, say};
use serde_json::{Map, Value, json};

/// 2026-01-05T00:00:00Z, where scenarios begin.
const DAY: [&str; 3] = ["2026-01-05", "2026-01-06", "2026-01-07"];
const SCOPES: [&str; 4] = ["", "NO_UPGRADES", "NO_MINOR_UPGRADES", "NO_MINOR_OR_NODE_UPGRADES"];

/// The instant that many seconds after the scenario's start, in RFC 3339.
fn time(secs: u64) -> String {
    let (day, of_day) = (secs / 86_400, secs % 86_400);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    let day = DAY.get(day as usize).copied().unwrap_or("2026-01-08");
    format!("{day}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Exclusions of some hours during upgrades, and sometimes a daily window.
pub(super) fn calendar(document: &mut Value, dice: &mut Dice) {
    let mut exclusions = Map::new();
    let mut all = 0;
    for number in 0..1 + dice.below(4) {
        let from = instant(dice);
        let lasts = match dice.below(4) {
            0 => 1 + dice.below(300),
            1 => 1 + dice.below(3000),
            _ => 1 + dice.below(20_000),
        };
        let mut scope = *dice.one(&SCOPES);
        if matches!(scope, "" | "NO_UPGRADES") {
            all += 1;
        }
        if all > 3 {
            scope = "NO_MINOR_UPGRADES";
        }
        let mut one = json!({ "startTime": time(from), "endTime": time(from + lasts) });
        if !scope.is_empty() {
            one["maintenanceExclusionOptions"] = json!({ "scope": scope });
        }
        exclusions.insert(format!("freeze-{number}"), one);
    }
    let mut window = json!({ "maintenanceExclusions": exclusions });
    let switched = document["script"].as_array().is_some_and(|script| {
        let switch = |entry: &Value| entry["do"] == "open" || entry["do"] == "close";
        script.iter().any(switch)
    });
    if !switched && dice.chance(40) {
        let start = dice.one(&["00:00", "00:05", "01:00", "23:00"]);
        window["dailyMaintenanceWindow"] = json!({ "startTime": start });
    }
    document["cluster"]["releaseChannel"] = json!({ "channel": "REGULAR" });
    document["cluster"]["maintenancePolicy"]["window"] = window;
    if dice.chance(60)
        && let Some(script) = document["script"].as_array_mut()
    {
        for entry in script.iter_mut().filter(|entry| entry["do"] == "upgrade") {
            entry["automatic"] = json!(true);
        }
    }
}

pub(super) fn waiting(document: &mut Value, dice: &mut Dice) {
    let names = [
        "ipRotation",
        "credentialRotation",
        "networkPolicy",
        "shieldedNodes",
        "intranodeVisibility",
        "nodeLocalDns",
    ];
    let pools = pools_of(document);
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(4) {
        let pool = dice.one(&pools);
        let change = dice.one(&names);
        entries.push(json!({
            "at": at(instant(dice)), "do": "upgrade", "pool": pool["name"], "change": change,
        }));
        // A user who doesn't wait for maintenance.
        if dice.chance(40) && pool["version"].is_string() {
            entries.push(json!({
                "at": at(instant(dice)), "do": "upgrade", "pool": pool["name"], "version": pool["version"],
            }));
        }
    }
    say(document, entries);
}

pub(super) fn disruptions(document: &mut Value, dice: &mut Dice) {
    let pools = pools_of(document);
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(3) {
        let when = at(instant(dice));
        entries.push(match dice.below(5) {
            0 => json!({ "at": when, "do": "repair", "controlPlane": true }),
            1 => json!({
                "at": when, "do": "upgrade", "controlPlane": true, "change": "vmDisruption",
            }),
            _ => json!({
                "at": when, "do": "upgrade", "pool": dice.one(&pools)["name"], "change": "vmDisruption",
            }),
        });
    }
    say(document, entries);
}

pub(super) fn overrides(document: &mut Value, dice: &mut Dice) {
    let names = ["emergency", "criticalPatch", "endOfSupport", "certificates", "starvation"];
    let pools = pools_of(document);
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(3) {
        let (when, why) = (at(instant(dice)), dice.one(&names));
        entries.push(match dice.below(4) {
            0 => json!({
                "at": when, "do": "upgrade", "controlPlane": true, "override": why,
                "change": "vmDisruption",
            }),
            _ => json!({
                "at": when, "do": "upgrade", "pool": dice.one(&pools)["name"], "override": why,
            }),
        });
    }
    say(document, entries);
}

pub(super) fn target(document: &mut Value, dice: &mut Dice) {
    if dice.chance(40) {
        document["edition"] = json!("2025");
    }
    for number in 0..pools_of(document).len() {
        if dice.chance(60) {
            document["pools"][number]["management"]["autoUpgrade"] = json!(true);
        }
    }
    let upgraded = document["script"]
        .as_array()
        .is_some_and(|script| script.iter().any(|entry| entry["controlPlane"] == true));
    let cluster = &mut document["cluster"];
    if dice.chance(50) && !upgraded {
        cluster["currentMasterVersion"] = json!("1.34.1-gke.100");
    }
    if dice.chance(15) {
        cluster["endOfStandardSupportTimestamp"] = json!("2026-01-07T00:00:00Z");
        let excluded = json!({ "exclusionUntilEndOfSupport": { "enabled": true } });
        document["pools"][0]["maintenancePolicy"] = excluded;
    }
    let cluster = &mut document["cluster"];
    if dice.chance(25) {
        cluster["scheduleUpgradeConfig"] = json!({ "enabled": true });
    }
    if dice.chance(30) {
        if dice.chance(50) {
            cluster["createTime"] = json!("2026-01-01T00:00:00Z");
        }
        if dice.chance(50) {
            let past = ["2025-12-10T00:00:00Z", "2026-01-04T06:00:00Z", "2026-01-04T18:00:00Z"];
            cluster["maintenancePolicy"]["disruptionBudget"] = json!({
                "lastMinorVersionDisruptionTime": dice.one(&past),
                "lastDisruptionTime": dice.one(&past),
                "minorVersionDisruptionInterval": dice.secs(&[0, 86_400, 864_000]),
                "patchVersionDisruptionInterval": dice.secs(&[0, 3600, 86_400]),
            });
        }
        document["edition"] = json!("2026");
    }
    let versions = ["1.34.5-gke.100", "1.35.1-gke.100", "1.35.2-gke.100", "1.36.0-gke.100"];
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(2) {
        let version = dice.one(&versions);
        entries.push(json!({ "at": at(instant(dice)), "do": "target", "version": version }));
    }
    say(document, entries);
}
