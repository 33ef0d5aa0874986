//! Adds rollouts of Deployments. With its own random draws, so that it changes no other part.

use super::{Dice, Feature, Swarm};
use serde_json::{Value, json};

/// Draws that a seed's other dice don't reach.
const FIRST: u64 = 1 << 52;

/// Instants at which something happens anyway.
const TIMES: [u64; 8] = [0, 1, 5, 31, 181, 300, 900, 4000];

/// Changes the template of some Deployments, at most four times.
pub(super) fn add(document: &mut Value, seed: u64, swarm: Swarm) {
    if !swarm.has(Feature::Rollouts) {
        return;
    }
    let mut dice = Dice::from(seed, FIRST);
    let mut names = Vec::new();
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if workload["kind"] != "Deployment" {
            continue;
        }
        settings(workload, &mut dice);
        let space = workload["namespace"].as_str().unwrap_or("default");
        let name = workload["name"].as_str().unwrap_or_default();
        let copy = workload.get("copies").map_or("", |_| "-0");
        names.push(format!("{space}/{name}{copy}"));
    }
    if names.is_empty() {
        return;
    }
    let entries: Vec<Value> = (0..=dice.below(4)).map(|_| entry(&mut dice, &names)).collect();
    if let Some(script) = document["script"].as_array_mut() {
        script.extend(entries);
    }
}

fn settings(workload: &mut Value, dice: &mut Dice) {
    if dice.chance(20) {
        workload["strategy"] = json!("Recreate");
    }
    let numbers = [json!(0), json!(1), json!(3), json!("10%"), json!("50%"), json!("100%")];
    for field in ["maxSurge", "maxUnavailable"] {
        if dice.chance(60) {
            workload[field] = dice.one(&numbers).clone();
        }
    }
    if workload["maxSurge"] == 0 && workload["maxUnavailable"] == 0 {
        workload["maxSurge"] = json!("25%");
    }
    if dice.chance(30) {
        workload["minReadySeconds"] = json!(dice.one(&[1, 10, 45]));
    }
    if dice.chance(50) {
        workload["progressDeadlineSeconds"] = json!(dice.one(&[46, 60, 200]));
    }
}

fn entry(dice: &mut Dice, names: &[String]) -> Value {
    let at = match dice.chance(70) {
        true => *dice.one(&TIMES),
        false => dice.below(6000),
    };
    let mut entry = json!({ "at": format!("{at}s"), "do": "rollout", "workload": dice.one(names) });
    if dice.chance(40) {
        entry["image"] = json!("app:2");
    }
    if dice.chance(40) {
        entry["requests"] = json!({ "cpu": dice.one(&["100m", "500m", "1900m"]) });
    }
    if dice.chance(40) {
        entry["fails"] = match dice.below(3) {
            0 => json!([]),
            1 => json!([{ "how": dice.one(&["crash", "imagePull", "neverReady"]) }]),
            _ => json!([{ "how": "neverReady", "until": dice.secs(&[300, 2000]) }]),
        };
    }
    if dice.chance(40) {
        entry["assumptions"] = json!({ "ready": dice.secs(&[0, 7, 90]) });
    }
    entry
}
