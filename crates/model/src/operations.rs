//! What may be asked of a pool's upgrade in each of its states: one table for the engine and for the page.

use super::pool::{Phase, PoolState, RunState};
use base::muted;

/// Something that a person asks of a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    Upgrade,
    Cancel,
    Resume,
    Rollback,
    Complete,
    /// Labels, taints, the settings of its upgrades.
    Set,
}

/// Why a command has no effect (AM-84).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A run of the pool has not ended.
    RunUnfinished,
    NothingToCancel,
    NothingToResume,
    /// Finished upgrades cannot be rolled back (UP-14).
    NothingToRollBack,
    /// The configuration is locked while an upgrade runs (BS-04).
    Locked,
    NoSuchNode,
    AlreadySo,
    /// The upgrade drains the node or deletes its VM.
    UpgradeDrains,
    /// The blue pool is being deleted (BG-31).
    DeletingBluePool,
    /// There is no soak to be cut short (BG-43).
    NotSoaking,
    /// Only Spot VMs are preempted.
    NotSpot,
    /// A smaller size would delete nodes, and the command does not say which.
    WouldShrink,
    /// What the command is about is not there (any more).
    Missing,
    /// The control plane is being upgraded, and of a zonal cluster nothing else answers (MR-10).
    ControlPlaneDown,
    /// It is being upgraded already, or keeps node upgrades from starting (AM-70).
    ControlPlaneBusy,
}

impl Operation {
    /// The four that steer a run, in the order in which they are offered.
    pub const OF_A_RUN: [Self; 4] = [Self::Cancel, Self::Resume, Self::Rollback, Self::Complete];

    /// Why it has no effect in the state; `None`: it has one.
    ///
    /// Rulebook: UP-12 … UP-14, SU-24, SU-26, BG-07, BG-31, BG-39, BG-43, BS-04, AM-22, AM-70, AM-84.
    /// Source: Node upgrade strategies, Standard cluster upgrades.
    pub fn refusal(self, state: &PoolState) -> Option<Refusal> {
        use RunState as S;
        let (runs, stands) = (state.run.in_progress(), state.run.stands());
        let traits = state.kind.traits();
        let is_in = |phase: Option<Phase>| phase.is_some() && state.progress.phase == phase;
        let too_late = runs && is_in(traits.last_phase) && !muted("BG-31");
        let (allowed, otherwise) = match self {
            // AM-70 (4): resume or roll back first.
            Self::Upgrade => (
                !runs && !stands && state.run != S::RollingBack,
                Refusal::RunUnfinished,
            ),
            Self::Cancel | Self::Rollback if too_late => (false, Refusal::DeletingBluePool),
            // A queued run has not started: nothing is there to be paused.
            Self::Cancel => (runs, Refusal::NothingToCancel),
            Self::Resume => (stands, Refusal::NothingToResume),
            // Requested during a running upgrade it cancels first.
            Self::Rollback => (runs || stands, Refusal::NothingToRollBack),
            Self::Complete => (
                state.run == S::Running && is_in(traits.soak) && !muted("BG-07"),
                Refusal::NotSoaking,
            ),
            Self::Set => (
                !runs && !matches!(state.run, S::Cancelling | S::RollingBack),
                Refusal::Locked,
            ),
        };
        (!allowed).then_some(otherwise)
    }

    /// The rules that say so.
    pub fn rules(self, state: &PoolState) -> &'static [&'static str] {
        let traits = state.kind.traits();
        match (self, self.refusal(state)) {
            (Self::Upgrade, None) => &["AM-84"],
            (Self::Upgrade, Some(_)) => &["AM-70"],
            (Self::Set, _) => &["BS-04"],
            (_, Some(Refusal::DeletingBluePool)) => &["BG-31", "AM-22"],
            (Self::Complete, None) => &["BG-28", "BG-43"],
            (Self::Complete, Some(_)) => &["BG-43"],
            (Self::Cancel, None) => traits.cancel,
            (Self::Resume, None) => traits.resume,
            (Self::Rollback, None) => traits.roll_back,
            (Self::Rollback, Some(_)) => &["UP-14", "AM-84"],
            (Self::Cancel | Self::Resume, Some(_)) => &["AM-84"],
        }
    }
}
