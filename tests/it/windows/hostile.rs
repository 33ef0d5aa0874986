//! Rules that never open, open forever, or mean millions of instants: answered or refused, and never for long.

use std::fmt::Write as _;

use expect_test::expect;
use proptest::prelude::*;
use scenario::calendar::export::{self, Target};
use scenario::calendar::text::plain;
use scenario::calendar::{Edition, PolicyContext, Utc};
use serde_json::json;

use super::{MONDAY, context, look, pasted, policy, told};

#[test]
fn strange_windows_are_answered_or_refused() {
    let mut all = String::new();
    for window in [
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=SECONDLY",
        "2026-01-05T00:00:00Z/2126-01-05T08:00:00Z FREQ=SECONDLY;UNTIL=21260101T000000Z",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31",
        "0001-01-05T00:00:00Z/9999-12-31T08:00:00Z FREQ=DAILY",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=DAILY;INTERVAL=4294967295",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=DAILY;COUNT=4294967295",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=DAILY;UNTIL=20250101T000000Z",
        "9999-01-05T00:00:00Z/9999-01-05T08:00:00Z FREQ=DAILY",
        "2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=WEEKLY;BYDAY=MO;BYEASTER=1",
    ] {
        let Some(Ok(pasted)) = plain(window, &Utc) else {
            writeln!(all, "{window}: not understood").unwrap();
            continue;
        };
        let report = look(&pasted.policy, context(Edition::Y2025, MONDAY));
        write!(all, "{window}\n{}", told(&report)).unwrap();
    }
    expect![[r#"
        2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=SECONDLY
          error[window/frequency] /window/recurringWindow/recurrence: GKE does not take FREQ=HOURLY, MINUTELY or SECONDLY. Hint: Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY. (BS-24)
          fix: Write FREQ=DAILY. FREQ=DAILY 2026-01-05T00:00:00Z/2026-01-05T08:00:00Z (256 h, 736 h)
        2026-01-05T00:00:00Z/2126-01-05T08:00:00Z FREQ=SECONDLY;UNTIL=21260101T000000Z
          error[window/frequency] /window/recurringWindow/recurrence: GKE does not take FREQ=HOURLY, MINUTELY or SECONDLY. Hint: Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY. (BS-24)
        2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31
        Never open in the year that is shown.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/missing-date: One month of the year has no day 31; no window opens in it.
        0001-01-05T00:00:00Z/9999-12-31T08:00:00Z FREQ=DAILY
          error[window/too-many] /window/recurringWindow/recurrence: The rule opens the window hundreds of times a day, or takes as many steps to find out. Hint: A window that opens so often is meant otherwise: write a longer one, and fewer parts. (BS-24)
          fix: End the first window at 0001-01-05T08:00:00Z. FREQ=DAILY 0001-01-05T00:00:00Z/0001-01-05T08:00:00Z (256 h, 736 h)
        2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=DAILY;INTERVAL=4294967295
        Open every 4,294,967,295 days from 00:00 UTC, 8 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-01-05T08:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          fix: Leave INTERVAL out. FREQ=DAILY 2026-01-05T00:00:00Z/2026-01-05T08:00:00Z (256 h, 736 h)
        2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=DAILY;COUNT=4294967295
        Open every day from 00:00 to 08:00 UTC, 8 h each, 4,294,967,295 occurrences in all.
          trap/ends: After 4,294,967,295 windows none opens, and GKE asks for availability then as before.
        2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=DAILY;UNTIL=20250101T000000Z
        Never open in the year that is shown.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/ends: After 2025-01-01T00:00:00Z none opens, and GKE asks for availability then as before.
          fix: Leave UNTIL out, so that windows do not end. FREQ=DAILY 2026-01-05T00:00:00Z/2026-01-05T08:00:00Z (256 h, 736 h)
        9999-01-05T00:00:00Z/9999-01-05T08:00:00Z FREQ=DAILY
        Never open in the year that is shown.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/starts-later: Nothing opens before 9999-01-05T00:00:00Z.
          fix: Let the first window begin on 2025-12-30. FREQ=DAILY 2025-12-30T00:00:00Z/2025-12-30T08:00:00Z (256 h, 736 h)
        2026-01-05T00:00:00Z/2026-01-05T08:00:00Z FREQ=WEEKLY;BYDAY=MO;BYEASTER=1
          error[window/recurrence] /window/recurringWindow/recurrence: BYEASTER isn't part of RFC 5545; some programs have it as an extension. Hint: Name the days by BYMONTH and BYMONTHDAY, or as exclusions of their own. (BS-24, AM-96)
    "#]].assert_eq(&all);
}

/// Numbers that no clock and no calendar shows, and lengths beyond all of them.
#[test]
fn numbers_beyond_any_calendar_are_answered_or_refused() {
    let most = i64::MAX;
    let mut all = String::new();
    for window in [
        json!({"windowStartTime": {"hours": most}, "windowDuration": "14400s", "recurrence": "FREQ=DAILY"}),
        json!({"windowStartTime": {"hours": -3}, "windowDuration": "14400s", "recurrence": "FREQ=DAILY"}),
        json!({"delayUntil": {"year": most, "month": 1, "day": 1}, "windowDuration": "14400s", "recurrence": "FREQ=DAILY"}),
        json!({"delayUntil": {"year": 9999, "month": 12, "day": 31}, "windowDuration": format!("{}s", most / 1000),
            "recurrence": "FREQ=DAILY"}),
        json!({"windowDuration": format!("{}s", -(most / 1000)), "recurrence": "FREQ=DAILY"}),
    ] {
        let policy = policy(&json!({"window": {"recurringMaintenanceWindow": window}}));
        let report = look(&policy, context(Edition::Y2025, MONDAY));
        let commands = export::gcloud(&policy, Target::default());
        write!(all, "{window}\n{}{commands}", told(&report)).unwrap();
    }
    expect![[r#"
        {"recurrence":"FREQ=DAILY","windowDuration":"14400s","windowStartTime":{"hours":9223372036854775807}}
          error[window/time-of-day] /window/recurringMaintenanceWindow/windowStartTime: This isn't a valid time of day. Hint: Hours from 0 to 23, minutes and seconds from 0 to 59. (BS-26)
        {"recurrence":"FREQ=DAILY","windowDuration":"14400s","windowStartTime":{"hours":-3}}
          error[window/time-of-day] /window/recurringMaintenanceWindow/windowStartTime: This isn't a valid time of day. Hint: Hours from 0 to 23, minutes and seconds from 0 to 59. (BS-26)
        {"delayUntil":{"day":1,"month":1,"year":9223372036854775807},"recurrence":"FREQ=DAILY","windowDuration":"14400s"}
          error[window/delay-until] /window/recurringMaintenanceWindow/delayUntil: This isn't a valid date. (BS-26)
        {"delayUntil":{"day":31,"month":12,"year":9999},"recurrence":"FREQ=DAILY","windowDuration":"9223372036854775s"}
        Never open in the year that is shown.
          error[window/availability] /window/recurringMaintenanceWindow: The window is open too seldom. In the 32 days from 2026-01-05T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Only its start makes it so: it opens for the first time at 9999-12-31T00:00:00Z, and counted from there it is enough. Let it start today. (MW-15, AM-86)
          trap/far-end: The end of the first window says how long each of them lasts: 13,343,998,895 days. If it was meant as the day on which windows end, that is UNTIL in the rule.
          trap/starts-later: Nothing opens before 9999-12-31T00:00:00Z.
        gcloud container clusters update CLUSTER_NAME --location LOCATION \
          --maintenance-window-start 9999-12-31T00:00:00Z \
          --maintenance-window-end 36544628-01-28T21:54:06Z \
          --maintenance-window-recurrence FREQ=DAILY
        {"recurrence":"FREQ=DAILY","windowDuration":"-9223372036854775s"}
          error[window/ends-before-start] /window/recurringMaintenanceWindow/windowDuration: The window has no duration. Hint: Write how long each window lasts, at least 14400s. (BS-25, AM-90)
          fix: Let each window last 4 h. FREQ=DAILY 1970-01-01T00:00:00Z/1970-01-01T04:00:00Z (128 h, 368 h)
        gcloud container clusters update CLUSTER_NAME --location LOCATION \
          --maintenance-window-start 1970-01-01T00:00:00Z \
          --maintenance-window-end -36532659-12-03T02:05:54Z \
          --maintenance-window-recurrence FREQ=DAILY
    "#]].assert_eq(&all);
}

/// Every minute of every day: too often to be meant.
#[test]
fn a_window_every_minute_is_refused() {
    let list = |to: u32| (0..to).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let rule = format!("FREQ=DAILY;BYHOUR={};BYMINUTE={}", list(24), list(60));
    let policy = pasted(&format!("2026-01-05T00:00:00Z/2026-01-05T04:00:00Z {rule}")).policy;
    let report = look(&policy, context(Edition::Y2025, MONDAY));
    let codes: Vec<_> = report.findings.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["window/too-many"]);
    assert!(report.understood.is_none() && report.fixes.is_empty());
}

/// Text that isn't a policy is reported as what it is, or with what it lacks.
#[test]
fn text_without_a_policy_is_reported() {
    let mut all = String::new();
    for text in [
        "",
        "hello",
        "FREQ=WEEKLY;BYDAY=SA",
        "RRULE:FREQ=WEEKLY 2026-01-05T00:00:00Z",
        "gcloud container clusters update prod --region us-central1",
        "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}",
        "maintenancePolicy: {}",
        "resource \"google_storage_bucket\" \"a\" {}",
    ] {
        let said = import::policy(text, &Utc)
            .err()
            .map_or_else(|| "a policy".to_owned(), |error| cli::english::text(&error));
        writeln!(all, "{text:?}: {said}").unwrap();
    }
    expect![[r#"
        "": Couldn't read a maintenance window from this. Paste an RRULE with the start and the end of the first window, a time of day such as 16:00, a gcloud container clusters command, Terraform, or the output of describe.
        "hello": Couldn't read a maintenance window from this. Paste an RRULE with the start and the end of the first window, a time of day such as 16:00, a gcloud container clusters command, Terraform, or the output of describe.
        "FREQ=WEEKLY;BYDAY=SA": This is a recurrence rule alone. It says on which days windows begin; write the start and the end of the first window beside it, as 2026-01-03T02:00:00Z to 2026-01-03T10:00:00Z.
        "RRULE:FREQ=WEEKLY 2026-01-05T00:00:00Z": This is a rule with a start; the end of the first window is missing, or how long it is.
        "gcloud container clusters update prod --region us-central1": Couldn't read a maintenance window from this: gcloud commands without windows and exclusions.
        "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}": Couldn't read a maintenance window from this: Kubernetes Pod without windows and exclusions.
        "maintenancePolicy: {}": Couldn't read a maintenance window from this: only “maintenancePolicy”, a part of a cluster: import the whole output of gcloud container clusters describe.
        "resource \"google_storage_bucket\" \"a\" {}": Couldn't read a maintenance window from this: Terraform without google_container_cluster and google_container_node_pool.
    "#]].assert_eq(&all);
}

fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(texts)
}

fn number() -> impl Strategy<Value = i64> {
    proptest::sample::select(&[0, 1, 2, 12, 23, 24, 31, 59, 2026, 9999, -1, i64::MAX, i64::MIN][..])
}

const INSTANTS: &[&str] = &[
    "",
    "2026-01-05",
    "2026-01-05T02:00:00Z",
    "2026-01-05T06:30:00+05:30",
    "2026-03-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31",
    "9999-12-31T23:59:59Z",
    "2026-02-30T00:00:00Z",
    "soon",
];
const RULES: &[&str] = &[
    "",
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=SA,SU",
    "FREQ=WEEKLY;INTERVAL=4294967295",
    "FREQ=MONTHLY;BYDAY=-1SA;UNTIL=00000101",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2",
    "FREQ=SECONDLY",
    "FREQ=DAILY;UNTIL=99991231",
    "FREQ=DAILY;BYDAY=1MO;COUNT=1;UNTIL=20260101",
];
const LENGTHS: &[&str] = &["0s", "1s", "14400s", "-1s", "9223372036854775s", "-9223372036854775s"];
const NOWS: [i64; 4] = [MONDAY, 0, -62_167_219_200, 253_402_300_799];

fn windows() -> impl Strategy<Value = serde_json::Value> {
    let bounds = (one_of(INSTANTS), one_of(INSTANTS), one_of(RULES));
    let bounds = bounds.prop_map(|(start, end, rule)| {
        json!({"recurringWindow": {"window": {"startTime": start, "endTime": end}, "recurrence": rule}})
    });
    let day = proptest::option::of((number(), number(), number()));
    let time = (number(), number(), number());
    let parts = (day, time, one_of(LENGTHS), one_of(RULES));
    let parts = parts.prop_map(|(day, (hours, minutes, seconds), length, rule)| {
        let mut window = json!({"windowStartTime": {"hours": hours, "minutes": minutes, "seconds": seconds},
            "windowDuration": length, "recurrence": rule});
        if let Some((year, month, day)) = day {
            window["delayUntil"] = json!({"year": year, "month": month, "day": day});
        }
        json!({"recurringMaintenanceWindow": window})
    });
    let daily = one_of(&["00:00", "23:59", "24:00", "٠٢:٠٠"]);
    let daily = daily.prop_map(|start| json!({"dailyMaintenanceWindow": {"startTime": start}}));
    prop_oneof![bounds, parts, daily]
}

proptest! {
    /// Every policy gets an answer, and each suggested fix is accepted.
    #[test]
    fn every_policy_is_answered(
        window in windows(),
        exclusions in proptest::collection::vec((one_of(INSTANTS), one_of(INSTANTS),
            one_of(&["", "NO_UPGRADES", "NO_MINOR_UPGRADES", "x"]), one_of(&["", "UNTIL_END_OF_SUPPORT", "x"])), 0..3),
        now in proptest::sample::select(&NOWS[..]),
        end_of_support in proptest::option::of(proptest::sample::select(&NOWS[..])),
        in_channel in proptest::bool::ANY,
    ) {
        let mut window = window;
        for (no, (start, end, scope, behavior)) in exclusions.into_iter().enumerate() {
            window["maintenanceExclusions"][no.to_string()] = json!({"startTime": start, "endTime": end,
                "maintenanceExclusionOptions": {"scope": scope, "endTimeBehavior": behavior}});
        }
        let policy = policy(&json!({"window": window}));
        for edition in [Edition::Y2025, Edition::Y2026] {
            let context = PolicyContext { in_channel, end_of_support, ..context(edition, now) };
            let report = look(&policy, context);
            prop_assert!(report.understood.is_some() || !report.accepted());
            for fix in &report.fixes {
                prop_assert!(look(&fix.policy, context).accepted(), "{}: {}", cli::english::fix(fix), told(&report));
            }
            let open = report.understood.map(|understood| understood.open).unwrap_or_default();
            let _ = (export::gcloud(&policy, Target::default()), export::terraform(&policy), export::ics(&open, now, "Open"));
        }
    }
}
