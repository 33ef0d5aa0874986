//! The one way to change anything: `record` a fact with its rule, and `wake` who has to look again.

use super::asked::Asked;
use super::behaviour::Behaviour;
use super::listeners;
use super::queue::{Queue, Rank};
use super::rules::Rule;
use super::wake::Wake;
use super::workloads::Tolerated;
use super::world::World;
use base::{Draw, Map, NodeId, PodId, Quantiles, RecordNo, Set, SimSpan, SimTime, WorkloadId};
use model::workload::Workload;
use trace::{Change, Record, Subject, TraceWriter};

/// Streams of keyed randomness; a new one moves no other.
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
}

/// What every process reads and writes.
#[derive(Clone, Debug)]
pub struct Core {
    pub now: SimTime,
    pub queue: Queue,
    pub world: World,
    pub trace: TraceWriter,
    asked: Asked,
    /// Pods that the scheduler has not seen yet.
    pub created: Vec<PodId>,
    /// Did something happen that could make room (KS-03)?
    pub room_changed: bool,
    /// Does a topology spread keep any Pod from a node?
    pub spreads_hard: bool,
    /// Did something happen that could even one out (KS-03)?
    pub spread_changed: bool,
    /// Workloads of which a Pod was bound while others waited for one like it (KS-03).
    pub awaited: Set<WorkloadId>,
    pub(super) tolerated: Tolerated,
    pub(super) behaviour: Behaviour,
    /// Entries of the script that waited for a phase, and did not wait in vain.
    pub(super) acted: Set<u32>,
    /// When the life of a VM that was made anew is over (AM-42).
    pub(super) new_lives: Map<NodeId, SimTime>,
    /// Pods that the shutdown of their VM ends: none of them starts or is ready again (KT-15).
    pub(super) shutting_down: Set<PodId>,
}

impl Core {
    pub fn new(world: World) -> Self {
        let spreads_hard = world.plan.workloads.values().any(Workload::spreads_hard);
        Self {
            now: SimTime::from_ms(i64::MIN / 4),
            queue: Queue::default(),
            world,
            trace: TraceWriter::default(),
            asked: Asked::default(),
            created: Vec::new(),
            room_changed: false,
            spreads_hard,
            spread_changed: false,
            awaited: Set::new(),
            tolerated: Tolerated::default(),
            behaviour: Behaviour::default(),
            acted: Set::new(),
            new_lives: Map::new(),
            shutting_down: Set::new(),
        }
    }

    /// Forgets that the wake was asked for, because it is being acted on.
    pub fn answering(&mut self, wake: Wake) {
        self.asked.remove(wake);
    }
}

/// A process at work: the core, and the row that made it act.
pub struct Tx<'a> {
    pub core: &'a mut Core,
    pub cause: Option<RecordNo>,
}

impl Tx<'_> {
    pub fn now(&self) -> SimTime {
        self.core.now
    }

    pub fn world(&self) -> &World {
        &self.core.world
    }

    /// Records a fact because of the row that woke this process. `None`: the rule is muted, nothing happened.
    pub fn record(&mut self, rule: Rule, subject: Subject, change: Change) -> Option<RecordNo> {
        self.record_because(rule, subject, change, self.cause)
    }

    /// Records a fact because of another row.
    pub fn record_because(
        &mut self,
        rule: Rule,
        subject: Subject,
        change: Change,
        cause: Option<RecordNo>,
    ) -> Option<RecordNo> {
        if rule.muted() {
            return None;
        }
        let record = Record {
            at: self.core.now,
            subject,
            change,
            rule: rule.no(),
            cause,
        };
        let no = self.core.trace.push(&record);
        self.core.world.apply(no, &record);
        listeners::hear(self, no, &record);
        Some(no)
    }

    /// Asks for a wake at an instant, because of a row.
    pub fn wake(&mut self, at: SimTime, wake: Wake, rank: Rank, cause: Option<RecordNo>) {
        self.core.queue.push(at, wake, rank, cause);
    }

    /// Asks for a wake at this instant, once however many ask.
    pub fn wake_once(&mut self, wake: Wake, rank: Rank, cause: Option<RecordNo>) {
        if self.core.asked.insert(wake) {
            self.core.queue.push(self.core.now, wake, rank, cause);
        }
    }

    /// A duration of the plan, with the luck of (stream, subject, n).
    pub fn draw(&self, duration: Quantiles, stream: Stream, subject: u64, n: u64) -> SimSpan {
        let Quantiles { p10, p90, .. } = duration;
        if p10 == p90 {
            return p10;
        }
        duration.at(Draw::of(
            self.core.world.plan.seed,
            stream as u64,
            subject,
            n,
        ))
    }

    /// Order of nodes inside a class: pool, zone, then the node's own number.
    pub fn node_rank(&self, node: NodeId) -> Rank {
        let world = &self.core.world;
        let group = world.plan.groups[world.cluster.nodes[node].group];
        let place = (u64::from(group.pool.0) << 32) | (u64::from(group.zone.0) << 16);
        (place, u64::from(world.cluster.nodes[node].ordinal))
    }

    /// Order of Pods inside a class: by name, numbers as numbers. Workloads have their ids by name.
    pub fn pod_rank(&self, pod: PodId) -> u64 {
        let pod = &self.core.world.cluster.pods[pod];
        (u64::from(pod.workload.0) << 32) | u64::from(pod.number)
    }
}
