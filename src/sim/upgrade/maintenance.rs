//! Automatic runs: when they start, pause and go on by themselves (AM-08, AM-70).

use crate::base::{PoolId, muted};
use crate::model::pool::RunState;
use crate::sim::Sim;
use crate::sim::rules::Rule;
use crate::trace::{Change, Subject, WhyNot};

impl Sim {
    /// Class 8: automatic runs start, pause and go on (AM-08, AM-70).
    pub(in crate::sim) fn maintenance(&mut self) {
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
    pub(in crate::sim) fn upgrade_again(&mut self, pool: PoolId, cancels: u32) {
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
