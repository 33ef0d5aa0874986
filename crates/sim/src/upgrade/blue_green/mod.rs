//! Blue-green: creates green nodes beside the blue ones, which are cordoned, drained in batches, soaked and deleted.
//!
//! Each phase is a phase, and a phase knows what it waits for: VMs, drains, or an instant. A paused run keeps its
//! phase and the rest of the pool's soak; the rest of a batch's soak is dropped (AM-79, BG-22).

mod autoscaled;
#[cfg(test)]
mod autoscaled_tests;
mod batches;
mod create;
mod paused;
mod rollback;
#[cfg(test)]
mod tests;
mod under_way;

pub(super) use autoscaled::WaitState;

use std::collections::VecDeque;

use super::run_spec::RunSpec;
use super::work::{RunRules, Work};
use crate::cx::{Core, Cx, Stream};
use crate::drain::purpose::Purpose;
use crate::drain::registry::DrainRequest;
use crate::rules::Rule;
use crate::wake::Wake;
use base::{GroupId, NodeId, PoolId, SimSpan, SimTime, broken, muted};
use model::node::{NodePhase, Side};
use model::pool::Phase;
use model::strategy::blue_green::SOAK_LIMIT;
use model::strategy::{BlueGreen, Strategy};
use trace::Change;

/// A green VM that was refused, in the order of the requests (AM-60).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MissingVm {
    group: GroupId,
    since: SimTime,
}

/// What a run is doing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum PhaseState {
    New(BlueGreen),
    /// The quota is checked before anything is created, and again when a failed run is resumed (AM-84).
    Checking(BlueGreen),
    Creating {
        settings: BlueGreen,
        missing: Vec<MissingVm>,
        booting: Vec<NodeId>,
    },
    Cordoning {
        settings: BlueGreen,
        until: SimTime,
    },
    Draining {
        batches: Batches,
        /// Nodes of the batch that are still being drained.
        batch: Vec<NodeId>,
    },
    Soaking {
        batches: Batches,
        clock: PhaseClock,
    },
    PoolSoaking {
        /// Soaked in batches and before a pause.
        soaked: SimSpan,
        /// The whole soak time of the pool.
        whole: SimSpan,
        clock: PhaseClock,
    },
    /// Blue nodes that aren't deleted yet.
    Deleting {
        blue: Vec<NodeId>,
    },
    RollingBack(Rollback),
    #[default]
    Over,
}

/// The batches in which the blue pool is drained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Batches {
    settings: BlueGreen,
    /// Blue nodes that no batch has taken yet.
    rest: VecDeque<NodeId>,
    /// The number of blue nodes when their drain began.
    blue: u32,
    size: usize,
    begun: u32,
    of: u32,
    /// Time soaked so far; draining and paused time doesn't count (AM-18).
    soaked: SimSpan,
}

/// A running soak, or the rest of a paused one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PhaseClock {
    Running { since: SimTime, until: SimTime },
    Paused { left: SimSpan },
}

/// The rollback: green nodes that wait for a slot, that are being drained, and that are being deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rollback {
    cordoned_until: SimTime,
    waiting: VecDeque<NodeId>,
    draining: Vec<NodeId>,
    left: Vec<NodeId>,
}

const RULES: RunRules = RunRules {
    cancel: Rule::BlueGreenCancel,
    resume: Rule::BlueGreenResume,
    roll_back: Rule::BlueGreenRollBack,
    rolled_back: Rule::BlueGreenRolledBack,
    succeed: Rule::BlueGreenSucceed,
};

impl PhaseState {
    pub(super) fn of(strategy: Strategy) -> Self {
        Self::New(strategy.blue_green().unwrap_or(BlueGreen::DEFAULT))
    }
}

impl Work for PhaseState {
    fn rules(&self) -> &'static RunRules {
        &RULES
    }

    fn step(&mut self, cx: &mut Cx<'_>, spec: &mut RunSpec) {
        *self = cx.blue_green_step(spec, std::mem::take(self));
    }

    /// Is the run in progress? Only then does anything end without a command.
    fn busy(&self) -> bool {
        *self != Self::Over
    }

    fn is_left(&self, _: &Core, _: &RunSpec) -> bool {
        *self != Self::Over
    }

    /// Since when a green VM has waited for capacity.
    fn waiting(&self) -> Vec<(SimTime, usize)> {
        let Self::Creating { missing, .. } = self else {
            return Vec::new();
        };
        let since = missing.iter().map(|one| one.since).min();
        since.map(|since| (since, 0)).into_iter().collect()
    }

    fn retry_request(&mut self, cx: &mut Cx<'_>, spec: &RunSpec, _: usize) {
        if cx.world.cluster.pools[spec.pool].run.takes_nodes() {
            *self = cx.request_green(spec, std::mem::take(self));
        }
    }

    fn pauses_at_once(&self) -> bool {
        true
    }

    fn pause(&mut self, cx: &mut Cx<'_>) {
        self.pause_phase(cx);
    }

    fn resume(&mut self, cx: &mut Cx<'_>, spec: &RunSpec) {
        self.go_on(cx, spec);
    }

    /// BG-28: the rest of the soak is skipped.
    fn complete(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        if let Self::PoolSoaking { .. } = self {
            *self = cx.delete_blue(pool, Rule::Complete);
        }
    }

    fn roll_back(&mut self, cx: &mut Cx<'_>, spec: &RunSpec) {
        *self = cx.start_rollback(spec, self);
    }

    fn adopt(&mut self, strategy: Strategy) -> Option<SimSpan> {
        let settings = strategy.blue_green().filter(|_| !broken("settings/adopt"));
        self.set(settings?)
    }
}

impl Cx<'_> {
    fn blue_green_step(&mut self, spec: &mut RunSpec, mut phase: PhaseState) -> PhaseState {
        loop {
            let going = self.world.cluster.pools[spec.pool].run.takes_nodes();
            if !going {
                // A paused run only notices VMs that become Ready or go away.
                if let PhaseState::Creating { booting, .. } = &mut phase {
                    self.forget_booted(booting);
                }
                return phase;
            }
            let before = core::mem::discriminant(&phase);
            let (next, moved) = self.blue_green_once(spec, phase);
            phase = next;
            if !moved && core::mem::discriminant(&phase) == before {
                return phase;
            }
        }
    }

    /// Makes one transition if possible; `true`: the phase may advance again.
    fn blue_green_once(&mut self, spec: &mut RunSpec, phase: PhaseState) -> (PhaseState, bool) {
        let (now, pool) = (self.now, spec.pool);
        let next = match phase {
            // AM-59: no node is old, so there is nothing to do.
            PhaseState::New(_) if !self.others_live(spec) => PhaseState::Over,
            PhaseState::New(settings) => {
                self.enter(pool, Rule::CreateGreen, Phase::CreatingGreenPool, 0);
                PhaseState::Checking(settings)
            }
            PhaseState::Checking(settings) => self.create_green(spec, settings),
            PhaseState::Creating { settings, mut missing, mut booting } => {
                self.forget_booted(&mut booting);
                // KA-47: a blue node that the autoscaler gave up needs no green one.
                let mut blue = self.blue_sizes(pool);
                missing.retain(|one| {
                    let left = blue.iter_mut().find(|(group, n)| *group == one.group && *n > 0);
                    left.map(|(_, n)| *n -= 1).is_some()
                });
                let waits = !missing.is_empty() && booting.is_empty();
                self.report_waits(pool, waits, Rule::GreenWaits);
                // A Ready node may have been taken away since, and will come back (AM-80).
                let mut green = self.side_of(pool, Side::Green).into_iter();
                let ready = green.all(|node| self.world.cluster.nodes[node].up());
                if missing.is_empty() && (ready || broken("blue-green/ready")) {
                    self.cordon_blue(spec, settings)
                } else {
                    PhaseState::Creating { settings, missing, booting }
                }
            }
            PhaseState::Cordoning { settings, until } if until <= now => {
                let next = self.begin_batches(spec, settings);
                return (next, true);
            }
            PhaseState::Draining { batches, mut batch } => {
                batch.retain(|node| self.is_emptying(*node));
                if batch.is_empty() {
                    self.soak_batch(spec, batches)
                } else {
                    PhaseState::Draining { batches, batch }
                }
            }
            PhaseState::Soaking { mut batches, clock: PhaseClock::Running { since, until } }
                if until <= now =>
            {
                batches.soaked = batches.soaked + (until - since);
                return (self.next_batch(spec, batches), true);
            }
            PhaseState::PoolSoaking {
                soaked, clock: PhaseClock::Running { since, until }, ..
            } if until <= now => {
                let whole = soaked + (until - since);
                let rule = if whole >= SOAK_LIMIT && !muted("BG-26") {
                    Rule::SevenDays
                } else {
                    Rule::DeleteBlue
                };
                self.delete_blue(pool, rule)
            }
            PhaseState::Deleting { mut blue } => {
                self.delete_rest(&mut blue);
                if blue.is_empty() { PhaseState::Over } else { PhaseState::Deleting { blue } }
            }
            PhaseState::RollingBack(rollback) => self.roll_back(spec, rollback),
            phase => phase,
        };
        (next, false)
    }

    /// BG-13, AM-21: cordons every blue node of every zone at once. Earlier cordons stay after a rollback (BG-41).
    fn cordon_blue(&mut self, spec: &mut RunSpec, settings: BlueGreen) -> PhaseState {
        self.enter(spec.pool, Rule::CordonBlue, Phase::CordoningBluePool, 0);
        spec.cordoned_from = self.cause;
        self.cordon_all(self.side_of(spec.pool, Side::Blue), Rule::CordonBlueNode);
        let until = self.cordon_ends(spec.pool);
        PhaseState::Cordoning { settings, until }
    }

    fn cordon_all(&mut self, nodes: Vec<NodeId>, rule: Rule) {
        for node in nodes {
            let state = &self.world.cluster.nodes[node];
            if state.cordoned_by.is_none() && state.up() {
                self.record(rule, node, Change::NodeCordoned);
            }
        }
    }

    /// AM-39: any number of nodes is cordoned at the start of a second; returns its end.
    fn cordon_ends(&mut self, pool: PoolId) -> SimTime {
        let takes =
            self.draw(self.world.plan.timings.cordon, Stream::CordonPool, u64::from(pool.0), 0);
        let until = self.now + takes;
        self.wake_strategy_at(pool, until);
        until
    }

    /// Wakes the strategy at an instant (class 6a of AM-56).
    fn wake_strategy_at(&mut self, pool: PoolId, at: SimTime) {
        let now = self.now;
        if at <= now {
            return;
        }
        self.wake(at, Wake::PhaseTimer(pool));
    }

    fn drain_at_once(&mut self, node: NodeId, purpose: &'static Purpose) {
        let now = self.now;
        self.world.drains.requests.insert(node, (now, DrainRequest::new(purpose, 0)));
        self.wake_now(Wake::BeginDrain(node));
    }

    /// BG-31 … BG-34: deletes every Pod that is left on a blue node, and every VM when its Pods are gone.
    fn delete_blue(&mut self, pool: PoolId, rule: Rule) -> PhaseState {
        PhaseState::Deleting { blue: self.empty_blue(pool, rule) }
    }

    fn empty_blue(&mut self, pool: PoolId, rule: Rule) -> Vec<NodeId> {
        self.enter(pool, rule, Phase::DeletingBluePool, 0);
        let blue = self.side_of(pool, Side::Blue);
        let cause = self.cause;
        for node in &blue {
            self.drain_at_once(*node, &Purpose::DELETE_BLUE);
            self.give_up_vm(*node, Rule::DeleteBlueNode);
            self.cause = cause;
        }
        blue
    }

    /// Deletes the blue nodes whose Pods are gone, and keeps those that still exist.
    fn delete_rest(&mut self, blue: &mut Vec<NodeId>) {
        for node in blue.clone() {
            self.delete_if_drained(node, Rule::DeleteBlueNode);
        }
        let nodes = &self.world.cluster.nodes;
        blue.retain(|node| nodes[*node].phase != NodePhase::Gone);
    }

    fn delete_if_drained(&mut self, node: NodeId, rule: Rule) {
        let left = self.world.drains.any(node) && !broken("blue-green/occupied");
        if self.world.cluster.nodes[node].up() && !left {
            self.cause = self.world.node_row(node);
            self.delete_node(node, rule, false);
        }
    }

    /// Records the start of a phase, which causes what follows.
    fn enter(&mut self, pool: PoolId, rule: Rule, phase: Phase, lasts_s: u32) {
        let change = Change::PhaseStarted { phase, lasts_s };
        let row = self.record(rule, pool, change);
        self.cause = row.or(self.cause);
    }
}

impl Core {
    fn forget_booted(&self, nodes: &mut Vec<NodeId>) {
        let known = &self.world.cluster.nodes;
        nodes.retain(|node| matches!(known[*node].phase, NodePhase::Booting { .. }));
    }

    /// AM-64: does the batch's node still have Pods that will leave, by its drain or with its VM?
    fn is_emptying(&self, node: NodeId) -> bool {
        // A user's drain of the node blocks nothing.
        self.world.drains.by_upgrade(node) || self.pods_end_with_vm(node)
    }

    /// Existing nodes of one side, by id.
    fn side_of(&self, pool: PoolId, side: Side) -> Vec<NodeId> {
        let of = self.world.nodes_of(pool).filter(|(_, node)| node.side == Some(side));
        of.map(|(id, _)| id).collect()
    }
}
