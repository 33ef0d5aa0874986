//! Pods don't wait long once a node could take them.

use super::{RowCx, Said, ensure, feasible, pod_name};
use crate::shadow::{Life, Shadow, WakeCauses};
use base::{Map, PodId, Set, SimSpan, SimTime, WorkloadId};
use model::WorkloadKind;
use trace::{Change, Record, Subject};

/// KS-02: the longest backoff and the tick after it.
const LONGEST: SimSpan = SimSpan::from_secs(11);

/// KS-03: has anything happened that wakes the workload's Pods?
fn woken(shadow: &Shadow<'_>, workload: WorkloadId) -> bool {
    let (causes, plan) = (&shadow.causes, shadow.plan);
    let wants = &plan.workloads[workload];
    let hard = wants.spread.iter().any(|one| one.hard);
    let near = wants.affinity.near.iter();
    let mut peers = near.flat_map(|term| &plan.audiences[term.audience as usize]);
    // It may have come after the waiting Pods were tried.
    if causes.claim || (hard && causes.fewer) {
        return false;
    }
    causes.room
        || (hard && (causes.nodes || !causes.bound.is_empty()))
        || peers.any(|peer| causes.bound.contains(peer))
}

/// At the end of an instant: finds awakened Pods that wait although a node could take them. Checks one Pod of each
/// workload, since all are equal, and each Pod with its own node.
pub(super) fn note_who_could_be_bound(shadow: &mut Shadow<'_>, over: SimTime) {
    // AM-69: no Pod is placed in the meantime, and then all are tried.
    if shadow.control_plane.is_down() {
        shadow.could = Map::new();
        shadow.causes = WakeCauses::default();
        return;
    }
    let mut could = Map::new();
    let mut seen = Set::new();
    for (id, pod) in shadow.pods.iter() {
        if pod.life != Life::Pending || !seen.insert((pod.workload, pod.pinned)) {
            continue;
        }
        let since = shadow.could.get(&id).copied();
        let since = since.or_else(|| woken(shadow, pod.workload).then_some(over));
        let mut nodes = shadow.nodes.ids();
        if let Some(since) = since
            && nodes.any(|node| feasible::fits_beside(shadow, id, node))
        {
            could.insert(id, since);
        }
    }
    shadow.could = could;
    shadow.causes = WakeCauses::default();
}

/// KS-02: a Pod that was tried after another had taken or claimed the room (KS-37) waits again, even if room appears at the
/// same instant. A Pod with an earlier turn than the other wasn't tried in between: it has waited all the time (KS-01,
/// AM-73).
pub(super) fn note_who_was_too_late(shadow: &mut Shadow<'_>, record: &Record) {
    let takes = matches!(record.change, Change::PodBound { .. } | Change::Nominated { .. });
    let (Subject::Pod(other), true) = (record.subject, takes) else {
        return;
    };
    let other = turn(shadow, other);
    let mut could = std::mem::take(&mut shadow.could);
    could.retain(|pod, _| {
        let mut nodes = shadow.nodes.ids();
        turn(shadow, *pod) < other || nodes.any(|node| feasible::fits_beside(shadow, *pod, node))
    });
    shadow.could = could;
}

/// Lower comes first, regardless of how long each has waited.
fn turn(shadow: &Shadow<'_>, pod: PodId) -> (bool, i64) {
    let daemon = shadow.kind_of(pod) == WorkloadKind::DaemonSet;
    (!daemon, -i64::from(shadow.priority(pod)))
}

/// KS-02, KS-03: new room wakes the Pods that wait for it, and their backoff is short.
pub(super) fn pods_that_fit_are_bound_promptly(row: &RowCx<'_>) -> Said {
    let late = |since: &SimTime| *since + LONGEST < row.record.at;
    let found = row.shadow.could.iter().find(|(_, since)| late(since));
    ensure(found.is_none(), || {
        let said = found.map(|(pod, since)| (pod_name(row.shadow, *pod), *since));
        format!("{said:?} waits although a node could take it")
    })
}
