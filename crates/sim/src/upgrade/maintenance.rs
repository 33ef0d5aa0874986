//! Automatic upgrades: when GKE starts, pauses and resumes them (AM-08, AM-70).

use super::Upgrades;
use super::{DueUpgrade, PoolRun, work};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{PoolId, SimTime, TemplateId, broken, muted, order};
use model::maintenance::{Blockers, ClusterPart, Override, UpgradeKind, WorkKind};
use model::pool::RunState;
use model::script::NodeChange;
use trace::{Change, Subject, Waits, WhyNot};

/// The order in which items start (AM-70, AM-72).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum StartOrder {
    Override,
    Configuration,
    Upgrade,
    Disruption,
}

/// Automatic work on a pool: something new, or the rest of a canceled run (UP-15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    class: StartOrder,
    at: SimTime,
    due: Option<DueUpgrade>,
    target: TemplateId,
    work: WorkKind,
}

fn class(change: NodeChange, work: WorkKind) -> StartOrder {
    match (work, change) {
        (WorkKind::Override(_), _) => StartOrder::Override,
        (_, NodeChange::Version) => StartOrder::Upgrade,
        (_, NodeChange::VmDisruption) => StartOrder::Disruption,
        _ => StartOrder::Configuration,
    }
}

impl Upgrades {
    /// Class 8: automatic runs start, pause and resume (AM-08, AM-70).
    pub(crate) fn maintenance(&mut self, cx: &mut Cx<'_>) {
        // A run that pauses makes way for the control plane (AM-70).
        for pool in cx.plan.pools.ids() {
            self.enforce_support(cx, pool);
            self.pause(cx, pool);
        }
        cx.wake_now(Wake::ControlPlaneTurn);
        self.take_steps(cx);
        cx.request_missing_nodes();
        for pool in cx.plan.pools.ids() {
            self.resume_paused(cx, pool);
        }
        // AM-70: by class, then what has been due for longest, then in pool order.
        let pools = cx.plan.pools.ids();
        let mut due: Vec<(StartOrder, SimTime, PoolId, Item)> = pools
            .flat_map(|pool| self.due_items(cx.core, pool).map(move |item| (pool, item)))
            .map(|(pool, item)| (item.class, item.at, pool, item))
            .collect();
        order::sort_by(&mut due, |a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)));
        let mut blocked: Vec<(PoolId, WhyNot)> = Vec::new();
        let mut before = due.clone().into_iter().map(|(_, _, pool, _)| pool);
        for (class, at, pool, item) in due {
            before.next();
            if class == StartOrder::Disruption {
                cx.wake_now(Wake::DisruptionTurn(at));
            }
            // A later item of the pool may start; only the last one reports the pool as queued.
            let last = before.clone().all(|other| other != pool);
            let woken = cx.cause;
            cx.because_requested(at, item.due.and_then(|due| due.row));
            if let Some(why) = self.start_if_due(cx, pool, &item) {
                let first = blocked.iter().find(|(other, _)| *other == pool).copied();
                if first.is_none() {
                    blocked.push((pool, why));
                }
                if last {
                    self.report_queued(cx, pool, first.map_or(why, |(_, why)| why));
                }
            }
            cx.cause = woken;
        }
        cx.wake_now(Wake::DisruptionTurn(SimTime::MAX));
    }

    /// BS-19: from the end of support on, the policy doesn't hold a run that leaves that version.
    fn enforce_support(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let runs = cx.world.cluster.pools[pool].run.in_progress();
        let Some(run) = self.runs[pool].as_ref().filter(|_| runs) else { return };
        let from = cx.plan.templates[run.previous].version;
        let work = cx.plan.maintenance.enforced(run.spec.work, from, cx.now);
        if let WorkKind::Override(why) = work
            && work != run.spec.work
        {
            self.finish_first(cx, pool, why);
        }
    }

    fn pause(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let state = cx.world.cluster.pools[pool];
        let by = self.pool_blockers(cx.core, pool);
        if by.none() {
            return;
        }
        let why = cx.policy(by, self.work_of_run(pool));
        match state.run {
            RunState::Running | RunState::WaitingForResources
                if state.automatic && (state.kind.traits().waits_for_windows)() =>
            {
                self.report_paused(cx, pool, why);
                self.drop_requests(cx, pool);
            }
            RunState::Paused if !self.has_reported(pool, why) => {
                self.report_paused(cx, pool, why);
            }
            _ => {}
        }
    }

    fn resume_paused(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        if !self.pool_blockers(cx.core, pool).none() {
            return;
        }
        match cx.world.cluster.pools[pool].run {
            RunState::Paused if cx.control_plane_busy() => self.report_turn(cx, pool, WhyNot::Busy),
            RunState::Paused if cx.too_many_runs(pool) => {
                self.report_turn(cx, pool, WhyNot::AnotherRun);
            }
            RunState::Paused => {
                let change = Change::UpgradeResumed { automatic: true };
                cx.forget_refusals(pool);
                cx.record(Rule::UpgradeGoOn, pool, change);
            }
            _ => {}
        }
    }

    /// Records that the run may resume but others are in progress.
    fn report_turn(&mut self, cx: &mut Cx<'_>, pool: PoolId, why: WhyNot) {
        if self.reported[pool] != Some(why) {
            self.report_paused(cx, pool, why);
        }
    }

    fn report_paused(&mut self, cx: &mut Cx<'_>, pool: PoolId, why: WhyNot) {
        let rule = match why {
            WhyNot::Policy(waits) if waits.by.exclusions != 0 => Rule::PauseForExclusion,
            WhyNot::Policy(_) => Rule::UpgradePause,
            _ => Rule::PauseForTurn,
        };
        self.reported[pool] = Some(why);
        let change = Change::UpgradePaused { why };
        cx.record(rule, pool, change);
    }

    fn report_queued(&mut self, cx: &mut Cx<'_>, pool: PoolId, why: WhyNot) {
        let state = cx.world.cluster.pools[pool].run;
        if state.begun() || state == RunState::Queued && self.has_reported(pool, why) {
            return;
        }
        let rule = match why {
            WhyNot::ControlPlane => Rule::QueueForControlPlane,
            WhyNot::Policy(waits) if waits.by.exclusions != 0 => Rule::QueueForExclusion,
            WhyNot::Policy(_) => Rule::QueueForWindow,
            WhyNot::AnotherRun | WhyNot::Busy | WhyNot::OldNodes(_) => Rule::QueueForTurn,
        };
        self.reported[pool] = Some(why);
        let change = Change::UpgradeQueued { why };
        cx.record(rule, pool, change);
    }

    /// Does the last row about the wait already say why?
    fn has_reported(&self, pool: PoolId, why: WhyNot) -> bool {
        self.reported[pool].is_some_and(|reported| reported.covers(why))
    }

    fn work_of_run(&self, pool: PoolId) -> WorkKind {
        let run = self.runs[pool].as_ref();
        run.map_or(WorkKind::Manual, |run| run.spec.work)
    }

    /// What prevents the run from continuing now.
    pub(crate) fn pool_blockers(&self, core: &Core, pool: PoolId) -> Blockers {
        if muted("UP-16") || broken("maintenance/pause") {
            return Blockers::default();
        }
        let work = self.work_of_run(pool);
        core.world.plan.maintenance.blockers(core.now, work, Some(pool))
    }

    /// GKE's automatic work on the pool. Its own unfinished run comes first.
    pub(super) fn due_items<'a>(
        &'a self,
        core: &'a Core,
        pool: PoolId,
    ) -> impl Iterator<Item = Item> + 'a {
        let state = core.world.cluster.pools[pool].run;
        let run = self.runs[pool].as_ref().filter(|run| run.again.is_some());
        let run = run.filter(|_| state == RunState::Cancelled);
        let rest = run.and_then(|run| {
            Some(Item {
                class: class(run.spec.change, run.spec.work),
                at: run.again?,
                due: None,
                target: run.spec.target,
                work: run.spec.work,
            })
        });
        let due = self.due[pool].iter();
        let due =
            due.filter(move |due| !state.begun() || self.may_be_replaced(core, pool, due.entry));
        let due = due.map(move |due| {
            let target = core.target(pool, *due);
            let work = core.work_kind(Some(due.entry), due.change, core.world.homes[pool], target);
            Item { class: class(due.change, work), at: due.at, due: Some(*due), target, work }
        });
        rest.into_iter().chain(due)
    }

    /// Starts the item, or returns why it can't start.
    fn start_if_due(&mut self, cx: &mut Cx<'_>, pool: PoolId, item: &Item) -> Option<WhyNot> {
        let state = cx.world.cluster.pools[pool].run;
        let why = || cx.why_not_start(pool, item);
        match item.due {
            // Until it starts the pool stays CANCELLED, and the user may still resume or roll back.
            None if state == RunState::Cancelled && why().is_none() => self.start_again(cx, pool),
            None => {}
            Some(due) if state.begun() && !self.may_be_replaced(cx.core, pool, due.entry) => {}
            Some(due) => match why() {
                None if state.begun() => self.replace_run(cx, pool, due),
                None => self.start_run(cx, pool, due, true),
                why => return why,
            },
        }
        None
    }

    /// AM-72: an override starts at its time although the pool's run was canceled, which is not RUNNING. One that was
    /// paused at once stays as it is until a command ends it (AM-66), and is finished first.
    fn may_be_replaced(&self, core: &Core, pool: PoolId, entry: u32) -> bool {
        let state = core.world.cluster.pools[pool].run;
        let run = self.runs[pool].as_ref();
        let way = match state {
            RunState::Cancelled => run.is_some_and(|run| !run.work.pauses_at_once()),
            // Nothing was created (BG-09).
            RunState::Failed => true,
            _ => false,
        };
        way && core.override_of(entry).is_some()
    }

    /// Replaces a canceled run; continues its rest if that brings what the override brings.
    fn replace_run(&mut self, cx: &mut Cx<'_>, pool: PoolId, due: DueUpgrade) {
        let version = |template: TemplateId| cx.plan.templates[template].version;
        let target = cx.target(pool, due);
        let whole = cx.plan.pools[pool].multi_host;
        let brings = |run: &PoolRun| {
            let brought = version(target) <= version(run.spec.target);
            due.change == NodeChange::Version && brought && !run.work.pauses_at_once() && !whole
        };
        let why = cx.override_of(due.entry);
        let run = self.runs[pool].as_mut().filter(|run| brings(run));
        let (Some(run), Some(why)) = (run, why) else {
            return self.start_run(cx, pool, due, true);
        };
        run.spec.work = WorkKind::Override(why);
        self.due[pool].retain(|other| *other != due);
        cx.report_override(Subject::Pool(pool), why);
        self.start_again(cx, pool);
    }

    /// UP-15: the run passes over its zones again, now as an automatic one.
    fn start_again(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        // It starts over, with the current settings.
        let change = run.spec.change;
        if cx.strategy_of(pool).run_of(change) == cx.world.cluster.pools[pool].kind {
            run.work.start_again(cx, &run.spec);
        } else {
            run.work = work(cx.core, pool, change);
        }
        run.again = None;
        self.report_started(cx, pool, true, Rule::UpgradeAgain);
    }

    /// UP-15: without a resume or rollback, the rest is due as a new automatic run, in its turn (AM-70).
    pub(crate) fn upgrade_again(&mut self, cx: &mut Cx<'_>, pool: PoolId, cancels: u32) {
        let now = cx.now;
        let since = self.cancelled_since(cx.core, pool, cancels);
        if let Some(run) = self.runs[pool].as_mut().filter(|_| since) {
            run.again = Some(now);
            cx.wake_maintenance();
        }
    }

    /// AM-61: the run that had begun before time 0 goes on without a command; until the policy permits it, it is paused.
    pub(super) fn go_on_by_itself(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let by = self.pool_blockers(cx.core, pool);
        if by.none() {
            return self.upgrade_again(cx, pool, 0);
        }
        let why = cx.policy(by, self.work_of_run(pool));
        self.report_paused(cx, pool, why);
        if let Some(run) = &mut self.runs[pool] {
            run.work.resume(cx, &run.spec);
        }
        cx.wake_maintenance();
    }

    /// Is the cancel with this number still the last command?
    pub(crate) fn cancelled_since(&self, core: &Core, pool: PoolId, cancels: u32) -> bool {
        let state = core.world.cluster.pools[pool].run;
        let run = self.runs[pool].as_ref();
        run.is_some_and(|run| run.cancels == cancels)
            && matches!(state, RunState::Cancelling | RunState::Cancelled)
    }
}

impl Core {
    /// Why the policy makes it wait, as a row reports it.
    pub(crate) fn policy(&self, by: Blockers, work: WorkKind) -> WhyNot {
        let excludes = !self.world.plan.maintenance.exclusions.is_empty();
        let column = work.column().filter(|_| excludes || by.interval.is_some());
        WhyNot::Policy(Waits { by, column })
    }

    /// How the policy classifies a script entry, or the rest of its run, on a pool.
    pub(super) fn work_kind(
        &self,
        entry: Option<u32>,
        change: NodeChange,
        from: TemplateId,
        to: TemplateId,
    ) -> WorkKind {
        if let Some(why) = entry.and_then(|entry| self.override_of(entry)) {
            return WorkKind::Override(why);
        }
        if change.waits_for_maintenance() {
            return WorkKind::Configuration(change);
        }
        let version = |template: TemplateId| self.world.plan.templates[template].version;
        let kind = match change {
            NodeChange::VmDisruption => UpgradeKind::Disruption,
            _ => UpgradeKind::between(version(from), version(to)),
        };
        let work = WorkKind::Automatic(ClusterPart::Nodes, kind);
        self.world.plan.maintenance.enforced(work, version(from), self.now)
    }

    pub(crate) fn override_of(&self, entry: u32) -> Option<Override> {
        self.world.plan.script.get(entry as usize)?.over
    }

    /// What prevents an automatic run from starting now.
    pub(crate) fn why_not_start(&self, pool: PoolId, item: &Item) -> Option<WhyNot> {
        let target = self.world.plan.templates[item.target].version;
        if let (Some(control_plane), Some(target)) =
            (self.world.cluster.control_plane.version, target)
            && control_plane < target
            && !muted("BS-02")
        {
            return Some(WhyNot::ControlPlane);
        }
        let by = self.world.plan.maintenance.blockers(self.now, item.work, Some(pool));
        if !by.none() && !broken("maintenance/start") {
            return Some(self.policy(by, item.work));
        }
        if self.control_plane_busy() {
            return Some(WhyNot::Busy);
        }
        let urgent = item.class == StartOrder::Override;
        (!urgent && self.too_many_runs(pool)).then_some(WhyNot::AnotherRun)
    }

    /// AM-70: are as many automatic runs in progress as the cluster allows?
    fn too_many_runs(&self, pool: PoolId) -> bool {
        let busy = |state: RunState| {
            matches!(
                state,
                RunState::Running | RunState::WaitingForResources | RunState::Cancelling
            )
        };
        let pools = self.world.cluster.pools.iter();
        let others = pools.filter(|(id, state)| *id != pool && state.automatic && busy(state.run));
        let most = if muted("BS-07") { 1 } else { self.world.plan.concurrent };
        let most = most + u32::from(broken("run/concurrent"));
        others.count() as u32 >= most
    }
}

impl Cx<'_> {
    /// Wakes maintenance at the end of this instant.
    pub(crate) fn wake_maintenance(&mut self) {
        self.wake_once(Wake::Maintenance);
    }
}
