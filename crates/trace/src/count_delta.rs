//! Changes of counts: the stages of Pods, and the sum of many rows.

use super::apply::phase_after;
use super::record::Record;
use base::{NodeId, PodId, WorkloadId, order};
use model::pod::PodPhase;

/// A Pod's stage of life, from which counts are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PodStage {
    /// It doesn't exist yet, or is finished or deleted.
    Absent,
    Pending,
    Starting,
    NotReady,
    Ready,
    Terminating,
}

impl PodStage {
    pub(super) const ALL: [Self; 6] = [
        Self::Absent,
        Self::Pending,
        Self::Starting,
        Self::NotReady,
        Self::Ready,
        Self::Terminating,
    ];

    pub fn of(phase: PodPhase) -> Self {
        match phase {
            PodPhase::Pending => Self::Pending,
            PodPhase::Starting { .. } => Self::Starting,
            PodPhase::Running { ready: false, .. } => Self::NotReady,
            PodPhase::Running { ready: true, .. } => Self::Ready,
            PodPhase::Terminating { .. } => Self::Terminating,
            PodPhase::Succeeded { .. } | PodPhase::Failed { .. } | PodPhase::Gone => Self::Absent,
        }
    }

    /// What it adds to its workload's Pods that aren't ending, and ready Pods.
    fn counts(self) -> (i32, i32) {
        let stays = !matches!(self, Self::Absent | Self::Terminating);
        (i32::from(stays), i32::from(self == Self::Ready))
    }
}

/// A difference between two places of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountDelta {
    /// Difference in a workload's Pods that aren't ending, and ready Pods.
    Workload {
        id: WorkloadId,
        pods: i32,
        ready: i32,
    },
    Pending {
        pod: PodId,
        waits: bool,
    },
}

impl CountDelta {
    pub(super) fn back(self) -> Self {
        match self {
            Self::Workload { id, pods, ready } => Self::Workload { id, pods: -pods, ready: -ready },
            Self::Pending { pod, waits } => Self::Pending { pod, waits: !waits },
        }
    }
}

/// The Pod's stage after a row about it.
pub(super) fn stage_after(stage: PodStage, record: &Record) -> PodStage {
    let on = NodeId(0);
    let phase = match stage {
        PodStage::Absent => PodPhase::Gone,
        PodStage::Pending => PodPhase::Pending,
        PodStage::Starting => PodPhase::Starting { on },
        PodStage::NotReady => PodPhase::Running { on, ready: false },
        PodStage::Ready => PodPhase::Running { on, ready: true },
        PodStage::Terminating => PodPhase::Terminating { on, until: record.at },
    };
    PodStage::of(phase_after(phase, record))
}

/// Reports how the counts change when a Pod goes from one stage to another.
pub(super) fn turn(
    pod: PodId,
    owner: WorkloadId,
    before: PodStage,
    after: PodStage,
    tell: &mut dyn FnMut(CountDelta),
) {
    let ((pods, ready), (pods_before, ready_before)) = (after.counts(), before.counts());
    if (pods, ready) != (pods_before, ready_before) {
        tell(CountDelta::Workload {
            id: owner,
            pods: pods - pods_before,
            ready: ready - ready_before,
        });
    }
    let waits = after == PodStage::Pending;
    if waits != (before == PodStage::Pending) {
        tell(CountDelta::Pending { pod, waits });
    }
}

/// The sum of a chunk's rows.
pub(super) struct Sums {
    workloads: Vec<(i32, i32)>,
    touched: Vec<WorkloadId>,
    /// Pods that started or stopped waiting, once per change.
    waits: Vec<(PodId, bool)>,
}

impl Sums {
    pub(super) fn new(workloads: usize) -> Self {
        Self { workloads: vec![(0, 0); workloads], touched: Vec::new(), waits: Vec::new() }
    }

    pub(super) fn add(&mut self, turn: CountDelta) {
        match turn {
            CountDelta::Workload { id, pods, ready } => {
                if let Some(sum) = self.workloads.get_mut(id.0 as usize) {
                    if *sum == (0, 0) {
                        self.touched.push(id);
                    }
                    *sum = (sum.0 + pods, sum.1 + ready);
                }
            }
            CountDelta::Pending { pod, waits } => self.waits.push((pod, waits)),
        }
    }

    pub(super) fn count_deltas(mut self) -> Vec<CountDelta> {
        let mut count_deltas = Vec::new();
        for id in self.touched {
            let (pods, ready) = std::mem::take(&mut self.workloads[id.0 as usize]);
            if (pods, ready) != (0, 0) {
                count_deltas.push(CountDelta::Workload { id, pods, ready });
            }
        }
        // A Pod that both starts and stops waiting cancels out.
        order::sort_by_key(&mut self.waits, |(pod, _)| *pod);
        for waits in self.waits.chunk_by(|(a, _), (b, _)| a == b) {
            let begun = waits.iter().filter(|(_, waits)| *waits).count();
            if let Some((pod, _)) = waits.first().filter(|_| begun * 2 != waits.len()) {
                let (pod, waits) = (*pod, begun * 2 > waits.len());
                count_deltas.push(CountDelta::Pending { pod, waits });
            }
        }
        count_deltas.shrink_to_fit();
        count_deltas
    }
}
