//! Nominations: room that preemption makes for a Pod is kept from Pods of its priority and below.

use super::cycle::Closed;
use super::filters::Filter;
use super::scheduler_cache::{Found, independent_shape, shared_shape};
use super::trial_node::TrialNode;
use super::{Occupancy, Placement, SchedulerCache};
use base::id::Id as _;
use base::{NodeId, PodId, muted};
use model::{Cluster, Plan};

impl SchedulerCache {
    /// Chooses the node of a pending Pod: its nominated node if it fits there, else the best. On nodes with
    /// nominated Pods it must fit beside them.
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
        let closed = self.closed(plan, cluster, occupancy, pod);
        self.place_with_nominated(plan, cluster, occupancy, pod, closed)
    }
}

impl SchedulerCache {
    /// Nodes without room for the Pod beside their nominated Pods, with the filter that rejects it.
    pub(super) fn closed(
        &mut self,
        plan: &Plan,
        cluster: &Cluster,
        occupancy: &mut Occupancy,
        pod: PodId,
    ) -> Closed {
        let pinned = cluster.pods[pod].pinned();
        let own = cluster.nominated.get(&pod).copied();
        // If Pods on other nodes matter, a node's load doesn't show whether the answer still holds.
        let shape = shared_shape(plan, cluster, occupancy, pod)
            .filter(|_| independent_shape(plan, cluster, occupancy, pod).is_some());
        let known = shape.and_then(|shape| self.beside.remove(&shape));
        let mut known = known.unwrap_or_default().into_iter().peekable();
        let (mut closed, mut found) = (Closed::new(), Found::new());
        let nodes: Vec<NodeId> = occupancy.nominated.keys().copied().collect();
        for node in nodes {
            if !occupancy.exists(node) || pinned.is_some_and(|pinned| pinned != node) {
                continue;
            }
            let version = occupancy.version[node.index() as usize];
            while known.next_if(|(other, ..)| *other < node).is_some() {}
            let same = |one: &(NodeId, u32, _)| one.0 == node && one.1 == version;
            let filter = match known.next_if(same) {
                // A Pod doesn't count against itself on its nominated node.
                Some((.., filter)) if own != Some(node) => filter,
                _ if beside(plan, cluster, occupancy, pod, node).is_empty() => None,
                _ => rejection(plan, cluster, occupancy, pod, node),
            };
            if own != Some(node) {
                found.push((node, version, filter));
            }
            closed.extend(filter.map(|filter| (node.index(), filter.no)));
        }
        if let Some(shape) = shape {
            self.beside.insert(shape, found);
        }
        closed
    }
}

/// The filter that rejects the Pod on the node beside its nominated Pods.
fn rejection(
    plan: &Plan,
    cluster: &Cluster,
    occupancy: &mut Occupancy,
    pod: PodId,
    node: NodeId,
) -> Option<&'static Filter> {
    let others = beside(plan, cluster, occupancy, pod, node);
    let spreads = plan.workloads[cluster.pods[pod].workload].spreads_hard();
    TrialNode::new(plan, cluster, occupancy, node, others, spreads).rejection(pod)
}

/// Other Pods of at least its priority that are nominated to the node (KS-19).
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

impl Occupancy {
    /// Adds the Pod's nomination to the node, or removes it (KS-37).
    pub fn nominate(&mut self, pod: PodId, node: NodeId, claims: bool) {
        let pods = self.nominated.entry(node).or_default();
        pods.retain(|other| *other != pod);
        if claims {
            pods.push(pod);
        } else if pods.is_empty() {
            self.nominated.remove(&node);
        }
        if let Some(version) = self.version.get_mut(node.index() as usize) {
            *version = version.wrapping_add(1);
        }
        self.changes += 1;
    }

    pub fn nominated_to(&self, node: NodeId) -> &[PodId] {
        self.nominated.get(&node).map_or(&[], Vec::as_slice)
    }
}
