//! Policies: what is refused, where, and with which words; and when windows open.

use std::fmt::Write as _;

use expect_test::expect;
use scenario::calendar::zone::{Utc, Zone, shifts, to_utc};
use scenario::calendar::{Edition, compile, notes, report, text};
use scenario::diagnostic::Diagnostic;
use scenario::instant;
use serde_json::{Value, json};

use super::{MONDAY, context, look, pasted, policy, told};

#[test]
fn windows_in_a_sentence() {
    let mut all = String::new();
    for window in [
        "2026-01-05T02:00:00Z/2026-01-05T06:00:00Z FREQ=DAILY",
        "2026-01-05T22:00:00Z/2026-01-06T04:00:00Z FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "2026-01-05T00:00:00Z/2026-01-06T00:00:00Z FREQ=DAILY",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=WEEKLY;INTERVAL=2;BYDAY=SA",
        "2026-01-05T00:00:00Z/2026-01-07T00:00:00Z FREQ=MONTHLY;BYDAY=-1SA",
        "2026-01-05T00:00:00Z/2026-01-07T00:00:00Z FREQ=MONTHLY;BYSETPOS=1;BYDAY=SA,SU",
        "2026-01-05T00:00:00Z/2026-01-07T00:00:00Z FREQ=MONTHLY",
        "2026-01-05T00:00:00Z/2026-01-07T00:00:00Z FREQ=YEARLY",
        "2026-01-05T00:00:00Z/2026-01-07T00:00:00Z FREQ=YEARLY;BYWEEKNO=20,30",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20271231",
        "2026-01-03T00:00:00Z/2026-01-04T00:00:00Z FREQ=WEEKLY;BYDAY=SA,SU",
        "2026-01-05T23:00:00Z/2026-01-06T05:00:00Z FREQ=WEEKLY",
        "2026-02-28T00:00:00Z/2026-03-02T00:00:00Z FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "2026-01-31T00:00:00Z/2026-02-02T00:00:00Z FREQ=MONTHLY",
        "2024-02-29T00:00:00Z/2024-03-02T00:00:00Z FREQ=YEARLY",
        "2026-01-05T00:00:00Z/2026-01-07T00:00:00Z FREQ=MONTHLY;BYSETPOS=1,3;BYDAY=SA",
        "2026-01-05T00:00:00Z/2026-01-05T12:00:00Z FREQ=WEEKLY;BYDAY=MO;UNTIL=20260105",
    ] {
        let policy = pasted(window).policy;
        write!(all, "{}", told(&look(&policy, context(Edition::Y2026, MONDAY)))).unwrap();
    }
    expect![[r#"
        Open every day from 02:00 to 06:00 UTC, 4 h each.
          trap/starts-later: Nothing opens before 2026-01-05T02:00:00Z.
        Open every week on Monday, Tuesday, Wednesday, Thursday and Friday from 22:00 to 04:00 UTC, 6 h each.
          trap/starts-later: Nothing opens before 2026-01-05T22:00:00Z.
        Open all the time: each occurrence lasts until the next one begins, or longer.
        Open every 2 weeks on Saturday from 00:00 UTC, 8 h each.
          trap/first-start: The start is Monday 2026-01-05T00:00:00Z, when the rule opens nothing; the first window opens on Saturday 2026-01-10T00:00:00Z.
        Open every month on the last Saturday from 00:00 UTC, 48 h each.
          trap/first-start: The start is Monday 2026-01-05T00:00:00Z, when the rule opens nothing; the first window opens on Saturday 2026-01-31T00:00:00Z.
        Open every month on the first of these days: Saturday and Sunday from 00:00 UTC, 48 h each.
          trap/set-position: BYSETPOS chooses among all listed days of the period: 1 is the first of these days, not the first weekend.
          trap/first-start: The start is Monday 2026-01-05T00:00:00Z, when the rule opens nothing; the first window opens on Sunday 2026-02-01T00:00:00Z.
        Open every month on the 5th from 00:00 UTC, 48 h each.
        Open every year on 5 January from 00:00 UTC, 48 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 92 days from 2026-01-07T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2026). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          fix: Let it recur by FREQ=WEEKLY;BYDAY=MO. FREQ=WEEKLY;BYDAY=MO 2026-01-05T00:00:00Z/2026-01-07T00:00:00Z (192 h, 624 h)
        Open every year on every day of week 20 and week 30 from 00:00 UTC, 48 h each. Some occurrences reach into the next one, and are one opening with it.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 92 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2026). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/overlap: Windows of 48 h begin 24 h apart, so they overlap for 24 h and are open for 8 days in one piece.
          trap/first-start: The start is Monday 2026-01-05T00:00:00Z, when the rule opens nothing; the first window opens on Monday 2026-05-11T00:00:00Z.
          fix: Let it recur by FREQ=WEEKLY;BYDAY=MO. FREQ=WEEKLY;BYDAY=MO 2026-01-05T00:00:00Z/2026-01-07T00:00:00Z (192 h, 624 h)
        Open every week on Monday and Thursday from 00:00 to 08:00 UTC, 8 h each, until 2027-12-31.
          trap/until-day: It is read as the end of that day, 2027-12-31T23:59:59Z.
          trap/ends: After 2027-12-31T23:59:59Z none opens, and GKE asks for availability then as before.
        Open every week from Saturday 00:00 to Monday 00:00 UTC, 48 h in one piece. Saturday's occurrence ends on Sunday at 00:00, but Sunday starts another 24 h at 00:00, and that one ends on Monday.
        Open every week on Monday from 23:00 to 05:00 UTC, 6 h each.
          trap/starts-later: Nothing opens before 2026-01-05T23:00:00Z.
        Never open in the year that is shown.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 92 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2026). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/missing-date: One month of the year has no day 30; no window opens in it.
          trap/starts-later: Nothing opens before 2026-02-28T00:00:00Z.
          fix: Leave BYMONTH out. FREQ=YEARLY;BYMONTHDAY=30 2026-02-28T00:00:00Z/2026-03-02T00:00:00Z (0 h, 48 h)
        Open every month on the 31st from 00:00 UTC, 48 h each.
          trap/missing-date: 5 months of the year have no day 31; no window opens in them. BYMONTHDAY=-1 is the last day of every month.
          trap/starts-later: Nothing opens before 2026-01-31T00:00:00Z.
        Never open in the year that is shown.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 92 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2026). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/missing-date: February has a day 29 in leap years only; in other years no window opens in it.
          fix: Let it recur by FREQ=WEEKLY;BYDAY=TH. FREQ=WEEKLY;BYDAY=TH 2024-02-29T00:00:00Z/2024-03-02T00:00:00Z (192 h, 624 h)
        Open every month on the first Saturday and the third Saturday from 00:00 UTC, 48 h each.
          trap/first-start: The start is Monday 2026-01-05T00:00:00Z, when the rule opens nothing; the first window opens on Saturday 2026-01-17T00:00:00Z.
        Open every week on Monday from 00:00 to 12:00 UTC, 12 h each, until 2026-01-05.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 92 days from 2026-01-05T12:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2026). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/until-day: It is read as the end of that day, 2026-01-05T23:59:59Z.
          trap/ends: After 2026-01-05T23:59:59Z none opens, and GKE asks for availability then as before.
          fix: Leave UNTIL out, so that windows do not end. FREQ=WEEKLY;BYDAY=MO 2026-01-05T00:00:00Z/2026-01-05T12:00:00Z (48 h, 156 h)
    "#]].assert_eq(&all);
}

/// Times come from BYHOUR if the rule has it, and a day must match all parts at once.
#[test]
fn sentences_of_rules_with_many_parts() {
    let mut all = String::new();
    for (first, rules) in [
        (
            "2026-01-05T02:00:00Z/2026-01-05T08:00:00Z",
            &[
                "FREQ=MONTHLY;BYDAY=1SA;BYHOUR=4",
                "FREQ=MONTHLY;BYDAY=SA;BYHOUR=4,14",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;BYHOUR=22",
                "FREQ=WEEKLY;BYDAY=MO;BYHOUR=2,14",
                "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
                "FREQ=MONTHLY;BYSETPOS=1;BYMONTHDAY=1,2,3",
                "FREQ=MONTHLY;BYMONTHDAY=21,22,-2,-21",
                "FREQ=MONTHLY;BYHOUR=1,2,3;BYSETPOS=2",
                "FREQ=DAILY;BYMONTHDAY=1,2;BYDAY=SA",
                "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
                "FREQ=YEARLY;BYDAY=MO",
                "FREQ=YEARLY;BYMONTHDAY=5",
                "FREQ=YEARLY;BYYEARDAY=-1",
                "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO,TU",
                "FREQ=YEARLY;BYHOUR=1,2,3,4,5,6",
                "FREQ=DAILY;COUNT=1",
            ][..],
        ),
        ("2026-01-05T02:00:00Z/2036-01-05T08:00:00Z", &["FREQ=YEARLY", "FREQ=YEARLY;COUNT=1"][..]),
    ] {
        for rule in rules {
            let report = look(
                &pasted(&format!("{first} {rule}")).policy,
                context(Edition::Y2025, secs("2026-01-05T02:00:00Z")),
            );
            let said =
                report.understood.map(|understood| cli::english::text(&understood.sentence.says));
            writeln!(all, "{rule}: {}", said.unwrap_or_default()).unwrap();
        }
    }
    expect![[r#"
        FREQ=MONTHLY;BYDAY=1SA;BYHOUR=4: Open every month on the first Saturday from 04:00 UTC, 6 h each.
        FREQ=MONTHLY;BYDAY=SA;BYHOUR=4,14: Open every month on every Saturday from 04:00 and 14:00 UTC, 6 h each.
        FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;BYHOUR=22: Open every 2 weeks on Monday and Tuesday from 22:00 UTC, 6 h each.
        FREQ=WEEKLY;BYDAY=MO;BYHOUR=2,14: Open every week: Monday 02:00 to Monday 08:00 and Monday 14:00 to Monday 20:00 UTC.
        FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR: Open every month on the 13th where it is also Friday from 02:00 UTC, 6 h each.
        FREQ=MONTHLY;BYSETPOS=1;BYMONTHDAY=1,2,3: Open every month on the first of these days: the 1st, the 2nd and the 3rd from 02:00 UTC, 6 h each.
        FREQ=MONTHLY;BYMONTHDAY=21,22,-2,-21: Open every month on the 21st to last day, the second to last day, the 21st and the 22nd from 02:00 UTC, 6 h each.
        FREQ=MONTHLY;BYHOUR=1,2,3;BYSETPOS=2: Open every month on the second time from 02:00 UTC, 6 h each.
        FREQ=DAILY;BYMONTHDAY=1,2;BYDAY=SA: Open every day where it is the 1st or the 2nd where it is also Saturday from 02:00 UTC, 6 h each.
        FREQ=DAILY;INTERVAL=2;BYDAY=MO: Open every 2 days where it is Monday from 02:00 UTC, 6 h each.
        FREQ=YEARLY;BYDAY=MO: Open every year on every Monday from 02:00 UTC, 6 h each.
        FREQ=YEARLY;BYMONTHDAY=5: Open every year on the 5th of any month from 02:00 UTC, 6 h each.
        FREQ=YEARLY;BYYEARDAY=-1: Open every year on the last day of the year from 02:00 UTC, 6 h each.
        FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO,TU: Open every year on a day of week 20 where it is also Monday or Tuesday from 02:00 UTC, 6 h each.
        FREQ=YEARLY;BYHOUR=1,2,3,4,5,6: Open every year on 5 January from 6 times of day between 01:00 and 06:00 UTC, 6 h each.
        FREQ=DAILY;COUNT=1: Open every day from 02:00 to 08:00 UTC, 6 h each, 1 occurrence in all.
        FREQ=YEARLY: Open all the time: each occurrence lasts until the next one begins, or longer.
        FREQ=YEARLY;COUNT=1: Open all the time that is shown, 1 occurrence in all.
    "#]].assert_eq(&all);
}

/// Clocks that change move the times by which a window is known, and days of rules are days of UTC.
#[test]
fn times_are_those_of_now() {
    struct Oslo;
    impl Zone for Oslo {
        fn name(&self) -> &'static str {
            "Europe/Oslo"
        }
        fn offset(&self, at: i64) -> i64 {
            let summer = secs("2026-03-29T01:00:00Z")..secs("2026-10-25T01:00:00Z");
            3600 + i64::from(summer.contains(&at)) * 3600
        }
    }
    let mut all = String::new();
    for (window, now) in [
        ("2019-01-05T05:00:00Z/2019-01-05T11:00:00Z FREQ=WEEKLY;BYDAY=SA", "2026-07-01"),
        ("2019-01-05T05:00:00Z/2019-01-05T11:00:00Z FREQ=WEEKLY;BYDAY=SA", "2026-11-01"),
        ("2019-01-05T05:00:00Z/2019-01-05T11:00:00Z FREQ=MONTHLY;BYDAY=SA", "2026-07-01"),
        ("2026-11-07T23:30:00Z/2026-11-08T11:00:00Z FREQ=MONTHLY;BYDAY=SA", "2026-11-01"),
    ] {
        let context = context(Edition::Y2025, secs(&format!("{now}T00:00:00Z")));
        let report = report(&pasted(window).policy, context, &Oslo);
        let sentence = report.understood.map(|understood| understood.sentence);
        let (says, detail) =
            sentence.map_or_else(Default::default, |one| cli::english::sentence(&one));
        writeln!(all, "{says} {detail}|").unwrap();
    }
    expect![[r#"
        Open every week on Saturday from 07:00 to 13:00 Europe/Oslo, 6 h each. These are the times around 2026-07-20: the window keeps to UTC when the clocks of Europe/Oslo change.|
        Open every week on Saturday from 06:00 to 12:00 Europe/Oslo, 6 h each. |
        Open every month on every Saturday from 07:00 Europe/Oslo, 6 h each. These are the times around 2026-07-04: the window keeps to UTC when the clocks of Europe/Oslo change.|
        Open every month on every Saturday from 23:30 UTC, 11 h 30 min each. |
    "#]].assert_eq(&all);
}

/// MW-03, MW-13, MX-02, MX-05, MX-31, BS-22, BS-24 … BS-27, AM-24: with its place and what to write instead.
#[test]
fn errors_have_a_place() {
    let freeze = json!({"startTime": "2026-02-01", "endTime": "2026-02-03"});
    let mut all = String::new();
    for window in [
        json!({"dailyMaintenanceWindow": {"startTime": "2:00"}}),
        json!({"dailyMaintenanceWindow": {"startTime": "02:00"}, "recurringWindow": {}}),
        json!({"recurringWindow": {"window": {"startTime": "tomorrow", "endTime": ""}, "recurrence": ""}}),
        json!({"recurringMaintenanceWindow": {"windowStartTime": {"hours": 2}, "windowDuration": "14400s",
            "recurrence": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"}}),
        json!({"recurringMaintenanceWindow": {"windowStartTime": {"hours": 2}, "windowDuration": "14400s",
            "recurrence": "FREQ=WEEKLY"}}),
        json!({"recurringMaintenanceWindow": {"windowStartTime": {"hours": 2}, "windowDuration": "14400s",
            "recurrence": "FREQ=DAILY"}}),
        json!({"recurringMaintenanceWindow": {"delayUntil": {"year": 2026, "month": 2, "day": 30},
            "windowStartTime": {"hours": 25}, "windowDuration": "1h", "recurrence": "FREQ=DAILY"}}),
        json!({"recurringMaintenanceWindow": {"windowStartTime": {"hours": 2}, "windowDuration": "3600s",
            "recurrence": "FREQ=WEEKLY;BYDAY=SA"}}),
        json!({"maintenanceExclusions": {"a/b": {"startTime": "soon", "endTime": "2026-02-03"}}}),
        json!({"maintenanceExclusions": {"open": {"startTime": "2026-02-01"}}}),
        json!({"maintenanceExclusions": {"scope": {"startTime": "2026-02-01", "endTime": "2026-02-03",
            "maintenanceExclusionOptions": {"scope": "NOTHING", "endTimeBehavior": "SOMETIME"}}}}),
        json!({"maintenanceExclusions": {"a": freeze, "b": freeze, "c": freeze, "d": freeze}}),
    ] {
        let policy = policy(&json!({"window": window}));
        let report = look(&policy, context(Edition::Y2025, MONDAY));
        writeln!(all, "{window}").unwrap();
        for one in &report.findings {
            writeln!(all, "  {}", cli::english::finding(one)).unwrap();
        }
    }
    expect![[r#"
        {"dailyMaintenanceWindow":{"startTime":"2:00"}}
          error[window/daily-time] /window/dailyMaintenanceWindow/startTime: “2:00” isn't a valid time of day. Hint: Write HH:MM in UTC, from 00:00 to 23:59. (MW-13)
        {"dailyMaintenanceWindow":{"startTime":"02:00"},"recurringWindow":{}}
          error[window/two] /window: The policy has more than one window; a cluster has one. Hint: Leave one of them: the window that is set last replaces the one before. (MW-03)
        {"recurringWindow":{"recurrence":"","window":{"endTime":"","startTime":"tomorrow"}}}
          error[window/instant] /window/recurringWindow/window/startTime: “tomorrow” isn't a valid time. Hint: Write it like 2026-01-05T02:00:00Z, in UTC or with an offset. (BS-25)
          error[window/instant] /window/recurringWindow/window/endTime: The window has no endTime; its first occurrence gives time of day and length. Hint: Write it like 2026-01-05T02:00:00Z, in UTC or with an offset. (BS-25)
          error[window/recurrence] /window/recurringWindow/recurrence: There is no rule. Hint: Write for example FREQ=WEEKLY;BYDAY=SA,SU. (BS-24, AM-96)
        {"recurringMaintenanceWindow":{"recurrence":"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO","windowDuration":"14400s","windowStartTime":{"hours":2}}}
          error[window/delay-until] /window/recurringMaintenanceWindow/delayUntil: Without delayUntil it is open from which day this rule counts. Hint: Write delayUntil, a day in UTC: with INTERVAL above 1 and without BYDAY it is required. (BS-26)
        {"recurringMaintenanceWindow":{"recurrence":"FREQ=WEEKLY","windowDuration":"14400s","windowStartTime":{"hours":2}}}
          error[window/delay-until] /window/recurringMaintenanceWindow/delayUntil: Without delayUntil it is open from which day this rule counts. Hint: Write delayUntil, a day in UTC: with INTERVAL above 1 and without BYDAY it is required. (BS-26)
        {"recurringMaintenanceWindow":{"recurrence":"FREQ=DAILY","windowDuration":"14400s","windowStartTime":{"hours":2}}}
        {"recurringMaintenanceWindow":{"delayUntil":{"day":30,"month":2,"year":2026},"recurrence":"FREQ=DAILY","windowDuration":"1h","windowStartTime":{"hours":25}}}
          error[window/time-of-day] /window/recurringMaintenanceWindow/windowStartTime: This isn't a valid time of day. Hint: Hours from 0 to 23, minutes and seconds from 0 to 59. (BS-26)
        {"recurringMaintenanceWindow":{"recurrence":"FREQ=WEEKLY;BYDAY=SA","windowDuration":"3600s","windowStartTime":{"hours":2}}}
          error[window/too-short] /window/recurringMaintenanceWindow/windowDuration: Each window lasts 1 h; GKE asks for at least 4 h. Hint: Move the end so that it is 4 hours after the start. (BS-23, AM-90)
          error[window/availability] /window/recurringMaintenanceWindow: The window is open too seldom. In the 32 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
        {"maintenanceExclusions":{"a/b":{"endTime":"2026-02-03","startTime":"soon"}}}
          error[exclusion/instant] /window/maintenanceExclusions/a~1b/startTime: “soon” isn't a valid time. Hint: Write 2026-12-20T00:00:00Z, or a day as 2026-12-20. (AM-23)
        {"maintenanceExclusions":{"open":{"startTime":"2026-02-01"}}}
          error[exclusion/no-end] /window/maintenanceExclusions/open/endTime: The exclusion “open” has no end. Hint: Write 2026-12-20T00:00:00Z, or a day as 2026-12-20. (MX-31)
        {"maintenanceExclusions":{"scope":{"endTime":"2026-02-03","maintenanceExclusionOptions":{"endTimeBehavior":"SOMETIME","scope":"NOTHING"},"startTime":"2026-02-01"}}}
          error[exclusion/scope] /window/maintenanceExclusions/scope/maintenanceExclusionOptions/scope: “NOTHING” isn't a valid scope. Hint: NO_UPGRADES, NO_MINOR_UPGRADES or NO_MINOR_OR_NODE_UPGRADES. (MX-05)
          error[exclusion/end-time-behavior] /window/maintenanceExclusions/scope/maintenanceExclusionOptions/endTimeBehavior: “SOMETIME” isn't a valid endTimeBehavior. Hint: Leave it out, or write UNTIL_END_OF_SUPPORT. (BS-22)
          error[exclusion/two-ends] /window/maintenanceExclusions/scope/maintenanceExclusionOptions/endTimeBehavior: The exclusion “scope” has an end and a rule for its end. Hint: Keep one of endTime and endTimeBehavior. (BS-22)
        {"maintenanceExclusions":{"a":{"endTime":"2026-02-03","startTime":"2026-02-01"},"b":{"endTime":"2026-02-03","startTime":"2026-02-01"},"c":{"endTime":"2026-02-03","startTime":"2026-02-01"},"d":{"endTime":"2026-02-03","startTime":"2026-02-01"}}}
          error[exclusion/too-many-freezes] /window/maintenanceExclusions: There are 4 exclusions of scope NO_UPGRADES: a, b, c, d; a cluster has at most 3. Hint: Remove one, narrow its scope, or wait: from 2026-02-04T00:00:00Z on a is over and no longer counts. (MX-22, AM-52)
    "#]].assert_eq(&all);
}

/// BS-22: an end is one end, also where the API says that it has no other.
#[test]
fn an_end_without_a_behavior_is_one_end() {
    for (behavior, errors) in [("END_TIME_BEHAVIOR_UNSPECIFIED", 0), ("UNTIL_END_OF_SUPPORT", 1)] {
        let policy = policy(&json!({"window": {"maintenanceExclusions": {
            "a": {"startTime": "2026-02-01", "endTime": "2026-02-03",
                "maintenanceExclusionOptions": {"endTimeBehavior": behavior}}}}}));
        let report = look(&policy, context(Edition::Y2025, MONDAY));
        assert_eq!(report.findings.len(), errors, "{behavior}");
    }
}

/// MX-26, MX-27, AM-23, GF-4: to the second.
#[test]
fn limits_of_exclusions_to_the_second() {
    let rules = |end: &str, edition, end_of_support: Option<&str>| {
        let policy = policy(&json!({"window": {"maintenanceExclusions": {
            "a": {"startTime": "2023-04-20T00:00:00Z", "endTime": end,
                  "maintenanceExclusionOptions": {"scope": "NO_UPGRADES"}}}}}));
        let mut context = context(edition, secs("2023-04-01T00:00:00Z"));
        context.end_of_support = end_of_support.map(secs);
        let report = look(&policy, context);
        let ids = report.findings.iter().filter_map(|one| one.rules.first());
        ids.copied().collect::<Vec<_>>().join(" ")
    };
    use Edition::{Y2025, Y2026};
    assert_eq!(rules("2023-05-20T00:00:00Z", Y2025, None), "");
    assert_eq!(rules("2023-05-20T00:00:01Z", Y2025, None), "MX-22 MX-26");
    assert_eq!(rules("2023-07-19T00:00:00Z", Y2026, None), "");
    assert_eq!(rules("2023-07-19T00:00:01Z", Y2026, None), "MX-22 MX-26");
    let end = Some("2023-06-05T00:00:00Z");
    assert_eq!(rules("2023-06-05T00:00:00Z", Y2026, end), "");
    assert_eq!(rules("2023-06-05T00:00:01Z", Y2026, end), "MX-27");
    // A day is included.
    assert_eq!(rules("2023-06-04", Y2026, end), "");
    assert_eq!(rules("2023-06-05", Y2026, end), "MX-27");
}

fn secs(text: &str) -> i64 {
    instant::parse(text).expect("an instant") / 1000
}

/// Lisbon, with the clocks of 2026.
struct Lisbon;

impl Zone for Lisbon {
    fn name(&self) -> &'static str {
        "Europe/Lisbon"
    }
    fn offset(&self, at: i64) -> i64 {
        let summer = secs("2026-03-29T01:00:00Z")..secs("2026-10-25T01:00:00Z");
        if summer.contains(&at) { 3600 } else { 0 }
    }
}

/// MW-08, MW-10: entered in local time, stored in UTC.
#[test]
fn local_times_are_stored_in_utc() {
    let stored = |local: &str| instant::format(to_utc(&Lisbon, secs(&format!("{local}Z"))) * 1000);
    assert_eq!(stored("2026-01-05T02:00:00"), "2026-01-05T02:00:00Z");
    assert_eq!(stored("2026-07-06T02:00:00"), "2026-07-06T01:00:00Z");
    // The clocks jump over it.
    assert_eq!(stored("2026-03-29T01:30:00"), "2026-03-29T01:30:00Z");
    // It comes twice: the first.
    assert_eq!(stored("2026-10-25T01:30:00"), "2026-10-25T00:30:00Z");
    let pasted = text::plain("2026-07-06T02:00/2026-07-06T08:00 FREQ=DAILY", &Lisbon);
    let window = pasted.expect("a rule").expect("bounds").policy.window;
    let window = window.recurring.expect("a window").window;
    assert_eq!(window.start_time, "2026-07-06T01:00:00Z");
    let set: Vec<(String, i64)> = shifts(&Lisbon, MONDAY, MONDAY + 366 * 86_400)
        .iter()
        .map(|shift| (instant::format(shift.at * 1000), shift.after))
        .collect();
    assert_eq!(
        set,
        [("2026-03-29T01:00:00Z".to_owned(), 3600), ("2026-10-25T01:00:00Z".to_owned(), 0)]
    );
}

/// MW-09: a daily window is in UTC, even if a time zone is given.
#[test]
fn a_time_of_day_is_utc() {
    for zone in [&Utc as &dyn Zone, &Lisbon] {
        let pasted = text::plain("16:00", zone).expect("a time").expect("right");
        let daily = pasted.policy.window.daily.expect("a daily window");
        assert_eq!(daily.start_time, "16:00");
    }
    for wrong in ["24:00", "7:5", "12:60"] {
        let pasted = text::plain(wrong, &Utc).expect("a time").expect("read");
        let report = look(&pasted.policy, context(Edition::Y2025, MONDAY));
        let rules: Vec<_> = report.findings.iter().flat_map(|one| one.rules).collect();
        assert_eq!(rules, [&"MW-13"], "{wrong}");
    }
}

struct Tokyo;
impl Zone for Tokyo {
    fn name(&self) -> &'static str {
        "Asia/Tokyo"
    }
    fn offset(&self, _: i64) -> i64 {
        9 * 3600
    }
}

/// MW-10: gcloud reads flags without an offset in the user's zone; an API takes no such times.
#[test]
fn local_times_of_a_command_are_in_the_zone() {
    let flags = "--maintenance-window-start=2026-01-05T22:00:00 --maintenance-window-end=2026-01-06T06:00:00+09:00 \
         --maintenance-window-recurrence=FREQ=WEEKLY --add-maintenance-exclusion-name=freeze \
         --add-maintenance-exclusion-start=2026-12-20T00:00:00 --add-maintenance-exclusion-end=2027-01-05T00:00:00Z";
    let written = format!("gcloud container clusters update c {flags}");
    let policy = import::policy(&written, &Tokyo).expect("a policy").policy;
    let json = scenario::field::Field::write(&policy).pretty();
    let times = json.lines().filter(|line| line.contains("Time\"")).map(str::trim);
    let times = times.collect::<Vec<_>>().join("\n");
    expect![[r#"
        "startTime": "2026-01-05T13:00:00Z",
        "endTime": "2026-01-06T06:00:00+09:00"
        "startTime": "2026-12-19T15:00:00Z",
        "endTime": "2027-01-05T00:00:00Z""#]]
    .assert_eq(&times);
    let api = r#"{"recurringWindow":{"recurrence":"FREQ=WEEKLY","window":{"startTime":"2026-01-05T22:00:00","endTime":"2026-01-06T06:00:00Z"}}}"#;
    let policy = import::policy(api, &Tokyo).expect("a policy").policy;
    let start = policy.window.recurring.map(|recurring| recurring.window.start_time);
    assert_eq!(start.as_deref(), Some("2026-01-05T22:00:00"));
}

/// MW-12: in another zone it opens on another day, which is reported.
#[test]
fn a_zone_may_have_another_day() {
    let text = "2025-04-05T05:00:00Z/2025-04-06T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU";
    let context = context(Edition::Y2025, secs("2025-04-05T05:00:00Z"));
    let report = report(&pasted(text).policy, context, &Tokyo);
    let said = report.understood.map(|understood| cli::english::text(&understood.sentence.says));
    expect!["Open every week from Saturday 14:00 to Tuesday 04:00 Asia/Tokyo, 62 h in one piece."]
        .assert_eq(&said.unwrap_or_default());
    let trap = report.traps.iter().find(|trap| trap.code == "trap/other-day");
    expect![
        "Saturday 05:00 UTC is Saturday 14:00 in Asia/Tokyo; it closes there on Tuesday at 04:00."
    ]
    .assert_eq(&trap.map_or_else(String::new, |trap| cli::english::text(&trap.message)));
}

/// AM-24: the year as a text or a number, or the former name.
#[test]
fn the_edition_is_2026_unless_it_is_said() {
    let edition = |written: Value| {
        let mut scenario = json!({"version": 1, "pools": []});
        if !written.is_null() {
            scenario["edition"] = written;
        }
        let opened = scenario::open_json(
            scenario::json::Json::parse_bytes(scenario.to_string().as_bytes()).as_ref(),
        );
        let document = opened.document.expect("a scenario");
        (compile::edition(&document), opened.diagnostics.iter().any(Diagnostic::is_error))
    };
    use Edition::{Y2025, Y2026};
    assert_eq!(edition(Value::Null), (Y2026, false));
    for old in [json!("2025"), json!(2025), json!("seed")] {
        assert_eq!(edition(old), (Y2025, false));
    }
    for new in [json!("2026"), json!(2026), json!("current")] {
        assert_eq!(edition(new), (Y2026, false));
    }
    assert!(edition(json!("latest")).1);
}

/// AM-24: a freeze of 60 days is too long for edition 2025 only.
#[test]
fn both_verdicts_are_shown_where_they_differ() {
    let found = |edition: &str| {
        let scenario = json!({"version": 1, "edition": edition, "start": "2026-01-05T00:00:00Z",
            "cluster": {"currentMasterVersion": "1.34.1-gke.1", "releaseChannel": {"channel": "REGULAR"},
                "maintenancePolicy": {"window": {"maintenanceExclusions": {"freeze": {
                    "startTime": "2026-02-01T00:00:00Z", "endTime": "2026-04-02T00:00:00Z"}}}}},
            "pools": [{"name": "p", "version": "1.34.1-gke.1", "initialNodeCount": 1}]});
        let opened = scenario::open_json(
            scenario::json::Json::parse_bytes(scenario.to_string().as_bytes()).as_ref(),
        );
        let lines = opened.diagnostics.iter().filter(|one| one.rules.contains(&"AM-24"));
        lines.map(|one| cli::english::finding(one) + "\n").collect::<String>()
    };
    expect![[r#"
        info[maintenance/other-edition] /cluster/maintenancePolicy: With the limits of edition 2025, GKE would refuse this maintenance policy. Hint: To check with these limits, set “edition” to “2025” in the scenario. (AM-24)
    "#]].assert_eq(&found("2026"));
    expect![[r#"
        info[maintenance/other-edition] /cluster/maintenancePolicy: With the limits of edition 2026, GKE would accept this maintenance policy. Hint: To check with these limits, set “edition” to “2026” in the scenario. (AM-24)
    "#]].assert_eq(&found("2025"));
}

/// MW-12, MW-16: the days of a rule are in UTC, in every zone.
#[test]
fn days_are_days_of_utc() {
    let text = "2025-01-01T02:00:00+06:00/2025-01-01T14:00:00+06:00 FREQ=WEEKLY;BYDAY=WE";
    let pasted = pasted(text).policy;
    let written = policy(&json!({"window": {"recurringWindow": {
        "window": {"startTime": "2025-01-01T02:00:00+06:00", "endTime": "2025-01-01T14:00:00+06:00"},
        "recurrence": "FREQ=WEEKLY;BYDAY=WE"}}}));
    let now = secs("2024-12-31T20:00:00Z");
    let report = look(&written, context(Edition::Y2025, now));
    expect![[r#"
        Open every week on Wednesday from 20:00 to 08:00 UTC, 12 h each.
          trap/offset: Wednesday 02:00 as written is Tuesday 20:00 in UTC, which is what is stored; the days of the rule are days of UTC.
          trap/first-start: The start is Tuesday 2024-12-31T20:00:00Z, when the rule opens nothing; the first window opens on Wednesday 2025-01-01T20:00:00Z.
    "#]].assert_eq(&told(&report));
    let window = pasted.window.recurring.expect("a window").window;
    assert_eq!(window.start_time, "2024-12-31T20:00:00Z");
}

/// MW-01, MW-11, MX-11, MR-07, BS-20, BS-28, BS-30: statements without a run.
#[test]
fn notes_name_rules_that_runs_do_not_show() {
    let ids: Vec<_> = notes::notes().collect();
    let all = "MW-01 MW-06 MW-07 MW-11 MX-11 MR-06 MR-07 BS-20 BS-21 BS-28 BS-30";
    assert_eq!(ids.join(" "), all);
    let text = |rule| {
        words::message(words::catalogue::english(), &format!("maintenance-note-{rule}"), &[])
    };
    assert!(notes::notes().all(|rule| text(rule).ends_with('.')));
}
