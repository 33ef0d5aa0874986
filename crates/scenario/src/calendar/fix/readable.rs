//! Changes of a window that is invalid, misleading, or closed for most of the year.

use super::shape::WindowShape;
use crate::calendar::rrule::WEEKDAYS;
use crate::calendar::traps::FAR;
use crate::calendar::window::FOUR_HOURS;
use crate::instant;
use base::civil::DAY;
use base::{Message, say};

/// A window with one change, and the description of that.
pub(super) struct ChangedWindow {
    pub(super) shape: WindowShape,
    pub(super) change: Message,
}

/// The changes each of which may make an invalid window valid.
pub(super) fn readable(shape: &WindowShape) -> Vec<ChangedWindow> {
    let mut ways = Vec::new();
    let mut add = |shape, change| ways.push(ChangedWindow { shape, change });
    if let Some(days) = shape.part("BYDAY")
        && let Some(right) = legal_days(days).filter(|right| right != days)
    {
        let part = format!("BYDAY={right}");
        add(shape.with_part("BYDAY", Some(&right)), say!("fix-write", part = part));
    }
    let often = |freq: &str| {
        ["HOURLY", "MINUTELY", "SECONDLY"].iter().any(|known| known.eq_ignore_ascii_case(freq))
    };
    if shape.part("FREQ").is_some_and(often) {
        let daily = shape.with_part("FREQ", Some("DAILY")).with_part("INTERVAL", None);
        add(daily, say!("fix-write", part = "FREQ=DAILY"));
    }
    let wrong = |number: &str| number.parse::<u32>().map_or(true, |number| number == 0);
    for part in ["INTERVAL", "COUNT"] {
        if shape.part(part).is_some_and(wrong) {
            add(shape.with_part(part, None), say!("fix-without", part = part));
        }
    }
    if shape.part("COUNT").is_some() && shape.part("UNTIL").is_some() {
        add(shape.with_part("COUNT", None), say!("fix-without-count"));
    }
    if shape.length <= 0 || shape.length >= FAR {
        ways.push(nearer(shape));
    }
    ways
}

/// Moves the end to the day on which the window begins, or to the following night.
pub(super) fn nearer(shape: &WindowShape) -> ChangedWindow {
    let length = match shape.length.rem_euclid(DAY) {
        0 => DAY,
        length if shape.length > 0 => length.max(FOUR_HOURS),
        length => length,
    };
    let shape = WindowShape { length, ..shape.clone() };
    let end = instant::format((shape.start + length) * 1000);
    ChangedWindow { shape, change: say!("fix-first-end", end = end) }
}

/// The changes each of which removes what may keep a rule from opening all year.
pub(super) fn unlimited(shape: &WindowShape, now: i64) -> Vec<ChangedWindow> {
    let without = |part: &'static str, change: Message| {
        let shape = shape.part(part).is_some().then(|| shape.with_part(part, None));
        shape.map(|shape| ChangedWindow { shape, change })
    };
    let without_end = |part| without(part, say!("fix-without-end", part = part));
    let late = shape.start - now;
    let sooner = (late > 0).then(|| {
        let weeks = late.div_euclid(7 * DAY) + 1;
        let shape = WindowShape { start: shape.start - weeks * 7 * DAY, ..shape.clone() };
        let mut day = instant::format(shape.start * 1000);
        day.truncate(10);
        ChangedWindow { shape, change: say!("fix-first-day", day = day) }
    });
    let others = ["INTERVAL", "BYMONTH"];
    let others = others.map(|part| without(part, say!("fix-without", part = part)));
    let all = [without_end("COUNT"), without_end("UNTIL"), sooner].into_iter().chain(others);
    all.flatten().collect()
}

/// Turns a monthly or yearly rule into a weekly one, on the same weekdays.
pub(super) fn weekly(shape: &WindowShape) -> ChangedWindow {
    let days = shape.weekdays();
    let names: Vec<&str> = days.iter().map(|day| WEEKDAYS[usize::from(*day)]).collect();
    let mut rule = format!("FREQ=WEEKLY;BYDAY={}", names.join(","));
    // At the times at which it opened.
    for part in ["BYHOUR", "BYMINUTE", "BYSECOND"] {
        if let Some(times) = shape.part(part) {
            rule += &format!(";{part}={times}");
        }
    }
    let change = say!("fix-rule", rule = &rule);
    ChangedWindow { shape: WindowShape { rule, ..shape.clone() }, change }
}

/// `SUN` becomes `SU`, `monday` becomes `MO`; `None` if a day is unknown.
fn legal_days(text: &str) -> Option<String> {
    let day = |written: &str| {
        let written = written.trim();
        let at = written.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, name) = written.split_at_checked(at)?;
        let name = name.get(..2)?.to_ascii_uppercase();
        let known = WEEKDAYS.contains(&name.as_str());
        known.then(|| format!("{number}{name}"))
    };
    let days: Option<Vec<String>> =
        text.split(',').filter(|day| !day.trim().is_empty()).map(day).collect();
    days.filter(|days| !days.is_empty()).map(|days| days.join(","))
}
