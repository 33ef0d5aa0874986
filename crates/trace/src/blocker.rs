//! What holds a Pod or a node back.

use base::{BudgetId, ZoneId};

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
