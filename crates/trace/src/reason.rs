//! Why something ends, waits or is held back.

use base::{BudgetId, ZoneId};
use model::maintenance::{Blockers, Kind, Part};

/// What holds a Pod or a node back, with its ids and numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Blocker {
    /// The budget has no unit left.
    Budget {
        budget: BudgetId,
        allowed: u32,
    },
    /// Two budgets select the Pod: a server error that no retry can cure.
    TwoBudgets {
        first: BudgetId,
        second: BudgetId,
    },
    /// The budget's status allows no unit to be taken.
    Forbidden {
        budget: BudgetId,
    },
    /// So many nodes are rejected first by that filter of the scheduler (its number in the table).
    NoNode {
        filter: u32,
        nodes: u32,
    },
    /// There is no node at all.
    NoNodes,
    /// Every VM that the project may have exists.
    Quota {
        spare: u32,
    },
    Stockout {
        zone: ZoneId,
    },
    /// The control plane is being upgraded, and no node is created meanwhile.
    ControlPlane,
    /// Every VM of its reservation exists.
    Reservation {
        machines: u32,
    },
    /// A filter of `kubectl drain` answered with an error (its number in the table).
    DrainFilter {
        filter: u32,
    },
    /// The controller waits before it tries again.
    Backoff {
        seconds: u32,
    },
    /// The Job has failed for good: so many of its Pods failed.
    BackoffLimit {
        failures: u32,
    },
    /// The Job has failed for good: its `podFailurePolicy` says so of a Pod.
    FailurePolicy,
    /// The Job has failed for good: it took longer than its `activeDeadlineSeconds`.
    Deadline {
        seconds: u32,
    },
}

impl Blocker {
    /// Does it hold back an eviction, rather than a start?
    pub fn refuses_eviction(self) -> bool {
        match self {
            Self::Budget { .. } | Self::TwoBudgets { .. } | Self::Forbidden { .. } => true,
            Self::NoNode { .. }
            | Self::NoNodes
            | Self::Quota { .. }
            | Self::Stockout { .. }
            | Self::Reservation { .. }
            | Self::ControlPlane
            | Self::DrainFilter { .. }
            | Self::Backoff { .. }
            | Self::BackoffLimit { .. }
            | Self::FailurePolicy
            | Self::Deadline { .. } => false,
        }
    }
}

/// Why a Pod terminates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Through the eviction API, which asked the budgets.
    Evicted,
    /// Deleted; budgets are not read (KE-12).
    Deleted,
    /// Deleted because the budget refused until a limit.
    DeletedAtLimit,
    /// Deleted by the scheduler for a Pod of higher priority (KS-37).
    Preempted,
}

/// Why automatic work does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// Windows, exclusions, or the least time between two upgrades (BS-16).
    Policy(Waits),
    /// The control plane is older than the target (BS-02).
    ControlPlane,
    /// Another pool is being upgraded; one automatic operation at a time (AM-70).
    AnotherRun,
    /// Nodes would trail the control plane by more than two minor versions (BS-06).
    OldNodes,
    /// Work on the control plane is in progress (AM-70).
    Busy,
}

/// What the maintenance policy keeps waiting, and by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    pub by: Blockers,
    /// The column of the scope table; `None`: there are no exclusions, so none counts.
    pub asks: Option<(Part, Kind)>,
}

impl Waits {
    /// Is it for a window alone?
    pub fn is_for_window(&self) -> bool {
        let window = Blockers {
            window: true,
            ..Blockers::default()
        };
        self.by == window
    }
}

impl WhyNot {
    /// Checks whether the other reason adds nothing to this one. Opening and closing windows add nothing where something
    /// else lasts.
    pub fn covers(self, other: Self) -> bool {
        let lasting = |why: Self| match why {
            Self::Policy(waits) => {
                let by = Blockers {
                    window: false,
                    ..waits.by
                };
                (by != Blockers::default()).then_some((by, waits.asks))
            }
            Self::ControlPlane | Self::AnotherRun | Self::OldNodes | Self::Busy => None,
        };
        self == other || lasting(self).is_some() && lasting(self) == lasting(other)
    }
}
