//! A node's load with some of its Pods removed, or others added, for a dry run.

use super::Occupancy;
use super::cycle::Cycle;
use super::filters::Filter;
use super::occupancy::Mark;
use base::id::Id as _;
use base::{NodeId, PodId};
use model::{Cluster, Plan};

/// A node for a dry run. [`TrialNode::restore`] undoes what was removed and added and leaves the load exactly as it
/// was, so that everything computed from it stays valid.
pub(super) struct TrialNode<'a> {
    plan: &'a Plan,
    cluster: &'a Cluster,
    occupancy: &'a mut Occupancy,
    node: NodeId,
    mark: Mark,
    /// Is hard spreading checked too?
    spread: bool,
    /// Pods nominated to this node that count against the tried Pod (KS-19).
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
        Self { mark: occupancy.mark(node), plan, cluster, occupancy, node, nominated, spread }
    }

    pub(super) fn remove(&mut self, pod: PodId) {
        self.occupancy.left(self.plan, self.cluster, pod);
    }

    /// Puts the Pod on the node; it keeps its deletion timestamp.
    pub(super) fn add(&mut self, pod: PodId) {
        let (plan, cluster) = (self.plan, self.cluster);
        self.occupancy.bound(plan, cluster, pod, self.node);
        if cluster.pods[pod].terminating() {
            self.occupancy.terminating(cluster, pod);
        }
    }

    /// The filter that rejects the Pod with the nominated Pods added, or without them (KS-19).
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

    /// The filters that read only the node come first: if one rejects, the counts of the whole cluster aren't needed.
    fn plain(&self, pod: PodId) -> Option<&'static Filter> {
        let (plan, cluster, node) = (self.plan, self.cluster, self.node.index());
        let alone = Cycle::uncounted(plan, cluster, self.occupancy, pod).rejection(node);
        if alone.is_some() || !self.spread {
            return alone;
        }
        Cycle::new(plan, cluster, self.occupancy, pod).rejection(node)
    }

    pub(super) fn restore(self) {
        self.occupancy.restore(self.plan, self.cluster, self.node, self.mark);
    }
}
