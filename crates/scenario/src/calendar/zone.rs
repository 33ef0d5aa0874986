//! Time zones, for entry and display: the calendar itself is in UTC (MW-08, MW-12).

use base::civil::DAY;
use base::muted;

/// Who knows the clocks of a place: the browser, or a library.
pub trait Zone {
    /// `Europe/Lisbon`.
    fn name(&self) -> &str;
    /// Seconds that its clocks are ahead of UTC at that instant.
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

/// The instant at which clocks of the zone show that time, given as if it were UTC. Of two the first; where clocks jump
/// over it, the instant that would be it without the jump.
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
    if late + zone.offset(late) == local {
        late
    } else {
        early
    }
}

/// What clocks of the zone show at an instant, as if it were UTC.
pub fn to_local(zone: &dyn Zone, at: i64) -> i64 {
    at + zone.offset(at)
}

/// The clocks of the zone are set at this instant, from one offset to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    pub at: i64,
    pub before: i64,
    pub after: i64,
}

/// When the clocks are set in the stretch.
pub fn shifts(zone: &dyn Zone, from: i64, to: i64) -> Vec<Shift> {
    let mut all = Vec::new();
    let mut start = from;
    while start < to {
        let end = (start + 7 * DAY).min(to);
        let (before, after) = (zone.offset(start), zone.offset(end));
        if before != after {
            // The first second at which the new offset holds.
            let (mut low, mut high) = (start, end);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if zone.offset(middle) == before {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            all.push(Shift {
                at: high,
                before,
                after: zone.offset(high),
            });
        }
        start = end;
    }
    all
}
