//! Random valid rules, expanded by the crate `rrule` as well.
//!
//! Conventions in which it and its relatives (dateutil, rrule.js) differ, so that no rule here depends on them:
//! - weekdays with and without ordinals in one BYDAY: RFC 5545 takes both, they take what is both;
//! - BYSETPOS in the first week of a weekly rule counts from the start on, and not from the week's first day; so where both
//!   stand weeks begin on the start's weekday;
//! - week numbers below -1 do not reach days of a week that belongs to the year before or after, and the number of the
//!   last week of the year before is taken from the wrong year's length; so rules have week numbers from 1 to 51 and -1;
//! - second 60 is refused;
//! - the crate alone passes over instants of MINUTELY and SECONDLY where BYHOUR or BYMINUTE leave out some (dateutil does not:
//!   `benches/rrule_compare.py`), so these rules are not asked of it;
//! - the crate gives up after 100,000 periods without an instant and does not say so.

use base::civil::{days_from_civil, weekday};
use model::recurrence::{CALENDAR_END, expand, first};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use scenario::calendar::rrule;
use std::fmt::Write as _;

use super::{STEPS, rule, written};

/// How many instants of a rule are compared.
const MANY: usize = 12;

const FREQUENCIES: [&str; 7] =
    ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"];
const WEEKDAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// A list that is mostly not there.
fn list(range: core::ops::RangeInclusive<i64>, chance: f64) -> impl Strategy<Value = Vec<i64>> {
    prop::option::weighted(chance, vec(range, 1..=3)).prop_map(Option::unwrap_or_default)
}

/// Its numbers, and those from the other end.
fn signed(most: i64, chance: f64) -> impl Strategy<Value = Vec<i64>> {
    list(-most..=most, chance).prop_map(|mut list| {
        list.retain(|no| *no != 0);
        list
    })
}

/// Start and text of a rule. It starts late, where all calendars end soon: a rule that never recurs is known for it.
fn rules() -> impl Strategy<Value = (i64, String)> {
    let starts = days_from_civil(9900, 1, 1)..days_from_civil(9990, 1, 1);
    let start = (starts, 0..86_400_i64).prop_map(|(day, second)| day * 86_400 + second);
    let interval = prop_oneof![5 => Just(1), 3 => 2..=5_u32, 1 => 6..=30_u32];
    let ends = prop_oneof![
        3 => Just((None, None)),
        2 => (1..=15_u32).prop_map(|count| (Some(count), None)),
        1 => (0..86_400 * 1500_i64).prop_map(|after| (None, Some(after))),
    ];
    let days = (
        list(1..=12, 0.25),
        signed(31, 0.2),
        signed(366, 0.15),
        list(0..=51, 0.15),
        prop::option::weighted(0.4, vec((0..7_usize, -53..=53_i64), 1..=3)),
        any::<bool>(),
    );
    let times = (list(0..=23, 0.2), list(0..=59, 0.2), list(0..=59, 0.15));
    let rest = (signed(8, 0.2), prop::option::weighted(0.3, 0..7_usize));
    let frequency = prop_oneof![4 => 0..4_usize, 2 => 4..7_usize];
    (frequency, start, interval, ends, days, times, rest).prop_map(
        |(frequency, start, interval, ends, days, times, rest)| {
            let mut text = format!("FREQ={}", FREQUENCIES[frequency]);
            if interval > 1 {
                write!(text, ";INTERVAL={interval}").unwrap();
            }
            let (months, month_days, year_days, weeks, weekdays, ordinals) = days;
            let plain = text.len();
            let mut part = |name: &str, list: &[i64]| {
                if !list.is_empty() {
                    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                    write!(text, ";{name}={}", list.join(",")).unwrap();
                }
            };
            part("BYMONTH", &months);
            if frequency != 2 {
                part("BYMONTHDAY", &month_days);
            }
            if frequency == 0 || frequency > 3 {
                part("BYYEARDAY", &year_days);
            }
            let weeks: Vec<i64> = weeks.iter().map(|no| if *no == 0 { -1 } else { *no }).collect();
            let weeks = if frequency == 0 { &weeks[..] } else { &[] };
            part("BYWEEKNO", weeks);
            part("BYHOUR", &times.0);
            part("BYMINUTE", &times.1);
            part("BYSECOND", &times.2);
            let most = if frequency == 0 && months.is_empty() { 53 } else { 5 };
            let ordinals = ordinals && frequency < 2 && weeks.is_empty();
            let weekdays: Vec<String> = weekdays
                .unwrap_or_default()
                .iter()
                .map(|(day, nth)| match nth % (most + 1) {
                    nth if ordinals => {
                        format!("{}{}", if nth == 0 { -1 } else { nth }, WEEKDAYS[*day])
                    }
                    _ => WEEKDAYS[*day].to_owned(),
                })
                .collect();
            if !weekdays.is_empty() {
                write!(text, ";BYDAY={}", weekdays.join(",")).unwrap();
            }
            let (positions, week_start) = rest;
            let positions = if text.len() > plain { &positions[..] } else { &[] };
            if !positions.is_empty() {
                let list: Vec<String> = positions.iter().map(ToString::to_string).collect();
                write!(text, ";BYSETPOS={}", list.join(",")).unwrap();
            }
            let own = usize::from(weekday(start.div_euclid(86_400)));
            let forced = (frequency == 2 && !positions.is_empty()).then_some(own);
            if let Some(day) = forced.or(week_start) {
                write!(text, ";WKST={}", WEEKDAYS[day]).unwrap();
            }
            match ends {
                (Some(count), _) => write!(text, ";COUNT={count}").unwrap(),
                (_, Some(after)) => write!(text, ";UNTIL={}Z", written(start + after)).unwrap(),
                _ => {}
            }
            (start, text)
        },
    )
}

/// The first instants by the crate, unless it refuses the rule.
fn by_crate(start: i64, text: &str) -> Option<Vec<i64>> {
    let text = format!("DTSTART:{}Z\nRRULE:{text}", written(start));
    let set: ::rrule::RRuleSet = text.parse().ok()?;
    let mut instants = Vec::new();
    for date in set.all(MANY as u16).dates {
        // Its calendar goes on for a year.
        if date.timestamp() < CALENDAR_END {
            instants.push(date.timestamp());
        }
    }
    Some(instants)
}

fn texts(instants: &[i64]) -> Vec<String> {
    instants.iter().map(|at| written(*at)).collect()
}

/// Are 100,000 periods of it less than a life?
fn is_short(text: &str) -> bool {
    ["FREQ=HOURLY", "FREQ=MINUTELY", "FREQ=SECONDLY"].iter().any(|start| text.starts_with(start))
}

fn passes_over(text: &str) -> bool {
    let limits = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    text.starts_with("FREQ=MINUTELY") && limits(&["BYHOUR", "BYMINUTE"])
        || text.starts_with("FREQ=SECONDLY") && limits(&["BYHOUR", "BYMINUTE", "BYSECOND"])
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn random_rules_are_expanded_as_by_the_crate() {
    let (mut compared, mut refused, mut gave_up, mut left_out) = (0, 0, 0, 0);
    let mut others = String::new();
    let mut runner = runner(2000);
    while compared < 2000 {
        let (start, text) = rules().new_tree(&mut runner).unwrap().current();
        let read = rrule::parse(&text);
        assert_eq!(read.wrong, [], "{text}");
        if passes_over(&text) {
            left_out += 1;
            continue;
        }
        let Some(theirs) = by_crate(start, &text) else {
            refused += 1;
            continue;
        };
        let own = first(&read.rule.unwrap(), start, start, MANY, STEPS).unwrap();
        let may_give_up = own.starts.len() > theirs.len() && is_short(&text);
        if may_give_up && own.starts.starts_with(&theirs) {
            gave_up += 1;
            continue;
        }
        compared += 1;
        if own.starts != theirs {
            let (own, theirs) = (texts(&own.starts), texts(&theirs));
            writeln!(others, "{} {text}\n  crate {theirs:?}\n  own   {own:?}", written(start))
                .unwrap();
        }
    }
    println!(
        "{compared} rules are expanded alike; the crate refuses {refused}, gives up on {gave_up}, is not asked {left_out}"
    );
    assert!(others.is_empty(), "\n{others}");
}

proptest! {
    #![proptest_config(Config { cases: 500, failure_persistence: None, ..Config::default() })]

    /// A stretch has what the whole has there: far jumps land where steps would.
    #[test]
    fn a_stretch_is_a_part_of_the_whole((start, text) in rules(), from in 0..400_000_i64, long in 0..400_000_i64) {
        let rule = rule(&text);
        // Shorter periods are compared over a shorter range.
        let scale = match rule.frequency as u8 { 0 | 1 => 5000, 2 | 3 => 200, 4 => 20, _ => 1 };
        let (from, to) = (start + from * scale, start + (from + long) * scale);
        let (Ok(whole), Ok(part)) = (expand(&rule, start, start, to, STEPS), expand(&rule, start, from, to, STEPS)) else {
            return Ok(());
        };
        let tail: Vec<i64> = whole.starts.iter().copied().filter(|at| *at >= from).collect();
        prop_assert_eq!(part.starts, tail);
        prop_assert_eq!(part.ends, whole.ends);
    }
}

/// For a comparison by hand: `benches/rrule_compare.py` reads these lines and asks dateutil.
#[test]
#[ignore = "prints rules that another program compares; RULES says how many"]
fn print_random_rules() {
    let many = std::env::var("RULES").map_or(1000, |many| many.parse().unwrap());
    let mut runner = runner(many);
    for _ in 0..many {
        let (start, text) = rules().new_tree(&mut runner).unwrap().current();
        let Ok(own) = first(&rule(&text), start, start, MANY, STEPS) else {
            continue;
        };
        println!("rule {} {text} {}", written(start), texts(&own.starts).join(","));
    }
}
