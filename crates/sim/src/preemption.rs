//! Preemption: a Pod that fits nowhere deletes Pods of lower priority and waits for their room.

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::scheduler::Scheduler;
use crate::scheduling::{Preemption, PreemptionContext, rejected_for_good};
use crate::world::World;
use base::{NodeId, PodId};
use trace::Change;

impl Scheduler {
    /// Deletes Pods of lower priority for a Pod that fits nowhere, unless it still waits for earlier victims.
    ///
    /// Rulebook: KS-32, KS-37, KE-12. Source: Kubernetes `preemption.go`, `prepareCandidate`.
    pub(super) fn preempt(&mut self, cx: &mut Cx<'_>, pod: PodId) {
        let plan = cx.plan;
        if !self.preemptor.may_preempt(plan, &cx.world.cluster, pod) || cx.waits_for_victims(pod) {
            return;
        }
        let allowed = cx.world.disruptions_allowed();
        let World { cluster, occupancy, started, .. } = &mut cx.world;
        let context = PreemptionContext {
            started: &|other| {
                let bound = started.get(other.0 as usize).copied().flatten();
                bound.unwrap_or(cluster.pods[other].created())
            },
            allowed: &allowed,
            // A Pod leaves `disruptedPods` when its deletion is seen, which the controller does at once.
            disrupted: &|_, _| false,
        };
        let choice = self.preemptor.choose(plan, cluster, occupancy, &context, pod);
        match choice {
            Some(preemption) => cx.make_room(pod, &preemption),
            None => cx.clear_nomination(pod),
        }
    }
}

impl Core {
    /// KS-32: is a Pod of lower priority still terminating on its nominated node, and can that node still take it?
    fn waits_for_victims(&self, pod: PodId) -> bool {
        let world = &self.world;
        let Some(node) = world.cluster.nominated.get(&pod) else {
            return false;
        };
        let priority = |pod: PodId| {
            let workload = world.cluster.pods[pod].workload;
            self.world.plan.workloads[workload].priority
        };
        let leaves =
            |other: &PodId| world.preempted.contains(other) && priority(*other) < priority(pod);
        world.occupancy.pods_on(*node).iter().any(leaves)
            && !rejected_for_good(&self.world.plan, &world.cluster, &world.occupancy, pod, *node)
    }

    /// KS-37: Pods of lower priority that are nominated to the node.
    fn nominated_below(&self, pod: PodId, node: NodeId) -> Vec<PodId> {
        let world = &self.world;
        let priority = |pod: PodId| {
            let workload = world.cluster.pods[pod].workload;
            self.world.plan.workloads[workload].priority
        };
        let there = world.occupancy.nominated_to(node).iter().copied();
        there.filter(|other| priority(*other) < priority(pod)).collect()
    }
}

impl Cx<'_> {
    fn make_room(&mut self, pod: PodId, preemption: &Preemption) {
        let node = preemption.node;
        let mut cause = self.world.pod_row(pod).or(self.cause);
        if self.world.cluster.nominated.get(&pod) != Some(&node) {
            let change = Change::Nominated { node };
            let row = self.record_because(Rule::Nominate, pod, change, cause);
            cause = row.or(cause);
        }
        let before = std::mem::replace(&mut self.cause, cause);
        for victim in &preemption.victims {
            // A Pod that is already terminating also counts as a victim from now on (KS-32).
            if self.world.cluster.pods[*victim].active() {
                self.delete_preempted(*victim);
            } else {
                self.world.preempted.insert(*victim);
            }
        }
        for other in self.nominated_below(pod, node) {
            self.clear_nomination(other);
        }
        self.cause = before;
    }

    fn clear_nomination(&mut self, pod: PodId) {
        if self.world.cluster.nominated.contains_key(&pod) {
            self.record(Rule::ClearNomination, pod, Change::NominationCleared);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;
    use base::SimTime;

    /// KS-32, KS-37: retried while its victims terminate, the Pod waits for them, although less important ones could be
    /// chosen by now.
    #[test]
    fn victims_are_recorded_once() {
        check(
            "pool a nodes=1 | pool b nodes=1 | app low replicas=2 on=a-0 | app lowest replicas=2 on=b-0 priority=-10
            | app high replicas=0 priority=100 | at=0 cordon b-0 | at=10 replicas high 1 | at=20 uncordon b-0",
            |record| pods(record) && record.at < SimTime::from_secs(60),
            expect![[r#"
                10s  pod/high-0    pending                                                   workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0    blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0    blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0    nominated to a-0                                          place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                10s  pod/low-1     preempted, gone in 30s                                    place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/low-2     pending                                                   workload/replace [KC-01 KC-02]           <- pod/low-1 preempted, gone in 30s
                10s  pod/low-2     blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 pending
                10s  pod/low-2     blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 pending
                20s  pod/high-0    blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 nominated to a-0
                20s  pod/low-2     blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 blocked: NodeResourcesFit, 1 Insufficient cpu
                20s  pod/low-2     nominated to b-0                                          place/nominate [KS-35 KS-37]             <- pod/low-2 blocked: NodeResourcesFit, 2 Insufficient cpu
                20s  pod/lowest-1  preempted, gone in 30s                                    place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/low-2 nominated to b-0
                20s  pod/lowest-2  pending                                                   workload/replace [KC-01 KC-02]           <- pod/lowest-1 preempted, gone in 30s
                20s  pod/lowest-2  blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/lowest-2 pending
                40s  pod/low-1     gone                                                      pod/gone [KT-05]                         <- pod/low-1 preempted, gone in 30s
                40s  pod/high-0    bound to a-0                                              place/bind [KS-30 KS-31]                 <- pod/low-1 gone
                50s  pod/lowest-1  gone                                                      pod/gone [KT-05]                         <- pod/lowest-1 preempted, gone in 30s
                50s  pod/low-2     bound to b-0                                              place/bind [KS-30 KS-31]                 <- pod/lowest-1 gone
                Quiet
            "#]],
        );
    }

    /// KS-32: the scheduler marks its victims, including one that was already being deleted. So the Pod waits for it,
    /// although less important ones could be chosen by now.
    #[test]
    fn a_terminating_pod_is_waited_for_like_a_victim() {
        check(
            "pool a nodes=1 | pool b nodes=1 | app low replicas=2 on=a-0 grace=60 | app lowest replicas=2 on=b-0 priority=-10
            | app high replicas=0 priority=100 | at=0 cordon b-0 | at=5 replicas low 0 | at=10 replicas high 1
            | at=20 uncordon b-0",
            |record| pods(record) && record.at < SimTime::from_secs(70),
            expect![[r#"
                 5s  pod/low-0   deleted, gone in 60s                                      workload/scale-down [KC-04 KC-12]        <- workload/low replicas 0
                 5s  pod/low-1   deleted, gone in 60s                                      workload/scale-down [KC-04 KC-12]        <- workload/low replicas 0
                10s  pod/high-0  pending                                                   workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0  nominated to a-0                                          place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                20s  pod/high-0  blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 nominated to a-0
                65s  pod/low-0   gone                                                      pod/gone [KT-05]                         <- pod/low-0 deleted, gone in 60s
                65s  pod/low-1   gone                                                      pod/gone [KT-05]                         <- pod/low-1 deleted, gone in 60s
                65s  pod/high-0  bound to a-0                                              place/bind [KS-30 KS-31]                 <- pod/low-0 gone
                Quiet
            "#]],
        );
    }

    /// KS-32: a Pod with policy Never only waits.
    #[test]
    fn a_pod_that_never_preempts_waits() {
        check(
            "pool a nodes=1 | app low replicas=2 on=a-0 | app high replicas=0 priority=100 never-preempts
            | at=10 replicas high 1",
            pods,
            expect![[r#"
                10s  pod/high-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                Quiet
            "#]],
        );
    }

    /// KS-06, KS-32: a cordon invalidates the nominated node, and the Pod needn't wait for its victims there.
    #[test]
    fn a_cordoned_node_is_not_waited_for() {
        check(
            "pool a nodes=1 | pool b nodes=1 | app low replicas=2 on=a-0 | app other replicas=2 on=b-0 priority=1
            | app small replicas=1 on=b-0 cpu=0 grace=0 priority=50 | app high replicas=0 priority=100
            | at=10 replicas high 1 | at=20 cordon a-0 | at=21 replicas small 0",
            pods,
            expect![[r#"
                10s  pod/high-0   pending                                                   workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0   blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0   nominated to a-0                                          place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 2 Insufficient cpu
                10s  pod/low-1    preempted, gone in 30s                                    place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/low-2    pending                                                   workload/replace [KC-01 KC-02]           <- pod/low-1 preempted, gone in 30s
                10s  pod/low-2    blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 pending
                21s  pod/small-0  deleted, gone in 0s                                       workload/scale-down [KC-04 KC-12]        <- workload/small replicas 0
                21s  pod/small-0  gone                                                      pod/gone [KT-05]                         <- pod/small-0 deleted, gone in 0s
                21s  pod/high-0   blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 nominated to a-0
                21s  pod/high-0   blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 nominated to a-0
                21s  pod/high-0   nominated to b-0                                          place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                21s  pod/other-1  preempted, gone in 30s                                    place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to b-0
                21s  pod/low-2    blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 blocked: NodeResourcesFit, 2 Insufficient cpu
                21s  pod/low-2    blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 blocked: NodeResourcesFit, 2 Insufficient cpu
                21s  pod/other-2  pending                                                   workload/replace [KC-01 KC-02]           <- pod/other-1 preempted, gone in 30s
                21s  pod/other-2  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/other-2 pending
                21s  pod/other-2  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/other-2 pending
                40s  pod/low-1    gone                                                      pod/gone [KT-05]                         <- pod/low-1 preempted, gone in 30s
                51s  pod/other-1  gone                                                      pod/gone [KT-05]                         <- pod/other-1 preempted, gone in 30s
                51s  pod/high-0   bound to b-0                                              place/bind [KS-30 KS-31]                 <- pod/other-1 gone
                71s  pod/high-0   ready                                                     pod/ready [KT-03]                        <- pod/high-0 bound to b-0
                Quiet
            "#]],
        );
    }

    /// KS-02: a victim without grace period is gone at once, and the Pod is retried after its backoff.
    #[test]
    fn backoff_applies_although_resources_are_free_at_once() {
        check(
            "pool a nodes=1 | app low replicas=2 on=a-0 grace=0 | app high replicas=0 priority=100
            | at=10 replicas high 1",
            pods,
            expect![[r#"
                10s  pod/high-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0  nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                10s  pod/low-1   preempted, gone in 0s                          place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/low-1   gone                                           pod/gone [KT-05]                         <- pod/low-1 preempted, gone in 0s
                10s  pod/low-2   pending                                        workload/replace [KC-01 KC-02]           <- pod/low-1 preempted, gone in 0s
                10s  pod/low-2   blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-2 pending
                11s  pod/high-0  bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/low-1 gone
                31s  pod/high-0  ready                                          pod/ready [KT-03]                        <- pod/high-0 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KS-34, KE-12: a budget makes another Pod the victim; without another choice it is violated.
    #[test]
    fn budgets_are_a_preference_only() {
        check(
            "pool a nodes=1 | app safe replicas=1 on=a-0 max-unavailable=0 | app low replicas=1 on=a-0 priority=5
            | app high replicas=0 priority=100 | at=10 replicas high 2",
            pods,
            expect![[r#"
                10s  pod/high-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 2
                10s  pod/high-1  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 2
                10s  pod/high-0  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0  nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                10s  pod/low-0   preempted, gone in 30s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/high-1  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-1 pending
                10s  pod/high-1  nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-1 blocked: NodeResourcesFit, 1 Insufficient cpu
                10s  pod/safe-0  preempted, gone in 30s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-1 nominated to a-0
                10s  pod/safe-1  pending                                        workload/replace [KC-01 KC-02]           <- pod/safe-0 preempted, gone in 30s
                10s  pod/low-1   pending                                        workload/replace [KC-01 KC-02]           <- pod/low-0 preempted, gone in 30s
                10s  pod/low-1   blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-1 pending
                10s  pod/safe-1  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/safe-1 pending
                40s  pod/safe-0  gone                                           pod/gone [KT-05]                         <- pod/safe-0 preempted, gone in 30s
                40s  pod/low-0   gone                                           pod/gone [KT-05]                         <- pod/low-0 preempted, gone in 30s
                40s  pod/high-0  bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/safe-0 gone
                40s  pod/high-1  bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/safe-0 gone
                60s  pod/high-0  ready                                          pod/ready [KT-03]                        <- pod/high-0 bound to a-0
                60s  pod/high-1  ready                                          pod/ready [KT-03]                        <- pod/high-1 bound to a-0
                Quiet
            "#]],
        );
    }

    /// At 39 s a Pod leaves, in vain, and sends the nominated Pod into its backoff; at 40 s its room is free.
    const BACKED_OFF: &str = "pool a nodes=1 slots=1 | pool b nodes=1 | app low replicas=1 on=a-0
        | app big replicas=1 on=b-0 priority=300 cpu=1500 | app small replicas=1 on=b-0 priority=300 cpu=500 grace=0
        | app high replicas=0 priority=100 | app equal replicas=0 priority=100 | app higher replicas=0 priority=200
        | at=10 replicas high 1 | at=39 replicas small 0";

    /// KS-19: the room is reserved against a newcomer of equal priority.
    #[test]
    fn nominated_resources_are_reserved_from_equal_priority() {
        check(
            &format!("{BACKED_OFF} | at=40 replicas equal 1"),
            |record| pods(record) && record.at >= SimTime::from_secs(40),
            expect![[r#"
                40s  pod/low-0    gone                                           pod/gone [KT-05]                         <- pod/low-0 preempted, gone in 30s
                40s  pod/equal-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/equal replicas 1
                40s  pod/equal-0  blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/equal-0 pending
                41s  pod/high-0   bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/low-0 gone
                61s  pod/high-0   ready                                          pod/ready [KT-03]                        <- pod/high-0 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KS-19: a newcomer of higher priority takes it.
    #[test]
    fn nominated_resources_are_open_to_higher_priority() {
        check(
            &format!("{BACKED_OFF} | at=40 replicas higher 1"),
            |record| pods(record) && record.at >= SimTime::from_secs(40),
            expect![[r#"
                40s  pod/low-0     gone                pod/gone [KT-05]                <- pod/low-0 preempted, gone in 30s
                40s  pod/higher-0  pending             workload/replace [KC-01 KC-02]  <- workload/higher replicas 1
                40s  pod/higher-0  bound to a-0        place/bind [KS-30 KS-31]        <- pod/higher-0 pending
                41s  pod/high-0    nomination cleared  place/clear-nomination [KS-37]  <- pod/low-0 gone
                60s  pod/higher-0  ready               pod/ready [KT-03]               <- pod/higher-0 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KS-37: a Pod of higher priority takes over the nominated room.
    #[test]
    fn nominations_of_lower_priority_are_cleared() {
        check(
            "pool a nodes=1 slots=1 | app low replicas=1 on=a-0 | app high replicas=0 priority=100
            | app higher replicas=0 priority=200 | at=10 replicas high 1 | at=20 replicas higher 1",
            pods,
            expect![[r#"
                10s  pod/high-0    pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0    blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0    nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                10s  pod/low-0     preempted, gone in 30s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/low-1     pending                                        workload/replace [KC-01 KC-02]           <- pod/low-0 preempted, gone in 30s
                10s  pod/low-1     blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-1 pending
                20s  pod/higher-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/higher replicas 1
                20s  pod/higher-0  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/higher-0 pending
                20s  pod/higher-0  nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/higher-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                20s  pod/high-0    nomination cleared                             place/clear-nomination [KS-37]           <- pod/higher-0 nominated to a-0
                40s  pod/low-0     gone                                           pod/gone [KT-05]                         <- pod/low-0 preempted, gone in 30s
                40s  pod/higher-0  bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/low-0 gone
                60s  pod/higher-0  ready                                          pod/ready [KT-03]                        <- pod/higher-0 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KS-37: the Pod is bound elsewhere if room appears there first.
    #[test]
    fn a_nominated_pod_may_be_bound_elsewhere() {
        check(
            "pool a nodes=1 slots=1 | pool b nodes=1 slots=1 | app low replicas=1 on=a-0 grace=60
            | app other replicas=1 on=b-0 priority=100 grace=5 | app high replicas=0 priority=100
            | at=10 replicas high 1 | at=20 replicas other 0",
            pods,
            expect![[r#"
                10s  pod/high-0   pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0   blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0   nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 2 Insufficient cpu
                10s  pod/low-0    preempted, gone in 60s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/low-1    pending                                        workload/replace [KC-01 KC-02]           <- pod/low-0 preempted, gone in 60s
                10s  pod/low-1    blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-1 pending
                20s  pod/other-0  deleted, gone in 5s                            workload/scale-down [KC-04 KC-12]        <- workload/other replicas 0
                25s  pod/other-0  gone                                           pod/gone [KT-05]                         <- pod/other-0 deleted, gone in 5s
                25s  pod/high-0   bound to b-0                                   place/bind [KS-30 KS-31]                 <- pod/other-0 gone
                45s  pod/high-0   ready                                          pod/ready [KT-03]                        <- pod/high-0 bound to b-0
                70s  pod/low-0    gone                                           pod/gone [KT-05]                         <- pod/low-0 preempted, gone in 60s
                70s  pod/low-1    bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/low-0 gone
                90s  pod/low-1    ready                                          pod/ready [KT-03]                        <- pod/low-1 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KS-06, KC-15: a daemon Pod preempts on its own node.
    #[test]
    fn a_daemon_pod_preempts_on_its_own_node() {
        check(
            "pool a nodes=2 | app low replicas=4 | app agent kind=DaemonSet cpu=500 priority=1000",
            pods,
            expect![[r#"
                 0s  pod/agent-0  blocked: NodeName, 1 node(s) didn't match the requested node name  place/unschedulable [SU-11 KS-03 KS-05]  <- cluster started
                 0s  pod/agent-0  blocked: NodeResourcesFit, 1 Insufficient cpu                      place/unschedulable [SU-11 KS-03 KS-05]  <- cluster started
                 0s  pod/agent-0  nominated to a-0                                                   place/nominate [KS-35 KS-37]             <- pod/agent-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                 0s  pod/low-1    preempted, gone in 30s                                             place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/agent-0 nominated to a-0
                 0s  pod/agent-1  blocked: NodeName, 1 node(s) didn't match the requested node name  place/unschedulable [SU-11 KS-03 KS-05]  <- cluster started
                 0s  pod/agent-1  blocked: NodeResourcesFit, 1 Insufficient cpu                      place/unschedulable [SU-11 KS-03 KS-05]  <- cluster started
                 0s  pod/agent-1  nominated to a-1                                                   place/nominate [KS-35 KS-37]             <- pod/agent-1 blocked: NodeResourcesFit, 1 Insufficient cpu
                 0s  pod/low-3    preempted, gone in 30s                                             place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/agent-1 nominated to a-1
                 0s  pod/low-4    pending                                                            workload/replace [KC-01 KC-02]           <- pod/low-1 preempted, gone in 30s
                 0s  pod/low-5    pending                                                            workload/replace [KC-01 KC-02]           <- pod/low-1 preempted, gone in 30s
                 0s  pod/low-4    blocked: NodeResourcesFit, 2 Insufficient cpu                      place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-4 pending
                 0s  pod/low-5    blocked: NodeResourcesFit, 2 Insufficient cpu                      place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-5 pending
                30s  pod/low-1    gone                                                               pod/gone [KT-05]                         <- pod/low-1 preempted, gone in 30s
                30s  pod/low-3    gone                                                               pod/gone [KT-05]                         <- pod/low-3 preempted, gone in 30s
                30s  pod/agent-0  bound to a-0                                                       place/bind [KS-30 KS-31]                 <- pod/low-1 gone
                30s  pod/agent-1  bound to a-1                                                       place/bind [KS-30 KS-31]                 <- pod/low-1 gone
                50s  pod/agent-0  ready                                                              pod/ready [KT-03]                        <- pod/agent-0 bound to a-0
                50s  pod/agent-1  ready                                                              pod/ready [KT-03]                        <- pod/agent-1 bound to a-1
                Quiet
            "#]],
        );
    }

    /// KS-06, KS-33: Pods evicted in an upgrade preempt on nodes that take Pods.
    #[test]
    fn evicted_pods_preempt_on_nodes_that_stay() {
        check(
            "pool a nodes=1 surge=0+1 | pool b nodes=1 | app high replicas=1 on=a-0 priority=100
            | app low replicas=2 on=b-0 priority=0 | at=0 upgrade a",
            pods_and_nodes,
            expect![[r#"
                  0s  node/a-0    taken by unavailable slot 1                               surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                  0s  node/a-0    cordoned                                                  surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
                  1s  node/a-0    draining 1 pods, at most 3600s                            drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                  1s  pod/high-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]                   <- node/a-0 draining 1 pods, at most 3600s
                  1s  pod/high-1  pending                                                   workload/replace [KC-01 KC-02]                    <- pod/high-0 evicted, gone in 30s
                  1s  pod/high-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]           <- pod/high-1 pending
                  1s  pod/high-1  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]           <- pod/high-1 pending
                  1s  pod/high-1  nominated to b-0                                          place/nominate [KS-35 KS-37]                      <- pod/high-1 blocked: NodeResourcesFit, 1 Insufficient cpu
                  1s  pod/low-1   preempted, gone in 30s                                    place/preempt [KS-33 KS-34 KS-37 KE-12]           <- pod/high-1 nominated to b-0
                  1s  pod/low-2   pending                                                   workload/replace [KC-01 KC-02]                    <- pod/low-1 preempted, gone in 30s
                  1s  pod/low-2   blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]           <- pod/low-2 pending
                  1s  pod/low-2   blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]           <- pod/low-2 pending
                 31s  pod/high-0  gone                                                      pod/gone [KT-05]                                  <- pod/high-0 evicted, gone in 30s
                 31s  pod/low-1   gone                                                      pod/gone [KT-05]                                  <- pod/low-1 preempted, gone in 30s
                 31s  pod/high-1  bound to b-0                                              place/bind [KS-30 KS-31]                          <- pod/high-0 gone
                 31s  node/a-0    drained                                                   drain/end [KD-09 KD-11]                           <- pod/high-0 gone
                 31s  node/a-0    deleting for 30s, to recreate                             surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                 51s  pod/high-1  ready                                                     pod/ready [KT-03]                                 <- pod/high-1 bound to b-0
                 61s  node/a-0    gone                                                      node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
                 61s  node/a-0    recreating, ready in 180s                                 surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
                241s  node/a-0    ready                                                     surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
                241s  node/a-0    uncordoned                                                surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
                241s  pod/low-2   bound to a-0                                              place/bind [KS-30 KS-31]                          <- node/a-0 ready
                241s  node/a-0    done                                                      surge/node-done [AM-58]                           <- node/a-0 uncordoned
                261s  pod/low-2   ready                                                     pod/ready [KT-03]                                 <- pod/low-2 bound to a-0
                Quiet
            "#]],
        );
    }

    /// KS-34: `q` was created before `r` and bound after it.
    #[test]
    fn the_pod_bound_last_is_preempted_first() {
        check(
            "pool a nodes=1 slots=3 | app p replicas=2 on=a-0 grace=0 | app q replicas=0 cpu=2000 | app r replicas=0 | app high replicas=0 priority=100 \
                 | at=5 replicas q 1 | at=10 replicas r 1 | at=20 replicas p 0 | at=60 replicas high 1",
            |record| pods(record) && record.at < SimTime::from_secs(90),
            expect![[r#"
                 5s  pod/q-0     pending                                        workload/replace [KC-01 KC-02]           <- workload/q replicas 1
                 5s  pod/q-0     blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/q-0 pending
                10s  pod/r-0     pending                                        workload/replace [KC-01 KC-02]           <- workload/r replicas 1
                10s  pod/r-0     bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/r-0 pending
                20s  pod/p-0     deleted, gone in 0s                            workload/scale-down [KC-04 KC-12]        <- workload/p replicas 0
                20s  pod/p-1     deleted, gone in 0s                            workload/scale-down [KC-04 KC-12]        <- workload/p replicas 0
                20s  pod/p-0     gone                                           pod/gone [KT-05]                         <- pod/p-0 deleted, gone in 0s
                20s  pod/p-1     gone                                           pod/gone [KT-05]                         <- pod/p-1 deleted, gone in 0s
                20s  pod/q-0     bound to a-0                                   place/bind [KS-30 KS-31]                 <- pod/p-0 gone
                30s  pod/r-0     ready                                          pod/ready [KT-03]                        <- pod/r-0 bound to a-0
                40s  pod/q-0     ready                                          pod/ready [KT-03]                        <- pod/q-0 bound to a-0
                60s  pod/high-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                60s  pod/high-0  blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                60s  pod/high-0  nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 1 Insufficient cpu
                60s  pod/q-0     preempted, gone in 30s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                60s  pod/q-1     pending                                        workload/replace [KC-01 KC-02]           <- pod/q-0 preempted, gone in 30s
                60s  pod/q-1     blocked: NodeResourcesFit, 1 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/q-1 pending
                Quiet
            "#]],
        );
    }

    /// KS-34: the budget's status differs for the second Pod, which chooses another victim on the same node.
    #[test]
    fn preemption_uses_current_budgets() {
        check(
            "pool a nodes=1 | pool b nodes=1 | app big replicas=1 on=a-0 priority=200 | app low replicas=1 on=a-0 priority=-10 \
                 | app q replicas=1 on=b-0 | app p replicas=1 on=b-0 max-unavailable=1 | app high replicas=0 priority=100 \
                 | at=10 replicas high 1 | at=20 limit p 0 | at=30 replicas high 2",
            |record| pods(record) && record.at < SimTime::from_secs(32),
            expect![[r#"
                10s  pod/high-0  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 1
                10s  pod/high-0  blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-0 pending
                10s  pod/high-0  nominated to a-0                               place/nominate [KS-35 KS-37]             <- pod/high-0 blocked: NodeResourcesFit, 2 Insufficient cpu
                10s  pod/low-0   preempted, gone in 30s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-0 nominated to a-0
                10s  pod/low-1   pending                                        workload/replace [KC-01 KC-02]           <- pod/low-0 preempted, gone in 30s
                10s  pod/low-1   blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/low-1 pending
                30s  pod/high-1  pending                                        workload/replace [KC-01 KC-02]           <- workload/high replicas 2
                30s  pod/high-1  blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/high-1 pending
                30s  pod/high-1  nominated to b-0                               place/nominate [KS-35 KS-37]             <- pod/high-1 blocked: NodeResourcesFit, 2 Insufficient cpu
                30s  pod/q-0     preempted, gone in 30s                         place/preempt [KS-33 KS-34 KS-37 KE-12]  <- pod/high-1 nominated to b-0
                30s  pod/q-1     pending                                        workload/replace [KC-01 KC-02]           <- pod/q-0 preempted, gone in 30s
                30s  pod/q-1     blocked: NodeResourcesFit, 2 Insufficient cpu  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/q-1 pending
                Quiet
            "#]],
        );
    }
}
