//! One number of a run, and the rows that it was computed from.

use base::{RecordNo, SimSpan, WorkloadId};

/// The measures, in display order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// From the start of the first upgrade to the end of the last.
    Duration,
    /// Of that, without the times in which upgrades wait or are paused.
    Work,
    /// Maintenance windows in which an upgrade started or continued.
    Windows,
    /// Until the last replaced node is drained.
    Drained,
    NodesMax,
    NodesMin,
    /// VMs beyond those of the start, over time.
    ExtraNodes,
    /// All VMs over time.
    NodeTime,
    Evictions,
    /// Pods ended because a limit was reached.
    Forced,
    /// How often a Pod moved to another node.
    Moves,
    MovesMax,
    /// Pods that moved more than once.
    MovedAgain,
    /// The fewest ready Pods.
    Ready(WorkloadId),
    /// How long it would take to lose as many new connections if all were lost.
    Lost,
    /// The most of a hundred open connections that are cut at once.
    Cut,
    /// How long refused evictions delayed nodes, summed over nodes.
    Blocked,
}

impl What {
    /// Does a lower number alone mean less time, cost or disruption? The highest node count can be what makes an upgrade
    /// quick, and an eviction respects budgets where a Pod that is forced out doesn't.
    pub(super) fn is_better_lower(self) -> bool {
        match self {
            Self::NodesMax | Self::NodesMin | Self::Evictions | Self::Ready(_) => false,
            Self::Duration
            | Self::Work
            | Self::Windows
            | Self::Drained
            | Self::ExtraNodes
            | Self::NodeTime
            | Self::Forced
            | Self::Moves
            | Self::MovesMax
            | Self::MovedAgain
            | Self::Lost
            | Self::Cut
            | Self::Blocked => true,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// There was nothing to measure.
    Nothing,
    Span(SimSpan),
    Count(u32),
    /// A number within a quota.
    Within(u32, u32),
    /// A number out of a total.
    Of(u32, u32),
    /// A total, shared among a number.
    Mean(u32, u32),
    /// Milliseconds of nodes' existence, summed over nodes.
    NodeTime(i64),
}

impl Number {
    /// The sort key of the number; only numbers of one kind are compared.
    fn key(self) -> (i64, i64) {
        match self {
            Self::Nothing => (0, 1),
            Self::Span(span) => (span.ms(), 1),
            Self::Count(n) | Self::Within(n, _) | Self::Of(n, _) => (n.into(), 1),
            Self::Mean(n, of) => (n.into(), of.max(1).into()),
            Self::NodeTime(ms) => (ms, 1),
        }
    }

    pub fn is_zero(self) -> bool {
        self.key().0 == 0
    }

    pub fn lower(self, than: Self) -> bool {
        let ((n, of), (other, other_of)) = (self.key(), than.key());
        n * other_of < other * of
    }
}

/// A number, and the rows that it was computed from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    pub what: What,
    pub number: Number,
    pub rows: Vec<RecordNo>,
}

pub(super) fn measure(what: What, number: Number, rows: Vec<RecordNo>) -> Measure {
    Measure { what, number, rows }
}
