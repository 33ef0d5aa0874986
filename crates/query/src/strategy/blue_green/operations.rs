//! The operations on a blue-green upgrade depend on its phase and soaks.

use super::super::{Answers, surge::Surge};
use crate::operations::{Head, OperationsContext, Ring};
use base::SimSpan;
use model::pool::Phase;
use model::{RunKind, RunState, Soak};
use trace::{Change, Phrase, Value};

fn say(key: &'static str) -> Phrase {
    Phrase::new(key)
}

pub(super) fn state(cx: &OperationsContext<'_>) -> Option<Phrase> {
    let phase = cx.phase()?;
    let soaks = cx.state.progress.soak.is_some();
    let key = match (cx.state.run, phase) {
        (RunState::Cancelled, _) => "op-state-paused",
        (RunState::Running, Phase::DrainingBluePool) if soaks => "op-state-batch-soaking",
        _ => "op-state",
    };
    Some(say(key).with("state", phase.name()))
}

/// What is soaking, and what follows.
pub(super) fn soaking(cx: &OperationsContext<'_>) -> Option<Head> {
    let Some(Soak::Until(until)) = cx.state.progress.soak else {
        return None;
    };
    let phase = cx.phase().filter(|_| cx.state.run == RunState::Running)?;
    let progress = &cx.state.progress;
    let lasts = cx.past().rev().find_map(|record| match record.change {
        Change::BatchDrained { soak_s } => Some(soak_s),
        Change::PhaseStarted { lasts_s, .. } => Some(lasts_s),
        _ => None,
    });
    let left = until - cx.frame.at;
    let ends = cx.next(Change::is_phase);
    let sub = match (phase, next_batch(cx)) {
        (Phase::WaitingToDrainBluePool, _) => match ends.filter(|at| *at < until) {
            Some(ends) => say("op-wait-cut").with("ends", ends),
            None => say("op-wait"),
        },
        (Phase::DrainingBluePool, _) if ends.is_some_and(|at| at < until) => {
            say("op-soak-batch-cut")
        }
        _ if ends.is_some_and(|at| at < until) => say("op-soak-pool-cut"),
        (Phase::DrainingBluePool, Some(next)) => say("op-soak-batch").with("next", next),
        (Phase::DrainingBluePool, None) => say("op-soak-last-batch"),
        _ => say("op-soak-pool"),
    };
    let span = SimSpan::from_secs(i64::from(lasts.unwrap_or(0)));
    Some(Head {
        title: say(match phase {
            Phase::WaitingToDrainBluePool => "op-head-wait-left",
            _ => "op-head-soak",
        })
        .with("left", Value::Timer(left)),
        sub: Some(sub.with("batch", progress.batch).with("of", progress.batches).with("at", until)),
        // After a pause only the rest continued, and no row has the whole.
        ring: (span >= left && span > SimSpan::ZERO).then_some(Ring { left, of: span }),
    })
}

pub(super) fn running(cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>) {
    let next_phase = |change| matches!(change, Change::PhaseStarted { .. });
    match cx.phase() {
        Some(Phase::CreatingGreenPool) => (say("op-head-create"), cx.ends(next_phase)),
        Some(Phase::CordoningBluePool) => (say("op-head-cordon"), cx.ends(next_phase)),
        Some(Phase::WaitingToDrainBluePool) => (say("op-head-wait"), cx.ends(next_phase)),
        Some(Phase::DrainingBluePool) if is_autoscaled(cx) => {
            (say("op-head-drain-blue"), cx.ends(next_phase))
        }
        Some(Phase::DrainingBluePool) => {
            let progress = &cx.state.progress;
            let title =
                say("op-head-drain").with("batch", progress.batch).with("of", progress.batches);
            let drained = |change| matches!(change, Change::BatchDrained { .. });
            (title, cx.ends(drained))
        }
        Some(Phase::NodePoolSoaking) => (say("op-head-soaks"), cx.ends(next_phase)),
        Some(Phase::DeletingBluePool) => {
            let succeeds = |change| change == Change::UpgradeSucceeded;
            (say("op-head-delete"), cx.ends(succeeds))
        }
        Some(Phase::RollbackStarted) => {
            let ends = cx.ends(|change| change == Change::RolledBack);
            (say("op-head-rolling-back"), ends)
        }
        None => Surge.running(cx),
    }
}

pub(super) fn cancel(cx: &OperationsContext<'_>) -> Phrase {
    match (cx.phase(), cx.soak_left()) {
        (Some(Phase::CreatingGreenPool), _) => say("op-cancel-create"),
        (Some(Phase::NodePoolSoaking), Some(left)) => {
            say("op-cancel-soak").with("left", Value::Timer(left))
        }
        (Some(Phase::WaitingToDrainBluePool), Some(left)) => {
            say("op-cancel-wait").with("left", Value::Timer(left))
        }
        (Some(Phase::DrainingBluePool), None) => say("op-cancel-drain"),
        _ => say("op-cancel-blue-green"),
    }
}

pub(super) fn resume(cx: &OperationsContext<'_>) -> Option<Phrase> {
    let phase = cx.phase()?;
    Some(match (phase, cx.state.progress.soak) {
        (Phase::WaitingToDrainBluePool, Some(Soak::Left(left))) => {
            say("op-resume-wait").with("left", Value::Timer(left))
        }
        (Phase::DrainingBluePool, Some(Soak::Left(left))) => {
            batch_at_once(cx, "op-resume-batch", "op-resume-last-batch")
                .with("left", Value::Timer(left))
        }
        (Phase::NodePoolSoaking, Some(Soak::Left(left))) => {
            say("op-resume-soak").with("left", Value::Timer(left))
        }
        _ => say("op-resume-in").with("phase", phase.name()),
    })
}

pub(super) fn rollback(cx: &OperationsContext<'_>, respect_pdb: bool) -> &'static str {
    match (cx.phase(), respect_pdb) {
        (Some(Phase::CreatingGreenPool), _) => "op-rollback-create",
        (_, true) => "op-rollback-blue-green-respecting",
        (_, false) => "op-rollback-blue-green",
    }
}

pub(super) fn not_resumed(cx: &OperationsContext<'_>) -> Option<Phrase> {
    let soaks_between =
        cx.phase() == Some(Phase::DrainingBluePool) && cx.state.run == RunState::Running;
    let left = cx.soak_left().filter(|_| soaks_between)?;
    let phrase = batch_at_once(cx, "op-no-resume-batch", "op-no-resume-last-batch");
    Some(phrase.with("left", Value::Timer(left)))
}

pub(super) fn not_completed(cx: &OperationsContext<'_>) -> Option<Phrase> {
    if is_autoscaled(cx) {
        return Some(say("op-no-complete-autoscaled"));
    }
    match cx.phase() {
        Some(Phase::DeletingBluePool) => return Some(say("op-no-complete-delete")),
        Some(Phase::NodePoolSoaking) => return Some(say("op-no-complete-paused")),
        _ => {}
    }
    cx.strategy().blue_green()?;
    let soaks = cx.next(|change| {
        let soaking = Phase::NodePoolSoaking;
        matches!(change, Change::PhaseStarted { phase, .. } if phase == soaking)
    });
    Some(match soaks {
        Some(at) => say("op-no-complete-yet").with("at", at),
        None => say("op-no-complete"),
    })
}

fn is_autoscaled(cx: &OperationsContext<'_>) -> bool {
    cx.kind() == RunKind::AutoscaledBlueGreen
}

/// The number of the batch after the current one, from 1.
fn next_batch(cx: &OperationsContext<'_>) -> Option<u32> {
    let progress = &cx.state.progress;
    (progress.batch < progress.batches).then_some(progress.batch + 1)
}

/// After a pause the next batch doesn't wait for the previous one's soak (BG-22).
fn batch_at_once(cx: &OperationsContext<'_>, next: &'static str, last: &'static str) -> Phrase {
    match next_batch(cx) {
        Some(batch) => say(next).with("batch", batch),
        None => say(last),
    }
}
