//! Vectors of other programs, which are not part of the project: `NODETIDE_CORPUS` names the folder of real data.

use std::fmt::Write as _;

use model::recurrence::{expand, first as first_from};
use scenario::calendar::rrule;
use serde_json::Value;

use super::{STEPS, first, instant, rule, written};

fn vectors(file: &str) -> Option<String> {
    crate::corpus::text(&format!("rrule/{file}"))
}

/// A calendar's lines about one recurring thing.
#[derive(Default)]
struct Set<'a> {
    start: i64,
    rules: Vec<&'a str>,
    without: Vec<&'a str>,
    dates: Vec<i64>,
    without_dates: Vec<i64>,
}

impl<'a> Set<'a> {
    /// A text without a start has the one that the vectors have in common.
    fn of(text: &'a str) -> Self {
        let mut set = Self { start: instant("19970902T090000"), ..Self::default() };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            // A line without a name is a rule.
            let (name, value) = line.split_once(':').unwrap_or(("RRULE", line));
            let instants = || value.split(',').map(instant);
            match name.split(';').next().unwrap() {
                "DTSTART" => set.start = instant(value),
                "RRULE" => set.rules.push(value),
                "EXRULE" => set.without.push(value),
                "RDATE" => set.dates.extend(instants()),
                "EXDATE" => set.without_dates.extend(instants()),
                other => panic!("{other} in {text}"),
            }
        }
        set
    }

    fn instants(&self, from: i64, to: i64) -> Vec<i64> {
        let of = |text: &&str| expand(&rule(text), self.start, from, to, STEPS).unwrap().starts;
        let without: Vec<i64> = self.without.iter().flat_map(of).collect();
        let mut all: Vec<i64> = self.rules.iter().flat_map(of).collect();
        all.extend(self.dates.iter().filter(|at| (from..to).contains(at)));
        all.retain(|at| !without.contains(at) && !self.without_dates.contains(at));
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn expected(vector: &Value) -> Vec<i64> {
    let list = vector["expected"].as_array().unwrap();
    list.iter().map(|text| instant(text.as_str().unwrap())).collect()
}

fn texts(instants: &[i64]) -> Vec<String> {
    instants.iter().map(|at| written(*at)).collect()
}

/// Asserts on a vector of which all instants are given; the vector may have left out what would be next.
fn assert_all(name: &str, text: &str, expected: &[i64]) {
    let set = Set::of(text);
    let endless = !text.contains("COUNT=") && !text.contains("UNTIL=") && !set.rules.is_empty();
    let found = if let ([only], [], []) = (&set.rules[..], &set.without[..], &set.without_dates[..])
    {
        first(&rule(only), set.start, expected.len() + usize::from(!endless))
    } else {
        let to = expected.last().map_or(0, |last| last + 1 + 86_400 * 3660);
        let mut found = set.instants(set.start, to);
        if endless {
            found.truncate(expected.len());
        }
        found
    };
    assert_eq!(texts(&found), texts(expected), "{name}: {text}");
}

#[test]
fn vectors_of_dateutil_hold() {
    let Some(text) = vectors("dateutil_vectors.json") else {
        return;
    };
    let vectors: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut held = 0;
    let mut skipped = Vec::new();
    for vector in &vectors {
        let name = vector["test"].as_str().unwrap();
        if vector["non_rfc_extension"] == true {
            skipped.push(name);
            continue;
        }
        assert_all(name, vector["text"].as_str().unwrap(), &expected(vector));
        held += 1;
    }
    println!("dateutil: {held} vectors hold, {} with BYEASTER skipped: {skipped:?}", skipped.len());
    assert_eq!((held, skipped.len()), (vectors.len() - 10, 10));
}

#[test]
fn vectors_of_rrule_js_hold() {
    let Some(text) = vectors("rrulejs_vectors.json") else {
        return;
    };
    let vectors: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut skipped = Vec::new();
    for vector in &vectors {
        let (name, text) = (vector["test"].as_str().unwrap(), vector["text"].as_str().unwrap());
        if text.contains("BYEASTER") {
            skipped.push(name);
            continue;
        }
        let expected = expected(vector);
        let args = vector["args"].as_array().unwrap();
        let at = |no: usize| instant(args[no].as_str().unwrap());
        let inclusive = args.last().is_some_and(|arg| *arg == true);
        let edge = i64::from(inclusive);
        let set = Set::of(text);
        let found = match vector["method"].as_str().unwrap() {
            "all" => {
                assert_all(name, text, &expected);
                continue;
            }
            "between" => set.instants(at(0) + 1 - edge, at(1) + edge),
            "after" => {
                let found = set.instants(at(0) + 1 - edge, at(0) + 86_400 * 3660);
                found[..1].to_vec()
            }
            "before" => {
                let found = set.instants(set.start, at(0) + edge);
                found[found.len() - 1..].to_vec()
            }
            other => panic!("{name}: {other}"),
        };
        assert_eq!(texts(&found), texts(&expected), "{name}: {text}");
    }
    println!(
        "rrule.js: {} vectors hold, {} with BYEASTER skipped: {skipped:?}",
        vectors.len() - skipped.len(),
        skipped.len()
    );
}

/// RFC 5545 does not say it; dateutil and rrule.js agree.
const ALL_DAYS: &str = "BYWEEKNO without BYDAY is all days of the week, not the start's weekday.";

/// Blocks of libical that say something else, and why they are not followed.
#[rustfmt::skip]
const LIBICAL: &[(&str, &str)] = &[
    ("20130101T000000 FREQ=YEARLY;BYWEEKNO=1,2;UNTIL=20170101T000000Z", ALL_DAYS),
    ("20240229T000000 FREQ=YEARLY;BYMONTHDAY=29;COUNT=3", "BYMONTHDAY without BYMONTH is a day of every month, not of the start's."),
    ("20241018T000000 FREQ=DAILY;BYMINUTE=1,2,3,4;INTERVAL=2;COUNT=3", "No start is a bare date here, so times are never left out."),
    ("20130108T000000 FREQ=YEARLY;BYWEEKNO=1,2;WKST=FR;UNTIL=20170101T000000Z", ALL_DAYS),
    ("20130107T000000 FREQ=YEARLY;BYWEEKNO=1,2;WKST=TU;UNTIL=20170101T000000Z", ALL_DAYS),
    ("20130107T000000 FREQ=YEARLY;BYWEEKNO=1,2;WKST=TH;UNTIL=20170101T000000Z", ALL_DAYS),
    ("20140111T000000 FREQ=YEARLY;BYWEEKNO=1,2;WKST=TU;UNTIL=20180101T000000Z", ALL_DAYS),
    ("20131224T000000 FREQ=YEARLY;BYWEEKNO=-1,-2;COUNT=2", ALL_DAYS),
    ("20100102T000000 FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=6;UNTIL=20170101T000000Z", "INTERVAL counts years of the calendar, not of weeks."),
];

#[test]
fn vectors_of_libical_are_a_second_opinion() {
    let Some(text) = vectors("libical_vectors.txt") else {
        return;
    };
    let mut others = String::new();
    let (mut held, mut decided, mut refused) = (0, 0, 0);
    for block in text.split("\n\n").filter(|block| block.contains("RRULE:")) {
        let line = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        let text = line("RRULE:").unwrap();
        let start = instant(line("DTSTART:").unwrap());
        let read = rrule::parse(text);
        let Some(rule) = read.rule else {
            refused += 1;
            writeln!(others, "{text}: {:?}", read.wrong).unwrap();
            continue;
        };
        // A later beginning leaves out what was before it.
        let from = line("START-AT:").map_or(start, instant);
        let mut expected: Vec<i64> = match line("INSTANCES:").unwrap_or_default() {
            "" => Vec::new(),
            list => list.split(',').map(instant).collect(),
        };
        expected.retain(|at| *at >= from);
        let found = first_from(&rule, start, from, expected.len() + 1, STEPS).unwrap();
        let name = format!("{} {text}", written(start));
        if found.starts == expected {
            held += 1;
        } else if LIBICAL.iter().any(|(known, _)| *known == name) {
            decided += 1;
        } else {
            let (theirs, own) = (texts(&expected), texts(&found.starts));
            writeln!(others, "{name}\n  libical {theirs:?}\n  own     {own:?}").unwrap();
        }
    }
    println!("libical: {held} blocks hold, {decided} are decided otherwise, {refused} are refused");
    assert!(others.is_empty(), "\n{others}");
    assert_eq!(decided, LIBICAL.len());
}
