//! Converts a window that is invalid or misleading to the nearest valid one.

use super::shape::WindowShape;
use crate::calendar::day::length_of;
use crate::calendar::rrule::WEEKDAYS;
use crate::calendar::traps::FAR;
use crate::calendar::window::FOUR_HOURS;
use crate::instant;
use base::civil::DAY;
use base::{Message, say};

/// A changed window, and the descriptions of its changes.
pub(super) struct ChangedWindow {
    pub(super) shape: WindowShape,
    pub(super) changes: Vec<Message>,
}

impl ChangedWindow {
    pub(super) fn and(&self, shape: WindowShape, change: Message) -> Self {
        let mut changes = self.changes.clone();
        changes.push(change);
        Self { shape, changes }
    }

    pub(super) fn and_none(&self) -> Self {
        Self { shape: self.shape.clone(), changes: self.changes.clone() }
    }
}

/// Makes an invalid window valid.
pub(super) fn readable(start: &ChangedWindow) -> ChangedWindow {
    let mut way = start.and_none();
    if let Some(days) = way.shape.part("BYDAY").map(str::to_owned) {
        let right = legal_days(&days);
        if let Some(right) = right.filter(|right| *right != days) {
            let change = say!("fix-write", part = format!("BYDAY={right}"));
            way = way.and(way.shape.with_part("BYDAY", Some(&right)), change);
        }
    }
    let often = |freq: &str| {
        ["HOURLY", "MINUTELY", "SECONDLY"].iter().any(|known| known.eq_ignore_ascii_case(freq))
    };
    if way.shape.part("FREQ").is_some_and(often) {
        let mut shape = way.shape.with_part("FREQ", Some("DAILY"));
        shape = shape.with_part("INTERVAL", None);
        way = way.and(shape, say!("fix-write", part = "FREQ=DAILY"));
    }
    let wrong = |number: &str| number.parse::<u32>().map_or(true, |number| number == 0);
    for part in ["INTERVAL", "COUNT"] {
        if way.shape.part(part).is_some_and(wrong) {
            way = way.and(way.shape.with_part(part, None), say!("fix-without", part = part));
        }
    }
    if way.shape.part("COUNT").is_some() && way.shape.part("UNTIL").is_some() {
        way = way.and(way.shape.with_part("COUNT", None), say!("fix-without-count"));
    }
    if way.shape.length <= 0 {
        let length = match way.shape.length.rem_euclid(DAY) {
            0 => DAY,
            length => length,
        };
        let end = instant::format((way.shape.start + length) * 1000);
        let shape = WindowShape { length, ..way.shape.clone() };
        way = way.and(shape, say!("fix-first-end", end = end));
    }
    if way.shape.length >= FAR {
        way = nearer(&way);
    }
    if way.shape.length < FOUR_HOURS {
        let shape = WindowShape { length: FOUR_HOURS, ..way.shape.clone() };
        // Longer windows are tried from here on, with their own descriptions.
        way = ChangedWindow {
            shape,
            changes: [way.changes, vec![say!("fix-length", length = length_of(FOUR_HOURS))]]
                .concat(),
        };
    }
    way
}

/// Moves the end to the day on which the window begins, or to the following night.
pub(super) fn nearer(way: &ChangedWindow) -> ChangedWindow {
    let length = match way.shape.length.rem_euclid(DAY) {
        0 => DAY,
        length => length.max(FOUR_HOURS),
    };
    let shape = WindowShape { length, ..way.shape.clone() };
    let end = instant::format((shape.start + length) * 1000);
    way.and(shape, say!("fix-first-end", end = end))
}

/// Turns a monthly or yearly rule into a weekly one, on the same weekdays.
pub(super) fn weekly(way: &ChangedWindow) -> ChangedWindow {
    let days = way.shape.weekdays();
    let names: Vec<&str> = days.iter().map(|day| WEEKDAYS[usize::from(*day)]).collect();
    let mut rule = format!("FREQ=WEEKLY;BYDAY={}", names.join(","));
    // At the times at which it opened.
    for part in ["BYHOUR", "BYMINUTE", "BYSECOND"] {
        if let Some(times) = way.shape.part(part) {
            rule += &format!(";{part}={times}");
        }
    }
    let change = say!("fix-rule", rule = &rule);
    let shape = WindowShape { rule, ..way.shape.clone() };
    way.and(shape, change)
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
