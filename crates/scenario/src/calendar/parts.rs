//! Converts the newer form of a recurring window (date, time of day, duration) to start and length, as in the
//! older form (BS-26).

use super::span::FOREVER;
use crate::document::maintenance::{Date, RecurringMaintenanceWindow, TimeOfDay};
use base::civil::{DAY, days_from_civil, days_in_month};

/// Second of the day; `None` for an invalid time.
pub(super) fn second(time: &TimeOfDay) -> Option<i64> {
    let TimeOfDay { hours, minutes, seconds, nanos: _ } = *time;
    let shown =
        (0..24).contains(&hours) && (0..60).contains(&minutes) && (0..60).contains(&seconds);
    shown.then(|| hours * 3600 + minutes * 60 + seconds)
}

/// The day since 1970; `None` for an invalid date.
pub(super) fn day(date: &Date) -> Option<i64> {
    let Date { year, month, day } = *date;
    let known = (0..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day);
    known.then(|| days_from_civil(year, month, day))
}

/// Start and length of the first window, in seconds. Without `delayUntil` it is in 1970. The length
/// may be zero or negative: callers report that.
pub(super) fn start_and_length(window: &RecurringMaintenanceWindow) -> Option<(i64, i64)> {
    let day = window.delay_until.as_ref().map_or(Some(0), day)?;
    let length = window.duration.map_or(0, |duration| duration.0.div_euclid(1000));
    Some((day * DAY + second(&window.start_time)?, length.clamp(-FOREVER, FOREVER)))
}
