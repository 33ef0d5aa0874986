//! Notes of checkers between rows and instants.

use base::{NodeId, PodId, Set, SimTime, WorkloadId};
use model::containers::FailureMode;

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

/// What is known about a container that fails.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ShadowContainer {
    /// It has failed so since the start of the run, or the Pod has that it replaces.
    pub own: Option<FailureMode>,
    /// Exits, or pulls that failed, in a row.
    pub failures: u32,
    pub since: SimTime,
    /// It is being ended by its probe.
    pub killed: bool,
    /// It waits to be started, or to be pulled.
    pub waits: bool,
    /// When it ends, by itself or by its probe, if it still fails then.
    pub ends: Option<SimTime>,
}
