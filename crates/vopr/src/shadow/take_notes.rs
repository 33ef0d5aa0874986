//! Updates the checkers' notes by a row.

use super::state::Shadow;
use base::{NodeId, PodId};
use trace::{Change, Record, Subject};

impl Shadow<'_> {
    pub(super) fn note_causes(&mut self, record: &Record) {
        match (record.subject, record.change) {
            (
                _,
                Change::PodGone
                | Change::PodFinished { .. }
                | Change::PodForced { .. }
                | Change::NodeReady
                | Change::NodeUncordoned
                | Change::Reshaped { .. },
            ) => self.causes.room = true,
            (_, Change::PodTerminating { .. } | Change::NodeDeleting { .. }) => {
                self.causes.fewer = true;
            }
            (_, Change::NodeCordoned | Change::NodeGone) => self.causes.nodes = true,
            (_, Change::NominationCleared) => self.causes.claim = true,
            (Subject::Pod(pod), Change::Nominated { .. }) => {
                self.causes.claim |= self.nominated.get(&pod).is_some();
            }
            (Subject::Pod(pod), Change::PodBound { .. }) => {
                self.causes.claim |= self.nominated.get(&pod).is_some();
                self.causes.bound.insert(self.pod(pod).workload);
            }
            _ => {}
        }
    }

    /// KS-32: Pods that must leave for another Pod are marked, including those that were already leaving.
    pub(super) fn note_victims(&mut self, by: PodId, node: NodeId) {
        let pending = self.pending_preemption.as_ref().filter(|one| one.by == by);
        let choices = pending.map_or(&[][..], |one| &one.choices);
        let mut there = choices.iter().filter(|(chosen, _)| *chosen == node);
        if let Some((_, victims)) = there.next() {
            let sure = victims.iter().filter(|pod| there.clone().all(|(_, all)| all.contains(pod)));
            self.preempted.extend(sure.copied());
        }
    }
}
