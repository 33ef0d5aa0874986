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
