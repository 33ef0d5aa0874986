//! What can never fit: requests larger than any node, more Pods than nodes take, surge nodes beyond a reservation.

use super::context::{Cx, pool_settings};
use super::strategy::extra_nodes;
use crate::compile::of_pod;
use crate::compile::resources::overlay;
use crate::compile::strategy::reservation;
use crate::compile::templates::NodeShape;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::pool::Reserved;
use crate::initial_nodes::{nodes_by_zone, zones_of};
use crate::strategy::surge;
use model::{Resources, Symbols, WorkloadKind};

/// Allocatable resources of all kinds of nodes, with the number of Pods that each takes.
fn shapes(cx: &Cx<'_, '_>, symbols: &mut Symbols) -> Vec<(Resources, i64)> {
    let mut all = Vec::new();
    for pool in &cx.doc.pools {
        let template = NodeShape::of_pool(cx.doc, pool).template(cx.doc, pool, symbols);
        let nodes: i64 = nodes_by_zone(cx.doc, pool).iter().map(|nodes| i64::from(*nodes)).sum();
        let pods = nodes * i64::from(template.max_pods);
        for node in pool.nodes.iter().filter(|node| !node.allocatable.is_empty()) {
            let mut own = template.allocatable.clone();
            overlay(&mut own, &node.allocatable, symbols);
            all.push((own, 0));
        }
        all.push((template.allocatable, pods));
    }
    all
}

/// A Pod that requests more than any node has stays Pending (KS-11).
pub(super) fn requests(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut script = cx.doc.script.iter().filter_map(|item| item.config.as_ref());
    // Larger machines may come later.
    if cx.doc.pools.is_empty() || script.any(|config| !config.machine_type.is_empty()) {
        return;
    }
    let mut symbols = cx.resolved.symbols.clone();
    let shapes = shapes(cx, &mut symbols);
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let requests = of_pod(workload, &mut symbols);
        if !shapes.iter().any(|(room, _)| room.covers(&requests)) {
            let path = format!("/workloads/{at}/requests");
            Diagnostic::warning("workload/too-large", path)
                .with("workload", &workload.name)
                .with("cpu", requests.cpu_m)
                .with("memory", requests.memory_bytes >> 20)
                .add_to(out);
        }
    }
}

/// Keys of labels that a pool's nodes don't share.
const OF_NODES: [&str; 4] = [
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "kubernetes.io/hostname",
    "topology.gke.io/zone",
];

/// A label that no node has: the Pods that need it stay Pending (KS-09).
pub(super) fn node_selectors(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut script = cx.doc.script.iter();
    // Labels may come later.
    if cx.doc.pools.is_empty() || script.any(|item| item.labels.is_some() || item.config.is_some())
    {
        return;
    }
    let mut symbols = cx.resolved.symbols.clone();
    let mut labels = Vec::new();
    for pool in &cx.doc.pools {
        labels.push(NodeShape::of_pool(cx.doc, pool).template(cx.doc, pool, &mut symbols).labels);
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let missing = workload.node_selector.iter().find(|(key, value)| {
            let [name, is] = [key, value].map(|text| symbols.intern(text));
            let of_pool = labels.iter().any(|labels| labels.get(name) == Some(is));
            let mut listed = cx.doc.pools.iter().flat_map(|pool| &pool.nodes);
            !OF_NODES.contains(&key.as_str())
                && !of_pool
                && !listed.any(|node| node.labels.get(key.as_str()) == Some(value))
        });
        if let Some((key, value)) = missing {
            let path = format!("/workloads/{at}/nodeSelector");
            let found = Diagnostic::warning("workload/no-such-label", path);
            out.push(found.with("workload", &workload.name).with("key", key).with("value", value));
        }
    }
}

/// More Pods than all nodes take together (KT-20).
pub(super) fn slots(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut symbols = cx.resolved.symbols.clone();
    let slots: i64 = shapes(cx, &mut symbols).iter().map(|(_, pods)| *pods).sum();
    let nodes = cx.node_names.len() as i64;
    let owners = cx.resolved.workloads.iter();
    let pods = owners.map(|owner| match owner.kind {
        WorkloadKind::DaemonSet => nodes,
        _ => i64::from(owner.replicas),
    });
    let pods: i64 = pods.sum();
    if pods > slots && slots > 0 {
        let found = Diagnostic::warning("nodes/too-few-slots", "/workloads");
        out.push(found.with("pods", pods).with("slots", slots));
    }
}

/// A specific reservation has no machine left for the nodes that an upgrade adds (SU-16).
pub(super) fn reserved(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let nodes: u32 = nodes_by_zone(cx.doc, set.pool).iter().sum();
        let all = set.pool.reserved() == Reserved::Always;
        let Some(machines) = reservation(set.pool, nodes).filter(|_| all) else {
            continue;
        };
        let free = i64::from(machines.saturating_sub(nodes));
        let needed = extra_nodes(cx.doc, &set);
        // Nodes that are recreated keep the machines that they have.
        let recreates = surge::pair(set.settings).is_some_and(|(_, spare)| spare > 0);
        let outcome = match set.is_surge(cx.doc) {
            true if free > 0 || recreates => "slower",
            true => "stuck",
            false => "refused",
        };
        if free < needed {
            Diagnostic::warning("surge/reservation", set.path)
                .with("pool", &set.pool.name)
                .with("outcome", outcome)
                .with("free", free)
                .with("nodes", nodes)
                .with("needed", needed)
                .add_to(out);
        }
    }
}

/// GKE chooses how some pools are upgraded: numbers of a surge are no settings of theirs (UP-05). Those of Autopilot clusters
/// stand in what `describe` prints (UP-03).
pub(super) fn fixed(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let own = set.settings.is_some_and(|settings| {
            settings.max_surge.is_some() || settings.max_unavailable.is_some()
        });
        // Descriptions have the defaults of every slice (BS-05).
        let is_default = set.pool.is_multi_host() && surge::pair(set.settings) == Some((1, 0));
        let short_lived = set.pool.strategy() == "SHORT_LIVED";
        let fixed = short_lived || !cx.doc.can_choose_strategy(set.pool);
        // Of a managed pool in a Standard cluster an error says so (UP-04).
        let managed = set.pool.autopilot_managed || cx.doc.cluster.autopilot.enabled;
        if own && !managed && fixed && !is_default {
            let found = Diagnostic::warning("strategy/fixed", set.path);
            out.push(found.with("pool", &set.pool.name));
        }
    }
}

/// A pool's zones are zones of one region, the cluster's, each once.
pub(super) fn locations(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let region = |zone: &str| zone.rsplit_once('-').map(|(region, _)| region.to_owned());
    // Only names like Google's have a region.
    let place = &cx.doc.cluster.location;
    let own = match region(place) {
        Some(region) if place.len() == region.len() + 2 => region,
        _ => place.clone(),
    };
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let path = || format!("/pools/{at}/locations");
        for (n, zone) in pool.locations.iter().enumerate() {
            if pool.locations[..n].contains(zone) {
                let found = Diagnostic::warning("pools/zone-twice", format!("{}/{n}", path()));
                out.push(found.with("pool", &pool.name).with("zone", zone));
            }
        }
        let zones = zones_of(cx.doc, pool);
        let mut regions = zones.iter().filter_map(|zone| region(zone));
        let regions: Vec<String> = regions.by_ref().filter(|name| name.contains('-')).collect();
        let is_elsewhere = own.contains('-') && !regions.contains(&own);
        if let Some(other) = regions.first().filter(|_| is_elsewhere && !pool.locations.is_empty())
        {
            Diagnostic::error("pools/other-region", path())
                .with("pool", &pool.name)
                .with("region", other)
                .with("own", &own)
                // Files of several clusters may be imported together.
                .can_exist()
                .add_to(out);
            continue;
        }
        let other = regions.iter().find(|name| **name != regions[0]);
        if let Some(other) = other {
            Diagnostic::warning("pools/two-regions", path())
                .with("pool", &pool.name)
                .with("region", &regions[0])
                .with("other", other)
                .add_to(out);
        }
    }
}
