//! The calendar: each edge of a window or an exclusion is told while anything happens or waits for it.
//!
//! Edges are kept beside the queue: they are recorded as long as anything else happens or waits for them, and don't keep a
//! run alive by themselves.

use super::Sim;
use super::rules::Rule;
use super::wake::Wake;
use base::{PoolId, RecordNo, SimTime};
use model::node::NodePhase;
use model::pool::RunState;
use trace::{Change, Subject, WhyNot};

impl Sim {
    /// The next edge, if it is to be told: something happens at it or later, or waits for the calendar.
    pub(super) fn next_edge(&self) -> Option<SimTime> {
        let edge = self.edge?;
        let first = self.core.queue.next().is_none_or(|next| edge <= next);
        (first && !self.is_over()).then_some(edge)
    }

    /// Can nothing happen any more? Wakes that have lost their sense may be left.
    pub(super) fn is_over(&self) -> bool {
        let mut waiting = self.core.queue.waiting();
        let waits = self.edge.is_some() && self.waits_for_calendar();
        !waits && !waiting.any(|wake| self.makes_sense(wake))
    }

    /// Is there still what the wake was asked for?
    fn makes_sense(&self, wake: Wake) -> bool {
        let state = |pool: PoolId| self.core.world.cluster.pools[pool].run;
        match wake {
            Wake::UpgradeAgain(pool, cancels) => self.cancelled_since(pool, cancels),
            Wake::PhaseTimer(pool) => state(pool).unfinished(),
            Wake::DrainLimit(node, generation) | Wake::PdbTimeout(node, generation) => {
                self.drains.limits(node, generation)
            }
            Wake::LifeOver(node) => self.core.world.cluster.nodes[node].phase != NodePhase::Gone,
            // At the end of this instant, or when an interval or a notice is over.
            Wake::Maintenance => {
                self.core.queue.next() == Some(self.core.now) || !self.masters_due.is_empty()
            }
            _ => true,
        }
    }

    /// Edges keep no run alive, so they do not lie in the queue before their time.
    pub(super) fn ask_for_edge(&mut self) {
        if let Some(edge) = self.next_edge() {
            let started = Some(RecordNo(0));
            self.core
                .queue
                .push(edge, Wake::WindowEdge, (0, 0), started);
            self.edge = self.plan.maintenance.next_edge(edge);
        }
    }

    /// Is anything kept waiting by windows, exclusions or an interval? What waits for its turn waits for somebody who is at
    /// work, or who waits for these.
    fn waits_for_calendar(&self) -> bool {
        let pools = self.plan.pools.ids();
        let mut pools = pools.map(|pool| (pool, self.core.world.cluster.pools[pool].run));
        let policy = |why: Option<WhyNot>| matches!(why, Some(WhyNot::Policy(_)));
        self.master_waits_for_policy()
            || pools.any(|(pool, run)| match run {
                RunState::Paused => !self.pool_blockers(pool).none(),
                _ => self
                    .items_of(pool)
                    .any(|item| policy(self.why_not_start(pool, &item))),
            })
    }

    /// Windows first, then exclusions in their order.
    pub(super) fn calendar_edge(&mut self) {
        let now = self.core.now;
        let open = self.plan.maintenance.open_at(now);
        if open != self.core.world.cluster.open {
            let (rule, change) = if open {
                (Rule::WindowOpens, Change::WindowOpened)
            } else {
                (Rule::WindowCloses, Change::WindowClosed)
            };
            self.tell_edge(rule, change);
        }
        let active = self.plan.maintenance.active_at(now);
        let others = active ^ self.core.world.cluster.excluded;
        for exclusion in (0..u32::BITS).filter(|no| others >> no & 1 == 1) {
            let (rule, change) = if active >> exclusion & 1 == 1 {
                (Rule::ExclusionBegins, Change::ExclusionBegan { exclusion })
            } else {
                (Rule::ExclusionEnds, Change::ExclusionEnded { exclusion })
            };
            self.tell_edge(rule, change);
        }
    }

    fn tell_edge(&mut self, rule: Rule, change: Change) {
        self.tx()
            .record_because(rule, Subject::Cluster, change, None);
    }
}
