//! Decides how a run, or one pool's part of it, ended.

use crate::{Change, Ended, WhyNot};
use model::control_plane::ControlPlane;
use model::{PoolState, RunState};

base::enum_table! {
    /// Ordered from worst to best.
    #[derive(Default)]
    pub enum Conclusion,
    /// The name for scripts.
    name {
        Failed = "failed",
        Stuck = "stuck",
        Limit = "limit",
        Paused = "paused",
        Cancelled = "cancelled",
        RolledBack = "rolled_back",
        Succeeded = "succeeded",
        /// No upgrade was requested.
        #[default]
        Idle = "idle",
    }
}

impl Conclusion {
    /// Did a user's command end it?
    pub fn is_commanded(self) -> bool {
        matches!(self, Self::Cancelled | Self::RolledBack)
    }

    pub fn completed(self) -> bool {
        matches!(self, Self::Succeeded | Self::Idle)
    }

    /// The outcome of one pool, by the state in which the run left it.
    ///
    /// `to_come`: the script has entries that the run didn't reach.
    pub fn of_pool(state: &PoolState, ended: Ended, to_come: bool) -> Self {
        let unfinished = match ended {
            Ended::Until => Self::Limit,
            Ended::Quiet => Self::Stuck,
            Ended::Overrun => Self::Failed,
        };
        match state.run {
            RunState::Idle => Self::Idle,
            RunState::Succeeded => Self::Succeeded,
            RunState::RolledBack => Self::RolledBack,
            RunState::Cancelled => Self::Cancelled,
            RunState::Failed => Self::Failed,
            RunState::Paused | RunState::Queued if ended == Ended::Until => Self::Paused,
            // Retries never end: the limit only cuts them off.
            RunState::WaitingForResources if ended == Ended::Until && !to_come => Self::Stuck,
            RunState::Paused
            | RunState::Queued
            | RunState::Running
            | RunState::WaitingForResources
            | RunState::Cancelling
            | RunState::RollingBack => unfinished,
        }
    }

    /// The outcome of the control plane, if anything is due for it: in progress, or waiting as a row reported.
    pub fn of_control_plane(
        state: &ControlPlane,
        waits: Option<Change>,
        ended: Ended,
    ) -> Option<Self> {
        let works = state.replica.is_some();
        if !works && waits.is_none() {
            return None;
        }
        let paused = matches!(waits, Some(Change::UpgradeQueued { why: WhyNot::Policy(_) }));
        Some(match ended {
            Ended::Until if paused && !works => Self::Paused,
            Ended::Until => Self::Limit,
            Ended::Quiet => Self::Stuck,
            Ended::Overrun => Self::Failed,
        })
    }

    /// The worst of all; `Idle` if no pool was upgraded, unless the run was cut off before its script ended.
    pub fn of_run(pools: impl IntoIterator<Item = Self>, ended: Ended) -> Self {
        match pools.into_iter().min().unwrap_or(Self::Idle) {
            Self::Idle if ended == Ended::Until => Self::Limit,
            Self::Idle if ended == Ended::Overrun => Self::Failed,
            worst => worst,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(run: RunState) -> PoolState {
        PoolState { run, ..PoolState::at_start(0) }
    }

    #[test]
    fn a_pool_that_no_window_will_help_is_stuck_and_one_at_the_limit_is_paused() {
        let outcome = |run, ended| Conclusion::of_pool(&pool(run), ended, false);
        assert_eq!(outcome(RunState::Paused, Ended::Quiet), Conclusion::Stuck);
        assert_eq!(outcome(RunState::Paused, Ended::Until), Conclusion::Paused);
        assert_eq!(outcome(RunState::Running, Ended::Until), Conclusion::Limit);
        assert_eq!(outcome(RunState::Running, Ended::Overrun), Conclusion::Failed);
    }

    #[test]
    fn a_wait_for_capacity_is_stuck_unless_the_script_goes_on_after_the_limit() {
        let waits = pool(RunState::WaitingForResources);
        assert_eq!(Conclusion::of_pool(&waits, Ended::Until, false), Conclusion::Stuck);
        assert_eq!(Conclusion::of_pool(&waits, Ended::Until, true), Conclusion::Limit);
    }

    #[test]
    fn the_worst_pool_decides_and_idle_ones_do_not_count() {
        use Conclusion::{Cancelled, Idle, Limit, Succeeded};
        let of_run = |pools: &[Conclusion]| Conclusion::of_run(pools.iter().copied(), Ended::Quiet);
        assert_eq!(of_run(&[Succeeded, Limit, Cancelled]), Limit);
        assert_eq!(of_run(&[Idle, Succeeded]), Succeeded);
        assert_eq!(of_run(&[Idle, Idle]), Idle);
        assert_eq!(of_run(&[]), Idle);
    }

    #[test]
    fn a_run_that_its_end_cuts_off_has_reached_its_limit() {
        use Conclusion::{Failed, Idle, Limit, Succeeded};
        assert_eq!(Conclusion::of_run([Idle], Ended::Until), Limit);
        assert_eq!(Conclusion::of_run([], Ended::Overrun), Failed);
        assert_eq!(Conclusion::of_run([Idle, Succeeded], Ended::Until), Succeeded);
    }
}
