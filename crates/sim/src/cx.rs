//! The context in which a process acts. To change anything, it records a change with its rule.

use super::autoscaler::LookClock;
use super::behaviour::Behaviour;
use super::pending::PendingWakes;
use super::queue::{Queue, Rank};
use super::rules::Rule;
use super::volumes::Volumes;
use super::wake::{Order, ProcessId, Wake};
use super::world::World;
use base::{Draw, GroupId, Map, NodeId, PodId, Quantiles, RecordNo, Set, SimSpan, SimTime};
use model::plan::Plan;
use model::workload::Workload;
use std::fmt;
use std::ops::{Deref, DerefMut};
use trace::{Blocker, Change, Record, Subject, TraceWriter};

/// Streams of keyed randomness; adding one changes no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Stream {
    NodeOrder = 1,
    NodeCreate,
    NodeDelete,
    NodeRecreate,
    PodStart,
    ImagePull,
    PodReady,
    Shutdown,
    PodUid,
    Cordon,
    CordonPool,
    ControlPlane,
    Work,
}

/// VMs outside of upgrades that wait for capacity, with the instants of their first requests (AM-60).
#[derive(Clone, Debug, Default)]
pub struct VmRequests {
    /// Nodes whose VM was taken away and is to be recreated.
    pub lost: Vec<(SimTime, NodeId)>,
    /// Groups that grow, once per missing node.
    pub more: Vec<(SimTime, GroupId)>,
}

impl VmRequests {
    /// A node has come otherwise.
    pub fn drop_one(&mut self, group: GroupId) {
        if let Some(at) = self.more.iter().position(|(_, other)| *other == group) {
            self.more.remove(at);
        }
    }
}

/// What the listeners report to the scheduler until its next wake.
#[derive(Clone, Debug, Default)]
pub struct SchedulerEvents {
    /// Pods that the scheduler has not seen yet.
    pub created: Vec<PodId>,
    /// Deleted VMs.
    pub vms_gone: Vec<NodeId>,
    /// Has something happened that could free resources (KS-03)?
    pub resources_freed: bool,
    /// Has something happened that could reduce a skew (KS-03)?
    pub spread_changed: bool,
}

/// The state that processes share; what only one of them reads and writes is in its own state.
#[derive(Clone, Debug)]
pub struct Core {
    pub now: SimTime,
    pub queue: Queue,
    pub world: World,
    pub trace: TraceWriter,
    pending: PendingWakes,
    pub scheduler_events: SchedulerEvents,
    /// Can topology spread constraints reject nodes?
    pub spreads_hard: bool,
    /// Has any Service a load balancer?
    pub balanced: bool,
    /// Does some workload have several revisions?
    pub any_rollouts: bool,
    /// Does some container fail at some time, by the plan?
    pub any_fails: bool,
    /// Set by the kubelets' commands; read wherever Pods start and end.
    pub behaviour: Behaviour,
    pub volumes: Volumes,
    /// Script entries whose phase has begun, or whose awaited work has ended, for the listeners: each acts once.
    pub acted: Set<u32>,
    /// Do script entries wait for other work?
    pub follows: bool,
    /// The last script entry that acted, with its subject.
    pub commanded: Option<(Subject, u32)>,
    /// Script entries whose work hasn't ended.
    pub entries_at_work: Vec<u32>,
    /// The end of life of a recreated VM (AM-42), from the listeners to `Vms`.
    pub life_ends: Map<NodeId, SimTime>,
    /// Pods that their VM's shutdown ends, from `Vms` to the kubelets: none of them starts or becomes ready again (KT-15).
    pub shutting_down: Set<PodId>,
    /// Lost nodes that are tainted only when others are ready again (KT-13); from `Controllers` to `Vms` and the listeners.
    pub untainted: Vec<NodeId>,
    /// Made by `Vms`, repeated by `Upgrades` when capacity is free.
    pub requests: VmRequests,
    /// Capacity refusals that `Vms` and `Upgrades` have reported; each is a row once, not at every attempt.
    pub refusals: Set<(Subject, Rule, Blocker, u32)>,
    /// When the autoscaler looks next.
    pub look: LookClock,
    /// Wakes that wait until the control plane answers, with their causes; `ControlPlane` queues them again.
    pub held_back: Vec<(Wake, Option<RecordNo>)>,
}

impl Core {
    pub fn new(world: World) -> Self {
        let spreads_hard = world.plan.workloads.values().any(Workload::spreads_hard);
        let mut script = world.plan.script.iter();
        let follows = script.any(|entry| entry.after.is_some());
        let look = LookClock::new(&world.plan);
        let any_rollouts = world.plan.workloads.values().any(|one| one.revision > 0);
        let balanced = world.plan.is_balanced();
        let any_fails = world.plan.workloads.values().any(|one| !one.fails.is_empty());
        Self {
            now: SimTime::from_ms(i64::MIN / 4),
            queue: Queue::default(),
            world,
            trace: TraceWriter::default(),
            pending: PendingWakes::default(),
            scheduler_events: SchedulerEvents::default(),
            spreads_hard,
            balanced,
            any_rollouts,
            any_fails,
            behaviour: Behaviour::default(),
            volumes: Volumes::default(),
            acted: Set::new(),
            follows,
            commanded: None,
            entries_at_work: Vec::new(),
            life_ends: Map::new(),
            shutting_down: Set::new(),
            untainted: Vec::new(),
            requests: VmRequests::default(),
            refusals: Set::new(),
            look,
            held_back: Vec::new(),
        }
    }

    /// Draws one of the plan's durations for (stream, subject, n).
    pub fn draw(&self, duration: Quantiles, stream: Stream, subject: u64, n: u64) -> SimSpan {
        let Quantiles { p10, p90, .. } = duration;
        if p10 == p90 {
            return p10;
        }
        duration.at(Draw::of(self.world.plan.seed, stream as u64, subject, n))
    }

    /// The order of nodes within a class: pool, zone, then the node's own number.
    pub fn node_rank(&self, node: NodeId) -> Rank {
        let world = &self.world;
        let group = world.plan.groups[world.cluster.nodes[node].group];
        let place = (u64::from(group.pool.0) << 32) | (u64::from(group.zone.0) << 16);
        (place, u64::from(world.cluster.nodes[node].ordinal))
    }

    /// The order of Pods within a class: by name, numbers as numbers. Workload ids are in name order.
    pub fn pod_rank(&self, pod: PodId) -> u64 {
        let pod = &self.world.cluster.pods[pod];
        (u64::from(pod.workload.0) << 32) | u64::from(pod.number)
    }

    /// The order of a wake within its class and instant (AM-56).
    fn rank(&self, wake: Wake) -> Rank {
        match wake.order() {
            Order::Requested => (0, 0),
            Order::Number(number) => (0, u64::from(number)),
            Order::Pod(pod) => (0, self.pod_rank(pod)),
            Order::Node(node) => self.node_rank(node),
            Order::Id(id) => (u64::from(id), 0),
            Order::AfterIds(id) => ((1 << 32) | u64::from(id), 0),
            Order::Last(place) => (u64::MAX, place),
        }
    }

    /// Marks the wake as no longer pending, because a process acts on it.
    pub fn clear_pending(&mut self, wake: Wake) {
        self.pending.remove(wake);
    }
}

/// A part of the engine that owns its state and acts when it is woken.
pub trait Process: CloneProcess {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake);

    /// Can the wake, one of this process, still change anything?
    fn still_acts(&self, _: &Core, _: Wake) -> bool {
        true
    }

    /// Does anything wait for windows, exclusions or an interval?
    fn waits_for_calendar(&self, _: &Core) -> bool {
        false
    }
}

/// Prints no state: a derived `Debug` of every process would add to the page's first load.
impl fmt::Debug for dyn Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Process")
    }
}

/// Clones a process for a branch of its run.
pub trait CloneProcess {
    fn clone_box(&self) -> Box<dyn Process>;
}

impl<P: Process + Clone + 'static> CloneProcess for P {
    fn clone_box(&self) -> Box<dyn Process> {
        Box::new(self.clone())
    }
}

/// Wakes the processes that a row concerns.
pub type Listen = fn(&mut Cx<'_>, &Record);

#[derive(Debug)]
pub struct Processes {
    /// By [`ProcessId`]; empty for a process that is at work.
    pub all: Vec<Option<Box<dyn Process>>>,
    pub listen: Listen,
}

impl Clone for Processes {
    fn clone(&self) -> Self {
        let all = self.all.iter().map(Option::as_ref);
        Self { all: all.map(|one| one.map(|one| one.clone_box())).collect(), listen: self.listen }
    }
}

impl Processes {
    /// The process with this id, unless it is at work.
    pub fn get(&self, id: ProcessId) -> Option<&dyn Process> {
        self.all[id as usize].as_deref()
    }

    /// Wakes the process that handles the wake. If it is at work, it acts later in the same instant.
    pub fn wake(&mut self, plan: &Plan, core: &mut Core, wake: Wake, cause: Option<RecordNo>) {
        let place = wake.process() as usize;
        let Some(mut process) = self.all[place].take() else {
            return core.queue.push(core.now, wake, (0, 0), cause);
        };
        process.on_wake(&mut Cx::new(plan, core, self, cause), wake);
        self.all[place] = Some(process);
    }
}

/// The context of a wake: the plan, the shared state, and the row that caused the wake.
pub struct Cx<'a> {
    pub plan: &'a Plan,
    pub core: &'a mut Core,
    pub cause: Option<RecordNo>,
    pub processes: &'a mut Processes,
}

impl Deref for Cx<'_> {
    type Target = Core;

    fn deref(&self) -> &Core {
        self.core
    }
}

impl DerefMut for Cx<'_> {
    fn deref_mut(&mut self) -> &mut Core {
        self.core
    }
}

impl<'a> Cx<'a> {
    pub fn new(
        plan: &'a Plan,
        core: &'a mut Core,
        processes: &'a mut Processes,
        cause: Option<RecordNo>,
    ) -> Self {
        Self { plan, core, cause, processes }
    }

    /// Records a fact caused by the row that woke this process. `None` if the rule is muted and nothing happened.
    pub fn record(
        &mut self,
        rule: Rule,
        subject: impl Into<Subject>,
        change: Change,
    ) -> Option<RecordNo> {
        self.record_because(rule, subject, change, self.cause)
    }

    /// Records a fact caused by another row.
    pub fn record_because(
        &mut self,
        rule: Rule,
        subject: impl Into<Subject>,
        change: Change,
        cause: Option<RecordNo>,
    ) -> Option<RecordNo> {
        let record =
            Record { at: self.now, subject: subject.into(), change, rule: rule.no(), cause };
        (!rule.muted()).then(|| self.write(&record))
    }

    fn write(&mut self, record: &Record) -> RecordNo {
        let no = self.trace.push(record);
        self.world.apply(no, record);
        let before = self.cause.replace(no);
        (self.processes.listen)(self, record);
        self.cause = before;
        no
    }

    /// Wakes a process at once, before the current one continues.
    pub fn wake_now(&mut self, wake: Wake) {
        self.processes.wake(self.plan, self.core, wake, self.cause);
    }

    /// Requests a wake at an instant.
    pub fn wake(&mut self, at: SimTime, wake: Wake) {
        self.wake_because(at, wake, self.cause);
    }

    /// Requests a wake at an instant, caused by another row.
    pub fn wake_because(&mut self, at: SimTime, wake: Wake, cause: Option<RecordNo>) {
        let rank = self.rank(wake);
        self.queue.push(at, wake, rank, cause);
    }

    /// Requests a wake at this instant; repeated requests count once.
    pub fn wake_once(&mut self, wake: Wake) {
        self.wake_once_because(wake, self.cause);
    }

    pub fn wake_once_because(&mut self, wake: Wake, cause: Option<RecordNo>) {
        if self.pending.insert(wake) {
            self.wake_because(self.now, wake, cause);
        }
    }

    /// Wakes the scheduler: the Pods or nodes that a topology spread counts changed (KS-03).
    pub fn spread_changed(&mut self, cause: Option<RecordNo>) {
        if self.spreads_hard {
            self.scheduler_events.spread_changed = true;
            self.wake_once_because(Wake::Schedule, cause);
        }
    }
}
