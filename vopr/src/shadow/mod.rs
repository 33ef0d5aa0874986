//! The cluster once more, folded from the rows alone and in another way than the engine does: what checkers look at.

mod blue_green;
mod fold;
mod job_limits;
mod jobs;
mod machines;
mod master;
mod notes;
pub(crate) mod policy;
mod take_notes;

pub(crate) use blue_green::{BlueGreenRun, CommandResult, SEVEN_DAYS, Soak};
pub(crate) use master::Master;
pub(crate) use notes::{Making, Stir, Stood};

use base::{
    BudgetId, Map, NodeId, PodId, PoolId, RecordNo, Set, SimSpan, SimTime, TemplateId, WorkloadId,
    ZoneId,
};
use model::budget::Limit;
use model::node::Side;
use model::script::DrainOptions;
use model::strategy::RunKind;
use model::{
    AtLimit, Cluster, Health, NodePhase, Phase, Plan, PodPhase, Resources, RunState, Strategy,
    Surge, WorkloadKind,
};
use trace::Subject;

pub(crate) use self::jobs::Job;

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
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
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
    pub retreats: bool,
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
pub(crate) struct Pod {
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
pub(crate) struct Pool {
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
    pub nodes: Vec<Node>,
    pub pods: Vec<Pod>,
    pub pools: Vec<Pool>,
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
    due_at: Map<Deadline, SimTime>,
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
    pub stir: Stir,
    /// What each row is about.
    pub subjects: Vec<Subject>,
    /// The rule of the row before.
    pub before: &'static str,
    /// Room that is being made, and what the row before has ended of that.
    pub making: Option<Making>,
    pub made: Option<Making>,
    /// Pods that a budget has refused, and since when it would no longer.
    pub refused: Map<PodId, Option<SimTime>>,
    /// Budgets that have refused them, as they stood when the last instant was over.
    pub stood: Map<BudgetId, Stood>,
    /// Pods that were deleted for others.
    pub preempted: Set<PodId>,
    /// What the command of that row must bring at once.
    pub asked: Option<(RecordNo, PoolId, CommandResult)>,
    /// A pool whose run was cancelled to be rolled back (AM-65).
    pub rollback_next: Option<PoolId>,
    /// Entry of the script that acted last.
    pub commanded: Option<u32>,
    pub master: Master,
    /// By workload: its Pods need their whole grace.
    pub ignores: Vec<bool>,
    /// Workloads that are never ready on upgraded nodes, and Pods of which that was said.
    pub fails: Set<WorkloadId>,
    pub never: Set<PodId>,
    /// When each phase began that entries of the script may wait for, the first time, and entries that have acted.
    pub entered: Map<(PoolId, Phase), SimTime>,
    pub acted: Set<u32>,
    pub policy: policy::Policy,
}

fn after(at: SimTime, secs: u32) -> SimTime {
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

impl<'a> Shadow<'a> {
    pub(crate) fn of(plan: &'a Plan, start: &'a Cluster) -> Self {
        let mut shadow = Self {
            plan,
            start,
            nodes: Vec::new(),
            pods: Vec::new(),
            pools: Vec::new(),
            replicas: start.workloads.values().map(|one| one.replicas).collect(),
            limits: start.budgets.values().copied().collect(),
            jobs: jobs::at_start(plan),
            owned: vec![Vec::new(); plan.workloads.len() as usize],
            vms: 0,
            vms_at_start: 0,
            spare: start.spare,
            stockout: start.stockout.values().copied().collect(),
            due: Set::new(),
            due_at: Map::new(),
            evictions: 0,
            forced: 0,
            left: vec![(SimTime::ZERO, 0); plan.workloads.len() as usize],
            left_for_room: vec![(SimTime::ZERO, 0); plan.workloads.len() as usize],
            gone: vec![None; plan.workloads.len() as usize],
            evicted: vec![(SimTime::ZERO, 0); plan.workloads.len() as usize],
            nominated: Map::new(),
            could: Map::new(),
            stir: Stir::default(),
            subjects: Vec::new(),
            before: "",
            making: None,
            made: None,
            refused: Map::new(),
            stood: Map::new(),
            preempted: Set::new(),
            asked: None,
            rollback_next: None,
            commanded: None,
            master: Master::of(start),
            ignores: plan
                .workloads
                .values()
                .map(|one| one.timings.shutdown.is_none())
                .collect(),
            fails: Set::new(),
            never: Set::new(),
            entered: Map::new(),
            acted: Set::new(),
            policy: policy::Policy {
                told: start.excluded,
                ..policy::Policy::default()
            },
        };
        for (id, pool) in plan.pools.iter() {
            shadow.pools.push(Pool {
                run: RunState::Idle,
                automatic: false,
                target: pool.template,
                home: pool.template,
                zone: None,
                slots: (0, 0),
                slots_by: None,
                last_taken: None,
                start: Map::new(),
                registered: Map::new(),
                busy: (0, 0),
                course: None,
                ran: false,
                kind: RunKind::Surge,
                chosen: None,
                reservation: start.pools[id].reservation,
                disturbed: false,
                asked_size: None,
                recreated_at: None,
            });
        }
        for node in start.nodes.values() {
            let group = plan.groups[node.group];
            let vm = match node.phase {
                NodePhase::Ready => Vm::Up,
                _ => Vm::Gone,
            };
            shadow.nodes.push(Node {
                cordoned: node.cordoned_by.is_some(),
                created: node.created,
                ..new_node(group.pool, group.zone, node.template, node.ordinal, vm)
            });
            let id = NodeId(shadow.nodes.len() as u32 - 1);
            shadow.expect_end_of_life(id);
            let pool = &mut shadow.pools[group.pool.0 as usize];
            *pool.start.entry(group.zone).or_insert(0) += 1;
            *pool.registered.entry(group.zone).or_insert(0) += 1;
            shadow.vms += 1;
        }
        shadow.vms_at_start = shadow.vms;
        for pod in start.pods.values() {
            shadow.add_pod_of_start(pod);
        }
        for id in plan.workloads.ids() {
            if let Some(at) = shadow.deadline_of(id) {
                shadow.expect(Deadline::JobFails(id), at);
            }
        }
        shadow
    }

    fn add_pod_of_start(&mut self, pod: &model::Pod) {
        let id = PodId(self.pods.len() as u32);
        let (life, on) = match pod.phase() {
            PodPhase::Pending => (Life::Pending, None),
            PodPhase::Starting { on } => (Life::Starting, Some(on)),
            PodPhase::Running { on, ready } => (Life::Running { ready }, Some(on)),
            PodPhase::Terminating { on, until } => (Life::Terminating { until }, Some(on)),
            PodPhase::Succeeded { on } | PodPhase::Failed { on } => (Life::Finished, on),
            PodPhase::Gone => (Life::Gone, None),
        };
        self.pods.push(Pod {
            workload: pod.workload,
            number: pod.number,
            pinned: pod.pinned(),
            life,
            on,
            ready_since: None,
            blocked: false,
            created: pod.created(),
            bound: None,
            ended: matches!(life, Life::Terminating { .. }).then_some(SimTime::ZERO),
            let_go: false,
        });
        self.owned[pod.workload.0 as usize].push(id);
        match life {
            Life::Starting => {
                let start = self.plan.workloads[pod.workload].timings.start.p50;
                self.expect(Deadline::PodStarts(id), SimTime::ZERO + start);
            }
            Life::Terminating { until } => {
                self.expect(Deadline::PodEnds(id), until.max(SimTime::ZERO))
            }
            _ => {}
        }
        if let (true, Some(node)) = (life != Life::Finished, on) {
            self.occupy(id, node, true);
        }
    }

    /// KS-33: is it of a lower priority, and no static Pod?
    pub(crate) fn makes_room(&self, pod: PodId, by: PodId) -> bool {
        let kind = self.plan.workloads[self.pod(pod).workload].kind;
        self.priority(pod) < self.priority(by) && kind != WorkloadKind::Mirror
    }

    pub(crate) fn priority(&self, pod: PodId) -> i32 {
        self.plan.workloads[self.pod(pod).workload].priority
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn pod(&self, id: PodId) -> &Pod {
        &self.pods[id.0 as usize]
    }

    pub(crate) fn pool(&self, id: PoolId) -> &Pool {
        &self.pools[id.0 as usize]
    }

    pub(crate) fn kind_of(&self, pod: PodId) -> WorkloadKind {
        self.plan.workloads[self.pod(pod).workload].kind
    }

    pub(crate) fn due_of(&self, due: Deadline) -> Option<SimTime> {
        self.due_at.get(&due).copied()
    }

    /// Pods of a workload that exist as objects.
    pub(crate) fn pods_of(&self, workload: WorkloadId) -> impl Iterator<Item = (PodId, &Pod)> {
        let own = &self.owned[workload.0 as usize];
        own.iter().map(|id| (*id, self.pod(*id)))
    }

    /// Neither finished nor terminating.
    pub(crate) fn active(&self, workload: WorkloadId) -> u32 {
        self.pods_of(workload)
            .filter(|(_, pod)| pod.active())
            .count() as u32
    }

    fn expect(&mut self, due: Deadline, at: SimTime) {
        self.settle(due);
        self.due.insert((at, due));
        self.due_at.insert(due, at);
    }

    fn settle(&mut self, due: Deadline) {
        if let Some(at) = self.due_at.remove(&due) {
            self.due.remove(&(at, due));
        }
    }

    pub(crate) fn occupy(&mut self, pod: PodId, node: NodeId, on: bool) {
        let requests = &self.plan.workloads[self.pods[pod.0 as usize].workload].requests;
        let node = &mut self.nodes[node.0 as usize];
        if on {
            node.pods.push(pod);
            node.used.add(requests);
        } else {
            node.pods.retain(|other| *other != pod);
            node.used.subtract(requests);
        }
    }
}

const fn new_node(pool: PoolId, zone: ZoneId, template: TemplateId, ordinal: u32, vm: Vm) -> Node {
    Node {
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
        retreats: false,
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

impl Node {
    pub(crate) fn up(&self) -> bool {
        self.vm == Vm::Up
    }

    pub(crate) fn registered(&self) -> bool {
        matches!(self.vm, Vm::Up | Vm::Deleting { .. })
    }
}

impl Pod {
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
