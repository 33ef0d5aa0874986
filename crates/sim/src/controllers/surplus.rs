//! Which surplus Pods a ReplicaSet or a Job deletes: the controller's order.

use core::cmp::Ordering;

use crate::cx::{Core, Stream};
use base::{Draw, IdVec, NodeId, PodId, SimSpan, WorkloadId, muted, order};
use model::pod::PodPhase;
use model::workload::WorkloadKind;

/// Phases in the controller's order; a missing phase sorts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PodPhaseRank {
    Pending,
    Unknown,
    Running,
}

/// What the controller reads of an active Pod. `U`: the type of UIDs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SurplusPod<U> {
    pub assigned: bool,
    pub stage: PodPhaseRank,
    pub ready: bool,
    pub deletion_cost: i32,
    /// Active Pods of the same Deployment on the same node, itself included.
    pub rank: u32,
    /// Time since it became Ready, if known.
    pub ready_for: Option<SimSpan>,
    /// The highest restart count of its containers.
    pub restarts: u32,
    pub age: Option<SimSpan>,
    pub uid: U,
}

/// ⌊log2⌋ of an age in nanoseconds (KC-05).
fn bucket(age: SimSpan) -> i32 {
    let nanos = u128::try_from(age.ms()).unwrap_or(0) * 1_000_000;
    nanos.checked_ilog2().map_or(-1, |log| log as i32)
}

/// Is `a` younger, so that it is deleted first? `None` if the times are equal and the next criterion decides (KC-05).
fn younger<U: Ord>(
    a: &SurplusPod<U>,
    b: &SurplusPod<U>,
    ages: [Option<SimSpan>; 2],
) -> Option<Ordering> {
    match ages {
        [a, b] if a == b => None,
        [Some(one), Some(other)] if muted("KC-05") => Some(one.cmp(&other)),
        [Some(one), Some(other)] => {
            let buckets = bucket(one).cmp(&bucket(other));
            Some(buckets.then_with(|| a.uid.cmp(&b.uid)))
        }
        // An empty time comes first.
        [one, other] => Some(one.is_some().cmp(&other.is_some())),
    }
}

/// Rulebook: KC-04, KC-05. Source: Kubernetes `controller_utils.go`, `ActivePodsWithRanks`.
fn compare<U: Ord>(a: &SurplusPod<U>, b: &SurplusPod<U>) -> Ordering {
    let plain = (a.assigned.cmp(&b.assigned))
        .then(a.stage.cmp(&b.stage))
        .then(a.ready.cmp(&b.ready))
        .then(a.deletion_cost.cmp(&b.deletion_cost))
        .then(b.rank.cmp(&a.rank));
    if plain != Ordering::Equal {
        return plain;
    }
    let ready = a.ready && b.ready;
    ready
        .then(|| younger(a, b, [a.ready_for, b.ready_for]))
        .flatten()
        .or_else(|| Some(b.restarts.cmp(&a.restarts)).filter(|restarts| restarts.is_ne()))
        .or_else(|| younger(a, b, [a.age, b.age]))
        .unwrap_or(Ordering::Equal)
}

/// Up to this many Pods the original uses insertion sort.
const INSERTED: usize = 12;

/// The Pods' positions in deletion order.
///
/// Equal times fall through to restarts and times of one bucket to UIDs, so the order can be circular; the result then
/// depends on the sorting algorithm. Few Pods are sorted by insertion as in the original.
pub fn deletion_order<U: Ord>(pods: &[SurplusPod<U>]) -> Vec<usize> {
    let mut all: Vec<usize> = (0..pods.len()).collect();
    let compare = |a: &usize, b: &usize| compare(&pods[*a], &pods[*b]);
    if pods.len() > INSERTED {
        order::sort_by(&mut all, compare);
        return all;
    }
    for from in 1..all.len() {
        let mut at = from;
        while at > 0 && compare(&all[at], &all[at - 1]).is_lt() {
            all.swap(at, at - 1);
            at -= 1;
        }
    }
    all
}

/// A Job's controller ignores costs and neighbors, and compares exact times (KC-16). Source: Kubernetes
/// `controller_utils.go`, `ActivePods`.
fn job_order<U>(pods: &[SurplusPod<U>]) -> Vec<usize> {
    let mut all: Vec<usize> = (0..pods.len()).collect();
    order::sort_by(&mut all, |a, b| {
        let (a, b) = (&pods[*a], &pods[*b]);
        let ready =
            if a.ready && b.ready { a.ready_for.cmp(&b.ready_for) } else { Ordering::Equal };
        (a.assigned.cmp(&b.assigned))
            .then(a.stage.cmp(&b.stage))
            .then(a.ready.cmp(&b.ready))
            .then(ready)
            .then(b.restarts.cmp(&a.restarts))
            .then(a.age.cmp(&b.age))
    });
    all
}

impl Core {
    /// The `count` Pods of a workload to delete.
    pub(super) fn surplus(&self, id: WorkloadId, count: usize) -> Vec<PodId> {
        if count == 0 {
            return Vec::new();
        }
        let world = &self.world;
        let pods = &world.cluster.pods;
        // KC-06: terminating Pods are never chosen.
        let active =
            |pod: &PodId| pods[*pod].active() || (muted("KC-06") && pods[*pod].terminating());
        let mut chosen: Vec<PodId> = world.pods_of.of(id).filter(active).collect();
        if count < chosen.len() {
            let seen = self.seen(id, &chosen);
            let order = match self.world.plan.workloads[id].kind {
                WorkloadKind::Job { .. } => job_order(&seen),
                _ => deletion_order(&seen),
            };
            chosen = order.iter().take(count).map(|at| chosen[*at]).collect();
        }
        chosen
    }

    /// The Pods as the controller sees them now. A random draw replaces each UID.
    fn seen(&self, id: WorkloadId, chosen: &[PodId]) -> Vec<SurplusPod<Draw>> {
        let world = &self.world;
        let now = self.now;
        let mut on_node: IdVec<NodeId, u32> = world.cluster.nodes.ids().map(|_| 0).collect();
        // Those of the Deployment's other ReplicaSets count, too.
        let plan = &world.plan;
        let others = plan.revisions(plan.first_revision(id)).filter(|other| *other != id);
        let others = others.flat_map(|other| world.pods_of.of(other));
        let others = others.filter(|pod| world.cluster.pods[*pod].active());
        for pod in chosen.iter().copied().chain(others) {
            if let Some(node) = world.cluster.pods[pod].node() {
                on_node[node] += 1;
            }
        }
        let seen = |pod: &PodId| {
            let state = &world.cluster.pods[*pod];
            let (deletion_cost, restarts) = self.world.plan.scale_down.of(*pod, id);
            let restarts = restarts + self.restarts(*pod);
            let since = world.ready_since.get(pod).copied();
            let key = (u64::from(id.0) << 32) | u64::from(state.number);
            SurplusPod {
                assigned: state.node().is_some(),
                stage: match state.phase() {
                    PodPhase::Running { .. } => PodPhaseRank::Running,
                    _ => PodPhaseRank::Pending,
                },
                ready: state.ready(),
                deletion_cost,
                rank: state.node().map_or(0, |node| on_node[node]),
                // A Pod that is Ready at the start has been Ready since it was created.
                ready_for: Some(now - since.unwrap_or(state.created())),
                restarts,
                age: Some(now - state.created()),
                uid: Draw::of(self.world.plan.seed, Stream::PodUid as u64, key, 0),
            }
        };
        chosen.iter().map(seen).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// KC-16: a Job deletes Pods with more restarts before younger ones.
    #[test]
    fn a_job_deletes_restarted_pods_before_young_ones() {
        let pod = |restarts, secs| SurplusPod {
            assigned: true,
            stage: PodPhaseRank::Running,
            ready: true,
            deletion_cost: 0,
            rank: 0,
            ready_for: None,
            restarts,
            age: Some(SimSpan::from_secs(secs)),
            uid: 0,
        };
        assert_eq!(job_order(&[pod(0, 5), pod(2, 50), pod(0, 1), pod(7, 50)]), [3, 1, 2, 0]);
    }
}
