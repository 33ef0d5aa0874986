//! Days, months and durations in the page's language.

use super::words::{t, tm, tn};
use base::SimTime;
use base::civil::{DAY, civil_from_days, weekday};
use scenario::calendar::day::length_of;
use std::cell::Cell;

thread_local! {
    /// Is the displayed run longer than a day?
    static DAYS: Cell<bool> = const { Cell::new(false) };
}

const DAY_MS: i64 = 86_400_000;

/// Shows dates with all instants of a run that is longer than a day, including those of the first day.
pub fn dates_for(end: Option<SimTime>) {
    DAYS.set(end.is_some_and(|end| end.ms() > DAY_MS));
}

/// `02:17:50`; with `Sat 5 Dec` before it after the first day and in runs of several days.
pub fn day_time(start_unix_ms: i64, at_ms: i64) -> String {
    let unix = start_unix_ms + at_ms;
    let clock = draw::timeline::clock(unix, true);
    let day = unix.div_euclid(DAY_MS);
    if day == start_unix_ms.div_euclid(DAY_MS) && !DAYS.get() {
        return clock;
    }
    format!("{} {clock}", weekday_of(day))
}

/// `2026-01-05`
pub fn date(unix_ms: i64) -> String {
    let text = scenario::instant::format(unix_ms);
    text.get(..10).unwrap_or_default().to_owned()
}

/// A word of a message that lists several, separated by spaces.
fn word(key: &str, no: usize) -> String {
    let all = t(key);
    all.split(' ').nth(no).unwrap_or_default().to_owned()
}

/// `Monday`, from 0 on.
pub fn weekday_name(no: u8) -> String {
    word("ui-weekdays", usize::from(no) % 7)
}

/// `Mon`, of a day since 1970.
pub fn short_day(day: i64) -> String {
    word("date-weekdays", usize::from(weekday(day)))
}

/// `Jan` of 1, and of 13.
pub fn short_month(month: i64) -> String {
    word("date-months-short", (month - 1).rem_euclid(12) as usize)
}

/// `5 Jan`, of a day since 1970.
pub fn day_month(day: i64) -> String {
    let (_, month, date) = civil_from_days(day);
    dated(date.to_string(), month)
}

fn dated(date: String, month: i64) -> String {
    let month = short_month(month);
    tn("date-day-month", &[("day", date.into()), ("month", month.into())])
}

/// `05 Jan`, always the same width.
pub fn day_month_in_column(day: i64) -> String {
    let (_, month, date) = civil_from_days(day);
    dated(format!("{date:02}"), month)
}

/// `Mon 5 Jan`, of a day since 1970.
pub fn weekday_of(day: i64) -> String {
    let args = [("weekday", short_day(day)), ("day", day_month(day))];
    tn("date-weekday", &args.map(|(name, text)| (name, text.into())))
}

/// `5 Jan 2026`, of a day since 1970.
pub fn date_of_year(day: i64) -> String {
    let year = civil_from_days(day).0.to_string();
    tn("date-year", &[("day", day_month(day).into()), ("year", year.into())])
}

/// `November 2026`, of a month counted from the year 0.
pub fn month_title(month_no: i64) -> String {
    let month = word("date-months", month_no.rem_euclid(12) as usize);
    let year = month_no.div_euclid(12).to_string();
    tn("date-month-year", &[("month", month.into()), ("year", year.into())])
}

/// How long something lasts: `38 h`, `5 days`.
pub fn length(secs: i64) -> String {
    tm(&length_of(secs))
}

/// `+17:50`; with hours and days if there are some: `+32 d 04:17:50`.
pub fn offset(ms: f64) -> String {
    let secs = (ms / 1000.0) as i64;
    let (days, hours, minutes, seconds) = (secs / DAY, secs / 3600 % 24, secs / 60 % 60, secs % 60);
    if days > 0 {
        let days = tn("ui-clock-days", &[("days", days.into())]);
        format!("+{days} {hours:02}:{minutes:02}:{seconds:02}")
    } else if hours > 0 {
        format!("+{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("+{minutes:02}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_name_the_day_when_it_is_another() {
        let start = 1_767_571_200_000;
        assert_eq!(day_time(start, 8_270_000), "02:17:50");
        assert_eq!(day_time(start, 86_400_000), "Tue 6 Jan 00:00:00");
        dates_for(Some(SimTime::from_ms(DAY_MS)));
        assert_eq!(day_time(start, 8_270_000), "02:17:50");
        dates_for(Some(SimTime::from_secs(604_800)));
        assert_eq!(day_time(start, 8_270_000), "Mon 5 Jan 02:17:50");
        dates_for(None);
        assert_eq!(day_time(start, 8_270_000), "02:17:50");
    }
    use scenario::calendar::day;

    #[test]
    fn in_english_they_are_written_as_in_findings() {
        for no in -800..800 {
            assert_eq!(short_day(no), day::short(day::name(no)));
            assert_eq!(weekday_of(no), day::weekday_of(no));
            assert_eq!(month_title(no), day::title(no));
        }
        assert_eq!(weekday_name(6), "Sunday");
        assert_eq!(day_month_in_column(4), "05 Jan");
        assert_eq!(date_of_year(4), "5 Jan 1970");
    }
}
