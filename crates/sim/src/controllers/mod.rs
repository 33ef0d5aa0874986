//! The workload controllers and the taint manager: they create and delete Pods.

mod daemon;
mod job;
mod replica;
mod rollout;
mod stateful;
mod surplus;
mod taints;

pub use daemon::{DaemonPod, daemon_creates};
pub use job::{JobView, job_creates};
pub use replica::replica_diff;
pub use stateful::{OrdinalState, OrdinalSync, ordinal_sync};
pub use surplus::{PodPhaseRank, SurplusPod, deletion_order};

use crate::cx::{Core, Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{BudgetId, IdVec, Map, NodeId, PodId, Set, SimTime, WorkloadId, ZoneId, muted};
use model::cluster::Cluster;
use model::plan::Plan;
use model::workload::{Workload, WorkloadKind};
use trace::Change;

/// The Job controller's state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct JobState {
    failures: u32,
    /// Failures since the last success, which determine the backoff.
    in_a_row: u32,
    /// Completions in the run.
    succeeded: u32,
    backoff_until: SimTime,
    /// The reported end of the backoff.
    told_until: Option<SimTime>,
    failed: bool,
    /// Pods that the controller deleted itself, or that have failed by their deletion: their ends don't count.
    let_go: Set<PodId>,
}

impl JobState {
    /// KC-17: failures before the start count.
    fn at_start(workload: &Workload) -> Self {
        let failures = if muted("KC-17") { 0 } else { workload.failed };
        Self { failures, in_a_row: failures, ..Self::default() }
    }
}

/// Pods with a running `tolerationSeconds` timer (KT-12).
#[derive(Clone, Debug, Default)]
struct Tolerated {
    until: Map<PodId, SimTime>,
    /// By workload, how many timers started when a Pod was bound.
    begun: Map<WorkloadId, u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Controllers {
    jobs: IdVec<WorkloadId, JobState>,
    tolerated: Tolerated,
    /// When the next lost node of a zone may be tainted (KT-13).
    next_taint: Map<ZoneId, SimTime>,
    taint_turns: Map<NodeId, SimTime>,
    /// Rollouts that aren't done.
    rollouts: Vec<rollout::RolloutProgress>,
}

impl Controllers {
    pub(super) fn new(plan: &Plan, cluster: &Cluster) -> Self {
        let mut jobs: IdVec<WorkloadId, JobState> =
            plan.workloads.values().map(JobState::at_start).collect();
        for (id, pod) in cluster.pods.iter() {
            // Its failure is one of those before the start.
            if pod.terminating() && plan.workloads[pod.workload].kind.fails_by_deletion() {
                jobs[pod.workload].let_go.insert(id);
            }
        }
        Self {
            jobs,
            tolerated: Tolerated::default(),
            next_taint: Map::new(),
            taint_turns: Map::new(),
            rollouts: Vec::new(),
        }
    }
}

fn sync_budget(cx: &mut Cx<'_>, budget: BudgetId) {
    if cx.core.world.sync_budget(budget, cx.cause) {
        cx.wake_now(Wake::BudgetChanged(budget));
        cx.look_soon();
    }
}

impl Process for Controllers {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::SyncBudget(budget) => sync_budget(cx, budget),
            Wake::SyncWorkload(workload) => self.sync_workload(cx, workload),
            Wake::SyncRollout(workload) => self.sync_rollout(cx, workload),
            Wake::SyncNode(node) => self.sync_node(cx, node),
            Wake::TolerationOver(pod) => self.toleration_over(cx, pod),
            Wake::JobDeadline(workload) => self.job_deadline(cx, workload),
            Wake::ProgressDeadline(workload) => self.progress_deadline(cx, workload),
            Wake::PodEnded(pod) => self.job_pod_ended(cx, pod),
            Wake::BoundToTaint(pod) => self.bound_to_taint(cx, pod),
            Wake::NodeUnreachable(node) => self.node_unreachable(cx, node),
            _ => {}
        }
    }

    fn still_acts(&self, core: &Core, wake: Wake) -> bool {
        match wake {
            Wake::ProgressDeadline(workload) => self.rolls(core, workload),
            _ => true,
        }
    }
}

impl Controllers {
    /// Syncs one controller at the instant of a change (KC, head of the section).
    fn sync_workload(&mut self, cx: &mut Cx<'_>, id: WorkloadId) {
        match cx.plan.workloads[id].kind {
            WorkloadKind::Deployment
            | WorkloadKind::ReplicaSet
            | WorkloadKind::ReplicationController => {
                cx.sync_replicas(id);
            }
            WorkloadKind::Custom { recreating: true, ordinals, .. } if !muted("KC-20") => {
                match ordinals {
                    true => cx.sync_stateful(id, true),
                    false => cx.sync_replicas(id),
                }
            }
            WorkloadKind::StatefulSet { parallel } => cx.sync_stateful(id, parallel),
            WorkloadKind::Job { .. } => self.sync_job(cx, id),
            // KD-13, KC-19: a bare Pod isn't recreated.
            WorkloadKind::Pod if muted("KD-13") || muted("KC-19") => cx.sync_replicas(id),
            // Daemon Pods are synced by node (`sync_daemons`).
            WorkloadKind::DaemonSet
            | WorkloadKind::Pod
            | WorkloadKind::Mirror
            | WorkloadKind::Custom { .. } => {}
        }
    }

    /// Syncs controllers for one node: it is new, its taints changed, or it lost a daemon Pod.
    fn sync_node(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        self.evict_no_execute(cx, node);
        cx.sync_daemons(node);
    }
}

impl Cx<'_> {
    fn create_pod(&mut self, rule: Rule, workload: WorkloadId, place: u32) {
        let pod = self.world.cluster.pods.next_id();
        self.record(rule, pod, Change::PodCreated { workload, place });
    }
}
