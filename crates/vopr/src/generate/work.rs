//! Gives Pods a length of work. With its own random draws, so that it changes no other part.

use super::Dice;
use serde_json::{Value, json};

/// Lengths and checkpoints of Jobs, bare Pods and custom kinds; some of the others', which have no effect.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        let ends = matches!(workload["kind"].as_str(), Some("Job" | "Pod" | "GameServer"));
        if !dice.chance(if ends { 80 } else { 5 }) {
            continue;
        }
        let times = &mut workload["assumptions"];
        times["work"] = dice.span(&[1, 30, 211, 300, 600, 1000, 5000]);
        if dice.chance(50) {
            times["checkpoint"] = json!(dice.secs(&[1, 20, 100, 600]));
        }
        let finite = workload["kind"] == "Job" && dice.chance(60);
        if finite && workload["completions"].is_null() {
            workload["completions"] = json!(1 + dice.below(8));
        }
    }
}
