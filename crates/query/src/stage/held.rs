//! The budget that refuses a Pod's eviction, and all Pods that it selects.

use super::StateCounts;
use crate::budgets::budget_at;
use crate::index::Index;
use base::PodId;
use model::PodPhase;
use trace::{Blocker, Frame, Phrase, Subject, Trace};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBy {
    /// The Pods that it selects, and whether each is Ready.
    pub pods: Vec<(PodId, bool)>,
    /// How many of them must stay.
    pub must: u32,
    /// `web-pdb: 3 of 4 must stay`.
    pub words: Phrase,
}

/// The budget that refuses the eviction of a Pod now.
#[inline(never)]
pub fn held_by(
    trace: &Trace,
    index: &Index,
    frame: &Frame,
    counts: &StateCounts,
    pod: PodId,
) -> Option<HeldBy> {
    if !counts.refused.contains(&pod) {
        return None;
    }
    let mut holds = index.holds_on(Subject::Pod(pod), frame.next);
    let id = holds.find_map(|hold| match hold.by {
        Blocker::Budget { budget, .. } => Some(budget),
        _ => None,
    })?;
    let (plan, cluster) = (trace.plan(), &frame.cluster);
    let status = budget_at(plan, cluster, id)?.status?;
    let own = cluster.pods_of(|owner| plan.budgets[id].workloads.contains(&owner));
    let own = own.filter(|(_, pod)| pod.phase() != PodPhase::Gone);
    Some(HeldBy {
        pods: own.map(|(id, pod)| (id, pod.ready())).collect(),
        must: u32::try_from(status.desired_healthy).unwrap_or(0),
        words: Phrase::new("stage-gauge")
            .with("budget", Subject::Budget(id))
            .with("must", status.desired_healthy)
            .with("pods", status.expected_pods),
    })
}
