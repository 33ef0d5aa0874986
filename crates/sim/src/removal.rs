//! Deletes Pods: grace periods and deletion timestamps.

use super::rules::Rule;
use crate::cx::{Core, Cx, Stream};
use base::{PodId, SimSpan};
use model::Pod;
use model::pod::PodPhase;
use trace::{Change, Ending};

impl Core {
    /// The grace period of a deletion: the Pod's own, up to a cap.
    pub(super) fn pod_grace(&self, pod: PodId, cap: Option<SimSpan>) -> SimSpan {
        let own = self.world.plan.workloads[self.world.cluster.pods[pod].workload].grace;
        cap.map_or(own, |cap| cap.min(own))
    }
}

impl Cx<'_> {
    /// Sets the deletion timestamp or shortens it: a second request never extends the grace period (KE-13).
    pub(super) fn remove(&mut self, pod: PodId, rule: Rule, ending: Ending, grace: SimSpan) {
        let span = self.time_to_end(pod, grace);
        let gone_after_s = span.secs();
        let change = Change::PodTerminating { ending, gone_after_s };
        match self.world.cluster.pods[pod].phase() {
            PodPhase::Terminating { until, .. } => {
                if until < Pod::HELD && self.now + span < until {
                    self.record(Rule::PodDeletionShortened, pod, change);
                }
            }
            PodPhase::Succeeded { .. } | PodPhase::Failed { .. }
                if matches!(ending, Ending::Evicted | Ending::DeletedAtLimit) =>
            {
                self.record(Rule::RemoveFinished, pod, Change::PodGone);
            }
            PodPhase::Pending | PodPhase::Succeeded { .. } | PodPhase::Failed { .. } => {
                self.record(rule, pod, Change::PodGone);
            }
            PodPhase::Starting { .. } | PodPhase::Running { .. } => {
                self.record(rule, pod, change);
            }
            PodPhase::Gone => {}
        }
    }

    /// Deletes a Pod as a controller does, without checking budgets (KE-12).
    pub(super) fn delete_pod(&mut self, pod: PodId, rule: Rule) {
        self.remove(pod, rule, Ending::Deleted, self.pod_grace(pod, None));
    }

    /// Deletes a preempted Pod as the scheduler does: with its own grace period, without checking budgets (KS-37).
    pub(super) fn delete_preempted(&mut self, pod: PodId) {
        let grace = self.pod_grace(pod, None);
        self.remove(pod, Rule::Preempt, Ending::Preempted, grace);
    }
}

impl Cx<'_> {
    /// How long a Pod takes to end: the grace period, or its own shutdown time if that is shorter (KT-05).
    pub(super) fn time_to_end(&self, pod: PodId, grace: SimSpan) -> SimSpan {
        let state = &self.world.cluster.pods[pod];
        let ends =
            if self.volumes.waits(pod) { Some(SimSpan::ZERO) } else { self.ends_by_itself(pod) };
        let grace = ends.map_or(grace, |ends| ends.min(grace));
        match self.timings(state.workload).shutdown {
            Some(shutdown) => {
                let subject = self.pod_rank(pod);
                grace.min(self.draw(shutdown, Stream::Shutdown, subject, 0))
            }
            // AM-101: it works until it is done; where no kubelet reports that, the end of its work may be past.
            None => match self.work_due(pod) {
                Some(due) => grace.min((due - self.now).max(SimSpan::ZERO)),
                None => grace,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    /// KE-13.
    #[test]
    fn a_second_request_only_shortens_the_grace() {
        check(
            "pool a nodes=2 | app web replicas=1 on=a-0 grace=300 | at=0 drain a-0 | at=100 uncordon a-0 | at=110 drain a-0 grace=20 | at=115 uncordon a-0 | at=120 drain a-0 grace=200",
            pods,
            expect![[r#"
              1s  pod/web-0  evicted, gone in 300s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
              1s  pod/web-1  pending                workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 300s
              1s  pod/web-1  bound to a-1           place/bind [KS-30 KS-31]         <- pod/web-1 pending
             21s  pod/web-1  ready                  pod/ready [KT-03]                <- pod/web-1 bound to a-1
            111s  pod/web-0  evicted, gone in 20s   pod/deletion-shortened [KE-13]   <- node/a-0 draining 1 pods
            131s  pod/web-0  gone                   pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 20s
            Quiet
        "#]],
        );
    }

    /// KT-06: a Pod that terminates keeps its room.
    #[test]
    fn room_is_free_when_the_pod_is_gone() {
        check(
            "pool a nodes=1 slots=1 | app web replicas=1 on=a-0 | app api replicas=1 pending | at=0 replicas web 0",
            pods,
            expect![[r#"
                 0s  pod/web-0  deleted, gone in 30s                           workload/scale-down [KC-04 KC-12]        <- workload/web replicas 0
                 0s  pod/api-0  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- cluster started
                30s  pod/web-0  gone                                           pod/gone [KT-05]                         <- pod/web-0 deleted, gone in 30s
                30s  pod/api-0  bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/web-0 gone
                50s  pod/api-0  ready                                          pod/ready [KT-03]                        <- pod/api-0 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KE-13: a second request with the same end writes no row.
    #[test]
    fn a_second_request_with_the_same_end_is_not_recorded() {
        check(
            "pool a nodes=1 | app lone kind=Pod replicas=1 grace=300 | at=0 drain a-0 | at=100 uncordon a-0 | at=110 drain a-0 grace=190",
            pods,
            expect![[r#"
                  1s  pod/lone  evicted, gone in 300s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                301s  pod/lone  gone                   pod/gone [KT-05]                 <- pod/lone evicted, gone in 300s
                Quiet
            "#]],
        );
    }
}
