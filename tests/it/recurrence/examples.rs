//! Typical rules and their instants.

use base::civil::weekday;
use expect_test::{Expect, expect};
use model::recurrence::{TooMany, expand};

use super::{STEPS, first, instant, rule, written};

/// The first instants of each rule, with their weekdays.
fn check(start: &str, rules: &[&str], expected: Expect) {
    const WEEKDAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
    let mut said = String::new();
    for text in rules {
        let found = first(&rule(text), instant(start), 4);
        let named = found.iter().map(|at| {
            let day = WEEKDAYS[usize::from(weekday(at.div_euclid(86_400)))];
            format!("{day} {}", written(*at))
        });
        said += &format!("{text}\n  {}\n", named.collect::<Vec<_>>().join(", "));
    }
    expected.assert_eq(&said);
}

#[test]
fn examples_of_maintenance_windows() {
    check(
        "20260103T020000",
        &[
            "FREQ=DAILY",
            "FREQ=WEEKLY;BYDAY=SA,SU",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU",
            "FREQ=MONTHLY;BYSETPOS=1;BYDAY=SA,SU",
            "FREQ=MONTHLY;BYDAY=1SA,-1SU",
            "FREQ=MONTHLY;BYMONTHDAY=-1",
            "FREQ=MONTHLY;BYDAY=MO,1TU",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
            "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU",
            "FREQ=YEARLY;BYYEARDAY=-366,366",
        ],
        expect![[r#"
            FREQ=DAILY
              Sa 20260103T020000, Su 20260104T020000, Mo 20260105T020000, Tu 20260106T020000
            FREQ=WEEKLY;BYDAY=SA,SU
              Sa 20260103T020000, Su 20260104T020000, Sa 20260110T020000, Su 20260111T020000
            FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
              Mo 20260105T020000, Tu 20260106T020000, We 20260107T020000, Th 20260108T020000
            FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO
              Su 20260104T020000, Mo 20260112T020000, Su 20260118T020000, Mo 20260126T020000
            FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU
              Su 20260111T020000, Mo 20260112T020000, Su 20260125T020000, Mo 20260126T020000
            FREQ=MONTHLY;BYSETPOS=1;BYDAY=SA,SU
              Sa 20260103T020000, Su 20260201T020000, Su 20260301T020000, Sa 20260404T020000
            FREQ=MONTHLY;BYDAY=1SA,-1SU
              Sa 20260103T020000, Su 20260125T020000, Sa 20260207T020000, Su 20260222T020000
            FREQ=MONTHLY;BYMONTHDAY=-1
              Sa 20260131T020000, Sa 20260228T020000, Tu 20260331T020000, Th 20260430T020000
            FREQ=MONTHLY;BYDAY=MO,1TU
              Mo 20260105T020000, Tu 20260106T020000, Mo 20260112T020000, Mo 20260119T020000
            FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29
              Tu 20280229T020000, Su 20320229T020000, Fr 20360229T020000, We 20400229T020000
            FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU
              Su 20270103T020000, Su 20330102T020000, Su 20380103T020000, Su 20440103T020000
            FREQ=YEARLY;BYYEARDAY=-366,366
              Sa 20280101T020000, Su 20281231T020000, Th 20320101T020000, Fr 20321231T020000
        "#]],
    );
}

#[test]
fn a_start_that_does_not_match_is_no_instant() {
    check(
        "20260106T093015",
        &[
            "FREQ=WEEKLY;BYDAY=SA,SU",
            "FREQ=WEEKLY;BYDAY=SA,SU;COUNT=2",
            "FREQ=DAILY;BYHOUR=9",
            "FREQ=DAILY;BYHOUR=9;BYMINUTE=0",
            "FREQ=MONTHLY;BYMONTHDAY=31",
        ],
        expect![[r#"
            FREQ=WEEKLY;BYDAY=SA,SU
              Sa 20260110T093015, Su 20260111T093015, Sa 20260117T093015, Su 20260118T093015
            FREQ=WEEKLY;BYDAY=SA,SU;COUNT=2
              Sa 20260110T093015, Su 20260111T093015
            FREQ=DAILY;BYHOUR=9
              Tu 20260106T093015, We 20260107T093015, Th 20260108T093015, Fr 20260109T093015
            FREQ=DAILY;BYHOUR=9;BYMINUTE=0
              We 20260107T090015, Th 20260108T090015, Fr 20260109T090015, Sa 20260110T090015
            FREQ=MONTHLY;BYMONTHDAY=31
              Sa 20260131T093015, Tu 20260331T093015, Su 20260531T093015, Fr 20260731T093015
        "#]],
    );
}

#[test]
fn a_stretch_far_from_the_start_costs_what_it_holds() {
    let (start, from) = (instant("19700101T000000"), instant("90000101T000000"));
    for text in [
        "FREQ=SECONDLY;INTERVAL=7",
        "FREQ=MINUTELY;INTERVAL=7;BYDAY=MO",
        "FREQ=HOURLY;INTERVAL=5;BYMONTH=1",
        "FREQ=DAILY;INTERVAL=3;BYMONTHDAY=1,2,3",
        "FREQ=WEEKLY;INTERVAL=2;BYMONTH=1",
        "FREQ=MONTHLY;BYDAY=-1SA",
        "FREQ=YEARLY;BYYEARDAY=10",
    ] {
        let rule = rule(text);
        let found = expand(&rule, start, from, from + 7 * 86_400, 1_000_000).unwrap();
        let many = found.starts.len() as u32;
        assert!(found.steps < 400 + 3 * many, "{text}: {} steps", found.steps);
        // COUNT is known only to who counts from the start.
        let counted = model::recurrence::Recurrence { count: Some(u32::MAX), ..rule };
        let counted = expand(&counted, start, from, from + 7 * 86_400, STEPS);
        assert!(counted.is_ok_and(|counted| counted.starts == found.starts) || many > 10, "{text}");
    }
}

#[test]
fn a_rule_ends_with_its_count_its_until_or_the_calendar() {
    let start = instant("20260103T000000");
    let ends = |text: &str, days: i64| {
        let to = start + days * 86_400;
        expand(&rule(text), start, start, to, STEPS).unwrap().ends
    };
    assert!(!ends("FREQ=DAILY", 10));
    assert!(ends("FREQ=DAILY;COUNT=10", 10));
    assert!(!ends("FREQ=DAILY;COUNT=11", 10));
    assert!(ends("FREQ=DAILY;UNTIL=20260112T000000Z", 10));
    assert!(!ends("FREQ=DAILY;UNTIL=20260113T000000Z", 10));
    assert!(ends("FREQ=YEARLY", 366 * 8000));
    let found = expand(&rule("FREQ=SECONDLY"), start, start, start + 1000, 999);
    assert_eq!(found, Err(TooMany));
}
