//! Sizes: GKE's quotas, Pods per node, machine types, empty pools.

use super::autoscaling::scaling;
use super::context::Cx;
use crate::compile::templates::{ASSUMED_MACHINE, NodeShape};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::initial_nodes::largest_zone;
use crate::machines;
use base::quantity::Quantity;
use base::say;
use model::WorkloadKind;

/// At most 1,000 nodes in a zone of a pool (BS-59); pools that GKE manages aren't checked.
pub(super) fn per_zone(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let most = largest_zone(cx.doc, pool);
        let short_lived = pool.strategy() == "SHORT_LIVED";
        let chosen = cx.doc.can_choose_strategy(pool) || pool.is_multi_host();
        if most > 1000 && chosen && !short_lived {
            Diagnostic::warning("quota/nodes-per-zone", format!("/pools/{at}/initialNodeCount"))
                .with("pool", &pool.name)
                .with("most", most)
                .add_to(out);
        }
    }
}

/// At most 15,000 nodes in a cluster (CA-64); newer documentation mentions 65,000, so it isn't an error (BS-57).
pub(super) fn in_cluster(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let nodes = cx.node_names.len();
    if nodes > 15_000 {
        out.push(Diagnostic::warning("quota/nodes", "/pools").with("nodes", nodes));
    }
}

/// At most 200,000 Pods in a Standard cluster (BS-66).
pub(super) fn pods(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let nodes = cx.node_names.len() as i64;
    let pods: i64 = cx
        .resolved
        .workloads
        .iter()
        .map(|owner| match owner.kind {
            WorkloadKind::DaemonSet => nodes,
            _ => i64::from(owner.replicas),
        })
        .sum();
    if pods > 200_000 {
        out.push(Diagnostic::warning("quota/pods", "/workloads").with("pods", pods));
    }
}

/// 8 to 256 Pods per node (KT-20). Smaller numbers run too: examples with two Pods per node are easier to read.
pub(super) fn pods_per_node(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut check = |path: String, pods: Option<i64>| {
        let Some(pods) = pods.filter(|pods| !(8..=256).contains(pods)) else {
            return;
        };
        let diagnostic = if (1..8).contains(&pods) {
            Diagnostic::warning("nodes/pods-per-node", path)
        } else {
            Diagnostic::error("nodes/pods-per-node", path)
        };
        out.push(diagnostic.with("pods", pods));
    };
    let cluster = &cx.doc.cluster.default_max_pods_constraint;
    check("/cluster/defaultMaxPodsConstraint/maxPodsPerNode".to_owned(), cluster.max_pods_per_node);
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let path = format!("/pools/{at}/maxPodsConstraint/maxPodsPerNode");
        check(path, pool.max_pods_constraint.max_pods_per_node);
    }
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let pods = pool.allocatable.get("pods");
        let pods = pods.and_then(|amount| Quantity::parse(&amount.0)?.units());
        if let Some(pods) = pods.filter(|pods| *pods > 256) {
            Diagnostic::warning("nodes/pods-per-node", format!("/pools/{at}/allocatable/pods"))
                .says(say!("check-allocatable-pods", pool = &pool.name, pods = pods))
                .add_to(out);
        }
    }
}

/// The allocatable resources of the machine type are known (KT-19).
pub(super) fn machine_types(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut check = |path: String, name: &str| {
        if !name.is_empty() && machines::machine(name).is_none() {
            Diagnostic::warning("nodes/machine-type", path)
                .with("name", name)
                .with("cpu", machines::allocatable_cpu_m(ASSUMED_MACHINE))
                .with("memory", machines::allocatable_memory_bytes(ASSUMED_MACHINE) >> 20)
                .add_to(out);
        }
    };
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let shape = NodeShape::of_pool(cx.doc, pool);
        let told = ["cpu", "memory"].iter().all(|name| shape.allocatable.contains_key(*name));
        if !told {
            let path = format!("/pools/{at}/config/machineType");
            check(path, &shape.config.machine_type);
        }
    }
    for (at, item) in cx.doc.script.iter().enumerate() {
        if let Some(config) = &item.config {
            check(format!("/script/{at}/config/machineType"), &config.machine_type);
        }
    }
}

/// A pool without nodes may be intended, or its size may be missing.
pub(super) fn none(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    if cx.doc.pools.is_empty() {
        out.push(Diagnostic::warning("nodes/none", "/pools").says(say!("check-no-pools")));
    }
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        if !pool.nodes.is_empty() {
            continue;
        }
        let found = Diagnostic::warning("nodes/none", format!("/pools/{at}"));
        // Nodes may come before.
        let mut script = cx.doc.script.iter().filter(|one| one.pool == pool.name);
        let first = script.find(|one| matches!(&*one.action, "upgrade" | "resize"));
        let upgraded = first.is_some_and(|one| one.action == "upgrade");
        if pool.initial_node_count.is_none() {
            found.with("pool", &pool.name).add_to(out);
        } else if pool.initial_node_count == Some(0) && scaling(pool).is_none() && upgraded {
            out.push(found.says(say!("check-nothing-to-upgrade", pool = &pool.name)));
        }
    }
}
