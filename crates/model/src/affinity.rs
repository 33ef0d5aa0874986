//! Constraints between Pods: affinity, and host ports that only one Pod of a node can have.

use base::{Sym, WorkloadId};

/// Workloads whose Pods a term selects, in id order.
pub type Audience = Vec<WorkloadId>;

/// One of [`Plan::audiences`](super::Plan::audiences), by its place there.
pub type AudienceNo = u32;

/// Pods that a term selects, and the label of their nodes that says what is near.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PodTerm {
    pub topology_key: Sym,
    /// Whose Pods the selector matches, in the namespaces of the term.
    pub audience: AudienceNo,
}

/// `podAffinity` and `podAntiAffinity` of a Pod.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PodAffinity {
    /// Required affinity: every term must hold.
    pub near: Vec<PodTerm>,
    /// Required anti-affinity: no term may.
    pub away: Vec<PodTerm>,
    /// Terms that count in the score; of anti-affinity with a negative weight.
    pub preferred: Vec<(i64, PodTerm)>,
}

impl PodAffinity {
    pub fn is_empty(&self) -> bool {
        self.near.is_empty() && self.away.is_empty() && self.preferred.is_empty()
    }
}

/// A port of the node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HostPort {
    pub port: u16,
    pub protocol: Sym,
    /// `None` = at each of its addresses.
    pub ip: Option<Sym>,
}
