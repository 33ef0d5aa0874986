//! Nodes that a control plane must not leave too far behind (BS-06).

use base::{PoolId, order};
use model::{Cluster, NodePhase, Plan, Version};

/// The pools whose nodes the next minor version of the control plane would leave too far behind.
pub(crate) fn pools_behind(plan: &Plan, cluster: &Cluster) -> Vec<PoolId> {
    let Some(now) = cluster.control_plane.version else {
        return Vec::new();
    };
    let is_old = |one: Version| one.major == now.major && one.minor.saturating_add(1) < now.minor;
    let nodes = cluster.nodes.iter().filter(|(_, node)| {
        let version = plan.templates.get(node.template).and_then(|template| template.version);
        node.phase != NodePhase::Gone && version.is_some_and(is_old)
    });
    let mut pools: Vec<PoolId> = nodes.map(|(node, _)| cluster.pool_of(plan, node)).collect();
    order::sort(&mut pools);
    pools.dedup();
    pools
}
