//! Clusters and node pools of the container API (v1), as far as used.

use super::super::loose::{Flag, Int, List, Present, Text, Tree, shape};

shape! {
    /// A wrapper, a cluster or a node pool: one shape, because the kind is only known at the end.
    Top {
        "clusters" => clusters: Option<List<Top>>,
        "nodePools" => node_pools: Option<List<Pool>>,
        "name" => name: Text,
        "selfLink" => self_link: Text,
        // A cluster
        "location" => location: Text,
        "zone" => zone: Text,
        "locations" => locations: List<Text>,
        "currentMasterVersion" => master_version: Text,
        "currentNodeVersion" => node_version: Text,
        "initialClusterVersion" => initial_version: Text,
        "releaseChannel" => release_channel: Tree,
        "autopilot" => autopilot: Enabled,
        "autoscaling" => autoscaling: Tree,
        "maintenancePolicy" => maintenance: Tree,
        "networkConfig" => network: Tree,
        "defaultMaxPodsConstraint" => default_max_pods: MaxPods,
        "nodePoolUpgradeConcurrencyConfig" => pools_at_once: Tree,
        "createTime" => created: Text,
        "scheduleUpgradeConfig" => schedule_upgrades: Enabled,
        "currentNodeCount" => node_count: Int,
        "endpoint" => endpoint: Text,
        "masterAuth" => master_auth: Present,
        "nodeConfig" => node_config: Present,
        // A node pool
        "config" => config: Tree,
        "version" => version: Text,
        "initialNodeCount" => initial_node_count: Int,
        "upgradeSettings" => upgrade: Tree,
        "management" => management: Tree,
        "maxPodsConstraint" => max_pods: Tree,
        "nodeDrainConfig" => drain: Tree,
        "instanceGroupUrls" => groups: List<Text>,
        "queuedProvisioning" => queued: Tree,
        "podIpv4CidrSize" => cidr_size: Int,
        "updateInfo" => update_info: Tree,
        "status" => status: Text,
    }
}

/// A node pool is read with the same shape.
pub(crate) type Pool = Top;

shape! {
    Enabled {
        "enabled" => enabled: Flag,
    }

    MaxPods {
        "maxPodsPerNode" => max_pods: Int,
    }
}
