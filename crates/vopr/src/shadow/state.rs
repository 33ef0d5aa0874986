//! The state for the checkers.

use super::after::FinishedWork;
use super::autoscaler::ShadowAutoscaler;
use super::harm::Harm;
use super::jobs::Job;
use super::notes::{BudgetCounts, PendingPreemption, ShadowContainer, WakeCauses};
use super::work::ShadowWork;
use base::id::Id;
use base::{
    BudgetId, IdVec, Map, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime, TemplateId,
    WorkloadId, ZoneId,
};
use model::budget::Limit;
use model::containers::FailureMode;
use model::node::Side;
use model::script::DrainOptions;
use model::strategy::{BlueGreen, RunKind};
use model::volume::Claim;
use model::{AtLimit, Cluster, Health, Phase, Plan, Resources, RunState, Strategy, Surge, Version};
use trace::Subject;

/// A value for each id of the list.
pub(super) fn for_each<I: Id, A, T: Default>(list: &IdVec<I, A>) -> IdVec<I, T> {
    list.ids().map(|_| T::default()).collect()
}

/// The state of a node's VM.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Vm {
    Booting,
    #[default]
    Up,
    Deleting {
        recreate: bool,
    },
    /// Deleted, and its replacement has no capacity or isn't requested yet.
    Off,
    Rebooting,
    Gone,
    /// Deleted before there was a node.
    Abandoned,
}

/// AM-40: how often a refused eviction is retried.
pub(crate) const RETRY: SimSpan = SimSpan::from_secs(5);

/// A drain in progress, with its remaining Pods.
#[derive(Clone, Debug)]
pub(crate) struct Drain {
    pub since: SimTime,
    /// The start of the grid of attempts: a pause moves it.
    pub grid: SimTime,
    pub paused: bool,
    /// After the wait of an autoscaled run: until when refusals count.
    pub limit: Option<SimTime>,
    /// The rest of the limit while it is paused.
    pub limit_left: Option<SimSpan>,
    pub at_limit: AtLimit,
    /// An upgrade's drain, which ends Pods at its limit.
    pub forces: bool,
    /// Its Pods are deleted, with at most an hour of grace (BG-32, BG-33).
    pub deletes: bool,
    /// The autoscaler's (KA-83).
    pub shrinks: bool,
    pub options: DrainOptions,
    pub selected: Vec<PodId>,
    /// Those of them that a budget has refused, and that were not evicted since.
    pub refused: Set<PodId>,
    /// When the last end of a Pod is seen: of a refused one at its next retry.
    pub seen: SimTime,
}

impl Drain {
    /// The first instant of its grid after another.
    pub(crate) fn next_retry(&self, after: SimTime) -> SimTime {
        // KA-83: the autoscaler is half as quick.
        let retry = if self.shrinks { 2 * RETRY.ms() } else { RETRY.ms() };
        let past = (after - self.grid).ms() / retry;
        self.grid + SimSpan::from_ms((past + 1) * retry)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowNode {
    pub pool: PoolId,
    pub zone: ZoneId,
    pub template: TemplateId,
    pub ordinal: u32,
    pub vm: Vm,
    pub cordoned: bool,
    pub cordoned_at: Option<SimTime>,
    pub uncordoned_at: Option<SimTime>,
    pub drain: Option<Drain>,
    /// Its last drain has ended.
    pub drained: bool,
    /// The slot that works on it: is it a surge slot?
    pub taken: Option<bool>,
    pub taken_at: SimTime,
    pub pods: Vec<PodId>,
    pub used: Resources,
    /// The options of the last drain command.
    pub asked: Option<DrainOptions>,
    /// Those of the one before, whose drain may begin later.
    pub asked_before: Option<DrainOptions>,
    /// Is the last command for it a drain that was not refused?
    pub drain_asked: bool,
    /// Its side, if the last run of its pool was blue-green.
    pub side: Option<Side>,
    /// A user has cordoned or uncordoned it since the run of its pool began.
    pub touched: bool,
    /// Its drain in a rollback has begun.
    pub rolls_back: bool,
    pub health: Health,
    /// Since when it is unhealthy, and since when that is known.
    pub failed_at: Option<SimTime>,
    pub lost_at: Option<SimTime>,
    /// When its repair began.
    pub repair_at: Option<SimTime>,
    /// When its VM was taken away.
    pub shut: Option<SimTime>,
    /// Taken away or under repair, and not back.
    pub away: bool,
    pub created: SimTime,
    /// When its VM last came up in the run.
    pub up_at: Option<SimTime>,
    /// When its kubelet last came back in the run.
    pub back_at: Option<SimTime>,
    /// It has the template that its pool's run brings.
    pub upgraded: bool,
    /// A surge node of an upgrade that had begun before time 0, whose old node exists.
    pub surge: bool,
    /// A surge VM of the run whose old node exists.
    pub stands_in: bool,
    /// The autoscaler has requested it.
    pub scaled: bool,
    /// The autoscaler removes it.
    pub shrunk: bool,
    /// The autoscaler doesn't wait for it any longer (KA-47).
    pub given_up: bool,
    /// It has the autoscaler's taint `ToBeDeleted` (KA-82).
    pub marked: bool,
    /// It was kept after all, so an upgrade may have passed over it (AM-63).
    pub passed_over: bool,
    /// It counts for the size of its pool since it was Ready.
    pub counted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Life {
    #[default]
    Pending,
    Starting,
    Running {
        ready: bool,
    },
    Terminating {
        until: SimTime,
    },
    Finished,
    Gone,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowPod {
    pub workload: WorkloadId,
    pub number: u32,
    pub pinned: Option<NodeId>,
    pub life: Life,
    /// Also set for finished Pods.
    pub on: Option<NodeId>,
    /// When it became ready in the run.
    pub ready_since: Option<SimTime>,
    pub blocked: bool,
    pub created: SimTime,
    /// When it was bound in the run.
    pub bound: Option<SimTime>,
    /// When it got its deletion timestamp.
    pub ended: Option<SimTime>,
    /// Its Job no longer needed it.
    pub let_go: bool,
    /// It counts as failed since it was deleted.
    pub counted: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowPool {
    pub run: RunState,
    pub automatic: bool,
    pub target: TemplateId,
    /// The template that a rollback restores.
    pub home: TemplateId,
    pub zone: Option<ZoneId>,
    pub slots: (u32, u32),
    /// The settings from which they were made.
    pub slots_by: Option<Surge>,
    /// The node that the zone in progress took last; was it not in progress since before time 0?
    pub last_taken: Option<(bool, NodeId)>,
    /// Registered nodes at the start, by zone.
    pub start: Map<ZoneId, u32>,
    pub registered: Map<ZoneId, u32>,
    /// Nodes in progress in surge slots and in unavailable ones.
    pub busy: (u32, u32),
    pub course: Option<BlueGreenRun>,
    /// It has had a run.
    pub ran: bool,
    /// The strategy of its last run.
    pub kind: RunKind,
    /// The strategy that the script has set, if any.
    pub chosen: Option<Strategy>,
    /// VMs at the start.
    pub vms_at_start: u32,
    /// VMs that its own reservation holds.
    pub reservation: Option<u32>,
    /// Something other than its upgrades has created or taken away its VMs.
    pub disturbed: bool,
    /// The last requested number of nodes per zone.
    pub asked_size: Option<u32>,
    /// When its slice was last recreated.
    pub recreated_at: Option<SimTime>,
}

/// An event that must happen at an instant, and at no other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Deadline {
    PodEnds(PodId),
    PodStarts(PodId),
    PodReady(PodId),
    /// A container that fails ends, or is started or pulled again.
    ContainerEnds(PodId),
    Restarts(PodId),
    /// AM-101: a Pod has done its work.
    WorkDone(PodId),
    VmReady(NodeId),
    VmGone(NodeId),
    /// The drain of a slot after its cordon.
    DrainStarts(NodeId),
    DrainLimit(NodeId),
    /// KD-11: every Pod of the drain is gone.
    DrainOver(NodeId),
    /// A blue-green run waits for the second of the cordon, or for a soak.
    PhaseEnds(PoolId),
    SoakEnds(PoolId),
    /// BG-34: a node whose last Pod is gone is deleted at once.
    Deletes(NodeId),
    JobFails(WorkloadId),
    /// KT-11: a kubelet's failure is detected.
    Lost(NodeId),
    /// AM-43: a host returns.
    Back(NodeId),
    /// AM-42.
    LifeOver(NodeId),
    /// AM-69: a replica of the control plane.
    Replica,
}

impl Deadline {
    /// Does it belong to a container that may fail forever?
    pub(crate) fn may_loop(self) -> bool {
        matches!(self, Self::ContainerEnds(_) | Self::Restarts(_))
    }
}

/// The last rollout of a Deployment.
#[derive(Clone, Debug)]
pub(crate) struct ShadowRollout {
    pub revision: u32,
    /// When it began, or its ReplicaSets were last scaled.
    pub scaled: SimTime,
    pub done: bool,
    /// Its deadline was exceeded.
    pub exceeded: bool,
    /// The step that scales old ReplicaSets down: its instant, and the Pods of each that were available when it began.
    pub shrinks: Option<(SimTime, Vec<u32>)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Shadow<'a> {
    pub plan: &'a Plan,
    pub start: &'a Cluster,
    pub nodes: IdVec<NodeId, ShadowNode>,
    pub pods: IdVec<PodId, ShadowPod>,
    pub pools: IdVec<PoolId, ShadowPool>,
    pub replicas: IdVec<WorkloadId, u32>,
    /// `spec.replicas` of ReplicaSets, if a rollout has scaled them.
    pub sets: IdVec<WorkloadId, Option<u32>>,
    pub rollouts: Map<WorkloadId, ShadowRollout>,
    pub limits: IdVec<BudgetId, Limit>,
    pub jobs: IdVec<WorkloadId, Job>,
    /// Pods that exist as objects.
    pub owned: IdVec<WorkloadId, Vec<PodId>>,
    pub vms: u32,
    pub spare: Option<u32>,
    pub stockout: IdVec<ZoneId, bool>,
    pub due: Set<(SimTime, Deadline)>,
    pub(super) due_at: Map<Deadline, SimTime>,
    pub evictions: u32,
    /// The last instant at which ready Pods ended other than by eviction, and how many.
    pub left: IdVec<WorkloadId, (SimTime, i64)>,
    /// The preempted ones among them.
    pub left_for_room: IdVec<WorkloadId, (SimTime, i64)>,
    /// When a Pod was last deleted.
    pub gone: IdVec<WorkloadId, Option<SimTime>>,
    /// When Pods were last evicted, and how many.
    pub evicted: IdVec<WorkloadId, (SimTime, i64)>,
    /// Nominated nodes of Pods.
    pub nominated: Map<PodId, NodeId>,
    /// Pods that still wait although something woke them and a node could take them, and since when.
    pub could: Map<PodId, SimTime>,
    pub causes: WakeCauses,
    /// The subject of each row.
    pub subjects: Vec<Subject>,
    /// The rule of the previous row.
    pub before: &'static str,
    /// Room being made, and what the previous row ended of it.
    pub pending_preemption: Option<PendingPreemption>,
    pub made: Option<PendingPreemption>,
    /// The last refusals by a reservation, by their rule.
    pub refusals: Map<(Subject, &'static str), RecordNo>,
    /// Pods refused by a budget, and since when it would no longer refuse them.
    pub refused: Map<PodId, Option<SimTime>>,
    /// The budgets that refused them, at the end of the last instant.
    pub budget_counts: Map<BudgetId, BudgetCounts>,
    /// Pods that were preempted.
    pub preempted: Set<PodId>,
    /// The result that the command in this row must have at once.
    pub asked: Option<(RecordNo, PoolId, CommandResult)>,
    /// A pool whose run was canceled to be rolled back (AM-65).
    pub rollback_next: Option<PoolId>,
    /// The script entry that acted last.
    pub commanded: Option<u32>,
    pub control_plane: ControlPlaneState,
    /// Do the workload's Pods need their whole grace period?
    pub ignores: IdVec<WorkloadId, bool>,
    /// Workloads that are never ready on upgraded nodes, and Pods that were reported so.
    pub fails: Set<WorkloadId>,
    pub never: Set<PodId>,
    /// Workloads whose containers the script has let work, containers that fail, and how those failed that are to be replaced.
    pub works: Set<WorkloadId>,
    pub containers: Map<PodId, ShadowContainer>,
    pub heirs: Vec<(WorkloadId, u32, FailureMode)>,
    /// What each Pod has worked, Pods whose work waits for another one, and what the next row must report as lost.
    pub work: Map<PodId, ShadowWork>,
    pub unfinished: Vec<PodId>,
    pub owed: Option<(PodId, SimSpan)>,
    pub lost: SimSpan,
    /// Disks made in the run, with their zones.
    pub disks: Vec<(Claim, Vec<ZoneId>)>,
    /// Pods that wait for a disk.
    pub waits_for_disk: Set<PodId>,
    /// Disks that are attached to a dead node without their Pod, with the instant of its deletion.
    pub disks_left: Vec<(Claim, NodeId, SimTime)>,
    /// When a workload's containers stop failing.
    pub recoveries: Vec<(SimTime, WorkloadId)>,
    /// When each phase that script entries may wait for first began, and entries that have acted.
    pub entered: Map<(PoolId, Phase), SimTime>,
    pub acted: Set<u32>,
    pub finished_work: FinishedWork,
    pub harm: Harm,
    pub autoscaler: ShadowAutoscaler,
    pub policy: Policy,
}

pub(super) fn after(at: SimTime, secs: u32) -> SimTime {
    at + SimSpan::from_secs(i64::from(secs))
}

/// AM-39: the shortest and the longest time between a cordon and its drain.
pub(crate) fn cordon(plan: &Plan) -> (SimSpan, SimSpan) {
    let of = plan.timings.cordon;
    let (low, middle, high) = (of.p10.ms(), of.p50.ms(), of.p90.ms());
    if low == high {
        return (of.p10, of.p90);
    }
    // A quarter beyond the outer points, in whole seconds.
    let least = (low - (middle - low) / 4).max(0) / 1000;
    let most = (high + (high - middle) / 4) / 1000 + 1;
    (SimSpan::from_secs(least), SimSpan::from_secs(most))
}

/// A running soak, or the rest of a paused one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Soak {
    Runs { since: SimTime, until: SimTime },
    Left(SimSpan),
}

/// The last run of a pool, if it was blue-green.
#[derive(Clone, Debug)]
pub(crate) struct BlueGreenRun {
    pub settings: BlueGreen,
    /// AB-07: how long an autoscaled run waits; `None`: it is a standard one.
    pub wait: Option<SimSpan>,
    pub phase: Option<Phase>,
    pub since: SimTime,
    /// Nodes that were up when it began, and whether a user had cordoned them.
    pub blue: Vec<(NodeId, bool)>,
    /// The quota must be checked before anything else.
    pub unchecked: bool,
    /// Blue nodes of batches that haven't begun; a VM that was taken away is in one too.
    pub left: u32,
    /// BG-19: the batch size, the number of batches, and how many have begun.
    pub size: u32,
    /// The required number of nodes in the last batch.
    pub wanted: u32,
    pub batches: u32,
    pub begun: u32,
    /// The number of batches, as last reported.
    pub said: u32,
    /// Nodes of the last batch and of all batches, in order.
    pub batch: Vec<NodeId>,
    pub taken: Vec<NodeId>,
    pub batch_at: SimTime,
    pub drained: bool,
    pub soak: Option<Soak>,
    /// The pool's soak or the wait.
    pub whole: SimSpan,
    /// Soaked time, without the running soak.
    pub soaked: SimSpan,
    /// BG-22: the run was resumed during a soak, which is dropped.
    pub dropped: bool,
    pub resumed_at: Option<SimTime>,
    pub back_at: Option<SimTime>,
}

/// What a command must bring at once, by the tables of AM-65 and AM-84.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommandResult {
    Starts,
    Cancelled,
    Cancelling,
    Resumed,
    RollsBack,
    Deletes,
    Reshaped,
    Refused,
    /// The rows don't say which.
    StartsOrRefused,
    /// Something later, or nothing.
    Silent,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ControlPlaneState {
    pub version: Option<Version>,
    pub target: Option<Version>,
    /// Upgraded at the moment, counted from 0.
    pub replica: Option<u32>,
    pub replicas: u32,
    pub autopilot: bool,
    /// When it answered again last.
    pub answers_since: Option<SimTime>,
}

impl ControlPlaneState {
    pub(super) fn of(start: &Cluster) -> Self {
        let plane = start.control_plane;
        Self {
            version: plane.version,
            replicas: plane.replicas,
            autopilot: plane.autopilot,
            ..Self::default()
        }
    }

    /// MR-10: a zonal cluster has no API server while its one replica is upgraded.
    pub(crate) fn is_down(&self) -> bool {
        self.replica.is_some() && self.replicas == 1
    }

    /// AM-69.
    pub(crate) fn holds_nodes_back(&self) -> bool {
        self.replica.is_some() && self.autopilot
    }
}

/// Columns of the scope table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UpgradeKind {
    Minor,
    Patch,
    Disruption,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Policy {
    /// The subject of the previous row, if it was an override of the policy; and pools whose run ignores the policy.
    pub announced: Option<Subject>,
    pub free: Map<PoolId, ()>,
    /// The kind of each pool's run, as the policy classifies it.
    pub kinds: Map<PoolId, UpgradeKind>,
    /// Entries that wait for maintenance, by pool.
    pub waiting: Map<PoolId, Vec<u32>>,
    /// How many of them the pool's run brings: those that waited when it began.
    pub brought: Map<PoolId, usize>,
    /// Pools of which a rollback has undone changes that may be due again.
    pub undone: Set<PoolId>,
    /// Exclusions reported as active, as bits.
    pub reported: u32,
    /// When upgrades of the control plane started, and those to a new minor version.
    pub patch: Option<SimTime>,
    pub minor: Option<SimTime>,
    /// Announced entries.
    pub scheduled: Map<u32, SimTime>,
}

impl ShadowNode {
    pub(crate) fn up(&self) -> bool {
        self.vm == Vm::Up
    }

    pub(crate) fn registered(&self) -> bool {
        matches!(self.vm, Vm::Up | Vm::Deleting { .. })
    }
}

impl ShadowPod {
    pub(crate) fn active(&self) -> bool {
        matches!(self.life, Life::Pending | Life::Starting | Life::Running { .. })
    }

    /// Is it on its node, and not leaving?
    pub(crate) fn stays(&self) -> bool {
        matches!(self.life, Life::Starting | Life::Running { .. })
    }

    pub(crate) fn ready(&self) -> bool {
        self.life == Life::Running { ready: true }
    }
}
