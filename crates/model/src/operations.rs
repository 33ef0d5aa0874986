//! Which operations a pool's upgrade allows in each of its states: one table for the engine and the page.

use super::pool::{Phase, PoolState, RunState};
use super::strategy::RunKind;
use super::tables::reasons;
use base::muted;

/// An operation that a user requests on a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    Upgrade,
    Cancel,
    Resume,
    Rollback,
    Complete,
    /// Labels, taints, upgrade settings.
    Set,
}

reasons! {
    /// Why a command has no effect (AM-84).
    Refusal(name):
    /// A run of the pool has not ended.
    RunUnfinished => "run_unfinished", "refusal-run-unfinished", "an upgrade of the pool has not ended";
    NothingToCancel => "nothing_to_cancel", "refusal-nothing-to-cancel", "nothing to cancel";
    NothingToResume => "nothing_to_resume", "refusal-nothing-to-resume", "nothing to resume";
    /// A finished upgrade can't be rolled back (UP-14).
    NothingToRollBack => "nothing_to_roll_back", "refusal-nothing-to-roll-back", "nothing to roll back";
    /// The configuration is locked while an upgrade runs (BS-04).
    Locked => "locked", "refusal-locked", "locked while an upgrade runs";
    NoSuchNode => "no_such_node", "refusal-no-such-node", "no such node";
    AlreadySo => "already_so", "refusal-already-in-state", "already so";
    /// The upgrade drains the node or deletes its VM.
    UpgradeDrains => "upgrade_drains", "refusal-upgrade-drains", "drained by the upgrade";
    /// The blue pool is being deleted (BG-31).
    DeletingBluePool => "deleting_blue_pool", "refusal-deleting-blue-pool", "the blue pool is being deleted";
    /// There is no soak to skip (BG-43).
    NotSoaking => "not_soaking", "refusal-not-soaking", "the pool does not soak";
    /// Only Spot VMs are preempted.
    NotSpot => "not_spot", "refusal-not-spot", "not a Spot VM";
    /// A smaller size would delete nodes, and the command doesn't name them.
    WouldShrink => "would_shrink", "refusal-would-shrink", "the pool would shrink";
    /// The command's subject doesn't exist (any more).
    Missing => "missing", "refusal-missing", "not there";
    /// The control plane is being upgraded, and a zonal one doesn't answer (MR-10).
    ControlPlaneDown => "control_plane_down", "refusal-control-plane-down", "the control plane does not answer";
    /// It is already being upgraded, or prevents node upgrades from starting (AM-70).
    ControlPlaneBusy => "control_plane_busy", "refusal-control-plane-busy", "the control plane is being upgraded";
    /// Nodes can't be newer than the control plane (BS-02).
    AboveControlPlane => "above_control_plane", "refusal-above-control-plane", "newer than the control plane";
    /// The control plane moves one minor version at a time (BS-06).
    MinorsAhead => "minors_ahead", "refusal-minors-ahead", "more than one minor version ahead";
    /// Autoscaled blue-green isn't rolled back (AB-19).
    NotRolledBack => "not_rolled_back", "refusal-not-rolled-back", "never rolled back";
}

impl Refusal {
    /// Does the command end with an error? One that has no effect, as all is as it wants it, doesn't.
    pub fn is_failure(self) -> bool {
        !matches!(self, Self::AlreadySo | Self::UpgradeDrains)
    }
}

impl Operation {
    /// The four operations on a run, in the order in which they are offered.
    pub const OF_A_RUN: [Self; 4] = [Self::Cancel, Self::Resume, Self::Rollback, Self::Complete];

    /// Why it has no effect in the state; `None`: it has one.
    ///
    /// Rulebook: UP-12 … UP-14, SU-24, SU-26, BG-07, BG-31, BG-39, BG-43, BS-04, AM-22, AM-70, AM-84.
    /// Source: Node upgrade strategies, Standard cluster upgrades.
    pub fn refusal(self, state: &PoolState) -> Option<Refusal> {
        use RunState as S;
        let (runs, waits_for_user) = (state.run.in_progress(), state.run.waits_for_user());
        let traits = state.kind.traits();
        let is_in = |phase: Option<Phase>| phase.is_some() && state.progress.phase == phase;
        let too_late = runs && is_in(traits.last_phase) && !muted("BG-31");
        let (allowed, otherwise) = match self {
            // AM-70 (4): resume or roll back first.
            Self::Upgrade => {
                (!runs && !waits_for_user && state.run != S::RollingBack, Refusal::RunUnfinished)
            }
            Self::Cancel | Self::Rollback if too_late => (false, Refusal::DeletingBluePool),
            // A queued run hasn't started: there is nothing to pause.
            Self::Cancel => (runs, Refusal::NothingToCancel),
            Self::Resume => (waits_for_user, Refusal::NothingToResume),
            Self::Rollback if (runs || waits_for_user) && !(traits.rolls_back)() => {
                (false, Refusal::NotRolledBack)
            }
            // For a running upgrade it cancels first.
            Self::Rollback => (runs || waits_for_user, Refusal::NothingToRollBack),
            Self::Complete => (
                state.run == S::Running && is_in(traits.soak) && !muted("BG-07"),
                Refusal::NotSoaking,
            ),
            Self::Set => {
                (!runs && !matches!(state.run, S::Cancelling | S::RollingBack), Refusal::Locked)
            }
        };
        (!allowed).then_some(otherwise)
    }

    /// The rules behind it.
    pub fn rules(self, state: &PoolState) -> &'static [&'static str] {
        let traits = state.kind.traits();
        match (self, self.refusal(state)) {
            (Self::Upgrade, None) => &["AM-84"],
            (Self::Upgrade, Some(_)) => &["AM-70"],
            (Self::Set, _) => &["BS-04"],
            (_, Some(Refusal::DeletingBluePool)) => &["BG-31", "AM-22"],
            (_, Some(Refusal::NotRolledBack)) => traits.roll_back,
            (Self::Complete, None) => &["BG-28", "BG-43"],
            (Self::Complete, Some(_)) if state.kind == RunKind::AutoscaledBlueGreen => {
                &["BG-43", "AM-50"]
            }
            (Self::Complete, Some(_)) => &["BG-43"],
            (Self::Cancel, None) => traits.cancel,
            (Self::Resume, None) => traits.resume,
            (Self::Rollback, None) => traits.roll_back,
            (Self::Rollback, Some(_)) => &["UP-14", "AM-84"],
            (Self::Cancel | Self::Resume, Some(_)) => &["AM-84"],
        }
    }
}
