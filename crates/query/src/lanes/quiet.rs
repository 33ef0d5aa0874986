//! Stretches in which nothing happens, which the timeline draws short.

use base::{SimSpan, SimTime};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    pub from: SimTime,
    pub to: SimTime,
}

/// A stretch is quiet when nothing happens for so long …
pub(super) const SHORTEST: SimSpan = SimSpan::from_secs(1800);
/// … and it is longer than this part of all the time in which something does.
const PART: i64 = 4;

/// What is known after some of the rows: gaps that are long.
#[derive(Clone, Debug)]
pub(super) struct QuietScan {
    shortest: SimSpan,
    gaps: Vec<Quiet>,
    last: SimTime,
}

impl QuietScan {
    pub(super) const fn new(shortest: SimSpan) -> Self {
        Self {
            shortest,
            gaps: Vec::new(),
            last: SimTime::ZERO,
        }
    }

    pub(super) fn row(&mut self, at: SimTime) {
        if at - self.last >= self.shortest {
            self.gaps.push(Quiet {
                from: self.last,
                to: at,
            });
        }
        self.last = at;
    }

    /// Those that are long compared with the rest, too.
    pub(super) fn quiet(&self, end: SimTime) -> Vec<Quiet> {
        let mut gaps = self.gaps.clone();
        if end - self.last >= self.shortest {
            gaps.push(Quiet {
                from: self.last,
                to: end,
            });
        }
        let quiet: i64 = gaps.iter().map(|gap| (gap.to - gap.from).ms()).sum();
        let busy = (self.last.ms() - quiet).max(0);
        gaps.retain(|gap| (gap.to - gap.from).ms() * PART >= busy);
        gaps
    }
}
