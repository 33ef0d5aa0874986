//! Floor 3: the engine. A run is a pure function of plan, start and script.
//!
//! `Sim::step` pops what is due next and hands it to the process that it concerns. Processes never call each
//! other: they record facts, and `listeners` wakes whoever cares.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

mod asked;
mod behaviour;
mod branch;
mod budgets;
mod calendar;
mod commands;
mod control_plane;
mod drain;
mod listeners;
mod machines;
pub mod place;
mod preempt;
pub mod queue;
mod removal;
mod roster;
pub mod rules;
mod schedule;
mod steps;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod tx;
mod upgrade;
pub mod wake;
pub mod workloads;
mod world;

pub use self::drain::filters as drain_filters;

use std::collections::VecDeque;
use std::rc::Rc;

use self::control_plane::MasterDue;
use self::drain::Drains;
use self::machines::{Repairs, Requests};
use self::place::{Backlog, Pass, Preemptor};
use self::rules::Rule;
use self::schedule::Tried;
use self::steps::Steps;
use self::tx::{Core, Tx};
use self::upgrade::{Due, Refusals, Run};
use self::wake::Wake;
use self::workloads::{JobState, Jobs};
use self::world::World;
use base::{IdVec, NodeId, PodId, PoolId, RecordNo, SimTime, TemplateId};
use model::cluster::Cluster;
use model::node::NodePhase;
use model::plan::Plan;
use model::pod::PodPhase;
use trace::{Change, Ended, NEVER, Subject, WhyNot};

/// Wakes that one instant may take, per node and Pod of the run, before it counts as a defect.
const WAKES_AN_INSTANT: u64 = 200;

/// A run in progress. A branch is a clone.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Rc<Plan>,
    start: Rc<Cluster>,
    core: Core,
    /// The row that the current wake follows from.
    cause: Option<RecordNo>,
    drains: Drains,
    runs: IdVec<PoolId, Option<Run>>,
    /// What GKE is to do to each pool by itself, in the order in which it came.
    due: IdVec<PoolId, Vec<Due>>,
    /// Why each pool waits, as it was said last.
    told: IdVec<PoolId, Option<WhyNot>>,
    steps: Steps,
    /// What the nodes of a pool are made from when no run is about to change it.
    homes: IdVec<PoolId, TemplateId>,
    refusals: Refusals,
    requests: Requests,
    repairs: Repairs,
    masters_due: VecDeque<MasterDue>,
    /// The next instant at which anything of the calendar begins or ends.
    edge: Option<SimTime>,
    /// What waits until the control plane answers.
    held_back: Vec<(Wake, Option<RecordNo>)>,
    backlog: Backlog,
    /// Belongs to the occupancy of the world and lives as long.
    pass: Pass,
    preemptor: Preemptor,
    tried: Tried,
    jobs: Jobs,
    wakes_now: u64,
}

impl Sim {
    /// Places every Pod that has no node with the scheduler, before time 0: that is frame 0, not records.
    pub fn new(plan: Rc<Plan>, cluster: Cluster) -> Self {
        Self::placed(plan, cluster, |cluster| Rc::new(cluster.clone()))
    }

    /// The same without frame 0, which holds every Pod of the start once more. It is the cluster until the first step.
    pub fn without_start(plan: Rc<Plan>, cluster: Cluster) -> Self {
        Self::placed(plan, cluster, |_| Rc::default())
    }

    fn placed(plan: Rc<Plan>, cluster: Cluster, kept: fn(&Cluster) -> Rc<Cluster>) -> Self {
        let (cluster, occupancy) = schedule::place_before_start(&plan, cluster);
        let (start, tried) = (kept(&cluster), Tried::at_start(&plan, &cluster));
        let world = World::new(Rc::clone(&plan), cluster, occupancy);
        let mut sim = Self {
            tried,
            start,
            core: Core::new(world),
            cause: None,
            drains: Drains::default(),
            runs: plan.pools.ids().map(|_| None).collect(),
            due: plan.pools.ids().map(|_| Vec::new()).collect(),
            told: plan.pools.ids().map(|_| None).collect(),
            steps: Steps::of(&plan),
            edge: plan.maintenance.next_edge(SimTime::ZERO),
            homes: plan.pools.values().map(|pool| pool.template).collect(),
            refusals: Refusals::default(),
            requests: Requests::default(),
            repairs: Repairs::default(),
            masters_due: VecDeque::new(),
            held_back: Vec::new(),
            backlog: Backlog::default(),
            pass: Pass::default(),
            preemptor: Preemptor::new(&plan),
            jobs: plan.workloads.values().map(JobState::at_start).collect(),
            wakes_now: 0,
            plan,
        };
        sim.begin();
        sim
    }

    /// The cluster of frame 0.
    pub fn start(&self) -> &Rc<Cluster> {
        &self.start
    }

    pub fn plan(&self) -> &Rc<Plan> {
        &self.plan
    }

    pub fn now(&self) -> SimTime {
        self.core.now
    }

    /// The cluster now; equal to the fold of the trace over the start.
    pub fn cluster(&self) -> &Cluster {
        &self.core.world.cluster
    }

    pub fn trace(&mut self) -> &mut trace::TraceWriter {
        &mut self.core.trace
    }

    fn tx(&mut self) -> Tx<'_> {
        Tx {
            core: &mut self.core,
            cause: self.cause,
        }
    }

    fn begin(&mut self) {
        self.core.now = SimTime::ZERO;
        let plan = Rc::clone(&self.plan);
        self.cause =
            self.tx()
                .record_because(Rule::ScenarioStart, Subject::Cluster, Change::Started, None);
        let started = self.cause;
        let timed = plan.script.iter().enumerate();
        for (entry, command) in timed.filter(|(_, entry)| entry.is_timed()) {
            self.core.queue.push(
                command.at,
                Wake::Command(entry as u32),
                (0, entry as u64),
                started,
            );
        }
        for edge in &plan.switches {
            self.core
                .queue
                .push(*edge, Wake::WindowEdge, (0, 0), started);
        }
        self.carry_over();
    }

    /// What is under way at time 0: starting, terminating and pending Pods, nodes that boot or go.
    fn carry_over(&mut self) {
        let started = self.cause;
        for id in self.core.world.cluster.pods.ids() {
            let pod = self.core.world.cluster.pods[id];
            match pod.phase() {
                PodPhase::Pending => self.core.created.push(id),
                PodPhase::Starting { .. } => {
                    let rank = (0, self.tx().pod_rank(id));
                    let start = self.plan.workloads[pod.workload].timings.start.p50;
                    self.core.queue.push(
                        SimTime::ZERO + start,
                        Wake::ContainersStarted(id),
                        rank,
                        started,
                    );
                }
                PodPhase::Terminating { until, .. } => {
                    let rank = (0, self.tx().pod_rank(id));
                    self.core.queue.push(
                        until.max(SimTime::ZERO),
                        Wake::GraceOver(id),
                        rank,
                        started,
                    );
                }
                PodPhase::Running { .. }
                | PodPhase::Succeeded { .. }
                | PodPhase::Failed { .. }
                | PodPhase::Gone => {}
            }
        }
        for id in self.core.world.cluster.nodes.ids() {
            if let NodePhase::Booting { ready_at } = self.core.world.cluster.nodes[id].phase {
                let rank = self.tx().node_rank(id);
                self.core
                    .queue
                    .push(ready_at, Wake::VmBooted(id), rank, started);
            }
        }
        for id in self.core.world.cluster.nodes.ids() {
            if let Some(end) = self.end_of_life(id) {
                let rank = self.tx().node_rank(id);
                self.core.queue.push(end, Wake::LifeOver(id), rank, started);
            }
        }
        if !self.core.created.is_empty() {
            self.core
                .queue
                .push(SimTime::ZERO, Wake::Schedule, (0, 0), started);
        }
        let world = &self.core.world;
        let finished = world.finished_on.keys().copied();
        let expelling = world.with_executing_taints();
        let nodes = finished.chain(world.with_more_daemons()).chain(expelling);
        let nodes: Vec<NodeId> = nodes.chain(self.with_stray_daemons()).collect();
        for node in nodes {
            let (wake, rank) = (Wake::SyncNode(node), self.tx().node_rank(node));
            self.core.queue.push(SimTime::ZERO, wake, rank, started);
        }
        // A controller looks at Pods that are not as it wants them: too many, too few, finished (KC-01, KC-10, KC-16).
        for id in self.plan.workloads.ids() {
            let world = &self.core.world;
            let mut pods = world.pods_of.of(id);
            let active = pods.all(|pod| world.cluster.pods[pod].active());
            // Also at a Job that had too many failures (KC-17).
            let failures = self.plan.workloads[id].failed > 0;
            if !active || failures || world.active[id] != world.cluster.workloads[id].replicas {
                let (wake, rank) = (Wake::SyncWorkload(id), (u64::from(id.0), 0));
                self.core.queue.push(SimTime::ZERO, wake, rank, started);
            }
            if let Some(at) = self.deadline_of(id) {
                let (wake, rank) = (Wake::JobDeadline(id), (u64::from(id.0), 0));
                self.core.queue.push(at, wake, rank, started);
            }
        }
    }

    /// Acts on the next wake; says why when there is none.
    pub fn step(&mut self) -> Option<Ended> {
        self.ask_for_edge();
        match self.core.queue.next() {
            None => return Some(Ended::Quiet),
            Some(at) if at > self.plan.until && self.is_over() => return Some(Ended::Quiet),
            Some(at) if at > self.plan.until => return Some(Ended::Until),
            Some(_) => {}
        }
        let due = self.core.queue.pop()?;
        if due.at > self.core.now {
            self.core.now = due.at;
            self.wakes_now = 0;
        }
        self.wakes_now += 1;
        let size = u64::from(self.core.world.cluster.nodes.len())
            + u64::from(self.core.world.cluster.pods.len());
        if self.wakes_now > WAKES_AN_INSTANT * (size + 100) {
            return Some(Ended::Overrun);
        }
        self.core.answering(due.wake);
        if self.waits_for_api(due.wake) {
            self.held_back.push((due.wake, due.cause));
            return None;
        }
        self.cause = due.cause;
        self.act(due.wake);
        None
    }

    /// Runs to the end.
    pub fn run(&mut self) -> Ended {
        loop {
            if let Some(ended) = self.step() {
                return ended;
            }
        }
    }

    fn act(&mut self, wake: Wake) {
        match wake {
            Wake::Command(entry) => self.command(entry),
            Wake::WindowEdge => self.calendar_edge(),
            Wake::GraceOver(pod) => self.grace_over(pod),
            Wake::VmDeleted(node) => self.vm_deleted(node),
            Wake::VmBooted(node) => self.vm_booted(node),
            Wake::ReplicaDone(replica) => self.replica_done(replica),
            Wake::PodShutDown(pod) => self.pod_shut_down(pod),
            Wake::NodeLost(node, since) => self.node_lost(node, since),
            Wake::RepairDue(node, since) => self.repair_due(node, since),
            Wake::Repair => self.repair(),
            Wake::NodeBack(node, since) => self.node_back(node, since),
            Wake::LifeOver(node) => self.life_over(node),
            Wake::BringBack(node) => self.bring_back(node),
            Wake::ContainersStarted(pod) => self.containers_started(pod),
            Wake::ProbesPassed(pod) => self.probes_passed(pod),
            Wake::SyncBudget(budget) => {
                let cause = self.cause;
                if self.core.world.sync_budget(budget, cause) {
                    self.budget_changed(budget);
                }
            }
            Wake::SyncWorkload(workload) => self.sync_workload(workload),
            Wake::SyncNode(node) => self.sync_node(node),
            Wake::TolerationOver(pod) => self.toleration_over(pod),
            Wake::JobDeadline(workload) => self.job_deadline(workload),
            Wake::Schedule => self.schedule(),
            Wake::BeginDrain(node) => self.begin_drain(node),
            Wake::DrainLimit(node, generation) => self.drain_limit(node, generation),
            Wake::PdbTimeout(node, generation) => self.pdb_timeout(node, generation),
            Wake::TryEvictions(node) => self.try_evictions(node),
            Wake::DrainMoved(node) => self.drain_moved(node),
            Wake::PodsLeftDrain(node) => self.pods_left_drain(node),
            Wake::Strategy(pool) | Wake::PhaseTimer(pool) => self.strategy(pool),
            Wake::Capacity => self.capacity_changed(),
            Wake::Maintenance => self.maintenance(),
            Wake::UpgradeAgain(pool, cancels) => self.upgrade_again(pool, cancels),
        }
    }

    fn grace_over(&mut self, pod: PodId) {
        let PodPhase::Terminating { on, until } = self.core.world.cluster.pods[pod].phase() else {
            return;
        };
        // Without a kubelet it stays until its node is no more (KT-14).
        if until <= self.core.now && self.kubelet_acts(on) {
            self.pod_gone(pod, Rule::PodGone);
        }
    }

    fn pod_gone(&mut self, pod: PodId, rule: Rule) {
        // What had finished has been counted before.
        let counts = !self.core.world.cluster.pods[pod].finished();
        if let Some(no) = self.tx().record(rule, Subject::Pod(pod), Change::PodGone) {
            self.cause = Some(no);
            if counts {
                self.job_pod_gone(pod);
            }
        }
    }

    fn containers_started(&mut self, pod: PodId) {
        let state = self.core.world.cluster.pods[pod];
        let PodPhase::Starting { on } = state.phase() else {
            return;
        };
        if !self.kubelet_acts(on) || self.core.shutting_down.contains(&pod) {
            return;
        }
        let mut tx = self.tx();
        let timings = tx.timings(state.workload);
        if tx.never_ready(state.workload, on) {
            let ready_after_s = NEVER;
            let change = Change::PodStarted { ready_after_s };
            tx.record(Rule::NeverReady, Subject::Pod(pod), change);
            self.core.behaviour.note_bad(pod);
            return;
        }
        let subject = tx.pod_rank(pod);
        let ready_after_s = tx
            .draw(timings.ready, tx::Stream::PodReady, subject, 0)
            .secs();
        if ready_after_s == 0 {
            tx.record(Rule::PodReady, Subject::Pod(pod), Change::PodReady);
        } else {
            tx.record(
                Rule::PodStarted,
                Subject::Pod(pod),
                Change::PodStarted { ready_after_s },
            );
        }
    }

    fn probes_passed(&mut self, pod: PodId) {
        if let PodPhase::Running { ready: false, on } = self.core.world.cluster.pods[pod].phase()
            && self.kubelet_acts(on)
            && !self.core.shutting_down.contains(&pod)
        {
            self.tx()
                .record(Rule::PodReady, Subject::Pod(pod), Change::PodReady);
        }
    }
}
