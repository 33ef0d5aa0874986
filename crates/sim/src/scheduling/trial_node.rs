//! A node's load with some of its Pods removed, or others added, for a dry run.

use super::Occupancy;
use super::filters::Filter;
use super::snapshot::Snapshot;
use base::{NodeId, PodId};
use model::{Cluster, Plan};

/// A node for a dry run; what was removed and added is undone when it is dropped.
pub(super) struct TrialNode<'a> {
    snapshot: Snapshot<'a>,
    node: NodeId,
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
        Self { snapshot: Snapshot::new(plan, cluster, occupancy), node, nominated, spread }
    }

    pub(super) fn remove(&mut self, pod: PodId) {
        self.snapshot.remove(pod);
    }

    /// Puts the Pod on the node; it keeps its deletion timestamp.
    pub(super) fn add(&mut self, pod: PodId) {
        self.snapshot.place(pod, self.node);
    }

    /// The filter that rejects the Pod with the nominated Pods added, or without them (KS-19).
    ///
    /// Source: Kubernetes `RunFilterPluginsWithNominatedPods`.
    pub(super) fn rejection(&mut self, pod: PodId) -> Option<&'static Filter> {
        if self.nominated.is_empty() {
            return self.plain(pod);
        }
        let fork = self.snapshot.fork();
        for other in &self.nominated {
            self.snapshot.place(*other, self.node);
        }
        let with = self.plain(pod);
        self.snapshot.revert(fork);
        with.or_else(|| self.plain(pod))
    }

    /// The filters that read only the node come first: if one rejects, the counts of the whole cluster aren't needed.
    fn plain(&self, pod: PodId) -> Option<&'static Filter> {
        let alone = self.snapshot.rejection_without_spreading(pod, self.node);
        if alone.is_some() || !self.spread {
            return alone;
        }
        self.snapshot.rejection(pod, self.node)
    }
}
