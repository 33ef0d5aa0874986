//! Why something ends, waits or is blocked.

use base::{BudgetId, ZoneId};
use model::maintenance::{Blockers, Kind, Part};

/// What blocks a Pod or a node, with ids and numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Blocker {
    /// The budget has no unit left.
    Budget {
        budget: BudgetId,
        allowed: u32,
    },
    /// Two budgets select the Pod: a server error that no retry can fix.
    TwoBudgets {
        first: BudgetId,
        second: BudgetId,
    },
    /// The budget's status allows no disruption.
    Forbidden {
        budget: BudgetId,
    },
    /// The scheduler's filter (its number in the table) was the first to reject that many nodes.
    NoNode {
        filter: u32,
        nodes: u32,
    },
    /// There is no node at all.
    NoNodes,
    /// The project's VM quota is used up.
    Quota {
        spare: u32,
    },
    Stockout {
        zone: ZoneId,
    },
    /// The control plane is being upgraded, and no node is created in the meantime.
    ControlPlane,
    /// The reservation is used up.
    Reservation {
        machines: u32,
    },
    /// A `kubectl drain` filter returned an error (its number in the table).
    DrainFilter {
        filter: u32,
    },
    /// The controller waits before its next attempt.
    Backoff {
        seconds: u32,
    },
    /// The Job has failed for good: too many of its Pods failed.
    BackoffLimit {
        failures: u32,
    },
    /// The Job has failed for good: a Pod matched its `podFailurePolicy`.
    FailurePolicy,
    /// The Job has failed for good: it took longer than its `activeDeadlineSeconds`.
    Deadline {
        seconds: u32,
    },
}

impl Blocker {
    /// Does it block an eviction rather than a start?
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

/// How a Pod's termination began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Through the eviction API, which checked the budgets.
    Evicted,
    /// Deleted, without checking budgets (KE-12).
    Deleted,
    /// Deleted because a budget refused its eviction until a limit.
    DeletedAtLimit,
    /// Deleted by the scheduler for a Pod of higher priority (KS-37).
    Preempted,
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
    /// Nodes would trail the control plane by more than two minor versions (BS-06).
    OldNodes,
    /// Work on the control plane is in progress (AM-70).
    Busy,
}

/// What the maintenance policy delays, and by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    pub by: Blockers,
    /// The column of the scope table; `None`: without exclusions none counts.
    pub asks: Option<(Part, Kind)>,
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
                (by != Blockers::default()).then_some((by, waits.asks))
            }
            Self::ControlPlane | Self::AnotherRun | Self::OldNodes | Self::Busy => None,
        };
        self == other || lasting(self).is_some() && lasting(self) == lasting(other)
    }
}
