//! Why a pool is in its phase of a blue-green upgrade: the phase with its numbers, and when it ends.

use super::left;
use super::state::{BlueGreenState, current_upgrade, pods_left};
use crate::gcloud;
use crate::stage::context::{Detail, StageContext};
use crate::why::{Reason, Say, Until, Why, WhyContext, say};
use base::{PoolId, RecordNo, SimTime, muted};
use model::node::Side;
use model::pool::{Phase, Soak};
use model::strategy::BatchSize;
use model::{PoolState, RunState};
use trace::log::RuleName;
use trace::{Change, Phrase, Subject, Value};

/// The most nodes that are listed.
const LISTED: usize = 12;

/// `None`: no blue-green upgrade of the pool is in progress or paused.
pub(super) fn why(cx: &WhyContext<'_>, id: PoolId) -> Option<Why> {
    let state = *cx.frame.cluster.pools.get(id)?;
    let at_work = matches!(
        state.run,
        RunState::Running
            | RunState::WaitingForResources
            | RunState::RollingBack
            | RunState::Cancelled
    );
    if !at_work {
        return None;
    }
    let stage = StageContext {
        trace: cx.trace,
        index: cx.index,
        frame: cx.frame,
        detail: Detail::Cells,
        counts: cx.counts(),
    };
    let going = current_upgrade(&stage, id)?;
    let progress = going.progress();
    let phase = progress.phase?;
    let paused = going.paused();
    let row = row(cx, id, phase, paused);
    let since = match going.soaks_until() {
        _ if paused => state.since,
        // It began before the run.
        Some(until) if row.is_none() && phase != Phase::DrainingBluePool => {
            let lasts = going.wait().unwrap_or(going.settings().pool_soak);
            progress.since.min(SimTime::from_ms(until.ms() - lasts.ms()))
        }
        _ => progress.since,
    };
    let blue = going.count(&stage, Side::Blue);
    let green = going.count(&stage, Side::Green);
    let key = match phase {
        _ if paused => "why-side-paused",
        Phase::CreatingGreenPool => "why-side-creating",
        Phase::CordoningBluePool => "why-side-cordoning",
        Phase::WaitingToDrainBluePool => "why-side-waits",
        Phase::DrainingBluePool if going.wait().is_some() => "why-side-drains-left",
        Phase::DrainingBluePool if going.soaks_until().is_some() => "why-side-batch-soaks",
        Phase::DrainingBluePool => "why-side-draining",
        Phase::NodePoolSoaking => "why-side-soaking",
        Phase::DeletingBluePool => "why-side-deleting",
        Phase::RollbackStarted => "why-side-rolling-back",
    };
    let what = Phrase::new(key)
        .with("pool", Subject::Pool(id))
        .with("phase", phase.name())
        .with("since", since)
        .with("for", cx.frame.at - since)
        .with("batch", progress.batch)
        .with("batches", progress.batches)
        .with("ready", green.registered)
        .with("green", green.there)
        .with("blue", blue.there)
        .with("of", going.run.blue.len());
    let reason = row
        .and_then(|no| Reason::of_row(cx, no))
        .or_else(|| before(cx, phase, going.wait().is_some()));
    let reason = reason.map(|reason| numbers(&stage, &going, reason));
    let name = cx.trace.plan().pools.get(id)?.name.as_str();
    Some(
        Why::new(cx, what, since)
            .because(reason)
            .because(left_on_it(cx, id))
            .until(until(cx, &going))
            .say(says(&state, phase, name))
            .chained(cx, row),
    )
}

/// What is left on blue in the wait and the drain: what holds each node, when it goes, and what is on it when the wait ends.
fn left_on_it(cx: &WhyContext<'_>, id: PoolId) -> Option<Reason> {
    let all = left::left_on_blue(cx.trace, cx.frame, id);
    let ends = left::at_the_end(cx.trace, cx.frame, &all);
    if all.is_empty() || muted("AB-09") {
        return None;
    }
    let ids = &["AB-08", "AB-09", "AB-12", "AM-51"];
    let rule = RuleName { ids, ..cx.rule("autoscaled/wait", ids) };
    let sentence =
        Phrase::new("why-left-on-blue").with("nodes", all.len()).with("ends", ends.len());
    let nodes = all.iter().take(LISTED).map(|one| {
        Phrase::new("left-node")
            .with("node", Subject::Node(one.node))
            .with("why", one.why.clone())
            .with("until", one.until.clone())
    });
    let reason = Reason::of_rule(rule, sentence)
        .input("input-left-on-blue-nodes", Value::List(nodes.collect()));
    Some(match ends.is_empty() {
        true => reason,
        false => {
            let ends = ends.into_iter().take(LISTED);
            reason.input("input-at-the-end", Value::List(ends.collect()))
        }
    })
}

/// The row behind the state: for a batch, the one that began its drain or its soak.
fn row(cx: &WhyContext<'_>, id: PoolId, phase: Phase, paused: bool) -> Option<RecordNo> {
    let last = cx.last_that(Subject::Pool(id), |record| match record.change {
        Change::UpgradeCancelled => paused,
        Change::BatchStarted { .. } | Change::BatchDrained { .. } => {
            !paused && phase == Phase::DrainingBluePool
        }
        Change::PhaseStarted { phase: begun, .. } => !paused && begun == phase,
        Change::RollbackStarted => !paused,
        _ => false,
    });
    last.map(|(no, _)| no)
}

/// The rule of a phase that began before the run.
fn before(cx: &WhyContext<'_>, phase: Phase, autoscaled: bool) -> Option<Reason> {
    let rule = match phase {
        Phase::NodePoolSoaking => cx.rule("blue-green/soak", &["BG-25", "AM-64"]),
        Phase::WaitingToDrainBluePool => cx.rule("autoscaled/wait", &["AB-07", "AM-67"]),
        Phase::DrainingBluePool if autoscaled => {
            cx.rule("autoscaled/drain", &["AB-12", "AM-51", "AM-67", "AM-76"])
        }
        Phase::CreatingGreenPool if autoscaled => cx.rule("autoscaled/create", &["AB-05"]),
        Phase::CordoningBluePool if autoscaled => cx.rule("autoscaled/cordon", &["AB-06"]),
        Phase::DeletingBluePool if autoscaled => cx.rule("autoscaled/delete", &["AB-15", "AM-67"]),
        _ => cx.rule("blue-green/batch", &["BG-15", "AM-14"]),
    };
    Some(Reason::of_rule(rule, Phrase::new("why-rule")))
}

fn numbers(stage: &StageContext<'_>, going: &BlueGreenState<'_>, reason: Reason) -> Reason {
    let progress = going.progress();
    let reason = match going.wait() {
        Some(wait) => reason.input("input-wait", wait),
        None => batches(going, reason),
    };
    let mut reason = reason.input("input-left-on-blue", pods_left(stage, &going.run.blue));
    if let Some(Soak::Left(left)) = progress.soak {
        let key = match progress.phase {
            Some(Phase::NodePoolSoaking) => Some("input-soak-left"),
            Some(Phase::WaitingToDrainBluePool) => Some("input-wait-left"),
            _ => None,
        };
        reason = key.into_iter().fold(reason, |reason, key| reason.input(key, left));
    }
    let autoscaled =
        stage.trace.plan().pools.get(going.pool).is_some_and(|pool| pool.autoscaling.is_some());
    let sides = [("input-autoscaler-blue", Side::Blue), ("input-autoscaler-green", Side::Green)];
    for (name, side) in sides.into_iter().filter(|_| autoscaled) {
        let scaling = going.scaling(side);
        let key = match (scaling.up, scaling.down) {
            (true, true) => "autoscaler-free",
            (true, false) => "autoscaler-up",
            (false, true) if scaling.empties => "autoscaler-empties",
            (false, true) => "autoscaler-down",
            (false, false) => "autoscaler-none",
        };
        reason = reason.input(name, Value::from(Phrase::new(key)));
    }
    reason
}

/// The settings of a standard upgrade, and the batch.
fn batches(going: &BlueGreenState<'_>, reason: Reason) -> Reason {
    let (progress, settings) = (going.progress(), going.settings());
    let reason = match settings.batch {
        BatchSize::Nodes(nodes) => reason.input("input-batch-nodes", nodes),
        BatchSize::Part(part) => reason
            .input("input-batch-part", part.to_string())
            .input("input-batch-size", settings.batch_size(going.run.blue.len() as u32)),
    };
    let reason = match progress.batches {
        0 => reason,
        of => reason.input("input-batch", progress.batch).input("input-batches", of),
    };
    reason
        .input("input-batch-soak", settings.batch_soak)
        .input("input-pool-soak", settings.pool_soak)
}

pub(super) fn until(cx: &WhyContext<'_>, going: &BlueGreenState<'_>) -> Option<Until> {
    if going.paused() {
        return None;
    }
    let next = || cx.next_that(Subject::Pool(going.pool), |record| record.change.is_phase());
    // An early end is a row of the pool, reported as for any other run.
    if let Some(at) = going.soaks_until().filter(|_| !going.cut_short(cx.trace)) {
        let progress = going.progress();
        let key = match going.is_in(Phase::NodePoolSoaking) {
            true => "until-pool-soak",
            false if going.is_in(Phase::WaitingToDrainBluePool) => "until-wait-over",
            false if progress.batch == progress.batches => "until-last-batch-soak",
            false => "until-batch-soak",
        };
        let sentence = Phrase::new(key).with("batch", progress.batch + 1);
        return Some(Until::at(at, sentence));
    }
    let (_, record) = next()?;
    let key = match record.change {
        Change::PhaseStarted { phase: Phase::CordoningBluePool, .. } => "until-green-ready",
        Change::PhaseStarted { phase: Phase::DeletingBluePool, .. } => match going.progress().phase
        {
            Some(Phase::WaitingToDrainBluePool) => "until-blue-empty",
            _ => "until-blue-drained",
        },
        Change::BatchDrained { .. } => "until-batch-drained",
        Change::UpgradeSucceeded => "until-blue-gone",
        _ => return None,
    };
    Some(Until::at(record.at, Phrase::new(key)))
}

/// The phase, and the commands that it allows (AM-65).
pub(super) fn says(state: &PoolState, phase: Phase, pool: &str) -> Vec<Say> {
    let mut says = vec![Say::new(phase.name(), "blueGreenInfo.phase")];
    let goes_on = matches!(state.run, RunState::Running | RunState::WaitingForResources);
    match phase {
        _ if !goes_on => says.extend(say::run(state.run, state.kind, pool)),
        Phase::DeletingBluePool | Phase::RollbackStarted => {}
        Phase::NodePoolSoaking => {
            let back = Say::new(gcloud::rollback(pool, false), "command");
            says.extend([Say::new(gcloud::complete(pool), "command"), say::cancel(), back]);
        }
        Phase::CreatingGreenPool
        | Phase::CordoningBluePool
        | Phase::WaitingToDrainBluePool
        | Phase::DrainingBluePool => {
            says.push(say::cancel());
        }
    }
    says
}
