//! The cluster, with the names of container v1 `Cluster`.

use super::maintenance::MaintenancePolicy;
use crate::field::document;
use crate::json::Json;
use crate::units::Instant;

document! {
    /// Container v1 `Cluster`, as far as it is used.
    pub struct Cluster {
        /// Name of the cluster.
        "name" name: String,
        /// Region or zone.
        "location" location: String,
        /// Zones of its nodes, in order.
        "locations" locations: Vec<String>,
        /// Version of the control plane.
        "currentMasterVersion" current_master_version: String,
        /// Version of nodes whose pool names none.
        "currentNodeVersion" current_node_version: String,
        /// Release channel.
        "releaseChannel" release_channel: ReleaseChannel,
        /// Autopilot mode.
        "autopilot" autopilot: Enabled,
        /// Profile of the autoscaler and of the scheduler.
        "autoscaling" autoscaling: ClusterAutoscaling,
        /// Maintenance window and exclusions.
        "maintenancePolicy" maintenance_policy: MaintenancePolicy,
        /// When support of its minor version ends, for exclusions.
        "endOfStandardSupportTimestamp" end_of_standard_support: Option<Instant>,
        /// The same in channel `EXTENDED`.
        "endOfExtendedSupportTimestamp" end_of_extended_support: Option<Instant>,
        /// When the cluster was created.
        "createTime" create_time: Option<Instant>,
        /// Automatic upgrades of the control plane are announced 72 hours ahead.
        "scheduleUpgradeConfig" schedule_upgrades: Enabled,
        /// Pods per node of pools that name no number.
        "defaultMaxPodsConstraint" default_max_pods_constraint: MaxPods,
        /// Networking; carried along.
        "networkConfig" network_config: Json,
        /// Node pools upgraded at once by GKE itself.
        "nodePoolUpgradeConcurrencyConfig" pools_at_once: PoolsAtOnce,
        /// VMs that may exist beyond those of the start; missing = enough.
        "spareCapacityNodes" spare_capacity_nodes: Option<i64>,
    }
}

document! {
    /// How many node pools are upgraded at once.
    pub struct PoolsAtOnce {
        /// At most so many; one at a time if missing.
        "maxCount" max_count: Option<i64>,
    }
}

document! {
    /// A release channel.
    pub struct ReleaseChannel {
        /// `RAPID`, `REGULAR`, `STABLE`, `EXTENDED` or `UNSPECIFIED`.
        "channel" channel: String,
    }
}

document! {
    /// A switch.
    pub struct Enabled {
        /// Is it on?
        "enabled" enabled: bool,
    }
}

document! {
    /// Settings of the cluster's autoscaler.
    pub struct ClusterAutoscaling {
        /// `BALANCED` or `OPTIMIZE_UTILIZATION`.
        "autoscalingProfile" autoscaling_profile: String,
        /// Node auto-provisioning; carried along.
        "enableNodeAutoprovisioning" enable_node_autoprovisioning: bool,
        /// Limits of node auto-provisioning; carried along.
        "resourceLimits" resource_limits: Json,
        /// Defaults of node auto-provisioning; carried along.
        "autoprovisioningNodePoolDefaults" autoprovisioning_node_pool_defaults: Json,
    }
}

document! {
    /// How many Pods a node takes.
    pub struct MaxPods {
        /// Pods per node.
        "maxPodsPerNode" max_pods_per_node: Option<i64>,
    }
}
