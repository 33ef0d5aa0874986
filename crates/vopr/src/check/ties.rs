//! Affinity between Pods and host ports, computed Pod by Pod and by the text of labels.

use super::{BoundRow, Said, ensure, feasible, pod_name};
use crate::shadow::Shadow;
use base::{NodeId, PodId, WorkloadId};
use model::{HostPort, PodTerm};

/// What keeps a Pod of the workload off the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tie {
    Port,
    NotNear,
    Away,
    Shunned,
}

/// Pods on existing nodes, with their nodes; terminating ones count, finished ones don't (KS-16, KT-06).
fn there<'a>(shadow: &'a Shadow<'_>) -> impl Iterator<Item = (PodId, NodeId)> + 'a {
    let nodes = shadow.nodes.iter().filter(|(_, node)| node.registered());
    nodes.flat_map(|(on, node)| node.pods.iter().map(move |pod| (*pod, on)))
}

fn matches(shadow: &Shadow<'_>, term: &PodTerm, workload: WorkloadId) -> bool {
    shadow.plan.audiences[term.audience as usize].contains(&workload)
}

fn domain(shadow: &Shadow<'_>, term: &PodTerm, node: NodeId) -> Option<String> {
    feasible::label(shadow, node, shadow.plan.symbols.text(term.topology_key))
}

fn together(shadow: &Shadow<'_>, term: &PodTerm, one: NodeId, other: NodeId) -> bool {
    let domain = |node| domain(shadow, term, node);
    domain(one).is_some() && domain(one) == domain(other)
}

/// KS-10: a missing address means every address.
fn clash(one: &HostPort, other: &HostPort) -> bool {
    let everywhere = one.ip.is_none() || other.ip.is_none();
    (one.port, one.protocol) == (other.port, other.protocol) && (everywhere || one.ip == other.ip)
}

pub(super) fn port_taken(shadow: &Shadow<'_>, workload: WorkloadId, node: NodeId) -> bool {
    let plan = shadow.plan;
    let wants = &plan.workloads[workload].host_ports;
    let taken = |port: &HostPort| {
        let mut others = shadow.node(node).pods.iter();
        others.any(|pod| {
            let own = &plan.workloads[shadow.pod(*pod).workload].host_ports;
            own.iter().any(|other| clash(port, other))
        })
    };
    wants.iter().any(taken)
}

/// KS-15.
pub(super) fn is_lonely(shadow: &Shadow<'_>, workload: WorkloadId, node: NodeId) -> bool {
    let near = &shadow.plan.workloads[workload].affinity.near;
    if near.is_empty() {
        return false;
    }
    let all = |workload: WorkloadId| near.iter().all(|term| matches(shadow, term, workload));
    let peers: Vec<NodeId> =
        there(shadow).filter(|(pod, _)| all(shadow.pod(*pod).workload)).map(|(_, on)| on).collect();
    let met = |term: &PodTerm| {
        let mut peers = peers.iter();
        peers.any(|on| together(shadow, term, node, *on))
    };
    if near.iter().all(met) {
        return false;
    }
    let has_keys = near.iter().all(|term| domain(shadow, term, node).is_some());
    let found = |on: &NodeId| near.iter().any(|term| domain(shadow, term, *on).is_some());
    let first = all(workload) && !peers.iter().any(found);
    !(first && has_keys)
}

/// KS-16, for the Pod's own terms and for those of existing Pods.
fn apart(shadow: &Shadow<'_>, workload: WorkloadId, node: NodeId) -> Option<Tie> {
    let plan = shadow.plan;
    let away = &plan.workloads[workload].affinity.away;
    for (pod, on) in there(shadow) {
        let other = shadow.pod(pod).workload;
        let meets = |term: &PodTerm, whom: WorkloadId| {
            matches(shadow, term, whom) && together(shadow, term, node, on)
        };
        if away.iter().any(|term| meets(term, other)) {
            return Some(Tie::Away);
        }
        let theirs = &plan.workloads[other].affinity.away;
        if theirs.iter().any(|term| meets(term, workload)) {
            return Some(Tie::Shunned);
        }
    }
    None
}

/// The first tie that keeps a Pod of the workload off the node.
pub(super) fn tied(shadow: &Shadow<'_>, workload: WorkloadId, node: NodeId) -> Option<Tie> {
    if port_taken(shadow, workload, node) {
        Some(Tie::Port)
    } else if is_lonely(shadow, workload, node) {
        Some(Tie::NotNear)
    } else {
        apart(shadow, workload, node)
    }
}

/// KS-10.
pub(super) fn host_ports_are_exclusive(row: &BoundRow<'_>) -> Said {
    ensure(!port_taken(row.shadow, row.state.pod.workload, row.state.on), || {
        format!("a port of {} is taken", pod_name(row.shadow, row.id))
    })
}

/// KS-15.
pub(super) fn pod_affinity_is_met(row: &BoundRow<'_>) -> Said {
    ensure(!is_lonely(row.shadow, row.state.pod.workload, row.state.on), || {
        format!("{} is near nobody", pod_name(row.shadow, row.id))
    })
}

/// KS-16.
pub(super) fn pod_anti_affinity_is_met(row: &BoundRow<'_>) -> Said {
    let tie = apart(row.shadow, row.state.pod.workload, row.state.on);
    ensure(tie.is_none(), || format!("{}: {tie:?}", pod_name(row.shadow, row.id)))
}
