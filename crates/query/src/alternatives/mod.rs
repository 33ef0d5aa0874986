//! Suggested changes of a scenario, and the results of a run with each.
//!
//! Nothing is estimated: the edited scenario is run, and the two runs are compared by their [`Outcome`]s.

mod before;
mod connections;
mod context;
mod deltas;
mod drains;
mod ending;
mod figure;
mod focus;
mod kinds;
mod measure;
mod offers;
mod policy;
mod ranking;
mod scaling;
mod scope;
mod setting_change;
mod unprotected;
mod waits;

use crate::index::Index;
use crate::outcome::{Outcome, WorkloadOutcome};
use base::{NodeId, PoolId, SimTime, WorkloadId, order};
use deltas::measured;
use ending::{ended, ends_with};
use measure::Measure;
use model::Plan;
use scope::RunScope;
use std::cmp::{Ordering, Reverse};
use trace::{Conclusion, Phrase, Subject, Trace, Value};

pub use before::Before;
pub use deltas::{Delta, deltas};
pub use figure::Figure;
pub use focus::Focus;
pub use offers::{Offer, OfferKind, offers};
pub use setting_change::{
    BudgetChange, ClusterChange, PoolChange, SettingChange, Undone, WorkloadChange,
};

/// How many changes are tried.
pub const TRIED_AT_MOST: usize = 10;
/// How many workloads of an edit are listed with their ready Pods.
const WORKLOADS: usize = 2;

/// What may be changed, and what it is judged by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidates {
    pub focus: Focus,
    /// The most direct first; at most [`TRIED_AT_MOST`].
    pub changes: Vec<SettingChange>,
}

/// Changes that bear on the subject's work: from the asked time on, or in the whole run.
pub fn candidates(
    trace: &Trace,
    index: &Index,
    before: &Before,
    subject: Subject,
    at: Option<SimTime>,
) -> Candidates {
    let at = at.map(|at| focus::asked_for(trace, subject, at));
    // Of a whole run, the first Pod that has no node at its end.
    let unplaced = before.outcome.unplaced.first().filter(|_| at.is_none());
    let asked = at.map(|at| (subject, at));
    let asked = asked.or(unplaced.map(|pod| (Subject::Pod(*pod), trace.end())));
    let scaling = asked.and_then(|asked| scaling::changes(trace, index, asked));
    let scope = RunScope::of(trace, index, subject, at, before.fine);
    let cx = context::ChangeContext { scope, before, at };
    let focus = cx.scope.focus.clone();
    let is_short = unprotected::several_down(&cx).next().is_some();
    let waits = cx.scope.pending || cx.spot_pods_wait() || is_short;
    if cx.scope.is_empty() || focus.is_fine(before) && !waits {
        let (focus, mut changes) = scaling.unwrap_or((focus, Vec::new()));
        changes.truncate(TRIED_AT_MOST);
        return Candidates { focus, changes };
    }
    let policy = kinds::POLICY.iter().flat_map(|kind| kind(&cx));
    let rest = kinds::KINDS.iter().filter(|_| !cx.scope.waits_only).flat_map(|kind| kind(&cx));
    // A Pod that waits during an upgrade may wait for a pool that doesn't grow.
    let (own, scaling) = scaling.filter(|_| cx.scope.pending).unzip();
    let focus = own.filter(|_| at.is_some()).unwrap_or(focus);
    let scaling = scaling.into_iter().flatten();
    let mut changes: Vec<SettingChange> = scaling.chain(policy).chain(rest).collect();
    changes.truncate(TRIED_AT_MOST);
    Candidates { focus, changes }
}

/// What has no column: other numbers that the change makes another, and ready Pods of its workloads and of the one that loses
/// most.
fn beside(
    edit: &SettingChange,
    focus: &Focus,
    plan: &Plan,
    before: &Before,
    after: &Outcome,
) -> Vec<Phrase> {
    let mut workloads = edit.workloads(plan);
    if let Focus::Workloads(own) | Focus::Scaling { workloads: own, .. } = focus {
        workloads.extend(own);
    }
    workloads.extend(lowered(&before.outcome, after));
    let first = before.measure.and_then(Measure::workload);
    workloads.retain(|id| Some(*id) != first);
    let mut parts = others(before.measure.or(Some(Measure::FORCED)), &before.outcome, after);
    parts.extend(ready(workloads, &before.outcome, after));
    if !matches!(focus, Focus::Run) {
        let own = Measure::OF_WORKLOADS.map(|one| measured(one, 0, &before.outcome, after));
        parts.extend(own.iter().filter(|one| !one.is_same()).map(Delta::phrase));
    }
    parts
}

/// When the pool of the question ends, and which nodes go.
fn of_focus(focus: &Focus, plan: &Plan, before: &Outcome, after: &Outcome) -> Vec<Phrase> {
    match focus {
        Focus::Pools(pools) if pools.len() < before.pools.len() => {
            let own = pools.iter().filter_map(|pool| {
                let of = |run: &Outcome| {
                    run.pool(*pool).map(|one| (one.conclusion, one.over, one.duration))
                };
                let (was, is) = (of(before)?, of(after)?);
                let own = Phrase::new("effect-pool-alone")
                    .with("pool", plan.pools.get(*pool)?.name.as_str());
                (was != is).then(|| own.with("own", ended(was, is)))
            });
            own.collect()
        }
        Focus::Scaling { nodes, .. } => {
            let gone = |run: &Outcome, node: NodeId| {
                run.removed.iter().find(|(id, _)| *id == node).map(|(_, at)| *at)
            };
            let said = nodes.iter().map(|node| {
                let said = match gone(after, *node) {
                    Some(at) => Phrase::new("effect-node-gone").with("at", at),
                    None => Phrase::new("effect-node-stays"),
                };
                said.with("node", Subject::Node(*node))
            });
            said.collect()
        }
        Focus::Run | Focus::Pools(_) | Focus::Workloads(_) => Vec::new(),
    }
}

/// How a run differs from the one that it branched off: the ends of both, the numbers that differ, and the workloads that
/// lost the most ready Pods.
///
/// If there are several pools, `asked` comes first.
pub fn between(plan: &Plan, asked: Option<PoolId>, before: &Outcome, after: &Outcome) -> Phrase {
    let whole = |run: &Outcome| (run.upgrades, run.duration);
    let mut parts = ends_with(whole(before), whole(after));
    let of =
        |run: &Outcome, pool: PoolId| run.pool(pool).map(|pool| (pool.conclusion, pool.duration));
    let upgraded = |run: &Outcome| {
        let begun = run.pools.iter().filter(|pool| pool.conclusion != Conclusion::Idle);
        begun.count() > 1
    };
    if let Some(pool) = asked.filter(|_| upgraded(before) || upgraded(after))
        && let (Some(one), Some(other)) = (of(before, pool), of(after, pool))
        && let Some(pool) = plan.pools.get(pool)
    {
        let both = Phrase::new("effect-pool")
            .with("pool", pool.name.as_str())
            .with("own", Value::List(ends_with(one, other)))
            .with("all", Value::List(parts));
        parts = vec![both];
    }
    let more = |from: &WorkloadOutcome, to: &WorkloadOutcome| {
        i64::from(to.fewest.unwrap_or(0)) - i64::from(from.fewest.unwrap_or(0))
    };
    let pairs = before.workloads.iter().zip(&after.workloads);
    let mut ready_less: Vec<(i64, WorkloadId)> = pairs
        .map(|(from, to)| (more(from, to), from.workload))
        .filter(|(more, _)| *more != 0)
        .collect();
    order::sort(&mut ready_less);
    let workloads: Vec<WorkloadId> = ready_less.into_iter().map(|(_, id)| id).collect();
    parts.extend(others(None, before, after));
    parts.extend(ready(workloads, before, after));
    Phrase::new("effect").with("parts", Value::List(parts))
}

/// The numbers of both runs that differ, but for the first.
fn others(first: Option<Measure>, before: &Outcome, after: &Outcome) -> Vec<Phrase> {
    let all = Measure::others(first).filter_map(|one| {
        let delta = measured(one, 0, before, after);
        // A disk that is part of a node is lost with it under any settings (KS-39).
        let stays = one.is("disks") && delta.figure.amount() > 0;
        let differs = !delta.is_same() && (delta.is == Ordering::Greater || !one.is_price());
        (differs || stays).then(|| delta.phrase())
    });
    all.collect()
}

/// The fewest ready Pods of the first workloads, where they differ.
fn ready(mut workloads: Vec<WorkloadId>, before: &Outcome, after: &Outcome) -> Vec<Phrase> {
    workloads.dedup();
    let all = workloads.into_iter().take(WORKLOADS).map(Measure::ready);
    let all = all.map(|one| measured(one, 0, before, after));
    all.filter(|one| !one.is_same()).map(|one| one.phrase()).collect()
}

/// The workload that has the fewest ready Pods less than without the change.
fn lowered(before: &Outcome, after: &Outcome) -> Option<WorkloadId> {
    let fewest = |one: &WorkloadOutcome| one.fewest.unwrap_or(0);
    let pairs = before.workloads.iter().zip(&after.workloads);
    let lost = pairs.map(|(from, to)| (fewest(from).saturating_sub(fewest(to)), from.workload));
    let most = lost.filter(|(lost, _)| *lost > 0).max_by_key(|(lost, id)| (*lost, Reverse(*id)));
    most.map(|(_, id)| id)
}
