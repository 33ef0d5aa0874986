//! Adds volume claims. With its own random draws, so that it changes no other part.

use super::{Dice, ZONES};
use serde_json::{Value, json};

/// Gives some workloads claims: of their own, shared by their Pods, or by several workloads.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let mut zones: Vec<&str> = Vec::new();
    for pool in document["pools"].as_array().into_iter().flatten() {
        let named = pool["locations"].as_array().into_iter().flatten().filter_map(Value::as_str);
        zones.extend(ZONES.iter().filter(|zone| named.clone().any(|name| name == **zone)));
    }
    zones.sort_unstable();
    zones.dedup();
    if zones.is_empty() {
        return;
    }
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        let kind = workload["kind"].as_str().unwrap_or_default();
        if matches!(kind, "DaemonSet" | "Mirror") || dice.chance(40) {
            continue;
        }
        let stateful = kind == "StatefulSet";
        let claims = 1 + usize::from(dice.chance(15));
        let all: Vec<Value> = (0..claims).map(|n| claim(dice, stateful, n, &zones)).collect();
        workload["volumeClaims"] = json!(all);
    }
    place(document, &mut dice.apart(1 << 55));
}

/// Lets some disks be part of a node. With draws of its own.
fn place(document: &mut Value, dice: &mut Dice) {
    let names = super::nodes(&super::beside::pools_of(document));
    if names.is_empty() || dice.chance(60) {
        return;
    }
    for workload in document["workloads"].as_array_mut().into_iter().flatten() {
        for claim in workload["volumeClaims"].as_array_mut().into_iter().flatten() {
            let common = claim["name"].as_str().is_some_and(|name| name.starts_with("common"));
            if claim["perPod"] == true {
                for one in claim["claims"].as_array_mut().into_iter().flatten() {
                    if dice.chance(40) {
                        one["node"] = json!(dice.one(&names));
                    }
                    if dice.chance(30) && one["node"].is_string() {
                        one["zones"] = json!([]);
                    }
                }
            } else if !common && dice.chance(20) {
                claim["node"] = json!(dice.one(&names));
            }
        }
    }
}

fn claim(dice: &mut Dice, stateful: bool, number: usize, zones: &[&str]) -> Value {
    let some = |dice: &mut Dice| {
        let first = *dice.one(zones);
        let second = *dice.one(zones);
        if first == second || dice.chance(60) { json!([first]) } else { json!([first, second]) }
    };
    let per_pod = stateful && dice.chance(80);
    // Workloads that name the same claim say the same about it.
    if !per_pod && dice.chance(30) {
        return json!({ "name": format!("common-{number}") });
    }
    let mut claim = json!({ "name": format!("data-{number}-{}", dice.below(1 << 40)) });
    if dice.chance(30) {
        claim["accessMode"] = json!(dice.one(&["ReadWriteMany", "ReadOnlyMany", "ReadWriteOnce"]));
    }
    if dice.chance(30) {
        claim["volumeBindingMode"] = json!("Immediate");
    }
    if dice.chance(20) {
        claim["allowedZones"] = some(dice);
    }
    if per_pod {
        claim["perPod"] = json!(true);
        claim["regional"] = json!(dice.chance(25));
        let listed: Vec<Value> = (0..dice.below(4))
            .map(|ordinal| json!({ "ordinal": ordinal, "zones": some(dice) }))
            .collect();
        claim["claims"] = json!(listed);
    } else if dice.chance(40) {
        claim["zones"] = some(dice);
    }
    claim
}
