//! Adds containers that fail. With its own random draws, so that it changes no other part.

use super::Dice;
use serde_json::{Value, json};

/// Lets some containers exit without having been ready. With draws of its own.
fn unready(document: &mut Value, dice: &mut Dice) {
    if dice.chance(60) {
        return;
    }
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        for one in workload["fails"].as_array_mut().into_iter().flatten() {
            if one["how"] == "crash" && dice.chance(50) {
                one["ready"] = json!(false);
            }
        }
        for pod in workload["pods"].as_array_mut().into_iter().flatten() {
            if pod["waiting"] != "CrashLoopBackOff" {
                continue;
            }
            if dice.chance(30) {
                pod["exitCode"] = json!(dice.one(&[0, 2, 137]));
            }
            if dice.chance(50) {
                pod["startedAt"] =
                    json!(dice.one(&["2026-01-04T11:59:56Z", "2026-01-04T11:00:00Z"]));
                pod["unreadySince"] =
                    json!(dice.one(&["2026-01-04T11:30:00Z", "2026-01-04T10:00:00Z"]));
            }
        }
    }
}

/// Lets some workloads fail, and some of the listed Pods.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let pools = super::beside::pools_of(document);
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        if dice.chance(60) {
            fails(workload, dice, &pools);
        }
        if dice.chance(20) {
            workload["restartPolicy"] = json!(dice.one(&["Always", "OnFailure", "Never"]));
        }
        for pod in workload["pods"].as_array_mut().into_iter().flatten() {
            if dice.chance(40) {
                let reasons = ["CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull"];
                pod["waiting"] = json!(dice.one(&reasons));
                pod["restarts"] = json!(dice.below(8));
                pod["finishedAt"] =
                    json!(dice.one(&["2026-01-04T23:59:00Z", "2026-01-04T12:00:00Z"]));
            }
        }
    }
    unready(document, &mut dice.apart(1 << 56));
}

fn fails(workload: &mut Value, dice: &mut Dice, pools: &[Value]) {
    let one = |dice: &mut Dice| {
        let mut one = json!({ "how": dice.one(&["crash", "imagePull", "neverReady", "hangs"]) });
        if dice.chance(70) {
            one["after"] = json!(dice.secs(&[1, 1, 5, 60, 400, 700]));
        }
        if dice.chance(50) {
            one["exitCode"] = json!(dice.one(&[0, 1, 137]));
        }
        if dice.chance(30) && !pools.is_empty() {
            one["pool"] = dice.one(pools)["name"].clone();
        }
        if dice.chance(40) {
            one["version"] = json!(dice.one(&["1.34", "1.35", "1.35.1-gke.100"]));
        }
        if dice.chance(40) {
            one["until"] = json!(dice.secs(&[0, 100, 211, 600, 2000]));
        }
        one
    };
    let all: Vec<Value> = (0..=dice.below(2)).map(|_| one(dice)).collect();
    workload["fails"] = json!(all);
    for probe in ["livenessProbe", "startupProbe"] {
        if dice.chance(30) {
            workload[probe] = json!({
                "initialDelaySeconds": dice.below(20),
                "periodSeconds": 1 + dice.below(20),
                "failureThreshold": 1 + dice.below(5),
            });
            if dice.chance(30) {
                workload[probe]["terminationGracePeriodSeconds"] = json!(dice.below(40));
            }
        }
    }
}
