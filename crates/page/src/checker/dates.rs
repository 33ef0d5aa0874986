//! Days and times as the checker writes them. Instants are seconds as the clocks show them, as if those were of UTC.

use base::civil::{DAY, civil_from_days};
use scenario::calendar::day::{self, day_month, weekday_of};
use scenario::calendar::sentence::ZoneClock;
use scenario::calendar::{Utc, Zone};

/// The number of the day.
pub fn day_of(local: i64) -> i64 {
    local.div_euclid(DAY)
}

/// `7 Apr 2025`
pub fn date_of_year(day: i64) -> String {
    format!("{} {}", day_month(day), civil_from_days(day).0)
}

/// `Mon`
pub fn short_day(number: i64) -> &'static str {
    day::short(day::name(number))
}

/// `19:00`
pub fn time(local: i64) -> String {
    ZoneClock(&Utc).time(local)
}

/// `Mon 7 Apr 19:00`
pub fn moment(local: i64) -> String {
    format!("{} {}", weekday_of(day_of(local)), time(local))
}

/// `Mon 07 Apr 19:00`, as wide as any other.
pub fn in_column(at: i64, zone: &dyn Zone) -> String {
    let local = at + zone.offset(at);
    let day = day_of(local);
    let (_, month, of_month) = civil_from_days(day);
    format!(
        "{} {of_month:02} {} {}",
        short_day(day),
        day::short(day::month(month)),
        time(local)
    )
}
