//! The position of a blue-green upgrade, in a line for its pool and in a sentence for the caption.

use super::state::{BlueGreenState, SideCount, current_upgrade, pods_left};
use crate::stage::context::{Detail, StageContext};
use base::{NodeId, PoolId, order};
use model::RunState;
use model::node::Side;
use model::pool::Phase;
use trace::{Phrase, Subject, Trace, Value};

/// The most nodes named.
const NAMED: usize = 4;

/// `batch 2 of 3 soaks until 02:26:01`.
pub(super) fn now(cx: &StageContext<'_>, going: &BlueGreenState<'_>) -> Phrase {
    let progress = going.progress();
    let phase = || named(progress.phase);
    let green = || going.count(cx, Side::Green);
    let (batch, of) = (progress.batch, progress.batches);
    match (going.state.run, progress.phase) {
        (RunState::Failed, _) => Phrase::new("going-failed"),
        (RunState::Cancelled, _) => {
            Phrase::new("going-paused").with("since", going.state.since).with("phase", phase())
        }
        (_, Some(Phase::CreatingGreenPool)) => Phrase::new("going-creating")
            .with("ready", green().registered)
            .with("of", going.run.blue.len()),
        (_, Some(Phase::WaitingToDrainBluePool)) => {
            let left = going.count(cx, Side::Blue).there;
            let until = going.soaks_until().unwrap_or(going.now);
            Phrase::new("going-waits").with("left", left).with("until", until)
        }
        (_, Some(Phase::DrainingBluePool)) if going.wait().is_some() => Phrase::new("going-left")
            .with("left", going.count(cx, Side::Blue).there)
            .with("side", "waited"),
        (_, Some(Phase::DrainingBluePool)) => {
            let phrase = match going.soaks_until() {
                Some(until) => {
                    Phrase::new("going-soaks").with("until", until).with("cut", cut(cx, going))
                }
                None => Phrase::new("going-drains"),
            };
            phrase.with("batch", batch).with("of", of)
        }
        (_, Some(Phase::NodePoolSoaking)) => {
            let until = going.soaks_until().unwrap_or(going.now);
            Phrase::new("going-soaking").with("until", until).with("cut", cut(cx, going))
        }
        (_, Some(Phase::DeletingBluePool)) => Phrase::new("going-left")
            .with("left", going.count(cx, Side::Blue).there)
            .with("side", "blue"),
        (_, Some(Phase::RollbackStarted)) => {
            Phrase::new("going-left").with("left", green().there).with("side", "green")
        }
        (_, Some(Phase::CordoningBluePool) | None) => phase(),
    }
}

/// `draining the blue pool`
pub(super) fn brief(going: &BlueGreenState<'_>) -> Option<Phrase> {
    going.progress().phase.map(|phase| named(Some(phase)))
}

fn named(phase: Option<Phase>) -> Phrase {
    Phrase::new("going-phase").with("phase", phase.map_or("", Phase::name))
}

/// The sentence about a pool whose run is in progress or paused. `held`: which nodes keep Pods, and why.
pub(super) fn caption(
    cx: &StageContext<'_>,
    pool: PoolId,
    held: &dyn Fn() -> Vec<Phrase>,
) -> Option<Phrase> {
    let going = current_upgrade(cx, pool)?;
    let state = going.state;
    let phrase = match state.run {
        RunState::Running | RunState::WaitingForResources => forward(cx, &going, held)?,
        RunState::RollingBack => rollback(cx, &going, held),
        RunState::Cancelled => Phrase::new(match going.wait() {
            Some(_) => "caption-wait-paused",
            None => "caption-side-paused",
        })
        .with("phase", named(going.progress().phase))
        .with("since", state.since),
        RunState::Idle
        | RunState::Queued
        | RunState::Paused
        | RunState::Cancelling
        | RunState::Succeeded
        | RunState::RolledBack
        | RunState::Failed => return None,
    };
    Some(phrase.with("pool", Subject::Pool(pool)))
}

fn forward(
    cx: &StageContext<'_>,
    going: &BlueGreenState<'_>,
    held: &dyn Fn() -> Vec<Phrase>,
) -> Option<Phrase> {
    let progress = going.progress();
    let until = || going.soaks_until().unwrap_or(going.now);
    Some(match progress.phase? {
        Phase::CreatingGreenPool => {
            let SideCount { there, registered, .. } = going.count(cx, Side::Green);
            let waits = going.state.run == RunState::WaitingForResources;
            Phrase::new(if waits { "caption-green-waits" } else { "caption-green-boots" })
                .with("ready", registered)
                .with("booting", there - registered)
                .with("of", going.run.blue.len())
        }
        Phase::CordoningBluePool => {
            Phrase::new("caption-blue-cordoned").with("nodes", going.run.blue.len())
        }
        Phase::WaitingToDrainBluePool => {
            let left = going.count(cx, Side::Blue).there;
            Phrase::new("caption-blue-waits")
                .with("left", left)
                .with("of", going.run.blue.len())
                .with("until", until())
                .with("cut", cut(cx, going))
        }
        Phase::DrainingBluePool if going.wait().is_some() => {
            let held = held();
            let key = if held.is_empty() { "caption-blue-drains" } else { "caption-blue-held" };
            Phrase::new(key)
                .with("nodes", going.count(cx, Side::Blue).there)
                .with("left", or_unknown(left(cx, &going.run.blue)))
                .with("parts", held)
        }
        Phase::DrainingBluePool => {
            let numbers =
                |phrase: Phrase| phrase.with("batch", progress.batch).with("of", progress.batches);
            let batch = names(Phrase::new("caption-names"), going.batch());
            let here = left(cx, going.batch());
            let blue = left(cx, &going.run.blue);
            let others = blue.unwrap_or(0) - here.unwrap_or(0);
            match going.soaks_until() {
                Some(until) => numbers(Phrase::new("caption-batch-soaks"))
                    .with("names", batch)
                    .with("until", until)
                    .with("cut", cut(cx, going))
                    .with("left", or_unknown(here))
                    .with("rest", progress.batches - progress.batch)
                    .with("pods", others)
                    .with("safe", safe(going)),
                None => {
                    let held = held();
                    let key =
                        if held.is_empty() { "caption-batch-drains" } else { "caption-batch-held" };
                    numbers(Phrase::new(key))
                        .with("names", batch)
                        .with("left", or_unknown(here))
                        .with("safe", safe(going))
                        .with("parts", held)
                }
            }
        }
        Phase::NodePoolSoaking => Phrase::new("caption-pool-soaks")
            .with("until", until())
            .with("cut", cut(cx, going))
            .with("left", left(cx, &going.run.blue).unwrap_or(0)),
        Phase::DeletingBluePool => {
            let blue = going.count(cx, Side::Blue).there;
            Phrase::new(match going.wait() {
                Some(_) => "caption-blue-emptied",
                None => "caption-blue-goes",
            })
            .with("left", blue)
            .with("pods", left(cx, &going.run.blue).unwrap_or(0))
        }
        Phase::RollbackStarted => return None,
    })
}

fn rollback(
    cx: &StageContext<'_>,
    going: &BlueGreenState<'_>,
    held: &dyn Fn() -> Vec<Phrase>,
) -> Phrase {
    let green = going.count(cx, Side::Green).there;
    let held = held();
    let key = if held.is_empty() { "caption-green-goes" } else { "caption-green-held" };
    Phrase::new(key).with("left", green).with("parts", held)
}

impl BlueGreenState<'_> {
    /// Do the known rows end the soak early? Then the full soak was only planned.
    pub(crate) fn cut_short(&self, trace: &Trace) -> bool {
        let Some(until) = self.soaks_until() else {
            return false;
        };
        let rows = trace.rows_of(Subject::Pool(self.pool));
        let passed = rows.partition_point(|no| no.0 < self.next);
        let to_come = rows.iter().skip(passed);
        let mut records = to_come.filter_map(|no| trace.record(*no));
        let ends = records.find(|record| record.change.is_phase());
        ends.is_some_and(|record| record.at < until)
    }
}

/// 1 if the soak is cut short.
fn cut(cx: &StageContext<'_>, going: &BlueGreenState<'_>) -> u32 {
    u32::from(going.cut_short(cx.trace))
}

/// Until when no blue node is deleted, if known.
fn safe(going: &BlueGreenState<'_>) -> Phrase {
    match going.deletes_at() {
        Some(at) => Phrase::new("caption-safe-until").with("at", at),
        None => Phrase::new("caption-safe"),
    }
}

fn names(phrase: Phrase, nodes: &[NodeId]) -> Phrase {
    let mut nodes = nodes.to_vec();
    order::sort(&mut nodes);
    let named = nodes.iter().take(NAMED).map(|node| Subject::Node(*node));
    phrase.with("nodes", nodes.len()).with("names", Value::Names(named.collect()))
}

/// Pods that a drain would remove from these nodes; not counted for very many nodes.
fn left(cx: &StageContext<'_>, nodes: &[NodeId]) -> Option<u32> {
    (cx.detail == Detail::Tiles).then(|| pods_left(cx, nodes))
}

fn or_unknown(count: Option<u32>) -> Value {
    count.map_or_else(|| "unknown".into(), Value::from)
}
