//! ReplicaSets and similar workloads: as many active Pods as replicas, at once.

use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::WorkloadId;

/// KC-01: the most Pods that one sync creates or deletes.
const BURST: u32 = 500;

/// Active Pods minus replicas, limited to one sync's burst: Pods to create (negative) or to delete (positive) (KC-01).
pub fn replica_diff(active: u32, replicas: u32) -> i64 {
    (i64::from(active) - i64::from(replicas)).clamp(-i64::from(BURST), i64::from(BURST))
}

impl Cx<'_> {
    /// Creates and deletes Pods. A terminating Pod isn't active, so it is replaced at the instant of its eviction (KC-02).
    pub(super) fn sync_replicas(&mut self, id: WorkloadId) {
        let (active, replicas) = (self.world.active[id], self.world.cluster.workloads[id].wanted());
        let diff = replica_diff(active, replicas);
        for _ in 0..(-diff).max(0) {
            self.create_pod(Rule::Replace, id, 0);
        }
        // The following syncs of this instant would choose the next 500 each: all are chosen at once.
        for pod in self.surplus(id, active.saturating_sub(replicas) as usize) {
            self.delete_pod(pod, Rule::ScaleDown);
        }
        if diff == -i64::from(BURST) {
            self.wake_once(Wake::SyncWorkload(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;
    use base::SimTime;
    use trace::Change;

    /// KC-04, KC-05: 540 s is less than 2^39 ns, 560 s is more.
    #[test]
    fn scaling_down_removes_the_youngest() {
        check(
            "pool a nodes=2 | app web replicas=3 | at=0 replicas web 4 | at=560 replicas web 3",
            pods,
            expect![[r#"
                  0s  pod/web-3  pending               workload/replace [KC-01 KC-02]     <- workload/web replicas 4
                  0s  pod/web-3  bound to a-1          place/bind [KS-30 KS-31]           <- pod/web-3 pending
                 20s  pod/web-3  ready                 pod/ready [KT-03]                  <- pod/web-3 bound to a-1
                560s  pod/web-3  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 3
                590s  pod/web-3  gone                  pod/gone [KT-05]                   <- pod/web-3 deleted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-05: 580 s and 600 s are the same age, so a draw decides as UIDs would.
    #[test]
    fn ages_of_one_power_of_two_are_equal() {
        check(
            "pool a nodes=2 | app web replicas=3 | at=0 replicas web 4 | at=600 replicas web 3 | seed=3",
            pods,
            expect![[r#"
                  0s  pod/web-3  pending               workload/replace [KC-01 KC-02]     <- workload/web replicas 4
                  0s  pod/web-3  bound to a-1          place/bind [KS-30 KS-31]           <- pod/web-3 pending
                 20s  pod/web-3  ready                 pod/ready [KT-03]                  <- pod/web-3 bound to a-1
                600s  pod/web-0  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 3
                630s  pod/web-0  gone                  pod/gone [KT-05]                   <- pod/web-0 deleted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-04: the cheap one, then the one that shares its node, then the one that restarted.
    #[test]
    fn scaling_down_prefers_low_cost_crowded_nodes_and_restarts() {
        check(
            "pool a nodes=2 | app web replicas=4 cost=7,,, | app api replicas=3 | app db replicas=2 restarts=,4 \
             | app low cost=,-1 replicas=2 | at=9 replicas web 1 | at=9 replicas api 2 | at=9 replicas db 1 | at=9 replicas low 1",
            pods,
            expect![[r#"
                 9s  pod/web-1  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 1
                 9s  pod/web-2  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 1
                 9s  pod/web-3  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 1
                 9s  pod/api-0  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/api replicas 2
                 9s  pod/db-1   deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/db replicas 1
                 9s  pod/low-1  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/low replicas 1
                39s  pod/web-1  gone                  pod/gone [KT-05]                   <- pod/web-1 deleted, gone in 30s
                39s  pod/web-2  gone                  pod/gone [KT-05]                   <- pod/web-2 deleted, gone in 30s
                39s  pod/web-3  gone                  pod/gone [KT-05]                   <- pod/web-3 deleted, gone in 30s
                39s  pod/api-0  gone                  pod/gone [KT-05]                   <- pod/api-0 deleted, gone in 30s
                39s  pod/db-1   gone                  pod/gone [KT-05]                   <- pod/db-1 deleted, gone in 30s
                39s  pod/low-1  gone                  pod/gone [KT-05]                   <- pod/low-1 deleted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-06: a terminating Pod is neither counted as surplus nor chosen.
    #[test]
    fn a_terminating_pod_is_neither_counted_nor_chosen() {
        check(
            "pool a nodes=3 slots=4 | app web replicas=3 grace=100 | at=0 drain a-0 timeout=3 | at=9 replicas web 2",
            pods,
            expect![[r#"
                  1s  pod/web-0  evicted, gone in 100s  drain/evict [UP-18 KD-08 KE-11]    <- node/a-0 draining 2 pods, at most 3s
                  1s  pod/web-1  evicted, gone in 100s  drain/evict [UP-18 KD-08 KE-11]    <- node/a-0 draining 2 pods, at most 3s
                  1s  pod/web-3  pending                workload/replace [KC-01 KC-02]     <- pod/web-0 evicted, gone in 100s
                  1s  pod/web-4  pending                workload/replace [KC-01 KC-02]     <- pod/web-0 evicted, gone in 100s
                  1s  pod/web-3  bound to a-2           place/bind [KS-30 KS-31]           <- pod/web-3 pending
                  1s  pod/web-4  bound to a-1           place/bind [KS-30 KS-31]           <- pod/web-4 pending
                  9s  pod/web-4  deleted, gone in 100s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 2
                 21s  pod/web-3  ready                  pod/ready [KT-03]                  <- pod/web-3 bound to a-2
                101s  pod/web-0  gone                   pod/gone [KT-05]                   <- pod/web-0 evicted, gone in 100s
                101s  pod/web-1  gone                   pod/gone [KT-05]                   <- pod/web-1 evicted, gone in 100s
                109s  pod/web-4  gone                   pod/gone [KT-05]                   <- pod/web-4 deleted, gone in 100s
                Quiet
            "#]],
        );
    }

    /// KC-19, KC-20: bare Pods, and Pods of an owner that doesn't recreate them, are lost.
    #[test]
    fn owners_of_other_kinds_recreate_when_they_say_so() {
        check(
            "pool a nodes=2 slots=4 | app game kind=Custom replicas=1 on=a-0 | app lone kind=Pod replicas=1 on=a-0 \
             | app op kind=Custom recreating replicas=1 on=a-0 | at=0 drain a-0",
            pods,
            expect![[r#"
                 1s  pod/game-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 3 pods
                 1s  pod/lone    evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 3 pods
                 1s  pod/op-0    evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 3 pods
                 1s  pod/op-1    pending               workload/replace [KC-01 KC-02]   <- pod/op-0 evicted, gone in 30s
                 1s  pod/op-1    bound to a-1          place/bind [KS-30 KS-31]         <- pod/op-1 pending
                21s  pod/op-1    ready                 pod/ready [KT-03]                <- pod/op-1 bound to a-1
                31s  pod/game-0  gone                  pod/gone [KT-05]                 <- pod/game-0 evicted, gone in 30s
                31s  pod/lone    gone                  pod/gone [KT-05]                 <- pod/lone evicted, gone in 30s
                31s  pod/op-0    gone                  pod/gone [KT-05]                 <- pod/op-0 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KC-01: the rest is created by further syncs at the same instant.
    #[test]
    fn hundreds_of_pods_are_created_at_once() {
        let (trace, _) =
            run("pool a nodes=1 | app web replicas=0 | at=1 replicas web 1100 | until=2");
        let rows = trace.records().map(|(_, record)| record);
        let created = rows.filter(|record| matches!(record.change, Change::PodCreated { .. }));
        let at: Vec<SimTime> = created.map(|record| record.at).collect();
        assert_eq!(at, [SimTime::from_secs(1); 1100]);
    }
}
