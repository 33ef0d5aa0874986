//! What waits for windows and exclusions, at the asked time or at all.

use super::scope::RunScope;
use crate::open_holds::control_plane_row;
use model::RunState;
use trace::{Change, Frame, Record, Subject, Waits, WhyNot};

/// Adds the waits of the subject's pools, and of the control plane for the cluster. `frame`: at the asked time, what has
/// not begun waits for nothing else.
pub(super) fn add(scope: &mut RunScope<'_>, subject: Subject, frame: Option<&Frame>) {
    let next = frame.map_or(0, |frame| frame.next);
    let mut now = 0;
    for pool in scope.pools.clone() {
        let rows = scope.trace.rows_of(Subject::Pool(pool)).into_iter();
        // The last row before the asked time, and all after it.
        let mut past: Option<Record> = None;
        for no in rows {
            let Some(record) = scope.trace.record(no).filter(|record| record.change.is_phase())
            else {
                continue;
            };
            if no.0 < next {
                past = Some(record);
            } else {
                scope.policy.extend(waits(&record));
            }
        }
        let past = past.as_ref().and_then(waits);
        now += usize::from(past.is_some());
        scope.policy.extend(past);
    }
    let Some(frame) = frame else {
        return;
    };
    let mut states = scope.pools.iter().filter_map(|pool| frame.cluster.pools.get(*pool));
    // A question about a budget is about all that it will refuse.
    let is_budget = matches!(subject, Subject::Budget(_));
    scope.waits_only = !is_budget
        && !scope.pools.is_empty()
        && states.all(|state| state.run == RunState::Queued)
        && now == scope.pools.len();
    if subject == Subject::Cluster {
        let version = frame.cluster.control_plane.version;
        let row = control_plane_row(scope.trace, frame.next, version);
        let row = row.and_then(|no| scope.trace.record(no));
        scope.policy.extend(row.as_ref().and_then(waits));
        let announced = |row: &Record| matches!(row.change, Change::ControlPlaneScheduled { .. });
        scope.announced = row.as_ref().is_some_and(announced);
    }
}

fn waits(record: &Record) -> Option<Waits> {
    match record.change {
        Change::UpgradeQueued { why: WhyNot::Policy(waits) }
        | Change::UpgradePaused { why: WhyNot::Policy(waits) } => Some(waits),
        _ => None,
    }
}
