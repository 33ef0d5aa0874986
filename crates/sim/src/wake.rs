//! The list of wakes, the process that handles each, and their order within an instant (AM-56).

use base::{BudgetId, NodeId, PodId, PoolId, ServiceId, SimTime, WorkloadId};

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
    Autoscaler,
    Maintenance,
    /// What load balancers see, from outside.
    Backends,
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
    Autoscaler,
    LoadBalancers,
}

/// What orders a wake among those of its class and instant (AM-56).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The first to be requested comes first.
    Requested,
    Number(u32),
    Pod(PodId),
    Node(NodeId),
    /// The id of a pool, workload or budget: ids are in name order.
    Id(u32),
    /// An id as well, after all wakes with [`Order::Id`].
    AfterIds(u32),
    /// After all others.
    Last(u64),
}

/// A line says the wake with what it is about, the process that handles it, its class, its order within the class, and
/// whether what acts then sends requests to the API server (AM-69).
macro_rules! wakes {
    (@api) => { false };
    (@api needs_api) => { true };
    ($(
        $(#[$doc:meta])*
        $wake:ident $(($($field:ident: $type:ty),+))?
            => $process:ident, $class:ident, $order:expr $(, $api:ident)?;
    )+) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Wake {
            $($(#[$doc])* $wake $(($($type),+))?,)+
        }

        impl Wake {
            /// The process that handles it.
            pub fn process(self) -> ProcessId {
                match self {
                    $(Self::$wake { .. } => ProcessId::$process,)+
                }
            }

            pub fn class(self) -> Class {
                match self {
                    $(Self::$wake { .. } => Class::$class,)+
                }
            }

            /// Does what acts then send requests to the API server (AM-69)?
            pub fn needs_api(self) -> bool {
                match self {
                    $(Self::$wake { .. } => wakes!(@api $($api)?),)+
                }
            }

            pub fn order(self) -> Order {
                use Order::{AfterIds, Id, Last, Node, Number, Pod, Requested};
                match self {
                    $(Self::$wake $(($($field),+))? => {
                        $($(let _ = $field;)+)?
                        $order
                    })+
                }
            }
        }
    };
}

wakes! {
    /// A script entry is due.
    Command(entry: u32) => Commands, Commands, Number(entry);
    /// A window may have opened or closed.
    WindowEdge => Calendar, Commands, Requested;
    GraceOver(pod: PodId) => Kubelets, Ends, Pod(pod);
    VmDeleted(node: NodeId) => Vms, Ends, Node(node);
    VmBooted(node: NodeId) => Vms, Starts, Node(node);
    /// The Pod's time in its VM's shutdown is over.
    PodShutDown(pod: PodId) => Vms, Ends, Pod(pod);
    /// The failure that began then is detected.
    NodeLost(node: NodeId, since: SimTime) => Vms, Limits, Node(node), needs_api;
    /// The repair of the node that has been unhealthy since then is due.
    RepairDue(node: NodeId, since: SimTime) => Vms, Limits, Node(node), needs_api;
    /// Repairs may continue.
    Repair => Vms, Steps, Last(1), needs_api;
    /// The VM that went down then runs again.
    NodeBack(node: NodeId, down: SimTime) => Vms, Starts, Node(node);
    /// A VM reaches the end of its life.
    LifeOver(node: NodeId) => Vms, Ends, Node(node);
    /// A VM that was taken away is to be recreated.
    BringBack(node: NodeId) => Vms, Steps, Node(node);
    ContainersStarted(pod: PodId) => Kubelets, Starts, Pod(pod);
    /// A container that fails is started again, or its image pulled.
    ContainerStarts(pod: PodId) => Kubelets, Starts, Pod(pod);
    /// A container exits, or a probe ends it.
    ContainerEnds(pod: PodId) => Kubelets, Ends, Pod(pod);
    /// A Pod has done its work.
    WorkDone(pod: PodId) => Kubelets, Ends, Pod(pod);
    /// A failure of the workload's containers was to last until now.
    FailureOver(workload: WorkloadId) => Kubelets, Starts, Id(workload.0);
    ProbesPassed(pod: PodId) => Kubelets, Starts, Pod(pod);
    /// Pods may wait for volumes, or no longer.
    Attach => Kubelets, Starts, Requested, needs_api;
    SyncBudget(budget: BudgetId) => Controllers, Budgets, Id(budget.0), needs_api;
    SyncWorkload(workload: WorkloadId) => Controllers, Controllers, Id(workload.0), needs_api;
    /// The next step of a Deployment's rollout may be due.
    SyncRollout(workload: WorkloadId) => Controllers, Controllers, AfterIds(workload.0), needs_api;
    SyncNode(node: NodeId) => Controllers, Controllers, Node(node), needs_api;
    /// The `tolerationSeconds` of a Pod are over.
    TolerationOver(pod: PodId) => Controllers, Controllers, Pod(pod), needs_api;
    /// A Job reaches its deadline.
    JobDeadline(workload: WorkloadId) => Controllers, Controllers, Id(workload.0), needs_api;
    /// A Deployment's rollout may have made no progress for too long.
    ProgressDeadline(workload: WorkloadId) => Controllers, Controllers, Id(workload.0), needs_api;
    Schedule => Scheduler, Scheduler, Requested, needs_api;
    /// The second after the cordon is over.
    BeginDrain(node: NodeId) => Drains, Limits, Node(node), needs_api;
    /// The limit of the drain with this generation.
    DrainLimit(node: NodeId, generation: u32) => Drains, Limits, Node(node);
    PdbTimeout(node: NodeId, generation: u32) => Drains, Limits, Node(node), needs_api;
    /// Pods of a drain are due for an attempt.
    TryEvictions(node: NodeId) => Drains, Evictions, Requested, needs_api;
    DrainMoved(node: NodeId) => Drains, Steps, Node(node);
    /// Pods that a drain may wait for are gone, or were deleted by something else.
    PodsLeftDrain(node: NodeId) => Drains, Steps, Node(node);
    /// The upgrade of a control plane replica is done.
    ReplicaDone(replica: u32) => ControlPlane, Ends, Number(replica);
    /// The soak or the step of a phase may be over.
    PhaseTimer(pool: PoolId) => Upgrades, Limits, Id(pool.0);
    /// A pool's strategy may advance.
    Strategy(pool: PoolId) => Upgrades, Steps, Id(pool.0);
    /// Capacity may have become free.
    Capacity => Upgrades, Steps, Last(0);
    /// The autoscaler looks at the cluster.
    Autoscale => Autoscaler, Autoscaler, Requested;
    /// Five seconds after the mark of the node, its removal goes on.
    ScaleDownBegins(node: NodeId) => Autoscaler, Steps, Node(node), needs_api;
    /// The autoscaler sees that the node's drain has ended.
    ScaleDownDrained(node: NodeId) => Autoscaler, Steps, Node(node), needs_api;
    ScaleDownFailed(node: NodeId) => Autoscaler, Steps, Node(node), needs_api;
    Maintenance => Upgrades, Maintenance, Requested;
    /// The rest of a canceled pool with auto-upgrade is due, unless that cancel is outdated.
    UpgradeAgain(pool: PoolId, cancels: u32) => Upgrades, Maintenance, Id(pool.0);
    /// The backends of the Service, and of those that share them, follow what has changed about the node.
    SyncBackends(service: ServiceId, node: NodeId) => LoadBalancers, Backends, Node(node), needs_api;
    /// Probes of the node may have come to another result.
    CheckHealth(service: ServiceId, node: NodeId) => LoadBalancers, Backends, Node(node);
    // Handed on at once; queued only while their process is at work.
    /// A script entry about a pool, a VM, the control plane, or the behavior of Pods.
    PoolCommand(entry: u32) => Upgrades, Commands, Requested;
    VmCommand(entry: u32) => Vms, Commands, Requested;
    ControlPlaneCommand(entry: u32) => ControlPlane, Commands, Requested;
    KubeletCommand(entry: u32) => Kubelets, Commands, Requested;
    /// The status of a budget has changed.
    BudgetChanged(budget: BudgetId) => Drains, Steps, Requested;
    PauseDrain(node: NodeId) => Drains, Steps, Requested;
    ResumeDrain(node: NodeId) => Drains, Steps, Requested;
    /// The batch must stop draining the node.
    AbortBatchDrain(node: NodeId) => Drains, Steps, Requested;
    /// The repair must stop draining the node.
    AbortRepairDrain(node: NodeId) => Drains, Steps, Requested;
    /// The autoscaler keeps the node after all.
    AbortScaleDown(node: NodeId) => Drains, Steps, Requested;
    /// The VM ends by itself, or the drain no longer matters.
    ForgetDrain(node: NodeId) => Drains, Steps, Requested;
    /// Evictions were due while the API didn't answer.
    LateEvictions(node: NodeId) => Drains, Evictions, Requested;
    /// A drain that delayed the node's repair has stopped.
    ResumeRepair(node: NodeId) => Vms, Steps, Requested;
    /// A Pod of a Job has ended.
    PodEnded(pod: PodId) => Controllers, Controllers, Requested;
    /// A Pod was bound to a node that it doesn't tolerate forever.
    BoundToTaint(pod: PodId) => Controllers, Controllers, Requested;
    NodeUnreachable(node: NodeId) => Controllers, Controllers, Requested;
    NodeGone(node: NodeId) => ControlPlane, Maintenance, Requested;
    /// Upgrades and repairs of the control plane may begin.
    ControlPlaneTurn => ControlPlane, Maintenance, Requested;
    /// The backends that there are at the start.
    FirstBackends => LoadBalancers, Backends, Requested;
    /// GKE drains the node.
    LabelForDrain(node: NodeId) => LoadBalancers, Backends, Requested;
    /// GKE has uncordoned the node.
    NoDrain(node: NodeId) => LoadBalancers, Backends, Requested;
    /// Something has changed about a node, or about a Pod of a Service.
    BackendNode(node: NodeId) => LoadBalancers, Backends, Requested;
    BackendPod(pod: PodId) => LoadBalancers, Backends, Requested;
    /// Disruptions of its VMs that became due by then may begin.
    DisruptionTurn(due: SimTime) => ControlPlane, Maintenance, Requested;
}

impl Wake {
    /// Does it belong to something that may go on forever: a container that fails, looks of the autoscaler?
    pub fn may_loop(self) -> bool {
        matches!(self, Self::ContainerStarts(_) | Self::ContainerEnds(_) | Self::Autoscale)
    }
}
