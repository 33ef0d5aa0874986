//! Which Pod a new one stands for: to a client, a Pod that ends and the one that its controller creates instead are the same.

use base::{Map, PodId, WorkloadId};
use model::WorkloadKind;
use std::collections::VecDeque;
use trace::{Change, Record, Trace};

/// The Pods that have left, until others replace them. A StatefulSet's replacement has the same ordinal; otherwise the first one
/// created replaces the first one that left.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Replacements {
    left: Map<(WorkloadId, u32), VecDeque<PodId>>,
    /// Of kinds that have some.
    ordinals: Map<PodId, u32>,
}

/// Does a Pod leave with the change? The first one counts.
pub(super) fn leaves(change: Change) -> bool {
    matches!(change, Change::PodTerminating { .. } | Change::PodForced { .. } | Change::PodGone)
}

impl Replacements {
    /// Before the first row.
    pub(super) fn of(trace: &Trace) -> Self {
        let kind = |id: WorkloadId| trace.plan().workloads.get(id).map(|own| own.kind);
        let ordered = |id: WorkloadId| kind(id).is_some_and(WorkloadKind::has_ordinals);
        let own = trace.start().pods_of(ordered);
        Self { left: Map::new(), ordinals: own.map(|(id, pod)| (id, pod.number)).collect() }
    }

    pub(super) fn leaves(&mut self, trace: &Trace, record: &Record, pod: PodId) {
        // Where fewer are wanted, none comes instead.
        let moves = trace.rule(record).slug != "workload/scale-down";
        let ordinal = self.ordinals.get(&pod).copied().unwrap_or(0);
        if let Some(key) = key(trace, pod, ordinal).filter(|_| moves) {
            self.left.entry(key).or_default().push_back(pod);
        }
    }

    /// The one that the new Pod replaces.
    pub(super) fn next(&mut self, trace: &Trace, pod: PodId, ordinal: u32) -> Option<PodId> {
        let key = key(trace, pod, ordinal)?;
        if key.1 > 0 {
            self.ordinals.insert(pod, key.1);
        }
        self.left.get_mut(&key)?.pop_front()
    }
}

fn key(trace: &Trace, pod: PodId, ordinal: u32) -> Option<(WorkloadId, u32)> {
    let owner = trace.owner(pod)?;
    let kind = trace.plan().workloads.get(owner)?.kind;
    moves(kind).then_some((owner, if kind.has_ordinals() { ordinal } else { 0 }))
}

/// Do its Pods move? A daemon Pod is created and deleted with its node.
pub(crate) fn moves(kind: WorkloadKind) -> bool {
    kind.replaces() && kind != WorkloadKind::DaemonSet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made;

    #[test]
    fn a_pod_is_followed_over_all_that_replace_it() {
        let run = made("pool a nodes=3 surge=1+0 | app web replicas=1 on=a-0 | at=0 upgrade a");
        let first = PodId(0);
        let after = std::iter::successors(Some(first), |pod| run.index.pod_after(*pod));
        let after: Vec<PodId> = after.collect();
        assert!(after.len() > 1);
        let newest = after[after.len() - 1];
        let back = std::iter::once(newest).chain(run.index.pods_before(newest));
        let back: Vec<PodId> = back.collect();
        assert_eq!(back, after.into_iter().rev().collect::<Vec<_>>());
    }
}
