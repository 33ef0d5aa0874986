//! StatefulSets: an ordinal is recreated only after the Pod of that name is deleted.

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use base::{Map, PodId, WorkloadId, muted};
use model::pod::{Pod, PodPhase};

/// The state of an ordinal's Pod as the controller sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrdinalState {
    /// Succeeded or Failed, but not deleted.
    Finished,
    Terminating,
    /// Not Running and Ready, or not yet for `minReadySeconds`.
    Unavailable,
    Available,
}

/// The actions of one sync, by ordinal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrdinalSync {
    pub create: Vec<u32>,
    pub delete: Vec<u32>,
}

/// Rulebook: KC-09 (a name is blocked until its Pod is deleted), KC-10 (OrderedReady: one action, stop at the
/// first ordinal that isn't done), KC-11 (Parallel), KC-12 (scale-down from the highest).
/// Source: Kubernetes `stateful_set_control.go`.
pub fn ordinal_sync(replicas: u32, parallel: bool, pods: &Map<u32, OrdinalState>) -> OrdinalSync {
    let mut sync = OrdinalSync::default();
    for ordinal in 0..replicas {
        match pods.get(&ordinal) {
            Some(OrdinalState::Available) => continue,
            None => sync.create.push(ordinal),
            Some(OrdinalState::Finished) => sync.delete.push(ordinal),
            Some(OrdinalState::Terminating | OrdinalState::Unavailable) => {}
        }
        if !parallel && !muted("KC-10") {
            return sync;
        }
    }
    let surplus = || pods.iter().filter(|(ordinal, _)| **ordinal >= replicas);
    let lowest_unhealthy = surplus().find(|(_, pod)| **pod != OrdinalState::Available);
    for (ordinal, pod) in surplus().rev() {
        let first = lowest_unhealthy.is_some_and(|(lowest, _)| lowest == ordinal);
        let waits = match pod {
            OrdinalState::Terminating => true,
            // Deletes it if no lower one is unhealthy; otherwise the lower one comes first.
            OrdinalState::Finished | OrdinalState::Unavailable => !parallel && !first,
            OrdinalState::Available => false,
        };
        if !waits && !muted("KC-12") {
            sync.delete.push(*ordinal);
        }
        if !parallel {
            break;
        }
    }
    sync
}

impl Cx<'_> {
    pub(super) fn sync_stateful(&mut self, id: WorkloadId, parallel: bool) {
        let replicas = self.world.cluster.workloads[id].replicas;
        let pods = &self.world.cluster.pods;
        let by_ordinal: Map<u32, PodId> =
            self.world.pods_of.of(id).map(|pod| (pods[pod].number, pod)).collect();
        let standing = by_ordinal
            .iter()
            .map(|(ordinal, pod)| (*ordinal, self.standing(*pod, &pods[*pod])))
            .collect();
        let sync = ordinal_sync(replicas, parallel, &standing);
        for ordinal in sync.create {
            self.create_pod(Rule::ReplaceOrdinal, id, ordinal);
        }
        for ordinal in sync.delete {
            if let Some(pod) = by_ordinal.get(&ordinal) {
                self.delete_pod(*pod, Rule::ScaleDown);
            }
        }
    }
}

impl Core {
    fn standing(&self, id: PodId, pod: &Pod) -> OrdinalState {
        match pod.phase() {
            PodPhase::Succeeded { .. } | PodPhase::Failed { .. } => OrdinalState::Finished,
            PodPhase::Terminating { .. } => OrdinalState::Terminating,
            PodPhase::Running { ready: true, .. } => {
                let since = self.world.ready_since.get(&id);
                let workload = &self.world.plan.workloads[pod.workload];
                if workload.available(since.copied(), self.now) {
                    OrdinalState::Available
                } else {
                    OrdinalState::Unavailable
                }
            }
            PodPhase::Pending
            | PodPhase::Starting { .. }
            | PodPhase::Running { ready: false, .. }
            | PodPhase::Gone => OrdinalState::Unavailable,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

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

    /// KC-12: Parallel deletes all at once, in any state.
    #[test]
    fn a_parallel_scale_down_waits_for_nobody() {
        check(
            "pool a nodes=2 | app db kind=StatefulSet parallel replicas=4 unready | at=0 replicas db 1",
            pods,
            expect![[r#"
                 0s  pod/db-3  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/db replicas 1
                 0s  pod/db-2  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/db replicas 1
                 0s  pod/db-1  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/db replicas 1
                30s  pod/db-1  gone                  pod/gone [KT-05]                   <- pod/db-1 deleted, gone in 30s
                30s  pod/db-2  gone                  pod/gone [KT-05]                   <- pod/db-2 deleted, gone in 30s
                30s  pod/db-3  gone                  pod/gone [KT-05]                   <- pod/db-3 deleted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-12: an unhealthy lower ordinal blocks an unhealthy higher one; a healthy higher one is deleted.
    #[test]
    fn surplus_goes_from_the_highest() {
        use super::OrdinalState::{Available, Terminating, Unavailable};
        let of = |pods: &[super::OrdinalState]| {
            let pods = (0..).zip(pods.iter().copied()).collect();
            super::ordinal_sync(1, false, &pods).delete
        };
        assert_eq!(of(&[Available, Available, Available]), [2]);
        assert_eq!(of(&[Available, Unavailable, Available]), [2]);
        assert_eq!(of(&[Available, Available, Unavailable]), [2]);
        assert_eq!(of(&[Available, Unavailable, Unavailable]), Vec::<u32>::new());
        assert_eq!(of(&[Available, Available, Terminating]), Vec::<u32>::new());
        assert_eq!(of(&[Unavailable, Available, Available]), Vec::<u32>::new());
    }

    /// KC-08, KC-10: the next ordinal waits for `minReadySeconds` of the one before.
    #[test]
    fn ordered_ready_waits_until_a_pod_is_available() {
        check(
            "pool a nodes=2 | app db kind=StatefulSet replicas=2 on=a-0 min-ready=15 | at=0 drain a-0",
            pods,
            expect![[r#"
                 1s  pod/db-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods
                 1s  pod/db-1  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods
                31s  pod/db-0  gone                  pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
                31s  pod/db-1  gone                  pod/gone [KT-05]                              <- pod/db-1 evicted, gone in 30s
                31s  pod/db-0  pending               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
                31s  pod/db-0  bound to a-1          place/bind [KS-30 KS-31]                      <- pod/db-0 pending
                51s  pod/db-0  ready                 pod/ready [KT-03]                             <- pod/db-0 bound to a-1
                66s  pod/db-1  pending               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 ready
                66s  pod/db-1  bound to a-1          place/bind [KS-30 KS-31]                      <- pod/db-1 pending
                86s  pod/db-1  ready                 pod/ready [KT-03]                             <- pod/db-1 bound to a-1
                Quiet
            "#]],
        );
    }
}
