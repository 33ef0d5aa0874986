//! Lets the cluster autoscaler grow pools: limits, Pods without a place, zones and quotas that have no machines. With its own random
//! draws, so that it changes no other part.

use super::beside::{at, instant, path_of, pools_of, say};
use super::{Dice, nodes};
use serde_json::{Value, json};

pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    for (number, pool) in pools_of(document).iter().enumerate() {
        if number == 0 || dice.chance(60) {
            let settings = settings(dice, pool);
            document["pools"][number]["autoscaling"] = settings;
        }
    }
    let more = dice.below(3);
    let workloads: Vec<Value> = (0..more).map(|number| workload(dice, number)).collect();
    if let Some(list) = document["workloads"].as_array_mut() {
        list.extend(workloads);
    }
    scales(document, dice, more);
    shortages(document, dice);
    // A VM lives for longer than it boots.
    let pools = document["pools"].as_array().into_iter().flatten();
    let lives = pools.filter(|pool| pool["config"]["maxRunDuration"].is_string());
    let late = dice.chance(15) && lives.count() == 0;
    if late {
        document["assumptions"]["nodeCreate"] = json!(dice.secs(&[600, 895, 905, 1300, 4000]));
    }
    // Pods that get no node are looked at again and again, and nodes that never come are asked for again.
    if late || document["until"] == "30d" && dice.chance(85) {
        document["until"] = json!(dice.secs(&[4000, 10_000, 20_000]));
    }
    if dice.chance(10) {
        let resources = ["cpu", "memory"];
        let limits: Vec<Value> = resources
            .iter()
            .map(|resource| {
                let most = *dice.one(&[0, 8, 40, 100, 1000]);
                let least = *dice.one(&[0, 0, 4, 20]).min(&most);
                json!({ "resourceType": resource, "minimum": least, "maximum": most })
            })
            .collect();
        document["cluster"]["autoscaling"]["enableNodeAutoprovisioning"] = json!(true);
        document["cluster"]["autoscaling"]["resourceLimits"] = json!(limits);
    }
    held(document, dice);
}

/// Annotations that hold nodes, and how long these are unneeded.
fn held(document: &mut Value, dice: &mut Dice) {
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if dice.chance(12) {
            let safe = *dice.one(&["true", "false"]);
            workload["annotations"]["cluster-autoscaler.kubernetes.io/safe-to-evict"] = json!(safe);
        }
    }
    for pool in document["pools"].as_array_mut().into_iter().flatten() {
        if pool["autoscaling"].is_object() && dice.chance(25) {
            let delay = dice.secs(&[60, 65, 300, 3600]);
            pool["autoscaling"]["consolidationDelay"] = json!(delay);
        }
        for node in pool["nodes"].as_array_mut().into_iter().flatten() {
            if node.is_object() && dice.chance(4) {
                let key = "cluster-autoscaler.kubernetes.io/scale-down-disabled";
                node["annotations"][key] = json!("true");
            }
        }
    }
}

/// Limits near the size of the pool, at times below it.
pub(super) fn settings(dice: &mut Dice, pool: &Value) -> Value {
    let zones = pool["locations"].as_array().map_or(1, Vec::len).max(1) as u64;
    let all = nodes(std::slice::from_ref(pool)).len() as u64;
    let total = dice.chance(30);
    let now = if total { all } else { all.div_ceil(zones) };
    let max = match dice.below(8) {
        0 => now,
        1 => now.saturating_sub(1 + dice.below(2)),
        2 => dice.below(3),
        3 => now + 20,
        _ => now + 1 + dice.below(4),
    };
    let min = match dice.below(4) {
        0 => max,
        1 => now + 1 + dice.below(2),
        2 => dice.below(3),
        _ => 0,
    };
    let min = min.min(max);
    let mut settings = json!({ "enabled": true });
    match total {
        true => {
            settings["totalMinNodeCount"] = json!(min);
            settings["totalMaxNodeCount"] = json!(max);
        }
        false => {
            settings["minNodeCount"] = json!(min);
            settings["maxNodeCount"] = json!(max);
        }
    }
    if dice.chance(50) {
        settings["locationPolicy"] = json!(dice.one(&["ANY", "BALANCED"]));
    }
    settings
}

/// A workload that is too large for its cluster at times.
fn workload(dice: &mut Dice, number: u64) -> Value {
    let name = format!("grows-{number}");
    let kinds = ["Deployment", "Deployment", "Deployment", "StatefulSet", "Job", "Pod"];
    let kind = *dice.one(&kinds);
    let mut workload = json!({
        "kind": kind,
        "name": name,
        "labels": { "app": name },
        "requests": { "cpu": dice.one(&["300m", "900m", "1500m", "1900m", "3500m"]) },
        "terminationGracePeriodSeconds": dice.one(&[0, 5, 30]),
    });
    match kind {
        "Job" => workload["parallelism"] = json!(1 + dice.below(8)),
        "Pod" => {}
        _ => workload["replicas"] = json!(dice.below(14)),
    }
    match dice.below(8) {
        0 => workload["priority"] = json!(dice.one(&[-11, -10, -50, 7])),
        1 => {
            workload["nodeSelector"] =
                json!({ "topology.kubernetes.io/zone": dice.one(&["zone-a", "zone-b"]) });
        }
        2 => {
            workload["topologySpreadConstraints"] = json!([{
                "maxSkew": 1,
                "topologyKey": "topology.kubernetes.io/zone",
                "whenUnsatisfiable": "DoNotSchedule",
                "labelSelector": { "matchLabels": { "app": name } },
            }]);
        }
        _ => {}
    }
    workload
}

/// Pods come and go while the run goes on.
fn scales(document: &mut Value, dice: &mut Dice, own: u64) {
    let workloads = document["workloads"].as_array().cloned().unwrap_or_default();
    let known = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"];
    let scales =
        |one: &&Value| known.iter().any(|kind| one["kind"] == *kind) && one["copies"].is_null();
    let workloads: Vec<&Value> = workloads.iter().filter(scales).collect();
    if workloads.is_empty() {
        return;
    }
    let mut entries = Vec::new();
    for _ in 0..dice.below(4) {
        let workload = match own > 0 && dice.chance(60) {
            true => workloads[workloads.len() - 1],
            false => *dice.one(&workloads),
        };
        entries.push(json!({
            "at": at(instant(dice)),
            "do": "set",
            "workload": path_of(workload),
            "replicas": dice.below(25),
        }));
    }
    say(document, entries);
}

/// Zones without machines, quotas and reservations that change.
fn shortages(document: &mut Value, dice: &mut Dice) {
    let pools = pools_of(document);
    let mut entries = Vec::new();
    for _ in 0..dice.below(3) {
        let pool = dice.one(&pools);
        let when = at(instant(dice));
        match dice.below(5) {
            0 | 1 => {
                let lasts = dice.secs(&[200, 700, 2000, 100_000]);
                if let Some(zones) = pool["locations"].as_array().filter(|all| !all.is_empty()) {
                    let zone = dice.one(zones);
                    entries
                        .push(json!({ "at": when, "do": "stockout", "zone": zone, "for": lasts }));
                }
            }
            2 | 3 => {
                entries.push(json!({ "at": when, "do": "quota", "spareNodes": dice.below(5) }));
            }
            _ => {
                let has = nodes(std::slice::from_ref(pool)).len() as u64;
                entries.push(json!({
                    "at": when, "do": "reservation", "pool": pool["name"], "nodes": has + dice.below(4),
                }));
            }
        }
    }
    say(document, entries);
}
