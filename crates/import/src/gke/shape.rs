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
        "privateClusterConfig" => private: Tree,
        "defaultMaxPodsConstraint" => default_max_pods: MaxPods,
        "nodePoolUpgradeConcurrencyConfig" => pools_at_once: Tree,
        "createTime" => created: Text,
        // `get-upgrade-info` has them; people add them by hand.
        "endOfStandardSupportTimestamp" => standard_support: Text,
        "endOfExtendedSupportTimestamp" => extended_support: Text,
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
        "placementPolicy" => placement: Tree,
        "instanceGroupUrls" => groups: List<Text>,
        "queuedProvisioning" => queued: Tree,
        "podIpv4CidrSize" => cidr_size: Int,
        // Addresses for Pods.
        "clusterIpv4Cidr" => cidr: Text,
        "updateInfo" => update_info: Tree,
        // A command creates it.
        "gcloudCreated" => by_command: Flag,
        // Terraform is to create it, or files of configuration describe it.
        "terraformWanted" => wanted: Flag,
        "status" => status: Text,
        "statusMessage" => status_message: Text,
        "conditions" => conditions: List<StatusCondition>,
    }

    StatusCondition {
        "code" => code: Text,
        "canonicalCode" => canonical: Text,
        "message" => message: Text,
    }
}

impl StatusCondition {
    /// Newer ones only have the canonical code.
    pub(crate) fn code(&self) -> &str {
        let code = self.code.some().filter(|code| *code != "UNKNOWN");
        code.or(self.canonical.some()).unwrap_or("UNKNOWN")
    }
}

/// Is it the message of a request that exceeds a quota?
pub(crate) fn exceeds_quota(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    message.contains("insufficient") && message.contains("quota")
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

shape! {
    /// A region or a reservation of the Compute Engine API.
    Capacity {
        "name" => name: Text,
        "quotas" => quotas: List<Quota>,
        "specificReservation" => machines: Option<Machines>,
        "zone" => zone: Text,
        // Only reservations of Terraform have it: they are to be applied.
        "terraformWanted" => wanted: Option<bool>,
    }

    Quota {
        "metric" => metric: Text,
        "limit" => limit: Int,
        "usage" => usage: Int,
    }

    Machines {
        "count" => count: Int,
        "inUseCount" => used: Int,
    }
}

impl Quota {
    /// What of it is left.
    pub(crate) fn free(&self) -> Option<i64> {
        Some(self.limit.0?.saturating_sub(self.usage.0?).max(0))
    }
}
