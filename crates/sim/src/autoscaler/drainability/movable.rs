//! Pods that move whatever the later rules say.

use super::pod::{DrainedPod, Options, Phase, Verdict};
use base::SimTime;
use model::containers::RestartPolicy;

/// KA-64.
pub(super) fn daemon(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    pod.is_of_daemonset().then_some(Verdict::Drainable)
}

/// KA-65: local storage, namespace, kind of owner and budgets don't matter then.
pub(super) fn safe_to_evict(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    (pod.safe_to_evict == Some(true)).then_some(Verdict::Drainable)
}

/// KA-66: a Pod that succeeded and restarts always isn't at its end.
pub(super) fn terminal(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    let ended = match pod.phase {
        Phase::Active => false,
        Phase::Succeeded => pod.restarts != RestartPolicy::Always,
        Phase::Failed => true,
    };
    ended.then_some(Verdict::Drainable)
}
