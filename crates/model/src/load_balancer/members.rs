//! Which nodes may be backends, and what makes the controllers look.

use super::{Backend, BackendNode, Behavior, LoadBalancer, PodsHere};
use base::{SimSpan, muted};

/// [`Behavior::sync_delay`], unless a scenario sets another (AM-37).
pub const SYNC_DELAY: SimSpan = SimSpan::from_secs(10);

/// The label `node.kubernetes.io/exclude-from-external-load-balancers`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Excluded {
    /// The node hasn't the label.
    #[default]
    No,
    /// Its value reads as false, which target pools respect.
    SaysFalse,
    Yes,
}

impl Excluded {
    /// Reads the label's value.
    pub fn of(value: Option<&str>) -> Self {
        match value {
            None => Self::No,
            Some("0" | "f" | "F" | "false" | "FALSE" | "False") => Self::SaysFalse,
            Some(_) => Self::Yes,
        }
    }

    fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

/// What takes a node out of the backends, besides the autoscaler's taint and the label with any other value, which always do.
struct Filter {
    not_ready: bool,
    /// The label with a value that reads as false.
    says_false: bool,
    gke_drain: bool,
}

impl Filter {
    const NEG: Self = Self { not_ready: false, says_false: true, gke_drain: true };
    /// Two controllers write it: the one that follows readiness is the narrower (AM-120).
    const INSTANCE_GROUP: Self = Self { not_ready: true, says_false: true, gke_drain: false };
    const TARGET_POOL: Self = Self { not_ready: false, says_false: false, gke_drain: false };

    /// Rulebook: BS-63, BS-122, AM-120. Source: ingress-gce; cloud-provider-gcp (service controller).
    fn of(backend: Backend) -> Self {
        match backend {
            Backend::Neg => Self { gke_drain: !muted("BS-63"), ..Self::NEG },
            _ if muted("BS-122") => Self::NEG,
            Backend::InstanceGroup => Self { not_ready: !muted("AM-120"), ..Self::INSTANCE_GROUP },
            Backend::TargetPool => Self::TARGET_POOL,
        }
    }
}

/// Why a node may not be a backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// By its label.
    Excluded,
    ToBeDeleted,
    GkeDrain,
    NotReady,
    /// No Pod of the Service is on it.
    NoPods,
}

impl LoadBalancer {
    /// `None`: it may be a backend, and is one, but where NEGs or an instance group take fewer than there are
    /// ([`Chosen::backends`](super::Chosen::backends)).
    ///
    /// Rulebook: LB-25, LB-27, BS-63, BS-120 … BS-122. Source: About LoadBalancer Services; ingress-gce, cloud-provider-gcp.
    pub fn unfit(self, behavior: Behavior, node: &BackendNode, pods: PodsHere) -> Option<Unfit> {
        let filter = Filter::of(self.kind.backend());
        let by_pods = self.local && self.kind.backend() == Backend::Neg;
        let stays = behavior.edition_2026 && behavior.local_drain_stays && !muted("BS-120");
        let is_excluded = match node.excluded {
            Excluded::No => false,
            Excluded::SaysFalse => filter.says_false,
            Excluded::Yes => true,
        };
        let here = if muted("BS-121") { pods.ready } else { pods.staying };
        let all = [
            (is_excluded, Unfit::Excluded),
            (node.to_be_deleted, Unfit::ToBeDeleted),
            (filter.gke_drain && node.gke_drain && !(by_pods && stays), Unfit::GkeDrain),
            (filter.not_ready && !node.ready, Unfit::NotReady),
            (by_pods && here == 0 && !muted("LB-27"), Unfit::NoPods),
        ];
        all.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }

    pub fn is_candidate(self, behavior: Behavior, node: &BackendNode, pods: PodsHere) -> bool {
        self.unfit(behavior, node, pods).is_none()
    }

    /// Does the change make the controller look at its nodes, so that the backends are right [`Behavior::sync_delay`] later? `internal`:
    /// an internal load balancer uses the same instance groups.
    ///
    /// Rulebook: AM-37, BS-122. Source: ingress-gce; cloud-provider-gcp (service controller).
    pub fn looks(self, change: Trigger, internal: bool) -> bool {
        let backend = self.kind.backend();
        match change {
            _ if muted("AM-37") => true,
            Trigger::Comes | Trigger::Goes => true,
            Trigger::Readiness | Trigger::Cordon => backend == Backend::InstanceGroup,
            Trigger::Taint | Trigger::GkeDrain => backend == Backend::Neg,
            Trigger::Label { .. } if backend == Backend::Neg => true,
            // The controller of target pools looks for both, and takes a value that reads as false for no label.
            Trigger::Label { from, to } => {
                let by_group = internal || self.kind.is_internal();
                (backend == Backend::TargetPool || by_group) && from.is_yes() != to.is_yes()
            }
            // With `Cluster` they only count for the number of an external load balancer's backends (BS-64).
            Trigger::Pods => backend == Backend::Neg && (self.local || !self.kind.is_internal()),
        }
    }
}

/// What changes about a node, or about a Service's Pods on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// It has registered.
    Comes,
    /// Its node object is gone.
    Goes,
    /// It turns Ready or not Ready.
    Readiness,
    /// It is cordoned or uncordoned, also by `kubectl drain`.
    Cordon,
    /// The autoscaler taints it.
    Taint,
    /// The label of [`Excluded`].
    Label { from: Excluded, to: Excluded },
    /// A drain of GKE's own begins.
    GkeDrain,
    /// Its first Pod of the Service is bound, or its last one that isn't terminating begins to; with `Cluster`, any one.
    Pods,
}
