//! Workloads, the owners of Pods, and the requirements of their Pods.

use super::affinity::{HostPort, PodAffinity};
use super::containers::{Fails, Probes, RestartPolicy};
use super::labels::Labels;
use super::resources::Resources;
use super::rollout::RolloutSettings;
use super::selector::{NodeTerm, Selector, SpreadConstraint, Toleration};
use super::settings::PodTimings;
use base::{BudgetId, Quantiles, SimSpan, SimTime, Sym, WorkloadId, muted};

/// A namespace of add-ons that GKE manages: it reverts a change of their replicas or budgets.
pub fn is_managed_by_gke(namespace: &str) -> bool {
    matches!(namespace, "kube-system" | "gmp-system" | "gke-gmp-system")
        || namespace.starts_with("gke-managed-")
}

/// How a Job treats a Pod that was evicted or ended with its node: condition `DisruptionTarget` (KC-17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OnDisruption {
    /// A failure like any other.
    #[default]
    Counts,
    /// `podFailurePolicy` ignores it.
    Ignored,
    /// `podFailurePolicy` fails the Job.
    FailsJob,
}

/// The kind of controller, which decides how and when a Pod that ends is replaced (KC, AM-73).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WorkloadKind {
    Deployment,
    ReplicaSet,
    ReplicationController,
    StatefulSet {
        parallel: bool,
    },
    DaemonSet,
    Job {
        parallelism: u32,
        completions: Option<u32>,
        backoff_limit: u32,
        replace_when_failed: bool,
        /// `activeDeadlineSeconds`, from the Job's start.
        deadline: Option<SimSpan>,
        disrupted: OnDisruption,
    },
    /// A bare Pod: no controller replaces it (KC-19).
    Pod,
    /// A static Pod of the kubelet, shown by a mirror Pod (KD-04).
    Mirror,
    /// An owner of another kind; `scale`: does it have a scale subresource (KP-08)? `recreating`: KC-20. `ordinals`: do its Pods keep
    /// their names and claims, as a StatefulSet's do?
    Custom {
        scale: bool,
        recreating: bool,
        ordinals: bool,
    },
}

impl WorkloadKind {
    /// Does the kind have a `spec.replicas` that a budget can read (KP-08)?
    pub fn has_scale(self) -> bool {
        match self {
            Self::Deployment
            | Self::ReplicaSet
            | Self::ReplicationController
            | Self::StatefulSet { .. } => true,
            Self::Custom { scale, .. } => scale,
            Self::DaemonSet | Self::Job { .. } | Self::Pod | Self::Mirror => false,
        }
    }

    /// Does its controller keep a number of Pods, whether a budget can read that number or not?
    pub fn keeps_replicas(self) -> bool {
        self.has_scale() || matches!(self, Self::Custom { recreating: true, .. })
    }

    /// Do its Pods stay with their node? A drain ignores them (KD-03, KD-04), and they end with the VM.
    pub fn stays_with_node(self) -> bool {
        match self {
            Self::DaemonSet | Self::Mirror => true,
            Self::Deployment
            | Self::ReplicaSet
            | Self::ReplicationController
            | Self::StatefulSet { .. }
            | Self::Job { .. }
            | Self::Pod
            | Self::Custom { .. } => false,
        }
    }

    /// Does the API name a controlling owner for its Pods? A mirror Pod's owner is its node.
    pub fn is_owner(self) -> bool {
        !matches!(self, Self::Pod)
    }

    /// Does a Pod of it that is being deleted count as failed at once, however it ends then (KC-17)?
    pub fn fails_by_deletion(self) -> bool {
        matches!(self, Self::Job { replace_when_failed: false, .. })
    }

    /// May its Pods end by themselves without being replaced or restarted?
    pub fn may_succeed(self) -> bool {
        match self {
            Self::Job { .. } | Self::Pod | Self::Mirror => true,
            Self::Custom { recreating, .. } => !recreating,
            Self::Deployment
            | Self::ReplicaSet
            | Self::ReplicationController
            | Self::StatefulSet { .. }
            | Self::DaemonSet => false,
        }
    }

    /// May the work of its Pods have a length (AM-101)?
    pub fn has_work(self) -> bool {
        self.may_succeed() && self != Self::Mirror
    }

    /// Does a new Pod take the name and the claims of the one that it replaces? Others are named by running numbers.
    pub fn has_ordinals(self) -> bool {
        matches!(self, Self::StatefulSet { .. } | Self::Custom { ordinals: true, .. })
    }

    /// Does a controller replace a Pod that ends?
    pub fn replaces(self) -> bool {
        match self {
            Self::Pod | Self::Mirror => false,
            Self::Custom { recreating, .. } => recreating,
            Self::Deployment
            | Self::ReplicaSet
            | Self::ReplicationController
            | Self::StatefulSet { .. }
            | Self::DaemonSet
            | Self::Job { .. } => true,
        }
    }
}

/// What a Pod has to do before it is done (AM-101).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// How long its containers run for it.
    pub length: Quantiles,
    /// How often it saves what is done; `None`: never.
    pub checkpoint: Option<SimSpan>,
}

impl Work {
    /// What is left of that much work when the container that did it is gone.
    pub fn saved(&self, done: SimSpan) -> SimSpan {
        match self.checkpoint.map(SimSpan::ms) {
            Some(every) if every > 0 => SimSpan::from_ms(done.ms() / every * every),
            _ => SimSpan::ZERO,
        }
    }
}

/// Pods of a lower priority are expendable (CA-68).
pub const LOWEST_PRIORITY: i32 = -10;

/// Fields read at every placement and eviction come first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workload {
    pub namespace: String,
    pub name: String,
    pub kind: WorkloadKind,
    /// `spec.replicas`; the number of Pods for kinds without it.
    pub replicas: u32,
    pub priority: i32,
    /// `preemptionPolicy`: may its Pods preempt others (KS-32)?
    pub preempts: bool,
    /// An `emptyDir` volume (KD-05).
    pub local_storage: bool,
    /// `cluster-autoscaler.kubernetes.io/safe-to-evict`.
    pub safe_to_evict: Option<bool>,
    /// `cluster-autoscaler.kubernetes.io/pod-scale-up-delay`: until this age a Pod asks for no node (KA-12).
    pub scale_up_delay: SimSpan,
    /// `requests`, with 100 m and 200 MiB for each container without requests (KS-24).
    pub scored_cpu_m: i64,
    pub scored_memory_bytes: i64,
    pub grace: SimSpan,
    /// `minReadySeconds`: how long a Pod is Ready before it is available.
    pub min_ready: SimSpan,
    /// The effective request of one Pod (KS-11).
    pub requests: Resources,
    /// The budgets whose selector matches its Pods, in id order.
    pub budgets: Vec<BudgetId>,
    pub spread: Vec<SpreadConstraint>,
    /// The workloads whose Pods its default spreading counts, including itself (KS-27).
    pub spreads_with: Vec<WorkloadId>,
    pub affinity: PodAffinity,
    pub timings: PodTimings,
    /// `None`: its Pods work until something ends them.
    pub work: Option<Work>,
    /// How its containers fail; the first entry that applies counts (AM-102).
    pub fails: Vec<Fails>,
    pub restarts: RestartPolicy,
    pub probes: Probes,
    pub labels: Labels,
    pub node_selector: Vec<(Sym, Sym)>,
    /// Required node affinity: at least one term must match; empty = no requirement.
    pub node_affinity: Vec<NodeTerm>,
    pub preferred_nodes: Vec<(i64, NodeTerm)>,
    pub host_ports: Vec<HostPort>,
    /// Its volumes, by their index in the plan.
    pub volumes: Vec<u32>,
    pub tolerations: Vec<Toleration>,
    /// Selectors of the Services and of the controller, for the scheduler's default spreading (KS-27).
    pub owner_selectors: Vec<Selector>,
    /// A Job's completions before the start.
    pub succeeded: u32,
    /// A Job's failed Pods before the start.
    pub failed: u32,
    /// How a Deployment replaces its Pods when its template changes.
    pub rollout: RolloutSettings,
    /// Which template of the Deployment it has: 0 that of the start, n that of its nth rollout in the script.
    pub revision: u32,
    /// The revision whose image it has.
    pub image_of: u32,
}

impl Workload {
    /// Does the autoscaler ignore its Pods, which neither ask for nodes nor hold them (KA-02, KA-11)? Not on Autopilot (BS-88).
    pub fn is_expendable(&self, autopilot: bool) -> bool {
        let keeps = autopilot && !muted("BS-88");
        self.priority < LOWEST_PRIORITY && !keeps && !muted("KA-11")
    }

    /// Do clients miss its Pods where they end with their nodes, without their grace period: a DaemonSet with host ports, a long grace
    /// period, or a budget, which isn't one of GKE's?
    pub fn is_missed_daemon(&self) -> bool {
        let serves = !self.host_ports.is_empty() || !self.budgets.is_empty();
        self.kind == WorkloadKind::DaemonSet
            && !is_managed_by_gke(&self.namespace)
            && (serves || self.grace > SimSpan::from_secs(30))
    }

    /// Is a Pod available that has been Ready since then? One Ready at the start is (KC-08).
    pub fn available(&self, ready_since: Option<SimTime>, now: SimTime) -> bool {
        ready_since.is_none_or(|since| since + self.min_ready <= now) || muted("KC-08")
    }

    /// Does it have a `DoNotSchedule` topology spread constraint?
    pub fn spreads_hard(&self) -> bool {
        self.spread.iter().any(|one| one.hard)
    }
}
