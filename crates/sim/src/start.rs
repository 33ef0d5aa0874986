//! How a run begins: Pods of frame 0 get their nodes, and work in progress at time 0 gets its wakes.

use crate::cx::Cx;
use crate::rules::Rule;
use crate::scheduler::priority;
use crate::scheduling::{Occupancy, Placement, SchedulerCache, entry_turn, node_should_run};
use crate::wake::Wake;
use base::{Map, NodeId, PodId, RecordNo, Set, SimTime, WorkloadId};
use model::cluster::Cluster;
use model::node::NodePhase;
use model::plan::Plan;
use model::pod::{Pod, PodPhase};
use model::workload::WorkloadKind;
use std::rc::Rc;
use trace::{Change, Subject};

use crate::volumes::FirstUsers;

/// The row of the scenario's start, the cause of everything in the script.
pub(super) const ROW: RecordNo = RecordNo(0);

impl Cx<'_> {
    pub(super) fn begin(&mut self) {
        self.now = SimTime::ZERO;
        self.cause =
            self.record_because(Rule::ScenarioStart, Subject::Cluster, Change::Started, None);
        let timed = self.plan.script.iter().enumerate();
        for (entry, command) in timed.filter(|(_, entry)| entry.is_timed()) {
            self.wake(command.at, Wake::Command(entry as u32));
        }
        for edge in &self.plan.switches {
            self.wake(*edge, Wake::WindowEdge);
        }
        self.schedule_initial_wakes();
        if self.balanced {
            self.wake_now(Wake::FirstBackends);
        }
        self.schedule_upgrades_again();
    }

    /// Schedules what is in progress at time 0: starting, terminating and pending Pods, booting and deleted nodes.
    fn schedule_initial_wakes(&mut self) {
        self.begin_tasks();
        self.begin_containers();
        self.begin_waits();
        for id in self.world.cluster.pods.ids() {
            let pod = self.world.cluster.pods[id];
            match pod.phase() {
                PodPhase::Pending => self.scheduler_events.created.push(id),
                PodPhase::Starting { .. } if self.behaviour.containers.contains_key(&id) => {}
                PodPhase::Starting { .. } if self.volumes.waits(id) => {}
                PodPhase::Starting { .. } => {
                    let start = self.plan.workloads[pod.workload].timings.start.p50;
                    self.wake(SimTime::ZERO + start, Wake::ContainersStarted(id));
                }
                PodPhase::Terminating { until: Pod::HELD, .. } => {}
                PodPhase::Terminating { until, .. } => {
                    self.wake(until.max(SimTime::ZERO), Wake::GraceOver(id));
                }
                PodPhase::Running { .. }
                | PodPhase::Succeeded { .. }
                | PodPhase::Failed { .. }
                | PodPhase::Gone => {}
            }
        }
        for id in self.world.cluster.nodes.ids() {
            if let NodePhase::Booting { ready_at } = self.world.cluster.nodes[id].phase {
                self.wake(ready_at, Wake::VmBooted(id));
            }
        }
        for id in self.world.cluster.nodes.ids() {
            if let Some(end) = self.end_of_life(id) {
                self.wake(end, Wake::LifeOver(id));
            }
        }
        self.begin_not_ready();
        if !self.scheduler_events.created.is_empty() {
            self.wake(SimTime::ZERO, Wake::Schedule);
        }
        let world = &self.world;
        let finished = world.finished_on.keys().copied();
        let expelling = world.with_executing_taints();
        let nodes = finished.chain(world.with_more_daemons()).chain(expelling);
        let nodes: Vec<NodeId> = nodes.chain(self.with_stray_daemons()).collect();
        for node in nodes {
            self.wake(SimTime::ZERO, Wake::SyncNode(node));
        }
        // Controllers sync workloads whose Pods aren't as wanted: too many, too few, finished (KC-01, KC-10, KC-16).
        for id in self.plan.workloads.ids() {
            let world = &self.world;
            let mut pods = world.pods_of.of(id);
            let active = pods.all(|pod| world.cluster.pods[pod].active());
            let complete = world.active[id] == world.cluster.workloads[id].replicas;
            drop(pods);
            // Also a Job with too many failures (KC-17).
            if !active || !complete || self.plan.workloads[id].failed > 0 {
                self.wake(SimTime::ZERO, Wake::SyncWorkload(id));
            }
            if let Some(at) = self.deadline_of(id) {
                self.wake(at, Wake::JobDeadline(id));
            }
        }
    }
}

/// How often Pods with unmet required affinity are retried at the start; the rest stays pending.
const ROUNDS: u32 = 100;

/// Frame 0: adds daemon Pods to every node that should run one, then places every Pod without a node with the same
/// scheduler; all are ready, as if they had long been running.
pub(super) fn place(plan: &Rc<Plan>, mut cluster: Cluster) -> (Cluster, Occupancy) {
    let daemon = |workload: &WorkloadId| plan.workloads[*workload].kind == WorkloadKind::DaemonSet;
    let daemons: Vec<WorkloadId> = plan.workloads.ids().filter(daemon).collect();
    // Reserves one replacement per Pod and the daemons of surge nodes: doubling would reserve four times the
    // Pods.
    // These rarely outnumber all other Pods.
    let more = (daemons.len() as u32).saturating_mul(cluster.nodes.len());
    let more = more.min(cluster.pods.len());
    let pods = cluster.pods.len() + more;
    cluster.pods.reserve(more + pods / 16 * 17);
    for workload in daemons {
        add_daemon_pods(plan, &mut cluster, workload);
    }
    let mut occupancy = Occupancy::new(plan, &cluster);
    let mut users = FirstUsers::at_start(plan, &cluster);
    // No Pod is added or retried in the meantime, so the queue would only sort.
    let mut turns: Map<_, Vec<PodId>> = Map::new();
    for (id, pod) in cluster.pods.iter().filter(|(_, pod)| pod.pending()) {
        let turn = entry_turn(priority(plan, pod), pod.created());
        turns.entry(turn).or_default().push(id);
    }
    let mut waiting: Vec<PodId> = turns.into_iter().flat_map(|(_, pods)| pods).collect();
    let mut pass = SchedulerCache::default();
    // KS-15: Pods with required affinity are retried as long as other Pods are placed.
    let mut unplaced = Vec::new();
    for _ in 0..ROUNDS {
        let mut awaited = false;
        for pod in waiting {
            let workload = cluster.pods[pod].workload;
            match pass.place(plan, &cluster, &occupancy, pod) {
                Placement::On(node) => {
                    let waits = users.is_kept_from(plan, &cluster.pods[pod], node);
                    cluster.pods[pod].set_phase(match waits {
                        true => PodPhase::Starting { on: node },
                        false => PodPhase::Running { on: node, ready: true },
                    });
                    occupancy.bound(plan, &cluster, pod, node);
                    occupancy.volumes.placed(plan, &cluster, &cluster.pods[pod]);
                    awaited |= !unplaced.is_empty() && occupancy.is_required(workload);
                }
                Placement::Nowhere(_) => {
                    if !plan.workloads[workload].affinity.near.is_empty() {
                        unplaced.push(pod);
                    }
                }
            }
        }
        if !awaited {
            break;
        }
        waiting = std::mem::take(&mut unplaced);
    }
    for (_, pod) in cluster.pods.iter_mut() {
        if let PodPhase::Running { on, ready: true } = pod.phase()
            && plan.not_ready.contains_key(&on)
        {
            pod.set_phase(PodPhase::Running { on, ready: false });
        }
    }
    occupancy.forget_binding_order();
    (cluster, occupancy)
}

fn add_daemon_pods(plan: &Plan, cluster: &mut Cluster, workload: WorkloadId) {
    let own = cluster.pods.values().filter(|pod| pod.workload == workload);
    let there: Set<NodeId> = own.filter_map(|pod| pod.pinned().or(pod.node())).collect();
    let nodes: Vec<NodeId> = cluster.nodes.ids().collect();
    for node in nodes {
        let wanted =
            cluster.nodes[node].up() && node_should_run(plan, cluster, workload, node, false).run;
        if !wanted || there.contains(&node) {
            continue;
        }
        let state = &mut cluster.workloads[workload];
        let number = state.next_number;
        state.next_number += 1;
        cluster.pods.push(Pod::new(workload, number, Some(node), SimTime::ZERO, PodPhase::Pending));
    }
}
