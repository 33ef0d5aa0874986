//! Why a pool's upgrade is in its state.

use super::{Reason, Until, Why, WhyContext, holders, not, policy, say, slice};
use crate::strategy;
use base::{PoolId, SimTime};
use model::RunState;
use trace::{Change, Phrase, Subject, WhyNot};

pub(super) fn why(cx: &WhyContext<'_>, id: PoolId) -> Option<Why> {
    let plan = cx.trace.plan();
    let subject = Subject::Pool(id);
    let state = *cx.frame.cluster.pools.get(id)?;
    let held = match state.run {
        RunState::Running | RunState::Cancelling | RunState::RollingBack => {
            holders::of_pool(cx, id)
        }
        _ => Vec::new(),
    };
    let starved = match state.run {
        RunState::Running => not::starved(cx, id),
        _ => Vec::new(),
    };
    if let Some(mut why) = strategy::of(state.kind).why_pool(cx, id) {
        // Without its own end it ends like any other run.
        let until = why.until.clone().or_else(|| until(cx, id, state.run));
        why.reasons.splice(0..0, held);
        return Some(why.until(until));
    }
    let row = cx.last_that(subject, |record| record.change.is_phase());
    // Where it begins, no time has passed, and a run that nothing goes on in ends there.
    let begins = cx.frame.at == state.since;
    // What had begun before the start has a start of its own, which is known or not.
    let own = plan.pools.get(id)?;
    let resumed = own.partial && state.run == RunState::Running && state.since == SimTime::ZERO;
    let since = own.upgrading_since.filter(|_| resumed).unwrap_or(state.since);
    let is_open = (begins || resumed) && since == state.since;
    let key = state_key(state.run, begins, is_open);
    let groups = plan.pools.get(id)?.groups.iter();
    let tallies = groups.map(|group| cx.counts().tally_of(*group));
    let (done, of) = tallies.fold((0, 0), |(done, of), tally| (done + tally.done, of + tally.of));
    let what = Phrase::new(key)
        .with("pool", subject)
        .with("since", since)
        .with("for", cx.frame.at - since)
        .with("done", done)
        .with("of", of);
    let mut why = Why::new(cx, what, since);
    why.reasons = not::pool(cx, id);
    let slice = slice::reason(cx, id);
    // The settings of the pool don't apply to a slice in progress.
    let whole = state.run == RunState::Running && plan.pools.get(id)?.multi_host;
    if why.reasons.is_empty() && !whole {
        why = why.because(row.and_then(|(no, _)| Reason::of_row(cx, no)));
        if let (RunState::Running, Some(zone)) = (state.run, state.zone) {
            let surge = state.strategy(plan.pools.get(id)?).surge();
            if let Some(reason) = why.reasons.last_mut() {
                *reason = reason
                    .clone()
                    .input("input-zone-now", Subject::Zone(zone))
                    .input("input-slots", state.surge_slots + state.unavailable_slots)
                    .input("input-max-surge", surge.max_surge)
                    .input("input-max-unavailable", surge.max_unavailable);
            }
        }
    }
    why = why.because(slice);
    if matches!(state.run, RunState::WaitingForResources | RunState::Failed) {
        why.reasons.extend(not::short_quotas(cx, id, state.since));
    }
    why.reasons.splice(0..0, starved.into_iter().chain(held));
    let name = plan.pools.get(id)?.name.as_str();
    let paused = match why_not(cx, id, state.run) {
        Some(WhyNot::Policy(waits)) => Some(policy::says(cx, &waits)),
        _ => None,
    };
    Some(
        why.until(until(cx, id, state.run))
            .say(paused.into_iter().flatten())
            .say(say::run(state.run, state.kind, name))
            .chained(cx, row.map(|(no, _)| no)),
    )
}

/// `begins`: the state begins now. `is_open`: the upgrade has an unknown start, or begins now.
fn state_key(run: RunState, begins: bool, is_open: bool) -> &'static str {
    match run {
        RunState::Idle => "why-pool-idle",
        RunState::Queued if begins => "why-pool-queued-from",
        RunState::Queued => "why-pool-queued",
        RunState::Running if is_open => "why-pool-running-now",
        RunState::Running => "why-pool-running",
        RunState::WaitingForResources if begins => "why-pool-waiting-from",
        RunState::WaitingForResources => "why-pool-waiting",
        RunState::Paused if begins => "why-pool-paused-from",
        RunState::Paused => "why-pool-paused",
        RunState::Cancelling => "why-pool-cancelling",
        RunState::Cancelled => "why-pool-cancelled",
        RunState::RollingBack => "why-pool-rolling-back",
        RunState::Succeeded => "why-pool-succeeded",
        RunState::RolledBack => "why-pool-rolled-back",
        RunState::Failed => "why-pool-failed",
    }
}

/// What a queued or paused upgrade waits for.
fn why_not(cx: &WhyContext<'_>, id: PoolId, run: RunState) -> Option<WhyNot> {
    let waits = matches!(run, RunState::Queued | RunState::Paused);
    let last = cx.last_that(Subject::Pool(id), |record| record.change.is_phase());
    match last.filter(|_| waits)?.1.change {
        Change::UpgradeQueued { why } | Change::UpgradePaused { why } => Some(why),
        _ => None,
    }
}

/// The first instant at which nothing blocks the pool's automatic upgrade, if one is due and that is known.
pub(super) fn starts(cx: &WhyContext<'_>, id: PoolId) -> Option<SimTime> {
    let run = cx.frame.cluster.pools.get(id)?.run;
    match why_not(cx, id, run) {
        Some(WhyNot::Policy(waits)) => {
            policy::next_start(cx, &waits).filter(|at| *at < policy::UNKNOWN)
        }
        Some(_) => Some(cx.frame.at),
        None => run.begun().then_some(cx.frame.at),
    }
}

/// When GKE upgrades the rest of a canceled pool, or a command does (UP-15), and after which pools: theirs don't end.
fn again(cx: &WhyContext<'_>, id: PoolId) -> Phrase {
    let state = cx.frame.cluster.pools.get(id);
    let since = state.map_or(SimTime::ZERO, |state| state.since);
    let goes_back = state.is_some_and(|state| (state.kind.traits().rolls_back)());
    let commands = if goes_back { "both" } else { "resume" };
    let Some(at) = cx.trace.plan().due_again(id, since) else {
        return Phrase::new("until-command").with("commands", commands);
    };
    let others = cx.trace.last().pools.iter();
    let others = others.filter(|(other, state)| *other != id && state.run.in_progress());
    let others: Vec<Subject> = others.map(|(other, _)| Subject::Pool(other)).collect();
    let phrase = Phrase::new("until-upgraded-again").with("at", at);
    phrase.with("others", others.len()).with("pools", others).with("commands", commands)
}

/// When the pool's upgrade goes on, or ends.
pub(super) fn until(cx: &WhyContext<'_>, id: PoolId, run: RunState) -> Option<Until> {
    if !run.unfinished() {
        return None;
    }
    let next = cx.next_that(Subject::Pool(id), |record| match record.change {
        Change::ZoneStarted { .. } | Change::ZoneDone { .. } => false,
        // It continues to wait, for something else.
        Change::UpgradeQueued { .. } => run != RunState::Queued,
        Change::UpgradePaused { .. } => run != RunState::Paused,
        change => change.is_phase(),
    });
    // One command may do both in one instant: only the result is shown.
    let back = next.filter(|(_, record)| record.change == Change::UpgradeCancelled);
    let back = back.and_then(|(_, cancelled)| {
        let back =
            cx.next_that(Subject::Pool(id), |record| record.change == Change::RollbackStarted);
        back.filter(|(_, record)| record.at == cancelled.at)
    });
    Some(match back.or(next) {
        Some((_, record)) => {
            let key = match record.change {
                Change::UpgradeSucceeded => "until-succeeded",
                Change::UpgradeCancelled | Change::UpgradeCancelling => "until-cancelled",
                Change::UpgradePaused { .. } => "until-paused",
                Change::UpgradeStarted { .. } => "until-started",
                Change::UpgradeResumed { .. } | Change::ResourcesFound => "until-resumes",
                Change::RollbackStarted => "until-rolled-back-from",
                Change::RolledBack => "until-rolled-back",
                _ => "until-changes",
            };
            Until::at(record.at, Phrase::new(key))
        }
        None => Until::never(match run {
            RunState::Cancelled => again(cx, id),
            RunState::WaitingForResources => Phrase::new("until-no-capacity"),
            RunState::Paused | RunState::Queued => Phrase::new(match why_not(cx, id, run) {
                Some(WhyNot::Policy(waits)) => return Some(policy::until(cx, &waits)),
                Some(WhyNot::ControlPlane) => "until-version",
                Some(WhyNot::AnotherRun) => "until-other-run",
                Some(WhyNot::Busy) => "until-control-plane-free",
                Some(WhyNot::OldNodes(_)) | None => "until-window",
            }),
            _ => Phrase::new("until-never"),
        }),
    })
}
