//! How much of a node its Pods request.

use super::labels::Symbols;
use super::resources::Resources;
use base::{SimSpan, SimTime, Sym, muted};

/// Less than so many percent of a node is little (KA-53, AM-31).
pub const THRESHOLD: u32 = 50;

/// How long a Pod may exceed its grace.
const EXTRA: SimSpan = SimSpan::from_secs(30);

/// The properties of a Pod that count.
#[derive(Clone, Copy, Debug)]
pub struct PodUse<'a> {
    /// Its effective requests.
    pub requests: &'a Resources,
    pub of_daemonset: bool,
    pub mirror: bool,
    pub deletion: Option<SimTime>,
    pub grace: SimSpan,
}

/// The flags; both are off by default (KA-50).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ignored {
    pub daemonsets: bool,
    pub mirrors: bool,
}

/// Requests of a resource and what they are requests of: millicores, bytes or whole units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub requested: i64,
    /// Not positive if the ignored Pods request everything.
    pub available: i64,
}

/// The resource that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deciding {
    Cpu,
    Memory,
    Accelerator,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utilization {
    pub share: Share,
    pub deciding: Deciding,
}

/// The utilization of a node: of its accelerators if it has some, else the larger one of CPU and memory. `None`: it has no
/// CPU or no memory. Accelerators whose driver isn't ready count as unused.
///
/// Rulebook: KA-50 … KA-52. Source: cluster-autoscaler, `utilization/info.go`.
pub fn utilization(
    allocatable: &Resources,
    accelerator: Option<Sym>,
    pods: &[PodUse<'_>],
    ignored: Ignored,
    now: SimTime,
) -> Option<Utilization> {
    let share = |amount: &dyn Fn(&Resources) -> i64| share(allocatable, amount, pods, ignored, now);
    if let Some(name) = accelerator.filter(|_| !muted("KA-52")) {
        let unused = Share { requested: 0, available: 1 };
        let share = share(&|resources| resources.extended(name)).unwrap_or(unused);
        return Some(Utilization { share, deciding: Deciding::Accelerator });
    }
    Some(larger(share(&|resources| resources.cpu_m)?, share(&|resources| resources.memory_bytes)?))
}

/// The larger one of CPU and memory (KA-51).
pub fn larger(cpu: Share, memory: Share) -> Utilization {
    if cpu.is_more_than(memory) && !muted("KA-51") {
        Utilization { share: cpu, deciding: Deciding::Cpu }
    } else {
        Utilization { share: memory, deciding: Deciding::Memory }
    }
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

/// The resource name of a node's accelerators.
pub fn accelerator(symbols: &Symbols, allocatable: &Resources) -> Option<Sym> {
    let kinds = ["nvidia.com/gpu", "google.com/tpu"].into_iter();
    let kinds = kinds.filter(|_| !allocatable.extended.is_empty());
    kinds.filter_map(|kind| symbols.find(kind)).find(|kind| allocatable.extended(*kind) > 0)
}

/// The share of one resource. The requests of ignored Pods are taken off what is available; daemon Pods are sorted out first.
///
/// Rulebook: KA-50.
pub fn share(
    allocatable: &Resources,
    amount: &dyn Fn(&Resources) -> i64,
    pods: &[PodUse<'_>],
    ignored: Ignored,
    now: SimTime,
) -> Option<Share> {
    let mut share = Share { requested: 0, available: amount(allocatable) };
    if share.available == 0 {
        return None;
    }
    for pod in pods {
        let request = amount(pod.requests);
        let leave_out = (ignored.daemonsets && pod.of_daemonset) || (ignored.mirrors && pod.mirror);
        if leave_out && !muted("KA-50") {
            share.available -= request;
        } else if !long_terminating(pod.deletion, pod.grace, now) {
            share.requested += request;
        }
    }
    Some(share)
}

impl Share {
    /// Is it less than so many percent? Exactly as many isn't less.
    ///
    /// Rulebook: KA-53. Whole numbers give the answer of the original's doubles for nodes below 10 TB of memory.
    pub fn is_below(self, percent: u32) -> bool {
        let (requested, available) = (i128::from(self.requested), i128::from(self.available));
        if available <= 0 {
            // As a double, a share of nothing is infinite, and one of less than nothing is negative.
            return available < 0 || requested == 0;
        }
        requested * 100 < available * i128::from(percent) && !muted("KA-53")
    }

    /// Whole percent, cut off, as GKE's log shows them (BS-99).
    pub fn percent(self) -> i64 {
        let percent = i128::from(self.requested) * 100 / i128::from(self.available.max(1));
        i64::try_from(percent).unwrap_or(i64::MAX)
    }

    fn is_more_than(self, other: Self) -> bool {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        match (self.available > 0, other.available > 0) {
            (true, true) => {
                product(self.requested, other.available) > product(other.requested, self.available)
            }
            // A share of nothing is infinite.
            (is_finite, other_is_finite) => !is_finite && other_is_finite,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// KA-53: exactly 50 % stays.
    #[test]
    fn the_threshold_itself_is_not_below() {
        let share = |requested| Share { requested, available: 4000 };
        let below = |requested| share(requested).is_below(50);
        assert_eq!([below(1999), below(2000), below(2001)], [true, false, false]);
        assert_eq!([share(1999).percent(), share(2000).percent()], [49, 50]);
    }

    #[test]
    fn a_share_of_nothing_is_infinite() {
        let share = |requested, available| Share { requested, available };
        let below = |requested, available| share(requested, available).is_below(50);
        assert_eq!([below(1, 0), below(0, 0), below(1, -1)], [false, true, true]);
        assert!(share(1, 0).is_more_than(share(1, 1)) && !share(1, 0).is_more_than(share(1, 0)));
    }
}
