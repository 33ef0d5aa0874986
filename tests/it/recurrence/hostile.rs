//! Rules that require much work.

use model::recurrence::{CALENDAR_END, CALENDAR_START, Expansion, TooMany, expand, first};
use std::fmt::Write as _;

use super::{STEPS, instant, rule};

/// Numbers that follow from a seed, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

fn all(from: i32, to: i32) -> String {
    let list: Vec<String> =
        (from..=to).filter(|no| from >= 0 || *no != 0).map(|no| no.to_string()).collect();
    list.join(",")
}

fn hostile(numbers: &mut Numbers) -> String {
    let frequency = numbers.one(&[
        "YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY", "SECONDLY",
    ]);
    let mut text = format!("FREQ={frequency}");
    let seconds = all(0, 59);
    let year_days = all(-366, 366);
    let parts: [(&str, &[&str]); 12] = [
        ("INTERVAL", &["4294967295", "7", "61", "86399", "86401", "3600", "2147483648"]),
        ("COUNT", &["4294967295", "1000000", "1"]),
        ("BYMONTH", &["2", "2,4,6,9,11"]),
        ("BYMONTHDAY", &["30", "31", "-31", "29"]),
        ("BYYEARDAY", &["366", "-366", "1", &year_days]),
        ("BYWEEKNO", &["53", "-53", "1"]),
        ("BYDAY", &["MO", "53MO", "-53SU", "5FR", "MO,TU,WE,TH,FR,SA,SU"]),
        ("BYHOUR", &["23", "0,12"]),
        ("BYMINUTE", &["59", "1", &seconds]),
        ("BYSECOND", &["59", "1", &seconds]),
        ("BYSETPOS", &["366", "-366", "1", &year_days]),
        ("UNTIL", &["99991231T235959Z", "00000101T000000Z", "20261231T235959Z"]),
    ];
    for (name, values) in parts {
        if numbers.below(3) == 0 {
            write!(text, ";{name}={}", numbers.one(values)).unwrap();
        }
    }
    text
}

fn assert_within(found: Result<Expansion, TooMany>, text: &str) -> bool {
    let Ok(found) = found else {
        return false;
    };
    assert!(found.steps <= STEPS, "{text}: {} steps", found.steps);
    assert!(found.starts.len() <= STEPS as usize, "{text}");
    assert!(found.starts.is_sorted_by(|a, b| a < b), "{text}");
    true
}

#[test]
fn hostile_rules_are_answered_or_refused_within_the_steps() {
    let mut numbers = Numbers(2026);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..1000 {
        let text = hostile(&mut numbers);
        let rule = rule(&text);
        let start = instant("20260103T000000") + numbers.below(86_400) as i64;
        for (from, to, steps) in [
            (start, start + 366 * 86_400, STEPS),
            (start + 3_650 * 86_400, start + 4_016 * 86_400, STEPS),
            (CALENDAR_START, CALENDAR_END, STEPS / 10),
        ] {
            if assert_within(expand(&rule, start, from, to, steps), &text) {
                answered += 1;
            } else {
                refused += 1;
            }
        }
        assert_within(first(&rule, start, start, 10, STEPS), &text);
    }
    println!("hostile rules: {answered} expansions answered, {refused} refused");
    assert!(answered > refused);
}

#[test]
fn no_start_and_no_stretch_is_too_far() {
    let rule = rule("FREQ=SECONDLY");
    for start in
        [i64::MIN, CALENDAR_START - 1, CALENDAR_START, CALENDAR_END - 1, CALENDAR_END, i64::MAX]
    {
        for (from, to) in [(i64::MIN, i64::MAX), (i64::MAX, i64::MIN), (start, start)] {
            assert_within(expand(&rule, start, from, to, 10), "FREQ=SECONDLY");
        }
    }
    let last = first(&rule, CALENDAR_END - 2, CALENDAR_END - 2, 10, 100).unwrap();
    assert_eq!((last.starts.len(), last.ends), (2, true));
}

#[test]
fn impossible_rules_end() {
    let start = instant("20260103T000000");
    for text in [
        "FREQ=HOURLY;INTERVAL=2;BYHOUR=1",
        "FREQ=DAILY;BYHOUR=1,2;BYSETPOS=3",
        "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=30",
    ] {
        let found = expand(&rule(text), start, start, start + 86_400, 1000).unwrap();
        assert_eq!((found.starts.len(), found.ends), (0, true), "{text}");
    }
    // Others examine every year of the calendar.
    let found = first(&rule("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"), start, start, 1, STEPS).unwrap();
    assert_eq!((found.starts.len(), found.ends), (0, true));
}
