//! Drains of a paused upgrade (AM-65, AM-79).

use super::purpose::Purpose;
use super::{Drain, Drains, Eviction};
use crate::cx::Cx;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{NodeId, broken};
use trace::Change;

impl Drains {
    /// Stops the batch's evictions; terminating Pods continue, and so does a repair's drain (AM-53).
    pub(super) fn pause_drain(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let ours = |drain: &Drain| drain.purpose.by_batch && !drain.paused;
        if !self.running(node).is_some_and(ours) {
            return;
        }
        let paused = cx.record(Rule::DrainPause, node, Change::DrainPaused);
        if paused.is_none() {
            return;
        }
        // The old limit wake belongs to an earlier generation now.
        self.generation += 1;
        let (now, generation) = (cx.now, self.generation);
        if let Some(drain) = self.running_mut(node) {
            drain.generation = generation;
            drain.paused = true;
            cx.world.drains.running.insert(node, (drain.purpose, true));
            drain.paused_at = now;
            drain.wake = None;
        }
    }

    /// Retries refused Pods at once and every 5 s from here; the limits continue.
    pub(super) fn resume_drain(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let now = cx.now;
        let Some(drain) = self.running_mut(node).filter(|one| one.paused) else {
            return;
        };
        drain.paused = false;
        cx.world.drains.running.insert(node, (drain.purpose, false));
        drain.began = now;
        let stood = now - drain.paused_at;
        if !broken("blue-green/clock") {
            for limit in [&mut drain.limit_at, &mut drain.refused_until].into_iter().flatten() {
                *limit += stood;
            }
        }
        let mut first = None;
        for (index, one) in drain.evictions.iter_mut().enumerate() {
            if let Eviction::Trying { next, .. } = &mut one.state {
                *next = Some(now);
                first = first.or(Some(index));
            }
        }
        // Nothing is refused any more.
        drain.refused_until = drain.refused_until.filter(|until| *until > now);
        let (generation, limit_at) = (drain.generation, drain.limit_at);
        let refused_until = drain.refused_until;
        let told = drain.purpose.told(limit_at, refused_until);
        let limit_s = told.map_or(0, |limit| (limit - now).secs());
        let change = Change::DrainResumed { limit_s };
        let row = cx.record(Rule::DrainGoesOn, node, change);
        if let Some(limit) = limit_at {
            cx.wake_because(limit, Wake::DrainLimit(node, generation), row);
        }
        if let Some(limit) = refused_until {
            cx.wake_because(limit, Wake::PdbTimeout(node, generation), row);
        }
        if let Some(first) = first {
            self.wake_evictions(cx, node, now, first);
        }
    }

    /// BG-23: a node that is rolled back isn't repaired any more and is drained in its turn; terminating Pods continue.
    pub(super) fn abort_repair(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let asked = cx.world.drains.requests.get(&node);
        if asked.is_some_and(|(_, asked)| asked.purpose.ends_with_repair) {
            cx.world.drains.requests.remove(&node);
        }
        self.abort_drain(cx, node, |purpose| purpose.ends_with_repair);
    }

    /// Aborts the drain if it is one of those.
    pub(super) fn abort_drain(
        &mut self,
        cx: &mut Cx<'_>,
        node: NodeId,
        ours: fn(&Purpose) -> bool,
    ) {
        if self.running(node).is_some_and(|drain| ours(drain.purpose)) {
            cx.record(Rule::DrainGivenUp, node, Change::DrainAborted);
            self.drop_drain(cx, node);
        }
    }
}
