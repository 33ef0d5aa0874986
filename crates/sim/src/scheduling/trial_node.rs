//! The load of one node as it would be without some of its Pods, or with others.

use super::Occupancy;
use super::cycle::Cycle;
use super::filters::Filter;
use super::occupancy::Mark;
use base::id::Id as _;
use base::{NodeId, PodId};
use model::{Cluster, Plan};

/// A node to try things on. What is taken from it or put on it is undone by [`TrialNode::restore`], which leaves the
/// load exactly as it was, so that all that was computed from it stays true.
pub(super) struct TrialNode<'a> {
    plan: &'a Plan,
    cluster: &'a Cluster,
    occupancy: &'a mut Occupancy,
    node: NodeId,
    mark: Mark,
    /// Is hard spreading asked too?
    spread: bool,
    /// Pods for which room is made here and which count for the Pod that is tried (KS-19).
    nominated: Vec<PodId>,
}

impl<'a> TrialNode<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        cluster: &'a Cluster,
        occupancy: &'a mut Occupancy,
        node: NodeId,
        nominated: Vec<PodId>,
        spread: bool,
    ) -> Self {
        Self {
            mark: occupancy.mark(node),
            plan,
            cluster,
            occupancy,
            node,
            nominated,
            spread,
        }
    }

    pub(super) fn remove(&mut self, pod: PodId) {
        self.occupancy.left(self.plan, self.cluster, pod);
    }

    /// Back on the node, terminating if it was.
    pub(super) fn add(&mut self, pod: PodId) {
        let (plan, cluster) = (self.plan, self.cluster);
        self.occupancy.bound(plan, cluster, pod, self.node);
        if cluster.pods[pod].terminating() {
            self.occupancy.terminating(cluster, pod);
        }
    }

    /// What rejects the Pod here with the nominated Pods added, or without them (KS-19).
    ///
    /// Source: Kubernetes `RunFilterPluginsWithNominatedPods`.
    pub(super) fn rejection(&mut self, pod: PodId) -> Option<&'static Filter> {
        if self.nominated.is_empty() {
            return self.plain(pod);
        }
        for other in self.nominated.clone() {
            self.add(other);
        }
        let with = self.plain(pod);
        for other in self.nominated.clone() {
            self.remove(other);
        }
        with.or_else(|| self.plain(pod))
    }

    /// The filters that look at the node alone come first: what they reject needs no counts of the whole cluster.
    fn plain(&self, pod: PodId) -> Option<&'static Filter> {
        let (plan, cluster, node) = (self.plan, self.cluster, self.node.index());
        let alone = Cycle::uncounted(plan, cluster, self.occupancy, pod).rejection(node);
        if alone.is_some() || !self.spread {
            return alone;
        }
        Cycle::new(plan, cluster, self.occupancy, pod).rejection(node)
    }

    pub(super) fn restore(self) {
        self.occupancy
            .restore(self.plan, self.cluster, self.node, self.mark);
    }
}
