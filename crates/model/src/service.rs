//! Services: read by the scheduler's default spreading, and later by the load balancer.

use super::selector::Selector;
use base::WorkloadId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Service {
    pub namespace: String,
    pub name: String,
    /// A Service without a selector selects nothing.
    pub selector: Option<Selector>,
    pub load_balancer: bool,
    /// `externalTrafficPolicy: Local`.
    pub local: bool,
    /// The workloads whose Pods it selects.
    pub workloads: Vec<WorkloadId>,
}
