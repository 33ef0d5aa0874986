//! The closed list of reasons to look again, whom they concern, and the order in which they act at one instant (AM-56).

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

/// The processes, in the order of their table (`lib.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessId {
    Commands,
    Calendar,
    Kubelets,
    Vms,
    Controllers,
    Scheduler,
    Drains,
    Upgrades,
    ControlPlane,
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
    /// Pods that a drain may wait for are gone, or are deleted otherwise.
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
    // Those that follow are handed on at once and never wait in the queue.
    /// An entry of the script that is about a pool, a VM, the control plane, or how Pods behave.
    PoolCommand(u32),
    VmCommand(u32),
    ControlPlaneCommand(u32),
    KubeletCommand(u32),
    /// The status of a budget has changed.
    BudgetChanged(BudgetId),
    PauseDrain(NodeId),
    ResumeDrain(NodeId),
    /// The node is no longer to be drained by its batch.
    AbortBatchDrain(NodeId),
    /// The node is no longer to be drained for its repair.
    AbortRepairDrain(NodeId),
    /// The VM goes by itself, or its drain no longer matters.
    ForgetDrain(NodeId),
    /// Evictions of the drain were due while the API did not answer.
    LateEvictions(NodeId),
    /// A drain of the node has stopped that was in the way of its repair.
    ResumeRepair(NodeId),
    /// A Pod of a Job has ended.
    PodEnded(PodId),
    /// A Pod was bound to a node that it does not tolerate for ever.
    BoundToTaint(PodId),
    NodeUnreachable(NodeId),
    NodeGone(NodeId),
    /// Upgrades and repairs of the control plane may begin.
    ControlPlaneTurn,
    /// So may disruptions of its VMs that have been due since then.
    DisruptionTurn(SimTime),
}

impl Wake {
    pub fn class(self) -> Class {
        self.address().1
    }

    pub fn process(self) -> ProcessId {
        self.address().0
    }

    /// The process that it concerns, and when in an instant it acts.
    fn address(self) -> (ProcessId, Class) {
        use ProcessId as P;
        match self {
            Self::Command(_) => (P::Commands, Class::Commands),
            Self::WindowEdge => (P::Calendar, Class::Commands),
            Self::ReplicaDone(_) => (P::ControlPlane, Class::Ends),
            Self::GraceOver(_) => (P::Kubelets, Class::Ends),
            Self::VmDeleted(_) | Self::PodShutDown(_) | Self::LifeOver(_) => (P::Vms, Class::Ends),
            Self::VmBooted(_) | Self::NodeBack(..) => (P::Vms, Class::Starts),
            Self::ContainersStarted(_) | Self::ProbesPassed(_) => (P::Kubelets, Class::Starts),
            Self::SyncBudget(_) => (P::Controllers, Class::Budgets),
            Self::SyncWorkload(_)
            | Self::SyncNode(_)
            | Self::TolerationOver(_)
            | Self::JobDeadline(_)
            | Self::PodEnded(_)
            | Self::BoundToTaint(_)
            | Self::NodeUnreachable(_) => (P::Controllers, Class::Controllers),
            Self::Schedule => (P::Scheduler, Class::Scheduler),
            Self::BeginDrain(_) | Self::DrainLimit(..) | Self::PdbTimeout(..) => {
                (P::Drains, Class::Limits)
            }
            Self::NodeLost(..) | Self::RepairDue(..) => (P::Vms, Class::Limits),
            Self::PhaseTimer(_) => (P::Upgrades, Class::Limits),
            Self::TryEvictions(_) | Self::LateEvictions(_) => (P::Drains, Class::Evictions),
            Self::DrainMoved(_)
            | Self::PodsLeftDrain(_)
            | Self::BudgetChanged(_)
            | Self::PauseDrain(_)
            | Self::ResumeDrain(_)
            | Self::AbortBatchDrain(_)
            | Self::AbortRepairDrain(_)
            | Self::ForgetDrain(_) => (P::Drains, Class::Steps),
            Self::BringBack(_) | Self::Repair | Self::ResumeRepair(_) => (P::Vms, Class::Steps),
            Self::Strategy(_) | Self::Capacity => (P::Upgrades, Class::Steps),
            Self::Maintenance | Self::UpgradeAgain(..) => (P::Upgrades, Class::Maintenance),
            Self::NodeGone(_) | Self::ControlPlaneTurn | Self::DisruptionTurn(_) => {
                (P::ControlPlane, Class::Maintenance)
            }
            Self::PoolCommand(_) => (P::Upgrades, Class::Commands),
            Self::VmCommand(_) => (P::Vms, Class::Commands),
            Self::ControlPlaneCommand(_) => (P::ControlPlane, Class::Commands),
            Self::KubeletCommand(_) => (P::Kubelets, Class::Commands),
        }
    }
}
