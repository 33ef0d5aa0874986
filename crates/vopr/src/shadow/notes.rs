//! Notes of checkers between rows and instants.

use base::{NodeId, PodId, Set, SimTime, WorkloadId};

/// Events of an instant that wake unschedulable Pods (KS-03).
#[derive(Clone, Default, Debug)]
pub(crate) struct WakeCauses {
    /// New room: wakes all of them.
    pub room: bool,
    /// The nodes that count for hard spreading changed.
    pub nodes: bool,
    /// Fewer Pods or nodes count for hard spreading, which wakes no Pod.
    pub fewer: bool,
    /// A nomination was cleared, which wakes no Pod either.
    pub claim: bool,
    /// Workloads whose Pods were bound.
    pub bound: Set<WorkloadId>,
}

/// Room being made for a Pod.
#[derive(Clone, Debug)]
pub(crate) struct PendingPreemption {
    pub by: PodId,
    pub at: SimTime,
    /// Each possible node, with its victims.
    pub choices: Vec<(NodeId, Vec<PodId>)>,
}

/// A budget's remaining units.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct BudgetCounts {
    pub healthy: i64,
    pub desired: i64,
    /// 0 if its owners want no Pods.
    pub expected: i64,
}
