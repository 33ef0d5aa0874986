//! StatefulSets: an ordinal comes back only when the Pod of its name is gone.

use std::collections::BTreeMap;

use crate::base::{PodId, WorkloadId, muted};
use crate::model::pod::PodPhase;
use crate::sim::Sim;
use crate::sim::rules::Rule;

impl Sim {
    /// Rulebook: KC-09 (a name is blocked until its Pod is gone), KC-10 (OrderedReady: one action, stop at the
    /// first ordinal that is not done), KC-11 (Parallel), KC-12 (scale-down from the highest).
    pub(super) fn sync_stateful(&mut self, id: WorkloadId, parallel: bool) {
        let replicas = self.core.world.cluster.workloads[id].replicas;
        let pods = &self.core.world.cluster.pods;
        let by_ordinal: BTreeMap<u32, PodId> = self.core.world.pods_of[id]
            .iter()
            .map(|pod| (pods[*pod].number, *pod))
            .collect();
        let phase = |pod: PodId| pods[pod].phase;
        let mut create = Vec::new();
        let mut delete = Vec::new();
        let mut healthy = true;
        for ordinal in 0..replicas {
            match by_ordinal.get(&ordinal).map(|pod| (*pod, phase(*pod))) {
                None => {
                    create.push(ordinal);
                    healthy = false;
                }
                Some((_, PodPhase::Running { ready: true, .. })) => continue,
                Some((pod, PodPhase::Succeeded { .. } | PodPhase::Failed { .. })) => {
                    delete.push(pod);
                    healthy = false;
                }
                Some(_) => healthy = false,
            }
            if !parallel && !muted("KC-10") {
                break;
            }
        }
        if healthy && let Some((ordinal, pod)) = by_ordinal.iter().next_back() {
            let condemned = *ordinal >= replicas && !pods[*pod].terminating();
            delete.extend(condemned.then_some(*pod));
        }
        for ordinal in create {
            self.create_pod(Rule::ReplaceOrdinal, id, ordinal);
        }
        for pod in delete {
            self.delete_pod(pod, Rule::ScaleDown);
        }
    }
}
