//! What the rows say about a subject at an instant, read again for each question.

use base::{NodeId, PodId, PoolId, SimTime};
use model::{Plan, RunState};
use trace::{Change, Record, Subject, Trace};

/// TraceRows up to the end of an instant, and rows after it.
pub(super) struct TraceRows {
    pub(super) past: Vec<Record>,
    pub(super) future: Vec<Record>,
}

impl TraceRows {
    pub(super) fn of(trace: &Trace, subject: Subject, at: SimTime) -> Self {
        let rows = trace.records().map(|(_, record)| record);
        let mine = rows.filter(|record| record.subject == subject);
        let (past, future) = mine.partition(|record| record.at <= at);
        Self { past, future }
    }
}

/// The last row that changes a Pod's state; `None`: it is as it was at the start, or not created.
pub(super) fn pod_state(rows: &TraceRows) -> Option<Change> {
    rows.past.iter().rev().map(|record| record.change).find(|change| {
        !matches!(
            change,
            Change::Blocked { .. }
                | Change::Unblocked
                | Change::Nominated { .. }
                | Change::NominationCleared
        )
    })
}

/// The node of a Pod at an instant.
pub(super) fn node_of(trace: &Trace, pod: PodId, at: SimTime) -> Option<NodeId> {
    let rows = TraceRows::of(trace, Subject::Pod(pod), at);
    let bound = rows.past.iter().rev().find_map(|record| match record.change {
        Change::PodBound { node, .. } => Some(node),
        _ => None,
    });
    bound.or_else(|| trace.start().pod(pod)?.node())
}

/// Is an eviction of the Pod refused at the end of the instant?
pub(super) fn is_refused(trace: &Trace, pod: PodId, at: SimTime) -> bool {
    let mut refused = false;
    let home = node_of(trace, pod, at);
    for (_, record) in trace.records() {
        if record.at > at {
            break;
        }
        match (record.subject, record.change) {
            (Subject::Pod(id), Change::Blocked { by }) if id == pod => {
                refused |= by.refuses_eviction();
            }
            (Subject::Pod(id), Change::Nominated { .. } | Change::NominationCleared)
                if id == pod => {}
            // Its containers go on while its eviction is refused.
            (
                Subject::Pod(id),
                Change::PodStarted { .. }
                | Change::PodReady
                | Change::PodUnready
                | Change::ContainerExited { .. }
                | Change::ContainerKilled { .. },
            ) if id == pod => {}
            (Subject::Pod(id), _) if id == pod => refused = false,
            (Subject::Node(id), Change::DrainEnded { .. } | Change::DrainAborted)
                if Some(id) == home =>
            {
                refused = false;
            }
            _ => {}
        }
    }
    refused
}

/// The state of a pool's upgrade, and whether GKE started it.
pub(super) fn run_of(trace: &Trace, pool: PoolId, at: SimTime) -> (RunState, bool) {
    let start = trace.start().pools.get(pool);
    let mut state = start.map_or((RunState::Idle, false), |state| (state.run, state.automatic));
    for record in TraceRows::of(trace, Subject::Pool(pool), at).past {
        state.0 = match record.change {
            Change::UpgradeQueued { .. } => RunState::Queued,
            Change::UpgradeStarted { automatic, .. } => {
                state.1 = automatic;
                RunState::Running
            }
            Change::UpgradeResumed { .. } | Change::ResourcesFound => RunState::Running,
            Change::ResourcesMissing => RunState::WaitingForResources,
            Change::UpgradePaused { .. } => RunState::Paused,
            Change::UpgradeCancelling => RunState::Cancelling,
            Change::UpgradeCancelled => RunState::Cancelled,
            Change::RollbackStarted => RunState::RollingBack,
            Change::RolledBack => RunState::RolledBack,
            Change::UpgradeSucceeded => RunState::Succeeded,
            Change::UpgradeFailed => RunState::Failed,
            _ => state.0,
        };
    }
    state
}

/// Is a window open?
pub(super) fn is_open(plan: &Plan, at: SimTime) -> bool {
    plan.maintenance.openings.iter().any(|(from, to)| *from <= at && at < *to)
}

/// Is some exclusion active?
pub(super) fn is_excluded(plan: &Plan, at: SimTime) -> bool {
    plan.maintenance.exclusions.iter().any(|one| one.from <= at && at < one.to)
}
