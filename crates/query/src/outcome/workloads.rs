//! What a run does to each workload.

use super::scan::OutcomeScan;
use super::value::{TO_THE_END, WorkloadOutcome, limit};
use crate::index::Index;
use crate::shortfall::Readiness;
use base::{BudgetId, Map, PodId, Set, SimSpan, SimTime, WorkloadId};
use model::workload::is_managed_by_gke;
use trace::{Subject, Trace};

impl OutcomeScan {
    pub(super) fn workloads(
        &mut self,
        trace: &Trace,
        index: &Index,
        readiness: &Readiness,
        waiting: &Map<PodId, SimTime>,
    ) -> Vec<WorkloadOutcome> {
        if trace.plan().is_autoscaled() {
            waiting.keys().for_each(|pod| self.waits(trace, *pod, TO_THE_END));
        }
        let mut list: Vec<WorkloadOutcome> = trace
            .plan()
            .known_workloads()
            .map(|(id, _)| self.workload(trace, readiness, id))
            .collect();
        let mut of_pod = |pod: PodId, add: &dyn Fn(&mut WorkloadOutcome)| {
            let owner = trace.owner(pod);
            let at = owner.map(|owner| list.binary_search_by_key(&owner, |one| one.workload));
            if let Some(Ok(at)) = at {
                add(&mut list[at]);
            }
        };
        index.forced.iter().for_each(|one| of_pod(one.pod, &|one| one.harm += 1));
        self.lost.iter().for_each(|pod| of_pod(*pod, &|one| one.harm += 1));
        for hold in index.holds.iter().filter(|hold| hold.refuses()) {
            // Nothing ends it in the run's time.
            let span = hold.end.map_or(limit(trace), |(_, at)| at) - hold.at;
            if let Subject::Pod(pod) = hold.subject {
                of_pod(pod, &|one| one.refused = one.refused + span);
            }
        }
        if trace.plan().is_autoscaled() {
            never_ready(trace, &mut list);
        }
        list
    }

    fn workload(&self, trace: &Trace, readiness: &Readiness, id: WorkloadId) -> WorkloadOutcome {
        let (own, counts) = (&trace.plan().workloads[id], &self.harm.counts[id]);
        let short = |budget| readiness.short_of(Subject::Budget(budget));
        let below_budget = own.budgets.iter().map(|budget| short(*budget)).max();
        let below_budget = below_budget.unwrap_or(SimSpan::ZERO);
        let without_ready = readiness.short_of(Subject::Workload(id));
        let fewest = readiness.fewest.get(id.0 as usize).copied();
        let down = readiness.open_since(Subject::Workload(id));
        let since = |budget: &BudgetId| readiness.open_since(Subject::Budget(*budget));
        let state = trace.last().workloads.get(id);
        WorkloadOutcome {
            workload: id,
            managed: is_managed_by_gke(&own.namespace),
            replicas: state.map_or(own.replicas, |state| state.replicas),
            fewest: fewest.filter(|_| own.kind.keeps_replicas()),
            below_budget,
            without_ready,
            moves: counts.moves,
            ended_otherwise: counts.ended_otherwise,
            moved_again: counts.moved_again,
            violations: counts.violations,
            killed: counts.killed,
            work_lost: counts.work_lost,
            at_risk: counts.at_risk,
            failed: counts.failed,
            harm: counts.killed + u32::from(counts.failed.is_some()),
            out: if down.is_some() { TO_THE_END } else { without_ready },
            down,
            below: match own.budgets.iter().any(|budget| since(budget).is_some()) {
                true => TO_THE_END,
                false => below_budget - below_budget.min(readiness.below_at_start(&own.budgets)),
            },
            refused: SimSpan::ZERO,
            pending: self.pending_of.get(&id).copied().unwrap_or_default(),
        }
    }
}

/// One that never has a ready Pod counts as well: another run may give it one.
fn never_ready(trace: &Trace, list: &mut [WorkloadOutcome]) {
    let ready = trace.last().each_pod().filter(|(_, pod)| pod.ready());
    let ready: Set<WorkloadId> =
        ready.map(|(_, pod)| trace.plan().first_revision(pod.workload)).collect();
    for one in list {
        let waits = one.pending >= TO_THE_END && one.fewest == Some(0);
        if waits && !ready.contains(&one.workload) {
            one.out = TO_THE_END;
        }
    }
}
