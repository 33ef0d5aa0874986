//! When the upgrades of a run are over.

use crate::open_holds::control_plane_row;
use base::SimTime;
use model::{Command, RunState};
use trace::{Change, Subject, Trace};

/// When the last upgrade ended, of a pool or of the control plane: `None` without one, or while one is in progress or waits.
pub fn over(trace: &Trace) -> Option<SimTime> {
    let (cluster, next) = (trace.last(), trace.len());
    let plane = &cluster.control_plane;
    if plane.replica.is_some() || control_plane_row(trace, next, plane.version).is_some() {
        return None;
    }
    let is_over =
        |run: RunState| !run.unfinished() || matches!(run, RunState::Cancelled | RunState::Failed);
    if !cluster.pools.values().all(|state| is_over(state.run)) {
        return None;
    }
    let begun = cluster.pools.values().filter(|state| state.run != RunState::Idle);
    begun.map(|state| state.since).chain(plane_over(trace)).max()
}

/// When the last upgrade of the control plane ended that has begun; a repair isn't one.
fn plane_over(trace: &Trace) -> Option<SimTime> {
    let mut over = None;
    for no in trace.rows_back(Subject::Cluster, trace.len()) {
        let row = trace.record(no)?;
        match row.change {
            Change::ControlPlaneDone | Change::ControlPlaneBack => over = Some(row.at),
            Change::ControlPlaneStarted { entry }
                if !trace.plan().command(entry).is_some_and(Command::is_repair) =>
            {
                return over;
            }
            _ => {}
        }
    }
    None
}
