//! Holds that remain after the last row.

use crate::autoscaler::Autoscaler;
use crate::index::Index;
use base::{PoolId, RecordNo, RuleNo, Set, SimTime};
use model::{Command, RunState, Version};
use trace::{Change, Phrase, Subject, Trace};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenHold {
    pub subject: Subject,
    pub no: RecordNo,
    pub since: SimTime,
}

/// Every hold that no row ended, and every waiting pool and control plane; each subject and rule once.
pub fn open_holds(trace: &Trace, index: &Index) -> Vec<OpenHold> {
    let next = trace.len();
    let mut seen: Set<(Subject, RuleNo)> = Set::new();
    let mut found = Vec::new();
    let mut add = |no: RecordNo, since: Option<SimTime>| {
        let Some(record) = trace.record(no) else {
            return;
        };
        if seen.insert((record.subject, record.rule)) {
            let since = since.unwrap_or(record.at);
            found.push(OpenHold { subject: record.subject, no, since });
        }
    };
    let end = trace.last();
    for (pool, state) in end.pools.iter() {
        let waits = match state.run {
            RunState::Queued
            | RunState::Paused
            | RunState::WaitingForResources
            | RunState::Failed => true,
            RunState::Idle
            | RunState::Running
            | RunState::Cancelling
            | RunState::Cancelled
            | RunState::RollingBack
            | RunState::Succeeded
            | RunState::RolledBack => false,
        };
        if waits && let Some(no) = state_row(trace, pool) {
            add(no, None);
        }
    }
    if let Some(no) = control_plane_row(trace, next, end.control_plane.version) {
        add(no, None);
    }
    for hold in index.active_holds(next) {
        add(hold.no, Some(hold.began));
    }
    found
}

/// Why no node comes for a Pod that waits to the end: where there is an autoscaler, that says more than its last attempt.
pub fn no_growth(trace: &Trace, subject: Subject) -> Option<Phrase> {
    let Subject::Pod(pod) = subject else {
        return None;
    };
    Autoscaler::of(trace, &trace.frame_at(trace.end()))?.brief(pod)
}

/// The last row among the first `next` that reports why due work on the control plane waits, if it still waits.
pub(crate) fn control_plane_row(
    trace: &Trace,
    next: u32,
    now: Option<Version>,
) -> Option<RecordNo> {
    let script = &trace.plan().script;
    let mut told = None;
    let (mut begun, mut refused) = (Vec::new(), Vec::new());
    for no in trace.rows_back(Subject::Cluster, next) {
        let record = trace.record(no)?;
        match record.change {
            Change::UpgradeQueued { .. } | Change::ControlPlaneScheduled { .. } => {
                told = told.or(Some(no));
            }
            Change::ControlPlaneStarted { entry } => begun.push(entry),
            Change::Refused { .. } => refused.extend(record.cause),
            Change::Commanded { entry } if !refused.contains(&no) => {
                let asked = script.get(entry as usize..).unwrap_or_default();
                let (first, rest) = asked.split_first()?;
                let steps = rest.iter().take_while(|entry| is_step(&entry.command));
                let steps = steps.filter(|_| matches!(first.command, Command::Target { .. }));
                let due = [first].into_iter().chain(steps).zip(entry..);
                let waits = due.filter(|(entry, no)| {
                    let after = entry.command.version_of_control_plane();
                    let new = after.is_some() && after > now;
                    let anew = matches!(entry.command, Command::RecreateControlPlane { .. });
                    (new || anew) && !begun.contains(no)
                });
                if waits.count() > 0 {
                    return told;
                }
            }
            _ => {}
        }
    }
    None
}

fn is_step(command: &Command) -> bool {
    matches!(command, Command::Step { .. })
}

/// The last row that set the pool's state.
fn state_row(trace: &Trace, pool: PoolId) -> Option<RecordNo> {
    trace.rows_back(Subject::Pool(pool), trace.len()).find(|&no| {
        trace.record(no).is_some_and(|record| {
            matches!(
                record.change,
                Change::UpgradeQueued { .. }
                    | Change::UpgradePaused { .. }
                    | Change::UpgradeFailed
                    | Change::ResourcesMissing
            )
        })
    })
}
