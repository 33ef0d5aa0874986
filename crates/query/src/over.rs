//! When the upgrades of a run are over.

use crate::open_holds::control_plane_row;
use crate::upgrades::{UpgradeOutcome, upgrades};
use base::SimTime;
use model::RunState;
use trace::Trace;

/// When the last upgrade ended, of a pool or of the control plane: `None` without one, or while one is in progress or waits.
pub fn over(trace: &Trace) -> Option<SimTime> {
    over_with(trace, &upgrades(trace).each)
}

pub(crate) fn over_with(trace: &Trace, each: &[UpgradeOutcome]) -> Option<SimTime> {
    let (cluster, plane) = (trace.last(), &trace.last().control_plane);
    let is_over =
        |run: RunState| !run.unfinished() || matches!(run, RunState::Cancelled | RunState::Failed);
    let open = plane.replica.is_some()
        || control_plane_row(trace, trace.len(), plane.version).is_some()
        || !cluster.pools.values().all(|state| is_over(state.run));
    each.iter().filter_map(|one| one.to).max().filter(|_| !open)
}
