//! Suggested changes of a scenario, and the results of a run with each.
//!
//! Nothing is estimated: the edited scenario is run, and the two runs are compared by their [`Outcome`]s.

mod context;
mod deltas;
mod drains;
mod ending;
mod focus;
mod kinds;
mod policy;
mod ranking;
mod scaling;
mod scope;
mod setting_change;
mod unprotected;
mod waits;

use crate::conclusion::Conclusion;
use crate::index::Index;
use crate::outcome::{Outcome, WorkloadOutcome, to_the_end};
use base::{NodeId, PoolId, SimSpan, SimTime, WorkloadId, order};
use ending::{decisive, end, ended, ends_with};
use model::Plan;
use scope::RunScope;
use std::cmp::{Ordering, Reverse};
use trace::{Ended, Phrase, Subject, Trace, Value};

pub use deltas::{Delta, Figure, beside_columns, deltas, is_trade_off, lowered, lowers};
pub use focus::Focus;
pub use setting_change::{BudgetChange, ClusterChange, PoolChange, SettingChange, WorkloadChange};

/// How many changes are tried.
pub const TRIED_AT_MOST: usize = 10;
/// How many better ones are shown.
pub const BEST: usize = 3;
/// How many workloads of an edit are listed with their ready Pods.
const WORKLOADS: usize = 2;

/// The run to improve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Before {
    pub outcome: Outcome,
    /// Workloads that had no ready Pod for a while, the longest first.
    out: Vec<WorkloadId>,
}

impl Before {
    pub fn of(trace: &Trace, index: &Index, ended: Ended) -> Self {
        let outcome = Outcome::of(trace, index, ended);
        let out = outcome.workloads.iter().filter(|one| one.without_ready > SimSpan::ZERO);
        let mut out: Vec<_> = out.map(|one| (Reverse(one.without_ready), one.workload)).collect();
        order::sort(&mut out);
        Self { outcome, out: out.into_iter().map(|(_, id)| id).collect() }
    }
}

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
    let scaling = at.and_then(|at| scaling::changes(trace, index, (subject, at)));
    let run = &before.outcome;
    let spares = run.harm() == 0 && run.work_lost() == SimSpan::ZERO;
    let fine = run.upgrades.completed() && spares && run.undrained == 0;
    let scope = RunScope::of(trace, index, subject, at, fine);
    let cx = context::ChangeContext { scope, before, at };
    let focus = cx.scope.focus.clone();
    let is_short = unprotected::several_down(&cx).next().is_some();
    let waits = cx.scope.pending || cx.spot_pods_wait() || is_short;
    if cx.scope.is_empty() || focus.is_fine(run) && !waits {
        let (focus, mut changes) = scaling.unwrap_or((focus, Vec::new()));
        changes.truncate(TRIED_AT_MOST);
        return Candidates { focus, changes };
    }
    let policy = kinds::POLICY.iter().flat_map(|kind| kind(&cx));
    let rest = kinds::KINDS.iter().filter(|_| !cx.scope.waits_only).flat_map(|kind| kind(&cx));
    // A Pod that waits during an upgrade may wait for a pool that doesn't grow.
    let (own, scaling) = scaling.filter(|_| cx.scope.pending).unzip();
    let focus = own.unwrap_or(focus);
    let scaling = scaling.into_iter().flatten();
    let mut changes: Vec<SettingChange> = scaling.chain(policy).chain(rest).collect();
    changes.truncate(TRIED_AT_MOST);
    Candidates { focus, changes }
}

/// Indexes of the tried changes that are better than the run, the best first: those that lower no workload come before the
/// others; then the subject's own work counts before the whole run.
pub fn best<'a>(
    focus: &Focus,
    before: &Outcome,
    tried: impl IntoIterator<Item = Option<&'a Outcome>>,
) -> Vec<usize> {
    let better = |(n, after): (usize, Option<&'a Outcome>)| {
        let after = after?;
        focus.gains(after, before).then_some((n, after))
    };
    let tried = tried.into_iter().enumerate();
    let mut found: Vec<(usize, &Outcome)> = tried.filter_map(better).collect();
    let lowers = |after: &Outcome| !lowered(before, after).is_empty();
    order::sort_by(&mut found, |(_, a), (_, b)| {
        lowers(a).cmp(&lowers(b)).then_with(|| focus.order(a, b))
    });
    found.into_iter().take(BEST).map(|(n, _)| n).collect()
}

/// The effect of the edit, number by number; unchanged numbers are omitted, except for the end of the run. The own end of
/// the pool of the question comes first.
pub fn effect(
    edit: &SettingChange,
    focus: &Focus,
    plan: &Plan,
    before: &Outcome,
    after: &Outcome,
) -> Phrase {
    let mut workloads = edit.workloads(plan);
    let mut parts = vec![end(before, after)];
    let has_upgrade = before.upgrades != Conclusion::Idle || after.upgrades != Conclusion::Idle;
    match focus {
        Focus::Pools(pools) if pools.len() < before.pools.len() => {
            for pool in pools {
                let of = |run: &Outcome| run.pool(*pool).copied();
                if let (Some(was), Some(is), Some(pool)) =
                    (of(before), of(after), plan.pools.get(*pool))
                {
                    let own = ended(
                        (was.conclusion, was.over, was.duration),
                        (is.conclusion, is.over, is.duration),
                    );
                    let both = Phrase::new("effect-pool")
                        .with("pool", pool.name.as_str())
                        .with("own", own)
                        .with("all", Value::List(parts));
                    parts = vec![both];
                }
            }
        }
        Focus::Workloads(own) => {
            workloads.extend(own.iter().copied());
            workloads.dedup();
            let (from, to) = (before.moved_again(), after.moved_again());
            if to < from && after.harm() == before.harm() {
                parts.push(Phrase::new("effect-moved-again").with("from", from).with("to", to));
            }
        }
        Focus::Scaling { nodes, workloads: own } => {
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
            let waits = own.iter().filter_map(|id| {
                let of = |run: &Outcome| run.workload(*id).map(|one| one.pending);
                let (from, to) = (of(before)?, of(after)?);
                let said = match (to_the_end(from), to_the_end(to)) {
                    (0, 0) => Phrase::new("effect-waits").with("from", from).with("to", to),
                    (from, to) => Phrase::new("effect-left").with("from", from).with("to", to),
                };
                (from != to).then(|| said.with("workload", Subject::Workload(*id)))
            });
            // No upgrade ends.
            parts = said.chain(waits).chain(parts.into_iter().filter(|_| has_upgrade)).collect();
            let more = own.iter().filter(|id| !workloads.contains(id));
            workloads.extend(more.copied().collect::<Vec<_>>());
        }
        Focus::Run | Focus::Pools(_) => {}
    }
    differences(parts, &workloads, before, after)
}

/// How a run differs from the one that it branched off: as above, with both ends, and the workloads that lost the most
/// ready Pods.
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
    let mut others: Vec<(i64, WorkloadId)> = pairs
        .map(|(from, to)| (more(from, to), from.workload))
        .filter(|(more, _)| *more != 0)
        .collect();
    order::sort(&mut others);
    let workloads: Vec<WorkloadId> = others.into_iter().map(|(_, id)| id).collect();
    differences(parts, &workloads, before, after)
}

fn differences(
    mut parts: Vec<Phrase>,
    workloads: &[WorkloadId],
    before: &Outcome,
    after: &Outcome,
) -> Phrase {
    let by = decisive(before, after);
    let within = |part: &Phrase| {
        part.args.iter().any(|(_, value)| matches!(value, Value::List(all) if all.contains(&by)))
    };
    let said = parts.iter().any(|part| *part == by || within(part));
    if !said && after.better(before) == Ordering::Less {
        parts.push(by);
    }
    let mut say = |key, from: Value, to: Value| {
        if from != to {
            let part = Phrase::new(key).with("from", from).with("to", to);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    };
    say("effect-forced", before.forced.into(), after.forced.into());
    if after.disks_lost > 0 {
        say("effect-disks", before.disks_lost.into(), after.disks_lost.into());
    }
    say("effect-lost", (before.lost.len() as u32).into(), (after.lost.len() as u32).into());
    say("effect-killed", before.killed().into(), after.killed().into());
    say("effect-jobs", before.jobs_failed().into(), after.jobs_failed().into());
    say("effect-work", before.work_lost().into(), after.work_lost().into());
    say("effect-undrained", before.undrained.into(), after.undrained.into());
    say("effect-drains", before.drains.into(), after.drains.into());
    say("effect-out", lasting(before.out()), lasting(after.out()));
    if after.below() > before.below() {
        say("effect-below", lasting(before.below()), lasting(after.below()));
    }
    say("effect-all-ready", before.ready.into(), after.ready.into());
    let counts = [
        ("effect-peak", before.nodes.max, after.nodes.max),
        ("effect-lowest", before.nodes.min, after.nodes.min),
        ("effect-evictions", before.evictions, after.evictions),
        ("effect-pending", before.pending_max, after.pending_max),
    ];
    for (key, from, to) in counts {
        say(key, from.into(), to.into());
    }
    // Said only where they are worse: they follow from the others.
    let more = [
        ("effect-creating", before.creating_max, after.creating_max),
        ("effect-in-progress", before.in_progress_max, after.in_progress_max),
    ];
    for (key, from, to) in before.worse(after).into_iter().chain(more) {
        if to > from {
            say(key, from.into(), to.into());
        }
    }
    say("effect-work-unknown", before.work_unknown().into(), after.work_unknown().into());
    say("effect-blocked", before.blocked.into(), after.blocked.into());
    // A stuck run waits forever.
    if after.upgrades != Conclusion::Stuck {
        say("effect-waited", before.waited.into(), after.waited.into());
    }
    for workload in workloads.iter().copied().take(WORKLOADS) {
        let fewest = |run: &Outcome| run.workload(workload).map(|one| one.fewest.unwrap_or(0));
        if let (Some(from), Some(to)) = (fewest(before), fewest(after))
            && from != to
        {
            parts.push(
                Phrase::new("effect-ready")
                    .with("workload", Subject::Workload(workload))
                    .with("from", from)
                    .with("to", to),
            );
        }
    }
    Phrase::new("effect").with("parts", Value::List(parts))
}

/// How long something lasted that may not have ended.
pub(super) fn lasting(span: SimSpan) -> Value {
    match to_the_end(span) {
        0 => span.into(),
        n => Value::Phrase(Box::new(Phrase::new("value-to-the-end").with("n", n))),
    }
}

/// The harm that it leaves unchanged.
pub fn harm_left(before: &Outcome, after: &Outcome) -> Option<Phrase> {
    same(harm(before, after))
}

type Pair = (&'static str, u32, u32);

fn harm(before: &Outcome, after: &Outcome) -> impl Iterator<Item = Pair> {
    let all = [
        ("same-forced", before.forced, after.forced),
        ("same-lost", (before.lost.len() as u32), (after.lost.len() as u32)),
        ("same-killed", before.killed(), after.killed()),
        ("same-jobs", before.jobs_failed(), after.jobs_failed()),
        ("same-disks", before.disks_lost, after.disks_lost),
    ];
    all.into_iter().filter(|(_, from, _)| *from > 0)
}

fn same(figures: impl Iterator<Item = Pair>) -> Option<Phrase> {
    let same = figures.filter(|(_, from, to)| from == to);
    let parts: Vec<Phrase> = same.map(|(key, n, _)| Phrase::new(key).with("n", n)).collect();
    (!parts.is_empty()).then(|| Phrase::new("same").with("parts", Value::List(parts)))
}

/// The first number in the order of [`Outcome::better`] by which the run is better, the time, and everything that is worse.
pub fn in_brief(before: &Outcome, after: &Outcome) -> Phrase {
    let mut parts = vec![decisive(before, after)];
    let mut add = |part: Phrase| {
        if !parts.contains(&part) {
            parts.push(part);
        }
    };
    add(end(before, after));
    let mut say = |key, worse: bool, from: Value, to: Value| {
        if worse {
            add(Phrase::new(key).with("from", from).with("to", to));
        }
    };
    let spans = [
        ("effect-work", before.work_lost(), after.work_lost()),
        ("effect-work-unknown", before.work_unknown(), after.work_unknown()),
        ("effect-drains", before.drains, after.drains),
        ("effect-blocked", before.blocked, after.blocked),
        ("effect-waited", before.waited, after.waited),
    ];
    let fewer = [
        ("effect-all-ready", before.ready, after.ready),
        ("effect-lowest", before.nodes.min, after.nodes.min),
    ];
    let more = [
        ("effect-undrained", before.undrained, after.undrained),
        ("effect-peak", before.nodes.max, after.nodes.max),
        ("effect-evictions", before.evictions, after.evictions),
        ("effect-pending", before.pending_max, after.pending_max),
    ];
    say("effect-out", after.out() > before.out(), lasting(before.out()), lasting(after.out()));
    say(
        "effect-below",
        after.below() > before.below(),
        lasting(before.below()),
        lasting(after.below()),
    );
    for (key, from, to) in spans {
        say(key, to > from, from.into(), to.into());
    }
    for (key, from, to) in fewer {
        say(key, to < from, from.into(), to.into());
    }
    let more = before.harms(after).into_iter().chain(more).chain(before.worse(after));
    for (key, from, to) in more {
        say(key, to > from, from.into(), to.into());
    }
    Phrase::new("effect").with("parts", Value::List(parts))
}
