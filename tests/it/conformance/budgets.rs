//! Budgets: rounding, status, and the answers of the eviction API.

use std::collections::BTreeSet;

use base::BudgetId;
use base::quantity::IntOrPercent;
use model::Labels;
use model::budget::{
    BudgetStatus, BudgetView, EvictedPod, EvictionAnswer, Limit, Selected,
    UnhealthyPodEvictionPolicy, counts_as_healthy, eviction_answer, failed_sync,
    keeps_disrupted_entry, scale, selects, sync,
};
use model::selector::Selector;
use serde_json::Value;

use super::{Oracle, flag, list, same, text};

/// Rulebook: KP-01.
#[test]
fn conformance_intstr_rounding() {
    Oracle::load("intstr_rounding").ask(|case| {
        let given = &case["value"];
        let value = match given.as_str() {
            Some(text) if flag(case, "is_int") => text.parse().ok().map(IntOrPercent::Int),
            Some(_) | None => value(given),
        };
        same("error", value.is_none(), flag(case, "error"))?;
        let Some(value) = value else { return Ok(()) };
        let total = case["total"].as_i64().unwrap_or(0);
        same("up", Some(value.scaled_up(total)), case["expect_round_up"].as_i64())?;
        same("down", Some(value.scaled_down(total)), case["expect_round_down"].as_i64())
    });
}

fn value(value: &Value) -> Option<IntOrPercent> {
    value.as_i64().map(IntOrPercent::Int).or_else(|| IntOrPercent::parse_percent(value.as_str()?))
}

/// Returns `None` for text that isn't a percentage, which makes the sync fail.
fn limit(pdb: &Value) -> Option<Limit> {
    let [min, max] = ["min_available", "max_unavailable"].map(|name| &pdb[name]);
    if min.is_null() {
        value(max).map(Limit::MaxUnavailable)
    } else {
        value(min).map(Limit::MinAvailable)
    }
}

/// The controller that a Pod's owner resolves to (a ReplicaSet of a Deployment to the Deployment), and its scale.
fn owner(case: &Value, id: &str) -> (String, Option<u32>) {
    let find = |id: &str| {
        let mut controllers = list(&case["controllers"]).iter();
        controllers.find(|controller| controller["id"] == id)
    };
    let Some(found) = find(id) else {
        return (id.to_owned(), None);
    };
    match find(text(&found["owned_by"])) {
        Some(parent) if parent["kind"] == "Deployment" => owner(case, text(&parent["id"])),
        Some(_) | None => (id.to_owned(), found["replicas"].as_u64().map(|n| n as u32)),
    }
}

/// Rulebook: KP-02 … KP-17.
#[test]
fn conformance_pdb_status() {
    Oracle::load("pdb_status").ask(|case| {
        let ages = case["disrupted_pods_age_s"].as_object();
        let selector = &case["pdb"]["selector"];
        let everything = Selector::default();
        let selector_or_none = (!selector.is_null()).then_some(&everything);
        let chosen = selects(selector_or_none, &Labels::default());
        let (mut pods, mut healthy, mut owners) = (0, 0, std::collections::BTreeMap::new());
        for group in list(&case["pods"]).iter().filter(|_| chosen) {
            let count = group["count"].as_i64().unwrap_or(1);
            let name = text(&group["name"]);
            let age = ages.and_then(|ages| ages.get(name)?.as_f64()).map(|age| age as u32);
            let ready = flag(group, "ready");
            let terminating = flag(group, "terminating");
            pods += count;
            healthy += count * i64::from(counts_as_healthy(ready, terminating, age));
            if let Some(id) = group["controller"].as_str() {
                let (id, replicas) = owner(case, id);
                owners.insert(id, replicas);
            }
        }
        let unreadable = selector == "invalid";
        let selected = Selected { pods, healthy, scale: scale(owners.into_values()) };
        let old = BudgetStatus { disruptions_allowed: 3, ..BudgetStatus::default() };
        let status = match limit(&case["pdb"]) {
            Some(limit) => sync(limit, unreadable, selected, old),
            None => failed_sync(old),
        };
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
            let mut pods = list(&case["pods"]).iter();
            let pod = pods.find(|pod| pod["name"] == name.as_str());
            let terminating = pod.is_some_and(|pod| flag(pod, "terminating"));
            keeps_disrupted_entry(pod.is_some(), terminating, age.as_f64().unwrap_or(0.0) as u32)
        });
        same("kept", ours.map(|(name, _)| name.as_str()).collect(), kept)
    });
}

/// The status code of the eviction API.
fn code(answer: EvictionAnswer) -> i64 {
    match answer {
        EvictionAnswer::NotFound => 404,
        EvictionAnswer::Granted { .. } => 201,
        EvictionAnswer::Refused { .. } => 429,
        EvictionAnswer::Forbidden { .. } => 403,
        EvictionAnswer::TwoBudgets { .. } => 500,
    }
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
        let phase = text(&pod["phase"]);
        let subject = EvictedPod {
            ignores_budgets: matches!(phase, "Pending" | "Succeeded" | "Failed")
                || flag(pod, "terminating"),
            ready: flag(pod, "ready"),
        };
        let views: Vec<BudgetView> = list(&case["pdbs"])
            .iter()
            .enumerate()
            .map(|(n, pdb)| view(n, pdb, policy(case)))
            .collect();
        let answer = eviction_answer(Some(subject), &views);
        let expect = &case["expect"];
        let granted = matches!(answer, EvictionAnswer::Granted { .. });
        same("allowed", Some(granted), expect["allowed"].as_bool())?;
        same("code", Some(code(answer)), expect["status_code"].as_i64())?;
        let spends = matches!(answer, EvictionAnswer::Granted { spends: Some(_) });
        same("decrements", Some(spends), expect["decrements_budget"].as_bool())?;
        let hint = match answer {
            EvictionAnswer::Refused { retry_after_s, .. } => u64::from(retry_after_s),
            _ => 0,
        };
        let theirs = expect["retry_after_s"].as_u64();
        same("retry after", hint, theirs.unwrap_or(0))
    });
}

/// "p1,p2 ready; p3 not ready"
fn is_ready(case: &Value, pod: &Value) -> bool {
    let mut parts = text(&case["pods"]).split(';');
    let names = |part: &&str| part.split([',', ' ']).any(|word| word == text(pod));
    !parts.any(|part| names(&part) && (part.contains("not ready") || part.contains("unready")))
}

fn sequence(case: &Value) -> Result<(), String> {
    let mut view = view(0, &case["pdb"], policy(case));
    let mut evicted = BTreeSet::new();
    for step in list(&case["steps"]) {
        let pod = &step["evict"];
        let subject =
            EvictedPod { ignores_budgets: evicted.contains(text(pod)), ready: is_ready(case, pod) };
        let answer = eviction_answer(Some(subject), &[view]);
        same("code", Some(code(answer)), step["code"].as_i64())?;
        if let EvictionAnswer::Granted { spends } = answer {
            evicted.insert(text(pod));
            if spends.is_some() {
                view.status.spend();
                view.disrupted += 1;
            }
        }
        if let Some(left) = step["disruptions_allowed_after"].as_i64() {
            same("left", view.status.disruptions_allowed, left)?;
        }
        if let Some(reason) = step["condition_reason"].as_str() {
            same("reason", view.status.condition_reason(), reason)?;
        }
    }
    Ok(())
}
