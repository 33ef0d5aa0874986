//! What waits for windows and exclusions, at the asked time or at all.

use super::focus::Focus;
use super::scope::RunScope;
use crate::old_nodes::pools_behind;
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
    let states = || scope.pools.iter().filter_map(|pool| frame.cluster.pools.get(*pool));
    // A question about a budget is about all that it will refuse.
    let is_budget = matches!(subject, Subject::Budget(_));
    scope.waits_only = !is_budget
        && !scope.pools.is_empty()
        && states().all(|state| state.run == RunState::Queued)
        && now == scope.pools.len();
    if subject == Subject::Cluster {
        let plane = &frame.cluster.control_plane;
        let row = control_plane_row(scope.trace, frame.next, plane.version)
            .filter(|_| plane.replica.is_none())
            .and_then(|no| scope.trace.record(no));
        let old = row.is_some_and(|row| match row.change {
            Change::UpgradeQueued { why } => matches!(why, WhyNot::OldNodes(_)),
            _ => false,
        });
        // A pool that it waits for may be queued.
        if old || !states().any(|state| state.run.unfinished()) {
            control_plane(scope, frame, row, old);
        }
    }
}

/// Work on the control plane is what the question is about: it is in progress, or waits as the row says, maybe for old nodes.
fn control_plane(scope: &mut RunScope<'_>, frame: &Frame, row: Option<Record>, old: bool) {
    if frame.cluster.control_plane.replica.is_none() && row.is_none() {
        return;
    }
    scope.focus = Focus::ControlPlane;
    scope.pools.clear();
    scope.refusals.clear();
    scope.policy = row.as_ref().and_then(waits).into_iter().collect();
    if old {
        scope.behind = pools_behind(scope.plan, &frame.cluster);
        for pool in &scope.behind {
            let mut rows = scope.trace.rows_back(Subject::Pool(*pool), frame.next);
            let last = rows
                .find_map(|no| scope.trace.record(no).filter(|record| record.change.is_phase()));
            scope.policy.extend(last.as_ref().and_then(waits));
        }
    }
    scope.waits_only = true;
}

fn waits(record: &Record) -> Option<Waits> {
    match record.change {
        Change::UpgradeQueued { why: WhyNot::Policy(waits) }
        | Change::UpgradePaused { why: WhyNot::Policy(waits) } => Some(waits),
        _ => None,
    }
}
