//! How many Pods a Job wants, and its deadline.

use super::state::Shadow;
use base::{SimTime, WorkloadId};
use model::WorkloadKind;

impl Shadow<'_> {
    /// KC-16: the most active Pods; `None`: the current number.
    pub(crate) fn job_wants(&self, id: WorkloadId) -> Option<u32> {
        let done = self.plan.workloads[id].succeeded + self.jobs[id].succeeded;
        match self.plan.workloads[id].kind {
            WorkloadKind::Job { parallelism, completions: Some(all), .. } => {
                Some(parallelism.min(all.saturating_sub(done)))
            }
            WorkloadKind::Job { parallelism, .. } if done == 0 => Some(parallelism),
            _ => None,
        }
    }

    /// Does it have all its completions?
    pub(crate) fn job_done(&self, id: WorkloadId) -> bool {
        let done = self.plan.workloads[id].succeeded + self.jobs[id].succeeded;
        match self.plan.workloads[id].kind {
            WorkloadKind::Job { completions, .. } => completions.is_some_and(|all| done >= all),
            _ => false,
        }
    }

    /// KC-17: counted from the oldest of its Pods, or from the start of the run.
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
