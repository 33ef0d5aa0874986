//! Controllers: who brings back a Pod that ended, and when.

mod daemon;
mod job;
mod replica;
mod stateful;
mod surplus;
mod taints;

pub use self::daemon::{DaemonPod, daemon_creates};
pub use self::job::{JobView, job_creates};
pub use self::replica::replica_diff;
pub use self::stateful::{OrdinalSync, Standing, ordinal_sync};
pub use self::surplus::{Stage, SurplusPod, deletion_order};

use self::job::JobState;
use self::taints::Tolerated;
use crate::cx::{Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{IdVec, NodeId, WorkloadId, muted};
use model::plan::Plan;
use model::workload::WorkloadKind;
use trace::{Change, Subject};

#[derive(Clone, Debug)]
pub(super) struct Controllers {
    jobs: IdVec<WorkloadId, JobState>,
    tolerated: Tolerated,
}

impl Controllers {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            jobs: plan.workloads.values().map(JobState::at_start).collect(),
            tolerated: Tolerated::default(),
        }
    }
}

impl Process for Controllers {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::SyncBudget(budget) => {
                if cx.core.world.sync_budget(budget, cx.cause) {
                    cx.wake_now(Wake::BudgetChanged(budget));
                }
            }
            Wake::SyncWorkload(workload) => self.sync_workload(cx, workload),
            Wake::SyncNode(node) => self.sync_node(cx, node),
            Wake::TolerationOver(pod) => self.toleration_over(cx, pod),
            Wake::JobDeadline(workload) => self.job_deadline(cx, workload),
            Wake::PodEnded(pod) => self.job_pod_gone(cx, pod),
            Wake::BoundToTaint(pod) => self.bound_to_taint(cx, pod),
            Wake::NodeUnreachable(node) => self.node_unreachable(cx, node),
            _ => {}
        }
    }
}

impl Controllers {
    /// One sync of one controller, at the instant something changed (KC, head of the section).
    fn sync_workload(&mut self, cx: &mut Cx<'_>, id: WorkloadId) {
        match cx.plan.workloads[id].kind {
            WorkloadKind::Deployment
            | WorkloadKind::ReplicaSet
            | WorkloadKind::ReplicationController => {
                cx.sync_replicas(id);
            }
            WorkloadKind::Custom {
                recreating: true, ..
            } if !muted("KC-20") => cx.sync_replicas(id),
            WorkloadKind::StatefulSet { parallel } => cx.sync_stateful(id, parallel),
            WorkloadKind::Job { .. } => self.sync_job(cx, id),
            // KD-13, KC-19: a bare Pod is lost.
            WorkloadKind::Pod if muted("KD-13") || muted("KC-19") => cx.sync_replicas(id),
            // A daemon Pod follows its node (`sync_daemons`).
            WorkloadKind::DaemonSet
            | WorkloadKind::Pod
            | WorkloadKind::Mirror
            | WorkloadKind::Custom { .. } => {}
        }
    }

    /// What controllers do about one node: it is new, has other taints, or lost a daemon Pod.
    fn sync_node(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        self.expel(cx, node);
        cx.sync_daemons(node);
    }
}

impl Cx<'_> {
    fn create_pod(&mut self, rule: Rule, workload: WorkloadId, place: u32) {
        let pod = self.world().cluster.pods.next_id();
        self.record(
            rule,
            Subject::Pod(pod),
            Change::PodCreated { workload, place },
        );
    }
}
