//! Counts how often Pods move to another node. To a client, a Pod that ends and the replacement that its controller
//! creates are the same: that is one move. A StatefulSet's replacement has the same ordinal; otherwise the first one
//! created replaces the first one deleted.

use super::measure::{Measure, Number, What, measure};
use base::{Map, PodId, RecordNo, WorkloadId};
use model::{PodPhase, WorkloadKind};
use std::collections::VecDeque;
use trace::{Change, Record, Trace};

pub(super) struct Moves {
    pods: Vec<PodMoves>,
    /// Deleted Pods that aren't replaced yet: how often they moved.
    gone: Map<(WorkloadId, u32), VecDeque<u32>>,
    /// Counted Pods, each together with its replacements.
    counted: u32,
    most: u32,
    /// The most moves of one Pod of each workload.
    most_of: Map<WorkloadId, u32>,
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
    leaves: bool,
    ordinal: u32,
}

/// Do its Pods move? A daemon Pod is created and deleted with its node.
fn moves(kind: WorkloadKind) -> bool {
    kind.replaces() && kind != WorkloadKind::DaemonSet
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
            gone: Map::new(),
            counted,
            most: 0,
            most_of: Map::new(),
            rows: Vec::new(),
            of_most: Vec::new(),
            again: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, trace: &Trace, no: RecordNo, record: &Record, id: PodId) {
        let Some((owner, kind)) = trace
            .owner(id)
            .and_then(|owner| Some((owner, trace.plan().workloads.get(owner)?.kind)))
            .filter(|(_, kind)| moves(*kind))
        else {
            if let Change::PodCreated { .. } = record.change {
                self.pods.push(PodMoves::default());
            }
            return;
        };
        let key = |ordinal: u32| (owner, if kind.has_ordinals() { ordinal } else { 0 });
        match record.change {
            Change::PodCreated { place, .. } => self.created(key(place), place),
            Change::PodBound { .. } => self.bound(no, id, owner),
            Change::PodTerminating { .. } | Change::PodForced { .. } | Change::PodGone => {
                let Some(pod) = self.pods.get_mut(id.0 as usize).filter(|pod| !pod.leaves) else {
                    return;
                };
                pod.leaves = true;
                // A Pod without a replacement doesn't move.
                if trace.rule(record).slug != "workload/scale-down" {
                    let list = self.gone.entry(key(pod.ordinal)).or_default();
                    list.push_back(pod.moves);
                }
            }
            _ => {}
        }
    }

    fn created(&mut self, key: (WorkloadId, u32), ordinal: u32) {
        let before = self.gone.get_mut(&key).and_then(VecDeque::pop_front);
        self.counted += u32::from(before.is_none());
        self.pods.push(PodMoves {
            moves: before.unwrap_or(0),
            replaces: before.is_some(),
            leaves: false,
            ordinal,
        });
    }

    fn bound(&mut self, no: RecordNo, id: PodId, owner: WorkloadId) {
        let Some(pod) = self.pods.get_mut(id.0 as usize).filter(|pod| pod.replaces) else {
            return;
        };
        pod.moves += 1;
        pod.replaces = false;
        let most = self.most_of.entry(owner).or_default();
        *most = pod.moves.max(*most);
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

    pub(super) fn most_of(self) -> Map<WorkloadId, u32> {
        self.most_of
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
