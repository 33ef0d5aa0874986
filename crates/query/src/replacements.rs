//! Which Pod a new one stands for: to a client, a Pod that ends and the one that its controller creates instead are the same.

use base::{Map, NodeId, PodId, RecordNo, Set, WorkloadId};
use model::WorkloadKind;
use std::collections::VecDeque;
use trace::{Change, Record, Subject, Trace};

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

/// Which Pod stands for which, over the rows read so far.
#[derive(Default)]
pub struct PodLines {
    rows: u32,
    gone: Replacements<PodId>,
    ordinals: Map<PodId, u32>,
    before: Map<PodId, PodId>,
    after: Map<PodId, PodId>,
    nodes: Map<PodId, NodeId>,
}

impl PodLines {
    /// Reads up to a row.
    pub fn read(&mut self, trace: &Trace, next: u32) {
        if self.rows == 0 {
            for (id, pod) in trace.start().each_pod() {
                self.ordinals.insert(id, pod.number);
                self.nodes.extend(pod.node().map(|node| (id, node)));
            }
        }
        for no in self.rows..next.max(self.rows) {
            let Some(record) = trace.record(RecordNo(no)) else {
                return;
            };
            self.rows = no + 1;
            let Subject::Pod(pod) = record.subject else {
                continue;
            };
            match record.change {
                Change::PodCreated { place, .. } => {
                    self.ordinals.insert(pod, place);
                    if let Some(old) = self.gone.replaced(trace, pod, place) {
                        self.before.insert(pod, old);
                        self.after.insert(old, pod);
                    }
                }
                Change::PodBound { node, .. } => drop(self.nodes.insert(pod, node)),
                _ => {
                    let ordinal = self.ordinals.get(&pod).copied().unwrap_or(0);
                    self.gone.leaves(trace, &record, pod, ordinal, pod);
                }
            }
        }
    }

    /// The Pods before it, the latest first.
    pub fn before(&self, pod: PodId) -> impl Iterator<Item = PodId> {
        std::iter::successors(self.before.get(&pod).copied(), |pod| self.before.get(pod).copied())
    }

    /// The node that it was bound to.
    pub fn node(&self, pod: PodId) -> Option<NodeId> {
        self.nodes.get(&pod).copied()
    }

    /// The Pod that replaces it.
    pub fn after(&self, pod: PodId) -> Option<PodId> {
        self.after.get(&pod).copied()
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
        let mut lines = PodLines::default();
        lines.read(&run.trace, run.trace.len());
        let first = PodId(0);
        let after = std::iter::successors(Some(first), |pod| lines.after(*pod));
        let after: Vec<PodId> = after.collect();
        assert!(after.len() > 1);
        let newest = after[after.len() - 1];
        let back: Vec<PodId> = std::iter::once(newest).chain(lines.before(newest)).collect();
        assert_eq!(back, after.into_iter().rev().collect::<Vec<_>>());
    }
}
