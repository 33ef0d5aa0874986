//! What failed of a Job.

use base::SimTime;
use model::Plan;

/// Failures of the Pods of a Job.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Job {
    pub failures: u32,
    /// When the last one of the run was.
    pub last: Option<SimTime>,
    pub failed: bool,
}

/// What failed before the start counts (KC-17).
pub(super) fn at_start(plan: &Plan) -> Vec<Job> {
    let jobs = plan.workloads.values().map(|one| Job {
        failures: one.failed,
        ..Job::default()
    });
    jobs.collect()
}
