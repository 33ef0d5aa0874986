//! Node pools, with the names of container v1 `NodePool`, and nodes where they are known one by one.

mod blue_green;

use super::cluster::{Enabled, MaxPods};
use crate::field::{Map, document};
use crate::json::Json;
use crate::primitive::Number;
use crate::units::{Amount, Duration, Instant};
use base::muted;

document! {
    /// Container v1 `NodePool`, as far as it is used.
    pub struct Pool {
        /// Name of the pool.
        "name" name: String: required,
        /// Version of its nodes.
        "version" version: String,
        /// Nodes per zone, unless `nodes` lists them.
        "initialNodeCount" initial_node_count: Option<i64>,
        /// Its zones, in order; those of the cluster if missing.
        "locations" locations: Vec<String>,
        /// What its nodes are made of.
        "config" config: NodeConfig,
        /// Autoscaling of the pool.
        "autoscaling" autoscaling: Option<PoolAutoscaling>,
        /// Auto-upgrade and auto-repair.
        "management" management: Management,
        /// Pods per node.
        "maxPodsConstraint" max_pods_constraint: MaxPods,
        /// Strategy of its upgrades; surge with 1 and 0 if missing.
        "upgradeSettings" upgrade_settings: Option<UpgradeSettings>,
        /// Placement; its TPU topology tells slices of several hosts.
        "placementPolicy" placement_policy: PlacementPolicy,
        /// Limits of the drain of a node.
        "nodeDrainConfig" node_drain_config: NodeDrainConfig,
        /// Queued provisioning.
        "queuedProvisioning" queued_provisioning: Enabled,
        /// A pool of a Standard cluster that Autopilot manages.
        "autopilotManaged" autopilot_managed: bool,
        /// Its machines are scarce: a deleted VM may not come back.
        "capacityConstrained" capacity_constrained: bool,
        /// Its machines come from a reservation.
        "reserved" reserved: bool,
        /// Machines that its reservation holds; as many as it has nodes if missing.
        "reservedNodes" reserved_nodes: Option<i64>,
        /// Nodes that the Pods of the pool need, to be compared with the most that its autoscaler may give.
        "nodesNeededByWorkloads" nodes_needed_by_workloads: Option<i64>,
        /// gcloud flags as typed, to be checked.
        "gcloudFlags" gcloud_flags: Vec<String>,
        /// What Pods may use of a node, resource by resource, over that of its machine type.
        "allocatable" allocatable: Map<Amount>,
        /// Its nodes one by one, instead of `initialNodeCount`.
        "nodes" nodes: Vec<Node>,
    }
}

document! {
    /// Container v1 `NodeConfig`.
    pub struct NodeConfig {
        /// Machine type; e2-medium if missing.
        "machineType" machine_type: String,
        /// Spot VMs.
        "spot" spot: bool,
        /// Preemptible VMs.
        "preemptible" preemptible: bool,
        /// Flex-start VMs.
        "flexStart" flex_start: bool,
        /// How long a node may run: flex-start and queued provisioning, at most 7 days.
        "maxRunDuration" max_run_duration: Option<Duration>,
        /// Labels of the nodes, besides those that GKE gives.
        "labels" labels: Map,
        /// Taints of the nodes.
        "taints" taints: Vec<Taint>,
        /// Image type.
        "imageType" image_type: String,
        /// Boot disk in GB; 100 if missing.
        "diskSizeGb" disk_size_gb: Option<i64>,
        /// Boot disk type.
        "diskType" disk_type: String,
        /// Accelerators.
        "accelerators" accelerators: Vec<Accelerator>,
        /// Reservation affinity; a specific one holds the machines of the pool.
        "reservationAffinity" reservation_affinity: Json,
    }
}

document! {
    /// Accelerators of a node.
    pub struct Accelerator {
        /// How many on each node.
        "acceleratorCount" accelerator_count: Option<i64>,
        /// Their type.
        "acceleratorType" accelerator_type: String,
    }
}

document! {
    /// A taint, as Kubernetes or as the container API writes its effect.
    pub struct Taint {
        /// Key.
        "key" key: String: required,
        /// Value.
        "value" value: String,
        /// `NoSchedule`, `PreferNoSchedule`, `NoExecute`, or `NO_SCHEDULE` ….
        "effect" effect: String,
    }
}

/// Effects of a taint, as Kubernetes and as the container API writes them.
const EFFECTS: [[&str; 2]; 3] = [
    ["NoSchedule", "NO_SCHEDULE"],
    ["PreferNoSchedule", "PREFER_NO_SCHEDULE"],
    ["NoExecute", "NO_EXECUTE"],
];

/// An effect in the spelling of Kubernetes, from either spelling.
pub fn effect_of_kubernetes(text: &str) -> &str {
    let found = EFFECTS.iter().find(|forms| forms.contains(&text));
    found.map_or(text, |[kubernetes, _]| kubernetes)
}

/// An effect in the spelling of the container API, from either spelling.
pub fn effect_of_api(text: &str) -> &str {
    let found = EFFECTS.iter().find(|forms| forms.contains(&text));
    found.map_or(text, |[_, api]| api)
}

document! {
    /// Autoscaling of a pool.
    pub struct PoolAutoscaling {
        /// Is it on?
        "enabled" enabled: bool,
        /// Fewest nodes in a zone.
        "minNodeCount" min_node_count: Option<i64>,
        /// Most nodes in a zone.
        "maxNodeCount" max_node_count: Option<i64>,
        /// Fewest nodes of the pool.
        "totalMinNodeCount" total_min_node_count: Option<i64>,
        /// Most nodes of the pool.
        "totalMaxNodeCount" total_max_node_count: Option<i64>,
        /// `BALANCED` or `ANY`.
        "locationPolicy" location_policy: String,
        /// Made by node auto-provisioning.
        "autoprovisioned" autoprovisioned: bool,
    }
}

document! {
    /// What GKE does to the pool by itself.
    pub struct Management {
        /// Upgrades it.
        "autoUpgrade" auto_upgrade: Option<bool>,
        /// Repairs its nodes.
        "autoRepair" auto_repair: Option<bool>,
    }
}

document! {
    /// Strategy of upgrades and its settings.
    pub struct UpgradeSettings {
        /// `SURGE` (if missing), `BLUE_GREEN` or `SHORT_LIVED`.
        "strategy" strategy: String,
        /// Nodes more than usual, per zone.
        "maxSurge" max_surge: Option<Number>,
        /// Nodes that may be missing, per zone.
        "maxUnavailable" max_unavailable: Option<Number>,
        /// Settings of blue-green upgrades.
        "blueGreenSettings" blue_green_settings: Option<BlueGreenSettings>,
    }
}

document! {
    /// Settings of blue-green upgrades.
    pub struct BlueGreenSettings {
        /// Wait before the blue pool is deleted.
        "nodePoolSoakDuration" node_pool_soak_duration: Option<Duration>,
        /// Batches.
        "standardRolloutPolicy" standard_rollout_policy: Option<StandardRolloutPolicy>,
        /// Autoscaled blue-green.
        "autoscaledRolloutPolicy" autoscaled_rollout_policy: Option<AutoscaledRolloutPolicy>,
    }
}

document! {
    /// How blue nodes are drained in batches.
    pub struct StandardRolloutPolicy {
        /// Nodes of a batch.
        "batchNodeCount" batch_node_count: Option<i64>,
        /// Part of the pool in a batch, 0 to 1.
        "batchPercentage" batch_percentage: Option<Number>,
        /// Wait after each batch.
        "batchSoakDuration" batch_soak_duration: Option<Duration>,
    }
}

document! {
    /// How an autoscaled blue-green upgrade waits.
    pub struct AutoscaledRolloutPolicy {
        /// Wait before the blue nodes are drained.
        "waitForDrainDuration" wait_for_drain_duration: Option<Duration>,
    }
}

document! {
    /// Container v1 `PlacementPolicy`.
    pub struct PlacementPolicy {
        /// `COMPACT`.
        "type" kind: String,
        /// Topology of a TPU slice, `4x4`.
        "tpuTopology" tpu_topology: String,
    }
}

document! {
    /// Limits of the drain of a node.
    pub struct NodeDrainConfig {
        /// How long budgets are respected.
        "pdbTimeoutDuration" pdb_timeout_duration: Option<Duration>,
        /// Longest grace of a Pod.
        "graceTerminationDuration" grace_termination_duration: Option<Duration>,
        /// Whether deleting the pool respects budgets.
        "respectPdbDuringNodePoolDeletion" respect_pdb_during_node_pool_deletion: bool,
    }
}

document! {
    /// One node.
    pub struct Node {
        /// Name; made from pool, zone and number if missing.
        "name" name: String,
        /// Its zone; the label `topology.kubernetes.io/zone`, else the first zone of the pool, if missing.
        "zone" zone: String,
        /// Labels, over those of the pool.
        "labels" labels: Map,
        /// Taints, instead of those of the pool.
        "taints" taints: Option<Vec<Taint>>,
        /// What Pods may use of it, resource by resource, over that of its machine type.
        "allocatable" allocatable: Map<Amount>,
        /// Version of its kubelet.
        "version" version: String,
        /// Cordoned.
        "unschedulable" unschedulable: bool,
        /// When it was created.
        "createdAt" created_at: Option<Instant>,
    }
}

impl Pool {
    /// Its strategy: nothing where surge is meant by default. Flex-start VMs always have short-lived upgrades (UP-05).
    pub fn strategy(&self) -> &str {
        self.strategy_by(self.upgrade_settings.as_ref())
    }

    /// The same by other settings than its own.
    pub fn strategy_by<'s>(&self, settings: Option<&'s UpgradeSettings>) -> &'s str {
        if self.config.flex_start && !muted("UP-05") {
            return "SHORT_LIVED";
        }
        settings.map_or("", |settings| settings.strategy.as_str())
    }

    /// How many zones it lies in: its own, else those of its cluster.
    pub fn zone_count(&self, of_cluster: usize) -> usize {
        match self.locations.len() {
            0 => of_cluster,
            own => own,
        }
    }
}

impl UpgradeSettings {
    /// `maxSurge` and `maxUnavailable` for everything that is not `SURGE` with numbers: 1 and 0 without both (UP-02),
    /// 0 for the one that the API left out (AM-85).
    pub fn surge_numbers(&self) -> (Number, Number) {
        let given = |number: &Option<Number>| number.clone().unwrap_or(Number::Int(0));
        match (&self.max_surge, &self.max_unavailable) {
            (None, None) => (Number::Int(1), Number::Int(0)),
            (surge, unavailable) => (given(surge), given(unavailable)),
        }
    }
}
