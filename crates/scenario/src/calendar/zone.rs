//! Time zones, for input and display: the calendar itself is in UTC (MW-08, MW-12).

use base::civil::DAY;
use base::muted;

/// A time zone's data, from the browser or a library.
pub trait Zone {
    /// `Europe/Lisbon`.
    fn name(&self) -> &str;
    /// The offset from UTC at that instant, in seconds.
    fn offset(&self, at: i64) -> i64;
}

/// UTC itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utc;

impl Zone for Utc {
    fn name(&self) -> &'static str {
        "UTC"
    }
    fn offset(&self, _: i64) -> i64 {
        0
    }
}

/// Converts local time, given as if it were UTC. If it occurs twice, the first instant; if it is skipped, the instant
/// that it would be without the clock change.
///
/// Rulebook: MW-08, MW-10, MW-16. Source: Configure maintenance windows and exclusions.
pub fn to_utc(zone: &dyn Zone, local: i64) -> i64 {
    if muted("MW-08") || muted("MW-10") {
        return local;
    }
    let early = local - zone.offset(local - DAY);
    if early + zone.offset(early) == local {
        return early;
    }
    let late = local - zone.offset(local + DAY);
    if late + zone.offset(late) == local { late } else { early }
}

/// Local time at an instant, as if it were UTC.
pub fn to_local(zone: &dyn Zone, at: i64) -> i64 {
    at + zone.offset(at)
}

/// A clock change: its instant and both offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    pub at: i64,
    pub before: i64,
    pub after: i64,
}

/// The clock changes in the stretch.
pub fn shifts(zone: &dyn Zone, from: i64, to: i64) -> Vec<Shift> {
    let mut all = Vec::new();
    let mut start = from;
    while start < to {
        let end = (start + 7 * DAY).min(to);
        let (before, after) = (zone.offset(start), zone.offset(end));
        if before != after {
            // The first second with the new offset.
            let (mut low, mut high) = (start, end);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if zone.offset(middle) == before {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            all.push(Shift { at: high, before, after: zone.offset(high) });
        }
        start = end;
    }
    all
}
