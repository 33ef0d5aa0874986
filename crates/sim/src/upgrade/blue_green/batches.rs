//! Phases 3 and 4: batches of blue nodes are drained and soak; then the pool soaks.

use std::collections::VecDeque;

use super::{Batches, PhaseClock, PhaseState};
use crate::cx::Cx;
use crate::drain::purpose::Purpose;
use crate::rules::Rule;
use crate::upgrade::run_spec::RunSpec;
use base::{NodeId, PoolId, SimSpan, broken, muted};
use model::node::Side;
use model::pool::Phase;
use model::strategy::BlueGreen;
use model::strategy::blue_green::SOAK_LIMIT;
use trace::Change;

impl Cx<'_> {
    /// AM-64: batches are cut from one list, zone by zone, in the order of AM-05.
    pub(super) fn begin_batches(&mut self, spec: &RunSpec, settings: BlueGreen) -> PhaseState {
        let rest = self.blue_in_order(spec.pool);
        let blue = rest.len() as u32;
        let more = u32::from(broken("blue-green/size"));
        let size = settings.batch_size(blue) + more;
        if size == 0 {
            return self.soak_pool(spec.pool, settings.pool_soak, SimSpan::ZERO);
        }
        self.enter(spec.pool, Rule::DrainBlue, Phase::DrainingBluePool, 0);
        let batches = Batches {
            settings,
            rest,
            blue,
            size: size as usize,
            begun: 0,
            of: blue.div_ceil(size),
            soaked: SimSpan::ZERO,
        };
        self.next_batch(spec, batches)
    }

    pub(super) fn blue_in_order(&mut self, pool: PoolId) -> VecDeque<NodeId> {
        let mut all = VecDeque::new();
        for group in self.plan.pools[pool].groups.clone() {
            let mut nodes = self.side_of(pool, Side::Blue);
            nodes.retain(|node| self.world.cluster.nodes[*node].group == group);
            self.in_node_order(&mut nodes);
            all.extend(nodes);
        }
        if broken("blue-green/order") {
            all.make_contiguous().reverse();
        }
        all
    }

    /// Starts the drains of a batch's nodes together; after the last batch the pool soaks.
    pub(super) fn next_batch(&mut self, spec: &RunSpec, mut batches: Batches) -> PhaseState {
        if batches.soaked >= SOAK_LIMIT && !muted("BG-26") {
            return self.delete_blue(spec.pool, Rule::SevenDays);
        }
        let take = batches.size.min(batches.rest.len());
        if take == 0 {
            return self.soak_pool(spec.pool, batches.settings.pool_soak, batches.soaked);
        }
        let batch: Vec<NodeId> = batches.rest.drain(..take).collect();
        let change = Change::BatchStarted { batch: batches.begun, of: batches.of };
        batches.begun += 1;
        let row = self.record(Rule::BatchStart, spec.pool, change);
        self.cause = row.or(self.cause);
        for node in &batch {
            self.drain_at_once(*node, &Purpose::BATCH);
        }
        PhaseState::Draining { batches, batch }
    }

    /// BG-21, AM-14: starts the soak of a drained batch; the last batch soaks too.
    pub(super) fn soak_batch(&mut self, spec: &RunSpec, batches: Batches) -> PhaseState {
        let (now, left) = (self.now, soak_left(batches.soaked));
        let soak = batches.settings.batch_soak.min(left);
        let last = batches.rest.is_empty() && broken("blue-green/last-soak");
        let soak = if muted("BG-21") || last { SimSpan::ZERO } else { soak };
        let change = Change::BatchDrained { soak_s: soak.secs() };
        let row = self.record(Rule::BatchSoak, spec.pool, change);
        self.cause = row.or(self.cause);
        let clock = PhaseClock::Running { since: now, until: now + soak };
        self.wake_strategy_at(spec.pool, now + soak);
        PhaseState::Soaking { batches, clock }
    }

    pub(super) fn soak_pool(&mut self, pool: PoolId, soak: SimSpan, soaked: SimSpan) -> PhaseState {
        let now = self.now;
        let soak = soak.min(soak_left(soaked));
        self.enter(pool, Rule::SoakPool, Phase::NodePoolSoaking, soak.secs());
        self.wake_strategy_at(pool, now + soak);
        let clock = PhaseClock::Running { since: now, until: now + soak };
        PhaseState::PoolSoaking { soaked, whole: soak, clock }
    }
}

/// BG-26: the rest of the seven days.
pub(super) fn soak_left(soaked: SimSpan) -> SimSpan {
    if muted("BG-26") { SimSpan::MAX } else { SOAK_LIMIT - soaked }
}
