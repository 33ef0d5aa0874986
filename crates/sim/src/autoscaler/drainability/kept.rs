//! Pods that must not move.

use super::pod::{Blocking, DrainedPod, Options, Verdict};
use base::SimTime;

/// KA-68: with a budget, however small, the budget decides.
pub(super) fn system(pod: &DrainedPod<'_>, options: &Options, _: SimTime) -> Option<Verdict> {
    let unmovable = options.system_pods && pod.system && pod.budgets.is_empty();
    unmovable.then_some(Verdict::Blocks(Blocking::UnmovableKubeSystemPod))
}

/// KA-69.
pub(super) fn not_safe_to_evict(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    let annotated = pod.safe_to_evict == Some(false);
    annotated.then_some(Verdict::Blocks(Blocking::NotSafeToEvictAnnotation))
}

/// KA-70.
pub(super) fn local_storage(
    pod: &DrainedPod<'_>,
    options: &Options,
    _: SimTime,
) -> Option<Verdict> {
    let holds = options.local_storage && pod.local_storage;
    holds.then_some(Verdict::Blocks(Blocking::LocalStorageRequested))
}

/// KA-71: several Pods of one budget may move if it allows one.
pub(super) fn budget(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    let spent = pod.budgets.iter().any(|allowed| *allowed < 1);
    spent.then_some(Verdict::Blocks(Blocking::NotEnoughPdb))
}
