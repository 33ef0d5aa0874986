//! A search for the least value of a setting: halves, then tries every seed.

use super::{FitSetting, SearchResult};

/// A search for the least value with which one window is enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Search {
    pub(super) setting: FitSetting,
    /// A value that isn't enough.
    low: i64,
    /// A value that is enough with that many seeds.
    high: i64,
    held: usize,
    cap: i64,
}

impl Search {
    pub(super) fn new(setting: FitSetting, low: i64, cap: i64) -> Option<Self> {
        (low < cap).then_some(Self { setting, low, high: cap, held: 0, cap })
    }

    /// The next value and seed number to try.
    pub(super) fn tries(&self) -> (i64, usize) {
        match self.held > 0 && self.high - self.low > 1 {
            true => (self.low.midpoint(self.high), 0),
            false => (self.high, self.held),
        }
    }

    pub(super) fn take_result(&mut self, enough: bool) {
        let (tried, _) = self.tries();
        match (enough, tried == self.high) {
            (true, true) => self.held += 1,
            (true, false) => {
                self.high = tried;
                self.held = 1;
            }
            (false, true) => {
                // With this seed one more is needed.
                self.low = tried;
                self.high = tried + 1;
                self.held = 0;
            }
            (false, false) => self.low = tried,
        }
    }

    pub(super) fn result(&self, seeds: usize) -> SearchResult {
        if self.high > self.cap {
            SearchResult::NotWith(self.cap)
        } else if self.high - self.low == 1 && self.held >= seeds {
            SearchResult::Enough(self.high)
        } else {
            SearchResult::Searching
        }
    }
}
