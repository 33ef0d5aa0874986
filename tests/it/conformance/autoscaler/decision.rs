//! One whole decision to grow.

use super::super::sched::World;
use super::super::{Oracle, list, same, text};
use super::{count, number, numbers};
use base::{GroupId, PodId};
use serde_json::{Value, json};
use sim::autoscaler::balance::balance;
use sim::autoscaler::estimate::NewNode;
use sim::autoscaler::expanders::{Cluster, PodPrices, PoolNode};
use sim::autoscaler::scale_up::{GrowingGroup, Settings, decide};
use sim::scheduling::Occupancy;
use sim::scheduling::snapshot::Snapshot;
use sim::testing::expanders::expander;
use std::collections::{BTreeMap, BTreeSet};

/// Rulebook: KA-15 to KA-41.
#[test]
fn conformance_ca_scaleup() {
    Oracle::load("ca_scaleup").ask(decision);
}

fn node(group: &Value, name: &str) -> Value {
    let taint = json!([{ "key": "closed", "value": "", "effect": "NoSchedule" }]);
    json!({
        "name": name,
        "labels": { "kubernetes.io/hostname": name, "topology.kubernetes.io/zone": group["zone"] },
        "taints": if group["no_schedule_taint"] == true { taint } else { json!([]) },
        "allocatable": {
            "cpu_m": group["cpu_m"],
            "mem_bytes": number(&group["mem_mib"]) << 20,
            "pods": group["max_pods"],
        },
    })
}

fn decision(case: &Value) -> Result<(), String> {
    let mut world = World::new(false);
    let listed = list(&case["groups"]);
    let mut groups = Vec::new();
    for (at, group) in (0..).zip(listed) {
        // The last one is the model of new nodes, and none of the cluster.
        for n in 0..=count(&group["size"]) {
            world.node(&node(group, &format!("{}-{n}", text(&group["id"]))));
        }
        let last = base::NodeId(world.cluster.nodes.len() - 1);
        let model = &mut world.cluster.nodes[last];
        model.phase = model::NodePhase::Gone;
        let (template, zone) = (model.template, world.plan.groups[model.group].zone);
        groups.push(GrowingGroup {
            group: GroupId(at),
            target: count(&group["size"]),
            max: count(&group["max"]),
            atomic: group["zero_or_max"] == true,
            exists: true,
            left: None,
            reserved: false,
            new: NewNode { template, zone, daemons: Vec::new() },
            node: PoolNode {
                cpu_m: number(&group["cpu_m"]),
                memory_bytes: number(&group["mem_mib"]) << 20,
                accelerators: 0,
                has_gpus: false,
                price: group["node_price_per_h"].as_f64().unwrap_or(0.0),
            },
            held: None,
        });
    }
    let demands = list(&case["pod_groups"]);
    let pods: Vec<Vec<PodId>> = demands.iter().map(|demand| pods(&mut world, demand)).collect();
    let (plan, cluster) = world.done();
    let mut occupancy = Occupancy::new(&plan, &cluster);
    let mut snapshot = Snapshot::new(&plan, &cluster, &mut occupancy);
    let nodes = listed.iter().map(|group| count(&group["size"])).sum();
    let prices = &case["pod_price_per_h"];
    let default = PodPrices::default();
    let prices = PodPrices {
        cpu: prices["per_cpu"].as_f64().unwrap_or(default.cpu),
        gib: prices["per_gib"].as_f64().unwrap_or(default.gib),
        ..default
    };
    let machine = |group: GroupId| &listed[group.0 as usize]["machine_type"];
    let alike = |one: GroupId, other: GroupId| machine(one) == machine(other);
    let chain = expander(text(&case["expander"])).ok_or("an unknown expander")?;
    let settings = Settings {
        chain: &[chain],
        cluster: Cluster { nodes, prices },
        nodes,
        most_nodes: Some(count(&case["max_nodes_total"])).filter(|most| *most > 0),
        bounded: false,
        affordable: &|_| None,
        similar: (case["balance_similar_node_groups"] == true).then_some(&alike),
        spread: &balance,
    };
    let found = decide(&mut snapshot, &mut Default::default(), &groups, &pods, &settings);
    let expect = &case["expect"];
    let id = |at: usize| text(&listed[at]["id"]);
    let ours: BTreeSet<(&str, u32, usize)> = found
        .options
        .iter()
        .map(|one| (id(one.group), one.estimate.nodes, one.estimate.pods.len()))
        .collect();
    let theirs = list(&expect["options"]).iter();
    let theirs =
        theirs.map(|one| (text(&one["group"]), count(&one["nodes"]), count(&one["pods"]) as usize));
    same("options", ours, theirs.collect())?;
    let chosen = found.chosen.map(|at| &found.options[at]);
    if let Some(theirs) = expect["chosen"].as_str() {
        same("chosen", chosen.map_or("", |one| id(one.group)), theirs)?;
    }
    let mut sizes: BTreeMap<String, i64> = listed
        .iter()
        .map(|group| (text(&group["id"]).to_owned(), number(&group["size"])))
        .collect();
    for grown in &found.sizes {
        sizes.insert(id(grown.group.0 as usize).to_owned(), i64::from(grown.size));
    }
    if !expect["chosen"].is_null() || found.sizes.is_empty() {
        same("sizes", sizes, numbers(&expect["target_sizes"]))?;
    }
    let group_of = |pod: &PodId| pods.iter().position(|group| group.contains(pod));
    let name = |at: usize| text(&demands[at]["id"]).to_owned();
    let mut triggered: BTreeMap<String, i64> = BTreeMap::new();
    for pod in chosen.iter().flat_map(|one| &one.estimate.pods) {
        *triggered.entry(name(group_of(pod).unwrap_or_default())).or_default() += 1;
    }
    let (mut waiting, mut left) = (BTreeMap::new(), BTreeMap::new());
    for at in 0..pods.len() {
        let of_winner = chosen.is_some_and(|one| one.takes.contains(&at));
        let pods = pods[at].len() as i64;
        if !found.helped.contains(&at) {
            left.insert(name(at), pods);
        } else if !of_winner {
            waiting.insert(name(at), pods);
        }
    }
    same("triggered", triggered, numbers(&expect["pods_triggered"]))?;
    same("wait", waiting, numbers(&expect["pods_await"]))?;
    same("unschedulable", left, numbers(&expect["pods_remain_unschedulable"]))
}

fn pods(world: &mut World, demand: &Value) -> Vec<PodId> {
    let id = text(&demand["id"]);
    let requests =
        json!({ "cpu_m": demand["cpu_m"], "mem_bytes": number(&demand["mem_mib"]) << 20 });
    let pod = |n: u32| {
        json!({
            "name": format!("{id}-{n}"),
            "namespace": "default",
            "labels": { "app": id },
            "node_selector": demand["node_selector"],
            "containers": [{ "requests": requests }],
        })
    };
    (0..count(&demand["count"])).map(|n| world.pod(&pod(n))).collect()
}
