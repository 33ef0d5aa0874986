//! A part of the new connections.

use base::{RecordNo, SimSpan, SimTime};
use model::load_balancer::Lost;
use std::cmp::Ordering;

/// So many of so many.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Part {
    pub n: u64,
    pub of: u64,
}

impl Part {
    /// In hundredths, rounded up, so that a loss is never none.
    pub fn percent(self) -> u32 {
        (self.n * 100).div_ceil(self.of.max(1)) as u32
    }

    /// The part of a span.
    pub fn of_span(self, span: SimSpan) -> SimSpan {
        let ms = i128::from(span.ms()) * i128::from(self.n) / i128::from(self.of.max(1));
        SimSpan::from_ms(ms as i64)
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        (u128::from(self.n) * u128::from(other.of))
            .cmp(&(u128::from(other.n) * u128::from(self.of)))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

/// What becomes of new connections from an instant on (AM-97).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub from: SimTime,
    /// The row with which it begins.
    pub no: RecordNo,
    /// The backends, and those of them that pass the health check.
    pub backends: u32,
    pub healthy: u32,
    /// Nodes whose connections are lost, of those that get any.
    pub losing: u32,
    /// How many are lost in each way, of so many.
    pub kinds: [u64; 3],
    pub of: u64,
}

impl Share {
    /// In the order of [`Share::kinds`].
    pub const KINDS: [Lost; 3] = [Lost::TimedOut, Lost::Refused, Lost::Reset];

    pub fn lost(&self) -> Part {
        Part { n: self.kinds.iter().sum(), of: self.of }
    }

    pub fn loses(&self) -> bool {
        self.kinds != [0; 3]
    }
}
