//! What checkers keep in mind between rows and instants.

use super::Shadow;
use base::{NodeId, PodId, Set, SimTime, WorkloadId};
use trace::{Change, Record, Subject};

/// What has happened at an instant that wakes Pods without a place (KS-03).
#[derive(Clone, Default, Debug)]
pub(crate) struct Stir {
    /// Room came: all of them.
    pub room: bool,
    /// Other nodes count for hard spreading.
    pub nodes: bool,
    /// Fewer Pods or nodes count for hard spreading, which wakes nobody.
    pub fewer: bool,
    /// A claim was given up, which wakes nobody either.
    pub claim: bool,
    /// Whose Pods were bound.
    pub bound: Set<WorkloadId>,
}

/// Room that is made for a Pod.
#[derive(Clone, Debug)]
pub(crate) struct Making {
    pub by: PodId,
    pub at: SimTime,
    /// Each node that may be chosen, with the Pods that must leave it.
    pub choices: Vec<(NodeId, Vec<PodId>)>,
}

/// What is left of a budget.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Stood {
    pub healthy: i64,
    pub desired: i64,
    /// 0 if its owners want no Pods.
    pub expected: i64,
}

impl Shadow<'_> {
    pub(super) fn note_stir(&mut self, record: &Record) {
        match (record.subject, record.change) {
            (
                _,
                Change::PodGone
                | Change::PodForced { .. }
                | Change::NodeReady
                | Change::NodeUncordoned
                | Change::Reshaped { .. },
            ) => self.stir.room = true,
            (_, Change::PodTerminating { .. } | Change::NodeDeleting { .. }) => {
                self.stir.fewer = true;
            }
            (_, Change::NodeCordoned | Change::NodeGone) => self.stir.nodes = true,
            (_, Change::NominationCleared) => self.stir.claim = true,
            (Subject::Pod(pod), Change::Nominated { .. }) => {
                self.stir.claim |= self.nominated.get(&pod).is_some();
            }
            (Subject::Pod(pod), Change::PodBound { .. }) => {
                self.stir.claim |= self.nominated.get(&pod).is_some();
                self.stir.bound.insert(self.pod(pod).workload);
            }
            _ => {}
        }
    }

    /// KS-32: who must leave for a Pod leaves because of it, also where it was on its way before.
    pub(super) fn note_victims(&mut self, by: PodId, node: NodeId) {
        let making = self.making.as_ref().filter(|making| making.by == by);
        let choices = making.map_or(&[][..], |making| &making.choices);
        let mut there = choices.iter().filter(|(chosen, _)| *chosen == node);
        if let Some((_, victims)) = there.next() {
            let sure = victims
                .iter()
                .filter(|pod| there.clone().all(|(_, all)| all.contains(pod)));
            self.preempted.extend(sure.copied());
        }
    }
}
