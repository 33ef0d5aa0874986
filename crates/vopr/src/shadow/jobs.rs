//! Failures of Jobs.

use base::{IdVec, SimTime, WorkloadId};
use model::{Plan, WorkloadKind};

/// Failures of the Pods of a Job.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Job {
    pub failures: u32,
    /// Since the last completion.
    pub in_a_row: u32,
    /// Completions in the run.
    pub succeeded: u32,
    /// When the last one in the run was.
    pub last: Option<SimTime>,
    /// When the last Pod that was deleted before its end was gone.
    pub disrupted: Option<SimTime>,
    pub failed: bool,
}

/// KC-17: does a Pod that is being deleted count as failed at once?
pub(super) fn fails_by_deletion(kind: &WorkloadKind) -> bool {
    matches!(kind, WorkloadKind::Job { replace_when_failed: false, .. })
}

/// Failures before the start count (KC-17).
pub(super) fn at_start(plan: &Plan) -> IdVec<WorkloadId, Job> {
    let jobs = plan.workloads.values().map(|one| Job {
        failures: one.failed,
        in_a_row: one.failed,
        ..Job::default()
    });
    jobs.collect()
}
