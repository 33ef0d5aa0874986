//! Counts of Pods from a reader of the trace, compared with counts from scratch.

use base::{Map, PodId, Set, WorkloadId};
use model::{Cluster, Plan};
use trace::{CountDelta, PodStage};

/// Pods that aren't ending, and ready ones, by workload, and the Pods that wait for a node.
#[derive(PartialEq, Eq, Default)]
pub(super) struct PodCounts(Map<WorkloadId, (i32, i32)>, Set<PodId>);

impl PodCounts {
    pub(super) fn of(plan: &Plan, cluster: &Cluster) -> Self {
        let mut counts = Self::default();
        for (id, pod) in cluster.pods.iter() {
            let stage = PodStage::of(pod.phase());
            if !matches!(stage, PodStage::Absent | PodStage::Terminating) {
                let ready = i32::from(stage == PodStage::Ready);
                let revision = plan.workloads[pod.workload].revision;
                counts.add(WorkloadId(pod.workload.0 - revision), 1, ready);
            }
            if stage == PodStage::Pending {
                counts.1.insert(id);
            }
        }
        counts
    }

    fn add(&mut self, id: WorkloadId, pods: i32, ready: i32) {
        let own = self.0.entry(id).or_default();
        *own = (own.0 + pods, own.1 + ready);
        if *own == (0, 0) {
            self.0.remove(&id);
        }
    }

    pub(super) fn take(&mut self, turn: CountDelta) {
        match turn {
            CountDelta::Workload { id, pods, ready } => self.add(id, pods, ready),
            CountDelta::Pending { pod, waits: true } => _ = self.1.insert(pod),
            CountDelta::Pending { pod, waits: false } => _ = self.1.remove(&pod),
        }
    }
}
