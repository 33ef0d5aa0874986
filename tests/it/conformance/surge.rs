//! Surge upgrades: settings to slots and bounds, and whole runs second by second.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base::PoolId;
use model::strategy::Surge;
use model::strategy::surge::{PARALLEL_LIMIT, forecast};
use serde_json::{Value, json};
use trace::{Change, Ending, Subject, Trace};

use super::{Oracle, same, simulate};

/// The pool of a case: nodes one by one.
fn pool(case: &Value) -> Value {
    let zones = case["zones"].as_array().unwrap();
    let mut nodes = Vec::new();
    for zone in zones {
        for number in 0..zone["nodes"].as_u64().unwrap() {
            let name = zone["name"].as_str().unwrap();
            nodes.push(json!({"name": format!("{name}-{number}"), "zone": name, "version": "1.32.1-gke.100"}));
        }
    }
    json!({
        "name": "pool",
        "version": "1.32.1-gke.100",
        "locations": zones.iter().map(|zone| zone["name"].clone()).collect::<Vec<_>>(),
        "upgradeSettings": case["upgradeSettings"],
        "nodeDrainConfig": case["nodeDrainConfig"],
        "config": {"machineType": "e2-standard-4", "spot": case["spot"]},
        "nodes": nodes,
    })
}

/// Rulebook: UP-10, UP-11, SU-05 … SU-21, SU-28, SU-29, AM-02 … AM-05, AM-10.
#[test]
fn conformance_gke_surge_counts() {
    Oracle::load("gke_surge_counts").ask(|case| {
        let expect = &case["expect"];
        let document = json!({"version": 1, "pools": [pool(case)], "workloads": []}).to_string();
        let opened = scenario::open(&document);
        let broken = opened.diagnostics.iter().any(|one| one.rules.contains(&"SU-28"));
        same("error", broken.then_some("SU-28"), expect["error"].as_str())?;
        if broken {
            return Ok(());
        }
        let Some(compiled) = opened.compiled else {
            return Err(format!("{:?}", opened.diagnostics));
        };
        let settings: Surge = compiled.plan.pools[PoolId(0)].surge();
        let above = opened.diagnostics.iter().any(|one| one.rules.contains(&"UP-11"));
        same("above 20", Some(above), expect["warns_above_20"].as_bool())?;
        same("limit", PARALLEL_LIMIT, 20)?;
        let zones: Vec<u32> = case["zones"]
            .as_array()
            .unwrap()
            .iter()
            .map(|zone| zone["nodes"].as_u64().unwrap() as u32)
            .collect();
        let capacity = case["surge_capacity"].as_u64().map(|n| n as u32);
        let spot = case["spot"].as_bool().unwrap_or(false);
        let ours = forecast(settings, &zones, capacity, spot);
        for ((slots, usable), theirs) in ours.zones.iter().zip(expect["zones"].as_array().unwrap())
        {
            let number = |name: &str| theirs[name].as_u64().map(|n| n as u32);
            same("surge", Some(slots.surge), number("effective_surge"))?;
            same("unavailable", Some(slots.unavailable), number("effective_unavailable"))?;
            same("usable", Some(*usable), number("surge_slots_usable"))?;
            same("parallel in zone", Some(usable + slots.unavailable), number("parallelism"))?;
        }
        let number = |name: &str| expect[name].as_u64().map(|n| n as u32);
        same("parallelism", Some(ours.parallelism), number("parallelism"))?;
        same("min", Some(ours.min_nodes), number("min_nodes"))?;
        same("max", Some(ours.max_nodes), number("max_nodes"))?;
        same("ends", Some(ours.waits_in.is_none()), expect["runs_to_the_end"].as_bool())?;
        let waits = ours.waits_in.map(|zone| case["zones"][zone]["name"].as_str().unwrap());
        same("waits in", waits, expect["waits_in_zone"].as_str())?;
        same("surge nodes", ours.surge_nodes, number("surge_nodes_created"))?;
        same("final", Some(zones.iter().sum()), number("final_nodes"))?;
        runs_inside_its_bounds(case, expect)
    });
}

/// The same settings, simulated: the run stays inside the bounds, takes the zones in order, and has the
/// parallelism that the formula promises.
fn runs_inside_its_bounds(case: &Value, expect: &Value) -> Result<(), String> {
    let mut case = case.clone();
    case["workloads"] = json!([]);
    let trace = simulate(&document(&case))?;
    let counts = node_counts(&trace);
    let number = |name: &str| expect[name].as_i64().unwrap();
    let (min, max) = (counts.values().min().unwrap(), counts.values().max().unwrap());
    if *min < number("min_nodes") || *max > number("max_nodes") {
        return Err(format!("the run has {min} to {max} nodes"));
    }
    let zones: Vec<&str> = trace
        .records()
        .filter_map(|(_, record)| match record.change {
            Change::ZoneStarted { zone, .. } => Some(trace.plan().zones[zone].name.as_str()),
            _ => None,
        })
        .collect();
    let order: Vec<&str> =
        expect["zone_order"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let reached = &order[..zones.len().min(order.len())];
    same("zone order", zones.as_slice(), reached)?;
    let ended = trace.records().any(|(_, record)| record.change == Change::UpgradeSucceeded);
    same("succeeded", Some(ended), expect["runs_to_the_end"].as_bool())?;
    let ready = |trace: &Trace| {
        let mut ready = true;
        for (_, record) in trace.records() {
            match record.change {
                Change::NodeReady => ready = true,
                Change::NodeRequested { .. } => ready = false,
                Change::NodeCordoned => return ready,
                _ => {}
            }
        }
        ready
    };
    // A mixed run cordons its unavailable node first; what a surge slot does shows where there is nothing else.
    let zones = expect["zones"].as_array().unwrap();
    let only_surge = zones.iter().all(|zone| zone["effective_unavailable"] == 0);
    match expect["surge_node_ready_before_cordon"].as_bool() {
        Some(theirs) if only_surge => same("ready before cordon", ready(&trace), theirs),
        _ => Ok(()),
    }
}

/// The scenario document of a case.
fn document(case: &Value) -> String {
    let none = Vec::new();
    let workloads = case["workloads"].as_array().unwrap_or(&none);
    let per_node: u64 = workloads.iter().map(|one| one["pods_per_node"].as_u64().unwrap()).sum();
    // An e2-standard-4 has 3,920 millicores to give: so many Pods of this request fit, and not one more.
    let request = 3920 / per_node.max(1);
    let mut pools = vec![pool(case)];
    let free = case["other_pool_free_slots"].as_u64().unwrap_or(0);
    if free > 0 {
        pools.push(json!({
            "name": "other", "version": "1.32.1-gke.100", "locations": [case["zones"][0]["name"]],
            "config": {"machineType": "e2-standard-4"},
            "nodes": [{"name": "other", "zone": case["zones"][0]["name"], "allocatable": {"cpu": format!("{}m", free * request), "memory": "8Gi", "pods": "110"}}],
        }));
    }
    let nodes: Vec<Value> = pools[0]["nodes"].as_array().unwrap().clone();
    let (mut apps, mut budgets) = (Vec::new(), Vec::new());
    for workload in workloads {
        let name = workload["name"].as_str().unwrap();
        let each = workload["pods_per_node"].as_u64().unwrap() as usize;
        let on = nodes.iter().flat_map(|node| std::iter::repeat_n(&node["name"], each));
        let pods: Vec<Value> = on
            .enumerate()
            .map(|(n, node)| json!({"name": format!("{name}-{n}"), "node": node}))
            .collect();
        let secs = |field: &str| format!("{}s", workload[field].as_u64().unwrap_or(0));
        apps.push(json!({
            "kind": if workload["kind"] == "Bare" { "Pod" } else { workload["kind"].as_str().unwrap() },
            "name": name,
            // The independent model brings every ordinal back by itself (KC-11); the default policy of a
            // StatefulSet would bring them back one after the other (KC-10).
            "podManagementPolicy": "Parallel",
            "replicas": pods.len(),
            "labels": {"app": name},
            "requests": {"cpu": format!("{request}m")},
            "terminationGracePeriodSeconds": workload["terminationGracePeriodSeconds"],
            "assumptions": {"ready": secs("readiness_delay_s"), "shutdown": secs("shutdown_s")},
            "pods": pods,
        }));
        if let Some(pdb) = workload["pdb"].as_object() {
            let mut budget =
                json!({"name": format!("{name}-pdb"), "selector": {"matchLabels": {"app": name}}});
            for (key, value) in pdb {
                budget[key] = value.clone();
            }
            budgets.push(budget);
        }
    }
    let mut script =
        vec![json!({"at": "0s", "do": "upgrade", "pool": "pool", "version": "1.33.1-gke.100"})];
    if let Some(spare) = case["surge_capacity"].as_u64() {
        script.insert(0, json!({"at": "0s", "do": "quota", "spareNodes": spare}));
    }
    for change in case["surge_capacity_changes"].as_array().unwrap_or(&none) {
        script
            .push(json!({"at": format!("{}s", change[0]), "do": "quota", "spareNodes": change[1]}));
    }
    for pause in case["pauses"].as_array().unwrap_or(&none) {
        script.push(json!({"at": format!("{}s", pause[0]), "do": "cancel", "pool": "pool"}));
        if pause[1].is_u64() {
            script.push(json!({"at": format!("{}s", pause[1]), "do": "resume", "pool": "pool"}));
        }
    }
    if let Some(at) = case["rollback_s"].as_u64() {
        script.push(json!({"at": format!("{at}s"), "do": "rollback", "pool": "pool"}));
    }
    json!({"version": 1, "pools": pools, "workloads": apps, "budgets": budgets, "script": script})
        .to_string()
}

/// Registered nodes of the pool after everything of an instant, where they change.
fn node_counts(trace: &Trace) -> BTreeMap<i64, i64> {
    let mut counts = BTreeMap::new();
    let mut frame = trace.frame(0, base::SimTime::ZERO);
    let count = |frame: &trace::Frame| {
        let nodes = frame.cluster.nodes.values();
        nodes
            .filter(|node| node.registered() && trace.plan().groups[node.group].pool == PoolId(0))
            .count() as i64
    };
    counts.insert(0, count(&frame));
    let times: Vec<_> = trace
        .records()
        .filter(|(_, record)| matches!(record.change, Change::NodeReady | Change::NodeGone))
        .map(|(_, record)| record.at)
        .collect();
    for at in times {
        trace.seek(&mut frame, at);
        counts.insert(at.ms() / 1000, count(&frame));
    }
    counts
}

/// The events of a case's answer, in its words.
fn events(trace: &Trace) -> Vec<(i64, &'static str)> {
    let mut events = Vec::new();
    for (no, record) in trace.records() {
        let name = match record.change {
            Change::NodeRequested { .. } => "surge_node_requested",
            Change::NodeReady => {
                let before = trace.frame(no.0, record.at);
                let Subject::Node(id) = record.subject else {
                    continue;
                };
                match before.cluster.nodes[id].phase {
                    model::NodePhase::Recreating { .. } => "node_recreated_ready",
                    _ => "surge_node_ready",
                }
            }
            Change::DrainStarted { .. } => "drain_start",
            Change::DrainEnded { .. } => "drain_end",
            Change::PodTerminating { ending: Ending::Evicted | Ending::Deleted, .. } => {
                "pod_evicted"
            }
            Change::PodTerminating { ending: Ending::DeletedAtLimit, .. }
            | Change::PodForced { .. } => "pod_force_removed",
            Change::NodeGone => {
                let frame = trace.frame(no.0 + 1, record.at);
                let Subject::Node(id) = record.subject else {
                    continue;
                };
                match frame.cluster.nodes[id].phase {
                    model::NodePhase::Gone => "node_deleted",
                    _ => continue,
                }
            }
            Change::PodReady => "pod_ready",
            Change::UpgradeSucceeded | Change::RolledBack => "run_finished",
            _ => continue,
        };
        events.push((record.at.ms() / 1000, name));
    }
    events.sort_unstable();
    events
}

/// The first places where two sorted lists of events differ.
fn difference(ours: &[(i64, &'static str)], theirs: &[(i64, String)]) -> Option<String> {
    let theirs: Vec<(i64, &str)> = theirs.iter().map(|(at, name)| (*at, name.as_str())).collect();
    if ours == theirs.as_slice() {
        return None;
    }
    let mut text = String::new();
    let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
    let window = |list: &[(i64, &str)]| {
        format!("{:?}", &list[at.saturating_sub(2).min(list.len())..(at + 5).min(list.len())])
    };
    let _ = write!(text, "from event {at}: ours {}, theirs {}", window(ours), window(&theirs));
    Some(text)
}

/// Rulebook: SU-06, SU-07, SU-10, SU-17, SU-24 … SU-27, AM-01 … AM-08, AM-10, AM-12, AM-56 … AM-62.
#[test]
fn conformance_gke_surge_timeline() {
    Oracle::load("gke_surge_timeline").ask(|case| {
        let trace = simulate(&document(case))?;
        let expect = &case["expect"];
        let mut theirs: Vec<(i64, String)> = expect["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| (event[0].as_i64().unwrap(), event[1].as_str().unwrap().to_owned()))
            .collect();
        theirs.sort_unstable();
        let ours = events(&trace);
        if let Some(difference) = difference(&ours, &theirs) {
            return Err(difference);
        }
        let counts = node_counts(&trace);
        let mut steps: Vec<(i64, i64)> = counts.into_iter().collect();
        steps.dedup_by_key(|(_, nodes)| *nodes);
        let their_steps: Vec<(i64, i64)> = expect["node_count"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| (step[0].as_i64().unwrap(), step[1].as_i64().unwrap()))
            .collect();
        same("node count", &steps, &their_steps)?;
        let count = |name: &str| ours.iter().filter(|(_, event)| *event == name).count() as u64;
        let last = |names: &[&str]| {
            ours.iter().filter(|(_, event)| names.contains(event)).map(|(at, _)| *at).max()
        };
        same("finish", last(&["run_finished"]), expect["finish_s"].as_i64())?;
        let done = last(&["node_deleted", "node_recreated_ready"]);
        if expect["rollback_s"].is_null() && case["spot"] != true {
            same("last node", done, expect["last_node_done_s"].as_i64())?;
        }
        same("evictions", Some(count("pod_evicted")), expect["evictions"].as_u64())?;
        same("forced", Some(count("pod_force_removed")), expect["forced_removals"].as_u64())?;
        let end = trace.frame_at(trace.end());
        let plan = trace.plan();
        let at_target = |node: &&model::Node| {
            node.registered()
                && plan.groups[node.group].pool == PoolId(0)
                && plan.templates[node.template].version.is_some_and(|version| version.minor == 33)
        };
        let upgraded = end.cluster.nodes.values().filter(at_target).count() as u64;
        same("upgraded", Some(upgraded), expect["upgraded_nodes"].as_u64())
    });
}
