//! Names of days and months, times of day and durations in readable form.

use base::civil::{DAY, civil_from_days, days_from_civil, weekday};
use base::{Message, say};

/// From Monday on.
pub const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

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

/// `Monday`, of a day since 1970.
pub fn name(day: i64) -> &'static str {
    WEEKDAYS[usize::from(weekday(day)) % 7]
}

/// The message for a weekday, 0 = Monday.
pub(super) fn weekday_message(weekday: u8) -> Message {
    say!(
        [
            "weekday-monday",
            "weekday-tuesday",
            "weekday-wednesday",
            "weekday-thursday",
            "weekday-friday",
            "weekday-saturday",
            "weekday-sunday",
        ][usize::from(weekday) % 7]
    )
}

/// The message for a month, from 1 on.
pub(super) fn month_message(month: u8) -> Message {
    say!(
        [
            "month-january",
            "month-february",
            "month-march",
            "month-april",
            "month-may",
            "month-june",
            "month-july",
            "month-august",
            "month-september",
            "month-october",
            "month-november",
            "month-december",
        ][usize::from(month.saturating_sub(1)) % 12]
    )
}

/// `January` of 1, and of 13.
pub fn month(month: i64) -> &'static str {
    MONTHS[(month - 1).rem_euclid(12) as usize]
}

/// `Mon` of `Monday`.
pub fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

/// `5 Jan`, of a day since 1970.
pub fn day_month(day: i64) -> String {
    let (_, number, date) = civil_from_days(day);
    format!("{date} {}", short(month(number)))
}

/// `Mon 5 Jan`, of a day since 1970.
pub fn weekday_of(day: i64) -> String {
    format!("{} {}", short(name(day)), day_month(day))
}

/// The month of a day, counted from the year 0.
pub fn month_of(day: i64) -> i64 {
    let (year, month, _) = civil_from_days(day);
    year * 12 + month - 1
}

/// The first day of a month, since 1970.
pub fn first_day(month: i64) -> i64 {
    days_from_civil(month.div_euclid(12), month.rem_euclid(12) + 1, 1)
}

/// `November 2026`
pub fn title(month_no: i64) -> String {
    format!("{} {}", month(month_no + 1), month_no.div_euclid(12))
}

/// `21:00`
pub fn clock(at: i64) -> String {
    let second = at.rem_euclid(DAY);
    format!("{:02}:{:02}", second / 3600, second / 60 % 60)
}

/// How long something lasts: in hours, from three days on with days.
pub fn length_of(secs: i64) -> Message {
    let days = if secs < 3 * DAY { 0 } else { secs / DAY };
    let all = [
        ("span-days", days),
        ("span-hour", secs / 3600 - days * 24),
        ("span-minute", secs / 60 % 60),
        ("span-second", secs % 60),
    ];
    let parts = all.into_iter().filter(|(_, n)| *n != 0);
    let whole = parts.map(|(unit, n)| say!(unit, n = n));
    let joined = whole.reduce(|whole, part| say!("span-parts", whole = whole, part = part));
    joined.unwrap_or_else(|| say!("span-hour", n = 0_i64))
}
