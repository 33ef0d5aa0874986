//! Days and times as the checker writes them. Instants are seconds as the clocks show them, as if those were of UTC.

use crate::base::civil::{civil_from_days, weekday};
use crate::scenario::calendar::sentence::Clock;
use crate::scenario::calendar::{Utc, Zone};

pub const DAY: i64 = 86_400;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The number of the day.
pub fn day_of(local: i64) -> i64 {
    local.div_euclid(DAY)
}

/// `7 Apr`
pub fn date(day: i64) -> String {
    let (_, month, of_month) = civil_from_days(day);
    format!("{of_month} {}", &month_name(month)[..3])
}

/// `7 Apr 2025`
pub fn date_of_year(day: i64) -> String {
    format!("{} {}", date(day), civil_from_days(day).0)
}

pub fn month_name(month: i64) -> &'static str {
    usize::try_from(month - 1)
        .ok()
        .and_then(|month| MONTHS.get(month))
        .unwrap_or(&"January")
}

/// `Mon`
pub fn short_day(day: i64) -> &'static str {
    WEEKDAYS[usize::from(weekday(day)) % 7]
}

/// `19:00`
pub fn time(local: i64) -> String {
    Clock(&Utc).time(local)
}

/// `Mon 7 Apr 19:00`
pub fn moment(local: i64) -> String {
    let day = day_of(local);
    format!("{} {} {}", short_day(day), date(day), time(local))
}

/// `Mon 07 Apr 19:00`, as wide as any other.
pub fn in_column(at: i64, zone: &dyn Zone) -> String {
    let local = at + zone.offset(at);
    let day = day_of(local);
    let (_, month, of_month) = civil_from_days(day);
    format!(
        "{} {of_month:02} {} {}",
        short_day(day),
        &month_name(month)[..3],
        time(local)
    )
}

/// `Tokyo` of `Asia/Tokyo`.
pub fn city(zone: &str) -> String {
    zone.rsplit('/').next().unwrap_or(zone).replace('_', " ")
}
