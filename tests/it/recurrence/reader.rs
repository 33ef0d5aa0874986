//! Reads text as rules, and reports errors of invalid texts.

use cli::english;
use expect_test::{Expect, expect};
use scenario::calendar::rrule::parse;
use std::fmt::Write as _;

/// Each text, what is wrong with it and where, how it was read, and whether a rule was understood.
fn check(texts: &[&str], expected: Expect) {
    let mut said = String::new();
    for text in texts {
        let read = parse(text);
        writeln!(said, "{text}").unwrap();
        for wrong in &read.wrong {
            let at = &text[wrong.at.clone()];
            writeln!(
                said,
                "  {:?} “{at}”: {} {}",
                wrong.at,
                english::text(&wrong.message),
                english::hint(&wrong.message)
            )
            .unwrap();
        }
        for note in &read.notes {
            let at = &text[note.at.clone()];
            let reading = english::text(&note.reading.message());
            writeln!(said, "  {:?} “{at}”: {reading}", note.at).unwrap();
        }
        let understood = read.rule.is_some();
        if understood == read.wrong.is_empty() {
            continue;
        }
        writeln!(said, "  understood: {understood}").unwrap();
    }
    // Lines without a hint end in a space.
    let said: String = said.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    expected.assert_eq(&said);
}

/// Asserts that all of them are one rule.
fn assert_same(texts: &[&str]) {
    let first = parse(texts[0]);
    assert_eq!(first.wrong, []);
    assert!(first.rule.is_some());
    for text in texts {
        assert_eq!(parse(text).rule, first.rule, "{text}");
    }
}

#[test]
fn prefix_case_space_order_and_a_last_semicolon_do_not_count() {
    assert_same(&[
        "FREQ=WEEKLY;BYDAY=SA,SU",
        "RRULE:FREQ=WEEKLY;BYDAY=SA,SU",
        "rrule : freq=weekly;byday=sa,su",
        "  FREQ = WEEKLY ; BYDAY = SA , SU ; ",
        "BYDAY=SU,SA;FREQ=WEEKLY;",
        "FREQ=WEEKLY;BYDAY=SA,SU,SA;INTERVAL=1;WKST=MO\n",
    ]);
    assert_same(&["FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=MONTHLY;BYDAY=-01fr,+1mo"]);
    assert_same(&["FREQ=DAILY;BYSECOND=59", "FREQ=DAILY;BYSECOND=59,60"]);
}

#[test]
fn a_rule_has_all_parts() {
    let text = "FREQ=YEARLY;INTERVAL=2;COUNT=7;WKST=SU;BYSECOND=1,0;BYMINUTE=30;BYHOUR=2,1;BYDAY=SU,MO;BYMONTHDAY=-1,1;\
                BYYEARDAY=100,-366;BYWEEKNO=53,-1;BYMONTH=12,1;BYSETPOS=-1,3";
    expect![[r#"
        Ok(
            Recurrence {
                frequency: Yearly,
                interval: 2,
                count: Some(
                    7,
                ),
                until: None,
                week_start: 6,
                by_second: [
                    0,
                    1,
                ],
                by_minute: [
                    30,
                ],
                by_hour: [
                    1,
                    2,
                ],
                by_day: [
                    WeekdayNum {
                        nth: None,
                        weekday: 0,
                    },
                    WeekdayNum {
                        nth: None,
                        weekday: 6,
                    },
                ],
                by_month_day: [
                    -1,
                    1,
                ],
                by_year_day: [
                    -366,
                    100,
                ],
                by_week_no: [
                    -1,
                    53,
                ],
                by_month: [
                    1,
                    12,
                ],
                by_set_pos: [
                    -1,
                    3,
                ],
            },
        )
    "#]]
    .assert_eq(&shown(text));
}

fn shown(text: &str) -> String {
    format!("{:#?}\n", parse(text).valid())
}

#[test]
fn until_has_three_forms() {
    assert_same(&[
        "FREQ=DAILY;UNTIL=20261231T235959Z",
        "FREQ=DAILY;UNTIL=20261231T235959",
        "FREQ=DAILY;UNTIL=20261231",
        "freq=daily;until=20261231t235960z",
    ]);
    check(
        &[
            "FREQ=DAILY;UNTIL=20261231T235959Z",
            "FREQ=DAILY;UNTIL=20261231T235959",
            "FREQ=DAILY;UNTIL=20261231",
            "FREQ=DAILY;UNTIL=20261231T235960",
            "FREQ=DAILY;UNTIL=20240229",
            "FREQ=DAILY;UNTIL=20260229",
            "FREQ=DAILY;UNTIL=20261301T000000Z",
            "FREQ=DAILY;UNTIL=20261231T240000Z",
            "FREQ=DAILY;UNTIL=2026-12-31T23:59:59Z",
            "FREQ=DAILY;UNTIL=20261231T235959+01",
            "FREQ=DAILY;UNTIL=20261231T2359Z",
            "FREQ=DAILY;UNTIL=2026",
            "FREQ=DAILY;UNTIL=２０２６1231",
        ],
        expect![[r#"
            FREQ=DAILY;UNTIL=20261231T235959Z
            FREQ=DAILY;UNTIL=20261231T235959
              17..32 “20261231T235959”: UNTIL without a Z is read as UTC.
            FREQ=DAILY;UNTIL=20261231
              17..25 “20261231”: UNTIL without a time is read as 23:59:59Z of that day.
            FREQ=DAILY;UNTIL=20261231T235960
              17..32 “20261231T235960”: UNTIL without a Z is read as UTC.
              17..32 “20261231T235960”: Second 60 is read as second 59.
            FREQ=DAILY;UNTIL=20240229
              17..25 “20240229”: UNTIL without a time is read as 23:59:59Z of that day.
            FREQ=DAILY;UNTIL=20260229
              17..25 “20260229”: UNTIL names a day that is in no calendar. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=20261301T000000Z
              17..33 “20261301T000000Z”: UNTIL names a day that is in no calendar. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=20261231T240000Z
              17..33 “20261231T240000Z”: UNTIL names a time that is on no clock. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=2026-12-31T23:59:59Z
              17..37 “2026-12-31T23:59:59Z”: UNTIL is not of the form of a date or of a date with a time. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=20261231T235959+01
              17..35 “20261231T235959+01”: UNTIL is not of the form of a date or of a date with a time. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=20261231T2359Z
              17..31 “20261231T2359Z”: UNTIL is not of the form of a date or of a date with a time. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=2026
              17..21 “2026”: UNTIL is not of the form of a date or of a date with a time. Write it like 20261231T235959Z.
            FREQ=DAILY;UNTIL=２０２６1231
              17..33 “２０２６1231”: UNTIL is not of the form of a date or of a date with a time. Write it like 20261231T235959Z.
        "#]],
    );
}

#[test]
fn unreadable_rules_are_reported_with_their_place() {
    check(
        &[
            "",
            "RRULE:;",
            "weekends",
            "FREQ=WEEKLY;;BYDAY=SA",
            "BYDAY=SA,SU",
            "FREQ=;BYDAY=SA",
            "FREQ",
            "FREQ=DAY",
            "FREQ=ANNUALLY",
            "FREQ=FORTNIGHTLY",
            "FREQ=WEEKLY;FREQ=DAILY",
            "FREQ=WEEKLY;BYDAYS=SA",
            "FREQ=WEEKLY;BYWEEKDAY=SA",
            "FREQ=WEEKLY;X-COLOR=RED",
            "FREQ=YEARLY;BYEASTER=0",
            "DTSTART:20260103T000000Z\nRRULE:FREQ=WEEKLY",
            "FREQ=DAILY;EXDATE=20260103",
            "FREQ=WEEKLY;BYDAY=Saturday,SUN,1MON,XX,,S",
            "FREQ=WEEKLY;WKST=Sunday",
            "FREQ=MONTHLY;BYDAY=0MO,54MO,-54SU,--1MO,1-MO,1,+TU",
            "FREQ=DAILY;INTERVAL=0",
            "FREQ=DAILY;INTERVAL=-1;COUNT=x",
            "FREQ=DAILY;INTERVAL=+1;COUNT=1.5",
            "FREQ=DAILY;COUNT=99999999999999999999999999999999999",
            "FREQ=DAILY;BYHOUR=24,-1,+1,007;BYMINUTE=60;BYSECOND=61",
            "FREQ=YEARLY;BYMONTH=0,13,JAN;BYMONTHDAY=0,32,-32;BYYEARDAY=367;BYWEEKNO=54,0",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0,367",
            "FREQ=ＷＥＥＫＬＹ;BYDAY=土,日",
        ],
        expect![[r#"

              0..0 “”: There is no rule. Write for example FREQ=WEEKLY;BYDAY=SA,SU.
            RRULE:;
              0..7 “RRULE:;”: There is no rule. Write for example FREQ=WEEKLY;BYDAY=SA,SU.
            weekends
              0..8 “weekends”: “weekends” isn't a valid part of a rule. Remove it.
              0..8 “weekends”: The rule does not say FREQ. Begin with FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY or FREQ=YEARLY.
            FREQ=WEEKLY;;BYDAY=SA
              12..12 “”: There is no part between two semicolons. Remove one of them.
            BYDAY=SA,SU
              0..11 “BYDAY=SA,SU”: The rule does not say FREQ. Begin with FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY or FREQ=YEARLY.
            FREQ=;BYDAY=SA
              0..5 “FREQ=”: FREQ has no value. Write one, or remove the part.
            FREQ
              0..4 “FREQ”: FREQ has no value. Write one, or remove the part.
            FREQ=DAY
              5..8 “DAY”: “DAY” isn't a valid frequency. Is DAILY meant?
            FREQ=ANNUALLY
              5..13 “ANNUALLY”: “ANNUALLY” isn't a valid frequency. Is YEARLY meant?
            FREQ=FORTNIGHTLY
              5..16 “FORTNIGHTLY”: “FORTNIGHTLY” isn't a valid frequency. Write DAILY, WEEKLY, MONTHLY or YEARLY.
            FREQ=WEEKLY;FREQ=DAILY
              12..22 “FREQ=DAILY”: FREQ stands here more than once. Remove one of them.
            FREQ=WEEKLY;BYDAYS=SA
              12..21 “BYDAYS=SA”: “BYDAYS” isn't a valid part of a rule. Is BYDAY meant?
            FREQ=WEEKLY;BYWEEKDAY=SA
              12..24 “BYWEEKDAY=SA”: “BYWEEKDAY” isn't a valid part of a rule. Is BYDAY meant?
            FREQ=WEEKLY;X-COLOR=RED
              12..23 “X-COLOR=RED”: “X-COLOR” isn't a valid part of a rule. Remove it.
            FREQ=YEARLY;BYEASTER=0
              12..22 “BYEASTER=0”: BYEASTER isn't part of RFC 5545; some programs have it as an extension. Name the days by BYMONTH and BYMONTHDAY, or as exclusions of their own.
            DTSTART:20260103T000000Z
            RRULE:FREQ=WEEKLY
              0..42 “DTSTART:20260103T000000Z
            RRULE:FREQ=WEEKLY”: In a calendar, this is a property beside the rule, not a part of it. Leave it out: the first window says when the rule starts.
              0..42 “DTSTART:20260103T000000Z
            RRULE:FREQ=WEEKLY”: The rule does not say FREQ. Begin with FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY or FREQ=YEARLY.
            FREQ=DAILY;EXDATE=20260103
              11..26 “EXDATE=20260103”: In a calendar, this is a property beside the rule, not a part of it. Leave it out, and write an exclusion.
            FREQ=WEEKLY;BYDAY=Saturday,SUN,1MON,XX,,S
              18..26 “Saturday”: “Saturday” isn't a valid weekday. Is SA meant?
              27..30 “SUN”: “SUN” isn't a valid weekday. Is SU meant?
              31..35 “1MON”: “1MON” isn't a valid weekday. Is 1MO meant?
              36..38 “XX”: “XX” isn't a valid weekday. Weekdays are MO, TU, WE, TH, FR, SA and SU.
              39..39 “”: A weekday is missing beside a comma. Remove the comma.
              40..41 “S”: “S” isn't a valid weekday. Weekdays are MO, TU, WE, TH, FR, SA and SU.
            FREQ=WEEKLY;WKST=Sunday
              17..23 “Sunday”: “Sunday” isn't a valid weekday. Is SU meant?
            FREQ=MONTHLY;BYDAY=0MO,54MO,-54SU,--1MO,1-MO,1,+TU
              19..22 “0MO”: The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “0”. 1 is the first of the month or year, -1 the last.
              23..27 “54MO”: The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “54”. 1 is the first of the month or year, -1 the last.
              28..33 “-54SU”: The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “-54”. 1 is the first of the month or year, -1 the last.
              34..39 “--1MO”: The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “--1”. 1 is the first of the month or year, -1 the last.
              40..44 “1-MO”: The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “1-”. 1 is the first of the month or year, -1 the last.
              45..46 “1”: “1” isn't a valid weekday. Weekdays are MO, TU, WE, TH, FR, SA and SU.
              47..50 “+TU”: The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “+”. 1 is the first of the month or year, -1 the last.
            FREQ=DAILY;INTERVAL=0
              20..21 “0”: INTERVAL is a whole number from 1, and not “0”. Leave it out, or write a number like 2.
            FREQ=DAILY;INTERVAL=-1;COUNT=x
              20..22 “-1”: INTERVAL is a whole number from 1, and not “-1”. Leave it out, or write a number like 2.
              29..30 “x”: COUNT is a whole number from 1, and not “x”. Leave it out, or write a number like 2.
            FREQ=DAILY;INTERVAL=+1;COUNT=1.5
              20..22 “+1”: INTERVAL is a whole number from 1, and not “+1”. Leave it out, or write a number like 2.
              29..32 “1.5”: COUNT is a whole number from 1, and not “1.5”. Leave it out, or write a number like 2.
            FREQ=DAILY;COUNT=99999999999999999999999999999999999
              17..52 “99999999999999999999999999999999999”: COUNT is more than 4294967295. Leave it out, or write a smaller number.
            FREQ=DAILY;BYHOUR=24,-1,+1,007;BYMINUTE=60;BYSECOND=61
              18..20 “24”: BYHOUR has numbers from 0 to 23, and not “24”. Is 0 meant?
              21..23 “-1”: BYHOUR has numbers from 0 to 23, and not “-1”. Hours are those of UTC, and 0 is midnight.
              24..26 “+1”: BYHOUR has numbers from 0 to 23, and not “+1”. Hours are those of UTC, and 0 is midnight.
              27..30 “007”: BYHOUR has numbers from 0 to 23, and not “007”. Hours are those of UTC, and 0 is midnight.
              40..42 “60”: BYMINUTE has numbers from 0 to 59, and not “60”. Is 0 meant?
              52..54 “61”: BYSECOND has numbers from 0 to 60, and not “61”. Write for example 0.
            FREQ=YEARLY;BYMONTH=0,13,JAN;BYMONTHDAY=0,32,-32;BYYEARDAY=367;BYWEEKNO=54,0
              20..21 “0”: BYMONTH has numbers from 1 to 12, and not “0”. 1 is January.
              22..24 “13”: BYMONTH has numbers from 1 to 12, and not “13”. 1 is January.
              25..28 “JAN”: BYMONTH has numbers from 1 to 12, and not “JAN”. 1 is January.
              40..41 “0”: BYMONTHDAY has numbers from 1 to 31 and from -31 to -1, and not “0”. -1 is the last day of a month.
              42..44 “32”: BYMONTHDAY has numbers from 1 to 31 and from -31 to -1, and not “32”. -1 is the last day of a month.
              45..48 “-32”: BYMONTHDAY has numbers from 1 to 31 and from -31 to -1, and not “-32”. -1 is the last day of a month.
              59..62 “367”: BYYEARDAY has numbers from 1 to 366 and from -366 to -1, and not “367”. -1 is the last day of a year.
              72..74 “54”: BYWEEKNO has numbers from 1 to 53 and from -53 to -1, and not “54”. -1 is the last week of a year.
              75..76 “0”: BYWEEKNO has numbers from 1 to 53 and from -53 to -1, and not “0”. -1 is the last week of a year.
            FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0,367
              31..32 “0”: BYSETPOS has numbers from 1 to 366 and from -366 to -1, and not “0”. -1 is the last of what the other parts name.
              33..36 “367”: BYSETPOS has numbers from 1 to 366 and from -366 to -1, and not “367”. -1 is the last of what the other parts name.
            FREQ=ＷＥＥＫＬＹ;BYDAY=土,日
              5..23 “ＷＥＥＫＬＹ”: “ＷＥＥＫＬＹ” isn't a valid frequency. Write DAILY, WEEKLY, MONTHLY or YEARLY.
              30..33 “土”: “土” isn't a valid weekday. Weekdays are MO, TU, WE, TH, FR, SA and SU.
              34..37 “日”: “日” isn't a valid weekday. Weekdays are MO, TU, WE, TH, FR, SA and SU.
        "#]],
    );
}

#[test]
fn forbidden_combinations_are_still_read() {
    check(
        &[
            "FREQ=WEEKLY;BYDAY=1MO,TU",
            "FREQ=DAILY;BYDAY=-1SU",
            "FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO",
            "FREQ=WEEKLY;BYMONTHDAY=1",
            "FREQ=DAILY;BYYEARDAY=1",
            "FREQ=MONTHLY;BYYEARDAY=1;BYWEEKNO=2",
            "FREQ=HOURLY;BYYEARDAY=1;BYMONTHDAY=1;BYDAY=MO",
            "FREQ=MONTHLY;BYSETPOS=1",
            "FREQ=DAILY;COUNT=3;UNTIL=20261231T000000Z",
            "UNTIL=20261231T000000Z;FREQ=WEEKLY;COUNT=3;BYSETPOS=1;BYWEEKNO=1;BYYEARDAY=1;BYMONTHDAY=1;BYDAY=1MO",
            "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        ],
        expect![[r#"
            FREQ=WEEKLY;BYDAY=1MO,TU
              18..21 “1MO”: Weekdays have ordinals only where FREQ is MONTHLY or YEARLY. Remove the number, or write FREQ=MONTHLY.
              understood: true
            FREQ=DAILY;BYDAY=-1SU
              17..21 “-1SU”: Weekdays have ordinals only where FREQ is MONTHLY or YEARLY. Remove the number, or write FREQ=MONTHLY.
              understood: true
            FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO
              30..33 “1MO”: Weekdays have no ordinals where BYWEEKNO says which week. Remove the number.
              understood: true
            FREQ=WEEKLY;BYMONTHDAY=1
              12..24 “BYMONTHDAY=1”: BYMONTHDAY does not stand with FREQ=WEEKLY. Write FREQ=MONTHLY or FREQ=DAILY.
              understood: true
            FREQ=DAILY;BYYEARDAY=1
              11..22 “BYYEARDAY=1”: BYYEARDAY does not stand with FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY. Write FREQ=YEARLY.
              understood: true
            FREQ=MONTHLY;BYYEARDAY=1;BYWEEKNO=2
              13..24 “BYYEARDAY=1”: BYYEARDAY does not stand with FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY. Write FREQ=YEARLY.
              25..35 “BYWEEKNO=2”: BYWEEKNO stands only with FREQ=YEARLY. Write FREQ=YEARLY.
              understood: true
            FREQ=HOURLY;BYYEARDAY=1;BYMONTHDAY=1;BYDAY=MO
            FREQ=MONTHLY;BYSETPOS=1
              13..23 “BYSETPOS=1”: BYSETPOS chooses among what other BY parts name, and there is none. Add BYDAY or another of them, or remove BYSETPOS.
              understood: true
            FREQ=DAILY;COUNT=3;UNTIL=20261231T000000Z
              19..41 “UNTIL=20261231T000000Z”: COUNT and UNTIL do not stand in one rule. Remove one of them.
              understood: true
            UNTIL=20261231T000000Z;FREQ=WEEKLY;COUNT=3;BYSETPOS=1;BYWEEKNO=1;BYYEARDAY=1;BYMONTHDAY=1;BYDAY=1MO
              35..42 “COUNT=3”: COUNT and UNTIL do not stand in one rule. Remove one of them.
              54..64 “BYWEEKNO=1”: BYWEEKNO stands only with FREQ=YEARLY. Write FREQ=YEARLY.
              65..76 “BYYEARDAY=1”: BYYEARDAY does not stand with FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY. Write FREQ=YEARLY.
              77..89 “BYMONTHDAY=1”: BYMONTHDAY does not stand with FREQ=WEEKLY. Write FREQ=MONTHLY or FREQ=DAILY.
              96..99 “1MO”: Weekdays have ordinals only where FREQ is MONTHLY or YEARLY. Remove the number, or write FREQ=MONTHLY.
              understood: true
            FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30
        "#]],
    );
}

#[test]
fn no_text_is_too_much() {
    let long = |part: &str, many: usize| format!("FREQ=DAILY;{}", part.repeat(many));
    for text in [
        long("BYDAY=", 100_000),
        long(";", 16_000),
        long("X=1;", 4000),
        format!("FREQ=DAILY;BYHOUR={}", "99,".repeat(5000)),
        format!("FREQ=DAILY;BYDAY={}", "é,".repeat(5000)),
        format!("FREQ=DAILY;COUNT={}", "9".repeat(16_000)),
        format!("FREQ=DAILY;BYHOUR={}", "0".repeat(16_000)),
        "=".repeat(1000),
        "\u{0}\u{feff}FREQ=DAILY".to_owned(),
    ] {
        let read = parse(&text);
        assert!(read.rule.is_none());
        assert!((1..=100).contains(&read.wrong.len()));
        for wrong in &read.wrong {
            let message = english::text(&wrong.message);
            let hint = english::hint(&wrong.message);
            assert!(text.get(wrong.at.clone()).is_some() && hint.ends_with(['.', '?']));
            assert!(message.len() < 200 && message.ends_with('.'), "{message}");
        }
    }
    // A long list is not an error by itself.
    let all: Vec<String> =
        (-366..=366).filter(|no| *no != 0).map(|no: i32| no.to_string()).collect();
    let read = parse(&format!("FREQ=YEARLY;BYYEARDAY={0};BYSETPOS={0}", all.join(",")));
    assert_eq!(read.valid().unwrap().by_set_pos.len(), 732);
}
