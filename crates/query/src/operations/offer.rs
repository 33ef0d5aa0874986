//! The offered operations: the effect of each now, or why it has none and when it would.

use super::OperationsContext;
use crate::gcloud;
use crate::strategy;
use base::muted;
use model::operations::{Operation, Refusal};
use model::script::NodeChange;
use model::{Command, RunState, Side, Version};
use trace::{Change, Phrase, Subject, Value};

base::enum_table! {
    /// An operation that a user may request on a pool.
    pub enum OfferKind,
    /// A name that is the same in every language and throughout the run.
    name,
    /// The key of what is said of it afterwards.
    done {
        Upgrade = "upgrade", "did-upgrade";
        /// To the version before the last upgrade: a separate procedure (UP-14).
        Downgrade = "downgrade", "did-downgrade";
        Cancel = "cancel", "did-cancel";
        Resume = "resume", "did-resume";
        Rollback = "rollback", "did-rollback";
        /// A rollback that respects disruption budgets (BS-12).
        RollbackRespecting = "rollback-respecting", "did-rollback-respecting";
        Complete = "complete", "did-complete";
    }
}

/// An operation on a pool: possible now, or why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub kind: OfferKind,
    /// The script's command.
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

/// An upgrade to the next version, and one to the previous version, which is a separate procedure.
///
/// Rulebook: UP-14, BG-42. Source: Node upgrade strategies.
pub(super) fn starts(cx: &OperationsContext<'_>) -> Vec<Offer> {
    let (home, before) = cx.templates();
    let now = cx.version(home);
    let mut offers = vec![upgrade(cx, next_version(cx, now), None)];
    let rule = strategy::of(cx.state.kind).downgrade_rule();
    let before = before.and_then(|before| cx.version(before));
    let before = before.filter(|before| Some(*before) < now && !muted(rule));
    offers.extend(before.map(|before| upgrade(cx, Some(before), Some(rule))));
    offers
}

/// The control plane's version if it is newer, else the next minor version (BS-06).
fn next_version(cx: &OperationsContext<'_>, now: Option<Version>) -> Option<Version> {
    let master = cx.frame.cluster.control_plane.version;
    let minor = |now: Version| Version {
        minor: now.minor.saturating_add(1),
        patch: None,
        gke: None,
        ..now
    };
    master.filter(|master| now.is_some_and(|now| *master > now)).or_else(|| now.map(minor))
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
        kind: match back {
            Some(_) => OfferKind::Downgrade,
            None => OfferKind::Upgrade,
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
            Some(refusal) => refusal_phrase(cx, operation, refusal),
            None => say(key)
                .with("pool", Subject::Pool(cx.pool))
                .with("version", version.map(|to| to.to_string()).unwrap_or_default()),
        },
        gcloud: gcloud::upgrade(cx.name, version),
    }
}

/// Commands on a run. A rollback is offered twice: without and with respect for budgets (BS-12).
pub(super) fn run_commands(cx: &OperationsContext<'_>, operation: Operation) -> Vec<Offer> {
    let pool = cx.pool;
    let offer = |kind: OfferKind, command: Command, rules: &[&'static str], gcloud: String| {
        let refusal = cx.refusal(operation);
        let mut all = cx.rules(operation).to_vec();
        if refusal.is_none() {
            all.extend(rules);
        }
        let sentence = match refusal {
            None => effect(cx, &command),
            Some(refusal) => refusal_phrase(cx, operation, refusal),
        };
        Offer { kind, command, refusal, rules: all, sentence, gcloud }
    };
    match operation {
        Operation::Cancel => {
            let gcloud = gcloud::CANCEL.to_owned();
            vec![offer(OfferKind::Cancel, Command::Cancel { pool }, &[], gcloud)]
        }
        Operation::Resume => {
            let target = cx.state.target.and_then(|target| cx.version(target));
            let gcloud = gcloud::upgrade(cx.name, target);
            vec![offer(OfferKind::Resume, Command::Resume { pool, automatic: false }, &[], gcloud)]
        }
        Operation::Rollback => {
            let ways = [
                (OfferKind::Rollback, false, "AM-12"),
                (OfferKind::RollbackRespecting, true, "BS-12"),
            ];
            // If neither has an effect there is only one reason.
            let count = if cx.refusal(operation).is_some() { 1 } else { 2 };
            let ways = ways.into_iter().take(count);
            ways.map(|(kind, respect_pdb, rule)| {
                let gcloud = gcloud::rollback(cx.name, respect_pdb);
                offer(kind, Command::Rollback { pool, respect_pdb }, &[rule], gcloud)
            })
            .collect()
        }
        Operation::Complete => {
            let gcloud = gcloud::complete(cx.name);
            vec![offer(OfferKind::Complete, Command::Complete { pool }, &[], gcloud)]
        }
        Operation::Upgrade | Operation::Set => Vec::new(),
    }
}

/// The effect of the command now.
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
    match cx.state.run {
        RunState::Paused => say("op-cancel-paused"),
        _ => strategy::of(cx.state.kind).cancel(cx),
    }
}

fn resume(cx: &OperationsContext<'_>) -> Phrase {
    if cx.state.run == RunState::Failed {
        return say("op-resume-failed");
    }
    let own = strategy::of(cx.state.kind).resume(cx);
    let left = || cx.nodes(|node| !node.upgraded && !node.surge);
    own.unwrap_or_else(|| say("op-resume").with("n", left()))
}

fn rollback(cx: &OperationsContext<'_>, respect_pdb: bool) -> Phrase {
    let key = match cx.state.run {
        RunState::Failed => "op-rollback-failed",
        _ => strategy::of(cx.state.kind).rollback(cx, respect_pdb),
    };
    let first = match cx.waits_for_user() {
        true => Value::from(""),
        false => Value::from(say("op-rollback-first")),
    };
    let upgraded = cx.nodes(|node| node.upgraded && !node.taken && !node.surge);
    say(key)
        .with("first", first)
        .with("n", cx.under_way() + upgraded)
        .with("green", cx.nodes(|node| node.side == Some(Side::Green)))
}

/// Why it has no effect now, and when it would in this run.
fn refusal_phrase(cx: &OperationsContext<'_>, operation: Operation, refusal: Refusal) -> Phrase {
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
        (Operation::Rollback, _) if refusal == Refusal::NotRolledBack => {
            say("op-no-rollback-autoscaled")
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
            strategy::of(cx.kind()).not_completed(cx).unwrap_or_else(|| say("op-no-complete-ever"))
        }
        (Operation::Upgrade | Operation::Set, _) => say("op-no-upgrade"),
    }
}

fn not_resumed(cx: &OperationsContext<'_>) -> Phrase {
    if let Some(own) = strategy::of(cx.state.kind).not_resumed(cx) {
        return own;
    }
    match cx.next_pause() {
        Some(at) => say("op-no-resume-yet").with("at", at),
        None => say("op-no-resume"),
    }
}
