//! ReplicaSets and what works like them: as many active Pods as wanted, at once.

use crate::base::WorkloadId;
use crate::sim::Sim;
use crate::sim::rules::Rule;
use crate::sim::wake::Wake;

/// KC-01: Pods that one sync creates or deletes at most.
const BURST: u32 = 500;

/// diff = active − replicas; so many Pods are created (negative) or deleted (positive) in one sync (KC-01).
pub fn replica_diff(active: u32, replicas: u32) -> i64 {
    (i64::from(active) - i64::from(replicas)).clamp(-i64::from(BURST), i64::from(BURST))
}

impl Sim {
    /// A terminating Pod is not active, so it is replaced at the instant of its eviction (KC-02).
    pub(super) fn sync_replicas(&mut self, id: WorkloadId) {
        let (active, replicas) = (
            self.core.world.active[id],
            self.core.world.cluster.workloads[id].replicas,
        );
        let diff = replica_diff(active, replicas);
        for _ in 0..(-diff).max(0) {
            self.create_pod(Rule::Replace, id, 0);
        }
        // The syncs that follow at this instant would choose the next 500 each: all are chosen at once.
        for pod in self.surplus(id, active.saturating_sub(replicas) as usize) {
            self.delete_pod(pod, Rule::ScaleDown);
        }
        if diff == -i64::from(BURST) {
            let mut tx = self.tx();
            let cause = tx.cause;
            tx.wake_once(Wake::SyncWorkload(id), (u64::from(id.0), 0), cause);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::sim::testing::*;

    /// KC-04.
    #[test]
    fn scaling_down_removes_the_youngest() {
        check(
            "pool a nodes=2 | app web replicas=3 | at=0 replicas web 4 | at=60 replicas web 2",
            pods,
            expect![[r#"
             0s  pod/web-3  pending               workload/replace [KC-01 KC-02]     <- workload/web replicas 4
             0s  pod/web-3  bound to a-1          place/bind [KS-30 KS-31]           <- pod/web-3 pending
            20s  pod/web-3  ready                 pod/ready [KT-03]                  <- pod/web-3 bound to a-1
            60s  pod/web-3  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 2
            60s  pod/web-2  deleted, gone in 30s  workload/scale-down [KC-04 KC-12]  <- workload/web replicas 2
            90s  pod/web-2  gone                  pod/gone [KT-05]                   <- pod/web-2 deleted, gone in 30s
            90s  pod/web-3  gone                  pod/gone [KT-05]                   <- pod/web-3 deleted, gone in 30s
            Quiet
        "#]],
        );
    }
}
