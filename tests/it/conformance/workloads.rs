//! Controllers: what one sync creates and deletes.

use std::rc::Rc;

use base::{Map, NodeId, SimSpan, WorkloadId};
use model::scale_down;
use serde_json::{Value, json};
use sim::controllers::{
    DaemonPod, JobView, OrdinalState, PodPhaseRank, SurplusPod, daemon_creates, deletion_order,
    job_creates, ordinal_sync, replica_diff,
};
use sim::scheduling::node_should_run;

use super::{Oracle, finished, flag, list, same, text};

/// A number that the API takes as 1 when it is missing.
fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or(1) as u32
}

fn is_active(pod: &&Value) -> bool {
    !finished(pod) && !flag(pod, "terminating")
}

fn active(pods: &[Value]) -> u32 {
    pods.iter().filter(is_active).count() as u32
}

fn standing(pod: &Value) -> OrdinalState {
    if flag(pod, "terminating") {
        OrdinalState::Terminating
    } else if finished(pod) {
        OrdinalState::Finished
    } else if pod["phase"] == "Running" && flag(pod, "ready") {
        OrdinalState::Available
    } else {
        OrdinalState::Unavailable
    }
}

fn stateful(case: &Value, pods: &[Value]) -> Value {
    let by_ordinal: Map<u32, OrdinalState> = pods
        .iter()
        .filter_map(|pod| {
            let ordinal = text(&pod["name"]).rsplit('-').next()?;
            Some((ordinal.parse().ok()?, standing(pod)))
        })
        .collect();
    let parallel = case["spec"]["pod_management"] == "Parallel";
    let sync = ordinal_sync(number(&case["spec"]["replicas"]), parallel, &by_ordinal);
    let names = |ordinals: Vec<u32>| {
        let mut names: Vec<String> = ordinals.iter().map(u32::to_string).collect();
        names.sort_unstable();
        names
    };
    json!({ "create": names(sync.create), "delete": names(sync.delete) })
}

fn job(case: &Value, pods: &[Value]) -> Value {
    let spec = &case["spec"];
    let leaves = |pod: &&Value| flag(pod, "terminating") && !finished(pod);
    let terminating = pods.iter().filter(leaves);
    let completions = spec["completions"].as_u64().map(|n| n as u32);
    let view = JobView {
        parallelism: number(&spec["parallelism"]),
        // Neither number given: one Pod that succeeds once, as the API defaults it.
        completions: completions.or(spec["parallelism"].is_null().then_some(1)),
        succeeded: spec["succeeded"].as_u64().unwrap_or(0) as u32,
        active: active(pods),
        terminating: terminating.count() as u32,
        replace_when_failed: spec["pod_replacement_policy"] == "Failed",
        in_backoff: flag(spec, "in_backoff"),
    };
    json!({ "create": job_creates(view) })
}

/// One node with these taints: does the controller want a Pod there, and is there none in the way?
fn daemon(case: &Value, pods: &[Value]) -> Value {
    let taints: Vec<Value> = list(&case["spec"]["node_taints"])
        .iter()
        .filter_map(|taint| taint.as_str()?.rsplit_once(':'))
        .map(|(key, effect)| {
            let (key, value) = key.split_once('=').unwrap_or((key, ""));
            json!({ "key": key, "value": value, "effect": effect })
        })
        .collect();
    let document = json!({
        "version": 1,
        "pools": [{ "name": "a", "initialNodeCount": 1, "config": { "taints": taints } }],
        "workloads": [{ "kind": "DaemonSet", "name": "log" }],
    });
    let compiled = scenario::open(&document.to_string()).compiled.unwrap();
    let plan = Rc::clone(&compiled.plan);
    let wanted = node_should_run(&plan, &compiled.cluster, WorkloadId(0), NodeId(0), false).run;
    let there = pods
        .iter()
        .map(|pod| DaemonPod { terminating: flag(pod, "terminating"), finished: finished(pod) });
    let surge = u32::from(flag(&case["spec"], "surge"));
    json!({ "create": u32::from(daemon_creates(wanted, surge, there)) })
}

fn age(value: &Value) -> Option<SimSpan> {
    let seconds = value.as_f64()?;
    Some(SimSpan::from_ms((seconds * 1000.0).round() as i64))
}

/// A Pod as the controller sees it when it has too many.
fn surplus(pod: &Value) -> SurplusPod<&str> {
    let cost = &pod["deletion_cost"];
    let ready = flag(pod, "ready");
    SurplusPod {
        assigned: !text(&pod["node"]).is_empty(),
        stage: match text(&pod["phase"]) {
            "Running" => PodPhaseRank::Running,
            "Unknown" => PodPhaseRank::Unknown,
            _ => PodPhaseRank::Pending,
        },
        ready,
        deletion_cost: match cost.as_str() {
            Some(text) => scale_down::deletion_cost(text),
            None => cost.as_i64().map_or(0, |cost| scale_down::deletion_cost(&cost.to_string())),
        },
        rank: pod["rank_pods_on_same_node"].as_u64().unwrap_or(0) as u32,
        ready_for: age(&pod["ready_transition_age_s"]).filter(|_| ready),
        restarts: pod["restarts"].as_u64().unwrap_or(0) as u32,
        age: age(&pod["age_s"]),
        uid: text(&pod["uid"]),
    }
}

fn deleted_first<'a>(pods: impl Iterator<Item = &'a Value>) -> Vec<&'a str> {
    let pods: Vec<&Value> = pods.collect();
    let seen: Vec<SurplusPod<&str>> = pods.iter().map(|pod| surplus(pod)).collect();
    let order = deletion_order(&seen);
    order.iter().map(|at| text(&pods[*at]["name"])).collect()
}

/// Rulebook: KC-04, KC-05.
#[test]
fn conformance_replicaset_deletion_order() {
    Oracle::load("replicaset_deletion_order").ask(|case| {
        let theirs: Vec<&str> = list(&case["expect_deletion_order"]).iter().map(text).collect();
        let pods = list(&case["pods"]).iter();
        same("order", deleted_first(pods), theirs)
    });
}

fn replicas(case: &Value, pods: &[Value]) -> Value {
    let diff = replica_diff(active(pods), number(&case["spec"]["replicas"]));
    let mut deleted = deleted_first(pods.iter().filter(is_active));
    deleted.truncate(diff.max(0) as usize);
    deleted.sort_unstable();
    json!({ "create": (-diff).max(0), "delete": diff.max(0), "deleted": deleted })
}

/// Rulebook: KC-01, KC-02, KC-06, KC-09 … KC-11, KC-13 … KC-16, KC-19.
#[test]
fn conformance_workload_replacement() {
    Oracle::load("workload_replacement").ask(|case| {
        let pods = list(&case["pods"]);
        let ours = match text(&case["kind"]) {
            "ReplicaSet" | "Deployment" | "ReplicationController" => replicas(case, pods),
            "StatefulSet" => stateful(case, pods),
            "Job" => job(case, pods),
            "DaemonSet" => daemon(case, pods),
            "Pod" => json!({ "create": 0 }),
            other => return Err(format!("kind {other}")),
        };
        for (name, theirs) in case["expect"].as_object().into_iter().flatten() {
            let mut theirs = theirs.clone();
            if let Some(names) = theirs.as_array_mut() {
                names.sort_by_key(|name| text(name).to_owned());
            }
            same(name, ours[name.as_str()].clone(), theirs)?;
        }
        Ok(())
    });
}
