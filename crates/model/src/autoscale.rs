//! The cluster autoscaler: its settings, and what an upgrade allows it.

use super::labels::Symbols;
use super::resources::Resources;
use super::tables::reasons;
use base::{SimSpan, Sym, muted};

/// May the autoscaler add or remove nodes?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaling {
    pub up: bool,
    pub down: bool,
    /// Below its minimum, too, and if its Pods have to wait for nodes of the other side (AB-10, AM-68).
    pub empties: bool,
}

impl Scaling {
    pub(super) const FREE: Self = Self { up: true, down: true, empties: false };
    pub(super) const NONE: Self = Self { up: false, down: false, empties: false };
    pub(super) const UP: Self = Self { up: true, down: false, empties: false };
    pub(super) const EMPTIES: Self = Self { up: false, down: true, empties: true };
}

/// The settings of a pool that the cluster autoscaler manages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Autoscaling {
    pub min: u32,
    pub max: u32,
    /// Do the limits hold for the pool as a whole, instead of each of its zones (CA-35, CA-36)?
    pub total: bool,
    pub policy: LocationPolicy,
    /// The nodes of its TPU slice, if that has several: a group has all of them or none (CA-54).
    pub slice: Option<u32>,
    /// Compute Engine's own autoscaler is on for its groups, so this one does nothing with them (CA-14).
    pub compute_engine: bool,
    /// Nothing is known of the Pods on its nodes, so none of them counts as empty or little used.
    pub pods_unknown: bool,
    /// Autopilot manages the pool: its drains are shorter (AM-104).
    pub managed: bool,
    /// How long a node is unneeded before it is removed, if not as long as the profile says (BS-52).
    pub delay: Option<SimSpan>,
    /// After how long nodes that were requested and don't come count as failed (BS-87).
    pub provisioning: SimSpan,
}

impl Autoscaling {
    /// The most nodes that growth leads to, in a zone or in total. A slice that isn't allowed all of its nodes gets none.
    ///
    /// Rulebook: CA-54, BS-94.
    pub fn grows_to(&self) -> u32 {
        match self.slice.filter(|_| !muted("BS-94")) {
            Some(nodes) if self.max < nodes => 0,
            Some(nodes) => nodes,
            None => self.max,
        }
    }
}

/// How long a scale-down repeats refused evictions, from the start of the node's drain, before it keeps the node (KA-83, BS-44).
pub const REFUSED_FOR: SimSpan = SimSpan::from_secs(120);
/// After how long it repeats one.
pub const RETRIED_AFTER: SimSpan = SimSpan::from_secs(10);

/// How new nodes are spread over the zones of a pool (CA-25, CA-26).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocationPolicy {
    Balanced,
    Any,
}

/// The most of a resource that the nodes of the cluster may have (KA-41).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceLimit {
    pub resource: LimitedResource,
    pub min: i64,
    pub max: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitedResource {
    /// In thousandths of a CPU.
    Cpu,
    /// In bytes.
    Memory,
    /// Accelerators of nodes with this label value.
    Accelerator(Sym),
}

/// What a machine has, of which GKE leaves a part to Pods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capacity {
    pub cpu_m: i64,
    pub memory_bytes: i64,
}

/// How many accelerators nodes with these resources have.
pub fn accelerators(symbols: &Symbols, resources: &Resources) -> i64 {
    let kinds = ["nvidia.com/gpu", "google.com/tpu"];
    let names = kinds.iter().filter_map(|kind| symbols.find(kind));
    names.map(|name| resources.extended(name)).sum()
}

reasons! {
    /// Why nodes that the autoscaler asked for don't come (BS-103).
    ScaleUpError(code):
    OutOfResources => "scale.up.error.out.of.resources", "scale-up-out-of-resources", "GCE out of resources";
    QuotaExceeded => "scale.up.error.quota.exceeded", "scale-up-quota-exceeded", "GCE quota exceeded";
    /// They were requested too long ago.
    Timeout => "scale.up.error.waiting.for.instances.timeout", "scale-up-timeout", "Some nodes failed to appear in time";
    ReservationUsedUp => "scale.up.error.reservation.capacity.exceeded", "scale-up-reservation-used-up",
        "Reservation capacity exceeded";
    Other => "scale.up.error.other", "scale-up-other", "Other";
    IpSpace => "scale.up.error.ip.space.exhausted", "scale-up-ip-space", "IP space exhausted";
}

reasons! {
    /// Why a group of nodes isn't grown for Pods that wait (KA-93, BS-104).
    NoScaleUp(code):
    MaxSize => "no.scale.up.mig.skipped", "no-scale-up-max-size", "max node group size reached";
    Backoff => "no.scale.up.mig.skipped", "no-scale-up-backoff", "in backoff after failed scale-up";
    NotReady => "no.scale.up.mig.skipped", "no-scale-up-not-ready", "not ready for scale-up";
    TooLargeAtOnce => "no.scale.up.mig.skipped", "no-scale-up-too-large", "atomic scale-up exceeds cluster node count limit";
    ResourceLimit => "no.scale.up.mig.skipped", "no-scale-up-resource-limit", "exceeded quota: \"cluster-wide\"";
    /// A filter of the scheduler rejects a new node.
    Predicate => "no.scale.up.mig.failing.predicate", "no-scale-up-predicate", "failing predicate";
    /// An upgrade of the pool allows no new nodes in its phase (AM-20).
    Upgrade => "", "no-scale-up-upgrade", "upgrade in progress";
    /// Compute Engine's own autoscaler works on the group (CA-14).
    ComputeEngine => "", "no-scale-up-compute-engine", "Compute Engine autoscaling";
    /// Expendable Pods hold its place, and it preempts none: the autoscaler takes the place as free (KA-11).
    Expendable => "", "no-scale-up-expendable", "behind expendable Pods";
}

reasons! {
    /// Why a node that the autoscaler could remove stays (KA-91, KA-92, BS-105).
    Stays(code):
    /// Its Pods request half of it or more.
    Used => "", "stays-used", "used enough";
    /// The group has its minimum.
    MinSize => "no.scale.down.node.node.group.min.size.reached", "stays-min-size", "node group min size reached";
    ResourceLimit => "no.scale.down.node.minimal.resource.limits.exceeded", "stays-resource-limit", "minimal resource limits exceeded";
    /// A node stays for system Pods (AM-32).
    LastNode => "", "stays-last-node", "the cluster's last node";
    Annotation => "no.scale.down.node.scale.down.disabled.annotation", "stays-annotation", "scale-down-disabled";
    NoPlace => "no.scale.down.node.no.place.to.move.pods", "stays-no-place", "no place to move Pods";
    ControllerNotFound => "no.scale.down.node.pod.controller.not.found", "stays-controller-not-found", "controller not found";
    MinReplicas => "no.scale.down.node.pod.min.replicas.reached", "stays-min-replicas", "minimum of replicas";
    NotReplicated => "no.scale.down.node.pod.not.backed.by.controller", "stays-not-replicated", "a Pod without a controller";
    LocalStorage => "no.scale.down.node.pod.has.local.storage", "stays-local-storage", "local storage";
    NotSafeToEvict => "no.scale.down.node.pod.not.safe.to.evict.annotation", "stays-not-safe", "not safe to evict";
    SystemPod => "no.scale.down.node.pod.kube.system.unmovable", "stays-system-pod", "a system Pod";
    Budget => "no.scale.down.node.pod.not.enough.pdb", "stays-budget", "not enough budget";
    /// Enough other nodes are unneeded.
    OthersFirst => "", "stays-others-first", "others first";
    /// An upgrade or a repair works on it, or its phase allows no removal (AM-20, BS-49).
    AtWork => "", "stays-at-work", "upgrade or repair";
    /// A drain of it has just failed (BS-43).
    Failed => "scale.down.error.failed.to.evict.pods", "stays-failed", "evictions failed";
    /// Compute Engine's own autoscaler works on the group (CA-14).
    ComputeEngine => "", "stays-compute-engine", "Compute Engine autoscaling";
    /// No node goes so soon after a scale-up, or of its group after a drain that failed (KA-74, AM-75).
    CoolDown => "no.scale.down.in.backoff", "stays-cool-down", "cool-down";
    /// As many nodes as possible go at the moment (KA-78).
    OneByOne => "no.scale.down.in.progress", "stays-one-by-one", "others go first";
    /// Its group goes as a whole, and another node of it stays (KA-77).
    AtomicGroup => "", "stays-atomic-group", "atomic group";
    /// It isn't ready, and younger than 15 minutes (KA-09).
    NotStarted => "", "stays-not-started", "not started";
    /// Nothing is known of the Pods of its pool.
    PodsUnknown => "", "stays-pods-unknown", "Pods unknown";
}
