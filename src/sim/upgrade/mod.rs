//! Upgrades of node pools: what the commands do in each state (AM-61, AM-84), and when automatic runs start.

mod capacity;
pub(super) mod surge;

pub(super) use self::capacity::Refusals;

use std::collections::VecDeque;

use self::surge::Slot;
use super::Sim;
use super::rules::Rule;
use super::tx::Stream;
use super::wake::Wake;
use crate::base::{Draw, NodeId, PoolId, TemplateId, ZoneId, muted};
use crate::model::node::NodePhase;
use crate::model::pool::RunState;
use crate::model::script::NodeChange;
use crate::model::settings::NodeOrder;
use crate::trace::{Change, Refusal, Subject, WhyNot};

/// Forward, or back to what it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Forward,
    Rollback { respect_pdb: bool },
}

/// The memory of one run; what everybody may see of it is in the pool's state.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub pool: PoolId,
    pub purpose: Purpose,
    pub target: TemplateId,
    /// What a rollback brings back.
    previous: TemplateId,
    change: NodeChange,
    zones: VecDeque<ZoneId>,
    zone: Option<ZoneId>,
    /// Nodes of the zone that no slot has taken yet.
    list: VecDeque<NodeId>,
    slots: Vec<Slot>,
    surge_slots: u32,
    /// In the order in which they were done; a rollback works on these.
    upgraded: Vec<NodeId>,
    /// A rollback was asked for and begins when the cancel is through.
    roll_back_next: Option<bool>,
    /// Counts the cancels, so that a wake of an earlier one is recognised.
    cancels: u32,
}

impl Sim {
    pub(super) fn upgrade(
        &mut self,
        pool: PoolId,
        target: TemplateId,
        change: NodeChange,
        automatic: bool,
    ) {
        if self.core.world.cluster.pools[pool].run.unfinished() {
            self.refuse_command(pool, Refusal::RunUnfinished);
            return;
        }
        let previous = self.core.world.cluster.pools[pool]
            .target
            .unwrap_or(self.plan.pools[pool].template);
        self.runs[pool] = Some(Run {
            pool,
            purpose: Purpose::Forward,
            target,
            previous,
            change,
            zones: VecDeque::new(),
            zone: None,
            list: VecDeque::new(),
            slots: Vec::new(),
            surge_slots: 0,
            upgraded: Vec::new(),
            roll_back_next: None,
            cancels: 0,
        });
        if automatic {
            self.queued[pool] = true;
            let mut tx = self.tx();
            let cause = tx.cause;
            tx.wake_once(Wake::Maintenance, (0, 0), cause);
        } else {
            self.start_run(pool, false, Rule::UpgradeStart);
        }
    }

    fn start_run(&mut self, pool: PoolId, automatic: bool, rule: Rule) {
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        run.zones = self.plan.pools[pool]
            .groups
            .iter()
            .map(|group| self.plan.groups[*group].zone)
            .collect();
        let target = run.target;
        self.queued[pool] = false;
        self.tx().record(
            rule,
            Subject::Pool(pool),
            Change::UpgradeStarted { target, automatic },
        );
    }

    fn refuse_command(&mut self, pool: PoolId, why: Refusal) {
        self.tx().record(
            Rule::CommandRefused,
            Subject::Pool(pool),
            Change::Refused { why },
        );
    }

    /// UP-12, SU-24, SU-25: nodes that started finish, nothing new starts.
    pub(super) fn cancel(&mut self, pool: PoolId) {
        match self.core.world.cluster.pools[pool].run {
            RunState::Running
            | RunState::WaitingForResources
            | RunState::Paused
            | RunState::Queued => {}
            _ => return self.refuse_command(pool, Refusal::NothingToCancel),
        }
        self.queued[pool] = false;
        if self
            .tx()
            .record(
                Rule::UpgradeCancel,
                Subject::Pool(pool),
                Change::UpgradeCancelling,
            )
            .is_none()
        {
            return;
        }
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        run.cancels += 1;
        for slot in &mut run.slots {
            if let Slot::WaitsForCapacity { .. } = slot {
                *slot = Slot::Free;
            }
        }
        let cancels = run.cancels;
        if self.plan.pools[pool].auto_upgrade {
            let now = self.core.now;
            let always_open = self.plan.open_at(now) && self.plan.next_opening(now).is_none();
            let at = if always_open {
                Some(now + Self::AGAIN_AFTER)
            } else {
                self.plan.next_opening(now)
            };
            let mut tx = self.tx();
            let cause = tx.cause;
            if let Some(at) = at {
                tx.wake(
                    at,
                    Wake::UpgradeAgain(pool, cancels),
                    (u64::from(pool.0), 0),
                    cause,
                );
            }
        }
        self.look_at(pool);
    }

    /// SU-26: from now on a manual run, whatever it was (AM-61).
    pub(super) fn resume(&mut self, pool: PoolId) {
        match self.core.world.cluster.pools[pool].run {
            RunState::Cancelling | RunState::Cancelled => {
                self.reopen_zones(pool);
                if let Some(run) = &mut self.runs[pool] {
                    run.roll_back_next = None;
                }
                let change = Change::UpgradeResumed { automatic: false };
                self.tx()
                    .record(Rule::UpgradeResume, Subject::Pool(pool), change);
            }
            _ => self.refuse_command(pool, Refusal::NothingToResume),
        }
    }

    /// SU-27: after a cancel; asked of a running upgrade it cancels first (AM-61).
    pub(super) fn roll_back(&mut self, pool: PoolId, respect_pdb: bool) {
        match self.core.world.cluster.pools[pool].run {
            RunState::Cancelled => {
                if let Some(run) = &mut self.runs[pool] {
                    run.roll_back_next = Some(respect_pdb);
                }
                self.begin_rollback(pool);
            }
            RunState::Cancelling
            | RunState::Running
            | RunState::WaitingForResources
            | RunState::Paused => {
                if self.core.world.cluster.pools[pool].run != RunState::Cancelling {
                    self.cancel(pool);
                }
                if let Some(run) = &mut self.runs[pool] {
                    run.roll_back_next = Some(respect_pdb);
                }
            }
            RunState::Idle
            | RunState::Queued
            | RunState::RollingBack
            | RunState::Succeeded
            | RunState::RolledBack => {
                self.refuse_command(pool, Refusal::NothingToRollBack);
            }
        }
    }

    fn begin_rollback(&mut self, pool: PoolId) {
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        let Some(respect_pdb) = run.roll_back_next.take() else {
            return;
        };
        let respect_pdb = respect_pdb && !muted("BS-12");
        run.purpose = Purpose::Rollback { respect_pdb };
        run.target = run.previous;
        run.zone = None;
        run.slots.clear();
        run.list.clear();
        // Zones in the order in which their first node was upgraded (AM-61).
        run.zones.clear();
        for node in &run.upgraded {
            let zone = self.core.world.cluster.zone_of(&self.plan, *node);
            if !run.zones.contains(&zone) {
                run.zones.push_back(zone);
            }
        }
        self.tx()
            .record(Rule::RollBack, Subject::Pool(pool), Change::RollbackStarted);
    }

    /// The zones that still have old nodes, the one in progress first.
    fn reopen_zones(&mut self, pool: PoolId) {
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        if run.zones.is_empty() && run.zone.is_none() {
            run.zones = self.plan.pools[pool]
                .groups
                .iter()
                .map(|group| self.plan.groups[*group].zone)
                .collect();
        }
    }

    /// The strategy of a pool looks at its slots.
    pub(super) fn look_at(&mut self, pool: PoolId) {
        let mut tx = self.tx();
        let cause = tx.cause;
        tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), cause);
    }

    pub(super) fn strategy(&mut self, pool: PoolId) {
        if self.queued[pool] {
            return;
        }
        let Some(run) = self.runs[pool].take() else {
            return;
        };
        let run = self.surge_step(run);
        self.runs[pool] = Some(run);
        self.after_step(pool);
    }

    /// Does a state end because nothing is in progress any more?
    pub(super) fn after_step(&mut self, pool: PoolId) {
        let Some(run) = &self.runs[pool] else { return };
        if run.slots.iter().any(|slot| slot.busy()) {
            return;
        }
        let left = self.old_nodes_left(run);
        let state = self.core.world.cluster.pools[pool].run;
        let subject = Subject::Pool(pool);
        match (state, left) {
            (RunState::RollingBack, false) => {
                self.tx()
                    .record(Rule::RolledBack, subject, Change::RolledBack);
            }
            (
                RunState::Running
                | RunState::WaitingForResources
                | RunState::Paused
                | RunState::Cancelling,
                false,
            ) => {
                // AM-57: a cancelled or paused run that has no old node left has simply ended.
                self.tx()
                    .record(Rule::UpgradeSucceed, subject, Change::UpgradeSucceeded);
            }
            (RunState::Cancelling, true) => {
                self.tx()
                    .record(Rule::UpgradeCancelled, subject, Change::UpgradeCancelled);
                self.begin_rollback(pool);
            }
            _ => {}
        }
    }

    fn old_nodes_left(&self, run: &Run) -> bool {
        !run.list.is_empty()
            || run.zone.is_some()
            || run
                .zones
                .iter()
                .any(|zone| !self.work_list(run, *zone).is_empty())
    }

    /// The nodes of a zone that a run has to work on, in its order (AM-05, AM-59).
    fn work_list(&self, run: &Run, zone: ZoneId) -> Vec<NodeId> {
        let cluster = &self.core.world.cluster;
        if let Purpose::Rollback { .. } = run.purpose {
            let upgraded = run.upgraded.iter().copied();
            let here = upgraded.filter(|node| {
                cluster.zone_of(&self.plan, *node) == zone && cluster.nodes[*node].up()
            });
            return here
                .filter(|node| cluster.nodes[*node].template != run.target)
                .collect();
        }
        let mut list: Vec<NodeId> = Vec::new();
        for (id, node) in cluster.nodes.iter() {
            let group = self.plan.groups[node.group];
            let old = matches!(
                node.phase,
                NodePhase::Ready | NodePhase::Draining { .. } | NodePhase::Drained
            );
            if group.pool == run.pool && group.zone == zone && old && !self.at_target(run, id) {
                list.push(id);
            }
        }
        if self.plan.timings.node_order == NodeOrder::Shuffled && !muted("SU-01") {
            let seed = self.plan.seed;
            list.sort_by_key(|id| {
                let node = &cluster.nodes[*id];
                Draw::of(
                    seed,
                    Stream::NodeOrder as u64,
                    u64::from(node.group.0),
                    u64::from(node.ordinal),
                )
            });
        }
        list
    }

    /// A version change has nothing to do on a node that is at the version; other changes recreate every node.
    fn at_target(&self, run: &Run, node: NodeId) -> bool {
        let own = self.core.world.cluster.nodes[node].template;
        own == run.target
            || (run.change == NodeChange::Version
                && self.plan.templates[own].version == self.plan.templates[run.target].version
                && self.plan.templates[own].version.is_some())
    }

    /// Class 8: automatic runs start, pause and go on (AM-08, AM-70).
    pub(super) fn maintenance(&mut self) {
        let now = self.core.now;
        let open = self.plan.open_at(now) || muted("UP-16");
        for pool in self.plan.pools.ids() {
            let state = self.core.world.cluster.pools[pool];
            match state.run {
                RunState::Running | RunState::WaitingForResources if state.automatic && !open => {
                    let change = Change::UpgradePaused {
                        why: WhyNot::Window,
                    };
                    self.tx()
                        .record(Rule::UpgradePause, Subject::Pool(pool), change);
                }
                RunState::Paused if open => {
                    let change = Change::UpgradeResumed { automatic: true };
                    self.tx()
                        .record(Rule::UpgradeGoOn, Subject::Pool(pool), change);
                }
                _ => {}
            }
        }
        for pool in self.plan.pools.ids() {
            if !self.queued[pool] {
                continue;
            }
            match self.why_not_start(pool) {
                None => self.start_run(pool, true, Rule::UpgradeStart),
                Some(why) if self.core.world.cluster.pools[pool].run != RunState::Queued => {
                    self.tx().record(
                        Rule::UpgradeQueue,
                        Subject::Pool(pool),
                        Change::UpgradeQueued { why },
                    );
                }
                Some(_) => {}
            }
        }
    }

    /// What keeps an automatic run from starting now.
    fn why_not_start(&self, pool: PoolId) -> Option<WhyNot> {
        let target = self.runs[pool]
            .as_ref()
            .and_then(|run| self.plan.templates[run.target].version);
        if let (Some(control_plane), Some(target)) = (self.plan.control_plane, target)
            && control_plane < target
            && !muted("BS-02")
        {
            return Some(WhyNot::ControlPlane);
        }
        if !self.plan.open_at(self.core.now) {
            return Some(WhyNot::Window);
        }
        // AM-70: one automatic operation per cluster.
        let busy = |state: RunState| {
            matches!(
                state,
                RunState::Running
                    | RunState::WaitingForResources
                    | RunState::Cancelling
                    | RunState::RollingBack
            )
        };
        let another = self
            .core
            .world
            .cluster
            .pools
            .iter()
            .any(|(id, state)| id != pool && state.automatic && busy(state.run));
        another.then_some(WhyNot::AnotherRun)
    }

    /// UP-15: nobody resumed or rolled back, so the rest is upgraded by a new automatic run.
    pub(super) fn upgrade_again(&mut self, pool: PoolId, cancels: u32) {
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        let state = self.core.world.cluster.pools[pool].run;
        if run.cancels != cancels || state != RunState::Cancelled {
            return;
        }
        run.zone = None;
        run.slots.clear();
        run.list.clear();
        self.start_run(pool, true, Rule::UpgradeAgain);
    }
}
