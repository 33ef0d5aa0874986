//! Which Pod a new one stands for: to a client, a Pod that ends and the one that its controller creates instead are the same.

use base::{Map, PodId, Set, WorkloadId};
use model::WorkloadKind;
use std::collections::VecDeque;
use trace::{Change, Record, Trace};

/// What is known of the Pods that have left, until others replace them. A StatefulSet's replacement has the same ordinal;
/// otherwise the first one created replaces the first one that left.
pub struct Replacements<T> {
    left: Map<(WorkloadId, u32), VecDeque<T>>,
    leaving: Set<PodId>,
}

impl<T> Default for Replacements<T> {
    fn default() -> Self {
        Self { left: Map::new(), leaving: Set::new() }
    }
}

impl<T> Replacements<T> {
    /// Follows a row about a Pod; the first one with which it leaves counts.
    pub fn leaves(&mut self, trace: &Trace, record: &Record, pod: PodId, ordinal: u32, known: T) {
        let ends = matches!(
            record.change,
            Change::PodTerminating { .. } | Change::PodForced { .. } | Change::PodGone
        );
        let first = ends && self.leaving.insert(pod);
        // Where fewer are wanted, none comes instead.
        let moves = first && trace.rule(record).slug != "workload/scale-down";
        if let Some(key) = key(trace, pod, ordinal).filter(|_| moves) {
            self.left.entry(key).or_default().push_back(known);
        }
    }

    /// What is known of the one that the new Pod replaces.
    pub fn replaced(&mut self, trace: &Trace, pod: PodId, ordinal: u32) -> Option<T> {
        self.left.get_mut(&key(trace, pod, ordinal)?)?.pop_front()
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
