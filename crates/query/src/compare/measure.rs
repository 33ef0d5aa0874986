//! One number of a run, and the rows that it comes from.

use base::{RecordNo, SimSpan, WorkloadId};

/// What is measured, in the order in which it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// From the start of the first upgrade to the end of the last.
    Duration,
    /// Maintenance windows in which an upgrade started or went on.
    Windows,
    /// Until the last node that gives its place away is drained.
    Drained,
    NodesMax,
    NodesMin,
    /// VMs that there are beyond those of the start, over time.
    ExtraNodes,
    /// All VMs over time.
    NodeTime,
    Evictions,
    /// Pods that were ended because a limit was reached.
    Forced,
    /// How often a Pod moved to another node.
    Moves,
    MovesMax,
    /// Pods that moved more than once.
    MovedAgain,
    /// Fewest ready Pods.
    Ready(WorkloadId),
    /// How long nodes were held back because an eviction was refused, summed over nodes.
    Blocked,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// There was nothing to be measured.
    Nothing,
    Span(SimSpan),
    Count(u32),
    /// So many, where a quota lets there be so many.
    Within(u32, u32),
    /// So many of so many.
    Of(u32, u32),
    /// So many, shared out among so many.
    Mean(u32, u32),
    /// Milliseconds that nodes were there, summed over nodes.
    NodeTime(i64),
}

impl Number {
    /// Is it lower than the other? Only numbers of one kind are compared.
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

/// A number, and the rows that it is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    pub what: What,
    pub number: Number,
    pub rows: Vec<RecordNo>,
}

pub(super) fn measure(what: What, number: Number, rows: Vec<RecordNo>) -> Measure {
    Measure { what, number, rows }
}
