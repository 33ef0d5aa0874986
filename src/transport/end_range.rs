//! When the upgrade ends, by the forecast.

use crate::shell::dates::{day_month, weekday_of};
use crate::shell::words::t;
use base::SimTime;
use base::civil::DAY;
use runner::window_fit::FitRange;

/// `02:37–02:52`, with days where it may end on another day, and the end of the run, or its day. `None`: it doesn't vary.
#[inline(never)] // Known long after the first run is on the screen.
pub(super) fn range(start: i64, ranges: &[FitRange; 3], end: SimTime) -> Option<(String, String)> {
    let [first, _, last] = ranges.each_ref().map(|one| one.over);
    let first = first?;
    let days = last.is_none_or(|last| last.ms() > DAY * 1000);
    let clock = |at: SimTime| {
        let unix = start + at.ms();
        let clock = draw::timeline::clock(unix, false);
        let day = || day_month(unix.div_euclid(DAY * 1000));
        if days { format!("{} {clock}", day()) } else { clock }
    };
    let ends = last.map_or_else(|| t("ui-range-never"), clock);
    // The day is enough where there is little room.
    let day = |at: SimTime| weekday_of((start + at.ms()).div_euclid(DAY * 1000));
    let end = if days { day(end) } else { clock(end) };
    (last != Some(first)).then(|| (format!("{}–{ends}", clock(first)), end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::SimSpan;

    /// The days are those of the calendar, also of a run that begins in the evening: 20:00 on Monday, 2 March 2026.
    #[test]
    fn the_day_of_the_end_is_a_date() {
        let start = 1_772_409_600_000 + 20 * 3_600_000;
        let ranges = [25, 29, 30].map(|hours| FitRange {
            windows: 1,
            forced: 0,
            took: SimSpan::ZERO,
            over: Some(SimTime::from_secs(hours * 3600)),
        });
        let said = range(start, &ranges, SimTime::from_secs(29 * 3600));
        assert_eq!(said, Some(("3 Mar 21:00–4 Mar 02:00".to_owned(), "Wed 4 Mar".to_owned())));
    }
}
