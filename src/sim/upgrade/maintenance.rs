//! Automatic runs: when they start, pause and go on by themselves (AM-08, AM-70).

use crate::base::{PoolId, SimTime, TemplateId, broken, muted, order};
use crate::model::pool::RunState;
use crate::model::script::NodeChange;
use crate::model::settings::RunKind;
use crate::sim::Sim;
use crate::sim::rules::Rule;
use crate::sim::wake::Wake;
use crate::trace::{Change, Subject, WhyNot};

/// UP-16, BG-04, AM-66: surge waits for the next window; the others go on, however long they take.
fn pauses(kind: RunKind) -> bool {
    kind == RunKind::Surge || muted("AM-66") || muted("BG-04") && kind == RunKind::BlueGreen
}

impl Sim {
    /// Class 8: automatic runs start, pause and go on (AM-08, AM-70).
    pub(in crate::sim) fn maintenance(&mut self) {
        let now = self.core.now;
        let open = self.plan.maintenance.open_at(now) || muted("UP-16");
        self.start_control_plane();
        self.ask_for_more();
        for pool in self.plan.pools.ids() {
            let state = self.core.world.cluster.pools[pool];
            match state.run {
                RunState::Running | RunState::WaitingForResources
                    if state.automatic && !open && pauses(state.kind) =>
                {
                    let change = Change::UpgradePaused {
                        why: WhyNot::Window,
                    };
                    self.tx()
                        .record(Rule::UpgradePause, Subject::Pool(pool), change);
                    self.drop_requests(pool);
                }
                RunState::Paused if open && !self.control_plane_busy() => {
                    let change = Change::UpgradeResumed { automatic: true };
                    self.forget_told(pool);
                    self.tx()
                        .record(Rule::UpgradeGoOn, Subject::Pool(pool), change);
                }
                _ => {}
            }
        }
        // AM-70: changes of the configuration before upgrades, then what has been due for longest, then in pool order.
        let pools = self.plan.pools.ids();
        let mut due: Vec<((bool, SimTime), PoolId)> = pools
            .filter_map(|pool| Some((self.due_since(pool)?, pool)))
            .collect();
        order::sort(&mut due);
        for (_, pool) in due {
            self.start_if_due(pool);
        }
    }

    /// Is the automatic run that is due for the pool an upgrade, and since when is it due?
    fn due_since(&self, pool: PoolId) -> Option<(bool, SimTime)> {
        let rest = self.runs[pool]
            .as_ref()
            .and_then(|run| Some((run.change, run.again?)));
        let (change, at) = rest.or_else(|| self.due[pool].map(|due| (due.change, due.at)))?;
        Some((change == NodeChange::Version, at))
    }

    fn start_if_due(&mut self, pool: PoolId) {
        let state = self.core.world.cluster.pools[pool].run;
        let again = self.runs[pool].as_ref().filter(|run| run.again.is_some());
        let again = again.filter(|_| state == RunState::Cancelled);
        if let Some(target) = again.map(|run| run.target) {
            // Until it starts the pool stays CANCELLED, and the user may still resume or roll back.
            if self.why_not_start(pool, target).is_none() {
                self.start_again(pool);
            }
            return;
        }
        let waits = state.begun();
        let Some(due) = self.due[pool].filter(|_| !waits) else {
            return;
        };
        match self.why_not_start(pool, self.target(pool, due)) {
            None => self.start_run(pool, due, true),
            Some(why) if state != RunState::Queued => {
                let rule = match why {
                    WhyNot::ControlPlane => Rule::QueueForControlPlane,
                    WhyNot::Window => Rule::QueueForWindow,
                    WhyNot::AnotherRun => Rule::QueueForTurn,
                };
                let change = Change::UpgradeQueued { why };
                self.tx().record(rule, Subject::Pool(pool), change);
            }
            Some(_) => {}
        }
    }

    /// What keeps an automatic run from starting now.
    fn why_not_start(&self, pool: PoolId, target: TemplateId) -> Option<WhyNot> {
        let target = self.plan.templates[target].version;
        if let (Some(control_plane), Some(target)) =
            (self.core.world.cluster.control_plane.version, target)
            && control_plane < target
            && !muted("BS-02")
        {
            return Some(WhyNot::ControlPlane);
        }
        if !self.plan.maintenance.open_at(self.core.now) {
            return Some(WhyNot::Window);
        }
        // AM-70: one automatic operation per cluster.
        let busy = |state: RunState| {
            matches!(
                state,
                RunState::Running | RunState::WaitingForResources | RunState::Cancelling
            )
        };
        if self.control_plane_busy() {
            return Some(WhyNot::ControlPlane);
        }
        let pools = self.core.world.cluster.pools.iter();
        let others = pools.filter(|(id, state)| *id != pool && state.automatic && busy(state.run));
        let most = if muted("BS-07") {
            1
        } else {
            self.plan.concurrent
        };
        let most = most + u32::from(broken("run/concurrent"));
        (others.count() as u32 >= most).then_some(WhyNot::AnotherRun)
    }

    /// UP-15: nobody resumed or rolled back, so the rest is due as a new automatic run, in its turn (AM-70).
    pub(in crate::sim) fn upgrade_again(&mut self, pool: PoolId, cancels: u32) {
        let (now, state) = (self.core.now, self.core.world.cluster.pools[pool].run);
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        if run.cancels == cancels && matches!(state, RunState::Cancelling | RunState::Cancelled) {
            run.again = Some(now);
            let mut tx = self.tx();
            let cause = tx.cause;
            tx.wake_once(Wake::Maintenance, (0, 0), cause);
        }
    }
}
