//! What a Job wants, when it has to end, and what failed.

use base::{SimTime, WorkloadId};
use model::{Plan, WorkloadKind};

use super::Shadow;

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

impl Shadow<'_> {
    /// KC-16: as many Pods as may be at work; `None`: as many as are.
    pub(crate) fn job_wants(&self, id: WorkloadId) -> Option<u32> {
        let done = self.plan.workloads[id].succeeded;
        match self.plan.workloads[id].kind {
            WorkloadKind::Job {
                parallelism,
                completions: Some(all),
                ..
            } => Some(parallelism.min(all.saturating_sub(done))),
            WorkloadKind::Job { parallelism, .. } if done == 0 => Some(parallelism),
            _ => None,
        }
    }

    /// Has it all its completions behind it?
    pub(crate) fn job_done(&self, id: WorkloadId) -> bool {
        let done = self.plan.workloads[id].succeeded;
        match self.plan.workloads[id].kind {
            WorkloadKind::Job { completions, .. } => completions.is_some_and(|all| done >= all),
            _ => false,
        }
    }

    /// KC-17: from the oldest of its Pods, or from the start of the run.
    pub(super) fn deadline_of(&self, id: WorkloadId) -> Option<SimTime> {
        let WorkloadKind::Job { deadline, .. } = self.plan.workloads[id].kind else {
            return None;
        };
        let oldest = self.pods_of(id).map(|(_, pod)| pod.created).min();
        let start = oldest.unwrap_or(SimTime::ZERO);
        let deadline = deadline.filter(|_| !self.job_done(id))?;
        Some((start + deadline).max(SimTime::ZERO))
    }
}
