//! A second family of scenarios: small clusters without anything that hides what the autoscaler must do. Limits, zones with little
//! capacity, two sides, long shutdowns beside empty nodes, budgets of exactly so much, taints that come later.

use super::beside::{at, say};
use super::{Dice, ZONES, nodes};
use serde_json::{Value, json};

/// Draws that a seed's other dice don't reach.
const FIRST: u64 = 1 << 59;

/// When most things happen: a node that is unneeded since 0 goes at 610 s.
const INSTANTS: [u64; 10] = [3, 8, 60, 95, 300, 590, 612, 1000, 1505, 2400];

pub fn growth(seed: u64) -> Value {
    let mut dice = Dice::from(seed, FIRST);
    let count = 1 + dice.below(2);
    let pools: Vec<Value> = (0..count).map(|number| pool(&mut dice, number)).collect();
    let names = nodes(&pools);
    let mut document = json!({
        "version": 1,
        "name": format!("growth {seed}"),
        "seed": seed,
        "until": dice.secs(&[2000, 4000, 6000]),
        "cluster": { "currentMasterVersion": "1.35.1-gke.100" },
        "pools": pools,
        "workloads": [],
        "budgets": [],
        "script": [],
        "assumptions": { "nodeOrder": "listed", "podStart": "0s" },
    });
    if dice.chance(25) {
        document["cluster"]["autoscaling"] =
            json!({ "autoscalingProfile": "OPTIMIZE_UTILIZATION" });
    }
    // A Pod with a long shutdown on one node, another node that empties meanwhile, and one that is used.
    let mut workloads = vec![fixed(&mut dice, "busy", &["1900m", "1100m", "700m"], &names)];
    for name in ["slow", "small", "third", "last"] {
        if dice.chance(65) {
            workloads.push(fixed(&mut dice, name, &["100m", "300m", "900m"], &names));
        }
    }
    let grows = 1 + dice.below(2);
    workloads.extend((0..grows).map(|number| growing(&mut dice, number)));
    let scaled: Vec<String> =
        workloads.iter().filter_map(|one| one["name"].as_str().map(str::to_owned)).collect();
    let budgets = workloads.iter().filter_map(|workload| budget(&mut dice, workload));
    document["budgets"] = budgets.collect();
    document["workloads"] = json!(workloads);
    let mut entries: Vec<Value> = (0..2 + dice.below(5))
        .map(|_| {
            let name = dice.one(&scaled).clone();
            let replicas = *dice.one(&[0, 0, 1, 3, 6, 9, 14]);
            let workload = format!("default/{name}");
            json!({ "at": when(&mut dice), "do": "set", "workload": workload, "replicas": replicas })
        })
        .collect();
    entries.extend(events(&mut dice, &document));
    say(&mut document, entries);
    document
}

fn when(dice: &mut Dice) -> Value {
    let at_about = *dice.one(&INSTANTS);
    at(at_about + dice.below(2) * dice.below(60))
}

fn pool(dice: &mut Dice, number: u64) -> Value {
    let zones = 1 + dice.below(3);
    let now = *dice.one(&[1, 1, 2, 3]);
    let total = dice.chance(45);
    let all = if total { now * zones } else { now };
    let mut settings = json!({ "enabled": true });
    let (min, max) = (dice.below(all + 1), all + dice.below(5));
    let names = match total {
        true => ["totalMinNodeCount", "totalMaxNodeCount"],
        false => ["minNodeCount", "maxNodeCount"],
    };
    (settings[names[0]], settings[names[1]]) = (json!(min), json!(max));
    settings["locationPolicy"] = json!(dice.one(&["ANY", "BALANCED"]));
    let mut pool = json!({
        "name": format!("pool-{number}"),
        "version": "1.33.1-gke.100",
        "locations": ZONES[..zones as usize],
        "initialNodeCount": now,
        "config": { "machineType": "e2-standard-2", "spot": dice.chance(30) },
        "autoscaling": settings,
        "upgradeSettings": { "strategy": "SURGE", "maxSurge": 1, "maxUnavailable": 0 },
    });
    if dice.chance(40) {
        let soak = dice.secs(&[600, 3600]);
        pool["upgradeSettings"] = json!({ "strategy": "BLUE_GREEN", "blueGreenSettings": { "nodePoolSoakDuration": soak } });
    }
    pool
}

/// A workload whose Pods begin on one node.
fn fixed(dice: &mut Dice, name: &str, cpu: &[&str], nodes: &[String]) -> Value {
    let node = dice.one(nodes).clone();
    let count = 1 + dice.below(2);
    let pods: Vec<Value> =
        (0..count).map(|pod| json!({ "name": format!("{name}-{pod}"), "node": node })).collect();
    json!({
        "kind": "Deployment",
        "name": name,
        "labels": { "app": name },
        "replicas": count,
        "requests": { "cpu": dice.one(cpu) },
        "terminationGracePeriodSeconds": dice.one(&[0, 15, 25, 30, 1800]),
        "pods": pods,
    })
}

/// One that grows, at times with Pods that are too large.
fn growing(dice: &mut Dice, number: u64) -> Value {
    let name = format!("grows-{number}");
    json!({
        "kind": "Deployment",
        "name": name,
        "labels": { "app": name },
        "replicas": dice.below(2),
        "requests": { "cpu": dice.one(&["500m", "900m", "1500m", "1900m", "5000m"]) },
        "terminationGracePeriodSeconds": dice.one(&[0, 15, 25, 30]),
    })
}

/// As many disruptions as the workload has Pods on its node, or one fewer.
fn budget(dice: &mut Dice, workload: &Value) -> Option<Value> {
    let pods = workload["pods"].as_array()?.len() as u64;
    let name = workload["name"].as_str()?;
    let allowed = pods.saturating_sub(dice.below(2)).max(1);
    let budget = json!({
        "name": name,
        "selector": { "matchLabels": { "app": name } },
        "maxUnavailable": allowed,
    });
    dice.chance(45).then_some(budget)
}

/// What happens to pools and zones.
fn events(dice: &mut Dice, document: &Value) -> Vec<Value> {
    let mut entries = Vec::new();
    for pool in document["pools"].as_array().into_iter().flatten() {
        let name = &pool["name"];
        if dice.chance(35) {
            entries.push(json!({ "at": at(dice.below(2) * 100), "do": "upgrade", "pool": name }));
        }
        if dice.chance(20) {
            let taint = json!({ "key": "later", "value": "v", "effect": "NO_SCHEDULE" });
            entries.push(json!({ "at": when(dice), "do": "set", "pool": name, "taints": [taint] }));
        }
        let node = nodes(std::slice::from_ref(pool)).into_iter().next();
        if let Some(node) = node.filter(|_| dice.chance(20)) {
            entries.push(json!({ "at": when(dice), "do": "preempt", "node": node }));
        }
    }
    if dice.chance(35) {
        let zone = *dice.one(&ZONES[..1]);
        let lasts = dice.secs(&[200, 3000]);
        entries.push(json!({ "at": when(dice), "do": "stockout", "zone": zone, "for": lasts }));
    }
    if dice.chance(40) {
        let spare = 1 + dice.below(3);
        entries.push(json!({ "at": when(dice), "do": "quota", "spareNodes": spare }));
    }
    entries
}
