//! Summarizes what a pool is doing and until when, in a line or two.

use super::{Head, OperationsContext};
use crate::strategy;
use model::RunState;
use trace::{Change, Phrase};

fn say(key: &'static str) -> Phrase {
    Phrase::new(key)
}

/// The state by which operations are allowed: the phase if there is one.
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
    let own = strategy::of(cx.state.kind).state(cx);
    own.unwrap_or_else(|| say("op-state").with("state", run))
}

pub(super) fn head(cx: &OperationsContext<'_>) -> Head {
    if let Some(head) = strategy::of(cx.state.kind).timer(cx) {
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
            (title, Some(cx.since()))
        }
        RunState::RolledBack => (say("op-head-rolled-back"), Some(cx.since())),
        RunState::Failed => (say("op-head-failed"), Some(cx.since())),
        RunState::Queued => (say("op-head-queued"), starts(cx)),
        RunState::Paused => {
            let on = cx.next(|change| matches!(change, Change::UpgradeResumed { .. }));
            let sub = on.map(|at| say("op-head-resumes").with("at", at));
            (say("op-head-paused"), Some(sub.unwrap_or_else(|| cx.since())))
        }
        RunState::Cancelled => (
            match cx.phase() {
                Some(phase) => say("op-head-cancelled-in").with("phase", phase.name()),
                None => cx.counted("op-head-cancelled"),
            },
            Some(cx.since()),
        ),
        RunState::WaitingForResources => (say("op-head-waiting"), Some(cx.since())),
        RunState::Cancelling => {
            (cx.counted("op-head-cancelling"), cx.ends(|change| change == Change::UpgradeCancelled))
        }
        RunState::RollingBack => {
            (say("op-head-rolling-back"), cx.ends(|change| change == Change::RolledBack))
        }
        RunState::Running => strategy::of(cx.state.kind).running(cx),
    };
    Head { title, sub, ring: None }
}

fn starts(cx: &OperationsContext<'_>) -> Option<Phrase> {
    let at = cx.next(|change| matches!(change, Change::UpgradeStarted { .. }));
    at.map(|at| say("op-head-starts").with("at", at))
}
