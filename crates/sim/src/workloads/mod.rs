//! Controllers: who brings back a Pod that ended, and when.

mod daemon;
mod job;
mod replica;
mod stateful;
mod surplus;
mod taints;

pub use self::daemon::{DaemonPod, daemon_creates};
pub use self::job::{JobState, JobView, Jobs, job_creates};
pub use self::replica::replica_diff;
pub use self::stateful::{OrdinalSync, Standing, ordinal_sync};
pub use self::surplus::{Stage, SurplusPod, deletion_order};
pub(super) use self::taints::{Tolerated, placed};

use super::Sim;
use super::rules::Rule;
use base::{NodeId, WorkloadId, muted};
use model::workload::WorkloadKind;
use trace::{Change, Subject};

impl Sim {
    /// One sync of one controller, at the instant something changed (KC, head of the section).
    pub(super) fn sync_workload(&mut self, id: WorkloadId) {
        match self.plan.workloads[id].kind {
            WorkloadKind::Deployment
            | WorkloadKind::ReplicaSet
            | WorkloadKind::ReplicationController => {
                self.sync_replicas(id);
            }
            WorkloadKind::Custom {
                recreating: true, ..
            } if !muted("KC-20") => self.sync_replicas(id),
            WorkloadKind::StatefulSet { parallel } => self.sync_stateful(id, parallel),
            WorkloadKind::Job { .. } => self.sync_job(id),
            // KD-13, KC-19: a bare Pod is lost.
            WorkloadKind::Pod if muted("KD-13") || muted("KC-19") => self.sync_replicas(id),
            // A daemon Pod follows its node (`sync_daemons`).
            WorkloadKind::DaemonSet
            | WorkloadKind::Pod
            | WorkloadKind::Mirror
            | WorkloadKind::Custom { .. } => {}
        }
    }

    /// What controllers do about one node: it is new, has other taints, or lost a daemon Pod.
    pub(super) fn sync_node(&mut self, node: NodeId) {
        self.expel(node);
        self.sync_daemons(node);
    }

    fn create_pod(&mut self, rule: Rule, workload: WorkloadId, place: u32) {
        let mut tx = self.tx();
        let pod = tx.world().cluster.pods.next_id();
        tx.record(
            rule,
            Subject::Pod(pod),
            Change::PodCreated { workload, place },
        );
    }
}
