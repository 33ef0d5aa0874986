//! Pods that don't count.

use super::pod::{DrainedPod, Options, Verdict};
use base::{SimSpan, SimTime, muted};

/// How long a Pod may exceed its grace.
const EXTRA: SimSpan = SimSpan::from_secs(30);

/// KA-61.
pub(super) fn mirror(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    pod.mirror.then_some(Verdict::Ignored)
}

/// KA-62.
pub(super) fn terminating(pod: &DrainedPod<'_>, _: &Options, now: SimTime) -> Option<Verdict> {
    long_terminating(pod.deletion, pod.grace, now).then_some(Verdict::Ignored)
}

/// Has a Pod been terminating for more than its grace and 30 s since its deletion timestamp, which already contains the grace?
///
/// Rulebook: KA-62. Source: cluster-autoscaler, `utils/drain/drain.go` (`IsPodLongTerminating`).
pub fn long_terminating(deletion: Option<SimTime>, grace: SimSpan, now: SimTime) -> bool {
    deletion.is_some_and(|at| ignored_after(at, grace) < now) && !muted("KA-62")
}

pub fn ignored_after(deletion: SimTime, grace: SimSpan) -> SimTime {
    deletion + grace + EXTRA
}
