//! What a row makes of the notes of the checkers.

use super::state::Shadow;
use base::{NodeId, PodId};
use trace::{Change, Record, Subject};

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
