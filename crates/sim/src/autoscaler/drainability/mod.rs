//! Which Pods of a node move when it is removed, and the first Pod that prevents it: rules in a fixed order.

mod ignored;
mod kept;
mod movable;
mod owners;
mod pod;

pub use self::pod::{Blocking, Controller, DrainedPod, Lookup, Options, OwnerKind, Phase, Verdict};
pub use model::utilization::{ignored_after, long_terminating};

use base::{SimTime, broken, muted};

/// One rule; `None` passes the Pod on to the next.
struct Rule {
    id: &'static str,
    check: fn(&DrainedPod<'_>, &Options, SimTime) -> Option<Verdict>,
}

/// In the order of the original; the first verdict counts (KA-72).
const RULES: &[Rule] = &[
    Rule { id: "KA-61", check: ignored::mirror },
    Rule { id: "KA-62", check: ignored::terminating },
    Rule { id: "KA-63", check: owners::replica_count },
    Rule { id: "KA-64", check: movable::daemon },
    Rule { id: "KA-65", check: movable::safe_to_evict },
    Rule { id: "KA-66", check: movable::terminal },
    Rule { id: "KA-67", check: owners::not_replicated },
    Rule { id: "KA-68", check: kept::system },
    Rule { id: "KA-69", check: kept::not_safe_to_evict },
    Rule { id: "KA-70", check: kept::local_storage },
    Rule { id: "KA-71", check: kept::budget },
];

/// What happens to one Pod if its node is removed.
///
/// Rulebook: KA-61 … KA-71. Source: cluster-autoscaler, `simulator/drainability/rules`.
pub fn verdict(pod: &DrainedPod<'_>, options: &Options, now: SimTime) -> Verdict {
    let rules = RULES.iter().filter(|rule| !muted(rule.id));
    let mut verdicts = rules.map(|rule| (rule.check)(pod, options, now));
    verdicts.find_map(|verdict| verdict).unwrap_or(Verdict::Drainable)
}

/// The Pods of a node that move, as positions in its list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PodsToMove {
    pub evicted: Vec<usize>,
    /// They are evicted too, but not placed elsewhere.
    pub of_daemonsets: Vec<usize>,
}

/// The Pods that move, or the first Pod that prevents the removal with its reason.
///
/// Rulebook: KA-72. Source: cluster-autoscaler, `simulator/drain.go` (`GetPodsToMove`).
pub fn pods_to_move<'a>(
    pods: impl IntoIterator<Item = DrainedPod<'a>>,
    options: &Options,
    now: SimTime,
) -> Result<PodsToMove, (usize, Blocking)> {
    let mut moved = PodsToMove::default();
    let mut blocked = None;
    for (at, pod) in pods.into_iter().enumerate() {
        match verdict(&pod, options, now) {
            Verdict::Ignored => {}
            Verdict::Drainable if pod.is_of_daemonset() => moved.of_daemonsets.push(at),
            Verdict::Drainable => moved.evicted.push(at),
            Verdict::Blocks(_) if broken("shrink/held") => moved.evicted.push(at),
            Verdict::Blocks(why) if muted("KA-72") => blocked = Some((at, why)),
            Verdict::Blocks(why) => return Err((at, why)),
        }
    }
    blocked.map_or(Ok(moved), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CA-47: local storage holds nodes below 1.22 only.
    #[test]
    fn local_storage_moves_from_1_22_on() {
        let pod = DrainedPod {
            controller: Some(Controller { kind: OwnerKind::ReplicaSet, lookup: Lookup::None }),
            local_storage: true,
            ..DrainedPod::default()
        };
        let verdict = |text: &str| {
            let version = model::Version::parse(text);
            verdict(&pod, &Options::gke(version), SimTime::ZERO)
        };
        let blocks = Verdict::Blocks(Blocking::LocalStorageRequested);
        assert_eq!(verdict("1.21.14-gke.100"), blocks);
        assert_eq!(verdict("1.22.0-gke.100"), Verdict::Drainable);
        assert_eq!(super::verdict(&pod, &Options::gke(None), SimTime::ZERO), Verdict::Drainable);
    }
}
