//! New nodes for waiting Pods.

use super::sched::World;
use super::{Oracle, list, same, text};
use base::{NodeId, PodId};
use model::NodePhase;
use model::affinity::HostPort;
use serde_json::{Value, json};
use sim::autoscaler::estimate::{NewNode, estimate};
use sim::scheduling::Occupancy;
use sim::scheduling::snapshot::Snapshot;
use std::collections::BTreeMap;

const ZONE: &str = "topology.kubernetes.io/zone";
const HOST: &str = "kubernetes.io/hostname";

#[test]
fn ca_binpacking() {
    Oracle::load("ca_binpacking").ask(packing);
}

fn packing(case: &Value) -> Result<(), String> {
    let mut world = World::new(false);
    world.node(&node("existing", &case["existing_node"]));
    world.node(&node("template", &case["template"]));
    let template = world.cluster.nodes[NodeId(1)].template;
    let zone = world.plan.groups[world.cluster.nodes[NodeId(1)].group].zone;
    world.cluster.nodes[NodeId(1)].phase = NodePhase::Gone;
    let mut daemons = Vec::new();
    for pod in list(&case["template"]["daemonset_pods"]) {
        let mut pod = pod.clone();
        pod["node"] = Value::Null;
        let pod = world.pod(&pod);
        daemons.push(world.cluster.pods[pod].workload);
    }
    let all: Vec<&Value> = list(&case["groups"]).iter().collect();
    let groups: Vec<Vec<PodId>> = all.iter().map(|group| pods(&mut world, group)).collect();
    let (plan, cluster) = world.done();
    let mut occupancy = Occupancy::new(&plan, &cluster);
    let mut snapshot = Snapshot::new(&plan, &cluster, &mut occupancy);
    let most = case["max_nodes"].as_u64().unwrap_or(0) as u32;
    let most = Some(most).filter(|most| *most > 0);
    let new = NewNode { template, zone, daemons };
    let asked: Vec<&[PodId]> = groups.iter().map(Vec::as_slice).collect();
    let found = estimate(&mut snapshot, &mut Default::default(), &new, &asked, most);
    same("nodes", u64::from(found.nodes), case["expect"]["nodes"].as_u64().unwrap_or(0))?;
    let mut placed: BTreeMap<&str, u64> = BTreeMap::new();
    for pod in found.pods {
        let group = groups.iter().position(|group| group.contains(&pod)).unwrap_or_default();
        *placed.entry(text(&all[group]["id"])).or_default() += 1;
    }
    let wanted = case["expect"]["pods_by_group"].as_object().into_iter().flatten();
    let wanted = wanted.map(|(id, pods)| (id.as_str(), pods.as_u64().unwrap_or(0)));
    same("Pods", placed, wanted.filter(|(_, pods)| *pods > 0).collect())
}

fn node(name: &str, of: &Value) -> Value {
    json!({
        "name": name,
        "labels": { HOST: name, ZONE: of["zone"] },
        "allocatable": { "cpu_m": of["cpu_m"], "mem_bytes": of["mem_bytes"], "pods": of["max_pods"] },
    })
}

/// The Pods of an equivalence group.
fn pods(world: &mut World, group: &Value) -> Vec<PodId> {
    let id = text(&group["id"]);
    let selector = json!({ "match_labels": { "app": id } });
    let mut pod = json!({
        "namespace": "default",
        "labels": { "app": id },
        "containers": [{ "requests": { "cpu_m": group["cpu_m"], "mem_bytes": group["mem_bytes"] } }],
    });
    let apart = |key: &str| json!([{ "selector": selector, "topology_key": key }]);
    let spread = |key: &str| json!([{ "topology_key": key, "max_skew": 2, "when_unsatisfiable": "DoNotSchedule", "selector": selector }]);
    match text(&group["constraint"]) {
        "self_anti_affinity_hostname" => pod["pod_anti_affinity_required"] = apart(HOST),
        "self_anti_affinity_zone" => pod["pod_anti_affinity_required"] = apart(ZONE),
        "spread_hostname_max_skew_2" => pod["topology_spread"] = spread(HOST),
        "spread_zone_max_skew_2" => pod["topology_spread"] = spread(ZONE),
        _ => {}
    }
    let count = group["count"].as_u64().unwrap_or(0);
    let pods: Vec<PodId> = (0..count)
        .map(|n| {
            pod["name"] = json!(format!("{id}-{n}"));
            world.pod(&pod)
        })
        .collect();
    for pod in pods.iter().filter(|_| group["constraint"] == "host_port") {
        let workload = world.cluster.pods[*pod].workload;
        let port = HostPort { port: 8080, protocol: world.plan.keys.empty, ip: None };
        world.plan.workloads[workload].host_ports = vec![port];
    }
    pods
}
