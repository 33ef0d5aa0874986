//! The load balancer that GKE makes for a Service of type LoadBalancer: which kind, which nodes are its backends, and which of
//! them pass its health check. Pure: each answer is of the facts of one instant.

mod chosen;
mod endpoints;
mod health;
mod kind;
mod members;
mod subset;
mod warnings;

pub use chosen::Chosen;
pub use endpoints::{Endpoints, Lost};
pub use health::{HealthCheck, KUBE_PROXY_PORT, ProbePort};
pub use kind::{
    BACKEND_SERVICE, Backend, BalancerKind, Declared, INTERNAL, Live, WhichKind, at_creation,
    of_class, of_live,
};
pub use members::{Excluded, SYNC_DELAY, Trigger, Unfit};
pub use subset::{NodeInZone, Subsets};
pub use warnings::{Sizes, Warning};

use super::version::Version;
use base::{SimSpan, muted};

/// What of a Service decides about its backends and their health.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadBalancer {
    pub kind: BalancerKind,
    /// `externalTrafficPolicy: Local`.
    pub local: bool,
}

/// Which of GKE's documented and published behaviors holds in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behavior {
    /// Edition 2026 of GKE's documentation and controllers; otherwise 2025.
    pub edition_2026: bool,
    pub dataplane_v2: bool,
    /// With `Local`, a node under a drain of GKE's own stays in NEGs while a Pod is on it that isn't terminating (BS-120).
    pub local_drain_stays: bool,
    /// How long a controller takes from a change to the backends, which are right by the state at the end (AM-37).
    pub sync_delay: SimSpan,
}

impl Behavior {
    /// The newest, with kube-proxy.
    pub const CURRENT: Self = Self {
        edition_2026: true,
        dataplane_v2: false,
        local_drain_stays: false,
        sync_delay: SYNC_DELAY,
    };
}

/// What of a node decides whether it is a backend and passes health checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackendNode {
    /// `None`: not known, and taken as recent (AM-104).
    pub version: Option<Version>,
    pub ready: bool,
    /// False from the beginning of the VM's deletion, and while it is dead or stopped.
    pub vm_runs: bool,
    /// The autoscaler's taint `ToBeDeletedByClusterAutoscaler`.
    pub to_be_deleted: bool,
    /// Under a drain of GKE's own, which has the label `operation.gke.io/type=drain`; `kubectl drain` hasn't.
    pub gke_drain: bool,
    pub excluded: Excluded,
}

impl BackendNode {
    /// Nothing is the matter with it.
    pub const WELL: Self = Self {
        version: None,
        ready: true,
        vm_runs: true,
        to_be_deleted: false,
        gke_drain: false,
        excluded: Excluded::No,
    };
}

/// How many of a Service's Pods are on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PodsHere {
    /// Not terminating, ready or not.
    pub staying: u32,
    /// Of these, the ready ones.
    pub ready: u32,
}

/// The draining time of the backend services that GKE makes, for TCP.
const DRAINING: SimSpan = SimSpan::from_secs(30);

impl LoadBalancer {
    /// How long established TCP connections continue on a backend that has been removed. `None`: a target pool drains nothing.
    /// `tcp`: all ports of the Service are TCP. `set`: a time that the user has set on the backend service itself.
    ///
    /// Rulebook: BS-82. Source: Enable connection draining; ingress-gce (L4 backend services), cloud-provider-gcp.
    pub fn connection_draining(self, tcp: bool, set: Option<SimSpan>) -> Option<SimSpan> {
        match self.kind {
            BalancerKind::TargetPool => None,
            BalancerKind::InternalGroup if !muted("BS-82") => Some(SimSpan::ZERO),
            _ if tcp => Some(set.unwrap_or(DRAINING)),
            _ => Some(SimSpan::ZERO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BS-82: only the backend services of the newer controllers drain connections, and only TCP.
    #[test]
    fn connections_drain_by_kind_and_protocol() {
        let seconds = |kind, tcp, set: Option<i64>| {
            let lb = LoadBalancer { kind, local: false };
            lb.connection_draining(tcp, set.map(SimSpan::from_secs))
                .map(|span: SimSpan| span.ms() / 1000)
        };
        let kinds = [
            BalancerKind::InternalNeg,
            BalancerKind::InternalGroup,
            BalancerKind::ExternalNeg,
            BalancerKind::ExternalGroup,
        ];
        assert_eq!(kinds.map(|kind| seconds(kind, true, None)), [30, 0, 30, 30].map(Some));
        assert_eq!(kinds.map(|kind| seconds(kind, false, None)), [Some(0); 4]);
        assert_eq!(seconds(BalancerKind::TargetPool, true, None), None);
        assert_eq!(seconds(BalancerKind::ExternalNeg, true, Some(300)), Some(300));
    }
}
