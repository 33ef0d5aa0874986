//! Suggested changes of a scenario, and the results of a run with each.
//!
//! Nothing is estimated: the edited scenario is run, and the two runs are compared by their [`Figures`].

mod figures;
mod kinds;
mod scope;
mod setting_change;

use crate::index::Index;
use crate::outcome::Outcome;
use crate::shortfall::readiness;
use base::{PoolId, SimSpan, WorkloadId, order};
use model::Plan;
use std::cmp::Ordering;
use trace::{Ended, Phrase, Subject, Trace, Value};

pub use figures::Figures;
pub use setting_change::SettingChange;

/// How many changes are tried.
pub const TRIED_AT_MOST: usize = 8;
/// How many better ones are shown.
pub const BEST: usize = 3;
/// How many workloads of an edit are listed with their ready Pods.
const WORKLOADS: usize = 2;

/// The run to improve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Before {
    pub figures: Figures,
    /// Workloads that had no ready Pod for a while, the longest first.
    out: Vec<WorkloadId>,
}

impl Before {
    pub fn of(trace: &Trace, index: &Index, ended: Ended) -> Self {
        let readiness = readiness(trace);
        let mut out: Vec<_> = readiness.without_any().collect();
        order::sort_by_key(&mut out, |(id, span)| (std::cmp::Reverse(*span), *id));
        Self {
            figures: Figures::with(trace, index, ended, &readiness),
            out: out.into_iter().map(|(id, _)| id).collect(),
        }
    }
}

/// Changes that relate to the subject's problems in the whole run, the most direct first; at most [`TRIED_AT_MOST`].
pub fn candidates(
    trace: &Trace,
    index: &Index,
    before: &Before,
    subject: Subject,
) -> Vec<SettingChange> {
    let cx = kinds::ChangeContext { scope: scope::RunScope::of(trace, index, subject), before };
    let mut edits: Vec<SettingChange> = kinds::KINDS.iter().flat_map(|kind| kind(&cx)).collect();
    edits.truncate(TRIED_AT_MOST);
    edits
}

/// Indexes of the tried changes that are better than the run, the best first.
pub fn best<'a>(
    before: &Figures,
    tried: impl IntoIterator<Item = Option<&'a Figures>>,
) -> Vec<usize> {
    let better = |(n, after): (usize, Option<&'a Figures>)| {
        let after = after?;
        after.is_gain_on(before).then_some((n, after))
    };
    let tried = tried.into_iter().enumerate();
    let mut found: Vec<(usize, &Figures)> = tried.filter_map(better).collect();
    order::sort_by(&mut found, |(_, a), (_, b)| a.cheaper(b));
    found.into_iter().take(BEST).map(|(n, _)| n).collect()
}

/// The effect of the edit, number by number; unchanged numbers are omitted, except for the end of the run.
pub fn effect(edit: &SettingChange, plan: &Plan, before: &Figures, after: &Figures) -> Phrase {
    let workloads = edit.workloads(plan);
    differences(vec![end(before, after)], &workloads, before, after)
}

/// How a run differs from the one that it branched off: as above, with both ends, and the workloads that lost the most
/// ready Pods.
///
/// If there are several pools, `asked` comes first.
pub fn between(plan: &Plan, asked: Option<PoolId>, before: &Figures, after: &Figures) -> Phrase {
    let whole = |run: &Figures| (run.outcome, run.duration);
    let mut parts = ends_with(whole(before), whole(after));
    let of = |run: &Figures, pool: PoolId| run.pools.get(pool.0 as usize).copied();
    let upgraded = |run: &Figures| {
        let begun = run.pools.iter().filter(|(one, _)| *one != Outcome::Idle);
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
    let fewest = before.fewest.iter().zip(&after.fewest).enumerate();
    let mut others: Vec<(i64, WorkloadId)> = fewest
        .filter(|(_, (from, to))| from != to)
        .map(|(n, (from, to))| (i64::from(*to) - i64::from(*from), WorkloadId(n as u32)))
        .collect();
    order::sort(&mut others);
    let workloads: Vec<WorkloadId> = others.into_iter().map(|(_, id)| id).collect();
    differences(parts, &workloads, before, after)
}

fn differences(
    mut parts: Vec<Phrase>,
    workloads: &[WorkloadId],
    before: &Figures,
    after: &Figures,
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
    say("effect-lost", before.lost.into(), after.lost.into());
    say("effect-out", before.out.into(), after.out.into());
    say("effect-all-ready", before.ready.into(), after.ready.into());
    let counts = [
        ("effect-peak", before.nodes_max, after.nodes_max),
        ("effect-lowest", before.nodes_min, after.nodes_min),
        ("effect-evictions", before.evictions, after.evictions),
        ("effect-pending", before.pending_max, after.pending_max),
    ];
    for (key, from, to) in counts {
        say(key, from.into(), to.into());
    }
    say("effect-blocked", before.blocked.into(), after.blocked.into());
    // A stuck run waits forever.
    if after.outcome != Outcome::Stuck {
        say("effect-waited", before.waited.into(), after.waited.into());
    }
    for workload in workloads.iter().copied().take(WORKLOADS) {
        let fewest = |run: &Figures| run.fewest.get(workload.0 as usize).copied();
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

/// The criteria, besides time, that this change leaves unchanged; remaining harm comes first.
pub fn unchanged(before: &Figures, after: &Figures) -> Option<Phrase> {
    let weighed = [
        ("same-peak", before.nodes_max, after.nodes_max),
        ("same-evictions", before.evictions, after.evictions),
        ("same-all-ready", before.ready, after.ready),
    ];
    same(harm(before, after).chain(weighed))
}

/// The harm that it leaves unchanged.
pub fn harm_left(before: &Figures, after: &Figures) -> Option<Phrase> {
    same(harm(before, after))
}

type Pair = (&'static str, u32, u32);

fn harm(before: &Figures, after: &Figures) -> impl Iterator<Item = Pair> {
    let all =
        [("same-forced", before.forced, after.forced), ("same-lost", before.lost, after.lost)];
    all.into_iter().filter(|(_, from, _)| *from > 0)
}

fn same(figures: impl Iterator<Item = Pair>) -> Option<Phrase> {
    let same = figures.filter(|(_, from, to)| from == to);
    let parts: Vec<Phrase> = same.map(|(key, n, _)| Phrase::new(key).with("n", n)).collect();
    (!parts.is_empty()).then(|| Phrase::new("same").with("parts", Value::List(parts)))
}

/// The first number in the order of [`Figures::better`] by which the run is better, the time, and everything that is worse.
pub fn in_brief(before: &Figures, after: &Figures) -> Phrase {
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
        ("effect-out", before.out, after.out),
        ("effect-blocked", before.blocked, after.blocked),
        ("effect-waited", before.waited, after.waited),
    ];
    let fewer = [
        ("effect-all-ready", before.ready, after.ready),
        ("effect-lowest", before.nodes_min, after.nodes_min),
    ];
    let more = [
        ("effect-forced", before.forced, after.forced),
        ("effect-lost", before.lost, after.lost),
        ("effect-peak", before.nodes_max, after.nodes_max),
        ("effect-evictions", before.evictions, after.evictions),
        ("effect-pending", before.pending_max, after.pending_max),
    ];
    for (key, from, to) in spans {
        say(key, to > from, from.into(), to.into());
    }
    for (key, from, to) in fewer {
        say(key, to < from, from.into(), to.into());
    }
    for (key, from, to) in more {
        say(key, to > from, from.into(), to.into());
    }
    Phrase::new("effect").with("parts", Value::List(parts))
}

fn decisive(before: &Figures, after: &Figures) -> Phrase {
    let say = |key, from: Value, to: Value| Phrase::new(key).with("from", from).with("to", to);
    if before.outcome != after.outcome {
        end(before, after)
    } else if before.upgraded != after.upgraded {
        let (from, to) = (before.upgraded, after.upgraded);
        say("effect-upgraded", from.into(), to.into())
    } else if before.forced + before.lost != after.forced + after.lost {
        if after.forced < before.forced {
            say("effect-forced", before.forced.into(), after.forced.into())
        } else {
            say("effect-lost", before.lost.into(), after.lost.into())
        }
    } else if before.out != after.out {
        say("effect-out", before.out.into(), after.out.into())
    } else if after.outcome.completed() && before.duration != after.duration {
        end(before, after)
    } else if before.missing != after.missing {
        let (from, to) = (before.missing, after.missing);
        say("effect-missing", from.into(), to.into())
    } else {
        end(before, after)
    }
}

/// The outcome of the upgrade, as the end of a sentence about it.
fn ends(outcome: Outcome) -> Phrase {
    Phrase::new(match outcome {
        Outcome::Failed => "ends-failed",
        Outcome::Stuck => "ends-stuck",
        Outcome::Limit => "ends-limit",
        Outcome::Paused => "ends-paused",
        Outcome::Cancelled => "ends-cancelled",
        Outcome::RolledBack => "ends-rolled-back",
        Outcome::Succeeded => "ends-succeeded",
        Outcome::Idle => "ends-idle",
    })
}

/// Compares outcomes and durations. A stuck run has no end; the time at which it became stuck is shown.
fn ends_with(before: (Outcome, SimSpan), after: (Outcome, SimSpan)) -> Vec<Phrase> {
    let mut parts = vec![end_of(before, after)];
    let ((was, from), (is, to)) = (before, after);
    // A run longer than the simulated time has no end in it and isn't stuck.
    if was != is && from != to && is != Outcome::Limit {
        let over = |outcome: Outcome| outcome.completed() || outcome == Outcome::RolledBack;
        let phrase = match (over(was), over(is)) {
            (true, true) => Phrase::new("effect-end").with("from", from),
            (false, true) => Phrase::new("effect-ends"),
            (_, false) => Phrase::new("effect-stops"),
        };
        parts.push(phrase.with("to", to));
    }
    parts
}

fn end(before: &Figures, after: &Figures) -> Phrase {
    end_of((before.outcome, before.duration), (after.outcome, after.duration))
}

fn end_of((was, from): (Outcome, SimSpan), (is, to): (Outcome, SimSpan)) -> Phrase {
    if was != is {
        return Phrase::new("effect-outcome")
            .with("from", ends(was).with("form", "instead"))
            .with("to", ends(is));
    }
    if !is.completed() {
        return Phrase::new("effect-still").with("outcome", ends(is).with("form", "still"));
    }
    let saved = from.ms() - to.ms();
    let by = SimSpan::from_ms(saved.abs());
    match saved {
        0 => Phrase::new("effect-same"),
        _ if saved > 0 => Phrase::new("effect-sooner").with("by", by),
        _ => Phrase::new("effect-later").with("by", by),
    }
}
