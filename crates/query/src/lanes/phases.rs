//! Per pool: the state of its upgrade, and the zone in progress.

use super::batches::BatchLane;
use base::{IdVec, PoolId, RecordNo, SimTime, ZoneId};
use model::pool::Phase;
use model::{Plan, RunState};
use trace::{Change, Record, Subject};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseLane {
    pub pool: PoolId,
    pub segments: Vec<PhaseSegment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhaseSegment {
    pub from: SimTime,
    /// `None`: until the end of the trace.
    pub to: Option<SimTime>,
    pub run: RunState,
    pub zone: Option<ZoneId>,
    /// The phase of a blue-green upgrade.
    pub phase: Option<Phase>,
    pub no: RecordNo,
}

/// The state after a row that changes it.
fn after(
    change: Change,
    before: RunState,
    zone: Option<ZoneId>,
) -> Option<(RunState, Option<ZoneId>)> {
    Some(match change {
        Change::UpgradeQueued { .. } => (RunState::Queued, None),
        Change::UpgradeStarted { .. } => (RunState::Running, zone),
        Change::ZoneStarted { zone, .. } => (before, Some(zone)),
        Change::ZoneDone { .. } => (before, None),
        Change::ResourcesMissing => (RunState::WaitingForResources, zone),
        Change::ResourcesFound | Change::UpgradeResumed { .. } => (RunState::Running, zone),
        Change::UpgradePaused { .. } => (RunState::Paused, zone),
        Change::UpgradeCancelling => (RunState::Cancelling, zone),
        Change::UpgradeCancelled => (RunState::Cancelled, zone),
        Change::RollbackStarted => (RunState::RollingBack, None),
        Change::RolledBack => (RunState::RolledBack, None),
        Change::UpgradeSucceeded => (RunState::Succeeded, None),
        Change::UpgradeFailed => (RunState::Failed, None),
        Change::PhaseStarted { .. } => (before, zone),
        _ => return None,
    })
}

/// The phase of a blue-green upgrade after a row; it stays while the upgrade is paused.
fn phase_after(change: Change, before: Option<Phase>) -> Option<Phase> {
    match change {
        Change::PhaseStarted { phase, .. } => Some(phase),
        Change::RollbackStarted => before.map(|_| Phase::RollbackStarted),
        Change::UpgradeStarted { .. } | Change::RolledBack | Change::UpgradeSucceeded => None,
        _ => before,
    }
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct PhaseScan {
    pub(super) lanes: IdVec<PoolId, PhaseLane>,
    pub(super) batches: IdVec<PoolId, BatchLane>,
}

impl PhaseScan {
    pub(super) fn new(plan: &Plan) -> Self {
        let lane = |pool| PhaseLane { pool, segments: Vec::new() };
        let batches = |pool| BatchLane { pool, segments: Vec::new() };
        Self {
            lanes: plan.pools.ids().map(lane).collect(),
            batches: plan.pools.ids().map(batches).collect(),
        }
    }

    pub(super) fn row(&mut self, no: RecordNo, record: &Record) {
        let Subject::Pool(pool) = record.subject else {
            return;
        };
        if let Some(batches) = self.batches.get_mut(pool) {
            batches.row(record.at, record.change);
        }
        let Some(lane) = self.lanes.get_mut(pool) else {
            return;
        };
        let last = lane.segments.last().copied();
        let (run, zone) = last.map_or((RunState::Idle, None), |last| (last.run, last.zone));
        let phase = phase_after(record.change, last.and_then(|last| last.phase));
        let Some((run, zone)) = after(record.change, run, zone) else {
            return;
        };
        if let Some(last) = lane.segments.last_mut() {
            last.to = Some(record.at);
        }
        // A segment without duration is invisible.
        if last.is_some_and(|last| last.from == record.at) {
            lane.segments.pop();
        }
        lane.segments.push(PhaseSegment { from: record.at, to: None, run, zone, phase, no });
    }
}
