//! Why something ends, waits or is blocked.

use base::PoolId;
use model::maintenance::{Blockers, ClusterPart, UpgradeKind};

base::enum_table! {
    /// How a Pod's termination began.
    pub enum Ending, key,
    /// In golden files.
    text {
        /// Through the eviction API, which checked the budgets.
        Evicted = "fact-evicted", "evicted";
        /// Deleted, without checking budgets (KE-12).
        Deleted = "fact-deleted", "deleted";
        /// Deleted because a budget refused its eviction until a limit.
        DeletedAtLimit = "fact-deleted-at-limit", "deleted at the limit";
        /// Deleted by the scheduler for a Pod of higher priority (KS-37).
        Preempted = "fact-preempted", "preempted";
    }
}

/// Why automatic work waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// Windows, exclusions, or the minimum interval between two upgrades (BS-16).
    Policy(Waits),
    /// The control plane is older than the target (BS-02).
    ControlPlane,
    /// Another pool is being upgraded; one automatic operation at a time (AM-70).
    AnotherRun,
    /// Nodes of the pool, and maybe of others, would trail the control plane by more than two minor versions (BS-06).
    OldNodes(PoolId),
    /// Work on the control plane is in progress (AM-70).
    Busy,
}

/// What the maintenance policy delays, and by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    pub by: Blockers,
    /// The column of the scope table; `None`: without exclusions none counts.
    pub column: Option<(ClusterPart, UpgradeKind)>,
}

impl Waits {
    /// Does it wait for a window only?
    pub fn is_for_window(&self) -> bool {
        let window = Blockers { window: true, ..Blockers::default() };
        self.by == window
    }
}

impl WhyNot {
    /// Does the other reason add nothing to this one? Opening and closing windows add nothing while something else
    /// lasts.
    pub fn covers(self, other: Self) -> bool {
        let lasting = |why: Self| match why {
            Self::Policy(waits) => {
                let by = Blockers { window: false, ..waits.by };
                (by != Blockers::default()).then_some((by, waits.column))
            }
            Self::ControlPlane | Self::AnotherRun | Self::OldNodes(_) | Self::Busy => None,
        };
        self == other || lasting(self).is_some() && lasting(self) == lasting(other)
    }
}
