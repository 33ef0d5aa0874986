//! Counts how often Pods move to another node: a Pod that ends and its replacement are one move.

use super::measure::{Measure, Number, What, measure};
use crate::replacements::{Replacements, moves};
use base::{PodId, RecordNo};
use model::PodPhase;
use trace::{Change, Record, Trace};

pub(super) struct Moves {
    pods: Vec<PodMoves>,
    /// How often the Pods moved that aren't replaced yet.
    gone: Replacements<u32>,
    /// Counted Pods, each together with its replacements.
    counted: u32,
    most: u32,
    rows: Vec<RecordNo>,
    of_most: Vec<RecordNo>,
    again: Vec<RecordNo>,
}

#[derive(Clone, Copy, Default)]
struct PodMoves {
    /// How often it and its predecessors moved.
    moves: u32,
    /// It replaces another Pod.
    replaces: bool,
    ordinal: u32,
}

impl Moves {
    pub(super) fn new(trace: &Trace) -> Self {
        let plan = trace.plan();
        let mut pods = Vec::new();
        let mut counted = 0;
        for (_, pod) in trace.start().each_pod() {
            let movable =
                plan.workloads.get(pod.workload).is_some_and(|workload| moves(workload.kind));
            let there = !matches!(pod.phase(), PodPhase::Gone | PodPhase::Terminating { .. });
            counted += u32::from(movable && there);
            pods.push(PodMoves { ordinal: pod.number, ..PodMoves::default() });
        }
        Self {
            pods,
            gone: Replacements::default(),
            counted,
            most: 0,
            rows: Vec::new(),
            of_most: Vec::new(),
            again: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, trace: &Trace, no: RecordNo, record: &Record, id: PodId) {
        let own = trace.owner(id).and_then(|owner| trace.plan().workloads.get(owner));
        if !own.is_some_and(|own| moves(own.kind)) {
            if let Change::PodCreated { .. } = record.change {
                self.pods.push(PodMoves::default());
            }
            return;
        }
        match record.change {
            Change::PodCreated { place, .. } => {
                let before = self.gone.replaced(trace, id, place);
                self.counted += u32::from(before.is_none());
                self.pods.push(PodMoves {
                    moves: before.unwrap_or(0),
                    replaces: before.is_some(),
                    ordinal: place,
                });
            }
            Change::PodBound { .. } => self.bound(no, id),
            _ => {
                if let Some(pod) = self.pods.get(id.0 as usize) {
                    self.gone.leaves(trace, record, id, pod.ordinal, pod.moves);
                }
            }
        }
    }

    fn bound(&mut self, no: RecordNo, id: PodId) {
        let Some(pod) = self.pods.get_mut(id.0 as usize).filter(|pod| pod.replaces) else {
            return;
        };
        pod.moves += 1;
        pod.replaces = false;
        self.rows.push(no);
        if pod.moves == 2 {
            self.again.push(no);
        }
        if pod.moves > self.most {
            self.most = pod.moves;
            self.of_most.clear();
        }
        if pod.moves == self.most {
            self.of_most.push(no);
        }
    }

    pub(super) fn measures(self) -> [Measure; 3] {
        let (all, again) = (self.rows.len() as u32, self.again.len() as u32);
        [
            measure(What::Moves, Number::Mean(all, self.counted), self.rows),
            measure(What::MovesMax, Number::Count(self.most), self.of_most),
            measure(What::MovedAgain, Number::Of(again, self.counted), self.again),
        ]
    }
}
