//! What happens when a drain reaches one of its limits: that of the whole drain, or that of refused evictions.

use super::purpose::LimitEffect;
use super::{Drains, Eviction};
use crate::cx::Cx;
use crate::rules::Rule;
use base::{NodeId, PodId, broken};
use trace::{Change, Ending};

impl Drains {
    /// The limit of the whole drain, if Pods are left (AM-57).
    pub(super) fn drain_limit(&mut self, cx: &mut Cx<'_>, node: NodeId, generation: u32) {
        let Some(drain) = self.of_generation(node, generation) else {
            return;
        };
        drain.forget_gone(&cx.world.cluster.pods);
        if drain.open > 0 {
            drain.limit_reached = true;
            let effect = drain.purpose.at_limit;
            self.end_at_limit(cx, node, effect);
        }
        self.wake_if_over(cx, node);
    }

    /// The limit of refused evictions, if Pods are left that haven't been evicted.
    pub(super) fn pdb_timeout(&mut self, cx: &mut Cx<'_>, node: NodeId, generation: u32) {
        let Some(drain) = self.of_generation(node, generation) else {
            return;
        };
        drain.forget_gone(&cx.world.cluster.pods);
        let stays = |state: Eviction| matches!(state, Eviction::Trying { .. } | Eviction::GivenUp);
        if drain.evictions.iter().any(|one| stays(one.state)) {
            let effect = drain.purpose.at_refusal_limit;
            self.end_at_limit(cx, node, effect);
        }
        self.wake_if_over(cx, node);
    }

    fn end_at_limit(&mut self, cx: &mut Cx<'_>, node: NodeId, effect: LimitEffect) {
        match effect {
            LimitEffect::Leaves(_) if broken("blue-green/force") => {
                self.force_out(cx, node, Rule::ForceOut);
            }
            LimitEffect::Leaves(rule) => self.stop_evictions(cx, node, rule),
            LimitEffect::GivesUp(rule) => {
                if cx.record(rule, node, Change::DrainAborted).is_some() {
                    self.drop_drain(cx, node);
                }
            }
            LimitEffect::Forces(rule) => self.force_out(cx, node, rule),
            LimitEffect::Deletes(rule) => self.delete_refused(cx, node, rule),
        }
    }

    /// Ends every remaining Pod at once, blocked or terminating (SU-07, AM-62).
    fn force_out(&mut self, cx: &mut Cx<'_>, node: NodeId, rule: Rule) {
        let Some(drain) = self.running_mut(node).filter(|_| !rule.muted()) else {
            return;
        };
        let pods = &cx.world.cluster.pods;
        let open: Vec<(PodId, bool)> = drain
            .evictions
            .iter()
            .filter(|one| one.state != Eviction::Done)
            .map(|one| {
                // KE-02: a budget no longer blocks a Pod that something else deletes.
                let leaves = one.state == Eviction::Leaving || pods[one.pod].terminating();
                (one.pod, !leaves)
            })
            .collect();
        for (pod, violates_budget) in open {
            if cx.world.cluster.pods[pod].finished() {
                // Its container ended by itself meanwhile.
                cx.record(Rule::RemoveFinished, pod, Change::PodGone);
            } else if cx.world.cluster.pods[pod].exists() && !cx.world.cluster.pods[pod].held() {
                cx.record(rule, pod, Change::PodForced { violates_budget });
            }
        }
        if let Some(drain) = self.running_mut(node) {
            for one in &mut drain.evictions {
                one.state = Eviction::Done;
            }
            drain.open = 0;
        }
    }

    /// BG-16, AM-16: evictions stop, remaining Pods stay, terminating ones use up their grace period.
    fn stop_evictions(&mut self, cx: &mut Cx<'_>, node: NodeId, rule: Rule) {
        // With a limit of zero each Pod is still tried once (BG-15).
        let now = cx.now;
        if self.running(node).is_some_and(|one| one.began == now) {
            self.try_evictions(cx, node);
        }
        let ended = Change::DrainEnded { limit_reached: true };
        let ended = cx.record(rule, node, ended);
        if ended.is_some() {
            self.drop_drain(cx, node);
        }
    }

    /// `pdbTimeoutDuration`: Pods with a budget that haven't left by then are deleted with their grace period; no other Pod is
    /// affected (BS-11, AM-62). The budget is violated only if an eviction was refused.
    fn delete_refused(&mut self, cx: &mut Cx<'_>, node: NodeId, refused: Rule) {
        let Some(drain) = self.running_mut(node) else {
            return;
        };
        let (cap, pods) = (drain.grace_cap, &cx.world.cluster.pods);
        let mut left = Vec::new();
        for one in &mut drain.evictions {
            let budgets = &cx.plan.workloads[pods[one.pod].workload].budgets;
            let rule = match one.state {
                Eviction::Trying { blocked: None, .. } if budgets.is_empty() => continue,
                Eviction::Trying { blocked: None, .. } => Rule::DeleteAtPdbTimeout,
                Eviction::Trying { .. } | Eviction::GivenUp => refused,
                Eviction::Leaving | Eviction::Done => continue,
            };
            one.state = Eviction::Leaving;
            left.push((one.pod, rule));
        }
        for (pod, rule) in left {
            let grace = cx.pod_grace(pod, cap);
            cx.remove(pod, rule, Ending::DeletedAtLimit, grace);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    /// SU-07, UP-17, AM-62, BS-15: one Pod against its budget, one before the end of its grace period.
    #[test]
    fn after_an_hour_every_pod_is_deleted() {
        check(
            "pool a nodes=1 | app p replicas=1 on=a-0 max-unavailable=0 | app q replicas=1 on=a-0 grace=7200 | at=0 upgrade a",
            pods,
            expect![[r#"
                 181s  pod/p-0  blocked: p-pdb allows 0        gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods, at most 3600s
                 181s  pod/q-0  evicted, gone in 7200s         drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods, at most 3600s
                 181s  pod/q-1  pending                        workload/replace [KC-01 KC-02]               <- pod/q-0 evicted, gone in 7200s
                 181s  pod/q-1  bound to a-a-1                 place/bind [KS-30 KS-31]                     <- pod/q-1 pending
                 201s  pod/q-1  ready                          pod/ready [KT-03]                            <- pod/q-1 bound to a-a-1
                3781s  pod/p-0  forced out against its budget  drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 2 pods, at most 3600s
                3781s  pod/q-0  forced out before its grace    drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 2 pods, at most 3600s
                3781s  pod/p-1  pending                        workload/replace [KC-01 KC-02]               <- pod/p-0 forced out against its budget
                3781s  pod/p-1  bound to a-a-1                 place/bind [KS-30 KS-31]                     <- pod/p-1 pending
                3801s  pod/p-1  ready                          pod/ready [KT-03]                            <- pod/p-1 bound to a-a-1
                Quiet
            "#]],
        );
    }

    /// AM-57.
    #[test]
    fn a_pod_that_ends_at_the_limit_ended_by_itself() {
        check(
            "pool a nodes=1 | app q replicas=1 on=a-0 grace=3600 | at=0 upgrade a",
            pods,
            expect![[r#"
             181s  pod/q-0  evicted, gone in 3600s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods, at most 3600s
             181s  pod/q-1  pending                 workload/replace [KC-01 KC-02]   <- pod/q-0 evicted, gone in 3600s
             181s  pod/q-1  bound to a-a-1          place/bind [KS-30 KS-31]         <- pod/q-1 pending
             201s  pod/q-1  ready                   pod/ready [KT-03]                <- pod/q-1 bound to a-a-1
            3781s  pod/q-0  gone                    pod/gone [KT-05]                 <- pod/q-0 evicted, gone in 3600s
            Quiet
        "#]],
        );
    }

    /// BS-11: refused Pods are deleted after the PDB timeout; each Pod gets at most the grace limit.
    #[test]
    fn the_pool_may_set_its_own_limits() {
        check(
            "pool a nodes=1 pdb-timeout=300 grace-limit=60 | app p replicas=1 on=a-0 max-unavailable=0 | app q replicas=1 on=a-0 grace=7200 | at=0 upgrade a",
            pods,
            expect![[r#"
                181s  pod/p-0  blocked: p-pdb allows 0            gate/budget [SU-23 KE-07 KD-08 BS-73]    <- node/a-0 draining 2 pods
                181s  pod/q-0  evicted, gone in 60s               drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods
                181s  pod/q-1  pending                            workload/replace [KC-01 KC-02]           <- pod/q-0 evicted, gone in 60s
                181s  pod/q-1  bound to a-a-1                     place/bind [KS-30 KS-31]                 <- pod/q-1 pending
                201s  pod/q-1  ready                              pod/ready [KT-03]                        <- pod/q-1 bound to a-a-1
                241s  pod/q-0  gone                               pod/gone [KT-05]                         <- pod/q-0 evicted, gone in 60s
                481s  pod/p-0  deleted at the limit, gone in 30s  drain/pdb-violation [BS-11 AM-62 BS-15]  <- node/a-0 draining 2 pods
                481s  pod/p-1  pending                            workload/replace [KC-01 KC-02]           <- pod/p-0 deleted at the limit, gone in 30s
                481s  pod/p-1  bound to a-a-1                     place/bind [KS-30 KS-31]                 <- pod/p-1 pending
                501s  pod/p-1  ready                              pod/ready [KT-03]                        <- pod/p-1 bound to a-a-1
                511s  pod/p-0  gone                               pod/gone [KT-05]                         <- pod/p-0 deleted at the limit, gone in 30s
                Quiet
            "#]],
        );
    }

    /// AM-62.
    #[test]
    fn one_limit_set_leaves_the_other_at_an_hour() {
        check(
            "pool a nodes=1 grace-limit=60 | app p replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a",
            pods,
            expect![[r#"
                 181s  pod/p-0  blocked: p-pdb allows 0            gate/budget [SU-23 KE-07 KD-08 BS-73]    <- node/a-0 draining 1 pods
                3781s  pod/p-0  deleted at the limit, gone in 30s  drain/pdb-violation [BS-11 AM-62 BS-15]  <- node/a-0 draining 1 pods
                3781s  pod/p-1  pending                            workload/replace [KC-01 KC-02]           <- pod/p-0 deleted at the limit, gone in 30s
                3781s  pod/p-1  bound to a-a-1                     place/bind [KS-30 KS-31]                 <- pod/p-1 pending
                3801s  pod/p-1  ready                              pod/ready [KT-03]                        <- pod/p-1 bound to a-a-1
                3811s  pod/p-0  gone                               pod/gone [KT-05]                         <- pod/p-0 deleted at the limit, gone in 30s
                Quiet
            "#]],
        );
    }

    /// BS-11, AM-62, BS-15: with a PDB timeout of zero, a Pod with a budget is never evicted; a Pod
    /// without one is evicted.
    #[test]
    fn a_pdb_timeout_of_zero_is_no_violation() {
        check(
            "pool a nodes=1 pdb-timeout=0 | app p replicas=1 on=a-0 max-unavailable=1 | app q replicas=1 on=a-0 | at=0 upgrade a",
            pods,
            expect![[r#"
                181s  pod/p-0  deleted at the limit, gone in 30s  drain/pdb-timeout [BS-11 AM-62]  <- node/a-0 draining 2 pods
                181s  pod/q-0  evicted, gone in 30s               drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods
                181s  pod/p-1  pending                            workload/replace [KC-01 KC-02]   <- pod/p-0 deleted at the limit, gone in 30s
                181s  pod/q-1  pending                            workload/replace [KC-01 KC-02]   <- pod/q-0 evicted, gone in 30s
                181s  pod/p-1  bound to a-a-1                     place/bind [KS-30 KS-31]         <- pod/p-1 pending
                181s  pod/q-1  bound to a-a-1                     place/bind [KS-30 KS-31]         <- pod/q-1 pending
                201s  pod/p-1  ready                              pod/ready [KT-03]                <- pod/p-1 bound to a-a-1
                201s  pod/q-1  ready                              pod/ready [KT-03]                <- pod/q-1 bound to a-a-1
                211s  pod/p-0  gone                               pod/gone [KT-05]                 <- pod/p-0 deleted at the limit, gone in 30s
                211s  pod/q-0  gone                               pod/gone [KT-05]                 <- pod/q-0 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// BS-11, BS-73: an eviction that no retry can fix also ends at the PDB timeout.
    #[test]
    fn an_eviction_that_fails_ends_at_the_limit_for_budgets() {
        check(
            "pool a nodes=1 pdb-timeout=300 | app web replicas=1 on=a-0 max-unavailable=1 min-available=0 | at=0 upgrade a",
            pods,
            expect![[r#"
                181s  pod/web-0  blocked: two budgets, web-pdb and web-pdb-1  gate/two-budgets [KE-03 BS-73]           <- node/a-0 draining 1 pods
                481s  pod/web-0  deleted at the limit, gone in 30s            drain/pdb-violation [BS-11 AM-62 BS-15]  <- node/a-0 draining 1 pods
                481s  pod/web-1  pending                                      workload/replace [KC-01 KC-02]           <- pod/web-0 deleted at the limit, gone in 30s
                481s  pod/web-1  bound to a-a-1                               place/bind [KS-30 KS-31]                 <- pod/web-1 pending
                501s  pod/web-1  ready                                        pod/ready [KT-03]                        <- pod/web-1 bound to a-a-1
                511s  pod/web-0  gone                                         pod/gone [KT-05]                         <- pod/web-0 deleted at the limit, gone in 30s
                Quiet
            "#]],
        );
    }
}
