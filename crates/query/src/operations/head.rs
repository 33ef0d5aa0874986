//! Summarizes what a pool is doing and until when, in a line or two.

use super::OperationsContext;
use base::{SimSpan, SimTime};
use model::pool::Phase;
use model::strategy::RunKind;
use model::{RunState, Soak};
use trace::{Change, Phrase, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub title: Phrase,
    pub sub: Option<Phrase>,
    /// Of what runs down.
    pub ring: Option<Ring>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ring {
    pub left: SimSpan,
    pub of: SimSpan,
}

fn say(key: &'static str) -> Phrase {
    Phrase::new(key)
}

/// The state that the table of operations looks at: the phase where there is one.
pub(super) fn state(cx: &OperationsContext<'_>) -> Phrase {
    let run = match cx.state.run {
        RunState::Idle => "IDLE",
        RunState::Queued => "QUEUED",
        RunState::Running => "RUNNING",
        RunState::WaitingForResources => "RUNNING, waiting for resources",
        RunState::Paused => "PAUSED",
        RunState::Cancelling => "CANCELLING",
        RunState::Cancelled => "CANCELLED",
        RunState::RollingBack => "ROLLING_BACK",
        RunState::Succeeded => "SUCCEEDED",
        RunState::RolledBack => "ROLLED_BACK",
        RunState::Failed => "FAILED",
    };
    let Some(phase) = cx.phase() else {
        return say("op-state").with("state", run);
    };
    let soaks = cx.state.progress.soak.is_some();
    let key = match (cx.state.run, phase) {
        (RunState::Cancelled, _) => "op-state-paused",
        (RunState::Running, Phase::DrainingBluePool) if soaks => "op-state-batch-soaking",
        _ => "op-state",
    };
    say(key).with("state", phase.name())
}

pub(super) fn head(cx: &OperationsContext<'_>) -> Head {
    if let Some(head) = soaking(cx) {
        return head;
    }
    let (title, sub) = match cx.state.run {
        RunState::Idle => (say("op-head-idle"), starts(cx)),
        RunState::Succeeded => {
            let version = cx.state.target.and_then(|target| cx.version(target));
            let title = match version {
                Some(version) => say("op-head-succeeded-to").with("version", version.to_string()),
                None => say("op-head-succeeded"),
            };
            (title, Some(since(cx)))
        }
        RunState::RolledBack => (say("op-head-rolled-back"), Some(since(cx))),
        RunState::Failed => (say("op-head-failed"), Some(since(cx))),
        RunState::Queued => (say("op-head-queued"), starts(cx)),
        RunState::Paused => {
            let on = cx.next(|change| matches!(change, Change::UpgradeResumed { .. }));
            let sub = on.map(|at| say("op-head-resumes").with("at", at));
            (
                say("op-head-paused"),
                Some(sub.unwrap_or_else(|| since(cx))),
            )
        }
        RunState::Cancelled => (
            match cx.phase() {
                Some(phase) => say("op-head-cancelled-in").with("phase", phase.name()),
                None => counted(cx, "op-head-cancelled"),
            },
            Some(since(cx)),
        ),
        RunState::WaitingForResources => (say("op-head-waiting"), Some(since(cx))),
        RunState::Cancelling => (
            counted(cx, "op-head-cancelling"),
            ends(cx, |change| change == Change::UpgradeCancelled),
        ),
        RunState::RollingBack => (
            say("op-head-rolling-back"),
            ends(cx, |change| change == Change::RolledBack),
        ),
        RunState::Running => running(cx),
    };
    Head {
        title,
        sub,
        ring: None,
    }
}

/// What soaks, and what comes then.
fn soaking(cx: &OperationsContext<'_>) -> Option<Head> {
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
    let sub = match (phase, cx.next_batch()) {
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
        title: say("op-head-soak").with("left", Value::Timer(left)),
        sub: Some(
            sub.with("batch", progress.batch)
                .with("of", progress.batches)
                .with("at", until),
        ),
        // After a pause what was left goes on, and the whole of it is in no row.
        ring: (span >= left && span > SimSpan::ZERO).then_some(Ring { left, of: span }),
    })
}

fn running(cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>) {
    let next_phase = |change| matches!(change, Change::PhaseStarted { .. });
    match cx.phase() {
        Some(Phase::CreatingGreenPool) => (say("op-head-create"), ends(cx, next_phase)),
        Some(Phase::CordoningBluePool) => (say("op-head-cordon"), ends(cx, next_phase)),
        Some(Phase::DrainingBluePool) => {
            let progress = &cx.state.progress;
            let title = say("op-head-drain")
                .with("batch", progress.batch)
                .with("of", progress.batches);
            let drained = |change| matches!(change, Change::BatchDrained { .. });
            (title, ends(cx, drained))
        }
        Some(Phase::NodePoolSoaking) => (say("op-head-soaks"), ends(cx, next_phase)),
        Some(Phase::DeletingBluePool) => (
            say("op-head-delete"),
            ends(cx, |change| change == Change::UpgradeSucceeded),
        ),
        Some(Phase::RollbackStarted) => (
            say("op-head-rolling-back"),
            ends(cx, |change| change == Change::RolledBack),
        ),
        None if cx.state.kind == RunKind::ShortLived => {
            (say("op-head-short-lived"), Some(since(cx)))
        }
        None => (
            counted(cx, "op-head-surge"),
            ends(cx, |change| change == Change::UpgradeSucceeded),
        ),
    }
}

fn counted(cx: &OperationsContext<'_>, key: &'static str) -> Phrase {
    say(key)
        .with("done", cx.nodes(|node| node.upgraded && !node.surge))
        .with("of", cx.size())
        .with(
            "busy",
            cx.nodes(|node| node.taken && !node.surge) + cx.stood_in(),
        )
}

fn since(cx: &OperationsContext<'_>) -> Phrase {
    say("op-head-since").with("at", cx.state.since)
}

/// When that comes in this run, or that it does not.
fn ends(cx: &OperationsContext<'_>, fits: impl Fn(Change) -> bool) -> Option<Phrase> {
    let at: Option<SimTime> = cx.next(fits);
    Some(match at {
        Some(at) => say("op-head-until").with("at", at),
        None => since(cx),
    })
}

fn starts(cx: &OperationsContext<'_>) -> Option<Phrase> {
    let at = cx.next(|change| matches!(change, Change::UpgradeStarted { .. }));
    at.map(|at| say("op-head-starts").with("at", at))
}
