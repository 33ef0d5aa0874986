//! The operations one by one: the effect of each now, or why it has none and when it would.

use super::OperationsContext;
use crate::gcloud;
use base::muted;
use model::operations::{Operation, Refusal};
use model::pool::Phase;
use model::script::NodeChange;
use model::strategy::RunKind;
use model::{Command, RunState, Side, Soak, Version};
use trace::{Change, Phrase, Subject, Value};

/// What a person may ask of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    Upgrade,
    /// Back to the version before the last upgrade: its own procedure (UP-14).
    Downgrade,
    Cancel,
    Resume,
    Rollback,
    /// A rollback that disruption budgets may hold back (BS-12).
    RollbackRespecting,
    Complete,
}

impl Asks {
    /// A name that is the same in every language and stays as the run goes on.
    pub fn name(self) -> &'static str {
        match self {
            Self::Upgrade => "upgrade",
            Self::Downgrade => "downgrade",
            Self::Cancel => "cancel",
            Self::Resume => "resume",
            Self::Rollback => "rollback",
            Self::RollbackRespecting => "rollback-respecting",
            Self::Complete => "complete",
        }
    }
}

/// Something that a person may ask of a pool now, or why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub asks: Asks,
    /// What the script would say.
    pub command: Command,
    /// `None`: it has an effect now.
    pub refusal: Option<Refusal>,
    pub rules: Vec<&'static str>,
    pub sentence: Phrase,
    /// As an argument of gcloud.
    pub gcloud: String,
}

impl Offer {
    pub fn allowed(&self) -> bool {
        self.refusal.is_none()
    }
}

fn say(key: &'static str) -> Phrase {
    Phrase::new(key)
}

/// An upgrade to the next version, and one back to the version before: that is its own procedure.
///
/// Rulebook: UP-14, BG-42. Source: Node upgrade strategies.
pub(super) fn starts(cx: &OperationsContext<'_>) -> Vec<Offer> {
    let (home, before) = cx.homes();
    let now = cx.version(home);
    let mut offers = vec![upgrade(cx, next_version(cx, now), None)];
    let rule = match cx.state.kind {
        RunKind::BlueGreen => "BG-42",
        RunKind::Surge | RunKind::ShortLived => "UP-14",
    };
    let before = before.and_then(|before| cx.version(before));
    let before = before.filter(|before| Some(*before) < now && !muted(rule));
    offers.extend(before.map(|before| upgrade(cx, Some(before), Some(rule))));
    offers
}

/// That of the control plane where it is ahead, else the next minor version (BS-06).
fn next_version(cx: &OperationsContext<'_>, now: Option<Version>) -> Option<Version> {
    let master = cx.frame.cluster.control_plane.version;
    let minor = |now: Version| Version {
        minor: now.minor.saturating_add(1),
        patch: None,
        gke: None,
        ..now
    };
    master
        .filter(|master| now.is_some_and(|now| *master > now))
        .or_else(|| now.map(minor))
}

/// `back`: the rule by which it is a downgrade.
fn upgrade(
    cx: &OperationsContext<'_>,
    version: Option<Version>,
    back: Option<&'static str>,
) -> Offer {
    let key = match back {
        Some(_) => "op-downgrade",
        None if version.is_none() => "op-upgrade-any",
        None => "op-upgrade",
    };
    let mut rules: Vec<&'static str> = back.into_iter().collect();
    let operation = Operation::Upgrade;
    rules.extend(cx.rules(operation));
    let refusal = cx.refusal(operation);
    Offer {
        asks: match back {
            Some(_) => Asks::Downgrade,
            None => Asks::Upgrade,
        },
        command: Command::Upgrade {
            pool: cx.pool,
            version,
            change: NodeChange::Version,
            automatic: false,
        },
        refusal,
        rules,
        sentence: match refusal {
            Some(refusal) => not_now(cx, operation, refusal),
            None => say(key).with("pool", Subject::Pool(cx.pool)).with(
                "version",
                version.map(|to| to.to_string()).unwrap_or_default(),
            ),
        },
        gcloud: gcloud::upgrade(cx.name, version),
    }
}

/// What steers a run. A rollback comes twice: without and with respect for budgets (BS-12).
pub(super) fn steers(cx: &OperationsContext<'_>, operation: Operation) -> Vec<Offer> {
    let pool = cx.pool;
    let offer = |asks: Asks, command: Command, rules: &[&'static str], gcloud: String| {
        let refusal = cx.refusal(operation);
        let mut all = cx.rules(operation).to_vec();
        if refusal.is_none() {
            all.extend(rules);
        }
        let sentence = match refusal {
            None => effect(cx, &command),
            Some(refusal) => not_now(cx, operation, refusal),
        };
        Offer {
            asks,
            command,
            refusal,
            rules: all,
            sentence,
            gcloud,
        }
    };
    match operation {
        Operation::Cancel => {
            let gcloud = gcloud::CANCEL.to_owned();
            vec![offer(Asks::Cancel, Command::Cancel { pool }, &[], gcloud)]
        }
        Operation::Resume => {
            let target = cx.state.target.and_then(|target| cx.version(target));
            let gcloud = gcloud::upgrade(cx.name, target);
            vec![offer(Asks::Resume, Command::Resume { pool }, &[], gcloud)]
        }
        Operation::Rollback => {
            let ways = [
                (Asks::Rollback, false, "AM-12"),
                (Asks::RollbackRespecting, true, "BS-12"),
            ];
            // Where neither has an effect there is but one reason.
            let count = if cx.refusal(operation).is_some() {
                1
            } else {
                2
            };
            let ways = ways.into_iter().take(count);
            ways.map(|(asks, respect_pdb, rule)| {
                let gcloud = gcloud::rollback(cx.name, respect_pdb);
                offer(
                    asks,
                    Command::Rollback { pool, respect_pdb },
                    &[rule],
                    gcloud,
                )
            })
            .collect()
        }
        Operation::Complete => {
            let gcloud = gcloud::complete(cx.name);
            vec![offer(
                Asks::Complete,
                Command::Complete { pool },
                &[],
                gcloud,
            )]
        }
        Operation::Upgrade | Operation::Set => Vec::new(),
    }
}

/// What it does, asked now.
fn effect(cx: &OperationsContext<'_>, command: &Command) -> Phrase {
    match command {
        Command::Cancel { .. } => cancel(cx),
        Command::Resume { .. } => resume(cx),
        Command::Rollback { respect_pdb, .. } => rollback(cx, *respect_pdb),
        _ => match cx.soak_left() {
            Some(left) => say("op-complete").with("left", Value::Timer(left)),
            None => say("op-complete-now"),
        },
    }
}

fn cancel(cx: &OperationsContext<'_>) -> Phrase {
    let phase = cx.phase();
    match (cx.state.run, cx.state.kind) {
        (RunState::Paused, _) => say("op-cancel-paused"),
        (_, RunKind::Surge) if cx.ends_first() => say("op-cancel-surge-last"),
        (_, RunKind::Surge) => say("op-cancel-surge").with("n", cx.under_way()),
        (_, RunKind::ShortLived) => say("op-cancel-short-lived"),
        (_, RunKind::BlueGreen) => match (phase, cx.soak_left()) {
            (Some(Phase::CreatingGreenPool), _) => say("op-cancel-create"),
            (Some(Phase::NodePoolSoaking), Some(left)) => {
                say("op-cancel-soak").with("left", Value::Timer(left))
            }
            (Some(Phase::DrainingBluePool), None) => say("op-cancel-drain"),
            _ => say("op-cancel-blue-green"),
        },
    }
}

fn resume(cx: &OperationsContext<'_>) -> Phrase {
    if cx.state.run == RunState::Failed {
        return say("op-resume-failed");
    }
    let Some(phase) = cx.phase() else {
        return say("op-resume").with("n", cx.nodes(|node| !node.upgraded && !node.surge));
    };
    match (phase, cx.state.progress.soak) {
        (Phase::DrainingBluePool, Some(Soak::Left(left))) => {
            batch_at_once(cx, "op-resume-batch", "op-resume-last-batch")
                .with("left", Value::Timer(left))
        }
        (Phase::NodePoolSoaking, Some(Soak::Left(left))) => {
            say("op-resume-soak").with("left", Value::Timer(left))
        }
        _ => say("op-resume-in").with("phase", phase.name()),
    }
}

/// After a pause the next batch does not wait for the soak of the one before (BG-22).
fn batch_at_once(cx: &OperationsContext<'_>, next: &'static str, last: &'static str) -> Phrase {
    match cx.next_batch() {
        Some(batch) => say(next).with("batch", batch),
        None => say(last),
    }
}

fn rollback(cx: &OperationsContext<'_>, respect_pdb: bool) -> Phrase {
    let key = match (cx.state.run, cx.state.kind, cx.phase()) {
        (RunState::Failed, ..) => "op-rollback-failed",
        (_, RunKind::BlueGreen, Some(Phase::CreatingGreenPool)) => "op-rollback-create",
        (_, RunKind::BlueGreen, _) if respect_pdb => "op-rollback-blue-green-respecting",
        (_, RunKind::BlueGreen, _) => "op-rollback-blue-green",
        (_, RunKind::Surge, _) if respect_pdb => "op-rollback-surge-respecting",
        (_, RunKind::Surge, _) => "op-rollback-surge",
        (_, RunKind::ShortLived, _) => "op-rollback-short-lived",
    };
    let first = match cx.stands() {
        true => Value::from(""),
        false => Value::from(say("op-rollback-first")),
    };
    let upgraded = cx.nodes(|node| node.upgraded && !node.taken && !node.surge);
    say(key)
        .with("first", first)
        .with("n", cx.under_way() + upgraded)
        .with("green", cx.nodes(|node| node.side == Some(Side::Green)))
}

/// Why it has no effect, and when it would have in this run.
fn not_now(cx: &OperationsContext<'_>, operation: Operation, refusal: Refusal) -> Phrase {
    let run = cx.state.run;
    match refusal {
        Refusal::ControlPlaneDown => return say("op-no-control-plane-down"),
        Refusal::ControlPlaneBusy => return say("op-no-control-plane-busy"),
        _ => {}
    }
    let from = |fits: fn(Change) -> bool, there, never| match cx.next(fits) {
        Some(at) => say(there).with("at", at),
        None => say(never),
    };
    match (operation, run) {
        (Operation::Cancel, _) if refusal == Refusal::DeletingBluePool => {
            say("op-no-cancel-delete")
        }
        (Operation::Rollback, _) if refusal == Refusal::DeletingBluePool => {
            say("op-no-rollback-delete")
        }
        (Operation::Cancel, RunState::Cancelling) if cx.ends_first() => say("op-cancel-surge-last"),
        (Operation::Rollback, _) if cx.ends_first() => say("op-no-rollback-last"),
        (Operation::Cancel, RunState::Cancelled | RunState::Failed) => say("op-no-cancel-paused"),
        (Operation::Cancel, RunState::Cancelling) => say("op-no-cancel-cancelling"),
        (Operation::Cancel, RunState::RollingBack) => say("op-no-rolling-back"),
        (Operation::Rollback, RunState::RollingBack) => say("op-no-rollback-twice-now"),
        (Operation::Rollback, RunState::Succeeded) => say("op-no-rollback-succeeded"),
        (Operation::Rollback, RunState::RolledBack) => say("op-no-rollback-twice"),
        (Operation::Cancel | Operation::Rollback, _) => {
            let begins = |change| matches!(change, Change::UpgradeStarted { .. });
            from(begins, "op-no-run-yet", "op-no-run")
        }
        (Operation::Resume, _) => not_resumed(cx),
        (Operation::Complete, _) => {
            let soaks = |change| {
                matches!(
                    change,
                    Change::PhaseStarted {
                        phase: Phase::NodePoolSoaking,
                        ..
                    }
                )
            };
            match cx.phase() {
                Some(Phase::DeletingBluePool) => say("op-no-complete-delete"),
                Some(Phase::NodePoolSoaking) => say("op-no-complete-paused"),
                _ if cx.strategy().blue_green().is_none() => say("op-no-complete-ever"),
                _ => from(soaks, "op-no-complete-yet", "op-no-complete"),
            }
        }
        (Operation::Upgrade | Operation::Set, _) => say("op-no-upgrade"),
    }
}

fn not_resumed(cx: &OperationsContext<'_>) -> Phrase {
    let soaks_between = cx.phase() == Some(Phase::DrainingBluePool)
        && cx.state.run == RunState::Running
        && cx.state.progress.soak.is_some();
    if let (true, Some(left)) = (soaks_between, cx.soak_left()) {
        return batch_at_once(cx, "op-no-resume-batch", "op-no-resume-last-batch")
            .with("left", Value::Timer(left));
    }
    match cx.next_pause() {
        Some(at) => say("op-no-resume-yet").with("at", at),
        None => say("op-no-resume"),
    }
}
