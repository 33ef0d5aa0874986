//! The closed list of reasons to look again, and the order in which they act at one instant (AM-56).

use base::{BudgetId, NodeId, PodId, PoolId, SimTime, WorkloadId};

/// Classes of AM-56; 6a, 6b and 6c are `Limits`, `Evictions` and `Steps`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    Commands,
    Ends,
    Starts,
    Budgets,
    Controllers,
    Scheduler,
    Limits,
    Evictions,
    Steps,
    Maintenance,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wake {
    /// An entry of the script is due.
    Command(u32),
    /// A window may have opened or closed.
    WindowEdge,
    GraceOver(PodId),
    VmDeleted(NodeId),
    VmBooted(NodeId),
    /// The shutdown of its VM leaves the Pod no more time.
    PodShutDown(PodId),
    /// The failure that began then is noticed.
    NodeLost(NodeId, SimTime),
    /// The node that has been unhealthy since then is to be repaired.
    RepairDue(NodeId, SimTime),
    /// Repairs may go on.
    Repair,
    /// The VM that went down then runs again.
    NodeBack(NodeId, SimTime),
    /// The life of a VM is over.
    LifeOver(NodeId),
    /// A VM that was taken away is to be brought back.
    BringBack(NodeId),
    ContainersStarted(PodId),
    ProbesPassed(PodId),
    SyncBudget(BudgetId),
    SyncWorkload(WorkloadId),
    SyncNode(NodeId),
    /// The `tolerationSeconds` of a Pod are over.
    TolerationOver(PodId),
    /// A Job has taken as long as it may.
    JobDeadline(WorkloadId),
    Schedule,
    /// The second of the cordon is over.
    BeginDrain(NodeId),
    /// The limit of the drain that began with the given generation.
    DrainLimit(NodeId, u32),
    PdbTimeout(NodeId, u32),
    /// Pods of a drain have their turn.
    TryEvictions(NodeId),
    DrainMoved(NodeId),
    /// Pods that a drain may wait for are gone, or somebody else deletes them.
    PodsLeftDrain(NodeId),
    /// A replica of the control plane is upgraded.
    ReplicaDone(u32),
    /// The soak or the step of a phase may be over.
    PhaseTimer(PoolId),
    /// The strategy of a pool looks at its slots.
    Strategy(PoolId),
    /// Capacity may have become free.
    Capacity,
    Maintenance,
    /// A cancelled pool with auto-upgrade is upgraded again, if it is still the same cancel.
    UpgradeAgain(PoolId, u32),
}

impl Wake {
    pub fn class(self) -> Class {
        match self {
            Self::Command(_) | Self::WindowEdge => Class::Commands,
            Self::ReplicaDone(_)
            | Self::GraceOver(_)
            | Self::VmDeleted(_)
            | Self::PodShutDown(_)
            | Self::LifeOver(_) => Class::Ends,
            Self::VmBooted(_)
            | Self::NodeBack(..)
            | Self::ContainersStarted(_)
            | Self::ProbesPassed(_) => Class::Starts,
            Self::SyncBudget(_) => Class::Budgets,
            Self::SyncWorkload(_)
            | Self::SyncNode(_)
            | Self::TolerationOver(_)
            | Self::JobDeadline(_) => Class::Controllers,
            Self::Schedule => Class::Scheduler,
            Self::BeginDrain(_)
            | Self::DrainLimit(..)
            | Self::PdbTimeout(..)
            | Self::NodeLost(..)
            | Self::RepairDue(..)
            | Self::PhaseTimer(_) => Class::Limits,
            Self::TryEvictions(_) => Class::Evictions,
            Self::DrainMoved(_)
            | Self::PodsLeftDrain(_)
            | Self::Strategy(_)
            | Self::BringBack(_)
            | Self::Repair
            | Self::Capacity => Class::Steps,
            Self::Maintenance | Self::UpgradeAgain(..) => Class::Maintenance,
        }
    }
}
