//! Evicts the Pods of a drain: evictions are requested, refused and retried, or granted.
//!
//! A refused eviction is retried on its drain's 5 s grid, but only after the budget's status has changed: in between
//! each retry would get the same answer. So a blocked drain costs nothing, and a stuck run ends because its queue
//! is empty. A change of a budget makes each drain try one Pod; after it the next one is tried.

use super::{Drain, Drains, Eviction, PodEviction};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::rules::gates::{ClosedGates, closed_gates};
use crate::wake::{Class, Wake};
use base::{BudgetId, NodeId, PodId, SimSpan, SimTime, broken, muted};
use model::EvictionAnswer;
use trace::{Blocker, Change, Ending};

/// The instants at which a drain repeats refused evictions, counted from the first attempt (KD-08, KD-14, AM-40).
#[derive(Clone, Copy)]
struct RetryGrid {
    began: SimTime,
    step: SimSpan,
}

impl RetryGrid {
    fn of(drain: &Drain) -> Self {
        let step = if muted("KD-14") { SimSpan::from_secs(60) } else { drain.purpose.retry };
        Self { began: drain.began, step }
    }

    /// The first instant at or after `now`, except the one at which the Pod was refused: an eviction is tried once per Pod
    /// and instant (AM-56).
    fn next(self, last: Option<SimTime>, now: SimTime) -> SimTime {
        let past = (now - self.began).ms().max(0);
        let steps = (past + self.step.ms() - 1) / self.step.ms();
        let at = self.began + SimSpan::from_ms(steps * self.step.ms());
        if last == Some(at) { at + self.step } else { at }
    }
}

/// What a budget still refuses in a drain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refused {
    Nothing,
    Still,
    /// A refused Pod, by its place in the drain, is tried again at the instant.
    Asked {
        index: usize,
        when: SimTime,
    },
}

impl Drains {
    /// Tries the Pods that are due, in order, until another wake of the class comes between.
    pub(super) fn try_evictions(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let now = cx.now;
        let Some(drain) = self.running_mut(node) else {
            return;
        };
        drain.wake = None;
        if drain.paused && !broken("blue-green/pause") {
            return;
        }
        drain.skip_tried();
        let mut from = drain.tried;
        while let Some(drain) = self.running(node)
            && let Some(at) = drain.due_attempt(from, now)
        {
            let one = drain.evictions[at];
            let rank = (drain.place, one.turn);
            if cx.queue.others_before(Class::Evictions, rank) {
                self.wake_evictions(cx, node, now, at);
                return;
            }
            cx.cause = one.cause;
            self.try_eviction(cx, node, at);
            let asked = one.refused_by().and_then(|by| self.try_next_refused(cx, by, node, at));
            from = asked.map_or(at + 1, |asked| asked.min(at + 1));
        }
    }

    /// After a refused Pod's attempt, schedules the next one that the budget would no longer refuse.
    /// Returns its place in the drain, if it is due at this instant.
    fn try_next_refused(
        &mut self,
        cx: &mut Cx<'_>,
        budget: BudgetId,
        node: NodeId,
        at: usize,
    ) -> Option<usize> {
        let leaves = |drain: &Drain| drain.evictions[at].state == Eviction::Leaving;
        let in_vain = || !self.running(node).is_some_and(leaves);
        if broken("retry/chain") || broken("retry/in-vain") && in_vain() {
            return None;
        }
        let Refused::Asked { index, when } = self.schedule_refused(cx, budget, node) else {
            return None;
        };
        if when == cx.now {
            return Some(index);
        }
        self.wake_evictions(cx, node, when, index);
        None
    }

    /// Requests the drain's wake for the Pod at the given place.
    pub(super) fn wake_evictions(
        &mut self,
        cx: &mut Cx<'_>,
        node: NodeId,
        when: SimTime,
        index: usize,
    ) {
        let Some(drain) = self.running_mut(node) else {
            return;
        };
        let turn = drain.evictions[index].turn;
        let asked = |(at, first)| at == when && first <= turn;
        if !drain.wake.is_some_and(asked) {
            drain.wake = Some((when, turn));
            let rank = (drain.place, turn);
            cx.queue.push(when, Wake::TryEvictions(node), rank, None);
        }
    }

    /// AM-69: no eviction was tried while the control plane didn't answer; the grid continues from here.
    pub(super) fn reschedule_late(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let now = cx.now;
        let Some(drain) = self.running_mut(node) else {
            return;
        };
        let grid = RetryGrid::of(drain);
        let mut late = Vec::new();
        for (index, one) in drain.evictions.iter_mut().enumerate() {
            if let Eviction::Trying { last, next, .. } = &mut one.state
                && next.is_some_and(|next| next < now)
            {
                let when = grid.next(*last, now);
                *next = Some(when);
                late.push((when, index));
            }
        }
        for (when, index) in late {
            self.wake_evictions(cx, node, when, index);
        }
    }

    /// Makes one attempt.
    fn try_eviction(&mut self, cx: &mut Cx<'_>, node: NodeId, at: usize) {
        let now = cx.now;
        let Some(drain) = self.running_mut(node) else {
            return;
        };
        let (purpose, cap) = (drain.purpose, drain.grace_cap);
        let rule = (purpose.deletes)(&drain.options);
        let given = drain.options.grace.filter(|_| !muted("KD-10"));
        let PodEviction { pod, state, .. } = &mut drain.evictions[at];
        let pod = *pod;
        let Eviction::Trying { blocked, .. } = *state else {
            return;
        };
        if let Some(rule) = rule {
            *state = Eviction::Leaving;
            // AM-64: a Pod that is already terminating keeps its own end, or the hour of phase 5.
            let leaves = cx.world.cluster.pods[pod].terminating();
            let grace = match cap {
                Some(cap) if leaves && purpose.shortens_grace => cap,
                cap => given.unwrap_or_else(|| cx.pod_grace(pod, cap)),
            };
            cx.remove(pod, rule, Ending::Deleted, grace);
            return;
        }
        let closed = closed_gates(&cx.world, pod);
        let Some(gate) = closed.first() else {
            let answer = cx.world.eviction_answer(pod);
            let gone = answer == EvictionAnswer::NotFound;
            if gone && muted("KE-01") {
                return;
            }
            *state = if gone { Eviction::Done } else { Eviction::Leaving };
            if gone {
                drain.open -= 1;
                self.wake_if_over(cx, node);
                return;
            }
            let grace = given.unwrap_or_else(|| cx.pod_grace(pod, cap));
            // What made the eviction possible: the last change of the budget, or else the drain.
            let opened = |budget: BudgetId| cx.world.budgets[budget].changed_by;
            cx.cause = blocked.and_then(opened).or(cx.cause);
            cx.evict(pod, grace, answer);
            return;
        };
        let refused_by = match gate.blocker {
            Blocker::Budget { budget, .. } => Some(budget),
            _ => None,
        };
        if gate.retry {
            *state = Eviction::Trying { last: Some(now), blocked: refused_by, next: None };
        } else if purpose.fails_on_error {
            *state = Eviction::Done;
            drain.open -= 1;
            drain.failed = true;
            self.wake_if_over(cx, node);
        } else {
            *state = Eviction::GivenUp;
        }
        // A retry that is refused for the same reason writes no row.
        if refused_by.is_none() || blocked != refused_by {
            self.note_refused(cx, node, pod, refused_by, &closed);
        }
    }

    /// Notes the refusal with the budget, and records every closed gate.
    fn note_refused(
        &mut self,
        cx: &mut Cx<'_>,
        node: NodeId,
        pod: PodId,
        refused_by: Option<BudgetId>,
        closed: &ClosedGates,
    ) {
        if let Some(budget) = refused_by {
            let refused = &mut self.refused;
            if refused.len() <= budget.0 {
                refused.resize(budget.0 + 1, Vec::new());
            }
            if !refused[budget].contains(&node) {
                refused[budget].push(node);
            }
        }
        for gate in closed.iter() {
            let change = Change::Blocked { by: gate.blocker };
            cx.record(gate.rule, pod, change);
        }
    }

    /// Retries the Pods that the budget refused, each at the next instant of its drain's grid.
    ///
    /// Between two changes of the status every retry would get the same answer, so none is simulated.
    pub(super) fn budget_changed(&mut self, cx: &mut Cx<'_>, budget: BudgetId) {
        let Some(nodes) = self.refused.get_mut(budget) else {
            return;
        };
        let mut nodes = std::mem::take(nodes);
        nodes.retain(|node| {
            let refused = self.schedule_refused(cx, budget, *node);
            if let Refused::Asked { index, when } = refused {
                self.wake_evictions(cx, *node, when, index);
            }
            refused != Refused::Nothing && !broken("retry/drains")
        });
        self.refused[budget] = nodes;
    }

    /// Schedules a retry for the first Pod of a drain that the budget would no longer refuse; the others follow one by
    /// one.
    fn schedule_refused(&mut self, cx: &mut Cx<'_>, budget: BudgetId, node: NodeId) -> Refused {
        let (now, tried) = (cx.now, cx.tried_now());
        let Some(drain) = self.running_mut(node) else {
            return Refused::Nothing;
        };
        if drain.paused && !broken("blue-green/pause") {
            return Refused::Still;
        }
        drain.skip_tried();
        let (grid, first) = (RetryGrid::of(drain), drain.tried);
        let mut refused = Refused::Nothing;
        let mut refuses_ready = false;
        for (index, one) in drain.evictions.iter_mut().enumerate().skip(first) {
            let Eviction::Trying { last, blocked: Some(by), next } = &mut one.state else {
                continue;
            };
            if *by != budget {
                continue;
            }
            refused = Refused::Still;
            if next.is_some() {
                continue;
            }
            let ready = cx.world.cluster.pods[one.pod].ready();
            if ready && refuses_ready {
                continue;
            }
            if closed_gates(&cx.world, one.pod).first().is_some() {
                refuses_ready |= ready;
                continue;
            }
            let when = grid.next(tried.or(*last), now);
            *next = Some(when);
            one.cause = cx.world.budgets[budget].changed_by;
            return Refused::Asked { index, when };
        }
        refused
    }

    /// Checks whether the drain is over after Pods were deleted. A refused Pod is seen at its next attempt (KE-01); so is
    /// one that something else deletes: its eviction is granted, and the drain waits for its end (KE-02).
    pub(super) fn pods_left_drain(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let (now, tried) = (cx.now, cx.tried_now());
        let Some(drain) = self.running_mut(node) else {
            return;
        };
        let world = &cx.world;
        let (mut last_gone, mut asked) = (None, Vec::new());
        let (paused, grid) = (drain.paused, RetryGrid::of(drain));
        for (index, one) in drain.evictions.iter_mut().enumerate() {
            let pod = &world.cluster.pods[one.pod];
            match &mut one.state {
                Eviction::Trying { last, next, .. } if !paused => {
                    if next.is_none() && (!pod.exists() || pod.terminating()) {
                        let when = grid.next(tried.or(*last), now);
                        *next = Some(when);
                        one.cause = world.pod_row(one.pod);
                        asked.push((when, index));
                    }
                }
                // KD-09: the poll of each second sees it gone. AM-91: one that has gone during the pause needs no
                // eviction. KD-11: nor does one whose eviction had failed hold the drain.
                Eviction::Trying { .. } | Eviction::Leaving | Eviction::GivenUp
                    if !pod.exists() =>
                {
                    one.state = Eviction::Done;
                    drain.open -= 1;
                    last_gone = last_gone.max(world.pod_row(one.pod));
                }
                Eviction::Trying { .. }
                | Eviction::Leaving
                | Eviction::GivenUp
                | Eviction::Done => {}
            }
        }
        for (when, index) in asked {
            self.wake_evictions(cx, node, when, index);
        }
        if last_gone.is_some() {
            cx.cause = last_gone;
            self.wake_if_over(cx, node);
        }
    }

    pub(super) fn wake_if_over(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        if self.running(node).is_some_and(Drain::is_over) {
            cx.wake_once(Wake::DrainMoved(node));
        }
    }
}

impl Cx<'_> {
    /// Grants an eviction: 201, the unit is spent, the deletion timestamp is set (KE-08, KE-11).
    fn evict(&mut self, pod: PodId, grace: SimSpan, answer: EvictionAnswer) {
        if let EvictionAnswer::Granted { spends: Some(budget) } = answer {
            self.world.budgets[budget].status.spend();
        }
        self.remove(pod, Rule::Evict, Ending::Evicted, grace);
    }
}

impl Core {
    /// The instant of an attempt that was refused in the previous round of this instant (AM-56).
    fn tried_now(&self) -> Option<SimTime> {
        self.queue.restarted.then_some(self.now)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    /// KE-12, UP-18, AM-12.
    #[test]
    fn a_rollback_deletes_without_checking_budgets() {
        check(
            "pool a nodes=2 | app web replicas=2 max-unavailable=2 | at=0 upgrade a | at=300 cancel a | at=600 limit web 0 | at=700 rollback a",
            pods,
            expect![[r#"
                181s  pod/web-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods, at most 3600s
                181s  pod/web-1  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 2 pods, at most 3600s
                181s  pod/web-2  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
                181s  pod/web-3  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
                181s  pod/web-2  bound to a-1          place/bind [KS-30 KS-31]         <- pod/web-2 pending
                181s  pod/web-3  bound to a-a-2        place/bind [KS-30 KS-31]         <- pod/web-3 pending
                201s  pod/web-2  ready                 pod/ready [KT-03]                <- pod/web-2 bound to a-1
                201s  pod/web-3  ready                 pod/ready [KT-03]                <- pod/web-3 bound to a-a-2
                211s  pod/web-0  gone                  pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
                211s  pod/web-1  gone                  pod/gone [KT-05]                 <- pod/web-1 evicted, gone in 30s
                422s  pod/web-2  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-1 draining 1 pods, at most 3600s
                422s  pod/web-4  pending               workload/replace [KC-01 KC-02]   <- pod/web-2 evicted, gone in 30s
                422s  pod/web-4  bound to a-a-3        place/bind [KS-30 KS-31]         <- pod/web-4 pending
                442s  pod/web-4  ready                 pod/ready [KT-03]                <- pod/web-4 bound to a-a-3
                452s  pod/web-2  gone                  pod/gone [KT-05]                 <- pod/web-2 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KD-11, AM-64: a drain ends when its last Pod is gone, though the eviction of that one had failed.
    #[test]
    fn a_drain_ends_when_the_pod_of_a_failed_eviction_is_gone() {
        check(
            "pool a nodes=1 surge=0+1 | app p replicas=1 on=a-0 max-unavailable=1 min-available=0 | at=0 upgrade a | at=9 replicas p 0",
            |record| pods_and_nodes(record) && record.at < base::SimTime::from_secs(60),
            expect![[r#"
                 0s  node/a-0  taken by unavailable slot 1              surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                 0s  node/a-0  cordoned                                 surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
                 1s  node/a-0  draining 1 pods, at most 3600s           drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                 1s  pod/p-0   blocked: two budgets, p-pdb and p-pdb-1  gate/two-budgets [KE-03 BS-73]                    <- node/a-0 draining 1 pods, at most 3600s
                 9s  pod/p-0   deleted, gone in 30s                     workload/scale-down [KC-04 KC-12]                 <- workload/p replicas 0
                39s  pod/p-0   gone                                     pod/gone [KT-05]                                  <- pod/p-0 deleted, gone in 30s
                39s  node/a-0  drained                                  drain/end [KD-09 KD-11]                           <- pod/p-0 gone
                39s  node/a-0  deleting for 30s, to recreate            surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                Quiet
            "#]],
        );
    }

    /// KD-08, KD-10: `kubectl drain` fails when the last Pod goes at its timeout, though one whose eviction had failed is
    /// gone before.
    #[test]
    fn a_failed_kubectl_drain_ends_at_its_timeout() {
        check(
            "pool a nodes=1 | app p replicas=1 on=a-0 max-unavailable=1 min-available=0 | app q replicas=1 on=a-0 grace=60 shutdown=60 | at=0 drain a-0 timeout=60 | at=9 replicas p 0",
            pods_and_nodes,
            expect![[r#"
                 0s  node/a-0  command 0                                                 user/command []
                 0s  node/a-0  cordoned                                                  user/cordon [KT-18]                      <- node/a-0 command 0
                 1s  node/a-0  draining 2 pods, at most 60s                              drain/start [KD-01 AM-06]                <- node/a-0 cordoned
                 1s  pod/p-0   blocked: two budgets, p-pdb and p-pdb-1                   gate/two-budgets [KE-03 BS-73]           <- node/a-0 draining 2 pods, at most 60s
                 1s  pod/q-0   evicted, gone in 60s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods, at most 60s
                 1s  pod/q-1   pending                                                   workload/replace [KC-01 KC-02]           <- pod/q-0 evicted, gone in 60s
                 1s  pod/q-1   blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/q-1 pending
                 9s  pod/p-0   deleted, gone in 30s                                      workload/scale-down [KC-04 KC-12]        <- workload/p replicas 0
                39s  pod/p-0   gone                                                      pod/gone [KT-05]                         <- pod/p-0 deleted, gone in 30s
                61s  pod/q-0   gone                                                      pod/gone [KT-05]                         <- pod/q-0 evicted, gone in 60s
                61s  node/a-0  drain aborted                                             drain/fail [KD-08 KD-11]                 <- node/a-0 draining 2 pods, at most 60s
                Quiet
            "#]],
        );
    }

    /// AM-57, BS-73: what is gone when the budgets' time is over keeps no drain open, though its eviction had failed.
    #[test]
    fn a_failed_eviction_does_not_hold_a_drain_when_its_pod_is_gone() {
        check(
            "pool a nodes=1 surge=0+1 pdb-timeout=60 | app p replicas=1 on=a-0 max-unavailable=1 min-available=0 | at=0 upgrade a | at=31 replicas p 0",
            |record| pods_and_nodes(record) && record.at < base::SimTime::from_secs(100),
            expect![[r#"
                 0s  node/a-0  taken by unavailable slot 1              surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                 0s  node/a-0  cordoned                                 surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
                 1s  node/a-0  draining 1 pods                          drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                 1s  pod/p-0   blocked: two budgets, p-pdb and p-pdb-1  gate/two-budgets [KE-03 BS-73]                    <- node/a-0 draining 1 pods
                31s  pod/p-0   deleted, gone in 30s                     workload/scale-down [KC-04 KC-12]                 <- workload/p replicas 0
                61s  pod/p-0   gone                                     pod/gone [KT-05]                                  <- pod/p-0 deleted, gone in 30s
                61s  node/a-0  drained                                  drain/end [KD-09 KD-11]                           <- node/a-0 draining 1 pods
                61s  node/a-0  deleting for 30s, to recreate            surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                91s  node/a-0  gone                                     node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
                91s  node/a-0  recreating, ready in 180s                surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
                Quiet
            "#]],
        );
    }

    /// BS-12.
    #[test]
    fn a_rollback_may_respect_budgets() {
        check(
            "pool a nodes=2 slots=4 | app web replicas=2 on=a-0 max-unavailable=1 | at=0 upgrade a | at=10 cancel a | at=600 limit web 0 | at=700 rollback a respect-pdb",
            pods,
            expect![[r#"
                 181s  pod/web-0  evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods, at most 3600s
                 181s  pod/web-1  blocked: web-pdb allows 0      gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods, at most 3600s
                 181s  pod/web-2  pending                        workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
                 181s  pod/web-2  bound to a-1                   place/bind [KS-30 KS-31]                     <- pod/web-2 pending
                 201s  pod/web-2  ready                          pod/ready [KT-03]                            <- pod/web-2 bound to a-1
                 201s  pod/web-1  evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]              <- pod/web-2 ready
                 201s  pod/web-3  pending                        workload/replace [KC-01 KC-02]               <- pod/web-1 evicted, gone in 30s
                 201s  pod/web-3  bound to a-a-2                 place/bind [KS-30 KS-31]                     <- pod/web-3 pending
                 211s  pod/web-0  gone                           pod/gone [KT-05]                             <- pod/web-0 evicted, gone in 30s
                 221s  pod/web-3  ready                          pod/ready [KT-03]                            <- pod/web-3 bound to a-a-2
                 231s  pod/web-1  gone                           pod/gone [KT-05]                             <- pod/web-1 evicted, gone in 30s
                 881s  pod/web-3  blocked: web-pdb allows 0      gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-a-2 draining 1 pods, at most 3600s
                4481s  pod/web-3  forced out against its budget  drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-a-2 draining 1 pods, at most 3600s
                4481s  pod/web-4  pending                        workload/replace [KC-01 KC-02]               <- pod/web-3 forced out against its budget
                4481s  pod/web-4  bound to a-a-3                 place/bind [KS-30 KS-31]                     <- pod/web-4 pending
                4501s  pod/web-4  ready                          pod/ready [KT-03]                            <- pod/web-4 bound to a-a-3
                Quiet
            "#]],
        );
    }

    /// AM-57, KP-15.
    #[test]
    fn an_edited_budget_is_seen_by_the_next_retry() {
        check(
            "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 drain a-0 | at=33 limit web 2",
            pods,
            expect![[r#"
                 1s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods
                 1s  pod/web-1  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods
                36s  pod/web-0  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- budget/web-pdb command 1
                36s  pod/web-1  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- budget/web-pdb command 1
                36s  pod/web-2  pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
                36s  pod/web-3  pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
                36s  pod/web-2  bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-2 pending
                36s  pod/web-3  bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-3 pending
                56s  pod/web-2  ready                      pod/ready [KT-03]                      <- pod/web-2 bound to a-1
                56s  pod/web-3  ready                      pod/ready [KT-03]                      <- pod/web-3 bound to a-1
                66s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
                66s  pod/web-1  gone                       pod/gone [KT-05]                       <- pod/web-1 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KP-16.
    #[test]
    fn scaling_down_raises_allowed_disruptions_at_once() {
        check(
            "pool a nodes=2 | app web replicas=2 on=a-0 min-available=50% | at=0 drain a-0 timeout=600 | at=3 replicas web 1",
            pods,
            expect![[r#"
                 1s  pod/web-0  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods, at most 600s
                 1s  pod/web-1  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods, at most 600s
                 1s  pod/web-2  pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
                 1s  pod/web-2  bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-2 pending
                 3s  pod/web-2  deleted, gone in 30s       workload/scale-down [KC-04 KC-12]      <- workload/web replicas 1
                31s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
                33s  pod/web-2  gone                       pod/gone [KT-05]                       <- pod/web-2 deleted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KD-12.
    #[test]
    fn evictions_are_requested_in_name_order() {
        check(
            "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=1 shutdown=1 ready=100 | at=0 drain a-0 timeout=50",
            pods,
            expect![[r#"
                  1s  pod/web-0  evicted, gone in 1s        drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods, at most 50s
                  1s  pod/web-1  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods, at most 50s
                  1s  pod/web-2  pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 1s
                  1s  pod/web-2  bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-2 pending
                  2s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 1s
                 21s  pod/web-2  running, ready in 100s     pod/started [KT-01]                    <- pod/web-2 bound to a-1
                121s  pod/web-2  ready                      pod/ready [KT-03]                      <- pod/web-2 running, ready in 100s
                Quiet
            "#]],
        );
    }

    /// KE-06: no unit is free even after `web-2` is ready, but enough Pods are healthy.
    #[test]
    fn an_unready_pod_is_retried_when_enough_are_healthy() {
        check(
            "pool a nodes=2 | app web replicas=2 on=a-0 unready min-available=1 | at=0 drain a-0 | at=5 replicas web 3",
            pods,
            expect![[r#"
                 1s  pod/web-0  blocked: web-pdb allows 0                                 gate/budget [SU-23 KE-07 KD-08 BS-73]    <- node/a-0 draining 2 pods
                 1s  pod/web-1  blocked: web-pdb allows 0                                 gate/budget [SU-23 KE-07 KD-08 BS-73]    <- node/a-0 draining 2 pods
                 5s  pod/web-2  pending                                                   workload/replace [KC-01 KC-02]           <- workload/web replicas 3
                 5s  pod/web-2  bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/web-2 pending
                25s  pod/web-2  ready                                                     pod/ready [KT-03]                        <- pod/web-2 bound to a-1
                26s  pod/web-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- pod/web-2 ready
                26s  pod/web-1  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- pod/web-2 ready
                26s  pod/web-3  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                26s  pod/web-4  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                26s  pod/web-3  bound to a-1                                              place/bind [KS-30 KS-31]                 <- pod/web-3 pending
                26s  pod/web-4  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-4 pending
                26s  pod/web-4  blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-4 pending
                46s  pod/web-3  ready                                                     pod/ready [KT-03]                        <- pod/web-3 bound to a-1
                56s  pod/web-0  gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 30s
                56s  pod/web-1  gone                                                      pod/gone [KT-05]                         <- pod/web-1 evicted, gone in 30s
                Quiet
            "#]],
        );
    }

    /// KE-05, KP-08: the sync fails before and after, so the status is the same when the Pod becomes unready.
    #[test]
    fn a_pod_is_tried_again_when_it_becomes_unready_under_a_budget_without_scale() {
        check(
            "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 always-allow max-unavailable=1 | at=0 drain a-0 | at=10 fail a-0",
            pods,
            expect![[r#"
                  1s  pod/etl-0  blocked: etl-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods
                 60s  pod/etl-0  not ready                  node/lost-pod [KT-11]                  <- node/a-0 lost
                 61s  pod/etl-0  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- pod/etl-0 not ready
                 71s  pod/etl-1  pending                    workload/job [KC-16]                   <- pod/etl-0 evicted, gone in 30s
                 71s  pod/etl-1  bound to a-1               place/bind [KS-30 KS-31]               <- pod/etl-1 pending
                 91s  pod/etl-1  ready                      pod/ready [KT-03]                      <- pod/etl-1 bound to a-1
                611s  pod/etl-0  gone                       repair/ends-pod [AM-53]                <- node/a-0 lost
                Quiet
            "#]],
        );
    }
}
