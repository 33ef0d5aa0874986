//! Constraints between Pods: affinity, and host ports, which only one Pod per node can use.

use base::{Sym, WorkloadId};

/// Workloads whose Pods a term selects, in id order.
pub type Audience = Vec<WorkloadId>;

/// An index into [`Plan::audiences`](super::Plan::audiences).
pub type AudienceNo = u32;

/// Pods that a term selects, and the topology key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PodTerm {
    pub topology_key: Sym,
    /// The Pods that the selector matches, in the namespaces of the term.
    pub audience: AudienceNo,
}

/// `podAffinity` and `podAntiAffinity` of a Pod.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PodAffinity {
    /// Required affinity: every term must hold.
    pub near: Vec<PodTerm>,
    /// Required anti-affinity: no term may hold.
    pub away: Vec<PodTerm>,
    /// Scored terms; anti-affinity has a negative weight.
    pub preferred: Vec<(i64, PodTerm)>,
}

impl PodAffinity {
    pub fn is_empty(&self) -> bool {
        self.near.is_empty() && self.away.is_empty() && self.preferred.is_empty()
    }
}

/// A host port.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HostPort {
    pub port: u16,
    pub protocol: Sym,
    /// `None` = all addresses of the node.
    pub ip: Option<Sym>,
}
