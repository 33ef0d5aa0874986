//! Recurrence rules: compared with other programs, read from text, and never slow.

mod corpus;
mod examples;
mod hostile;
mod oracle;
mod reader;

use base::civil::{civil_from_days, days_from_civil};
use model::recurrence::{self, Recurrence};
use scenario::calendar::rrule;

/// Enough for every test.
const STEPS: u32 = 1_000_000;

/// `20260103T000000`, with or without a Z; a date is its midnight.
fn instant(text: &str) -> i64 {
    let number = |from: usize, to: usize| -> i64 { text[from..to].parse().unwrap() };
    let day = days_from_civil(number(0, 4), number(4, 6), number(6, 8));
    let time = if text.len() > 8 {
        number(9, 11) * 3600 + number(11, 13) * 60 + number(13, 15)
    } else {
        0
    };
    day * 86_400 + time
}

fn written(instant: i64) -> String {
    let (year, month, day) = civil_from_days(instant.div_euclid(86_400));
    let of_day = instant.rem_euclid(86_400);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}")
}

/// What can be understood of a rule, allowed or not.
fn rule(text: &str) -> Recurrence {
    let read = rrule::parse(text);
    read.rule.unwrap_or_else(|| panic!("{text}: {:?}", read.wrong))
}

/// The first instants from the start on.
fn first(rule: &Recurrence, start: i64, many: usize) -> Vec<i64> {
    let found = recurrence::first(rule, start, start, many, STEPS).unwrap();
    assert!(found.steps <= STEPS);
    found.starts
}
