//! Days and times as the checker writes them. Instants are local seconds, as if they were UTC.

use crate::shell::dates::{day_month_in_column, short_day, weekday_of};
use base::civil::DAY;
use scenario::calendar::sentence::ZoneClock;
use scenario::calendar::{Utc, Zone};

/// The number of the day.
pub fn day_of(local: i64) -> i64 {
    local.div_euclid(DAY)
}

/// `19:00`
pub fn time(local: i64) -> String {
    ZoneClock(&Utc).time(local)
}

/// `Mon 7 Apr 19:00`
pub fn moment(local: i64) -> String {
    format!("{} {}", weekday_of(day_of(local)), time(local))
}

/// `Mon 07 Apr 19:00`, always the same width.
pub fn in_column(at: i64, zone: &dyn Zone) -> String {
    let local = at + zone.offset(at);
    let day = day_of(local);
    format!("{} {} {}", short_day(day), day_month_in_column(day), time(local))
}
