//! What checkers keep in mind between rows and instants.

use base::{NodeId, PodId, Set, SimTime, WorkloadId};

/// What has happened at an instant that wakes Pods without a place (KS-03).
#[derive(Clone, Default, Debug)]
pub(crate) struct WakeCauses {
    /// Room came: all of them.
    pub room: bool,
    /// Other nodes count for hard spreading.
    pub nodes: bool,
    /// Fewer Pods or nodes count for hard spreading, which wakes no Pod.
    pub fewer: bool,
    /// A claim was given up, which wakes no Pod either.
    pub claim: bool,
    /// Whose Pods were bound.
    pub bound: Set<WorkloadId>,
}

/// Room that is made for a Pod.
#[derive(Clone, Debug)]
pub(crate) struct PendingPreemption {
    pub by: PodId,
    pub at: SimTime,
    /// Each node that may be chosen, with the Pods that must leave it.
    pub choices: Vec<(NodeId, Vec<PodId>)>,
}

/// What is left of a budget.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct BudgetCounts {
    pub healthy: i64,
    pub desired: i64,
    /// 0 if its owners want no Pods.
    pub expected: i64,
}
