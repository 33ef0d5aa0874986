//! Room that is being made for a Pod is kept from others of its priority and below.

use super::cycle::Closed;
use super::filters::Filter;
use super::scratch::Scratch;
use super::{Occupancy, Pass, Placement};
use crate::base::id::Id as _;
use crate::base::{NodeId, PodId, muted};
use crate::model::{Cluster, Plan};

impl Pass {
    /// Chooses the node of a pending Pod: the one that it is nominated to if it fits there, else the best. Where
    /// room is being made for others, it must fit beside them.
    ///
    /// Rulebook: KS-19, KS-37. Source: Kubernetes `schedule_one.go`, `evaluateNominatedNode`.
    pub fn place_pending(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &mut Occupancy,
        pod: PodId,
    ) -> Placement {
        if occupancy.nominated.is_empty() {
            return self.place(plan, cluster, occupancy, pod);
        }
        if let Some(node) = cluster.nominated.get(&pod)
            && occupancy.exists(*node)
            && rejection(plan, cluster, occupancy, pod, *node).is_none()
            && !muted("KS-37")
        {
            return Placement::On(*node);
        }
        if let Some(reasons) = self.known(plan, cluster, occupancy, pod) {
            return Placement::Nowhere(reasons);
        }
        let closed = closed(plan, cluster, occupancy, pod);
        self.place_beside(plan, cluster, occupancy, pod, closed)
    }
}

/// Nodes that have no room for the Pod beside those that are nominated to them, with what rejects it there.
pub(super) fn closed(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &mut Occupancy,
    pod: PodId,
) -> Closed {
    let mut closed = Closed::new();
    let pinned = cluster.pods[pod].pinned;
    let nodes = occupancy.nominated.keys().copied();
    let nodes: Vec<NodeId> = nodes
        .filter(|node| pinned.is_none_or(|pinned| pinned == *node))
        .collect();
    for node in nodes {
        let others = !beside(plan, cluster, occupancy, pod, node).is_empty();
        if others
            && occupancy.exists(node)
            && let Some(filter) = rejection(plan, cluster, occupancy, pod, node)
        {
            closed.push((node.index(), filter));
        }
    }
    closed
}

/// What rejects the Pod on the node beside those that are nominated to it.
fn rejection(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &mut Occupancy,
    pod: PodId,
    node: NodeId,
) -> Option<&'static Filter> {
    let others = beside(plan, cluster, occupancy, pod, node);
    let mut scratch = Scratch::new(plan, cluster, occupancy, node, others, None);
    let rejection = scratch.rejection(pod);
    scratch.restore();
    rejection
}

/// The other Pods of at least its priority that are nominated to the node (KS-19).
pub(super) fn beside(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &Occupancy,
    pod: PodId,
    node: NodeId,
) -> Vec<PodId> {
    let priority = |pod: PodId| plan.workloads[cluster.pods[pod].workload].priority;
    let others = occupancy.nominated_to(node).iter().copied();
    others
        .filter(|_| !muted("KS-19"))
        .filter(|other| *other != pod && priority(*other) >= priority(pod))
        .collect()
}
