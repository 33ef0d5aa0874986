//! Budgets: rounding, status, and the answers of the eviction API.

use std::collections::BTreeSet;

use nodetide::base::BudgetId;
use nodetide::base::quantity::IntOrPercent;
use nodetide::model::budget::{
    BudgetStatus, BudgetView, EvictedPod, EvictionAnswer, Limit, Selected,
    UnhealthyPodEvictionPolicy, counts_as_healthy, eviction_answer, keeps_disrupted_entry, scale,
    sync,
};
use serde_json::Value;

use super::{Oracle, same};

/// Rulebook: KP-01.
#[test]
fn conformance_intstr_rounding() {
    Oracle::load("intstr_rounding").ask(|case| {
        let text = case["value"].as_str().unwrap();
        let value = if case["is_int"].as_bool() == Some(true) {
            text.parse().ok().map(IntOrPercent::Int)
        } else {
            IntOrPercent::parse_percent(text)
        };
        same(
            "error",
            value.is_none(),
            case["error"].as_bool() == Some(true),
        )?;
        let Some(value) = value else { return Ok(()) };
        let total = case["total"].as_i64().unwrap();
        same(
            "up",
            Some(value.scaled_up(total)),
            case["expect_round_up"].as_i64(),
        )?;
        same(
            "down",
            Some(value.scaled_down(total)),
            case["expect_round_down"].as_i64(),
        )
    });
}

fn value(value: &Value) -> Option<IntOrPercent> {
    value
        .as_i64()
        .map(IntOrPercent::Int)
        .or_else(|| IntOrPercent::parse_percent(value.as_str()?))
}

fn limit(pdb: &Value) -> Limit {
    match value(&pdb["min_available"]) {
        Some(min) => Limit::MinAvailable(min),
        None => Limit::MaxUnavailable(value(&pdb["max_unavailable"]).unwrap()),
    }
}

/// The controller that a Pod's owner resolves to (a ReplicaSet of a Deployment to the Deployment), and its scale.
fn owner(case: &Value, id: &str) -> (String, Option<u32>) {
    let controllers = case["controllers"].as_array().unwrap();
    let found = controllers
        .iter()
        .find(|controller| controller["id"] == id)
        .unwrap();
    match found["owned_by"].as_str() {
        Some(parent) => owner(case, parent),
        None => (id.to_owned(), found["replicas"].as_u64().map(|n| n as u32)),
    }
}

/// Rulebook: KP-02 … KP-17.
#[test]
fn conformance_pdb_status() {
    Oracle::load("pdb_status").ask(|case| {
        let none = Vec::new();
        let ages = case["disrupted_pods_age_s"].as_object();
        let (mut pods, mut healthy, mut owners) = (0, 0, std::collections::BTreeMap::new());
        for group in case["pods"].as_array().unwrap_or(&none) {
            let count = group["count"].as_i64().unwrap_or(1);
            let name = group["name"].as_str().unwrap_or("");
            let age = ages
                .and_then(|ages| ages.get(name)?.as_u64())
                .map(|age| age as u32);
            let ready = group["ready"].as_bool().unwrap();
            let terminating = group["terminating"].as_bool().unwrap_or(false);
            pods += count;
            healthy += count * i64::from(counts_as_healthy(ready, terminating, age));
            if let Some(id) = group["controller"].as_str() {
                let (id, replicas) = owner(case, id);
                owners.insert(id, replicas);
            }
        }
        let unreadable = case["pdb"]["selector"] == "invalid";
        let selected = Selected {
            pods,
            healthy,
            scale: scale(owners.into_values()),
        };
        let old = BudgetStatus {
            disruptions_allowed: 3,
            ..BudgetStatus::default()
        };
        let status = sync(limit(&case["pdb"]), unreadable, selected, old);
        let expect = &case["expect"];
        for (name, ours) in [
            ("disruptions_allowed", status.disruptions_allowed),
            ("current_healthy", status.current_healthy),
            ("desired_healthy", status.desired_healthy),
            ("expected_pods", status.expected_pods),
        ] {
            if let Some(theirs) = expect[name].as_i64() {
                same(name, ours, theirs)?;
            }
        }
        let Some(kept) = expect["disrupted_pods_kept"].as_array() else {
            return Ok(());
        };
        let kept: BTreeSet<&str> = kept.iter().filter_map(Value::as_str).collect();
        let ours = ages.into_iter().flatten().filter(|(name, age)| {
            let pod = case["pods"]
                .as_array()
                .unwrap_or(&none)
                .iter()
                .find(|pod| pod["name"] == name.as_str());
            let terminating = pod.is_some_and(|pod| pod["terminating"].as_bool().unwrap_or(false));
            keeps_disrupted_entry(pod.is_some(), terminating, age.as_u64().unwrap() as u32)
        });
        same("kept", ours.map(|(name, _)| name.as_str()).collect(), kept)
    });
}

fn policy(case: &Value) -> UnhealthyPodEvictionPolicy {
    match case["policy"].as_str() {
        Some("AlwaysAllow") => UnhealthyPodEvictionPolicy::AlwaysAllow,
        _ => UnhealthyPodEvictionPolicy::IfHealthyBudget,
    }
}

fn view(number: usize, pdb: &Value, policy: UnhealthyPodEvictionPolicy) -> BudgetView {
    let count = |name: &str| pdb[name].as_i64().unwrap_or(0);
    BudgetView {
        budget: BudgetId(number as u32),
        policy,
        status: BudgetStatus {
            expected_pods: 0,
            desired_healthy: count("desired_healthy"),
            current_healthy: count("current_healthy"),
            disruptions_allowed: count("disruptions_allowed"),
        },
        stale: pdb["observed_generation"].as_i64().unwrap_or(0)
            < pdb["generation"].as_i64().unwrap_or(0),
        disrupted: count("disrupted_pods_count") as u32,
    }
}

/// Rulebook: KE-02 … KE-08, KP-14.
#[test]
fn conformance_eviction_decision() {
    Oracle::load("eviction_decision").ask(|case| {
        if case["steps"].is_array() {
            return sequence(case);
        }
        let pod = &case["pod"];
        let phase = pod["phase"].as_str().unwrap_or("");
        let flag = |name: &str| pod[name].as_bool().unwrap_or(false);
        let subject = EvictedPod {
            ignores_budgets: matches!(phase, "Pending" | "Succeeded" | "Failed")
                || flag("terminating"),
            ready: flag("ready"),
        };
        let pdbs = case["pdbs"].as_array().unwrap();
        let views: Vec<BudgetView> = pdbs
            .iter()
            .enumerate()
            .map(|(n, pdb)| view(n, pdb, policy(case)))
            .collect();
        let answer = eviction_answer(Some(subject), &views);
        let expect = &case["expect"];
        let granted = matches!(answer, EvictionAnswer::Granted { .. });
        same("allowed", Some(granted), expect["allowed"].as_bool())?;
        same(
            "code",
            Some(i64::from(answer.code())),
            expect["status_code"].as_i64(),
        )?;
        let spends = matches!(answer, EvictionAnswer::Granted { spends: Some(_) });
        same(
            "decrements",
            Some(spends),
            expect["decrements_budget"].as_bool(),
        )?;
        match (answer, expect["retry_after_s"].as_u64()) {
            (EvictionAnswer::Refused { retry_after_s, .. }, Some(theirs)) => {
                same("retry after", u64::from(retry_after_s), theirs)
            }
            _ => Ok(()),
        }
    });
}

fn sequence(case: &Value) -> Result<(), String> {
    let mut view = view(0, &case["pdb"], policy(case));
    for step in case["steps"].as_array().unwrap() {
        let answer = eviction_answer(
            Some(EvictedPod {
                ignores_budgets: false,
                ready: true,
            }),
            &[view],
        );
        same(
            "code",
            Some(i64::from(answer.code())),
            step["code"].as_i64(),
        )?;
        if let EvictionAnswer::Granted { spends: Some(_) } = answer {
            view.status.disruptions_allowed -= 1;
            view.disrupted += 1;
        }
        same(
            "left",
            Some(view.status.disruptions_allowed),
            step["disruptions_allowed_after"].as_i64(),
        )?;
        if let Some(reason) = step["condition_reason"].as_str() {
            same("reason", view.status.condition_reason(), reason)?;
        }
    }
    Ok(())
}
