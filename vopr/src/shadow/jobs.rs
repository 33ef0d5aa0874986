//! Failures of Jobs.

use base::SimTime;
use model::Plan;

/// Failures of the Pods of a Job.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Job {
    pub failures: u32,
    /// When the last one in the run was.
    pub last: Option<SimTime>,
    pub failed: bool,
}

/// Failures before the start count (KC-17).
pub(super) fn at_start(plan: &Plan) -> Vec<Job> {
    let jobs = plan.workloads.values().map(|one| Job { failures: one.failed, ..Job::default() });
    jobs.collect()
}
