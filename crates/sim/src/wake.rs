//! The list of wakes, the process that handles each, and their order within an instant (AM-56).

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
    /// A script entry is due.
    Command(u32),
    /// A window may have opened or closed.
    WindowEdge,
    GraceOver(PodId),
    VmDeleted(NodeId),
    VmBooted(NodeId),
    /// The Pod's time in its VM's shutdown is over.
    PodShutDown(PodId),
    /// The failure that began then is detected.
    NodeLost(NodeId, SimTime),
    /// The repair of the node that has been unhealthy since then is due.
    RepairDue(NodeId, SimTime),
    /// Repairs may continue.
    Repair,
    /// The VM that went down then runs again.
    NodeBack(NodeId, SimTime),
    /// A VM reaches the end of its life.
    LifeOver(NodeId),
    /// A VM that was taken away is to be recreated.
    BringBack(NodeId),
    ContainersStarted(PodId),
    /// A container that fails is started again, or its image pulled.
    ContainerStarts(PodId),
    /// A container exits, or a probe ends it.
    ContainerEnds(PodId),
    /// A Pod has done its work.
    WorkDone(PodId),
    /// A failure of the workload's containers was to last until now.
    FailureOver(WorkloadId),
    ProbesPassed(PodId),
    /// Pods may wait for volumes, or no longer.
    Attach,
    SyncBudget(BudgetId),
    SyncWorkload(WorkloadId),
    /// The next step of a Deployment's rollout may be due.
    SyncRollout(WorkloadId),
    SyncNode(NodeId),
    /// The `tolerationSeconds` of a Pod are over.
    TolerationOver(PodId),
    /// A Job reaches its deadline.
    JobDeadline(WorkloadId),
    /// A Deployment's rollout may have made no progress for too long.
    ProgressDeadline(WorkloadId),
    Schedule,
    /// The second after the cordon is over.
    BeginDrain(NodeId),
    /// The limit of the drain with this generation.
    DrainLimit(NodeId, u32),
    PdbTimeout(NodeId, u32),
    /// Pods of a drain are due for an attempt.
    TryEvictions(NodeId),
    DrainMoved(NodeId),
    /// Pods that a drain may wait for are gone, or were deleted by something else.
    PodsLeftDrain(NodeId),
    /// The upgrade of a control plane replica is done.
    ReplicaDone(u32),
    /// The soak or the step of a phase may be over.
    PhaseTimer(PoolId),
    /// A pool's strategy may advance.
    Strategy(PoolId),
    /// Capacity may have become free.
    Capacity,
    Maintenance,
    /// The rest of a canceled pool with auto-upgrade is due, unless that cancel is outdated.
    UpgradeAgain(PoolId, u32),
    // Handed on at once; queued only while their process is at work.
    /// A script entry about a pool, a VM, the control plane, or the behavior of Pods.
    PoolCommand(u32),
    VmCommand(u32),
    ControlPlaneCommand(u32),
    KubeletCommand(u32),
    /// The status of a budget has changed.
    BudgetChanged(BudgetId),
    PauseDrain(NodeId),
    ResumeDrain(NodeId),
    /// The batch must stop draining the node.
    AbortBatchDrain(NodeId),
    /// The repair must stop draining the node.
    AbortRepairDrain(NodeId),
    /// The VM ends by itself, or the drain no longer matters.
    ForgetDrain(NodeId),
    /// Evictions were due while the API didn't answer.
    LateEvictions(NodeId),
    /// A drain that delayed the node's repair has stopped.
    ResumeRepair(NodeId),
    /// A Pod of a Job has ended.
    PodEnded(PodId),
    /// A Pod was bound to a node that it doesn't tolerate forever.
    BoundToTaint(PodId),
    NodeUnreachable(NodeId),
    NodeGone(NodeId),
    /// Upgrades and repairs of the control plane may begin.
    ControlPlaneTurn,
    /// Disruptions of its VMs that became due by then may begin.
    DisruptionTurn(SimTime),
}

impl Wake {
    pub fn class(self) -> Class {
        self.address().1
    }

    pub fn process(self) -> ProcessId {
        self.address().0
    }

    /// Does it belong to a container that may fail forever?
    pub fn may_loop(self) -> bool {
        matches!(self, Self::ContainerStarts(_) | Self::ContainerEnds(_))
    }

    /// Does what acts then send requests to the API server (AM-69)?
    pub fn needs_api(self) -> bool {
        matches!(
            self,
            Self::SyncBudget(_)
                | Self::SyncWorkload(_)
                | Self::SyncRollout(_)
                | Self::SyncNode(_)
                | Self::TolerationOver(_)
                | Self::JobDeadline(_)
                | Self::ProgressDeadline(_)
                | Self::Schedule
                | Self::Attach
                | Self::BeginDrain(_)
                | Self::TryEvictions(_)
                | Self::PdbTimeout(..)
                | Self::NodeLost(..)
                | Self::RepairDue(..)
                | Self::Repair
        )
    }

    /// The process that handles the wake, and its class within an instant.
    fn address(self) -> (ProcessId, Class) {
        use ProcessId as P;
        match self {
            Self::Command(_) => (P::Commands, Class::Commands),
            Self::WindowEdge => (P::Calendar, Class::Commands),
            Self::ReplicaDone(_) => (P::ControlPlane, Class::Ends),
            Self::GraceOver(_) | Self::ContainerEnds(_) | Self::WorkDone(_) => {
                (P::Kubelets, Class::Ends)
            }
            Self::VmDeleted(_) | Self::PodShutDown(_) | Self::LifeOver(_) => (P::Vms, Class::Ends),
            Self::VmBooted(_) | Self::NodeBack(..) => (P::Vms, Class::Starts),
            Self::ContainersStarted(_)
            | Self::ContainerStarts(_)
            | Self::FailureOver(_)
            | Self::ProbesPassed(_)
            | Self::Attach => (P::Kubelets, Class::Starts),
            Self::SyncBudget(_) => (P::Controllers, Class::Budgets),
            Self::SyncWorkload(_)
            | Self::SyncRollout(_)
            | Self::SyncNode(_)
            | Self::TolerationOver(_)
            | Self::JobDeadline(_)
            | Self::ProgressDeadline(_)
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
