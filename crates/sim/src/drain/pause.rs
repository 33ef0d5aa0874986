//! A drain that stands still while its upgrade is paused (AM-65, AM-79).

use super::{Drain, Loop, Purpose};
use crate::Sim;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, broken};
use trace::{Change, Subject};

impl Sim {
    /// Nobody is evicted any more by the batch; Pods that terminate go on, and so does the drain of a repair (AM-53).
    pub(crate) fn pause_drain(&mut self, node: NodeId) {
        let ours = |drain: &Drain| drain.purpose == Purpose::Batch && !drain.paused;
        if !self.drains.running(node).is_some_and(ours) {
            return;
        }
        let paused = self
            .tx()
            .record(Rule::DrainPause, Subject::Node(node), Change::DrainPaused);
        if paused.is_none() {
            return;
        }
        // Its limit belongs to another drain now.
        self.drains.generation += 1;
        let (now, generation) = (self.core.now, self.drains.generation);
        if let Some(drain) = self.drains.running_mut(node) {
            drain.generation = generation;
            drain.paused = true;
            drain.paused_at = now;
            drain.wake = None;
        }
    }

    /// Whoever was refused is asked for at once and every 5 s from here, and the limit goes on.
    pub(crate) fn resume_drain(&mut self, node: NodeId) {
        let now = self.core.now;
        let Some(drain) = self.drains.running_mut(node).filter(|one| one.paused) else {
            return;
        };
        drain.paused = false;
        drain.began = now;
        let stood = now - drain.paused_at;
        if !broken("blue-green/clock") {
            drain.limit_at = drain.limit_at.map(|limit| limit + stood);
        }
        let mut first = None;
        for (index, one) in drain.loops.iter_mut().enumerate() {
            if let Loop::Trying { next, .. } = &mut one.state {
                *next = Some(now);
                first = first.or(Some(index));
            }
        }
        let (generation, limit_at) = (drain.generation, drain.limit_at);
        let limit_s = limit_at.map_or(0, |limit| (limit - now).secs());
        let change = Change::DrainResumed { limit_s };
        let row = self
            .tx()
            .record(Rule::DrainGoesOn, Subject::Node(node), change);
        if let Some(limit) = limit_at {
            let mut tx = self.tx();
            let rank = tx.node_rank(node);
            tx.wake(limit, Wake::DrainLimit(node, generation), rank, row);
        }
        if let Some(first) = first {
            self.wake_evictions(node, now, first);
        }
    }

    /// The node is no longer to be drained by its batch; Pods that terminate go on.
    pub(crate) fn abort_drain(&mut self, node: NodeId) {
        self.abort_drain_of(node, Purpose::Batch);
    }

    /// BG-23: a node that goes back is drained in its turn, and no longer to be repaired; Pods that terminate go on.
    pub(crate) fn abort_repair(&mut self, node: NodeId) {
        let asked = self.drains.asked.get(&node);
        if asked.is_some_and(|(_, asked)| asked.purpose == Purpose::Upgrade) {
            self.drains.asked.remove(&node);
        }
        self.abort_drain_of(node, Purpose::Upgrade);
    }

    fn abort_drain_of(&mut self, node: NodeId, purpose: Purpose) {
        let ours = |drain: &Drain| drain.purpose == purpose;
        if self.drains.running(node).is_some_and(ours) {
            self.tx().record(
                Rule::DrainGivenUp,
                Subject::Node(node),
                Change::DrainAborted,
            );
            self.drop_drain(node);
        }
    }
}
