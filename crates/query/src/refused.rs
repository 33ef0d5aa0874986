//! Pods that no controller can create because an admission webhook refuses them.

use base::{PoolId, ServiceId, Set, WorkloadId};
use model::{Cluster, Plan, WorkloadKind};
use trace::Trace;

/// The Service of an admission webhook that checks new Pods of the workload and has no ready Pod.
pub fn refused_by(plan: &Plan, cluster: &Cluster, id: WorkloadId) -> Option<ServiceId> {
    let mut webhooks = plan.workloads.get(id)?.webhooks.iter().copied();
    webhooks.find(|service| {
        let owners = plan.services.get(*service).map_or(&[][..], |one| &one.workloads);
        let is_own = |owner| owners.contains(&plan.first_revision(owner));
        !owners.is_empty() && !cluster.pods_of(is_own).any(|(_, pod)| pod.ready())
    })
}

/// How many Pods of the workload are missing for that reason.
pub(crate) fn missing(trace: &Trace, cluster: &Cluster, id: WorkloadId) -> u32 {
    let plan = trace.plan();
    let Some(workload) = plan.workloads.get(id) else {
        return 0;
    };
    if refused_by(plan, cluster, id).is_none() {
        return 0;
    }
    let is_own = |owner| plan.first_revision(owner) == id;
    let active = cluster.pods_of(is_own).filter(|(_, pod)| pod.active()).count() as u32;
    let wanted = match workload.kind {
        // One for each node of the pools where it had Pods at the start.
        WorkloadKind::DaemonSet => {
            let start = trace.start();
            let nodes = start.pods_of(is_own).filter_map(|(_, pod)| pod.node());
            let pools: Set<PoolId> = nodes.map(|node| start.pool_of(plan, node)).collect();
            let is_wanted = |node| pools.contains(&cluster.pool_of(plan, node));
            let nodes = cluster.nodes.iter();
            nodes.filter(|(id, node)| node.up() && is_wanted(*id)).count() as u32
        }
        kind if kind.has_scale() => cluster.workloads.get(id).map_or(0, |state| state.replicas),
        _ => 0,
    };
    wanted.saturating_sub(active)
}
