//! One Pod of a drain: its eviction is asked for, refused and asked for again, granted, or cut off at a limit.

use super::{Loop, Purpose};
use crate::base::{BudgetId, NodeId, PodId, SimSpan, SimTime, muted};
use crate::model::EvictionAnswer;
use crate::model::pod::PodPhase;
use crate::sim::Sim;
use crate::sim::rules::{Rule, closed_gates};
use crate::sim::wake::Wake;
use crate::trace::{Blocker, Change, Ending, Subject};

/// KD-08, KD-14, AM-40: a refused eviction is asked for again every 5 s, counted from the Pod's first attempt.
fn retry_step() -> SimSpan {
    SimSpan::from_secs(if muted("KD-14") { 60 } else { 5 })
}

/// The first instant of a grid that is not before `now`.
fn on_grid(first: SimTime, step: SimSpan, now: SimTime) -> SimTime {
    let past = (now - first).ms().max(0);
    first + SimSpan::from_ms((past + step.ms() - 1) / step.ms() * step.ms())
}

impl Sim {
    pub(in crate::sim) fn try_eviction(&mut self, node: NodeId, pod: PodId) {
        let name = self.tx().pod_rank(pod);
        let order = if muted("KD-12") {
            u64::MAX - name
        } else {
            name
        };
        let now = self.core.now;
        let Some(drain) = self.drains.running.get_mut(&node) else {
            return;
        };
        let Some(state) = drain.loops.get_mut(&(order, pod)) else {
            return;
        };
        let Loop::Trying {
            first,
            blocked,
            next,
        } = *state
        else {
            return;
        };
        if next != Some(now) {
            return; // another wake of the same loop has acted
        }
        if drain.purpose == Purpose::RollbackByDeletion {
            *state = Loop::Leaving;
            self.remove(
                pod,
                Rule::DeletePod,
                Ending::Deleted,
                self.pod_grace(pod, None),
            );
            return;
        }
        let gates: Vec<_> = closed_gates(&self.core.world, pod).collect();
        let answer = self.core.world.eviction_answer(pod);
        let Some(gate) = gates.first() else {
            if answer == EvictionAnswer::NotFound {
                if !muted("KE-01") {
                    *state = Loop::Done;
                    drain.open -= 1;
                    self.moved(node);
                }
                return;
            }
            *state = Loop::Leaving;
            let grace = match drain.options.grace {
                Some(grace) if !muted("KD-10") => Some(grace),
                _ => drain.grace_cap.map(|cap| {
                    cap.min(self.plan.workloads[self.core.world.cluster.pods[pod].workload].grace)
                }),
            };
            let grace = self.pod_grace(pod, grace);
            self.forget_refusal(blocked, pod);
            // What opened the way: the last change of the budget, or simply the drain.
            let cause = blocked
                .and_then(|budget| self.core.world.budgets[budget].changed_by)
                .or(self.cause);
            self.cause = cause;
            self.evict(pod, grace, answer);
            return;
        };
        let refused_by = match gate.blocker {
            Blocker::Budget { budget, .. } => Some(budget),
            _ => None,
        };
        *state = if gate.retry {
            Loop::Trying {
                first,
                blocked: refused_by,
                next: None,
            }
        } else {
            Loop::GivenUp
        };
        if let Some(budget) = refused_by {
            self.drains
                .refused
                .entry(budget)
                .or_default()
                .insert(pod, node);
        }
        // Edges, not polls: a retry that is refused for the same reason writes nothing.
        if blocked.is_none() || blocked != refused_by {
            for gate in gates {
                self.tx().record(
                    gate.rule,
                    Subject::Pod(pod),
                    Change::Blocked { by: gate.blocker },
                );
            }
        }
        self.moved(node);
    }

    /// The grace of a deletion: the Pod's own, unless the request gives one.
    fn pod_grace(&self, pod: PodId, asked: Option<SimSpan>) -> SimSpan {
        asked.unwrap_or(self.plan.workloads[self.core.world.cluster.pods[pod].workload].grace)
    }

    /// A granted eviction: 201, the unit is spent, the deletion timestamp is set (KE-08, KE-11).
    fn evict(&mut self, pod: PodId, grace: SimSpan, answer: EvictionAnswer) {
        if let EvictionAnswer::Granted {
            spends: Some(budget),
        } = answer
            && !muted("KE-08")
        {
            self.core.world.budgets[budget].status.disruptions_allowed -= 1;
        }
        self.remove(pod, Rule::Evict, Ending::Evicted, grace);
    }

    /// Sets the deletion timestamp, or shortens it: a second request never lengthens the grace (KE-13).
    fn remove(&mut self, pod: PodId, rule: Rule, ending: Ending, grace: SimSpan) {
        let mut tx = self.tx();
        let span = tx.time_to_end(pod, grace);
        let gone_after_s = span.secs();
        let change = Change::PodTerminating {
            ending,
            gone_after_s,
        };
        match tx.world().cluster.pods[pod].phase {
            PodPhase::Terminating { until, .. } => {
                if tx.now() + span < until {
                    tx.record(Rule::PodDeletionShortened, Subject::Pod(pod), change);
                }
            }
            PodPhase::Pending | PodPhase::Succeeded { .. } | PodPhase::Failed { .. } => {
                tx.record(rule, Subject::Pod(pod), Change::PodGone);
            }
            PodPhase::Starting { .. } | PodPhase::Running { .. } => {
                tx.record(rule, Subject::Pod(pod), change);
            }
            PodPhase::Gone => {}
        }
    }

    /// Deletes a Pod as a controller does: budgets are not read (KE-12).
    pub(in crate::sim) fn delete_pod(&mut self, pod: PodId, rule: Rule) {
        self.remove(pod, rule, Ending::Deleted, self.pod_grace(pod, None));
    }

    /// A budget's status changed: Pods that it refused are asked for at the next instant of their own grid.
    ///
    /// Between two changes of the status every retry would get the same answer, so none is simulated.
    pub(in crate::sim) fn budget_changed(&mut self, budget: BudgetId) {
        let Some(refused) = self.drains.refused.get(&budget) else {
            return;
        };
        let now = self.core.now;
        for (pod, node) in refused.clone() {
            if closed_gates(&self.core.world, pod).next().is_some() {
                continue;
            }
            let name = self.tx().pod_rank(pod);
            let order = if muted("KD-12") {
                u64::MAX - name
            } else {
                name
            };
            let Some(drain) = self.drains.running.get_mut(&node) else {
                continue;
            };
            let slot = drain.slot;
            let Some(Loop::Trying { first, next, .. }) = drain.loops.get_mut(&(order, pod)) else {
                continue;
            };
            let at = on_grid(*first, retry_step(), now);
            if next.is_some() {
                continue;
            }
            *next = Some(at);
            let cause = self.core.world.budgets[budget].changed_by;
            let mut tx = self.tx();
            let place = tx.node_rank(node).0 | slot;
            tx.wake(at, Wake::TryEviction(node, pod), (place, order), cause);
        }
    }

    /// A Pod is gone: its drain may be over. One that was refused is seen at its next attempt (KE-01).
    pub(in crate::sim) fn drained_pod_gone(&mut self, pod: PodId, node: NodeId) {
        let now = self.core.now;
        let name = self.tx().pod_rank(pod);
        let order = if muted("KD-12") {
            u64::MAX - name
        } else {
            name
        };
        let Some(drain) = self.drains.running.get_mut(&node) else {
            return;
        };
        let slot = drain.slot;
        match drain.loops.get_mut(&(order, pod)) {
            Some(Loop::Trying { first, next, .. }) if next.is_none() => {
                let at = on_grid(*first, retry_step(), now);
                *next = Some(at);
                let mut tx = self.tx();
                let (place, cause) = (tx.node_rank(node).0 | slot, tx.world().pod_row(pod));
                tx.wake(at, Wake::TryEviction(node, pod), (place, order), cause);
            }
            Some(_) => self.moved(node),
            None => {}
        }
    }

    fn moved(&mut self, node: NodeId) {
        let mut tx = self.tx();
        let (rank, cause) = (tx.node_rank(node), tx.cause);
        tx.wake_once(Wake::DrainMoved(node), rank, cause);
    }

    fn forget_refusal(&mut self, blocked: Option<BudgetId>, pod: PodId) {
        if let Some(pods) = blocked.and_then(|budget| self.drains.refused.get_mut(&budget)) {
            pods.remove(&pod);
        }
    }

    /// The limit of a drain: in an upgrade every Pod that is left ends at once, blocked or still terminating
    /// (SU-07, AM-62); `kubectl drain` gives up and leaves the node cordoned (KD-10).
    pub(in crate::sim) fn drain_limit(&mut self, node: NodeId, generation: u32) {
        let Some(drain) = self.drains.running.get_mut(&node) else {
            return;
        };
        if drain.generation != generation {
            return;
        }
        drain.limit_reached = true;
        let user = drain.purpose == Purpose::User;
        let rule = if user {
            Rule::DrainTimeout
        } else {
            Rule::DrainLimit
        };
        if rule.muted() {
            return;
        }
        let open: Vec<(PodId, bool)> = drain
            .loops
            .iter()
            .filter(|(_, state)| **state != Loop::Done)
            .map(|((_, pod), state)| (*pod, *state != Loop::Leaving))
            .collect();
        if user {
            self.tx()
                .record(rule, Subject::Node(node), Change::DrainAborted);
            self.drop_drain(node);
            return;
        }
        for (pod, violates_budget) in open {
            if self.core.world.cluster.pods[pod].phase != PodPhase::Gone {
                self.tx().record(
                    Rule::ForceOut,
                    Subject::Pod(pod),
                    Change::PodForced { violates_budget },
                );
            }
        }
        if let Some(drain) = self.drains.running.get_mut(&node) {
            for state in drain.loops.values_mut() {
                *state = Loop::Done;
            }
            drain.open = 0;
        }
        self.moved(node);
    }

    /// `pdbTimeoutDuration`: refused Pods are deleted with their grace; nothing else is cut (BS-11, AM-62).
    pub(in crate::sim) fn pdb_timeout(&mut self, node: NodeId, generation: u32) {
        let Some(drain) = self.drains.running.get_mut(&node) else {
            return;
        };
        if drain.generation != generation {
            return;
        }
        let cap = drain.grace_cap;
        let mut refused = Vec::new();
        for ((_, pod), state) in &mut drain.loops {
            if matches!(state, Loop::Trying { .. } | Loop::GivenUp) {
                *state = Loop::Leaving;
                refused.push(*pod);
            }
        }
        for pod in refused {
            let own = self.pod_grace(pod, None);
            let grace = cap.map_or(own, |cap| cap.min(own));
            self.remove(pod, Rule::DeleteAtPdbTimeout, Ending::DeletedAtLimit, grace);
        }
        self.moved(node);
    }
}
