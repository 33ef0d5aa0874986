//! Floor 3: the engine. A run is a pure function of plan, start and script.
//!
//! `Sim::step` pops the next due wake and runs the process that handles it (`Wake::process`). A process owns its state and
//! acts in a `Cx`: the plan, the core that all processes share, and the row that caused the wake. It never calls another process:
//! it records facts, and `listeners` wakes the processes that they concern; it reads the core; and if another process
//! must act before it continues, it hands that process a wake (`Cx::wake_now`). A new process is a struct with `on_wake`, its
//! wakes, and a line in `processes`.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod autoscaler;
mod awaited;
mod behaviour;
mod branch;
mod calendar;
mod capacity;
mod commands;
mod containers;
mod control_plane;
pub mod controllers;
pub mod cx;
mod disruption_controller;
mod drain;
mod groups;
mod kubelet;
mod listeners;
mod load_balancers;
mod pending;
mod preemption;
pub mod queue;
mod refusals;
mod removal;
pub mod rules;
mod scheduler;
pub mod scheduling;
mod start;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod upgrade;
mod vms;
mod volumes;
pub mod wake;
mod work;
mod workload_pods;
mod world;

pub use self::drain::filters as drain_filters;

use std::rc::Rc;

use self::autoscaler::Autoscaler;
use self::calendar::Calendar;
use self::commands::Commands;
use self::control_plane::ControlPlane;
use self::controllers::Controllers;
use self::cx::{Core, Cx, Process, Processes};
use self::drain::Drains;
use self::kubelet::Kubelets;
use self::load_balancers::LoadBalancers;
use self::scheduler::Scheduler;
use self::upgrade::Upgrades;
use self::vms::Vms;
use self::wake::Wake;
use self::world::World;
use base::SimTime;
use model::cluster::Cluster;
use model::plan::Plan;
use trace::Ended;

/// The most wakes of one instant, per node and Pod of the run, and for each of its Services; more count as a bug.
const WAKES_AN_INSTANT: u64 = 200;

/// A run in progress. A branch is a clone.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Rc<Plan>,
    start: Rc<Cluster>,
    core: Core,
    processes: Processes,
    /// The next instant at which a window or exclusion begins or ends.
    edge: Option<SimTime>,
    wakes_now: u64,
}

/// Creates the processes in the order of [`wake::ProcessId`].
fn processes(plan: &Plan, cluster: &Cluster) -> Processes {
    let all: [Box<dyn Process>; 11] = [
        Box::new(Commands),
        Box::new(Calendar),
        Box::new(Kubelets),
        Box::new(Vms::default()),
        Box::new(Controllers::new(plan, cluster)),
        Box::new(Scheduler::new(plan, cluster)),
        Box::new(Drains::default()),
        Box::new(Upgrades::new(plan, cluster)),
        Box::new(ControlPlane::default()),
        Box::new(Autoscaler::default()),
        Box::new(LoadBalancers::default()),
    ];
    Processes { all: all.into_iter().map(Some).collect(), listen: listeners::on_record }
}

impl Sim {
    /// Starts a run. The scheduler places every Pod that has no node before time 0; these placements are frame 0, not rows.
    pub fn new(plan: Rc<Plan>, cluster: Cluster) -> Self {
        Self::placed(plan, cluster, |cluster| Rc::new(cluster.clone()))
    }

    /// Starts a run whose trace has no frame 0, to save memory. Until the first step, frame 0 is [`Sim::cluster`].
    pub fn without_start(plan: Rc<Plan>, cluster: Cluster) -> Self {
        Self::placed(plan, cluster, |_| Rc::default())
    }

    fn placed(plan: Rc<Plan>, cluster: Cluster, kept: fn(&Cluster) -> Rc<Cluster>) -> Self {
        let (cluster, occupancy) = start::place(&plan, cluster);
        let (start, processes) = (kept(&cluster), processes(&plan, &cluster));
        let mut sim = Self {
            start,
            core: Core::new(World::new(Rc::clone(&plan), cluster, occupancy)),
            processes,
            edge: plan.maintenance.next_edge(SimTime::ZERO),
            wakes_now: 0,
            plan,
        };
        let (core, processes) = (&mut sim.core, &mut sim.processes);
        Cx::new(&sim.plan, core, processes, None).begin();
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

    /// The cluster at this moment; equal to frame 0 with all rows of the trace applied.
    pub fn cluster(&self) -> &Cluster {
        &self.core.world.cluster
    }

    pub fn trace(&mut self) -> &mut trace::TraceWriter {
        &mut self.core.trace
    }

    /// Lets the autoscaler look at every instant of its grid instead of those at which something may be found, and search again where a
    /// search has found nothing: the rows must be the same.
    pub fn look_at_every_tick(&mut self) {
        self.core.look.every_tick = true;
        self.core.queue.push(SimTime::ZERO, Wake::Autoscale, (0, 0), Some(start::ROW));
    }

    /// Acts on the next wake; returns why the run ended if there is none.
    pub fn step(&mut self) -> Option<Ended> {
        if let Some(edge) = self.next_edge() {
            if self.is_over() {
                return Some(Ended::Quiet);
            }
            // Queued earlier, it would keep the run alive.
            self.core.queue.push(edge, Wake::WindowEdge, (0, 0), Some(start::ROW));
            self.edge = self.plan.maintenance.next_edge(edge);
        }
        match self.core.queue.next() {
            None => return Some(Ended::Quiet),
            Some(at) if at > self.plan.until && self.is_over() => return Some(Ended::Quiet),
            Some(at) if at > self.plan.until => return Some(Ended::Until),
            Some(_) => {}
        }
        let due = self.core.queue.pop()?;
        if due.wake.may_loop() && !self.acts(due.wake) && self.is_over() {
            self.core.queue.push(due.at, due.wake, (0, 0), due.cause);
            return Some(Ended::Quiet);
        }
        if due.at > self.core.now {
            self.core.now = due.at;
            self.wakes_now = 0;
        }
        self.wakes_now += 1;
        let cluster = &self.core.world.cluster;
        let size = u64::from(cluster.nodes.len()) + u64::from(cluster.pods.len());
        let services = u64::from(self.plan.services.len()) + 1;
        if self.wakes_now > WAKES_AN_INSTANT * (size + 100) * services {
            return Some(Ended::Overrun);
        }
        self.core.clear_pending(due.wake);
        if self.core.waits_for_api(due.wake) {
            self.core.held_back.push((due.wake, due.cause));
        } else {
            self.processes.wake(&self.plan, &mut self.core, due.wake, due.cause);
        }
        None
    }

    /// Runs to the end and returns why it ended.
    pub fn run(&mut self) -> Ended {
        loop {
            if let Some(ended) = self.step() {
                return ended;
            }
        }
    }

    /// Can nothing change any more? Stale wakes may remain.
    fn is_over(&self) -> bool {
        let mut waiting = self.core.queue.waiting();
        let mut processes = self.processes.all.iter().flatten();
        let waits = self.edge.is_some() && processes.any(|one| one.waits_for_calendar(&self.core));
        !waits && !waiting.any(|wake| self.acts(wake))
    }

    /// Can the wake still change anything?
    fn acts(&self, wake: Wake) -> bool {
        let process = self.processes.get(wake.process());
        process.is_some_and(|one| one.still_acts(&self.core, wake))
    }

    /// The next edge of the calendar, if nothing comes before it.
    fn next_edge(&self) -> Option<SimTime> {
        let next = self.core.queue.next();
        self.edge.filter(|edge| next.is_none_or(|next| *edge <= next))
    }
}
