//! A search for the least value of a setting: halves, then tries every seed.

use super::edits::apart;
use super::{FitSetting, SearchResult};
use base::civil::DAY;
use model::strategy::surge::PARALLEL_LIMIT;
use scenario::calendar::Window;
use scenario::compile::strategy::strategy;
use scenario::document::Document;

const HOUR: i64 = 3600;

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

/// The searches: longer windows while they don't touch, and of a surge upgrade more surge up to the zone's limit (UP-11) and
/// nodes that go without surge.
pub(super) fn searches(doc: &Document, surge: Option<usize>, window: &Window) -> Vec<Search> {
    let Some(length) = window.length() else {
        return Vec::new();
    };
    let longest = apart(doc, window).unwrap_or(DAY) / HOUR - 1;
    let longer = Search::new(FitSetting::Hours, length / HOUR, longest);
    let Some(pool) = surge else {
        return longer.into_iter().collect();
    };
    let own = strategy(doc, &doc.pools[pool]).surge();
    let most = i64::from(PARALLEL_LIMIT) - i64::from(own.max_unavailable);
    let more = Search::new(FitSetting::MaxSurge, i64::from(own.max_surge), most);
    let fewer = Search::new(FitSetting::MaxUnavailable, 0, i64::from(PARALLEL_LIMIT));
    more.into_iter().chain(fewer).chain(longer).collect()
}
