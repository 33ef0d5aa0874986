//! What a run does to each workload, and to disks.

use crate::budgets::budget_at;
use crate::index::Index;
use crate::index::stays::{Row, each_row};
use crate::shortfall::Readiness;
use crate::summary::{Summary, limit};
use base::{PodId, Set, SimSpan, SimTime, WorkloadId};
use trace::{Change, Subject, Trace};

/// How long an outage takes that lasts to the end of the run, however early it began: longer than a run.
pub(super) const TO_THE_END: SimSpan = SimSpan::from_secs(3650 * 86_400);

/// How many of what is summed last to the end of the run.
pub(super) fn to_the_end(span: SimSpan) -> u32 {
    (span.ms() / TO_THE_END.ms()) as u32
}

/// What a run does to a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkloadFigures {
    /// The fewest ready Pods.
    pub fewest: u32,
    /// Pods forced out, lost, killed at the end of their grace period, or deleted against a budget; 1 for a failed Job.
    pub harm: u32,
    pub moves: u32,
    /// Moves of Pods that the run had moved already.
    pub moved_again: u32,
    /// How long it had no ready Pod.
    pub out: SimSpan,
    /// From when on it has no ready Pod to the end of the run.
    pub down: Option<SimTime>,
    /// How long a budget of it was below its floor.
    pub below: SimSpan,
    /// How long evictions were refused, summed over Pods.
    pub refused: SimSpan,
    /// What its Pods worked in vain.
    pub work_lost: SimSpan,
    /// How long its Pods waited for a node, summed over Pods, where the cluster has an autoscaler.
    pub pending: SimSpan,
}

/// A recreated node has empty disks even if it keeps its name.
pub(super) fn disks_lost(trace: &Trace) -> u32 {
    let volumes = trace.plan().volumes.iter();
    let disks = volumes.flat_map(|volume| &volume.local);
    let ends = |change| matches!(change, Change::NodeDeleting { .. } | Change::NodeGone);
    let lost = disks.filter(|(_, node)| {
        let mut rows = trace.rows_of(Subject::Node(*node)).into_iter();
        rows.any(|no| trace.record(no).is_some_and(|row| ends(row.change)))
    });
    lost.count() as u32
}

/// Does one of its budgets require more ready Pods than there are at the end of the run?
fn is_below(trace: &Trace, id: WorkloadId) -> bool {
    let own = trace.plan().workloads.get(id).into_iter();
    let budgets = own.flat_map(|workload| &workload.budgets);
    budgets
        .filter_map(|budget| budget_at(trace.plan(), trace.last(), *budget)?.status)
        .any(|status| status.current_healthy < status.desired_healthy)
}

pub(super) fn workloads(
    trace: &Trace,
    index: &Index,
    summary: &Summary,
    readiness: &Readiness,
) -> Vec<WorkloadFigures> {
    let mut list = vec![WorkloadFigures::default(); trace.plan().workloads.ids().count()];
    for (one, fewest) in list.iter_mut().zip(&readiness.fewest) {
        one.fewest = *fewest;
    }
    for of in &summary.workloads {
        if let Some(one) = list.get_mut(of.workload.0 as usize) {
            one.harm = of.killed + of.violations + u32::from(of.failed.is_some());
            (one.moves, one.moved_again) = (of.moves, of.moved_again);
            (one.out, one.below) = (of.without_ready, of.below_budget);
            let mut pods = trace.last().pods_of(|owner| owner == of.workload);
            if one.out > SimSpan::ZERO && !pods.any(|(_, pod)| pod.ready()) {
                one.out = TO_THE_END;
                one.down = readiness.down_from(of.workload);
            }
            if one.below > SimSpan::ZERO && is_below(trace, of.workload) {
                one.below = TO_THE_END;
            } else if let Some(own) = trace.plan().workloads.get(of.workload) {
                one.below = one.below - one.below.min(readiness.below_at_start(&own.budgets));
            }
            one.work_lost = of.work_lost;
        }
    }
    let mut of_pod = |pod: PodId, add: &dyn Fn(&mut WorkloadFigures)| {
        let owner = trace.owner(pod);
        if let Some(one) = owner.and_then(|owner| list.get_mut(owner.0 as usize)) {
            add(one);
        }
    };
    index.forced.iter().for_each(|one| of_pod(one.pod, &|one| one.harm += 1));
    summary.lost.iter().for_each(|pod| of_pod(*pod, &|one| one.harm += 1));
    for hold in index.holds.iter().filter(|hold| hold.refuses()) {
        // Nothing ends it in the run's time.
        let span = hold.end.map_or(limit(trace), |(_, at)| at) - hold.at;
        if let Subject::Pod(pod) = hold.subject {
            of_pod(pod, &|one| one.refused = one.refused + span);
        }
    }
    if trace.plan().is_autoscaled() {
        add_waits(trace, &mut list);
    }
    list
}

/// How long Pods wait for a node; one that gets none waits beyond the run.
fn add_waits(trace: &Trace, list: &mut [WorkloadFigures]) {
    let mut add = |pod: PodId, lasted: SimSpan| {
        let owner = trace.owner(pod).map(|owner| trace.plan().first_revision(owner));
        if let Some(one) = owner.and_then(|owner| list.get_mut(owner.0 as usize)) {
            one.pending = (one.pending + lasted).min(MOST);
        }
    };
    let stays = each_row(trace, &mut |Row { record, stay, .. }| {
        let ends = matches!(
            record.change,
            Change::PodBound { .. } | Change::PodForced { .. } | Change::PodGone
        );
        if let (Subject::Pod(pod), true, Some(since)) = (record.subject, ends, stay.waits_since) {
            add(pod, record.at - since.max(SimTime::ZERO));
        }
    });
    stays.waiting().keys().for_each(|pod| add(*pod, TO_THE_END));
    let ready = trace.last().each_pod().filter(|(_, pod)| pod.ready());
    let ready: Set<WorkloadId> =
        ready.map(|(_, pod)| trace.plan().first_revision(pod.workload)).collect();
    let kept = trace.plan().known_workloads().filter(|(_, own)| own.kind.keeps_replicas());
    for (id, _) in kept.filter(|(id, _)| !ready.contains(id)) {
        let own = list.get_mut(id.0 as usize);
        // One that never has a ready Pod counts as well: another run may give it one.
        if let Some(one) = own.filter(|one| one.pending >= TO_THE_END && one.fewest == 0) {
            one.out = TO_THE_END;
        }
    }
}

/// The longest sum: a number that JavaScript has.
const MOST: SimSpan = SimSpan::from_secs(1_000_000_000_000);
