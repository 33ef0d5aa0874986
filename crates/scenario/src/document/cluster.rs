//! The cluster, with the names of container v1 `Cluster`.

use super::maintenance::MaintenancePolicy;
use super::setting::Take::{Int, List, Switch, Upper};
use super::setting::{Hides, NameKind};
use super::shared::{Enabled, Management, MaxPods};
use super::upgrade_settings::UpgradeSettings;
use crate::field::{Field as _, Map, document};
use crate::json::Json;
use crate::units::Instant;

document! {
    /// Container v1 `Cluster`, as far as it is used.
    pub struct Cluster {
        /// Name of the cluster.
        "name" name: String { name_of(NameKind::Cluster) },
        /// Region or zone.
        "location" location: String { terraform().label("ui-location", "us-central1") },
        /// Zones of its nodes, in order.
        "locations" locations: Vec<String> { flag("--node-locations", List).terraform_as("node_locations") },
        /// Version of the control plane.
        "currentMasterVersion" current_master_version: String { terraform_as("master_version").label("ui-master-version", "") },
        /// Version of nodes whose pool names none.
        "currentNodeVersion" current_node_version: String { terraform_as("node_version") },
        /// Release channel.
        "releaseChannel" release_channel: Option<ReleaseChannel> { terraform() },
        /// Autopilot mode.
        "autopilot" autopilot: Enabled { terraform_as("enable_autopilot").below("enabled") },
        /// Profile of the autoscaler and of the scheduler.
        "autoscaling" autoscaling: ClusterAutoscaling { terraform_as("cluster_autoscaling") },
        /// Maintenance window and exclusions.
        "maintenancePolicy" maintenance_policy: MaintenancePolicy { terraform() },
        /// When support of its minor version ends, for exclusions.
        "endOfStandardSupportTimestamp" end_of_standard_support: Option<Instant>,
        /// The same in channel `EXTENDED`.
        "endOfExtendedSupportTimestamp" end_of_extended_support: Option<Instant>,
        /// When the cluster was created.
        "createTime" create_time: Option<Instant>,
        /// Automatic upgrades of the control plane are announced 72 hours ahead.
        "scheduleUpgradeConfig" schedule_upgrades: Enabled { flag("--enable-scheduled-upgrades", Switch) },
        /// Pods per node of pools without a number of their own.
        "defaultMaxPodsConstraint" default_max_pods_constraint: MaxPods { flag("--default-max-pods-per-node", Int).terraform_as("default_max_pods_per_node").below("maxPodsPerNode") },
        /// Networking. Other fields of it are kept.
        "networkConfig" network_config: Json { inline().holds(&NetworkConfig::TYPE) },
        /// Node pools that GKE upgrades automatically at once.
        "nodePoolUpgradeConcurrencyConfig" pools_at_once: PoolsAtOnce,
        /// VMs that may exist beyond those of the start; unlimited if missing.
        "spareCapacityNodes" spare_capacity_nodes: Option<i64> { count() },
        /// What is left of quotas at the start, by name, each in its own unit: `N2_CPUS`, or `POD_ADDRESSES/RANGE`, addresses for Pods. What a node takes of them, its pool says.
        "quotas" quotas: Map<i64>,
    }

    /// Networking, as far as it decides about load balancers. What is missing isn't known.
    pub struct NetworkConfig {
        /// GKE subsetting: new internal load balancers have NEGs.
        "enableL4ilbSubsetting" subsetting: Option<bool> { terraform_as("enable_l4_ilb_subsetting") },
        /// `ADVANCED_DATAPATH`: Dataplane V2. `LEGACY_DATAPATH`: kube-proxy.
        "datapathProvider" datapath_provider: String { terraform() },
    }

    /// How many node pools are upgraded at once.
    pub struct PoolsAtOnce {
        /// The most at once; one if missing.
        "maxCount" max_count: Option<i64>,
    }

    /// A release channel.
    pub struct ReleaseChannel {
        /// `RAPID`, `REGULAR`, `STABLE`, `EXTENDED` or `UNSPECIFIED` (if missing): no channel.
        "channel" channel: String { flag("--release-channel", Upper).terraform() },
    }

    /// Settings of the cluster's autoscaler.
    pub struct ClusterAutoscaling {
        /// `BALANCED` or `OPTIMIZE_UTILIZATION`.
        "autoscalingProfile" autoscaling_profile: String { flag("--autoscaling-profile", Upper).terraform() },
        /// Node auto-provisioning: only its limits are used.
        "enableNodeAutoprovisioning" enable_node_autoprovisioning: bool { flag("--enable-autoprovisioning", Switch).terraform_as("enabled") },
        /// Limits of node auto-provisioning.
        "resourceLimits" resource_limits: Vec<ResourceLimit> { terraform() },
        /// Defaults of node auto-provisioning; kept, not used.
        "autoprovisioningNodePoolDefaults" autoprovisioning_node_pool_defaults: Json { hides(Hides::All).terraform_as("auto_provisioning_defaults").holds(&AutoprovisioningDefaults::TYPE) },
    }

    /// A limit of node auto-provisioning.
    pub struct ResourceLimit {
        /// Resource.
        "resourceType" resource_type: String { terraform() },
        /// The minimum.
        "minimum" minimum: Option<i64> { terraform() },
        /// The maximum.
        "maximum" maximum: Option<i64> { terraform() },
    }

    /// Defaults of node auto-provisioning, as read from Terraform.
    pub struct AutoprovisioningDefaults {
        /// Boot disk in GB.
        "diskSizeGb" disk_size_gb: Option<i64> { terraform_as("disk_size") },
        /// Boot disk type.
        "diskType" disk_type: String { terraform() },
        /// Image type.
        "imageType" image_type: String { terraform() },
        /// Auto-upgrade and auto-repair.
        "management" management: Management { terraform() },
        /// Strategy of upgrades.
        "upgradeSettings" upgrade_settings: Option<UpgradeSettings> { terraform() },
    }
}

impl Cluster {
    /// Its networking, as far as it is valid.
    pub fn network(&self) -> NetworkConfig {
        super::read(&self.network_config).0.unwrap_or_default()
    }

    /// Its release channel; none if nothing is said.
    pub fn channel(&self) -> &str {
        ReleaseChannel::name(self.release_channel.as_ref())
    }
}

impl ReleaseChannel {
    /// `UNSPECIFIED` for none, empty if not set.
    pub(super) fn name(own: Option<&Self>) -> &str {
        match own {
            Some(own) if own.channel.is_empty() => "UNSPECIFIED",
            Some(own) => &own.channel,
            None => "",
        }
    }
}
