//! Upgrades of node pools: what all strategies have in common, a run, its work, and when that is over (AM-61, AM-84).

mod blue_green;
mod capacity;
mod commands;
mod goal;
mod maintenance;
#[cfg(test)]
mod matrix;
mod multi_host;
mod nodes;
mod short_lived;
mod slot;
mod steps;
mod surge;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod windows_and_exclusions;

use std::collections::VecDeque;

use self::blue_green::Stage;
use self::goal::{Direction, Goal};
use self::multi_host::TpuSlice;
use self::surge::ZoneProgress;
use crate::cx::{Core, Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{IdVec, PoolId, RecordNo, SimTime, TemplateId, ZoneId, broken, muted};
use model::Version;
use model::maintenance::{Override, Work as Asks};
use model::node::NodePhase;
use model::plan::Plan;
use model::pool::RunState;
use model::script::NodeChange;
use model::strategy::{RunKind, Strategy};
use trace::{Change, Subject, WhyNot};

/// The memory of one run; what everybody may see of it is in the pool's state.
#[derive(Clone, Debug)]
pub(super) struct PoolRun {
    goal: Goal,
    /// The change of the configuration that it was started for, which waits for it no more.
    waited: Option<DueUpgrade>,
    /// What a rollback brings back.
    previous: TemplateId,
    /// Automatic upgrades that wait and have nothing left to bring when this run succeeds, and changes of the configuration
    /// that it brings with it (AM-70).
    covers: Vec<DueUpgrade>,
    work: Work,
    /// A rollback was asked for and begins when the cancel is through.
    roll_back_next: Option<bool>,
    /// Counts the cancels, so that a wake of an earlier one is recognised.
    cancels: u32,
    /// Since when the rest is due as a new automatic run, without a resume or rollback (UP-15).
    again: Option<SimTime>,
}

/// What a run has under way, by its strategy.
#[derive(Clone, Debug)]
pub(super) enum Work {
    Surge(ZoneProgress),
    BlueGreen(Stage),
    /// Nodes go by themselves, and new ones have the target (SL-03).
    ShortLived,
    MultiHost(TpuSlice),
}

impl Default for Work {
    fn default() -> Self {
        Self::Surge(ZoneProgress::default())
    }
}

impl Work {
    /// Has it anything in progress that ends by itself?
    fn busy(&self) -> bool {
        match self {
            Self::Surge(window) => window.busy(),
            Self::BlueGreen(stage) => stage.busy(),
            Self::ShortLived => false,
            Self::MultiHost(slice) => slice.busy(),
        }
    }
}

/// An upgrade that was asked for. What it makes of the pool is known when it starts (SU-27, AM-84).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DueUpgrade {
    /// Of the script.
    pub entry: u32,
    pub change: NodeChange,
    pub at: SimTime,
    /// The row by which it was asked for.
    pub row: Option<RecordNo>,
}

/// Upgrades of all pools.
#[derive(Clone, Debug)]
pub(super) struct Upgrades {
    runs: IdVec<PoolId, Option<PoolRun>>,
    /// What GKE is to do to each pool by itself, in the order in which it came.
    due: IdVec<PoolId, Vec<DueUpgrade>>,
    /// Why each pool waits, as the last row about it says.
    told: IdVec<PoolId, Option<WhyNot>>,
    /// Which version each pool followed last. It follows once, also where that is taken back.
    followed: IdVec<PoolId, Option<Version>>,
}

impl Upgrades {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            runs: plan.pools.ids().map(|_| None).collect(),
            due: plan.pools.ids().map(|_| Vec::new()).collect(),
            told: plan.pools.ids().map(|_| None).collect(),
            followed: plan.pools.ids().map(|_| None).collect(),
        }
    }
}

impl Process for Upgrades {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::Strategy(pool) | Wake::PhaseTimer(pool) => self.strategy(cx, pool),
            Wake::Capacity => self.capacity_changed(cx),
            Wake::Maintenance => self.maintenance(cx),
            Wake::UpgradeAgain(pool, cancels) => self.upgrade_again(cx, pool, cancels),
            Wake::PoolCommand(entry) => self.command(cx, entry),
            _ => {}
        }
    }

    fn still_acts(&self, core: &Core, wake: Wake) -> bool {
        match wake {
            Wake::UpgradeAgain(pool, cancels) => self.cancelled_since(core, pool, cancels),
            Wake::PhaseTimer(pool) => core.world.cluster.pools[pool].run.unfinished(),
            // At the end of this instant, or when an interval or a notice is over.
            Wake::Maintenance => {
                core.queue.next() == Some(core.now) || core.world.control_plane_due
            }
            _ => true,
        }
    }

    /// What waits for its turn waits for another run, which is at work or waits for these itself.
    fn waits_for_calendar(&self, core: &Core) -> bool {
        let mut pools = core.world.cluster.pools.iter();
        let policy = |why: Option<WhyNot>| matches!(why, Some(WhyNot::Policy(_)));
        pools.any(|(pool, state)| match state.run {
            RunState::Paused => !self.pool_blockers(core, pool).none(),
            _ => self
                .items_of(core, pool)
                .any(|item| policy(core.why_not_start(pool, &item))),
        })
    }
}

impl Upgrades {
    fn start_run(&mut self, cx: &mut Cx<'_>, pool: PoolId, due: DueUpgrade, automatic: bool) {
        // What a run was to bring in whose place it starts waits again, and is brought by this one.
        let stands = cx.world.cluster.pools[pool].run.stands();
        let before = self.runs[pool].as_ref().filter(|_| stands);
        self.due[pool].extend(before.and_then(|run| run.waited));
        let target = self.target_with_rest(cx.core, pool, due);
        let asks = cx.asks_for(Some(due.entry), due.change, cx.world.homes[pool], target);
        if automatic {
            self.due[pool].retain(|other| *other != due);
        }
        let version = |template: TemplateId| cx.plan.templates[template].version;
        let covered = |waiting: &&DueUpgrade| match waiting.change {
            NodeChange::Version => version(cx.target(pool, **waiting)) <= version(target),
            change => change.waits_for_maintenance(),
        };
        let covers = self.due[pool].iter().filter(covered).copied().collect();
        let mut work = cx.work(pool, due.change);
        // It takes up the rest of a cancelled run: a rollback goes over what that one had upgraded, too (SU-27, AM-72).
        let before = self.runs[pool].as_ref().filter(|_| stands);
        if let (Work::Surge(new), Some(Work::Surge(old))) = (&mut work, before.map(|run| &run.work))
        {
            new.upgraded.clone_from(&old.upgraded);
        }
        self.runs[pool] = Some(PoolRun {
            goal: Goal {
                pool,
                purpose: Direction::Forward,
                target,
                change: due.change,
                asks,
                cordoned_from: None,
            },
            waited: Some(due).filter(|due| automatic && due.change.waits_for_maintenance()),
            previous: cx.world.homes[pool],
            covers,
            work,
            roll_back_next: None,
            // A wake of a cancel of the run before is none of this one.
            cancels: self.runs[pool].as_ref().map_or(0, |run| run.cancels),
            again: None,
        });
        if automatic && let Asks::Override(why) = asks {
            cx.tell_override(Subject::Pool(pool), why);
        }
        self.tell_started(cx, pool, automatic, Rule::UpgradeStart);
    }

    /// Its target, with every change of the configuration that waits: a new node gets all of them (AM-70).
    fn target_with_rest(&self, core: &Core, pool: PoolId, due: DueUpgrade) -> TemplateId {
        let waiting = self.due[pool].iter();
        let waiting = waiting.filter(|one| one.change.waits_for_maintenance() && **one != due);
        let brings = !broken("maintenance/brings");
        waiting
            .filter(|_| brings)
            .fold(core.target(pool, due), |target, one| {
                core.world.plan.after(one.entry, target)
            })
    }

    fn tell_started(&mut self, cx: &mut Cx<'_>, pool: PoolId, automatic: bool, rule: Rule) {
        let Some(run) = &self.runs[pool] else { return };
        let change = Change::UpgradeStarted {
            target: run.goal.target,
            change: run.goal.change,
            automatic,
        };
        cx.record(rule, pool, change);
    }

    pub(super) fn strategy(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let Some(mut run) = self.runs[pool].take() else {
            return;
        };
        // Consumed by its step, so that no transition is half done.
        run.work = match std::mem::take(&mut run.work) {
            Work::Surge(window) => Work::Surge(cx.surge_step(&run.goal, window)),
            Work::BlueGreen(stage) => Work::BlueGreen(cx.blue_green_step(&mut run.goal, stage)),
            Work::ShortLived => Work::ShortLived,
            Work::MultiHost(slice) => Work::MultiHost(cx.multi_host_step(&run.goal, slice)),
        };
        self.runs[pool] = Some(run);
        self.after_step(cx, pool);
    }

    /// Does a state end because nothing is in progress any more?
    pub(super) fn after_step(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let Some(run) = &self.runs[pool] else { return };
        if run.work.busy() {
            return;
        }
        let left = match &run.work {
            Work::Surge(window) => cx.old_nodes_left(&run.goal, window),
            Work::BlueGreen(stage) => !stage.over(),
            Work::ShortLived => cx.others_live(&run.goal),
            Work::MultiHost(slice) => *slice != TpuSlice::Over,
        };
        let state = cx.world.cluster.pools[pool];
        let (state, kind) = (state.run, state.kind);
        let left = match state {
            // Nodes that were recreated beside the run count too, though its list is not read meanwhile (AM-57, AM-63).
            RunState::Cancelled | RunState::Paused => {
                cx.others_live(&run.goal) || cx.comes_back(run.goal.pool)
            }
            RunState::Cancelling => left && cx.others_live(&run.goal),
            _ => left,
        };
        let (target, covers) = (run.goal.target, run.covers.clone());
        let subject = Subject::Pool(pool);
        match (state, left) {
            (RunState::RollingBack, false) => {
                let rule = match kind {
                    RunKind::BlueGreen => Rule::BlueGreenRolledBack,
                    RunKind::ShortLived => Rule::ShortLivedSucceed,
                    RunKind::Surge => Rule::RolledBack,
                };
                cx.record(rule, subject, Change::RolledBack);
            }
            (
                RunState::Running
                | RunState::WaitingForResources
                | RunState::Paused
                | RunState::Cancelling
                | RunState::Cancelled,
                false,
            ) => {
                // AM-57: a cancelled or paused run that has no old node left has simply ended.
                let rule = match kind {
                    RunKind::BlueGreen => Rule::BlueGreenSucceed,
                    RunKind::ShortLived => Rule::ShortLivedSucceed,
                    RunKind::Surge => Rule::UpgradeSucceed,
                };
                cx.record(rule, subject, Change::UpgradeSucceeded);
                // A node that was at the version already was not recreated, and waits for the rest. One that is away comes
                // back with all of it (AM-63).
                let nodes = cx.world.cluster.nodes.values();
                let mut mine = nodes.filter(|node| cx.plan.groups[node.group].pool == pool);
                let whole = mine.all(|node| {
                    let gone = matches!(
                        node.phase,
                        NodePhase::Gone
                            | NodePhase::Deleting { .. }
                            | NodePhase::Recreating { ready_at: None }
                    );
                    gone || node.template == target
                });
                self.due[pool].retain(|one| {
                    !covers.contains(one) || one.change.waits_for_maintenance() && !whole
                });
                self.refuse_rollback(cx, pool);
            }
            (RunState::Cancelling, true) => {
                cx.record(Rule::UpgradeCancelled, subject, Change::UpgradeCancelled);
                self.begin_rollback(cx, pool);
            }
            _ => {}
        }
    }
}

impl Cx<'_> {
    /// AM-72: the row by which an override is known.
    pub(crate) fn tell_override(&mut self, subject: Subject, why: Override) {
        let change = Change::PolicyOverridden { why };
        let row = self.record(Rule::Overridden, subject, change);
        self.cause = row.or(self.cause);
    }

    /// The strategy of a pool looks at its slots.
    pub(super) fn look_at(&mut self, pool: PoolId) {
        self.wake_once(Wake::Strategy(pool));
    }
}

impl Core {
    /// What a node that is requested beside an upgrade is made from: during one, also a cancelled one, its target (AM-63).
    pub(crate) fn template_of_new_nodes(&self, pool: PoolId) -> TemplateId {
        let (state, home) = (&self.world.cluster.pools[pool], self.world.homes[pool]);
        // A queued one has not begun, and one that is rolled back returns to what the pool had before.
        let forward = state.run.begun() && state.run != RunState::RollingBack;
        state.target.filter(|_| forward).unwrap_or(home)
    }

    /// As things stand: the script may have changed it.
    pub(super) fn strategy_of(&self, pool: PoolId) -> Strategy {
        self.world.cluster.pools[pool].strategy(&self.world.plan.pools[pool])
    }

    /// How the pool is upgraded for that change (UP-09).
    fn work(&self, pool: PoolId, change: NodeChange) -> Work {
        if self.world.plan.pools[pool].multi_host && !muted("BS-05") {
            return Work::MultiHost(TpuSlice::New);
        }
        let strategy = self.strategy_of(pool);
        match (strategy.run_of(change), strategy.blue_green()) {
            (RunKind::BlueGreen, Some(settings)) => Work::BlueGreen(Stage::New(settings)),
            (RunKind::ShortLived, _) => Work::ShortLived,
            _ => Work::Surge(ZoneProgress::over(self.zones_of(pool))),
        }
    }

    /// What the pool's nodes would be made from, as things stand: with what a cancelled run was to bring (AM-63).
    fn target(&self, pool: PoolId, due: DueUpgrade) -> TemplateId {
        self.world
            .plan
            .after(due.entry, self.template_of_new_nodes(pool))
    }

    /// What the pool is configured to be, or is being brought to.
    pub(super) fn version_of_pool(&self, pool: PoolId) -> Option<Version> {
        let home = self.world.plan.templates[self.world.homes[pool]].version;
        let runs = self.world.cluster.pools[pool].run.in_progress();
        let target = self.world.cluster.pools[pool].target.filter(|_| runs);
        target.map_or(home, |target| {
            home.max(self.world.plan.templates[target].version)
        })
    }

    fn zones_of(&self, pool: PoolId) -> VecDeque<ZoneId> {
        let groups = self.world.plan.pools[pool].groups.iter();
        groups
            .map(|group| self.world.plan.groups[*group].zone)
            .collect()
    }
}
