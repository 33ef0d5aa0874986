//! Blue-green: green nodes beside the blue ones, the blue ones cordoned, drained in batches, soaked and deleted.
//!
//! Each phase is a stage, and a stage knows what it waits for: VMs, drains, or an instant. A paused run keeps its
//! stage; what is left of a soak of the pool stays with it, and that of a batch is dropped (AM-79, BG-22).

use std::collections::VecDeque;

use super::{Purpose, Run};
use crate::base::{GroupId, NodeId, PoolId, SimSpan, SimTime, broken, muted};
use crate::model::blue_green::SOAK_LIMIT;
use crate::model::node::{NodePhase, Side};
use crate::model::pool::{Phase, RunState};
use crate::model::script::DrainOptions;
use crate::model::settings::BlueGreen;
use crate::sim::Sim;
use crate::sim::drain;
use crate::sim::rules::Rule;
use crate::sim::tx::Stream;
use crate::sim::wake::Wake;
use crate::trace::{Change, Subject};

/// Green nodes that a rollback drains at the same time (AM-65).
const PARALLEL: usize = 20;

/// A green VM that was refused, in the order of the requests (AM-60).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Missing {
    group: GroupId,
    since: SimTime,
}

/// What a run is doing. A stage is consumed by its step, so no transition is half done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    New(BlueGreen),
    /// The quota is checked before anything is created, and again when a run that failed is resumed (AM-84).
    Checking(BlueGreen),
    Creating {
        settings: BlueGreen,
        missing: Vec<Missing>,
        booting: Vec<NodeId>,
    },
    Cordoning {
        settings: BlueGreen,
        until: SimTime,
    },
    Draining {
        rollout: Rollout,
        /// Nodes of the batch whose drain has not ended.
        batch: Vec<NodeId>,
    },
    Soaking {
        rollout: Rollout,
        clock: Clock,
    },
    PoolSoaking {
        soaked: SimSpan,
        clock: Clock,
    },
    /// Blue nodes that are not gone.
    Deleting {
        blue: Vec<NodeId>,
    },
    RollingBack(Retreat),
    Over,
}

/// The drain of the blue pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rollout {
    settings: BlueGreen,
    /// Blue nodes that no batch has taken.
    rest: VecDeque<NodeId>,
    size: usize,
    begun: u32,
    of: u32,
    /// What was really soaked so far: time spent draining or paused does not count (AM-18).
    soaked: SimSpan,
}

/// A soak: it runs, or what is left of it waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clock {
    Runs { since: SimTime, until: SimTime },
    Stands { left: SimSpan },
}

/// The way back: green nodes that wait for a slot, that are drained, and that are not gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Retreat {
    cordoned_until: SimTime,
    waiting: VecDeque<NodeId>,
    draining: Vec<NodeId>,
    left: Vec<NodeId>,
}

impl Stage {
    pub(super) fn over(&self) -> bool {
        *self == Self::Over
    }

    /// Nothing ends by itself but a run that is over.
    pub(super) fn busy(&self) -> bool {
        !self.over()
    }

    /// Since when a green VM waits for capacity.
    pub(super) fn waits_since(&self) -> Option<SimTime> {
        match self {
            Self::Creating { missing, .. } => missing.iter().map(|one| one.since).min(),
            _ => None,
        }
    }

    /// Is the VM of a node to be deleted?
    pub(super) fn deletes(&self, node: NodeId) -> bool {
        match self {
            Self::Deleting { blue } => blue.contains(&node),
            Self::RollingBack(way) => way.left.contains(&node),
            _ => false,
        }
    }
}

impl Sim {
    /// Goes as far as the cluster and the clock allow at this instant.
    pub(super) fn blue_green_step(&mut self, run: &Run, mut stage: Stage) -> Stage {
        loop {
            let going = self.core.world.cluster.pools[run.pool].run.takes_nodes();
            if !going {
                return self.while_paused(stage);
            }
            let before = core::mem::discriminant(&stage);
            let (next, moved) = self.blue_green_once(run, stage);
            stage = next;
            if !moved && core::mem::discriminant(&stage) == before {
                return stage;
            }
        }
    }

    /// A paused run only sees what ends by itself.
    fn while_paused(&self, stage: Stage) -> Stage {
        let nodes = &self.core.world.cluster.nodes;
        match stage {
            Stage::Creating {
                settings,
                missing,
                mut booting,
            } => {
                booting.retain(|node| matches!(nodes[*node].phase, NodePhase::Booting { .. }));
                Stage::Creating {
                    settings,
                    missing,
                    booting,
                }
            }
            stage => stage,
        }
    }

    /// One transition, if there is one: `true` asks for another look at a stage of the same kind.
    fn blue_green_once(&mut self, run: &Run, stage: Stage) -> (Stage, bool) {
        let (now, pool) = (self.core.now, run.pool);
        let next = match stage {
            Stage::New(settings) => {
                self.enter(pool, Rule::CreateGreen, Phase::CreatingGreenPool, 0);
                Stage::Checking(settings)
            }
            Stage::Checking(settings) => self.create_green(run, settings),
            Stage::Creating {
                settings,
                missing,
                mut booting,
            } => {
                let nodes = &self.core.world.cluster.nodes;
                booting.retain(|node| matches!(nodes[*node].phase, NodePhase::Booting { .. }));
                self.tell_green_waits(pool, !missing.is_empty() && booting.is_empty());
                let ready = booting.is_empty() || broken("blue-green/ready");
                if missing.is_empty() && ready {
                    self.cordon_blue(run, settings)
                } else {
                    Stage::Creating {
                        settings,
                        missing,
                        booting,
                    }
                }
            }
            Stage::Cordoning { settings, until } if until <= now => {
                let next = self.begin_rollout(run, settings);
                return (next, true);
            }
            Stage::Draining { rollout, mut batch } => {
                batch.retain(|node| self.draining(*node));
                if batch.is_empty() {
                    self.soak_batch(run, rollout)
                } else {
                    Stage::Draining { rollout, batch }
                }
            }
            Stage::Soaking {
                mut rollout,
                clock: Clock::Runs { since, until },
            } if until <= now => {
                rollout.soaked = rollout.soaked + (until - since);
                return (self.next_batch(run, rollout), true);
            }
            Stage::PoolSoaking {
                soaked,
                clock: Clock::Runs { since, until },
            } if until <= now => {
                let whole = soaked + (until - since);
                let rule = if whole >= SOAK_LIMIT && !muted("BG-26") {
                    Rule::SevenDays
                } else {
                    Rule::DeleteBlue
                };
                self.delete_blue(pool, rule)
            }
            Stage::Deleting { mut blue } => {
                for node in blue.clone() {
                    self.delete_if_drained(node, Rule::DeleteBlueNode);
                }
                let nodes = &self.core.world.cluster.nodes;
                blue.retain(|node| nodes[*node].phase != NodePhase::Gone);
                if blue.is_empty() {
                    Stage::Over
                } else {
                    Stage::Deleting { blue }
                }
            }
            Stage::RollingBack(retreat) => self.retreat(run, retreat),
            stage => stage,
        };
        (next, false)
    }

    /// BG-09, AM-46: the whole green set fits into the quota, or nothing is created.
    fn create_green(&mut self, run: &Run, settings: BlueGreen) -> Stage {
        let sizes = self.blue_sizes(run.pool);
        let wanted: u32 = sizes.iter().map(|(_, nodes)| nodes).sum();
        if wanted == 0 {
            // AM-59: nothing is old.
            return Stage::Over;
        }
        let free = self.free_for(run.pool);
        if free.is_some_and(|free| free < wanted) && !muted("BG-09") && !muted("AM-46") {
            self.tx().record(
                Rule::QuotaCheckFails,
                Subject::Pool(run.pool),
                Change::UpgradeFailed,
            );
            return Stage::Checking(settings);
        }
        let since = self.core.now;
        let missing = sizes.iter().flat_map(|(group, nodes)| {
            let one = Missing {
                group: *group,
                since,
            };
            std::iter::repeat_n(one, *nodes as usize)
        });
        let missing = missing.collect();
        let stage = Stage::Creating {
            settings,
            missing,
            booting: Vec::new(),
        };
        self.request_green(run, stage)
    }

    /// AM-45: green is as large as blue is at the start, zone by zone.
    fn blue_sizes(&self, pool: PoolId) -> Vec<(GroupId, u32)> {
        let nodes = &self.core.world.cluster.nodes;
        let of = |group: GroupId| {
            let blue = nodes
                .values()
                .filter(|node| node.group == group && node.side == Some(Side::Blue) && node.up());
            (group, blue.count() as u32)
        };
        self.plan.pools[pool]
            .groups
            .iter()
            .copied()
            .map(of)
            .collect()
    }

    /// Asks for every green VM that is missing, in order.
    pub(super) fn request_green(&mut self, run: &Run, stage: Stage) -> Stage {
        let Stage::Creating {
            settings,
            missing,
            mut booting,
        } = stage
        else {
            return stage;
        };
        let mut refused = Vec::new();
        let cause = self.cause;
        for one in missing {
            self.cause = cause;
            let zone = self.plan.groups[one.group].zone;
            if self.no_capacity(run.pool, zone) {
                self.refuse(Rule::GreenWaits, Subject::Pool(run.pool), zone);
                refused.push(one);
                continue;
            }
            match self.request_node(one.group, run.target, Rule::RequestGreen) {
                Some(node) => booting.push(node),
                None => refused.push(one),
            }
        }
        Stage::Creating {
            settings,
            missing: refused,
            booting,
        }
    }

    /// AM-84: with no VM under way and none to be had the run waits for resources.
    fn tell_green_waits(&mut self, pool: PoolId, waits: bool) {
        let (rule, change) = match (self.core.world.cluster.pools[pool].run, waits) {
            (RunState::Running, true) => (Rule::GreenWaits, Change::ResourcesMissing),
            (RunState::WaitingForResources, false) => (Rule::CapacityFound, Change::ResourcesFound),
            _ => return,
        };
        self.tx().record(rule, Subject::Pool(pool), change);
    }

    /// BG-13, AM-21: every blue node of every zone at once.
    fn cordon_blue(&mut self, run: &Run, settings: BlueGreen) -> Stage {
        self.enter(run.pool, Rule::CordonBlue, Phase::CordoningBluePool, 0);
        self.cordon_all(self.side_of(run.pool, Side::Blue), Rule::CordonBlueNode);
        let until = self.cordon_ends(run.pool);
        Stage::Cordoning { settings, until }
    }

    fn cordon_all(&mut self, nodes: Vec<NodeId>, rule: Rule) {
        for node in nodes {
            let state = &self.core.world.cluster.nodes[node];
            if state.cordoned_by.is_none() && state.up() {
                self.tx()
                    .record(rule, Subject::Node(node), Change::NodeCordoned);
            }
        }
    }

    /// AM-39: the flag of any number of nodes is set at the start of that second, which ends then.
    fn cordon_ends(&mut self, pool: PoolId) -> SimTime {
        let tx = self.tx();
        let takes = tx.draw(
            tx.world().plan.timings.cordon,
            Stream::CordonPool,
            u64::from(pool.0),
            0,
        );
        let until = tx.now() + takes;
        self.look_later(pool, until);
        until
    }

    /// The strategy looks again at an instant (class 6a of AM-56).
    fn look_later(&mut self, pool: PoolId, at: SimTime) {
        let mut tx = self.tx();
        let (now, cause) = (tx.now(), tx.cause);
        if at <= now {
            return;
        }
        tx.wake(at, Wake::PhaseTimer(pool), (u64::from(pool.0), 0), cause);
    }

    /// AM-64: batches are cut from one list, zone after zone, in the order of AM-05.
    fn begin_rollout(&mut self, run: &Run, settings: BlueGreen) -> Stage {
        let mut rest = VecDeque::new();
        for group in self.plan.pools[run.pool].groups.clone() {
            let mut nodes = self.side_of(run.pool, Side::Blue);
            nodes.retain(|node| self.core.world.cluster.nodes[*node].group == group);
            self.in_node_order(&mut nodes);
            rest.extend(nodes);
        }
        if broken("blue-green/order") {
            rest.make_contiguous().reverse();
        }
        let blue = rest.len() as u32;
        let more = u32::from(broken("blue-green/size"));
        let size = settings.batch_size(blue) + more;
        if size == 0 {
            return self.soak_pool(run.pool, settings.pool_soak, SimSpan::ZERO);
        }
        self.enter(run.pool, Rule::DrainBlue, Phase::DrainingBluePool, 0);
        let rollout = Rollout {
            settings,
            rest,
            size: size as usize,
            begun: 0,
            of: blue.div_ceil(size),
            soaked: SimSpan::ZERO,
        };
        self.next_batch(run, rollout)
    }

    /// All nodes of a batch begin to be drained together; after the last one the pool soaks.
    fn next_batch(&mut self, run: &Run, mut rollout: Rollout) -> Stage {
        if rollout.soaked >= SOAK_LIMIT && !muted("BG-26") {
            return self.delete_blue(run.pool, Rule::SevenDays);
        }
        let take = rollout.size.min(rollout.rest.len());
        if take == 0 {
            return self.soak_pool(run.pool, rollout.settings.pool_soak, rollout.soaked);
        }
        let batch: Vec<NodeId> = rollout.rest.drain(..take).collect();
        let change = Change::BatchStarted {
            batch: rollout.begun,
            of: rollout.of,
        };
        rollout.begun += 1;
        let row = self
            .tx()
            .record(Rule::BatchStart, Subject::Pool(run.pool), change);
        self.cause = row.or(self.cause);
        for node in &batch {
            self.drain_blue(*node, drain::Purpose::Batch);
        }
        Stage::Draining { rollout, batch }
    }

    fn drain_blue(&mut self, node: NodeId, purpose: drain::Purpose) {
        let options = DrainOptions::UPGRADE;
        let asked = drain::Asked {
            purpose,
            options,
            slot: 0,
        };
        let cause = self.cause;
        self.start_drain(node, asked);
        self.cause = cause;
    }

    /// BG-21, AM-14: the batch is drained, and its soak begins; the last one has one too.
    fn soak_batch(&mut self, run: &Run, rollout: Rollout) -> Stage {
        let (now, left) = (self.core.now, self.soak_left(rollout.soaked));
        let soak = rollout.settings.batch_soak.min(left);
        let last = rollout.rest.is_empty() && broken("blue-green/last-soak");
        let soak = if muted("BG-21") || last {
            SimSpan::ZERO
        } else {
            soak
        };
        let change = Change::BatchDrained {
            soak_s: soak.secs(),
        };
        let row = self
            .tx()
            .record(Rule::BatchSoak, Subject::Pool(run.pool), change);
        self.cause = row.or(self.cause);
        let clock = Clock::Runs {
            since: now,
            until: now + soak,
        };
        self.look_later(run.pool, now + soak);
        Stage::Soaking { rollout, clock }
    }

    /// BG-26: what is left of the seven days.
    fn soak_left(&self, soaked: SimSpan) -> SimSpan {
        if muted("BG-26") {
            SimSpan::MAX
        } else {
            SOAK_LIMIT - soaked
        }
    }

    fn soak_pool(&mut self, pool: PoolId, soak: SimSpan, soaked: SimSpan) -> Stage {
        let now = self.core.now;
        let soak = soak.min(self.soak_left(soaked));
        self.enter(pool, Rule::SoakPool, Phase::NodePoolSoaking, soak.secs());
        self.look_later(pool, now + soak);
        let clock = Clock::Runs {
            since: now,
            until: now + soak,
        };
        Stage::PoolSoaking { soaked, clock }
    }

    /// BG-31 … BG-34: every Pod that is left on a blue node is deleted, and every VM when its Pods are gone.
    fn delete_blue(&mut self, pool: PoolId, rule: Rule) -> Stage {
        self.enter(pool, rule, Phase::DeletingBluePool, 0);
        let blue = self.side_of(pool, Side::Blue);
        for node in &blue {
            self.drain_blue(*node, drain::Purpose::DeleteBlue);
        }
        Stage::Deleting { blue }
    }

    fn delete_if_drained(&mut self, node: NodeId, rule: Rule) {
        let left = self.draining(node) && !broken("blue-green/occupied");
        if self.core.world.cluster.nodes[node].up() && !left {
            self.cause = self.core.world.node_row(node);
            self.delete_node(node, rule, false);
        }
    }

    /// The row of a phase; what follows is because of it.
    fn enter(&mut self, pool: PoolId, rule: Rule, phase: Phase, lasts_s: u32) {
        let change = Change::PhaseStarted { phase, lasts_s };
        let row = self.tx().record(rule, Subject::Pool(pool), change);
        self.cause = row.or(self.cause);
    }

    /// Nodes of one side that exist, in the order of ids.
    fn side_of(&self, pool: PoolId, side: Side) -> Vec<NodeId> {
        let nodes = self.core.world.cluster.nodes.iter();
        let of = nodes.filter(|(_, node)| {
            let ours = self.plan.groups[node.group].pool == pool && node.side == Some(side);
            ours && node.phase != NodePhase::Gone
        });
        of.map(|(id, _)| id).collect()
    }

    /// What a cancel does to the stage (AM-65): clocks stop, drains stand still.
    pub(super) fn pause_stage(&mut self, stage: Stage) -> Stage {
        let now = self.core.now;
        match stage {
            Stage::Draining { rollout, batch } => {
                for node in &batch {
                    self.pause_drain(*node);
                }
                Stage::Draining { rollout, batch }
            }
            Stage::Soaking {
                mut rollout,
                clock: Clock::Runs { since, .. },
            } => {
                rollout.soaked = rollout.soaked + (now - since);
                let left = SimSpan::ZERO;
                let clock = Clock::Stands { left };
                Stage::Soaking { rollout, clock }
            }
            Stage::PoolSoaking {
                soaked,
                clock: Clock::Runs { since, until },
            } => {
                let clock = Clock::Stands { left: until - now };
                let soaked = soaked + (now - since);
                Stage::PoolSoaking { soaked, clock }
            }
            stage => stage,
        }
    }

    /// What a resume does (AM-65, AM-91).
    pub(super) fn resume_stage(&mut self, run: &Run, stage: Stage) -> Stage {
        let now = self.core.now;
        match stage {
            Stage::Creating { .. } => self.request_green(run, stage),
            Stage::Cordoning { settings, until } => {
                self.look_later(run.pool, until.max(now));
                Stage::Cordoning { settings, until }
            }
            Stage::Draining { rollout, mut batch } => {
                batch.retain(|node| self.draining(*node));
                if batch.is_empty() {
                    // Drained during the pause: its soak is dropped.
                    let clock = Clock::Runs {
                        since: now,
                        until: now,
                    };
                    return Stage::Soaking { rollout, clock };
                }
                for node in &batch {
                    self.resume_drain(*node);
                }
                Stage::Draining { rollout, batch }
            }
            Stage::Soaking {
                rollout,
                clock: Clock::Stands { left },
            } => {
                let until = now
                    + if muted("BG-22") {
                        rollout.settings.batch_soak
                    } else {
                        left
                    };
                self.look_later(run.pool, until);
                let clock = Clock::Runs { since: now, until };
                Stage::Soaking { rollout, clock }
            }
            Stage::PoolSoaking {
                soaked,
                clock: Clock::Stands { left },
            } => {
                let until = match broken("blue-green/rest") {
                    true => now,
                    false => now + left,
                };
                self.look_later(run.pool, until);
                let clock = Clock::Runs { since: now, until };
                Stage::PoolSoaking { soaked, clock }
            }
            stage => stage,
        }
    }

    /// BG-28: the rest of the soak is skipped.
    pub(super) fn complete_stage(&mut self, pool: PoolId, stage: Stage) -> Stage {
        match stage {
            Stage::PoolSoaking { .. } => self.delete_blue(pool, Rule::Complete),
            stage => stage,
        }
    }

    /// The way back (AM-65): blue is free again at once, green is cordoned, drained and deleted.
    pub(super) fn retreat_from(&mut self, run: &Run, stage: &Stage) -> Stage {
        let cause = self.cause;
        if let Stage::Draining { batch, .. } = stage {
            for node in batch {
                self.cause = cause;
                self.abort_drain(*node);
            }
        }
        self.cause = cause;
        for node in self.side_of(run.pool, Side::Blue) {
            let cordoned = self.core.world.cluster.nodes[node].cordoned_by.is_some();
            if cordoned && !broken("blue-green/uncordon") {
                self.tx().record(
                    Rule::UncordonBlue,
                    Subject::Node(node),
                    Change::NodeUncordoned,
                );
            }
        }
        let green = self.side_of(run.pool, Side::Green);
        let mut waiting = VecDeque::new();
        for group in self.plan.pools[run.pool].groups.clone() {
            let nodes = &self.core.world.cluster.nodes;
            let mut here = green.clone();
            here.retain(|node| nodes[*node].group == group && nodes[*node].up());
            self.in_node_order(&mut here);
            waiting.extend(here);
        }
        for node in &green {
            let boots = matches!(
                self.core.world.cluster.nodes[*node].phase,
                NodePhase::Booting { .. }
            );
            if boots && !broken("blue-green/booting") {
                self.delete_node(*node, Rule::AbandonGreen, false);
            }
        }
        self.cordon_all(waiting.iter().copied().collect(), Rule::CordonGreen);
        let cordoned_until = self.cordon_ends(run.pool);
        Stage::RollingBack(Retreat {
            cordoned_until,
            waiting,
            draining: Vec::new(),
            left: green,
        })
    }

    fn retreat(&mut self, run: &Run, mut way: Retreat) -> Stage {
        if self.core.now >= way.cordoned_until {
            let (draining, drained) = way.draining.iter().partition(|node| self.draining(**node));
            way.draining = draining;
            let drained: Vec<NodeId> = drained;
            let cause = self.cause;
            for node in drained {
                self.delete_if_drained(node, Rule::DeleteGreenNode);
            }
            let purpose = match run.purpose {
                Purpose::Rollback { respect_pdb: true } | Purpose::Forward => {
                    drain::Purpose::Upgrade
                }
                Purpose::Rollback { respect_pdb: false } => drain::Purpose::RollbackByDeletion,
            };
            let more = usize::from(broken("blue-green/parallel"));
            let parallel = if muted("AM-65") { 1 } else { PARALLEL + more };
            while way.draining.len() < parallel
                && let Some(node) = way.waiting.pop_front()
            {
                self.cause = cause;
                self.drain_blue(node, purpose);
                way.draining.push(node);
            }
        }
        let nodes = &self.core.world.cluster.nodes;
        way.left
            .retain(|node| nodes[*node].phase != NodePhase::Gone);
        if way.left.is_empty() && way.waiting.is_empty() {
            Stage::Over
        } else {
            Stage::RollingBack(way)
        }
    }

    /// There may be capacity now.
    pub(super) fn ask_green_again(&mut self, run: &Run, stage: Stage) -> Stage {
        if self.core.world.cluster.pools[run.pool].run.takes_nodes() {
            self.request_green(run, stage)
        } else {
            stage
        }
    }
}

#[cfg(test)]
mod tests;
