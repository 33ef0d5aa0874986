//! Blue-green upgrades: settings to batches and soaks, and whole runs second by second.

use base::{PoolId, SimSpan};
use model::strategy::blue_green::{SOAK_LIMIT, forecast};
use model::{Phase, RunState, Side};
use serde_json::{Value, json};
use trace::{Change, Subject, Trace};

use super::{Oracle, same, simulate};

/// The pool of a case: nodes one by one, in the order of its zones.
fn pool(case: &Value) -> Value {
    let mut nodes = Vec::new();
    for zone in case["zones"].as_array().unwrap() {
        for number in 0..zone["nodes"].as_u64().unwrap() {
            let name = zone["name"].as_str().unwrap();
            nodes.push(json!({"name": format!("{name}-{number}"), "zone": name}));
        }
    }
    let zones = case["zones"].as_array().unwrap();
    json!({
        "name": "pool",
        "version": "1.32.1-gke.100",
        "locations": zones.iter().map(|zone| zone["name"].clone()).collect::<Vec<_>>(),
        "upgradeSettings": {
            "strategy": "BLUE_GREEN",
            "blueGreenSettings": without_nulls(json!({
                "nodePoolSoakDuration": case["nodePoolSoakDuration"],
                "standardRolloutPolicy": case["standardRolloutPolicy"],
                "autoscaledRolloutPolicy": case["autoscaledRolloutPolicy"],
            })),
        },
        // Green grows by it.
        "autoscaling": {
            "enabled": !case["autoscaledRolloutPolicy"].is_null(), "minNodeCount": 0, "maxNodeCount": 100,
        },
        "config": {"machineType": "e2-standard-4"},
        "nodes": nodes,
    })
}

fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, value| !value.is_null());
    }
    value
}

/// Rulebook: BG-18 … BG-27, AM-13 … AM-15, AM-18, AM-21.
#[test]
fn conformance_gke_batches() {
    Oracle::load("gke_batches").ask(|case| {
        let expect = &case["expect"];
        let document = json!({"version": 1, "pools": [pool(case)], "workloads": []}).to_string();
        let opened = scenario::open(&document);
        let rules = ["BG-18", "BG-19", "BG-21", "BG-25"];
        let broken = opened
            .diagnostics
            .iter()
            .flat_map(|one| one.rules.iter().copied())
            .find(|rule| rules.contains(rule));
        same("error", broken, expect["error"].as_str())?;
        if broken.is_some() {
            return Ok(());
        }
        let warned = opened.diagnostics.iter().any(|one| one.rules.contains(&"BG-26"));
        let Some(compiled) = opened.compiled else {
            return Err(format!("{:?}", opened.diagnostics));
        };
        let settings = compiled.plan.pools[PoolId(0)].strategy.blue_green();
        let settings = settings.ok_or("the strategy is another one")?;
        let names: Vec<&str> = case["zones"]
            .as_array()
            .unwrap()
            .iter()
            .map(|zone| zone["name"].as_str().unwrap())
            .collect();
        let zones: Vec<u32> = case["zones"]
            .as_array()
            .unwrap()
            .iter()
            .map(|zone| zone["nodes"].as_u64().unwrap() as u32)
            .collect();
        let ours = forecast(settings, &zones);
        let secs = |span: SimSpan| span.ms() / 1000;
        let sizes: Vec<u32> =
            ours.batches.iter().map(|batch| batch.iter().map(|(_, nodes)| nodes).sum()).collect();
        let by_zone: Vec<Value> = ours
            .batches
            .iter()
            .map(|batch| {
                let zones = batch.iter().map(|(zone, nodes)| (names[*zone], *nodes));
                json!(zones.collect::<std::collections::BTreeMap<_, _>>())
            })
            .collect();
        let soaks: Vec<i64> = ours.batch_soaks.iter().map(|soak| secs(*soak)).collect();
        let answer = json!({
            "error": null,
            "blue_nodes": ours.blue,
            "drain_phase_skipped": ours.batch_size == 0,
            "batch_size": ours.batch_size,
            "batch_count": ours.batches.len(),
            "batch_sizes": sizes,
            "batch_zones": by_zone,
            "configured_total_soak_s": secs(ours.configured_soak),
            "effective_total_soak_s": secs(ours.soak),
            "warns_total_soak_above_7_days": warned,
            "batches_drained": ours.batch_soaks.len(),
            "batch_soaks_s": soaks,
            "pool_soak_s": secs(ours.pool_soak),
            "nodes_never_drained": ours.never_drained,
        });
        for (name, theirs) in expect.as_object().unwrap() {
            same(name, &answer[name], theirs)?;
        }
        same("warns", ours.configured_soak > SOAK_LIMIT, warned)
    });
}

/// The scenario document of a case.
fn document(case: &Value) -> String {
    let each = case["pods_per_blue_node"].as_u64().unwrap_or(0);
    let pool = pool(case);
    let nodes = pool["nodes"].as_array().unwrap().clone();
    // An e2-standard-4 has 3,920 millicores to give: so many Pods of this request fit, and not one more.
    let request = 3920 / each.max(1);
    let pods: Vec<Value> = nodes
        .iter()
        .flat_map(|node| std::iter::repeat_n(&node["name"], each as usize))
        .enumerate()
        .map(|(n, node)| json!({"name": format!("web-{n}"), "node": node}))
        .collect();
    let mut script = vec![json!({
        "at": "0s", "do": "upgrade", "pool": "pool", "version": "1.33.1-gke.100",
        "automatic": !case["window_closes_s"].is_null(),
    })];
    if let Some(closes) = case["window_closes_s"].as_u64() {
        script.push(json!({"at": format!("{closes}s"), "do": "close"}));
    }
    if let Some(spare) = case["quota_extra_nodes"].as_u64() {
        script.insert(0, json!({"at": "0s", "do": "quota", "spareNodes": spare}));
    }
    for command in case["commands"].as_array().unwrap() {
        let at = format!("{}s", command["at_s"]);
        script.push(json!({"at": at, "do": command["command"], "pool": "pool"}));
    }
    let master = match case["autoscaledRolloutPolicy"].is_null() {
        true => "1.33.1-gke.100",
        false => "1.34.0-gke.2201000",
    };
    let mut document = json!({
        "version": 1,
        "cluster": {"currentMasterVersion": master},
        "pools": [pool],
        "workloads": [],
        "budgets": [],
        "script": script,
        "assumptions": {"nodeOrder": "listed"},
    });
    if each > 0 {
        document["workloads"] = json!([{
            "kind": "Deployment", "name": "web", "replicas": pods.len(), "labels": {"app": "web"},
            "requests": {"cpu": format!("{request}m")},
            "terminationGracePeriodSeconds": case["pod"]["terminationGracePeriodSeconds"],
            "assumptions": {"shutdown": format!("{}s", case["pod"]["shutdown_s"])},
            "pods": pods,
        }]);
        if case["pod"]["blocked_by_pdb"] == true {
            document["budgets"] = json!([{
                "name": "web", "selector": {"matchLabels": {"app": "web"}}, "maxUnavailable": 0,
            }]);
        }
    }
    document.to_string()
}

/// Rulebook: AB-05 … AB-15, AB-19, AM-49 … AM-51, AM-67, AM-76, BG-08 … BG-43, AM-12 … AM-22, AM-39, AM-64, AM-65, AM-79, AM-84.
#[test]
fn conformance_gke_bluegreen_timeline() {
    Oracle::load("gke_bluegreen_timeline").ask(|case| {
        let trace = simulate(&document(case))?;
        let answer = answer(&trace);
        for (name, theirs) in case["expect"].as_object().unwrap() {
            let unasserted = matches!(
                name.as_str(),
                "node_count" | "peak_nodes" | "final_blue_nodes" | "final_green_nodes"
            ) && theirs.is_null();
            if !unasserted {
                same(name, &answer[name], &without_short_soaks(name, theirs))?;
            }
        }
        Ok(())
    });
}

/// A soak that took no time is listed by some and not by others.
fn without_short_soaks(name: &str, value: &Value) -> Value {
    let mut value = value.clone();
    if let (Value::Array(phases), "phases") = (&mut value, name) {
        phases.retain(|phase| {
            phase["phase"] != "NODE_POOL_SOAKING" || phase["start_s"] != phase["end_s"]
        });
    }
    value
}

/// What happened, as the cases tell it.
fn answer(trace: &Trace) -> Value {
    let mut told = Told::default();
    for (_, record) in trace.records() {
        told.row(trace, record.at.ms() / 1000, record.subject, record.change);
    }
    let last = trace.frame_at(trace.end());
    let state = last.cluster.pools[PoolId(0)];
    let of = |side: Side| {
        let nodes = last.cluster.nodes.values();
        nodes.filter(move |node| node.side == Some(side) && node.registered())
    };
    let result = match state.run {
        RunState::Succeeded => "SUCCEEDED",
        RunState::RolledBack => "ROLLED_BACK",
        RunState::Cancelled => "CANCELLED",
        RunState::Failed => "FAILED",
        other => panic!("{other:?}"),
    };
    let (blue, green) = (of(Side::Blue).count(), of(Side::Green).count());
    let cordoned = of(Side::Blue).all(|node| node.cordoned_by.is_some());
    let peak = told.counts.iter().map(|(_, count)| *count).max();
    json!({
        "result": result,
        "end_s": told.end,
        "phases": without_short_soaks("phases", &json!(told.phases)),
        "batches": told.batches,
        "commands": told.commands,
        "node_count": told.counts.iter().map(|(at, count)| json!([at, count])).collect::<Vec<_>>(),
        "peak_nodes": peak,
        "final_blue_nodes": blue,
        "final_green_nodes": green,
        "blue_cordoned_at_end": (blue > 0).then_some(cordoned),
    })
}

#[derive(Default)]
struct Told {
    phases: Vec<Value>,
    batches: Vec<Value>,
    commands: Vec<Value>,
    counts: Vec<(i64, u32)>,
    end: Option<i64>,
    /// The batch that is drained or soaks.
    batch: Option<Value>,
    /// Nodes that are drained without batches, with their place among those that begin at the same instant.
    waves: Vec<(Subject, usize)>,
    entry: Option<u32>,
}

impl Told {
    fn row(&mut self, trace: &Trace, at: i64, subject: Subject, change: Change) {
        match change {
            Change::Commanded { entry } => {
                use model::Command;
                let name = match &trace.plan().script[entry as usize].command {
                    Command::Cancel { .. } => "cancel",
                    Command::Resume { .. } => "resume",
                    Command::Rollback { .. } => "rollback",
                    Command::Complete { .. } => "complete",
                    _ => return,
                };
                self.commands.push(json!({"at_s": at, "command": name, "accepted": true}));
                self.entry = Some(entry);
            }
            Change::Refused { .. } => {
                if let Some(command) = self.commands.last_mut() {
                    command["accepted"] = json!(false);
                }
            }
            Change::PhaseStarted { phase, .. } => {
                self.end_batch(at);
                self.enter(phase, at);
            }
            Change::RollbackStarted => {
                self.batch = None;
                self.enter(Phase::RollbackStarted, at);
            }
            Change::BatchStarted { .. } => {
                self.end_batch(at);
                self.batch = Some(json!({"nodes": 0, "drain_start_s": at}));
            }
            Change::DrainStarted { .. } => {
                if let Some(batch) = &mut self.batch {
                    batch["nodes"] = json!(batch["nodes"].as_u64().unwrap() + 1);
                } else if self.drains() {
                    self.wave(subject, at);
                }
            }
            Change::DrainEnded { .. } if self.drains() => {
                if let Some((_, wave)) = self.waves.iter().rfind(|(node, _)| *node == subject) {
                    self.batches[*wave]["drained_s"] = json!(at);
                }
            }
            Change::BatchDrained { .. } => {
                if let Some(batch) = &mut self.batch {
                    batch["drained_s"] = json!(at);
                }
            }
            Change::UpgradeSucceeded | Change::RolledBack => {
                self.end_batch(at);
                self.end_phase(at);
                self.end = Some(at);
            }
            _ => {}
        }
        if let Subject::Node(_) | Subject::Cluster = subject {
            self.count(trace, at);
        }
    }

    fn drains(&self) -> bool {
        self.phases.last().is_some_and(|last| last["phase"] == "DRAINING_BLUE_POOL")
    }

    /// Nodes that are drained from the same instant on, without being a batch: after the wait.
    fn wave(&mut self, node: Subject, at: i64) {
        match self.batches.last_mut().filter(|wave| wave["drain_start_s"] == at) {
            Some(wave) => wave["nodes"] = json!(wave["nodes"].as_u64().unwrap() + 1),
            None => self.batches.push(json!({
                "nodes": 1, "drain_start_s": at, "drained_s": null, "soak_end_s": null,
            })),
        }
        self.waves.push((node, self.batches.len() - 1));
    }

    fn enter(&mut self, phase: Phase, at: i64) {
        self.end_phase(at);
        self.phases.push(json!({"phase": phase.name(), "start_s": at, "end_s": null}));
    }

    fn end_phase(&mut self, at: i64) {
        if let Some(last) = self.phases.last_mut()
            && last["end_s"].is_null()
        {
            last["end_s"] = json!(at);
        }
    }

    /// A batch counts when its soak is over.
    fn end_batch(&mut self, at: i64) {
        if let Some(mut batch) = self.batch.take()
            && !batch["drained_s"].is_null()
        {
            batch["soak_end_s"] = json!(at);
            self.batches.push(batch);
        }
    }

    fn count(&mut self, trace: &Trace, at: i64) {
        if self.counts.last().is_some_and(|(last, _)| *last == at) {
            return;
        }
        let frame = trace.frame_at(base::SimTime::from_secs(at));
        let count = frame.cluster.registered();
        if self.counts.last().is_none_or(|(_, last)| *last != count) {
            self.counts.push((at, count));
        }
    }
}
