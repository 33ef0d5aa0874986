//! Autoscaled blue-green: green is made without nodes, blue is cordoned, and what the autoscaler has left on it after a wait is
//! drained and deleted (AM-67).

use super::{PhaseClock, RULES};
use crate::cx::{Core, Cx};
use crate::drain::purpose::Purpose;
use crate::rules::Rule;
use crate::upgrade::run_spec::RunSpec;
use crate::upgrade::work::{RunRules, Work};
use crate::wake::Wake;
use base::{NodeId, PoolId, SimSpan, SimTime, muted};
use model::cluster::Cluster;
use model::node::Side;
use model::plan::Plan;
use model::pool::Phase;
use model::strategy::Strategy;
use model::strategy::autoscaled::{DRAINS, WAIT};
use model::strategy::blue_green::Soak;
use std::collections::VecDeque;

static WAIT_RULES: RunRules =
    RunRules { cancel: Rule::CancelWait, resume: Rule::ResumeWait, ..RULES };

/// What a run is doing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum WaitState {
    New {
        wait: SimSpan,
    },
    Cordoning {
        wait: SimSpan,
        until: SimTime,
    },
    Waiting {
        wait: SimSpan,
        clock: PhaseClock,
    },
    /// Blue nodes that wait for one of the slots, and those that have one.
    Draining {
        waiting: VecDeque<NodeId>,
        draining: Vec<NodeId>,
    },
    /// Blue nodes that aren't deleted yet.
    Deleting {
        blue: Vec<NodeId>,
    },
    #[default]
    Over,
}

impl WaitState {
    pub(in crate::upgrade) fn of(strategy: Strategy) -> Self {
        Self::New { wait: wait_of(strategy) }
    }

    /// The phase in which the pool is at time 0, paused.
    pub(in crate::upgrade) fn under_way(plan: &Plan, cluster: &Cluster, pool: PoolId) -> Self {
        let progress = cluster.pools[pool].progress;
        let wait = wait_of(plan.pools[pool].strategy);
        match (progress.phase, progress.soak) {
            (Some(Phase::WaitingToDrainBluePool), Some(Soak::Left(left))) => {
                Self::Waiting { wait: wait.max(left), clock: PhaseClock::Paused { left } }
            }
            (Some(Phase::WaitingToDrainBluePool), _) => {
                Self::Waiting { wait, clock: PhaseClock::Paused { left: SimSpan::ZERO } }
            }
            // Its drains are over.
            (Some(Phase::DeletingBluePool), _) => {
                Self::Draining { waiting: VecDeque::new(), draining: Vec::new() }
            }
            (Some(Phase::DrainingBluePool), _) => {
                let nodes = cluster.nodes.iter().filter(|(_, node)| {
                    plan.groups[node.group].pool == pool && node.side == Some(Side::Blue)
                });
                let waiting = nodes.map(|(id, _)| id).collect();
                Self::Draining { waiting, draining: Vec::new() }
            }
            _ => Self::New { wait },
        }
    }
}

fn wait_of(strategy: Strategy) -> SimSpan {
    strategy.wait().unwrap_or(WAIT)
}

impl Work for WaitState {
    fn rules(&self) -> &'static RunRules {
        &WAIT_RULES
    }

    fn step(&mut self, cx: &mut Cx<'_>, spec: &mut RunSpec) {
        while cx.world.cluster.pools[spec.pool].run.takes_nodes() {
            let before = std::mem::discriminant(self);
            *self = cx.wait_step(spec, std::mem::take(self));
            if std::mem::discriminant(self) == before {
                return;
            }
        }
    }

    fn busy(&self) -> bool {
        *self != Self::Over
    }

    fn is_left(&self, _: &Core, _: &RunSpec) -> bool {
        *self != Self::Over
    }

    fn pauses_at_once(&self) -> bool {
        true
    }

    /// AM-79: clocks and drains stop, and keep their rest.
    fn pause(&mut self, cx: &mut Cx<'_>) {
        match self {
            Self::Waiting { clock, .. } => {
                if let PhaseClock::Running { until, .. } = *clock {
                    *clock = PhaseClock::Paused { left: until - cx.now };
                }
            }
            Self::Draining { draining, .. } => {
                for node in draining {
                    cx.wake_now(Wake::PauseDrain(*node));
                    cx.wake_now(Wake::ResumeRepair(*node));
                }
            }
            _ => {}
        }
    }

    fn resume(&mut self, cx: &mut Cx<'_>, spec: &RunSpec) {
        let now = cx.now;
        match self {
            Self::Cordoning { until, .. } => cx.wake_strategy_at(spec.pool, *until),
            Self::Waiting { clock, .. } => {
                if let PhaseClock::Paused { left } = *clock {
                    cx.wake_strategy_at(spec.pool, now + left);
                    *clock = PhaseClock::Running { since: now, until: now + left };
                }
            }
            Self::Draining { draining, .. } => {
                draining.retain(|node| cx.is_emptying(*node));
                draining.iter().for_each(|node| cx.wake_now(Wake::ResumeDrain(*node)));
            }
            _ => {}
        }
        cx.wake_strategy(spec.pool);
    }

    /// AB-19: a run isn't rolled back.
    fn roll_back(&mut self, _: &mut Cx<'_>, _: &RunSpec) {}

    /// AM-84: it keeps the strategy in which it began.
    fn adopt(&mut self, strategy: Strategy) -> Option<SimSpan> {
        let new = strategy.wait()?;
        match self {
            Self::New { wait } | Self::Cordoning { wait, .. } => *wait = new,
            Self::Waiting { wait, clock: PhaseClock::Paused { left } } => {
                let elapsed = *wait - *left;
                *left = (new - elapsed).max(SimSpan::ZERO);
                *wait = elapsed + *left;
                return Some(*left);
            }
            _ => {}
        }
        None
    }
}

impl Cx<'_> {
    /// Makes one transition if possible.
    fn wait_step(&mut self, spec: &mut RunSpec, state: WaitState) -> WaitState {
        let (now, pool) = (self.now, spec.pool);
        match state {
            // AM-59: no node is old, so there is nothing to do.
            WaitState::New { .. } if !self.others_live(spec) => WaitState::Over,
            WaitState::New { wait } => {
                self.enter(pool, Rule::CreateEmptyGreen, Phase::CreatingGreenPool, 0);
                self.enter(pool, Rule::CordonForWait, Phase::CordoningBluePool, 0);
                spec.cordoned_from = self.cause;
                self.cordon_all(self.side_of(pool, Side::Blue), Rule::CordonBlueNode);
                WaitState::Cordoning { wait, until: self.cordon_ends(pool) }
            }
            WaitState::Cordoning { wait, until } if until <= now => {
                let wait = if muted("AB-07") { SimSpan::ZERO } else { wait };
                self.enter(pool, Rule::WaitForBlue, Phase::WaitingToDrainBluePool, wait.secs());
                self.wake_strategy_at(pool, now + wait);
                let clock = PhaseClock::Running { since: now, until: now + wait };
                WaitState::Waiting { wait, clock }
            }
            WaitState::Waiting { .. }
                if self.side_of(pool, Side::Blue).is_empty() && !muted("AB-11") =>
            {
                self.enter(pool, Rule::BlueIsEmpty, Phase::DeletingBluePool, 0);
                WaitState::Over
            }
            WaitState::Waiting { clock: PhaseClock::Running { until, .. }, .. } if until <= now => {
                self.enter(pool, Rule::DrainAfterWait, Phase::DrainingBluePool, 0);
                let waiting = self.blue_in_order(pool);
                WaitState::Draining { waiting, draining: Vec::new() }
            }
            WaitState::Draining { waiting, draining } => {
                self.drain_after_wait(pool, waiting, draining)
            }
            WaitState::Deleting { mut blue } => {
                self.delete_rest(&mut blue);
                if blue.is_empty() { WaitState::Over } else { WaitState::Deleting { blue } }
            }
            state => state,
        }
    }

    /// AM-76: a slot that is free takes the next node, but none that the autoscaler is removing (AM-57, AM-63).
    fn drain_after_wait(
        &mut self,
        pool: PoolId,
        mut waiting: VecDeque<NodeId>,
        mut draining: Vec<NodeId>,
    ) -> WaitState {
        draining.retain(|node| self.is_emptying(*node));
        let slots = if muted("AB-12") { usize::MAX } else { DRAINS };
        while draining.len() < slots
            && let Some(node) = self.next_of(&mut waiting)
        {
            waiting.pop_front();
            if self.world.cluster.nodes[node].up() {
                self.cordon_all(vec![node], Rule::CordonBlueNode);
                self.drain_at_once(node, &Purpose::AFTER_WAIT);
                draining.push(node);
            }
        }
        match draining.is_empty() && waiting.is_empty() {
            true => WaitState::Deleting { blue: self.empty_blue(pool, Rule::DeleteAfterWait) },
            false => WaitState::Draining { waiting, draining },
        }
    }
}
