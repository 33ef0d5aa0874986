//! How much maintenance is possible in the worst period (AM-25, AM-87).

use super::span::{Span, without};
use super::window::{FOUR_HOURS, Window};
use base::civil::DAY;
use base::muted;
use model::recurrence::TooMany;

/// 48 hours (MW-15).
pub const NEEDED: i64 = 48 * 3600;

/// The period of a given length with the least open time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worst {
    pub from: i64,
    pub days: i64,
    /// Seconds; pieces shorter than four hours don't count.
    pub open: i64,
}

impl Worst {
    pub fn to(self) -> i64 {
        self.from + self.days * DAY
    }

    pub fn is_enough(self) -> bool {
        self.open >= NEEDED
    }
}

/// Open pieces that count, from now to beyond a year: judged before any period cuts them.
///
/// Rulebook: AM-25. Source: Configure maintenance windows and exclusions.
pub fn pieces(window: &Window, frozen: &[Span], now: i64, days: i64) -> Result<Vec<Span>, TooMany> {
    // A piece that began four hours earlier is long enough, however much earlier it began.
    let around = Span::new(now - FOUR_HOURS, now + (366 + days) * DAY);
    let mut pieces = without(&window.openings(around)?, frozen);
    if !muted("AM-25") {
        let last = around.to;
        pieces.retain(|piece| piece.secs() >= FOUR_HOURS || piece.to >= last);
    }
    Ok(pieces)
}

/// The worst of all periods that begin now, or where a piece of the next year begins or ends; the first of equals.
///
/// Rulebook: AM-25, AM-87. Source: Configure maintenance windows and exclusions.
pub fn worst(pieces: &[Span], now: i64, days: i64) -> Worst {
    let year = Span::new(now, now + 365 * DAY + 1);
    let edges = pieces.iter().flat_map(|piece| [piece.from, piece.to]);
    let edges = edges.filter(|at| year.contains(*at) && !muted("AM-87"));
    let mut before = Vec::with_capacity(pieces.len() + 1);
    before.push(0);
    for piece in pieces {
        before.push(before[before.len() - 1] + piece.secs());
    }
    // Open seconds before an instant.
    let until = |at: i64| {
        let after = pieces.partition_point(|piece| piece.from < at);
        let cut = after.checked_sub(1).map_or(0, |last| (pieces[last].to - at).max(0));
        before[after] - cut
    };
    let all = core::iter::once(now).chain(edges).map(|from| Worst {
        from,
        days,
        open: until(from + days * DAY) - until(from),
    });
    all.min_by_key(|one| one.open).unwrap_or(Worst { from: now, days, open: 0 })
}
