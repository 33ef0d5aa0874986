//! Adds rollouts of Deployments. With its own random draws, so that it changes no other part.

use super::Dice;
use super::beside::{path_of, say};
use serde_json::{Value, json};

/// Instants at which something happens anyway.
const TIMES: [u64; 8] = [0, 1, 5, 31, 181, 300, 900, 4000];

/// Changes the template of some Deployments, at most four times.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let mut names = Vec::new();
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if workload["kind"] != "Deployment" {
            continue;
        }
        settings(workload, dice);
        let copy = workload.get("copies").map_or("", |_| "-0");
        names.push(format!("{}{copy}", path_of(workload)));
    }
    if names.is_empty() {
        return;
    }
    let entries: Vec<Value> = (0..=dice.below(4)).map(|_| entry(dice, &names)).collect();
    say(document, entries);
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
    let at = if dice.chance(70) { *dice.one(&TIMES) } else { dice.below(6000) };
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
