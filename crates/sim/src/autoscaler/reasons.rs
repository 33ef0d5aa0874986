//! Why groups of nodes aren't grown for Pods that wait: a row when that begins, and one when it ends.

use super::scale_up::{Decision, GrowingGroup, Rejected, Skipped};
use crate::cx::Cx;
use crate::rules::Rule;
use base::{GroupId, Map, PodId, WorkloadId};
use model::autoscale::NoScaleUp;
use trace::{Change, Subject, gke};

type Key = (WorkloadId, GroupId);
type Found = Map<Key, (NoScaleUp, u32)>;

/// The reasons that hold, by workload and group, with the number of the filter.
#[derive(Clone, Debug, Default)]
pub(super) struct Reasons(Found);

impl Reasons {
    /// Reports what has changed since the last look.
    pub(super) fn report(
        &mut self,
        cx: &mut Cx<'_>,
        found: Found,
        pods: &[(WorkloadId, &[PodId])],
    ) {
        let before = std::mem::replace(&mut self.0, found.clone());
        for ((workload, group), (why, filter)) in &found {
            if before.get(&(*workload, *group)) != Some(&(*why, *filter)) {
                let change = Change::NoScaleUp { group: *group, why: *why, filter: *filter };
                let mut waiting = pods.iter().filter(|(owner, _)| owner == workload);
                let pod = waiting.find_map(|(_, pods)| pods.first());
                let cause = pod.and_then(|pod| cx.world.pod_row(*pod)).or(cx.cause);
                cx.record_because(Rule::NoScaleUp, Subject::Workload(*workload), change, cause);
            }
        }
        for (workload, group) in before.keys().filter(|key| !found.contains_key(key)) {
            let change = Change::ScaleUpPossible { group: *group };
            cx.record(Rule::NoScaleUp, Subject::Workload(*workload), change);
        }
    }
}

/// Why no group takes the Pods that none of them could help.
pub(super) fn found(
    decision: &Decision,
    groups: &[GrowingGroup],
    pods: &[(WorkloadId, &[PodId])],
    waits: impl Fn(&PodId) -> bool,
) -> Found {
    let mut found = Map::new();
    let mut rejected: Vec<Vec<&Rejected>> = vec![Vec::new(); pods.len()];
    for one in &decision.rejected {
        rejected[one.pods].push(one);
    }
    let unhelped = (0..pods.len()).filter(|at| decision.helped.binary_search(at).is_err());
    let unhelped = unhelped.filter(|at| pods[*at].1.iter().any(&waits));
    for at in unhelped {
        let workload = pods[at].0;
        for (group, why) in &decision.skipped {
            let why = skipped(*why);
            found.entry((workload, groups[*group].group)).or_insert((why, gke::NO_FILTER));
        }
        for one in &rejected[at] {
            let why = (NoScaleUp::Predicate, one.filter.no);
            found.entry((workload, groups[one.group].group)).or_insert(why);
        }
    }
    found
}

fn skipped(why: Skipped) -> NoScaleUp {
    match why {
        Skipped::MaxSize => NoScaleUp::MaxSize,
        Skipped::Backoff => NoScaleUp::Backoff,
        Skipped::NotReady => NoScaleUp::NotReady,
        Skipped::TooLargeAtOnce => NoScaleUp::TooLargeAtOnce,
        Skipped::ResourceLimit => NoScaleUp::ResourceLimit,
        Skipped::Upgrade => NoScaleUp::Upgrade,
        Skipped::ComputeEngine => NoScaleUp::ComputeEngine,
    }
}
