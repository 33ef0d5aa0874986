//! Nodes that a control plane must not leave too far behind (BS-06).

use base::{PoolId, order};
use model::{Cluster, Plan, Version};

/// The pools whose nodes the next minor version of the control plane would leave too far behind.
pub(crate) fn pools_behind(plan: &Plan, cluster: &Cluster) -> Vec<PoolId> {
    let Some(now) = cluster.control_plane.version else {
        return Vec::new();
    };
    let next = Version { minor: now.minor.saturating_add(1), ..now };
    let mut pools: Vec<PoolId> = cluster.pools_behind(plan, next).collect();
    order::sort(&mut pools);
    pools.dedup();
    pools
}
