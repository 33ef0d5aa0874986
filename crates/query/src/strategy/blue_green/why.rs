//! Why a pool is in its phase of a blue-green upgrade: the phase with its numbers, and when it ends.

use super::sides::{BlueGreenState, current_upgrade, pods_left};
use crate::gcloud;
use crate::stage::context::{Detail, StageContext};
use crate::why::{Reason, Say, Until, Why, WhyContext, say};
use base::{PoolId, RecordNo, SimTime};
use model::RunState;
use model::node::Side;
use model::pool::{Phase, Soak};
use model::strategy::BatchSize;
use trace::{Change, Phrase, Subject, Value};

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
        Some(until) if row.is_none() && phase == Phase::NodePoolSoaking => {
            let began = until.ms() - going.settings.pool_soak.ms();
            progress.since.min(SimTime::from_ms(began))
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
    let reason = row.and_then(|no| Reason::of_row(cx, no)).or_else(|| before(cx, phase));
    let reason = reason.map(|reason| numbers(&stage, &going, reason));
    let name = cx.trace.plan().pools.get(id)?.name.as_str();
    Some(
        Why::new(cx, what, since)
            .because(reason)
            .until(until(cx, &going))
            .say(says(state.run, phase, name))
            .chained(cx, row),
    )
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
fn before(cx: &WhyContext<'_>, phase: Phase) -> Option<Reason> {
    let rule = match phase {
        Phase::NodePoolSoaking => cx.rule("blue-green/soak", &["BG-25", "AM-64"]),
        _ => cx.rule("blue-green/batch", &["BG-15", "AM-14"]),
    };
    Some(Reason::of_rule(rule, Phrase::new("why-rule")))
}

fn numbers(stage: &StageContext<'_>, going: &BlueGreenState<'_>, reason: Reason) -> Reason {
    let progress = going.progress();
    let settings = going.settings;
    let reason = match settings.batch {
        BatchSize::Nodes(nodes) => reason.input("input-batch-nodes", nodes),
        BatchSize::Part(part) => reason
            .input("input-batch-part", part.to_string())
            .input("input-batch-size", settings.batch_size(going.run.blue.len() as u32)),
    };
    let mut reason = match progress.batches {
        0 => reason,
        of => reason.input("input-batch", progress.batch).input("input-batches", of),
    };
    reason = reason
        .input("input-batch-soak", settings.batch_soak)
        .input("input-pool-soak", settings.pool_soak)
        .input("input-left-on-blue", pods_left(stage, &going.run.blue));
    if let Some(Soak::Left(left)) = progress.soak
        && going.is_in(Phase::NodePoolSoaking)
    {
        reason = reason.input("input-soak-left", left);
    }
    let autoscaled =
        stage.trace.plan().pools.get(going.pool).is_some_and(|pool| pool.autoscaling.is_some());
    let sides = [("input-autoscaler-blue", Side::Blue), ("input-autoscaler-green", Side::Green)];
    for (name, side) in sides.into_iter().filter(|_| autoscaled) {
        let scaling = going.scaling(side);
        let key = match (scaling.up, scaling.down) {
            (true, true) => "autoscaler-free",
            (true, false) => "autoscaler-up",
            (false, true) => "autoscaler-down",
            (false, false) => "autoscaler-none",
        };
        reason = reason.input(name, Value::from(Phrase::new(key)));
    }
    reason
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
        Change::BatchDrained { .. } => "until-batch-drained",
        Change::UpgradeSucceeded => "until-blue-gone",
        _ => return None,
    };
    Some(Until::at(record.at, Phrase::new(key)))
}

/// The phase, and the commands that it allows (AM-65).
pub(super) fn says(state: RunState, phase: Phase, pool: &str) -> Vec<Say> {
    let mut says = vec![Say::new(phase.name(), "blueGreenInfo.phase")];
    let goes_on = matches!(state, RunState::Running | RunState::WaitingForResources);
    match phase {
        _ if !goes_on => says.extend(say::run(state, pool)),
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
