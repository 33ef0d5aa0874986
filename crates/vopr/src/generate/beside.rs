//! Adds events outside of upgrades: preempted Spot VMs, failing nodes, hosts, sizes,
//! reservations, the control plane, misbehaving Pods. With its own random draws, so that it changes no other part.

use super::{Dice, nodes, pools};
use serde_json::{Value, json};

/// Instants at which upgrades, drains and repairs begin or end.
const BUSY: [u64; 18] =
    [0, 0, 1, 15, 30, 31, 45, 50, 181, 211, 300, 345, 600, 601, 631, 780, 1800, 3781];

pub(super) fn say(document: &mut Value, entries: Vec<Value>) {
    if let Some(script) = document["script"].as_array_mut() {
        script.extend(entries);
    }
}

/// A workload or a budget, as entries of the script name it.
pub(super) fn path_of(object: &Value) -> String {
    let namespace = object["namespace"].as_str().unwrap_or("default");
    format!("{namespace}/{}", object["name"].as_str().unwrap_or_default())
}

pub(super) fn pools_of(document: &Value) -> Vec<Value> {
    document["pools"].as_array().cloned().unwrap_or_default()
}

/// Chooses among few nodes, so that they are often hit again.
fn node(dice: &mut Dice, names: &[String]) -> Option<Value> {
    let near = if dice.chance(50) { names.len().min(2) } else { names.len() };
    Some(json!(dice.one(names.get(..near).filter(|few| !few.is_empty())?)))
}

/// Another node of the pool, which the run may create.
fn made(dice: &mut Dice, names: &[String], name: &Value) -> Option<Value> {
    let (group, _) = name.as_str()?.rsplit_once('-')?;
    let (pool, zone) = group.rsplit_once('-')?;
    if zone == "x" {
        // It has a custom name, which doesn't contain its zone.
        return None;
    }
    let same = |other: &&String| {
        let group = other.rsplit_once('-').map_or("", |(group, _)| group);
        group.rsplit_once('-').map_or("", |(pool, _)| pool) == pool
    };
    let ordinal = names.iter().filter(same).count() as u64 + 1 + dice.below(5);
    Some(json!(format!("{group}-{ordinal}")))
}

/// An instant of the run, often soon after another one.
pub(super) fn instant(dice: &mut Dice) -> u64 {
    match dice.below(6) {
        0 | 1 => *dice.one(&BUSY),
        2 => dice.below(700),
        3 => *dice.one(&BUSY) + dice.below(60),
        4 => dice.below(6000),
        _ => dice.below(90_000),
    }
}

pub(super) fn at(at: u64) -> Value {
    json!(format!("{at}s"))
}

/// Several events at related instants, on nearby nodes.
fn on_nodes(document: &mut Value, dice: &mut Dice, most: u64, each: fn(&mut Dice) -> Value) {
    let names = nodes(&pools_of(document));
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(most) {
        let mut entry = each(dice);
        let Some(mut node) = node(dice, &names) else {
            return;
        };
        if dice.chance(35) {
            node = made(dice, &names, &node).unwrap_or(node);
        }
        (entry["node"], entry["at"]) = (node, at(instant(dice)));
        entries.push(entry);
    }
    say(document, entries);
}

pub(super) fn preemptions(document: &mut Value, dice: &mut Dice) {
    for number in 0..pools_of(document).len() {
        if dice.chance(85) {
            document["pools"][number]["config"]["spot"] = json!(true);
        }
    }
    on_nodes(document, dice, 6, |_| json!({ "do": "preempt" }));
}

pub(super) fn failures(document: &mut Value, dice: &mut Dice) {
    for number in 0..pools_of(document).len() {
        if dice.chance(40) {
            document["pools"][number]["management"]["autoRepair"] = json!(false);
        }
    }
    on_nodes(document, dice, 4, |dice| match dice.below(5) {
        0 => json!({ "do": "fail" }),
        1 => json!({ "do": "fail", "reason": "disk" }),
        _ => json!({ "do": "fail", "reason": "kubelet" }),
    });
}

pub(super) fn host_events(document: &mut Value, dice: &mut Dice) {
    for number in 0..pools_of(document).len() {
        if dice.chance(65) {
            let kind = json!({ "acceleratorCount": 1, "acceleratorType": "nvidia-l4" });
            document["pools"][number]["config"]["accelerators"] = json!([kind]);
        }
    }
    on_nodes(document, dice, 4, |_| json!({ "do": "hostEvent" }));
}

pub(super) fn resizes(document: &mut Value, dice: &mut Dice) {
    let pools = pools_of(document);
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(3) {
        let pool = dice.one(&pools);
        let zones = pool["locations"].as_array().map_or(1, Vec::len).max(1);
        let now = (nodes(std::slice::from_ref(pool)).len() / zones) as u64;
        let more = match dice.below(5) {
            0 => now.saturating_sub(1),
            _ => now + dice.below(5),
        };
        entries.push(json!({
            "at": at(instant(dice)), "do": "resize", "pool": pool["name"], "nodes": more,
        }));
    }
    say(document, entries);
}

/// About as many machines as a pool has nodes, and as many more as its upgrades need.
fn machines(dice: &mut Dice, pool: &Value) -> u64 {
    let size = nodes(std::slice::from_ref(pool)).len() as u64;
    match dice.below(6) {
        0 => size,
        1 => size + 1,
        2 => size + 2,
        3 => size * 2,
        4 => size.saturating_sub(1),
        _ => size + dice.below(5),
    }
}

pub(super) fn reservations(document: &mut Value, dice: &mut Dice) {
    let mut entries = Vec::new();
    for (number, pool) in pools_of(document).iter().enumerate() {
        if dice.chance(30) {
            continue;
        }
        if dice.chance(85) {
            let own = &mut document["pools"][number];
            match dice.below(3) {
                0 | 1 => own["reserved"] = json!(true),
                _ => own["reservedNodes"] = json!(machines(dice, pool)),
            }
            if dice.chance(25) {
                let kinds = ["ANY_RESERVATION", "ANY_RESERVATION", "NO_RESERVATION"];
                let kind = json!({ "consumeReservationType": dice.one(&kinds) });
                own["config"]["reservationAffinity"] = kind;
            }
        }
        for _ in 0..dice.below(3) {
            let mut entry =
                json!({ "at": at(instant(dice)), "do": "reservation", "pool": pool["name"] });
            if dice.chance(85) {
                entry["nodes"] = json!(machines(dice, pool));
            }
            entries.push(entry);
        }
        // Together with a stockout, which doesn't affect it.
        if dice.chance(40)
            && let Some(zones) = pool["locations"].as_array().filter(|all| !all.is_empty())
        {
            let lasts = dice.secs(&[100, 1000, 100_000]);
            let zone = dice.one(zones);
            entries.push(
                json!({ "at": at(instant(dice)), "do": "stockout", "zone": zone, "for": lasts }),
            );
        }
    }
    say(document, entries);
}

pub(super) fn behaviours(document: &mut Value, dice: &mut Dice) {
    let workloads = document["workloads"].as_array().cloned().unwrap_or_default();
    let one = |workload: &&Value| workload["copies"].is_null();
    let workloads: Vec<&Value> = workloads.iter().filter(one).collect();
    if workloads.is_empty() {
        return;
    }
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(5) {
        let workload = *dice.one(&workloads);
        let mut entry = json!({ "at": at(instant(dice)), "workload": path_of(workload) });
        match dice.below(6) {
            0 => entry["do"] = json!("fail"),
            1 => (entry["do"], entry["on"]) = (json!("fail"), json!(true)),
            2 => (entry["do"], entry["on"]) = (json!("fail"), json!(false)),
            other => {
                entry["do"] = json!("set");
                match other {
                    3 => entry["imagePull"] = json!(dice.secs(&[0, 30, 900])),
                    4 => entry["shutdown"] = json!(dice.secs(&[0, 3, 700])),
                    _ => entry["ignoresSigterm"] = json!(dice.chance(70)),
                }
                if entry["ignoresSigterm"] == false {
                    entry["imagePull"] = json!(dice.secs(&[0, 300]));
                }
            }
        }
        entries.push(entry);
    }
    say(document, entries);
}

pub(super) fn control_plane(document: &mut Value, dice: &mut Dice) {
    let locations = ["europe-west4", "europe-west4-a", "europe-west4-a"];
    document["cluster"]["location"] = json!(dice.one(&locations));
    let blue =
        pools_of(document).iter().any(|pool| pool["upgradeSettings"]["strategy"] == "BLUE_GREEN");
    if !blue && dice.chance(25) {
        document["cluster"]["autopilot"] = json!({ "enabled": true });
    }
    let now = *dice.one(&["1.34.1-gke.100", "1.34.1-gke.100", "1.35.1-gke.100"]);
    document["cluster"]["currentMasterVersion"] = json!(now);
    if dice.chance(40) {
        document["assumptions"]["controlPlane"] = json!(dice.secs(&[1, 60, 600, 2000]));
    }
    // Only commands leave nodes more than two minor versions behind, and some are over two at once (BS-06).
    let is_old = |pool: &Value| pool["version"].as_str().is_some_and(|is| is < "1.34");
    let has_old = pools_of(document).iter().any(is_old);
    let mut times: Vec<_> = (0..1 + dice.below(3)).map(|_| instant(dice)).collect();
    times.sort_unstable();
    let (mut entries, mut is) = (Vec::new(), now);
    for when in times {
        let automatic = dice.chance(50);
        let skips = !automatic && dice.chance(20);
        let last = (skips || is != "1.34.1-gke.100") && !(automatic && has_old);
        let next = ["1.35.1-gke.100", "1.36.0-gke.1"][usize::from(last)];
        is = *dice.one(&[next, next, next, "1.34.1-gke.100"]);
        entries.push(json!({
            "at": at(when), "do": "upgrade", "controlPlane": true, "version": is,
            "automatic": automatic,
        }));
    }
    // Commands of every kind at the same time.
    let pools = pools_of(document);
    for _ in 0..dice.below(4) {
        let pool = dice.one(&pools)["name"].clone();
        let kinds = ["upgrade", "resume", "cancel", "rollback"];
        entries.push(json!({ "at": at(instant(dice)), "do": dice.one(&kinds), "pool": pool }));
    }
    say(document, entries);
}

pub(super) fn concurrent(document: &mut Value, dice: &mut Dice) {
    let most = *dice.one(&[1, 2, 2, 3, 100]);
    document["cluster"]["nodePoolUpgradeConcurrencyConfig"] = json!({ "maxCount": most });
    // Edition 2025 ignores it (AM-70).
    document["edition"] = json!("2026");
    let mut entries = Vec::new();
    for pool in pools_of(document) {
        let own = |entry: &&mut Value| entry["do"] == "upgrade" && entry["pool"] == pool["name"];
        let script = document["script"].as_array_mut();
        let mut own = script.into_iter().flatten().filter(own).peekable();
        if own.peek().is_none() {
            entries.push(json!({
                "at": at(dice.below(300)), "do": "upgrade", "pool": pool["name"], "automatic": true,
            }));
        }
        for entry in own {
            entry["automatic"] = json!(dice.chance(90));
        }
    }
    say(document, entries);
}

pub(super) fn new_settings(document: &mut Value, dice: &mut Dice) {
    // These have a fixed strategy (UP-05).
    let mut pools = pools_of(document);
    pools.retain(|pool| pool["config"]["flexStart"] != true);
    if pools.is_empty() {
        return;
    }
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(4) {
        let pool = dice.one(&pools);
        let (surge, unavailable) = *dice.one(&pools::SURGE);
        let surge =
            json!({ "strategy": "SURGE", "maxSurge": surge, "maxUnavailable": unavailable });
        let settings = match dice.chance(45) && document["cluster"]["autopilot"].is_null() {
            true => super::blue_green::settings(dice, &surge),
            false => surge,
        };
        let when = instant(dice);
        if dice.chance(50) {
            entries.push(json!({ "at": at(when), "do": "cancel", "pool": pool["name"] }));
        }
        let name = &pool["name"];
        entries.push(
            json!({ "at": at(when), "do": "set", "pool": name, "upgradeSettings": settings }),
        );
        let next = *dice.one(&["resume", "rollback", "upgrade", "none"]);
        if next != "none" {
            let then = when + dice.below(900);
            entries.push(json!({ "at": at(then), "do": next, "pool": name }));
        }
    }
    say(document, entries);
}

pub(super) fn phases(document: &mut Value, dice: &mut Dice) {
    let names = [
        "CREATING_GREEN_POOL",
        "CORDONING_BLUE_POOL",
        "DRAINING_BLUE_POOL",
        "NODE_POOL_SOAKING",
        "DELETING_BLUE_POOL",
        "ROLLBACK_STARTED",
    ];
    let pools = pools_of(document);
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(4) {
        let pool = dice.one(&pools);
        let name = *dice.one(&names);
        let kinds = ["cancel", "resume", "rollback", "complete", "quota", "resize", "drain"];
        let mut entry = json!({ "do": dice.one(&kinds), "phase": name, "pool": pool["name"] });
        if dice.chance(70) {
            entry["at"] = json!(dice.secs(&[0, 1, 30, 600, 100_000]));
        }
        match entry["do"].as_str() {
            Some("quota") => entry["spareNodes"] = json!(dice.below(3)),
            Some("resize") => entry["nodes"] = json!(dice.below(12)),
            Some("drain") => match node(dice, &nodes(&pools)) {
                Some(node) => {
                    entry["node"] = node;
                    entry["force"] = json!(true);
                    entry["ignoreDaemonsets"] = json!(true);
                }
                None => continue,
            },
            _ => {}
        }
        entries.push(entry);
    }
    say(document, entries);
}

/// An imported script may name a pool that no longer exists.
pub(super) fn gone_pools(document: &mut Value, dice: &mut Dice) {
    let kinds = ["upgrade", "cancel", "resume", "rollback", "complete"];
    let mut entries = Vec::new();
    for _ in 0..1 + dice.below(2) {
        let kind = dice.one(&kinds);
        entries.push(json!({ "at": at(instant(dice)), "do": kind, "pool": "gone" }));
    }
    say(document, entries);
}

/// Quotas of which nodes of different pools take more or less, or nothing.
pub(super) fn pool_quotas(document: &mut Value, dice: &mut Dice) {
    for quota in ["CPUS", "SSD_TOTAL_GB"] {
        document["cluster"]["quotas"][quota] = json!(dice.below(12));
        for number in 0..pools_of(document).len() {
            if dice.chance(70) {
                document["pools"][number]["quotas"][quota] = json!(dice.below(5));
            }
        }
    }
}
