//! Ready, wanted and required Pods of a workload over time.

use base::{SimSpan, SimTime, Steps, WorkloadId, order};
use model::PodPhase;
use model::budget::{Limit, Selected, status};
use trace::{Change, Subject, Trace};

/// A workload over time: ready Pods, wanted Pods, and how many its budget requires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkloadSeries {
    pub workload: WorkloadId,
    pub ready: Steps,
    pub desired: Steps,
    /// `desiredHealthy` of its budget; `None` unless exactly one budget selects this workload and no other.
    pub floor: Option<Steps>,
    /// Stretches with fewer ready Pods than the floor.
    pub breaches: Vec<(SimTime, Option<SimTime>)>,
}

/// Reads the rows about one workload, its Pods and its budget.
pub fn workload(trace: &Trace, id: WorkloadId) -> Option<WorkloadSeries> {
    let plan = trace.plan();
    let start = trace.start();
    let begin = SimTime::ZERO;
    let mut is_ready = vec![false; trace.last().pod_count() as usize];
    let (mut ready, mut pods) = (0, 0);
    let mine = plan.revisions(id).flat_map(|revision| start.owned(revision));
    for (pod, state) in mine.filter_map(|pod| Some((pod, start.pod(pod)?))) {
        if let Some(slot) = is_ready.get_mut(pod.0 as usize) {
            *slot = state.ready();
        }
        ready += i64::from(state.ready());
        pods += i64::from(state.phase() != PodPhase::Gone);
    }
    let mut replicas = i64::from(start.workloads.get(id)?.replicas);
    let budget = match plan.workloads.get(id)?.budgets.as_slice() {
        [only] => {
            plan.budgets.get(*only).filter(|budget| budget.workloads.len() == 1).map(|_| *only)
        }
        _ => None,
    };
    let mut limit = budget.and_then(|budget| start.budgets.get(budget)).copied();
    let scaled = plan.workloads.get(id)?.kind.has_scale();
    let floor_now = |limit: Option<Limit>, pods: i64, ready: i64, replicas: i64| {
        let selected = Selected { pods, healthy: ready, scale: scaled.then_some(replicas) };
        status(limit?, selected).map(|status| status.desired_healthy)
    };
    let mut series = WorkloadSeries {
        workload: id,
        ready: Steps::starting(begin, ready),
        desired: Steps::starting(begin, replicas),
        floor: floor_now(limit, pods, ready, replicas).map(|floor| Steps::starting(begin, floor)),
        breaches: Vec::new(),
    };
    let mut rows = trace.rows_of_pods(id);
    rows.extend(trace.rows_of(Subject::Workload(id)));
    rows.extend(budget.into_iter().flat_map(|budget| trace.rows_of(Subject::Budget(budget))));
    order::sort(&mut rows);
    for no in rows {
        let Some(record) = trace.record(no) else {
            continue;
        };
        match (record.subject, record.change) {
            (Subject::Pod(_), Change::PodCreated { .. }) => pods += 1,
            (Subject::Pod(pod), change) => {
                let Some(now) = readiness(change) else {
                    continue;
                };
                pods -= i64::from(matches!(change, Change::PodForced { .. } | Change::PodGone));
                let Some(slot) = is_ready.get_mut(pod.0 as usize) else {
                    continue;
                };
                ready += i64::from(now) - i64::from(*slot);
                *slot = now;
                series.ready.push(record.at, ready);
            }
            (Subject::Workload(other), Change::ReplicasSet { replicas: n }) if other == id => {
                replicas = i64::from(n);
                series.desired.push(record.at, replicas);
            }
            (Subject::Budget(other), Change::LimitSet { entry }) if Some(other) == budget => {
                let command = plan.script.get(entry as usize).map(|entry| &entry.command);
                if let Some(model::Command::SetBudget { limit: new, .. }) = command {
                    limit = Some(*new);
                }
            }
            _ => continue,
        }
        if let (Some(floor), Some(steps)) =
            (floor_now(limit, pods, ready, replicas), series.floor.as_mut())
        {
            steps.push(record.at, floor);
        }
    }
    let floor = series.floor.as_ref();
    series.breaches = floor.map_or_else(Vec::new, |floor| below(&series.ready, floor));
    Some(series)
}

/// Stretches with fewer ready Pods than replicas.
pub fn reduced(trace: &Trace, id: WorkloadId) -> Vec<(SimTime, Option<SimTime>)> {
    workload(trace, id).map_or_else(Vec::new, |own| below(&own.ready, &own.desired))
}

/// The duration of all stretches; one that is open lasts until the end.
pub fn total(stretches: &[(SimTime, Option<SimTime>)], end: SimTime) -> SimSpan {
    let spans = stretches.iter().map(|(from, to)| to.unwrap_or(end) - *from);
    spans.fold(SimSpan::ZERO, |sum, span| sum + span)
}

/// Stretches in which the number is less than the least.
fn below(number: &Steps, least: &Steps) -> Vec<(SimTime, Option<SimTime>)> {
    let mut instants: Vec<SimTime> =
        number.points().iter().chain(least.points()).map(|(at, _)| *at).collect();
    order::sort(&mut instants);
    instants.dedup();
    let mut found = Vec::new();
    for at in instants {
        extend(&mut found, at, number.at(at) < least.at(at));
    }
    found
}

/// The readiness of a Pod after a change, if the change sets it.
pub(crate) fn readiness(change: Change) -> Option<bool> {
    match change {
        Change::PodReady => Some(true),
        Change::PodUnready
        | Change::ContainerExited { .. }
        | Change::ContainerKilled { .. }
        | Change::PodFinished { .. }
        | Change::PodTerminating { .. }
        | Change::PodForced { .. }
        | Change::PodGone => Some(false),
        _ => None,
    }
}

/// Since when it lasts, if it does after the last row.
pub(crate) fn open_since(stretches: &[(SimTime, Option<SimTime>)]) -> Option<SimTime> {
    stretches.last().filter(|(_, to)| to.is_none()).map(|(from, _)| *from)
}

/// Begins a stretch at the instant, continues the last one, or ends it.
pub(crate) fn extend(all: &mut Vec<(SimTime, Option<SimTime>)>, at: SimTime, below: bool) {
    match all.last_mut() {
        Some((_, end @ None)) if !below => *end = Some(at),
        Some((_, None)) => {}
        _ if below => all.push((at, None)),
        _ => {}
    }
}
