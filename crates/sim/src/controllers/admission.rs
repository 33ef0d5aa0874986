//! Admission webhooks with failurePolicy Fail: while the Service of one has no ready Pod, no Pod that it checks is created.

use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, ServiceId, SimSpan, SimTime, WorkloadId, broken};
use model::workload::WorkloadKind;
use trace::{Blocker, Change};

/// When a controller whose first creation failed at `since` tries again, at `now` or later. Each wait is twice the last one: from
/// 5 ms up to 1000 s, of Jobs from 1 s up to 1 min, as in client-go's rate limiter and `job_controller.go`.
fn retry(kind: WorkloadKind, since: SimTime, now: SimTime) -> SimTime {
    let (mut wait, longest) = match kind {
        WorkloadKind::Job { .. } => (1000, 60_000),
        _ => (5, 1_000_000),
    };
    let mut at = since;
    while at < now {
        at += SimSpan::from_ms(wait);
        wait = (2 * wait).min(longest);
    }
    at
}

impl Cx<'_> {
    /// Does a webhook admit a new Pod of the workload? Reports the first refusal, and the end of refusals.
    pub(super) fn is_admitted(&mut self, id: WorkloadId) -> bool {
        let first = self.plan.first_revision(id);
        let refused = self.refusing(id).filter(|_| !broken("owner/refused"));
        if let Some(service) = refused {
            if !self.refused_since.contains_key(&first) {
                let now = self.now;
                let by = Blocker::Webhook { service };
                self.record(Rule::WebhookRefuses, first, Change::Blocked { by });
                self.refused_since.insert(first, now);
            }
        } else if self.refused_since.contains_key(&first) {
            self.record(Rule::WebhookRefuses, first, Change::Unblocked);
        }
        refused.is_none()
    }

    /// The Service of a webhook that refuses new Pods of the workload.
    fn refusing(&self, id: WorkloadId) -> Option<ServiceId> {
        let mut webhooks = self.plan.workloads[id].webhooks.iter().copied();
        webhooks.find(|service| !self.answers(*service))
    }

    /// Is a Pod of the Service ready? One that just stopped being ready still answers at that instant: a Pod that replaces
    /// one is created before it has ended. What a Service without Pods leads to is unknown, and taken to answer.
    fn answers(&self, service: ServiceId) -> bool {
        let world = &self.world;
        let owners = &self.plan.services[service].workloads;
        let mut all = owners.iter().flat_map(|first| self.plan.revisions(*first));
        owners.is_empty()
            || all.any(|id| {
                world.last_ready[id] == Some(self.now)
                    || world.pods_of.of(id).any(|pod| world.cluster.pods[pod].ready())
            })
    }

    /// A Pod has become ready: controllers whose creations its Service had refused try again.
    pub(crate) fn webhook_may_answer(&mut self) {
        let refused: Vec<_> = self.refused_since.iter().map(|(id, at)| (*id, *at)).collect();
        for (first, since) in refused {
            let kind = self.plan.workloads[first].kind;
            let at = retry(kind, since, self.now);
            if self.refusing(first).is_some() {
                continue;
            }
            if kind == WorkloadKind::DaemonSet {
                for node in 0..self.world.cluster.nodes.len() {
                    self.wake(at, Wake::SyncNode(NodeId(node)));
                }
            }
            for id in self.plan.revisions(first) {
                self.wake(at, Wake::SyncWorkload(id));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::*;

    #[test]
    fn retries_wait_twice_as_long_each_time() {
        let of = |kind, now| retry(kind, SimTime::ZERO, SimTime::from_ms(now)).ms();
        let set = WorkloadKind::ReplicaSet;
        assert_eq!(
            [0, 1, 6, 20_000, 3_000_000].map(|now| of(set, now)),
            [0, 5, 15, 20_475, 3_310_715]
        );
        let job = WorkloadKind::Job {
            parallelism: 1,
            completions: None,
            backoff_limit: 6,
            replace_when_failed: false,
            deadline: None,
            disrupted: Default::default(),
        };
        assert_eq!([1, 100_000].map(|now| of(job, now)), [1000, 123_000]);
    }

    fn pods_and_workloads(record: &trace::Record) -> bool {
        pods(record) || matches!(record.subject, trace::Subject::Workload(_))
    }

    #[test]
    fn no_pod_is_created_while_the_webhook_has_no_ready_pod() {
        check(
            "pool a nodes=3 slots=4 | app gate replicas=1 on=a-0 | app web replicas=1 on=a-1 webhook=gate \
             | at=0 drain a-0 | at=5 drain a-1",
            pods_and_workloads,
            expect![[r#"
                     1s  pod/gate-0    evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                     1s  pod/gate-1    pending                         workload/replace [KC-01 KC-02]   <- pod/gate-0 evicted, gone in 30s
                     1s  pod/gate-1    bound to a-2                    place/bind [KS-30 KS-31]         <- pod/gate-1 pending
                     6s  pod/web-0     evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]  <- node/a-1 draining 1 pods
                     6s  workload/web  blocked: gate has no ready Pod  workload/webhook []              <- pod/web-0 evicted, gone in 30s
                    21s  pod/gate-1    ready                           pod/ready [KT-03]                <- pod/gate-1 bound to a-2
                26.475s  workload/web  unblocked                       workload/webhook []              <- pod/gate-1 ready
                26.475s  pod/web-1     pending                         workload/replace [KC-01 KC-02]   <- pod/gate-1 ready
                26.475s  pod/web-1     bound to a-2                    place/bind [KS-30 KS-31]         <- pod/web-1 pending
                    31s  pod/gate-0    gone                            pod/gone [KT-05]                 <- pod/gate-0 evicted, gone in 30s
                    36s  pod/web-0     gone                            pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
                46.475s  pod/web-1     ready                           pod/ready [KT-03]                <- pod/web-1 bound to a-2
                Quiet
            "#]],
        );
    }

    /// A Pod that replaces the webhook's own is created before that has ended; one that comes later never is.
    #[test]
    fn a_webhook_that_checks_its_own_pods_shuts_itself_out() {
        check(
            "pool a nodes=2 slots=4 | app gate replicas=1 on=a-0 webhook=gate | at=0 drain a-0",
            pods_and_workloads,
            expect![[r#"
                 1s  pod/gate-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                 1s  pod/gate-1  pending               workload/replace [KC-01 KC-02]   <- pod/gate-0 evicted, gone in 30s
                 1s  pod/gate-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/gate-1 pending
                21s  pod/gate-1  ready                 pod/ready [KT-03]                <- pod/gate-1 bound to a-1
                31s  pod/gate-0  gone                  pod/gone [KT-05]                 <- pod/gate-0 evicted, gone in 30s
                Quiet
            "#]],
        );
        check(
            "pool a nodes=2 slots=4 | app gate kind=StatefulSet replicas=1 on=a-0 webhook=gate | at=0 drain a-0",
            pods_and_workloads,
            expect![[r#"
                 1s  pod/gate-0     evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
                31s  pod/gate-0     gone                            pod/gone [KT-05]                 <- pod/gate-0 evicted, gone in 30s
                31s  workload/gate  blocked: gate has no ready Pod  workload/webhook []              <- pod/gate-0 gone
                Quiet
            "#]],
        );
    }

    #[test]
    fn daemon_pods_are_created_when_the_webhook_is_ready_again() {
        check(
            "pool a nodes=2 slots=4 | app gate replicas=1 on=a-0 ready=300 | app agent kind=DaemonSet tolerates webhook=gate \
             | at=0 drain a-0 | at=3 upgrade a | until=600",
            pods_and_workloads,
            expect![[r#"
                      1s  pod/gate-0      evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]      <- node/a-0 draining 1 pods
                      1s  pod/gate-1      pending                         workload/replace [KC-01 KC-02]       <- pod/gate-0 evicted, gone in 30s
                      1s  pod/gate-1      bound to a-1                    place/bind [KS-30 KS-31]             <- pod/gate-1 pending
                     21s  pod/gate-1      running, ready in 300s          pod/started [KT-01]                  <- pod/gate-1 bound to a-1
                     31s  pod/gate-0      gone                            pod/gone [KT-05]                     <- pod/gate-0 evicted, gone in 30s
                    183s  workload/agent  blocked: gate has no ready Pod  workload/webhook []                  <- node/a-a-2 ready
                    214s  pod/agent-0     gone                            node/takes-pods [KD-11 KT-16 AM-73]  <- node/a-0 gone
                    321s  pod/gate-1      ready                           pod/ready [KT-03]                    <- pod/gate-1 running, ready in 300s
                346.835s  workload/agent  unblocked                       workload/webhook []                  <- pod/gate-1 ready
                346.835s  pod/agent-2     pending                         workload/daemon [KC-13 KC-14 KC-15]  <- pod/gate-1 ready
                346.835s  pod/agent-2     bound to a-a-2                  place/bind [KS-30 KS-31]             <- pod/agent-2 pending
                366.835s  pod/agent-2     ready                           pod/ready [KT-03]                    <- pod/agent-2 bound to a-a-2
                    394s  pod/agent-3     pending                         workload/daemon [KC-13 KC-14 KC-15]  <- node/a-a-3 ready
                    394s  pod/agent-3     bound to a-a-3                  place/bind [KS-30 KS-31]             <- pod/agent-3 pending
                    395s  pod/gate-1      evicted, gone in 30s            drain/evict [UP-18 KD-08 KE-11]      <- node/a-1 draining 1 pods, at most 3600s
                    395s  pod/gate-2      pending                         workload/replace [KC-01 KC-02]       <- pod/gate-1 evicted, gone in 30s
                    395s  pod/gate-2      bound to a-a-2                  place/bind [KS-30 KS-31]             <- pod/gate-2 pending
                    414s  pod/agent-3     ready                           pod/ready [KT-03]                    <- pod/agent-3 bound to a-a-3
                    415s  pod/gate-2      running, ready in 300s          pod/started [KT-01]                  <- pod/gate-2 bound to a-a-2
                    425s  pod/gate-1      gone                            pod/gone [KT-05]                     <- pod/gate-1 evicted, gone in 30s
                    455s  pod/agent-1     gone                            node/takes-pods [KD-11 KT-16 AM-73]  <- node/a-1 gone
                Until
            "#]],
        );
    }
}
