//! Counts how often Pods move to another node: a Pod that ends and its replacement are one move.

use super::measure::{Measure, Number, What, measure};
use crate::index::replacements::moves;
use crate::index::row::Row;
use base::{PodId, RecordNo};
use model::PodPhase;
use trace::{Change, Trace};

pub(super) struct Moves {
    pods: Vec<PodMoves>,
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
}

impl Moves {
    pub(super) fn new(trace: &Trace) -> Self {
        let start = trace.start();
        let there = |phase| !matches!(phase, PodPhase::Gone | PodPhase::Terminating { .. });
        let counted =
            start.each_pod().filter(|(id, pod)| is_movable(trace, *id) && there(pod.phase()));
        Self {
            pods: vec![PodMoves::default(); start.pod_count() as usize],
            counted: counted.count() as u32,
            most: 0,
            rows: Vec::new(),
            of_most: Vec::new(),
            again: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, trace: &Trace, row: Row<'_>, id: PodId) {
        match row.record.change {
            Change::PodCreated { .. } => {
                let before = row.stay.replaces.and_then(|old| self.pods.get(old.0 as usize));
                let moves = before.map_or(0, |before| before.moves);
                let replaces = before.is_some();
                self.counted += u32::from(!replaces && is_movable(trace, id));
                self.pods.push(PodMoves { moves, replaces });
            }
            Change::PodBound { .. } => self.bound(row.no, id),
            _ => {}
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

fn is_movable(trace: &Trace, pod: PodId) -> bool {
    let owner = trace.owner(pod).and_then(|owner| trace.plan().workloads.get(owner));
    owner.is_some_and(|owner| moves(owner.kind))
}
