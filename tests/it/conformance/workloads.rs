//! Controllers: what one sync creates and deletes.

use std::rc::Rc;

use nodetide::base::{Map, NodeId, WorkloadId};
use nodetide::sim::place::node_should_run;
use nodetide::sim::workloads::{
    DaemonPod, JobView, Standing, daemon_creates, job_creates, ordinal_sync, replica_diff,
};
use serde_json::{Value, json};

use super::{Oracle, same};

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or(0) as u32
}

fn flag(value: &Value, name: &str) -> bool {
    value[name].as_bool().unwrap_or(false)
}

fn finished(pod: &Value) -> bool {
    matches!(pod["phase"].as_str(), Some("Succeeded" | "Failed"))
}

fn active(pods: &[Value]) -> u32 {
    let counts = |pod: &&Value| !finished(pod) && !flag(pod, "terminating");
    pods.iter().filter(counts).count() as u32
}

fn standing(pod: &Value) -> Standing {
    if flag(pod, "terminating") {
        Standing::Terminating
    } else if finished(pod) {
        Standing::Finished
    } else if pod["phase"] == "Running" && flag(pod, "ready") {
        Standing::Available
    } else {
        Standing::Unavailable
    }
}

fn stateful(case: &Value, pods: &[Value]) -> Value {
    let by_ordinal: Map<u32, Standing> = pods
        .iter()
        .filter_map(|pod| Some((pod["name"].as_str()?.parse().ok()?, standing(pod))))
        .collect();
    let parallel = case["spec"]["pod_management"] == "Parallel";
    let sync = ordinal_sync(number(&case["spec"]["replicas"]), parallel, &by_ordinal);
    let text = |list: Vec<u32>| -> Vec<String> { list.iter().map(u32::to_string).collect() };
    json!({ "create": text(sync.create), "delete": text(sync.delete) })
}

fn job(case: &Value, pods: &[Value]) -> Value {
    let spec = &case["spec"];
    let terminating = pods.iter().filter(|pod| flag(pod, "terminating"));
    let view = JobView {
        parallelism: number(&spec["parallelism"]),
        completions: spec["completions"].as_u64().map(|n| n as u32),
        succeeded: number(&spec["succeeded"]),
        active: active(pods),
        terminating: terminating.count() as u32,
        replace_when_failed: spec["pod_replacement_policy"] == "Failed",
        in_backoff: flag(spec, "in_backoff"),
    };
    json!({ "create": job_creates(view) })
}

/// One node with these taints: does the controller want a Pod there, and is there none in the way?
fn daemon(case: &Value, pods: &[Value]) -> Value {
    let taints: Vec<Value> = case["spec"]["node_taints"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|taint| taint.as_str()?.rsplit_once(':'))
        .map(|(key, effect)| json!({ "key": key, "effect": effect }))
        .collect();
    let document = json!({
        "version": 1,
        "pools": [{ "name": "a", "initialNodeCount": 1, "config": { "taints": taints } }],
        "workloads": [{ "kind": "DaemonSet", "name": "log" }],
    });
    let compiled = nodetide::scenario::open(&document.to_string())
        .compiled
        .unwrap();
    let plan = Rc::clone(&compiled.plan);
    let wanted = node_should_run(&plan, &compiled.cluster, WorkloadId(0), NodeId(0), false).run;
    let there = pods.iter().map(|pod| DaemonPod {
        terminating: flag(pod, "terminating"),
        finished: finished(pod),
    });
    let surge = u32::from(flag(&case["spec"], "surge"));
    json!({ "create": u32::from(daemon_creates(wanted, surge, there)) })
}

/// Rulebook: KC-01, KC-02, KC-06, KC-09 … KC-11, KC-13 … KC-16, KC-19.
#[test]
fn conformance_workload_replacement() {
    Oracle::load("workload_replacement").ask(|case| {
        let pods = case["pods"].as_array().cloned().unwrap_or_default();
        let ours = match case["kind"].as_str().unwrap_or_default() {
            "ReplicaSet" => {
                let diff = replica_diff(active(&pods), number(&case["spec"]["replicas"]));
                json!({ "create": (-diff).max(0), "delete": diff.max(0) })
            }
            "StatefulSet" => stateful(case, &pods),
            "Job" => job(case, &pods),
            "DaemonSet" => daemon(case, &pods),
            "Pod" => json!({ "create": 0 }),
            other => return Err(format!("kind {other}")),
        };
        for (name, theirs) in case["expect"].as_object().into_iter().flatten() {
            if name == "deleted" {
                return Err("left out: names of deleted Pods".to_owned());
            }
            same(name, ours[name.as_str()].clone(), theirs.clone())?;
        }
        Ok(())
    });
}
