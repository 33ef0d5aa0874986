//! The numbers of an outcome about workloads, against those of the shadow cluster.

use super::budgets::{BudgetView, status};
use super::{Said, ensure};
use crate::run::FinishedRun;
use crate::shadow::Shadow;
use base::{SimSpan, SimTime};
use model::UnhealthyPodEvictionPolicy;
use query::Outcome;
use trace::{Change, Record, Subject};

/// Counts the instant that is over.
pub(super) fn note_instant(shadow: &mut Shadow<'_>, now: SimTime, next: SimTime) {
    let budgets = shadow.plan.budgets.ids();
    let status = budgets.map(|id| status(shadow, id, BudgetView::NOW));
    let desired = status.map(|one| one.map_or(0, |one| one.desired)).collect();
    shadow.note_harm(now, next, &desired);
}

/// Counts a row, before it is applied.
pub(super) fn note_row(shadow: &mut Shadow<'_>, record: &Record, slug: &str) {
    let refuses = match (record.subject, record.change) {
        (Subject::Pod(id), Change::PodTerminating { .. } | Change::PodForced { .. }) => {
            let own = &shadow.plan.workloads[shadow.pod(id).workload];
            own.budgets.iter().any(|budget| {
                let always = shadow.plan.budgets[*budget].policy;
                let always = always == UnhealthyPodEvictionPolicy::AlwaysAllow;
                let allowed = status(shadow, *budget, BudgetView::NOW).map_or(0, |one| one.allowed);
                allowed == 0 && (shadow.is_ready(id) || !always)
            })
        }
        _ => false,
    };
    shadow.note_leaver(record, slug, refuses);
}

/// UP-18, KP-18: the fewest ready Pods, the time without any and below a budget, moves, and violations.
pub(super) fn harm_is_counted_right(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let plan = shadow.plan;
    // A budget that can't be read has no numbers.
    if plan.budgets.values().any(|budget| budget.unreadable) {
        return Ok(());
    }
    let mut shadow = shadow.clone();
    let end = run.trace.end();
    note_instant(&mut shadow, end, plan.until.max(end));
    let outcome = Outcome::read(&run.trace, run.outcome.ended).1;
    let own = &shadow.harm;
    let (said, forced) = ((outcome.forced, outcome.violations), (own.forced(), own.violations));
    ensure(said == forced, || format!("forced, in violation: {said:?} and {forced:?}"))?;
    for said in &outcome.workloads {
        let (at, workload) = (said.workload, &plan.workloads[said.workload]);
        let scaled = workload.kind.keeps_replicas();
        let watched = &own.workloads[at];
        let fewest = watched.fewest.filter(|_| scaled);
        let without = if scaled { watched.lost() } else { SimSpan::ZERO };
        let below = workload.budgets.iter().map(|budget| own.budgets[*budget].lost());
        let below = below.max().unwrap_or(SimSpan::ZERO);
        let own = (fewest, without, below, own.moves[at]);
        let said = (
            said.fewest.map(i64::from),
            said.without_ready,
            said.below_budget,
            (said.moves, said.moved_again),
        );
        ensure(said == own, || format!("{}: {said:?}, which is {own:?}", workload.name))?;
    }
    Ok(())
}
