//! Pods that don't count.

use super::pod::{DrainedPod, Options, Verdict};
use base::SimTime;
use model::utilization::long_terminating;

/// KA-61.
pub(super) fn mirror(pod: &DrainedPod<'_>, _: &Options, _: SimTime) -> Option<Verdict> {
    pod.mirror.then_some(Verdict::Ignored)
}

/// KA-62.
pub(super) fn terminating(pod: &DrainedPod<'_>, _: &Options, now: SimTime) -> Option<Verdict> {
    long_terminating(pod.deletion, pod.grace, now).then_some(Verdict::Ignored)
}
