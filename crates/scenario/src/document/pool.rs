//! Node pools, with the names of container v1 `NodePool`, and individually listed nodes.

use super::setting::Take::{self, Int, List, Seconds, Size, Switch, Taints, Text, Upper};
use super::setting::{Hides, NameKind};
use super::shared::{Enabled, Management, MaxPods};
use super::upgrade_settings::UpgradeSettings;
use crate::field::{Field as _, Map, document};
use crate::json::Json;
use crate::primitive::Number;
use crate::units::{Amount, Duration, Instant};
use base::muted;

/// The phases in which a blue-green upgrade may be at time 0.
pub const PHASES: [&str; 6] = [
    "CREATING_GREEN_POOL",
    "CORDONING_BLUE_POOL",
    "WAITING_TO_DRAIN_BLUE_POOL",
    "DRAINING_BLUE_POOL",
    "NODE_POOL_SOAKING",
    "DELETING_BLUE_POOL",
];
/// The status of a pool that GKE works on.
pub const RECONCILING: &str = "RECONCILING";
/// The name of the pool that an import makes for files without any. Exports leave the pool out.
pub const ASSUMED_POOL: &str = "assumed-pool";
/// The annotation by which the autoscaler keeps a node.
pub const SCALE_DOWN_DISABLED: &str = "cluster-autoscaler.kubernetes.io/scale-down-disabled";

document! {
    /// Container v1 `NodePool`, as far as it is used.
    pub struct Pool {
        /// Name of the pool.
        "name" name: String: required { name_of(NameKind::Pool).named() },
        /// Version of its nodes.
        "version" version: String { flag("--node-version", Text).terraform().label("ui-node-version", "") },
        /// The version from which an upgrade to `version` has begun; listed nodes that have `version` are done, or green. The upgrade
        /// is cancelled at time 0, so the script can resume it or roll it back; simulated for surge upgrades, and for blue-green
        /// ones with the phase in `updateInfo`.
        "upgradingFrom" upgrading_from: String,
        /// When that upgrade began, if it runs at time 0.
        "upgradingSince" upgrading_since: Option<Instant>,
        /// The blue-green upgrade that is under way.
        "updateInfo" update_info: UpdateInfo,
        /// `RECONCILING` if the upgrade from `upgradingFrom` runs at time 0, so that no command resumes it; otherwise it was cancelled or
        /// has failed. Only exports read it.
        "status" status: String,
        /// Nodes per zone, unless `nodes` lists them; none if missing, as in the API (gcloud makes 3).
        "initialNodeCount" initial_node_count: Option<i64> { count().flag("--num-nodes", Int).flag("--size", Int).terraform_as("node_count").label("ui-nodes-per-zone", "0").steps_to(1000) },
        /// Its zones, in order; those of the cluster if missing.
        "locations" locations: Vec<String> { flag("--node-locations", List).terraform_as("node_locations") },
        /// Configuration of its nodes.
        "config" config: NodeConfig { terraform_as("node_config") },
        /// Autoscaling of the pool.
        "autoscaling" autoscaling: Option<PoolAutoscaling> { terraform() },
        /// Exclusion of the pool alone.
        "maintenancePolicy" maintenance_policy: PoolMaintenancePolicy { terraform() },
        /// Auto-upgrade and auto-repair.
        "management" management: Management { terraform() },
        /// Pods per node.
        "maxPodsConstraint" max_pods_constraint: MaxPods { flag("--max-pods-per-node", Int).terraform_as("max_pods_per_node").below("maxPodsPerNode") },
        /// Strategy of its upgrades; surge with 1 and 0 if missing.
        "upgradeSettings" upgrade_settings: Option<UpgradeSettings> { terraform() },
        /// Placement; a TPU topology marks multi-host slices.
        "placementPolicy" placement_policy: PlacementPolicy { terraform() },
        /// Limits of the drain of a node.
        "nodeDrainConfig" node_drain_config: NodeDrainConfig { terraform() },
        /// Queued provisioning.
        "queuedProvisioning" queued_provisioning: Enabled { flag("--enable-queued-provisioning", Switch).terraform() },
        /// A pool of a Standard cluster that Autopilot manages.
        "autopilotManaged" autopilot_managed: bool,
        /// Its machines are scarce: a deleted VM may not come back.
        "capacityConstrained" capacity_constrained: bool,
        /// Its machines come from a reservation.
        "reserved" reserved: bool,
        /// Machines that its reservation holds; its number of nodes if missing.
        "reservedNodes" reserved_nodes: Option<i64>,
        /// Compute Engine's own autoscaler is on for its instance groups.
        "migAutoscaling" mig_autoscaling: bool { label("ui-mig-autoscaling", "") },
        /// What each node takes of the cluster's `quotas`, by name, each in its own unit.
        "quotas" quotas: Map<i64>,
        /// The files that it comes from name none of its Pods: the autoscaler keeps its nodes.
        "podsUnknown" pods_unknown: bool { label("ui-pods-unknown", "") },
        /// Nodes that the pool's Pods need, compared with its autoscaler's maximum.
        "nodesNeededByWorkloads" nodes_needed_by_workloads: Option<i64>,
        /// gcloud flags as typed, for checks.
        "gcloudFlags" gcloud_flags: Vec<String> { hides(Hides::Flags) },
        /// Allocatable resources of a node; each overrides that of its machine type.
        "allocatable" allocatable: Map<Amount> { hides(Hides::Resources) },
        /// A list of its nodes, instead of `initialNodeCount`.
        "nodes" nodes: Vec<Node>,
    }

    /// Container v1 `NodePool.updateInfo`.
    pub struct UpdateInfo {
        /// Of a blue-green upgrade.
        "blueGreenInfo" sides: BlueGreenInfo,
    }

    /// Container v1 `BlueGreenInfo`.
    pub struct BlueGreenInfo {
        /// `CREATING_GREEN_POOL`, `CORDONING_BLUE_POOL`, `WAITING_TO_DRAIN_BLUE_POOL` (autoscaled only), `DRAINING_BLUE_POOL`, `NODE_POOL_SOAKING` or `DELETING_BLUE_POOL`.
        "phase" phase: String { words(&PHASES) },
        /// When the soak of the pool ends.
        "bluePoolDeletionStartTime" deletion: Option<Instant>,
    }

    /// Container v1 `NodePool.maintenancePolicy`.
    pub struct PoolMaintenancePolicy {
        /// GKE doesn't upgrade the pool automatically until the end of support of its version.
        "exclusionUntilEndOfSupport" exclusion_until_end_of_support: PoolExclusion { flag("--add-maintenance-exclusion-until-end-of-support", Switch).terraform() },
    }

    /// Container v1 `ExclusionUntilEndOfSupport`.
    pub struct PoolExclusion {
        /// Is it on?
        "enabled" enabled: bool { terraform() },
        /// When it was set, as GKE says it.
        "startTime" start_time: Option<Instant>,
        /// The end of support, as GKE says it; else that of the cluster's version.
        "endTime" end_time: Option<Instant>,
    }

    /// Container v1 `NodeConfig`.
    pub struct NodeConfig {
        /// Machine type; e2-medium if missing.
        "machineType" machine_type: String { flag("--machine-type", Text).terraform().label("ui-machine-type", "e2-medium") },
        /// Spot VMs.
        "spot" spot: bool { flag("--spot", Switch).terraform().label("ui-spot", "") },
        /// Preemptible VMs.
        "preemptible" preemptible: bool { flag("--preemptible", Switch).terraform() },
        /// Flex-start VMs.
        "flexStart" flex_start: bool { flag("--flex-start", Switch).terraform() },
        /// How long a node may run: flex-start and queued provisioning, at most 7 days.
        "maxRunDuration" max_run_duration: Option<Duration> { flag("--max-run-duration", Seconds).terraform() },
        /// Labels of the nodes, in addition to those that GKE sets.
        "labels" labels: Map { hides(Hides::Labels).flag("--node-labels", Take::Map).terraform().label("ui-node-labels", "") },
        /// Taints of the nodes.
        "taints" taints: Vec<Taint> { flag("--node-taints", Taints).terraform_as("taint").label("ui-node-taints", "") },
        /// Image type.
        "imageType" image_type: String { flag("--image-type", Upper).terraform() },
        /// Boot disk in GB; 100 if missing.
        "diskSizeGb" disk_size_gb: Option<i64> { between(1, 1 << 16).flag("--disk-size", Size).terraform() },
        /// Boot disk type.
        "diskType" disk_type: String { flag("--disk-type", Text).terraform() },
        /// Accelerators.
        "accelerators" accelerators: Vec<Accelerator> { flag("--accelerator", Take::Accelerator).terraform_as("guest_accelerator") },
        /// Reservation affinity; a specific one holds the machines of the pool.
        "reservationAffinity" reservation_affinity: Json { hides(Hides::Reservation).terraform().holds(&ReservationAffinity::TYPE) },
    }

    /// A reservation affinity, as written for Terraform.
    pub struct ReservationAffinity {
        /// `ANY_RESERVATION`, `ANY_RESERVATION_THEN_FAIL`, `SPECIFIC_RESERVATION` or `NO_RESERVATION`.
        "consumeReservationType" kind: String { terraform() },
        /// Label of a specific reservation.
        "key" key: String { terraform() },
        /// Values of the label.
        "values" values: Vec<String> { terraform() },
    }

    /// `boot_disk` of a node config, in Terraform.
    pub struct BootDisk {
        /// Boot disk in GB.
        "diskSizeGb" disk_size_gb: Option<i64> { terraform_as("size_gb") },
        /// Boot disk type.
        "diskType" disk_type: String { terraform() },
    }

    /// Accelerators of a node.
    pub struct Accelerator {
        /// Number per node.
        "acceleratorCount" accelerator_count: Option<i64> { terraform_as("count") },
        /// Their type.
        "acceleratorType" accelerator_type: String { terraform_as("type") },
    }

    /// A taint, as Kubernetes or as the container API writes its effect.
    pub struct Taint {
        /// Key.
        "key" key: String: required { hides(Hides::Key).terraform() },
        /// Value.
        "value" value: String { hides(Hides::Value).terraform() },
        /// `NoSchedule`, `PreferNoSchedule`, `NoExecute`, or `NO_SCHEDULE` ….
        "effect" effect: String { terraform() },
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
        "enabled" enabled: bool { flag("--enable-autoscaling", Switch) },
        /// The fewest nodes in a zone.
        "minNodeCount" min_node_count: Option<i64> { flag("--min-nodes", Int).terraform().label("ui-min-nodes", "0").steps_to(1000) },
        /// The most nodes in a zone.
        "maxNodeCount" max_node_count: Option<i64> { flag("--max-nodes", Int).terraform().label("ui-max-nodes", "0").steps_to(1000) },
        /// The fewest nodes of the pool.
        "totalMinNodeCount" total_min_node_count: Option<i64> { flag("--total-min-nodes", Int).terraform().label("ui-total-min-nodes", "0").steps_to(15000) },
        /// The most nodes of the pool.
        "totalMaxNodeCount" total_max_node_count: Option<i64> { flag("--total-max-nodes", Int).terraform().label("ui-total-max-nodes", "0").steps_to(15000) },
        /// `BALANCED` or `ANY`.
        "locationPolicy" location_policy: String { flag("--location-policy", Upper).terraform() },
        /// How long a node is unneeded before it is removed; that of the cluster's profile if missing.
        "consolidationDelay" consolidation_delay: Option<Duration> { flag("--consolidation-delay", Seconds).label("ui-consolidation-delay", "600s") },
        /// Created by node auto-provisioning.
        "autoprovisioned" autoprovisioned: bool,
    }

    /// Container v1 `PlacementPolicy`.
    pub struct PlacementPolicy {
        /// `COMPACT`.
        "type" kind: String { flag("--placement-type", Upper).terraform() },
        /// Topology of a TPU slice, `4x4`.
        "tpuTopology" tpu_topology: String { flag("--tpu-topology", Text).terraform() },
    }

    /// Limits of the drain of a node.
    pub struct NodeDrainConfig {
        /// How long budgets are respected.
        "pdbTimeoutDuration" pdb_timeout_duration: Option<Duration> { flag("--node-drain-pdb-timeout-seconds", Seconds).terraform().label("ui-pdb-timeout", "3600s") },
        /// The longest grace period of a Pod.
        "graceTerminationDuration" grace_termination_duration: Option<Duration> { flag("--node-drain-grace-period-seconds", Seconds).terraform().label("ui-drain-grace", "3600s") },
        /// Whether deleting the pool respects budgets.
        "respectPdbDuringNodePoolDeletion" respect_pdb_during_node_pool_deletion: bool { flag("--respect-pdb-during-node-pool-deletion", Switch).terraform() },
    }

    /// One node.
    pub struct Node {
        /// Name; made from pool, zone and number if missing.
        "name" name: String { name_of(NameKind::Node) },
        /// Its zone; the label `topology.kubernetes.io/zone`, else the first zone of the pool, if missing.
        "zone" zone: String,
        /// Labels; each overrides that of the pool.
        "labels" labels: Map { hides(Hides::Labels) },
        /// Taints, instead of those of the pool.
        "taints" taints: Option<Vec<Taint>>,
        /// Its annotations; only `cluster-autoscaler.kubernetes.io/scale-down-disabled` is used.
        "annotations" annotations: Map { hides(Hides::Annotations) },
        /// Its allocatable resources; each overrides that of its machine type.
        "allocatable" allocatable: Map<Amount> { hides(Hides::Resources) },
        /// Version of its kubelet.
        "version" version: String,
        /// Cordoned.
        "unschedulable" unschedulable: bool,
        /// When it was created.
        "createdAt" created_at: Option<Instant>,
        /// When its upgrade began to drain it, if it was doing so at the start: the limits of the drain count from then.
        "drainingSince" draining_since: Option<Instant>,
        /// Since when it has been cordoned by a user: an upgrade under way isn't working on it yet.
        "cordonedSince" cordoned_since: Option<Instant>,
        /// Its upgrade has deleted its VM to recreate it: it doesn't exist at the start, and holds a slot until it is Ready.
        "recreating" recreating: bool,
        /// That it isn't Ready at the start: it takes no Pods, and those on it aren't ready.
        "notReady" not_ready: Option<NotReady>,
    }

    /// The Ready condition of a node that isn't Ready.
    pub struct NotReady {
        /// Since when; the start if missing.
        "since" since: Option<Instant>,
        /// Its reason.
        "reason" reason: String,
        /// Its message.
        "message" message: String,
        /// Whether the upgrade that created or recreated it still waits for it to be Ready.
        "awaited" awaited: bool,
    }
}

/// The machines of a slice of the topology: `4x4` on `ct5lp-hightpu-4t` has four (BS-05).
pub(crate) fn hosts(topology: &str, machine_type: &str) -> Option<u32> {
    let mut sides = topology.split('x').map(|side| side.parse::<u32>().ok());
    let chips = sides.try_fold(1_u32, |product, side| product.checked_mul(side?))?;
    let machine = machine_type.rsplit('-').next()?;
    let own = machine.strip_suffix('t')?.parse::<u32>().ok()?;
    (own > 0).then(|| chips.div_ceil(own))
}

/// Does a slice of the topology have more chips than a machine?
pub(crate) fn has_several_hosts(topology: &str, machine_type: &str) -> bool {
    hosts(topology, machine_type).is_some_and(|hosts| hosts > 1)
}

/// Whether a pool's VMs are on a reservation (AM-60).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reserved {
    Never,
    /// As long as it has machines left, then elsewhere.
    First,
    Always,
}

impl Pool {
    pub fn reserved(&self) -> Reserved {
        let kind = self.config.reservation_affinity.get("consumeReservationType");
        match kind.and_then(Json::text) {
            _ if self.reserved => Reserved::Always,
            Some("SPECIFIC_RESERVATION" | "ANY_RESERVATION_THEN_FAIL") => Reserved::Always,
            Some("ANY_RESERVATION") => Reserved::First,
            Some("NO_RESERVATION") => Reserved::Never,
            // One that is entered without an affinity is its own.
            _ if self.reserved_nodes.is_some() => Reserved::Always,
            _ => Reserved::Never,
        }
    }

    pub fn is_multi_host(&self) -> bool {
        has_several_hosts(&self.placement_policy.tpu_topology, &self.config.machine_type)
    }

    /// Does its upgrade run at time 0?
    pub fn is_running(&self) -> bool {
        self.status == RECONCILING && !self.upgrading_from.is_empty()
    }

    /// How many nodes it has without those that a surge upgrade under way has created beside cordoned ones (SU-06).
    pub fn own_nodes(&self) -> usize {
        let settings = self.upgrade_settings.as_ref();
        let most = match settings.map_or(Number::Int(1), |own| own.surge_numbers().0) {
            Number::Int(most) if matches!(self.strategy(), "" | "SURGE") => most.max(0) as usize,
            _ => 0,
        };
        let from = Some(&self.upgrading_from).filter(|from| !from.is_empty());
        let cordoned = |node: &&Node| node.unschedulable && node.cordoned_since.is_none();
        let moves = |node: &&Node| Some(&node.version) == from && cordoned(node);
        self.nodes.len() - self.nodes.iter().filter(moves).take(most).count()
    }

    pub fn is_excluded_until_end_of_support(&self) -> bool {
        self.maintenance_policy.exclusion_until_end_of_support.enabled
    }

    /// Its strategy; empty if surge is the default. Flex-start VMs always have short-lived upgrades (UP-05).
    pub fn strategy(&self) -> &str {
        self.strategy_by(self.upgrade_settings.as_ref())
    }

    /// The strategy that settings other than its own determine.
    pub fn strategy_by<'s>(&self, settings: Option<&'s UpgradeSettings>) -> &'s str {
        if self.config.flex_start && !muted("UP-05") {
            return "SHORT_LIVED";
        }
        settings.map_or("", |settings| settings.strategy.as_str())
    }

    /// Its number of zones: its own, else the cluster's.
    pub fn zone_count(&self, of_cluster: usize) -> usize {
        match self.locations.len() {
            0 => of_cluster,
            own => own,
        }
    }
}
