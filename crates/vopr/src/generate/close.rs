//! Adds many events within a minute: nodes drained by hand while their Pods are scaled and their budget is edited, between
//! two attempts at an eviction. With its own random draws, so that it changes no other part.

use super::{Dice, nodes};
use serde_json::{Value, json};

/// Adds the minute to a document.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let pools = document["pools"].as_array().cloned().unwrap_or_default();
    let mut names = nodes(&pools);
    names.truncate(3);
    if names.is_empty() {
        return;
    }
    let count = 1 + dice.below(2);
    let workloads: Vec<Value> = (0..count).map(|number| workload(dice, number, &names)).collect();
    let budget = json!({
        "name": "near",
        "selector": { "matchLabels": { "near": "yes" } },
        "maxUnavailable": dice.below(3),
    });
    let begin = *dice.one(&[0, 0, 150, 2000]);
    let mut script = Vec::new();
    for node in &names {
        if script.is_empty() || dice.chance(60) {
            let at = begin + *dice.one(&[0, 0, 1, 5, 7, 20]);
            script.push(json!({ "at": format!("{at}s"), "do": "drain", "node": node }));
        }
    }
    for _ in 0..1 + dice.below(6) {
        let at = begin + dice.below(50);
        let mut entry = json!({ "at": format!("{at}s"), "do": "set" });
        if dice.chance(65) {
            entry["workload"] = json!(format!("default/near-{}", dice.below(count)));
            entry["replicas"] = json!(dice.below(6));
        } else {
            entry["budget"] = json!("default/near");
            entry["maxUnavailable"] = json!(dice.below(4));
        }
        script.push(entry);
    }
    for (field, more) in [("workloads", workloads), ("budgets", vec![budget]), ("script", script)] {
        if let Some(list) = document[field].as_array_mut() {
            list.extend(more);
        }
    }
}

fn workload(dice: &mut Dice, number: u64, nodes: &[String]) -> Value {
    let name = format!("near-{number}");
    let pods: Vec<Value> = (0..2 + dice.below(4))
        .map(|pod| {
            json!({
                "name": format!("{name}-{pod}"),
                "node": dice.one(nodes),
                "ready": dice.chance(50),
            })
        })
        .collect();
    json!({
        "kind": "Deployment",
        "name": name,
        "replicas": pods.len(),
        "labels": { "app": name, "near": "yes" },
        "requests": { "cpu": "10m" },
        "terminationGracePeriodSeconds": dice.one(&[0, 1, 2, 5, 30]),
        "pods": pods,
    })
}
