//! The playhead's position in words, for screen readers.

use super::scene::RunScene;
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::words::{t, tn};
use model::RunState;
use model::pool::Phase;
use query::stage::TileState;
use trace::Frame;

/// The slider's value for screen readers: `02:14:00, draining, 3 nodes left`.
pub(super) fn value_text(run: &Run, scene: &RunScene, at_ms: f64, frame: &Frame) -> String {
    let (done, of) = scene.nodes_done(run, frame);
    let counts = scene.counts(run, frame);
    let states = frame.cluster.pools.values().map(|pool| pool.run);
    let state = states
        .max_by_key(|state| match state {
            RunState::Idle => 0,
            RunState::Succeeded | RunState::Cancelled | RunState::RolledBack => 1,
            RunState::Queued | RunState::Paused | RunState::Failed => 2,
            RunState::Running
            | RunState::WaitingForResources
            | RunState::Cancelling
            | RunState::RollingBack => 3,
        })
        .unwrap_or_default();
    let groups = || run.plan.groups.ids().map(|group| counts.tally_of(group));
    let any = |wanted: TileState| groups().any(|group| group.states[wanted as usize] > 0);
    let word = if any(TileState::Blocked) {
        t("ui-slider-blocked")
    } else if any(TileState::Draining) {
        t("ui-look-draining")
    } else {
        t(state.key())
    };
    let word = match phase(frame) {
        Some(phase) => format!("{word}, {phase}"),
        None => word,
    };
    let at = day_time(run.plan.start_unix_ms, at_ms as i64);
    let args = [("at", at.into()), ("state", word.into())];
    if state == RunState::Idle {
        return tn("ui-slider-value", &args);
    }
    let [at, state] = args;
    tn("ui-slider-left", &[at, state, ("n", (of - done.min(of)).into())])
}

/// The phase of an unfinished blue-green upgrade, with the batch of its drain.
fn phase(frame: &Frame) -> Option<String> {
    let mut pools = frame.cluster.pools.values();
    let progress = pools.find(|pool| pool.kind.traits().sides && pool.run.unfinished())?.progress;
    let phase = progress.phase?;
    if phase != Phase::DrainingBluePool {
        return Some(tn("going-phase", &[("phase", phase.name().into())]));
    }
    let args = [("batch", progress.batch.into()), ("of", progress.batches.into())];
    Some(tn("side-batch", &args))
}
