//! The state that checkers look at.

use super::jobs::Job;
use super::notes::{BudgetCounts, PendingPreemption, WakeCauses};
use base::{
    BudgetId, Map, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime, TemplateId, WorkloadId,
    ZoneId,
};
use model::budget::Limit;
use model::node::Side;
use model::script::DrainOptions;
use model::strategy::{BlueGreen, RunKind};
use model::{AtLimit, Cluster, Health, Phase, Plan, Resources, RunState, Strategy, Surge, Version};
use trace::Subject;

/// How the VM of a node stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vm {
    Booting,
    Up,
    Deleting {
        recreate: bool,
    },
    /// Gone, and its successor has no capacity or is not asked for yet.
    Off,
    Rebooting,
    Gone,
    /// Being deleted before there was a node.
    Abandoned,
}

/// AM-40: how often a refused eviction is retried.
pub(crate) const RETRY: SimSpan = SimSpan::from_secs(5);

/// A drain in progress, with the Pods that it waits for.
#[derive(Clone, Debug)]
pub(crate) struct Drain {
    pub since: SimTime,
    /// Where the grid of its attempts begins: a pause moves it.
    pub grid: SimTime,
    pub paused: bool,
    pub limit: Option<SimTime>,
    /// What is left of the limit while it is paused.
    pub limit_left: Option<SimSpan>,
    pub at_limit: AtLimit,
    /// Of an upgrade, which ends Pods at its limit.
    pub forces: bool,
    /// Its Pods are deleted, with at most an hour of grace (BG-32, BG-33).
    pub deletes: bool,
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
        let past = (after - self.grid).ms() / RETRY.ms();
        self.grid + SimSpan::from_ms((past + 1) * RETRY.ms())
    }
}

#[derive(Clone, Debug)]
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
    /// The kind of slot that works on it: of surge?
    pub taken: Option<bool>,
    pub taken_at: SimTime,
    pub pods: Vec<PodId>,
    pub used: Resources,
    /// What the last drain command asked for.
    pub asked: Option<DrainOptions>,
    /// Its colour, if the last run of its pool was blue-green.
    pub side: Option<Side>,
    /// A user has cordoned or uncordoned it since the run of its pool began.
    pub touched: bool,
    /// Its drain on the way back has begun.
    pub rolls_back: bool,
    pub health: Health,
    /// Since when it is not well, and since when that is known.
    pub failed_at: Option<SimTime>,
    pub lost_at: Option<SimTime>,
    /// When its repair began.
    pub repair_at: Option<SimTime>,
    /// When its VM was taken away.
    pub shut: Option<SimTime>,
    /// Taken away or being repaired, and not back.
    pub away: bool,
    pub created: SimTime,
    /// When its VM came up last, if that was in the run.
    pub up_at: Option<SimTime>,
    /// Made from what the run of its pool brings.
    pub upgraded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Life {
    Pending,
    Starting,
    Running { ready: bool },
    Terminating { until: SimTime },
    Finished,
    Gone,
}

#[derive(Clone, Debug)]
pub(crate) struct ShadowPod {
    pub workload: WorkloadId,
    pub number: u32,
    pub pinned: Option<NodeId>,
    pub life: Life,
    /// Also of what has finished.
    pub on: Option<NodeId>,
    /// Since when it is ready, if that was in the run.
    pub ready_since: Option<SimTime>,
    pub blocked: bool,
    pub created: SimTime,
    /// When it was bound, if that was in the run.
    pub bound: Option<SimTime>,
    /// When it got its deletion timestamp.
    pub ended: Option<SimTime>,
    /// Its Job needed it no more.
    pub let_go: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ShadowPool {
    pub run: RunState,
    pub automatic: bool,
    pub target: TemplateId,
    /// What a rollback brings back.
    pub home: TemplateId,
    pub zone: Option<ZoneId>,
    pub slots: (u32, u32),
    /// The settings by which they were made.
    pub slots_by: Option<Surge>,
    /// The node that the zone in progress took last.
    pub last_taken: Option<NodeId>,
    /// Registered nodes at the start, by zone.
    pub start: Map<ZoneId, u32>,
    pub registered: Map<ZoneId, u32>,
    /// Nodes in progress by surge slots and by unavailable ones.
    pub busy: (u32, u32),
    pub course: Option<BlueGreenRun>,
    /// It has had a run.
    pub ran: bool,
    /// How its last run goes.
    pub kind: RunKind,
    /// How it is upgraded, where the script has changed that.
    pub chosen: Option<Strategy>,
    /// VMs that a reservation of its own holds for it.
    pub reservation: Option<u32>,
    /// Something else than its upgrades has made or taken machines of it.
    pub disturbed: bool,
    /// Nodes of each zone that were asked for last.
    pub asked_size: Option<u32>,
    /// When its slice was last recreated.
    pub recreated_at: Option<SimTime>,
}

/// Something that must happen at an instant, and at no other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Deadline {
    PodEnds(PodId),
    PodStarts(PodId),
    PodReady(PodId),
    VmReady(NodeId),
    VmGone(NodeId),
    /// The drain of a slot after its cordon.
    DrainStarts(NodeId),
    DrainLimit(NodeId),
    /// KD-11: every Pod of the drain is gone.
    DrainOver(NodeId),
    /// What a blue-green run waits for: the second of the cordon, and a soak.
    PhaseEnds(PoolId),
    SoakEnds(PoolId),
    /// BG-34: a node whose last Pod is gone is deleted at once.
    Deletes(NodeId),
    JobFails(WorkloadId),
    /// KT-11: a kubelet is missed.
    Lost(NodeId),
    /// AM-43: a host is back.
    Back(NodeId),
    /// AM-42.
    LifeOver(NodeId),
    /// AM-69: a replica of the control plane.
    Replica,
}

#[derive(Clone, Debug)]
pub(crate) struct Shadow<'a> {
    pub plan: &'a Plan,
    pub start: &'a Cluster,
    pub nodes: Vec<ShadowNode>,
    pub pods: Vec<ShadowPod>,
    pub pools: Vec<ShadowPool>,
    pub replicas: Vec<u32>,
    pub limits: Vec<Limit>,
    pub jobs: Vec<Job>,
    /// Pods that exist as objects, by workload.
    pub owned: Vec<Vec<PodId>>,
    pub vms: u32,
    pub vms_at_start: u32,
    pub spare: Option<u32>,
    pub stockout: Vec<bool>,
    pub due: Set<(SimTime, Deadline)>,
    pub(super) due_at: Map<Deadline, SimTime>,
    pub evictions: u32,
    pub forced: u32,
    /// By workload: ready Pods that ended at an instant other than by eviction, the last such one.
    pub left: Vec<(SimTime, i64)>,
    /// Those of them that were preempted.
    pub left_for_room: Vec<(SimTime, i64)>,
    /// When a Pod of the workload was gone last.
    pub gone: Vec<Option<SimTime>>,
    /// When Pods of the workload were evicted last, and how many at that instant.
    pub evicted: Vec<(SimTime, i64)>,
    /// Nodes on which room is made for Pods.
    pub nominated: Map<PodId, NodeId>,
    /// Pods that wait although a node could take them since something woke them, and since when.
    pub could: Map<PodId, SimTime>,
    pub causes: WakeCauses,
    /// What each row is about.
    pub subjects: Vec<Subject>,
    /// The rule of the row before.
    pub before: &'static str,
    /// Room that is being made, and what the row before has ended of that.
    pub pending_preemption: Option<PendingPreemption>,
    pub made: Option<PendingPreemption>,
    /// The last refusals by a reservation, by their rule.
    pub refusals: Map<(Subject, &'static str), RecordNo>,
    /// Pods that a budget has refused, and since when it would no longer.
    pub refused: Map<PodId, Option<SimTime>>,
    /// Budgets that have refused them, as they stood when the last instant was over.
    pub budget_counts: Map<BudgetId, BudgetCounts>,
    /// Pods that were deleted for others.
    pub preempted: Set<PodId>,
    /// What the command of that row must bring at once.
    pub asked: Option<(RecordNo, PoolId, CommandResult)>,
    /// A pool whose run was cancelled to be rolled back (AM-65).
    pub rollback_next: Option<PoolId>,
    /// Entry of the script that acted last.
    pub commanded: Option<u32>,
    pub control_plane: ControlPlaneState,
    /// By workload: its Pods need their whole grace.
    pub ignores: Vec<bool>,
    /// Workloads that are never ready on upgraded nodes, and Pods of which that was said.
    pub fails: Set<WorkloadId>,
    pub never: Set<PodId>,
    /// When each phase began that entries of the script may wait for, the first time, and entries that have acted.
    pub entered: Map<(PoolId, Phase), SimTime>,
    pub acted: Set<u32>,
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

/// A soak: one runs, or something of it is left while the run is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Soak {
    Runs { since: SimTime, until: SimTime },
    Left(SimSpan),
}

/// The last run of a pool, if that was blue-green.
#[derive(Clone, Debug)]
pub(crate) struct BlueGreenRun {
    pub settings: BlueGreen,
    pub phase: Option<Phase>,
    pub since: SimTime,
    /// Nodes that were up when it began, with whether a user had cordoned them.
    pub blue: Vec<(NodeId, bool)>,
    /// The quota is to be checked before anything else.
    pub unchecked: bool,
    /// BG-19: what a batch has, of so many, and how many have begun.
    pub size: u32,
    /// Nodes of the last batch, as many as there must be.
    pub wanted: u32,
    pub batches: u32,
    pub begun: u32,
    /// How many there are, as it was said of the last one.
    pub said: u32,
    /// Nodes of the last batch and of all of them, in their order.
    pub batch: Vec<NodeId>,
    pub taken: Vec<NodeId>,
    pub batch_at: SimTime,
    pub drained: bool,
    pub soak: Option<Soak>,
    /// How long the pool is to soak, and whether a command has changed that since it began.
    pub whole: SimSpan,
    pub adopted: bool,
    /// Soaked for good, without what runs.
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
    /// Something later, or nothing.
    Silent,
}

#[derive(Clone, Copy, Debug)]
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
            target: None,
            replica: None,
            replicas: plane.replicas,
            autopilot: plane.autopilot,
            answers_since: None,
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
    /// Pools of which the row before said that nothing is asked, and those whose run asks nothing.
    pub announced: Option<Subject>,
    pub free: Map<PoolId, ()>,
    /// How the run of each pool is seen.
    pub kinds: Map<PoolId, UpgradeKind>,
    /// Entries that wait for maintenance, of each pool.
    pub waiting: Map<PoolId, Vec<u32>>,
    /// Exclusions that were told to be active, as bits.
    pub told: u32,
    /// Starts of upgrades of the control plane, and of those to a new minor version.
    pub patch: Option<SimTime>,
    pub minor: Option<SimTime>,
    /// Entries that were announced.
    pub scheduled: Map<u32, SimTime>,
}

pub(super) const fn new_node(
    pool: PoolId,
    zone: ZoneId,
    template: TemplateId,
    ordinal: u32,
    vm: Vm,
) -> ShadowNode {
    ShadowNode {
        pool,
        zone,
        template,
        ordinal,
        vm,
        cordoned: false,
        cordoned_at: None,
        uncordoned_at: None,
        drain: None,
        drained: false,
        taken: None,
        taken_at: SimTime::ZERO,
        pods: Vec::new(),
        used: Resources {
            cpu_m: 0,
            memory_bytes: 0,
            ephemeral_bytes: 0,
            extended: Vec::new(),
        },
        asked: None,
        side: None,
        touched: false,
        rolls_back: false,
        health: Health::Well,
        failed_at: None,
        lost_at: None,
        repair_at: None,
        shut: None,
        away: false,
        created: SimTime::ZERO,
        upgraded: false,
        up_at: None,
    }
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
        matches!(
            self.life,
            Life::Pending | Life::Starting | Life::Running { .. }
        )
    }

    /// On its node, and not on its way out.
    pub(crate) fn stays(&self) -> bool {
        matches!(self.life, Life::Starting | Life::Running { .. })
    }

    pub(crate) fn ready(&self) -> bool {
        self.life == Life::Running { ready: true }
    }
}
