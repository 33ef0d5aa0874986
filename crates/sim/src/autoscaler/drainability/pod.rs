//! The properties of a Pod that the rules read, the options, and the verdicts.

use base::{SimSpan, SimTime, muted};
use model::Version;
use model::containers::RestartPolicy;

/// A Pod on a node that may be removed. The default is a running bare Pod.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrainedPod<'a> {
    pub mirror: bool,
    /// Its deletion timestamp, which contains the grace.
    pub deletion: Option<SimTime>,
    pub grace: SimSpan,
    pub phase: Phase,
    pub restarts: RestartPolicy,
    pub controller: Option<Controller>,
    /// The annotation `cluster-autoscaler.kubernetes.io/daemonset-pod: "true"`.
    pub annotated_as_daemon: bool,
    /// The annotation `cluster-autoscaler.kubernetes.io/safe-to-evict`, if it is `"true"` or `"false"`.
    pub safe_to_evict: Option<bool>,
    /// Is it in namespace kube-system?
    pub system: bool,
    /// Does it have a local volume that no annotation excuses (KA-70)?
    pub local_storage: bool,
    /// Remaining `disruptionsAllowed` of each budget that selects it.
    pub budgets: &'a [i64],
}

impl Default for DrainedPod<'_> {
    fn default() -> Self {
        Self {
            mirror: false,
            deletion: None,
            grace: SimSpan::from_secs(30),
            phase: Phase::Active,
            restarts: RestartPolicy::Always,
            controller: None,
            annotated_as_daemon: false,
            safe_to_evict: None,
            system: false,
            local_storage: false,
            budgets: &[],
        }
    }
}

impl DrainedPod<'_> {
    /// Does it count as a Pod of a DaemonSet (KA-64)?
    pub fn is_of_daemonset(&self) -> bool {
        let owned = self.controller.is_some_and(|owner| owner.kind == OwnerKind::DaemonSet);
        owned || self.annotated_as_daemon
    }
}

/// Phases, as far as they matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Pending, Running or Unknown.
    Active,
    Succeeded,
    Failed,
}

/// The controlling owner of a Pod.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Controller {
    pub kind: OwnerKind,
    pub lookup: Lookup,
}

/// The owner's object, looked up in the Pod's namespace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// It isn't looked up.
    None,
    Missing,
    Found {
        replicas: u32,
    },
}

/// Kinds of owners that the autoscaler knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnerKind {
    ReplicationController,
    ReplicaSet,
    StatefulSet,
    Job,
    DaemonSet,
    Other,
}

/// The flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// `--skip-nodes-with-system-pods`
    pub system_pods: bool,
    /// `--skip-nodes-with-local-storage`
    pub local_storage: bool,
    /// `--skip-nodes-with-custom-controller-pods`
    pub custom_controllers: bool,
    /// `--min-replica-count`
    pub min_replicas: u32,
}

impl Default for Options {
    /// The published autoscaler's defaults (KA-72).
    fn default() -> Self {
        Self { system_pods: true, local_storage: true, custom_controllers: true, min_replicas: 0 }
    }
}

impl Options {
    /// GKE's options for a version of the control plane; without a version, a recent one.
    ///
    /// Rulebook: CA-47. Source: GKE docs, About GKE cluster autoscaling.
    pub fn gke(version: Option<Version>) -> Self {
        let without = version.is_none_or(|version| (version.major, version.minor) >= (1, 22));
        Self { local_storage: !without || muted("CA-47"), ..Self::default() }
    }
}

/// What happens to a Pod when its node is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It neither moves nor prevents the removal.
    Ignored,
    /// It is evicted.
    Drainable,
    /// The node stays.
    Blocks(Blocking),
}

/// Why a Pod holds its node (KA-92).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocking {
    ControllerNotFound,
    MinReplicasReached,
    NotReplicated,
    LocalStorageRequested,
    NotSafeToEvictAnnotation,
    UnmovableKubeSystemPod,
    NotEnoughPdb,
}
