//! The load balancer's own health check: its port, how fast it is, and which nodes pass.

use super::{Backend, BackendNode, BalancerKind, Behavior, LoadBalancer, PodsHere};
use crate::version::Version;
use base::{SimSpan, muted};

/// The port of kube-proxy's own health.
pub const KUBE_PROXY_PORT: u16 = 10_256;

/// Where nodes are probed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbePort {
    Number(u16),
    /// The API server has allocated one from 30000 to 32767 when the Service was created; which isn't known.
    Assigned,
}

/// How a health check finds out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HealthCheck {
    pub interval: SimSpan,
    /// So many failures in a row are needed; of successes, one.
    pub failures: u32,
}

impl HealthCheck {
    const SLOW: Self = Self { interval: SimSpan::from_secs(8), failures: 3 };
    const FAST: Self = Self { interval: SimSpan::from_secs(3), failures: 2 };

    /// How long after a change a node passes, or fails.
    ///
    /// Rulebook: LB-34, BS-62, AM-37. Source: About LoadBalancer Services; ingress-gce, cloud-provider-gcp.
    pub fn notices_after(self, passes: bool) -> SimSpan {
        let probes = if passes || muted("LB-34") { 1 } else { self.failures };
        SimSpan::from_ms(self.interval.ms() * i64::from(probes))
    }
}

/// From this version of the node on, kube-proxy's own health is false on nodes that the autoscaler deletes.
const TAINT_COUNTS: Version = Version { major: 1, minor: 30, patch: None, gke: None };

impl LoadBalancer {
    /// Who makes the check decides how fast it is. Simplified: longer values that a user set on the check are not known.
    ///
    /// Rulebook: BS-62. Source: ingress-gce (L4 health checks), cloud-provider-gcp.
    pub fn health_check(self) -> HealthCheck {
        let by_policy =
            self.kind.backend() == Backend::Neg || self.kind == BalancerKind::ExternalGroup;
        if by_policy && self.local && !muted("BS-62") {
            HealthCheck::FAST
        } else {
            HealthCheck::SLOW
        }
    }

    /// `given`: `spec.healthCheckNodePort`, which only a Service with `Local` may have.
    ///
    /// Rulebook: LB-32, LB-35, BS-125. Source: About LoadBalancer Services; Kubernetes, `pkg/proxy/healthcheck`.
    pub fn health_check_port(self, behavior: Behavior, given: Option<u16>) -> ProbePort {
        match given.filter(|_| !muted("LB-35")) {
            Some(port) if self.local => ProbePort::Number(port),
            None if self.local && behavior.edition_2026 && !muted("BS-125") => ProbePort::Assigned,
            Some(_) | None => ProbePort::Number(KUBE_PROXY_PORT),
        }
    }

    /// Does the node answer probes with success, so that it passes once the check has noticed?
    ///
    /// Rulebook: LB-32, LB-33, BS-126, AM-95. Source: About LoadBalancer Services; Kubernetes, `pkg/proxy/healthcheck`.
    pub fn answers(self, behavior: Behavior, node: &BackendNode, pods: PodsHere) -> bool {
        let as_of_vm = node.vm_runs || muted("AM-95");
        let here = if muted("LB-33") { pods.staying } else { pods.ready };
        as_of_vm
            && if self.local || muted("LB-32") {
                here > 0 && node.ready
            } else {
                !taint_counts(behavior, node) || !node.to_be_deleted
            }
    }
}

fn taint_counts(behavior: Behavior, node: &BackendNode) -> bool {
    let recent = node.version.is_none_or(|version| !version.is_older_than(TAINT_COUNTS));
    behavior.edition_2026 && !behavior.dataplane_v2 && recent && !muted("BS-126")
}
