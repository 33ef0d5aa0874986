//! Upgrades of node pools: what all strategies share, a run, its work, and its end (AM-61, AM-84).

mod blue_green;
mod commands;
mod half_way;
mod maintenance;
mod multi_host;
mod nodes;
mod run_spec;
mod short_lived;
mod slot;
mod steps;
mod surge;
#[cfg(test)]
mod tests;
mod waiting;
mod work;

use std::collections::VecDeque;

use self::blue_green::{PhaseState, WaitState};
use self::multi_host::TpuSlice;
use self::run_spec::{Direction, RunSpec};
use self::short_lived::ShortLived;
use self::surge::ZoneProgress;
use self::work::Work;
use crate::cx::{Core, Cx, Process};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{IdVec, PoolId, RecordNo, SimTime, TemplateId, ZoneId, broken, muted, order};
use model::Version;
use model::cluster::Cluster;
use model::maintenance::{Override, WorkKind};
use model::node::NodePhase;
use model::plan::Plan;
use model::pool::RunState;
use model::script::NodeChange;
use model::strategy::{RunKind, Strategy};
use trace::{Change, Subject, WhyNot};

/// A run's private state; its public state is in the pool.
#[derive(Clone, Debug)]
pub(super) struct PoolRun {
    spec: RunSpec,
    /// The configuration change that it was started for, which is no longer due.
    waited: Option<DueUpgrade>,
    /// The template that a rollback restores.
    previous: TemplateId,
    /// Queued automatic upgrades that are done when this run succeeds, and configuration changes that it
    /// brings along (AM-70).
    covers: Vec<DueUpgrade>,
    work: Box<dyn Work>,
    /// A rollback was requested and begins when the cancel is finished.
    roll_back_next: Option<bool>,
    /// Counts cancels, to recognize wakes of earlier ones.
    cancels: u32,
    /// When the rest is due as a new automatic run, without a resume or rollback (UP-15).
    again: Option<SimTime>,
}

/// The table: one line for each strategy. The work of a pool's run for that change (UP-09).
fn work(core: &Core, pool: PoolId, change: NodeChange) -> Box<dyn Work> {
    if core.world.plan.pools[pool].multi_host && !muted("BS-05") {
        return Box::new(TpuSlice::New);
    }
    let strategy = core.strategy_of(pool);
    match strategy.run_of(change) {
        RunKind::Surge => Box::new(ZoneProgress::over(core.zones_of(pool))),
        RunKind::BlueGreen => Box::new(PhaseState::of(strategy)),
        RunKind::AutoscaledBlueGreen => Box::new(WaitState::of(strategy)),
        RunKind::ShortLived => Box::new(ShortLived),
    }
}

/// A requested upgrade. Its effect on the pool is determined when it starts (SU-27, AM-84).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DueUpgrade {
    /// The script entry.
    pub entry: u32,
    pub change: NodeChange,
    pub at: SimTime,
    /// The row that requested it.
    pub row: Option<RecordNo>,
}

/// Upgrades of all pools.
#[derive(Clone, Debug)]
pub(super) struct Upgrades {
    runs: IdVec<PoolId, Option<PoolRun>>,
    /// Automatic work on each pool, in order of arrival.
    due: IdVec<PoolId, Vec<DueUpgrade>>,
    /// Why each pool waits, as last reported.
    reported: IdVec<PoolId, Option<WhyNot>>,
    /// The version that each pool last followed. It follows once, even if that is undone.
    followed: IdVec<PoolId, Option<Version>>,
}

impl Upgrades {
    pub(super) fn new(plan: &Plan, cluster: &Cluster) -> Self {
        Self {
            runs: plan.pools.ids().map(|pool| half_way::run(plan, cluster, pool)).collect(),
            due: plan.pools.ids().map(|_| Vec::new()).collect(),
            reported: plan.pools.ids().map(|_| None).collect(),
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
            // At the end of this instant, or when an interval or a notice ends.
            Wake::Maintenance => {
                core.queue.next() == Some(core.now) || core.world.control_plane_due
            }
            _ => true,
        }
    }

    /// Does any pool wait for the calendar? A run waiting for its turn then does too, unless a run is in progress.
    fn waits_for_calendar(&self, core: &Core) -> bool {
        let mut pools = core.world.cluster.pools.iter();
        let policy = |why: Option<WhyNot>| matches!(why, Some(WhyNot::Policy(_)));
        pools.any(|(pool, state)| match state.run {
            RunState::Paused => !self.pool_blockers(core, pool).none(),
            _ => self.due_items(core, pool).any(|item| policy(core.why_not_start(pool, &item))),
        })
    }
}

impl Upgrades {
    fn start_run(&mut self, cx: &mut Cx<'_>, pool: PoolId, due: DueUpgrade, automatic: bool) {
        // The updates of the replaced run are queued again, and this run brings them.
        let waits_for_user = cx.world.cluster.pools[pool].run.waits_for_user();
        let before = self.runs[pool].as_ref().filter(|_| waits_for_user);
        self.due[pool].extend(before.and_then(|run| run.waited));
        let target = self.target_with_rest(cx.core, pool, due);
        let kind = cx.work_kind(Some(due.entry), due.change, cx.world.homes[pool], target);
        if automatic {
            self.due[pool].retain(|other| *other != due);
        }
        let version = |template: TemplateId| cx.plan.templates[template].version;
        let covered = |waiting: &&DueUpgrade| match waiting.change {
            NodeChange::Version => version(cx.target(pool, **waiting)) <= version(target),
            change => change.waits_for_maintenance(),
        };
        let covers = self.due[pool].iter().filter(covered).copied().collect();
        let mut work = work(cx.core, pool, due.change);
        // It continues a canceled run: a rollback includes the nodes that one had upgraded (SU-27, AM-72).
        if let Some(before) = self.runs[pool].as_ref().filter(|_| waits_for_user) {
            work.continue_run(before.work.upgraded());
        }
        self.runs[pool] = Some(PoolRun {
            spec: RunSpec {
                pool,
                direction: Direction::Forward,
                target,
                change: due.change,
                work: kind,
                cordoned_from: None,
            },
            waited: Some(due).filter(|due| automatic && due.change.waits_for_maintenance()),
            previous: cx.world.homes[pool],
            covers,
            work,
            roll_back_next: None,
            // Keeps counting, so wakes of the previous run's cancels stay invalid.
            cancels: self.runs[pool].as_ref().map_or(0, |run| run.cancels),
            again: None,
        });
        if automatic && let WorkKind::Override(why) = kind {
            cx.report_override(Subject::Pool(pool), why);
        }
        self.report_started(cx, pool, automatic, Rule::UpgradeStart);
    }

    /// Its target with every queued configuration change: a new node gets all of them (AM-70).
    fn target_with_rest(&self, core: &Core, pool: PoolId, due: DueUpgrade) -> TemplateId {
        let waiting = self.due[pool].iter();
        let waiting = waiting.filter(|one| one.change.waits_for_maintenance() && **one != due);
        let brings = !broken("maintenance/brings");
        waiting
            .filter(|_| brings)
            .fold(core.target(pool, due), |target, one| core.world.plan.after(one.entry, target))
    }

    fn report_started(&mut self, cx: &mut Cx<'_>, pool: PoolId, automatic: bool, rule: Rule) {
        let Some(run) = &self.runs[pool] else { return };
        let change =
            Change::UpgradeStarted { target: run.spec.target, change: run.spec.change, automatic };
        cx.record(rule, pool, change);
    }

    pub(super) fn strategy(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        if let Some(run) = &mut self.runs[pool] {
            run.work.step(cx, &mut run.spec);
            self.after_step(cx, pool);
        }
    }

    /// Ends states that end when nothing is in progress.
    pub(super) fn after_step(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let Some(run) = &self.runs[pool] else { return };
        if run.work.busy() {
            return;
        }
        let left = run.work.is_left(cx, &run.spec);
        let state = cx.world.cluster.pools[pool].run;
        let left = match state {
            // Nodes recreated outside of the run count too, though its list isn't read in the meantime (AM-57, AM-63).
            RunState::Cancelled | RunState::Paused => {
                cx.others_live(&run.spec) || cx.has_returning_node(run.spec.pool)
            }
            RunState::Cancelling => left && cx.others_live(&run.spec),
            _ => left,
        };
        let (target, covers, rules) = (run.spec.target, run.covers.clone(), run.work.rules());
        let subject = Subject::Pool(pool);
        match (state, left) {
            (RunState::RollingBack, false) => {
                cx.record(rules.rolled_back, subject, Change::RolledBack);
            }
            (
                RunState::Running
                | RunState::WaitingForResources
                | RunState::Paused
                | RunState::Cancelling
                | RunState::Cancelled,
                false,
            ) => {
                // AM-57: a canceled or paused run without old nodes has ended.
                cx.record(rules.succeed, subject, Change::UpgradeSucceeded);
                // A node that already had the version wasn't recreated, and waits for the rest. One that is away returns
                // with all of it (AM-63).
                let whole = cx.world.nodes_of(pool).all(|(_, node)| {
                    let away = matches!(
                        node.phase,
                        NodePhase::Deleting { .. } | NodePhase::Recreating { ready_at: None }
                    );
                    away || node.template == target
                });
                self.due[pool].retain(|one| {
                    let is_covered = covers.contains(one) || cx.core.brings_nothing(pool, *one);
                    !is_covered || one.change.waits_for_maintenance() && !whole
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
    /// AM-72: records the override.
    pub(crate) fn report_override(&mut self, subject: Subject, why: Override) {
        let change = Change::PolicyOverridden { why };
        let row = self.record(Rule::Overridden, subject, change);
        self.cause = row.or(self.cause);
    }

    /// Wakes the pool's strategy.
    pub(super) fn wake_strategy(&mut self, pool: PoolId) {
        self.wake_once(Wake::Strategy(pool));
    }
}

impl Core {
    /// The template of a node requested outside of an upgrade: during one, even a canceled one, its target (AM-63).
    pub(crate) fn template_of_new_nodes(&self, pool: PoolId) -> TemplateId {
        let (state, home) = (&self.world.cluster.pools[pool], self.world.homes[pool]);
        // A queued run hasn't begun, and a run that is rolled back returns to the previous template.
        let forward = state.run.begun() && state.run != RunState::RollingBack;
        state.target.filter(|_| forward).unwrap_or(home)
    }

    /// The current strategy: the script may have changed it.
    pub(super) fn strategy_of(&self, pool: PoolId) -> Strategy {
        self.world.cluster.pools[pool].strategy(&self.world.plan.pools[pool])
    }

    /// The template that the upgrade would give the pool now, including what a canceled run was to bring (AM-63).
    fn target(&self, pool: PoolId, due: DueUpgrade) -> TemplateId {
        self.world.plan.after(due.entry, self.template_of_new_nodes(pool))
    }

    /// The version that the pool is configured to have, or is being upgraded to.
    pub(super) fn version_of_pool(&self, pool: PoolId) -> Option<Version> {
        let home = self.world.plan.templates[self.world.homes[pool]].version;
        let runs = self.world.cluster.pools[pool].run.in_progress();
        let target = self.world.cluster.pools[pool].target.filter(|_| runs);
        target.map_or(home, |target| home.max(self.world.plan.templates[target].version))
    }

    /// In the order of `locations` (AM-05), those in which an upgrade had begun before time 0 first (UP-10).
    fn zones_of(&self, pool: PoolId) -> VecDeque<ZoneId> {
        let groups = self.world.plan.pools[pool].groups.iter();
        let zones = groups.map(|group| self.world.plan.groups[*group].zone);
        let mut zones: Vec<ZoneId> = zones.collect();
        if self.world.plan.pools[pool].partial && !broken("run/begun-zones") {
            order::sort_by_key(&mut zones, |zone| self.begun_at_start(pool, *zone));
        }
        zones.into()
    }
}
