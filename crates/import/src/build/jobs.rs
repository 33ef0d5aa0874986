//! How long Jobs work: as long as the longest finished one of the same CronJob, or with the same beginning of its name. That a Job
//! loses nothing is then not due to a length that it may exceed. And whether a Job is over, and how its Pods may fail.

use super::draft::Draft;
use super::owners::{Key, controller};
use super::values::instant;
use crate::found::FileNotes;
use crate::kubectl::object::{ConditionKind, Object, Phase};
use crate::notes;
use crate::subject::Subject;
use base::{Arg, say};
use scenario::document::assumptions::Range;
use scenario::document::workload::{FAILURE_ACTIONS, PodFailurePolicy, PodFailureRule};
use scenario::document::{Pod, Workload};
use scenario::field::{Field, Reader};
use scenario::json::Json;
use scenario::units::Duration;

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

/// A Job that has completed.
pub(super) struct Finished {
    namespace: String,
    name: String,
    cron_job: String,
    /// One Pod did all of its work.
    is_of_one_pod: bool,
    ms: i64,
}

/// The Jobs of the files that have completed.
pub(super) fn finished<'a>(drafts: impl Iterator<Item = (&'a Key, &'a Draft)>) -> Vec<Finished> {
    let one = |(key, draft): (&Key, &Draft)| {
        let (_, job) = draft.controller.as_ref().filter(|_| key.kind == "Job")?;
        let ms = instant(&job.status.completed)?.0 - instant(&job.status.started)?.0;
        (ms > 0).then(|| Finished {
            namespace: key.namespace.clone(),
            name: key.name.clone(),
            cron_job: cron_job(draft),
            is_of_one_pod: job.spec.completions.0.unwrap_or(1) == 1,
            ms,
        })
    };
    drafts.filter_map(one).collect()
}

/// Gives each CronJob the length of its longest finished Job.
pub(super) fn set_longest(all: &[Finished], notes: &mut FileNotes) {
    for cron in &mut notes.cron_jobs {
        let (space, name) = cron.name.split_once('/').unwrap_or(("", &cron.name));
        let own = all.iter().filter(|one| one.cron_job == name && one.namespace == space);
        cron.longest_ms = own.map(|one| one.ms).max();
    }
}

/// The CronJob that made the Job.
pub(super) fn cron_job(draft: &Draft) -> String {
    let owner = draft.controller.as_ref().and_then(|(_, job)| controller(&job.metadata));
    owner.map_or_else(String::new, |owner| owner.name.0.clone())
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

/// Gives the Job its length; a Job without one would always be failed by its deadline.
pub(super) fn set_length(
    job: &mut Workload,
    cron_job: &str,
    all: &[Finished],
    file: usize,
    notes: &mut FileNotes,
) {
    if job.kind != "Job" {
        return;
    }
    let stem = job.name.trim_end_matches(|c| c != '-');
    let alike = |one: &&Finished| {
        let by_name = stem.len() > 1 && one.name.starts_with(stem);
        one.is_of_one_pod
            && one.namespace == job.namespace
            && (by_name || !cron_job.is_empty() && one.cron_job == cron_job)
    };
    let mut lengths: Vec<i64> = all.iter().filter(alike).map(|one| one.ms).collect();
    base::order::sort(&mut lengths);
    let created = job.pods.iter().filter(|pod| pod.is_active()).filter_map(|pod| pod.created);
    let age = created.min().zip(notes.newest).map_or(0, |(first, now)| now.0 - first.0);
    let longest = lengths.last().copied();
    let subject = Some(Subject::workload(job));
    match longest.filter(|longest| *longest > age) {
        Some(ms) => {
            job.assumptions.work = Some(Range::fixed(Duration(ms)));
            let said = match lengths.as_slice() {
                [_] => format!("{} ({})", job.name, Duration(ms)).into(),
                _ => Arg::from(say!(
                    "import-job-length",
                    name = &job.name,
                    longest = Duration(ms).to_string(),
                    median = Duration(lengths[lengths.len() / 2]).to_string(),
                    n = lengths.len(),
                )),
            };
            notes.tell(file, notes::JOB_LENGTHS, said, subject);
        }
        None => {
            let said = match (age, longest) {
                (..=0, _) => Arg::from(job.name.clone()),
                (_, None) => format!("{} ({})", job.name, Duration(age)).into(),
                (_, Some(longest)) => say!(
                    "import-job-too-long",
                    name = &job.name,
                    age = Duration(age).to_string(),
                    longest = Duration(longest).to_string(),
                    n = lengths.len(),
                )
                .into(),
            };
            let is_idle = job.parallelism == Some(0)
                || !job.pods.is_empty() && job.pods.iter().all(Pod::is_finished);
            let note = match job.active_deadline_seconds.take() {
                Some(_) => notes::JOB_DEADLINES,
                None if is_idle => return,
                None => notes::ENDLESS_JOBS,
            };
            notes.tell(file, note, said, subject);
        }
    }
}

/// The rules with an action that the API accepts.
pub(crate) fn failure_policy(found: &Json) -> Option<PodFailurePolicy> {
    let mut policy: PodFailurePolicy = Field::read(found, &mut Reader::default())?;
    let known = |rule: &PodFailureRule| FAILURE_ACTIONS.contains(&rule.action.as_str());
    policy.rules.retain(known);
    Some(policy)
}

/// Has the Job completed or failed?
pub(super) fn is_over(job: &Object) -> bool {
    let is = |kind| job.status.is(kind) == Some(true);
    is(ConditionKind::Complete) || is(ConditionKind::Failed)
}
