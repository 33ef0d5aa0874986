//! Services: read by the scheduler's default spreading, and by the load balancer.

use super::load_balancer::LoadBalancer;
use super::selector::Selector;
use base::{SimSpan, WorkloadId};

/// What the ports of a Service carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocols {
    #[default]
    Tcp,
    TcpAndOthers,
    Others,
}

/// Where a Service is reached, and which port of its Pods it leads to: as numbers or names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServicePort {
    /// `TCP 443`.
    pub port: String,
    pub target: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Service {
    pub namespace: String,
    pub name: String,
    /// A Service without a selector selects nothing.
    pub selector: Option<Selector>,
    /// What GKE makes for it: one of what it may be, if the files leave it open. `None`: nothing.
    pub balancer: Option<LoadBalancer>,
    pub protocols: Protocols,
    /// Its first TCP port, or its first one.
    pub port: Option<ServicePort>,
    /// `spec.healthCheckNodePort`.
    pub check_port: Option<u16>,
    /// `sessionAffinity: ClientIP`.
    pub by_client: bool,
    /// The workloads whose Pods it selects.
    pub workloads: Vec<WorkloadId>,
    /// A draining time that the user has set on its backend service (BS-82).
    pub draining: Option<SimSpan>,
}

impl Service {
    /// Its load balancer; of one whose Pods aren't known nothing is told.
    pub fn known_balancer(&self) -> Option<LoadBalancer> {
        self.balancer.filter(|_| !self.workloads.is_empty())
    }
}
