//! Jobs: how many Pods have worked, whether a Job is over, and how its Pods may fail. How long it works isn't known.

use super::draft::Draft;
use super::owners::controller;
use crate::found::FileNotes;
use crate::kubectl::object::{Object, Phase};
use crate::notes;
use scenario::document::workload::{FAILURE_ACTIONS, PodFailurePolicy, PodFailureRule};
use scenario::document::{Pod, Workload};
use scenario::field::{Field, Reader};
use scenario::json::Json;

impl Draft {
    /// How many Pods of a Job have worked, may work at a time, and may fail.
    pub(super) fn count_job(&self, workload: &mut Workload, job: Option<&Object>, active: i64) {
        let succeeded = self.pods.iter().filter(|pod| pod.thing.status.phase == Phase::Succeeded);
        let succeeded = i64::try_from(succeeded.count()).unwrap_or(i64::MAX);
        let natural = |number: &i64| *number >= 0;
        match job {
            Some(job) => {
                let spec = &job.spec;
                let parallelism = if spec.suspend.0 { Some(0) } else { spec.parallelism.0 };
                workload.parallelism = parallelism.filter(natural);
                workload.completions = spec.completions.0.filter(natural);
                workload.backoff_limit = spec.backoff_limit.0.filter(natural);
                workload.pod_replacement_policy.clone_from(&spec.pod_replacement.0);
                // A deadline beyond ten years ends no run.
                let deadline = spec.active_deadline.0.filter(natural);
                workload.active_deadline_seconds = deadline.filter(|s| *s <= 315_360_000);
                let policy = spec.pod_failure.0.as_ref();
                workload.pod_failure_policy = policy.and_then(failure_policy);
                let before = job.status.succeeded.0.unwrap_or(succeeded);
                workload.succeeded = Some(before).filter(|number| *number > 0);
                workload.failed = job.status.failed.0.filter(|number| *number > 0);
            }
            None => {
                workload.parallelism = Some(active.max(1));
                workload.completions = Some(active.saturating_add(succeeded).max(1));
                workload.succeeded = Some(succeeded).filter(|number| *number > 0);
            }
        }
    }
}

/// The JobSet that made the Job.
pub(super) fn job_set(draft: &Draft) -> Option<String> {
    let (_, job) = draft.controller.as_ref()?;
    let owner = controller(&job.metadata).filter(|owner| &*owner.kind == "JobSet")?;
    Some(owner.name.0.clone())
}

/// Settings that decide whether the Job fails, and that a run doesn't have.
pub(super) fn not_used(draft: &Draft) -> Vec<&'static str> {
    let job = draft.controller.as_ref().map(|(_, job)| &job.spec);
    let of = |name, is_set: Option<bool>| is_set.unwrap_or(false).then_some(name);
    let per_index = of("backoffLimitPerIndex", job.map(|job| job.per_index.0));
    let success = of("successPolicy", job.map(|job| job.success_policy.0));
    per_index.into_iter().chain(success).collect()
}

/// Says that the length of a Job isn't known. A Job without one would always be failed by its deadline.
pub(super) fn tell_endless(job: &mut Workload, file: usize, notes: &mut FileNotes) {
    let is_idle =
        job.parallelism == Some(0) || !job.pods.is_empty() && job.pods.iter().all(Pod::is_finished);
    let note = match job.active_deadline_seconds.take_if(|_| job.kind == "Job") {
        Some(_) => notes::JOB_DEADLINES,
        None if is_idle || job.kind != "Job" => return,
        None => notes::ENDLESS_JOBS,
    };
    notes.workload(file, note, job);
}

/// The rules with an action that the API accepts.
fn failure_policy(found: &Json) -> Option<PodFailurePolicy> {
    let mut policy: PodFailurePolicy = Field::read(found, &mut Reader::default())?;
    let known = |rule: &PodFailureRule| FAILURE_ACTIONS.contains(&rule.action.as_str());
    policy.rules.retain(known);
    Some(policy)
}
