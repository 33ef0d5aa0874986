//! Pods of a node and of a workload, counted.

use base::{NodeId, PodId, order};
use model::{Cluster, Plan, Pod, PodPhase};

/// Counts of the Pods of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodePods {
    pub(crate) all: u32,
    /// Pods that a drain still has to remove.
    pub(crate) left: u32,
    pub(crate) starting: u32,
    pub(crate) not_ready: u32,
}

/// The Pods of a node, grouped by workload, and their number.
pub(crate) fn pods_on(
    plan: &Plan,
    cluster: &Cluster,
    node: NodeId,
) -> (Vec<(PodId, Pod)>, NodePods) {
    let ids = cluster.pods_on(node).into_iter();
    let mut pods: Vec<(PodId, Pod)> = ids.filter_map(|id| Some((id, cluster.pod(id)?))).collect();
    order::sort_by_key(&mut pods, |(id, pod)| (pod.workload, *id));
    let mut count = NodePods::default();
    for (_, pod) in &pods {
        let workload = plan.workloads.get(pod.workload);
        count.all += 1;
        count.left += u32::from(!workload.is_some_and(|one| one.kind.stays_with_node()));
        match pod.phase() {
            PodPhase::Starting { .. } => count.starting += 1,
            PodPhase::Running { ready: false, .. } => count.not_ready += 1,
            _ => {}
        }
    }
    (pods, count)
}

/// Pods of a workload that exist, have not finished and aren't ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WorkloadPods {
    pub(crate) all: u32,
    pub(crate) ready: u32,
}
