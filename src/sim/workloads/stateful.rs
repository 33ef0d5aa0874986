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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::sim::testing::*;

    /// KC-09, KT-22.
    #[test]
    fn an_ordinal_comes_back_when_its_pod_is_gone() {
        check(
            "pool a nodes=2 | app db kind=StatefulSet replicas=1 on=a-0 grace=60 | at=0 drain a-0",
            pods,
            expect![[r#"
             1s  pod/db-0  evicted, gone in 60s  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 1 pods
            61s  pod/db-0  gone                  pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 60s
            61s  pod/db-0  pending               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            61s  pod/db-0  bound to a-1          place/bind [KS-30 KS-31]                      <- pod/db-0 pending
            81s  pod/db-0  ready                 pod/ready [KT-03]                             <- pod/db-0 bound to a-1
            Quiet
        "#]],
        );
    }

    /// KC-10.
    #[test]
    fn ordered_ready_replaces_one_after_the_other() {
        check(
            "pool a nodes=2 | app db kind=StatefulSet replicas=2 on=a-0 ready=40 | at=0 drain a-0",
            pods,
            expect![[r#"
              1s  pod/db-0  evicted, gone in 30s   drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods
              1s  pod/db-1  evicted, gone in 30s   drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods
             31s  pod/db-0  gone                   pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
             31s  pod/db-1  gone                   pod/gone [KT-05]                              <- pod/db-1 evicted, gone in 30s
             31s  pod/db-0  pending                workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
             31s  pod/db-0  bound to a-1           place/bind [KS-30 KS-31]                      <- pod/db-0 pending
             51s  pod/db-0  running, ready in 40s  pod/started [KT-01]                           <- pod/db-0 bound to a-1
             91s  pod/db-0  ready                  pod/ready [KT-03]                             <- pod/db-0 running, ready in 40s
             91s  pod/db-1  pending                workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 ready
             91s  pod/db-1  bound to a-1           place/bind [KS-30 KS-31]                      <- pod/db-1 pending
            111s  pod/db-1  running, ready in 40s  pod/started [KT-01]                           <- pod/db-1 bound to a-1
            151s  pod/db-1  ready                  pod/ready [KT-03]                             <- pod/db-1 running, ready in 40s
            Quiet
        "#]],
        );
    }

    /// KC-12.
    #[test]
    fn scale_down_takes_the_highest_ordinal() {
        check(
            "pool a nodes=2 | app db kind=StatefulSet replicas=3 | at=0 replicas db 1",
            pods,
            expect![[r#"
             0s  pod/db-2  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/db replicas 1
            30s  pod/db-2  gone                  pod/gone [KT-05]                   <- pod/db-2 deleted, gone in 30s
            30s  pod/db-1  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- pod/db-2 gone
            60s  pod/db-1  gone                  pod/gone [KT-05]                   <- pod/db-1 deleted, gone in 30s
            Quiet
        "#]],
        );
    }
}
