//! Stretches without events, which the timeline compresses.

use base::{SimSpan, SimTime};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    pub from: SimTime,
    pub to: SimTime,
}

/// A stretch is quiet if nothing happens for this long …
pub(super) const SHORTEST: SimSpan = SimSpan::from_secs(1800);
/// … and it is longer than one of this many parts of all the time with events.
const PART: i64 = 4;
/// Playback hurries through a stretch of at least this length.
pub(super) const WAIT: SimSpan = SimSpan::from_secs(60);

/// The scan's state: long gaps.
#[derive(Clone, Debug)]
pub(super) struct QuietScan {
    shortest: SimSpan,
    gaps: Vec<Quiet>,
    last: SimTime,
}

impl QuietScan {
    pub(super) const fn new(shortest: SimSpan) -> Self {
        Self { shortest, gaps: Vec::new(), last: SimTime::ZERO }
    }

    pub(super) fn row(&mut self, at: SimTime) {
        if at - self.last >= self.shortest {
            self.gaps.push(Quiet { from: self.last, to: at });
        }
        self.last = at;
    }

    /// All gaps.
    pub(super) fn gaps(&self, end: SimTime) -> Vec<Quiet> {
        let mut gaps = self.gaps.clone();
        if end - self.last >= self.shortest {
            gaps.push(Quiet { from: self.last, to: end });
        }
        gaps
    }

    /// The gaps that are also long compared with the rest.
    pub(super) fn quiet(&self, end: SimTime) -> Vec<Quiet> {
        let mut gaps = self.gaps(end);
        let quiet: i64 = gaps.iter().map(|gap| (gap.to - gap.from).ms()).sum();
        let busy = (self.last.ms() - quiet).max(0);
        gaps.retain(|gap| (gap.to - gap.from).ms() * PART >= busy);
        gaps
    }
}
