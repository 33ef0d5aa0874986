//! What the rollout of a Deployment does to its Pods and to budgets.

use super::{Reason, Until, WhyContext};
use base::{BudgetId, PodId, RecordNo, WorkloadId};
use model::PodPhase;
use model::rollout::{Rollout, RolloutPhase};
use trace::{Change, Phrase, Subject, Value};

/// How many names a list has.
const NAMES: usize = 6;

/// The rollout that ended a Pod with this row, if one did, and the Pods with its template (KC-21, KC-23).
pub(super) fn ended(cx: &WhyContext<'_>, no: RecordNo) -> Option<Reason> {
    let scaled = cx.trace.record(no)?.cause?;
    let record = cx.trace.record(scaled)?;
    let (Subject::Workload(first), Change::ReplicaSetScaled { revision: old, .. }) =
        (record.subject, record.change)
    else {
        return None;
    };
    let mut rows = cx.trace.rows_back(record.subject, scaled.0);
    let new = rows.find_map(|no| match cx.trace.record(no)?.change {
        Change::RolloutStarted { revision } => Some(revision),
        _ => None,
    });
    // Fewer replicas end Pods of the new template, too.
    let new = new.filter(|new| *new != old)?;
    let reason = Reason::of_row(cx, scaled)?
        .input("input-rollout-of", record.subject)
        .input("input-revision", cx.trace.plan().revision_number(first, new));
    let pods = updated(cx, first, new);
    Some(if pods.is_empty() { reason } else { reason.input("input-updated-pods", names(&pods)) })
}

/// The rollout of the workload that is under way.
fn now(cx: &WhyContext<'_>, first: WorkloadId) -> Option<Rollout> {
    let rollout = cx.frame.cluster.workloads.get(first)?.rollout;
    rollout.filter(|rollout| rollout.phase != RolloutPhase::Complete)
}

/// The Pods with the template of the revision that have not ended and are not to end.
fn updated(cx: &WhyContext<'_>, first: WorkloadId, revision: u32) -> Vec<PodId> {
    let cluster = &cx.frame.cluster;
    let mut pods = cluster.owned(first);
    pods.retain(|id| {
        cluster.pod(*id).is_some_and(|pod| {
            let active = matches!(
                pod.phase(),
                PodPhase::Pending | PodPhase::Starting { .. } | PodPhase::Running { .. }
            );
            active && pod.workload.0 == first.0 + revision
        })
    });
    pods
}

fn names(pods: &[PodId]) -> Value {
    Value::Names(pods.iter().take(NAMES).map(|pod| Subject::Pod(*pod)).collect())
}

/// Adds the updated Pods that aren't ready: a budget counts them as unhealthy (KP-10, KC-21).
pub(super) fn unready(cx: &WhyContext<'_>, mut reason: Reason, id: BudgetId) -> Reason {
    let plan = cx.trace.plan();
    for first in plan.budgets.get(id).into_iter().flat_map(|budget| &budget.workloads) {
        let Some(rollout) = now(cx, *first) else { continue };
        let mut pods = updated(cx, *first, rollout.revision);
        let none = pods.is_empty();
        pods.retain(|pod| cx.frame.cluster.pod(*pod).is_some_and(|pod| !pod.ready()));
        let recreates = none && plan.workloads[*first].rollout.recreate;
        if pods.is_empty() && !recreates {
            continue;
        }
        let key = if recreates { "input-rollout-recreates" } else { "input-rollout-unready" };
        let value = match recreates {
            true => Value::from(Phrase::new("value-after-old-pods")),
            false => names(&pods),
        };
        reason = reason.input("input-rollout-of", Subject::Workload(*first)).input(key, value);
    }
    reason
}

/// How far the rollout is, and when it is done in this run (KC-22).
pub(super) fn progress(cx: &WhyContext<'_>, first: WorkloadId) -> Option<(Reason, Until)> {
    let rollout = now(cx, first)?;
    let subject = Subject::Workload(first);
    let exceeded = rollout.phase == RolloutPhase::DeadlineExceeded;
    let (no, _) = cx.last_that(subject, |record| match record.change {
        Change::RolloutStarted { .. } => !exceeded,
        Change::ProgressDeadlineExceeded => exceeded,
        _ => false,
    })?;
    let pods = Phrase::new("value-of")
        .with("part", updated(cx, first, rollout.revision).len() as u32)
        .with("whole", cx.frame.cluster.workloads[first].replicas);
    let new = WorkloadId(first.0 + rollout.revision);
    let settings = cx.trace.plan().workloads.get(new)?.rollout;
    let reason = Reason::of_row(cx, no)?;
    let mut reason = match settings.number {
        Some(number) => reason.input("input-revision-in-cluster", number),
        None => {
            let number = cx.trace.plan().revision_number(first, rollout.revision);
            reason.input("input-revision", number)
        }
    };
    // Of one that began before the run.
    let times = [
        ("input-rollout-since", settings.since),
        ("input-deadline-exceeded", settings.exceeded.filter(|_| exceeded)),
    ];
    for (name, at) in times.into_iter().filter_map(|(name, at)| Some((name, at?))) {
        reason = reason.input(name, at);
    }
    let reason = reason.input("input-updated-pods", pods);
    let end = cx.next_that(subject, |record| {
        matches!(record.change, Change::RolloutDone | Change::RolloutStarted { .. })
    });
    let until = match end {
        Some((_, record)) if record.change == Change::RolloutDone => {
            Until::at(record.at, Phrase::new("until-rollout-done"))
        }
        Some((_, record)) => Until::at(record.at, Phrase::new("until-next-rollout")),
        None => Until::never(Phrase::new("until-never")),
    };
    Some((reason, until))
}
