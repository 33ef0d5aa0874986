//! Per pool: the batches in which its blue nodes were drained, and the soaks.

use base::{PoolId, SimTime};
use model::pool::Phase;
use trace::Change;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchLane {
    pub pool: PoolId,
    pub segments: Vec<BatchSegment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchSegment {
    pub from: SimTime,
    /// `None`: until the end of the trace.
    pub to: Option<SimTime>,
    pub step: BatchPhase,
    /// The number of the batch, from 1 on (the pool's soak has the last one's), and the number of batches.
    pub batch: u32,
    pub of: u32,
    /// The upgrade was paused.
    pub paused: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchPhase {
    Drain,
    Soak,
    PoolSoak,
}

impl BatchLane {
    pub(super) fn row(&mut self, at: SimTime, change: Change) {
        let last = self.segments.last().copied();
        let open = last.filter(|last| last.to.is_none());
        let (batch, of) = last.map_or((0, 0), |last| (last.batch, last.of));
        let segment =
            |step, batch, of| BatchSegment { from: at, to: None, step, batch, of, paused: false };
        let next = match change {
            Change::BatchStarted { batch, of } => Some(segment(BatchPhase::Drain, batch + 1, of)),
            Change::BatchDrained { soak_s } => {
                (soak_s > 0).then(|| segment(BatchPhase::Soak, batch, of))
            }
            Change::PhaseStarted { phase, lasts_s } => {
                let soaks = phase == Phase::NodePoolSoaking && lasts_s > 0;
                soaks.then(|| segment(BatchPhase::PoolSoak, batch, of))
            }
            Change::UpgradeCancelled => {
                open.map(|open| BatchSegment { paused: true, ..segment(open.step, batch, of) })
            }
            // BG-22: the rest of a batch's soak is skipped.
            Change::UpgradeResumed { .. } => open
                .filter(|open| open.paused && open.step != BatchPhase::Soak)
                .map(|open| segment(open.step, batch, of)),
            Change::RollbackStarted | Change::RolledBack | Change::UpgradeSucceeded => None,
            _ => return,
        };
        if let Some(last) = self.segments.last_mut().filter(|last| last.to.is_none()) {
            last.to = Some(at);
            // A segment without duration is invisible.
            if last.from == at {
                self.segments.pop();
            }
        }
        self.segments.extend(next);
    }
}
