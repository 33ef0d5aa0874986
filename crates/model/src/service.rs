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

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Service {
    pub namespace: String,
    pub name: String,
    /// A Service without a selector selects nothing.
    pub selector: Option<Selector>,
    /// What GKE makes for it: one of what it may be, if the files leave it open. `None`: nothing.
    pub balancer: Option<LoadBalancer>,
    pub protocols: Protocols,
    /// The workloads whose Pods it selects.
    pub workloads: Vec<WorkloadId>,
    /// A draining time that the user has set on its backend service (BS-82).
    pub draining: Option<SimSpan>,
}
