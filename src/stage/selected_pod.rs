//! What the stage shows of the selected Pod: the budget that holds it, its trail, and the Pod that replaces it.

use crate::player::{RunScene, said};
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, Store};
use base::PodId;
use draw::compose;
use draw::view::{StageView, TrailStop};
use gloo_timers::callback::Timeout;
use model::PodPhase;
use query::Index;
use query::stage::held_by;
use trace::{Frame, Subject};

/// Adds the Pod's budget, if it refuses the Pod's eviction, and its trail.
#[inline(never)]
pub(super) fn show(view: &mut StageView, run: &Run, scene: &RunScene, frame: &Frame, pod: PodId) {
    let held = held_by(&run.trace, &run.index, frame, &scene.counts(run, frame), pod);
    view.held = held
        .map(|held| said(run, scene, |words| compose::held(&held, &|phrase| words.say(phrase))));
    let stop = |pod: PodId| {
        let node = run.index.bound_to(pod)?;
        let group = run.plan.groups.get(frame.cluster.nodes.get(node)?.group)?;
        let (pool, zone, cell) = (group.pool, group.zone, scene.cells().cell(node));
        Some(TrailStop { node, pool, zone, cell })
    };
    view.trail = run.index.pods_before(pod).filter_map(stop).collect();
}

/// Selects the Pod that replaces the selected one once that goes.
#[inline(never)]
pub(super) fn follow(store: &Store, index: &Index, frame: &Frame, pod: PodId) {
    if let Some(next) = successor(index, frame, pod) {
        let store = store.clone();
        // Not while painting: a selection paints.
        let select = move || store.send(Action::Select(Some(Subject::Pod(next))));
        Timeout::new(0, select).forget();
    }
}

/// The Pod to select instead: the one that replaces a Pod that goes, or was there before one that isn't created yet.
fn successor(index: &Index, frame: &Frame, pod: PodId) -> Option<PodId> {
    let is_there = |pod: &PodId| frame.cluster.pod(*pod).is_some();
    match frame.cluster.pod(pod).map(|pod| pod.phase()) {
        None => index.pods_before(pod).find(is_there),
        Some(PodPhase::Terminating { .. } | PodPhase::Gone) => {
            index.pod_after(pod).filter(is_there)
        }
        Some(_) => None,
    }
}
