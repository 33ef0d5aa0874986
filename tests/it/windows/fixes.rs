//! A fix always passes, and changes one thing by as little as possible.

use std::fmt::Write as _;

use expect_test::expect;
use proptest::prelude::*;
use scenario::calendar::{Edition, text::Pasted};
use scenario::document::MaintenancePolicy;
use serde_json::{Value, json};

use super::{MONDAY, context, first_start, look, pasted, policy, told};

#[test]
fn small_changes_mend_what_is_wrong() {
    let mut text = String::new();
    for window in [
        "2025-04-05T05:00:00Z/2025-04-06T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU",
        "2024-01-01T00:00:00Z/2024-01-01T04:00:00Z FREQ=WEEKLY;BYDAY=SUN",
        "2024-01-01T02:00:00Z/2024-01-01T04:00:00Z FREQ=DAILY",
        "2026-01-05T02:00:00Z/2026-01-05T10:00:00Z FREQ=HOURLY",
        "2026-01-05T22:00:00Z/2026-01-05T04:00:00Z FREQ=WEEKLY;BYDAY=MO,TU,WE,TH",
        "2026-01-05T00:00:00Z/2026-01-05T12:00:00Z FREQ=WEEKLY;BYDAY=MO;UNTIL=20260401T000000Z",
        "2026-01-05T00:00:00Z/2026-01-05T12:00:00Z FREQ=DAILY;COUNT=30",
        "2026-01-03T00:00:00Z/2026-01-03T08:00:00Z FREQ=MONTHLY;BYSETPOS=1;BYDAY=SA",
        "2026-01-05T00:00:00Z/2026-01-06T00:00:00Z FREQ=WEEKLY;INTERVAL=0;BYDAY=MO",
        "2026-01-05T00:00:00Z/2036-01-05T06:00:00Z FREQ=WEEKLY;BYDAY=SA,SU",
        "2026-02-29/2026-03-01 FREQ=YEARLY",
    ] {
        let Some(Ok(Pasted { policy, .. })) =
            scenario::calendar::text::plain(window, &scenario::calendar::Utc)
        else {
            writeln!(text, "{window}: not understood").unwrap();
            continue;
        };
        let now = first_start(&policy);
        write!(text, "{window}\n{}", told(&look(&policy, context(Edition::Y2025, now)))).unwrap();
    }
    expect![[r#"
        2025-04-05T05:00:00Z/2025-04-06T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU
        Open every week from Saturday 05:00 to Monday 19:00 UTC, 62 h in one piece. Saturday's occurrence ends on Sunday at 19:00, but Sunday starts another 38 h at 05:00, and that one ends on Monday.
          trap/overlap: Windows of 38 h begin 24 h apart, so they overlap for 14 h and are open for 62 h in one piece.
          trap/unlisted-day: The rule does not list Monday, and a window that began before is still open then. BYDAY says when windows begin.
          fix: Leave SU out of BYDAY. FREQ=WEEKLY;BYDAY=SA 2025-04-05T05:00:00Z/2025-04-06T19:00:00Z (152 h, 494 h)
          fix: End each window on the day on which it begins, after 14 h. FREQ=WEEKLY;BYDAY=SA,SU 2025-04-05T05:00:00Z/2025-04-05T19:00:00Z (112 h, 364 h)
        2024-01-01T00:00:00Z/2024-01-01T04:00:00Z FREQ=WEEKLY;BYDAY=SUN
          error[window/recurrence] /window/recurringWindow/recurrence: “SUN” isn't a valid weekday. Hint: Is SU meant? (BS-24, AM-96)
        2024-01-01T02:00:00Z/2024-01-01T04:00:00Z FREQ=DAILY
        Open every day from 02:00 to 04:00 UTC, 2 h each.
          error[window/too-short] /window/recurringWindow/window/endTime: Each window lasts 2 h; GKE asks for at least 4 h. Hint: Move the end so that it is 4 hours after the start. (BS-23, AM-90)
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2024-01-01T02:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          fix: Let each window last 4 h. FREQ=DAILY 2024-01-01T02:00:00Z/2024-01-01T06:00:00Z (128 h, 368 h)
        2026-01-05T02:00:00Z/2026-01-05T10:00:00Z FREQ=HOURLY
          error[window/frequency] /window/recurringWindow/recurrence: GKE does not take FREQ=HOURLY, MINUTELY or SECONDLY. Hint: Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY. (BS-24)
          fix: Write FREQ=DAILY. FREQ=DAILY 2026-01-05T02:00:00Z/2026-01-05T10:00:00Z (256 h, 736 h)
        2026-01-05T22:00:00Z/2026-01-05T04:00:00Z FREQ=WEEKLY;BYDAY=MO,TU,WE,TH
          error[window/ends-before-start] /window/recurringWindow/window/endTime: The window ends at or before its start. Hint: The end minus the start is how long each window lasts; write a later end. (BS-25, AM-90)
          fix: End the first window at 2026-01-06T04:00:00Z. FREQ=WEEKLY;BYDAY=MO,TU,WE,TH 2026-01-05T22:00:00Z/2026-01-06T04:00:00Z (102 h, 312 h)
        2026-01-05T00:00:00Z/2026-01-05T12:00:00Z FREQ=WEEKLY;BYDAY=MO;UNTIL=20260401T000000Z
        Open every week on Monday from 00:00 to 12:00 UTC, 12 h each, until 2026-04-01.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-03-30T12:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/ends: After 2026-04-01T00:00:00Z none opens, and GKE asks for availability then as before.
          fix: Leave UNTIL out, so that windows do not end. FREQ=WEEKLY;BYDAY=MO 2026-01-05T00:00:00Z/2026-01-05T12:00:00Z (48 h, 156 h)
        2026-01-05T00:00:00Z/2026-01-05T12:00:00Z FREQ=DAILY;COUNT=30
        Open every day from 00:00 to 12:00 UTC, 12 h each, 30 occurrences in all.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-02-03T12:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/ends: After 30 windows none opens, and GKE asks for availability then as before.
          fix: Leave COUNT out, so that windows do not end. FREQ=DAILY 2026-01-05T00:00:00Z/2026-01-05T12:00:00Z (384 h, 1104 h)
        2026-01-03T00:00:00Z/2026-01-03T08:00:00Z FREQ=MONTHLY;BYSETPOS=1;BYDAY=SA
        Open every month on the first Saturday from 00:00 UTC, 8 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-01-03T08:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          fix: Let each window last 5 days. FREQ=MONTHLY;BYSETPOS=1;BYDAY=SA 2026-01-03T00:00:00Z/2026-01-08T00:00:00Z (48 h, 240 h)
        2026-01-05T00:00:00Z/2026-01-06T00:00:00Z FREQ=WEEKLY;INTERVAL=0;BYDAY=MO
          error[window/recurrence] /window/recurringWindow/recurrence: INTERVAL is a whole number from 1, and not “0”. Hint: Leave it out, or write a number like 2. (BS-24, AM-96)
          fix: Leave INTERVAL out. FREQ=WEEKLY;BYDAY=MO 2026-01-05T00:00:00Z/2026-01-06T00:00:00Z (96 h, 312 h)
        2026-01-05T00:00:00Z/2036-01-05T06:00:00Z FREQ=WEEKLY;BYDAY=SA,SU
        Open all the time.
          trap/far-end: The end of the first window says how long each of them lasts: 3,652 days. If it was meant as the day on which windows end, that is UNTIL in the rule.
          trap/first-start: The start is Monday 2026-01-05T00:00:00Z, when the rule opens nothing; the first window opens on Saturday 2026-01-10T00:00:00Z.
          fix: End the first window at 2026-01-05T06:00:00Z. FREQ=WEEKLY;BYDAY=SA,SU 2026-01-05T00:00:00Z/2026-01-05T06:00:00Z (48 h, 156 h)
        2026-02-29/2026-03-01 FREQ=YEARLY: not understood
    "#]].assert_eq(&text);
}

/// MX-22, MX-26, MX-27, MX-31, MX-25, MX-02, BS-22: each exclusion ends sooner, or keeps less out.
#[test]
fn exclusions_are_mended_by_less() {
    let mut text = String::new();
    let daily = json!({"startTime": "02:00"});
    let freeze = |from: &str, to: &str| json!({"startTime": from, "endTime": to});
    let cases = [
        json!({"dailyMaintenanceWindow": daily, "maintenanceExclusions": {
            "year-end": freeze("2026-12-01T00:00:00Z", "2027-01-20T00:00:00Z")}}),
        json!({"maintenanceExclusions": {
            "a": freeze("2026-02-01T00:00:00Z", "2026-03-03T00:00:00Z"),
            "b": freeze("2026-03-03T00:00:00Z", "2026-04-02T00:00:00Z")}}),
        json!({"dailyMaintenanceWindow": daily, "maintenanceExclusions": {
            "swapped": freeze("2026-02-10T00:00:00Z", "2026-02-01T00:00:00Z")}}),
        json!({"dailyMaintenanceWindow": daily, "maintenanceExclusions": {
            "yearly": {"startTime": "2026-12-20", "endTime": "2026-12-31", "recurrence": "FREQ=YEARLY"}}}),
        json!({"recurringWindow": {"window": {"startTime": "2026-01-05T00:00:00Z", "endTime": "2026-01-05T04:00:00Z"},
            "recurrence": "FREQ=WEEKLY;BYDAY=MO"}, "maintenanceExclusions": {
            "long": freeze("2026-02-01T00:00:00Z", "2026-04-01T00:00:00Z")}}),
    ];
    for window in cases {
        let policy = policy(&json!({"window": window}));
        write!(
            text,
            "{}\n{}",
            window["maintenanceExclusions"],
            told(&look(&policy, context(Edition::Y2025, MONDAY)))
        )
        .unwrap();
    }
    expect![[r#"
        {"year-end":{"endTime":"2027-01-20T00:00:00Z","startTime":"2026-12-01T00:00:00Z"}}
        Open every day from 02:00 to 06:00 UTC, 4 h each.
          error[exclusion/availability] /window/maintenanceExclusions: The exclusions leave too little of the window. In the 32 days from 2026-11-30T06:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Shorten an exclusion, narrow its scope, or let the window open more often. (MX-22, AM-86)
          error[exclusion/too-long] /window/maintenanceExclusions/year-end/endTime: The exclusion “year-end” lasts 50 days; NO_UPGRADES may last 30 days (edition 2025). Hint: Shorten it, or choose NO_MINOR_UPGRADES or NO_MINOR_OR_NODE_UPGRADES, which have no such limit. (MX-26)
          fix: End year-end at 2026-12-21T02:00:00Z, 29 days 22 h sooner. (48 h, 288 h)
          fix: Set the scope of year-end to NO_MINOR_OR_NODE_UPGRADES. (128 h, 368 h)
        {"a":{"endTime":"2026-03-03T00:00:00Z","startTime":"2026-02-01T00:00:00Z"},"b":{"endTime":"2026-04-02T00:00:00Z","startTime":"2026-03-03T00:00:00Z"}}
        Open at any time: no maintenance window is configured.
          error[exclusion/availability] /window/maintenanceExclusions: The exclusions leave too little of the window. In the 32 days from 2026-02-01T00:00:00Z on it leaves 0 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Shorten an exclusion, narrow its scope, or let the window open more often. (MX-22, AM-86)
          fix: End a at 2026-03-01T00:00:00Z, 48 h sooner. (48 h, 816 h)
          fix: Set the scope of a to NO_MINOR_OR_NODE_UPGRADES. (48 h, 1488 h)
          fix: Begin b at 2026-03-05T00:00:00Z, 48 h later. (48 h, 816 h)
          fix: Set the scope of b to NO_MINOR_OR_NODE_UPGRADES. (48 h, 1488 h)
        {"swapped":{"endTime":"2026-02-01T00:00:00Z","startTime":"2026-02-10T00:00:00Z"}}
          error[exclusion/ends-before-start] /window/maintenanceExclusions/swapped/endTime: The exclusion “swapped” ends at or before its start. Hint: Write a later end; the start may lie in the past. (MX-31)
          fix: Swap start and end of swapped. (92 h, 332 h)
        {"yearly":{"endTime":"2026-12-31","recurrence":"FREQ=YEARLY","startTime":"2026-12-20"}}
          error[exclusion/recurs] /window/maintenanceExclusions/yearly/recurrence: The exclusion “yearly” has a recurrence; exclusions do not recur. Hint: Write each period as an exclusion of its own. (MX-02)
          fix: Let yearly not recur. (80 h, 320 h)
        {"long":{"endTime":"2026-04-01T00:00:00Z","startTime":"2026-02-01T00:00:00Z"}}
        Open every week on Monday from 00:00 to 04:00 UTC, 4 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2026-01-05T04:00:00Z on it leaves 16 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          error[exclusion/too-long] /window/maintenanceExclusions/long/endTime: The exclusion “long” lasts 59 days; NO_UPGRADES may last 30 days (edition 2025). Hint: Shorten it, or choose NO_MINOR_UPGRADES or NO_MINOR_OR_NODE_UPGRADES, which have no such limit. (MX-26)
    "#]].assert_eq(&text);
}

fn windows() -> impl Strategy<Value = MaintenancePolicy> {
    let days = proptest::sample::subsequence(vec!["MO", "TU", "WE", "TH", "FR", "SA", "SU"], 1..=7);
    let rule = prop_oneof![
        4 => days.prop_map(|days| format!("FREQ=WEEKLY;BYDAY={}", days.join(","))),
        1 => Just("FREQ=DAILY".to_owned()),
        1 => (1..29).prop_map(|day| format!("FREQ=MONTHLY;BYMONTHDAY={day}")),
        1 => (1..5).prop_map(|nth| format!("FREQ=MONTHLY;BYDAY={nth}SA")),
        1 => (2..4).prop_map(|n| format!("FREQ=WEEKLY;INTERVAL={n};BYDAY=SU")),
        1 => Just("FREQ=WEEKLY;BYDAY=MON,SUN".to_owned()),
        1 => Just("FREQ=DAILY;COUNT=40".to_owned()),
        1 => Just("FREQ=WEEKLY;BYDAY=SA;UNTIL=20260601T000000Z".to_owned()),
    ];
    (rule, -20_i64..400, 0_i64..1440, -600_i64..6000).prop_map(|(rule, day, minute, length)| {
        let start = MONDAY + day * 86_400 + minute * 60;
        let at = |secs: i64| scenario::instant::format(secs * 1000);
        policy(&json!({"window": {"recurringWindow": {"recurrence": rule,
            "window": {"startTime": at(start), "endTime": at(start + length * 60)}}}}))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// It passes, and one minute less doesn't.
    #[test]
    fn a_fix_passes_and_is_least(policy in windows(), current in any::<bool>()) {
        let edition = if current { Edition::Y2026 } else { Edition::Y2025 };
        let context = context(edition, MONDAY);
        let before = look(&policy, context);
        for fix in &before.fixes {
            let after = look(&fix.policy, context);
            prop_assert!(after.accepted(), "{}: {}", cli::english::fix(fix), told(&after));
            prop_assert!(fix.policy != policy);
            let Some(smaller) = smaller(&policy, &fix.policy) else { continue };
            prop_assert!(!look(&smaller, context).accepted(), "{} is more than is needed", cli::english::fix(fix));
        }
    }
}

/// The same fix with one minute less, where it makes windows longer than four hours and longer than they were.
fn smaller(before: &MaintenancePolicy, after: &MaintenancePolicy) -> Option<MaintenancePolicy> {
    let secs = |policy: &MaintenancePolicy| {
        let window = &policy.window.recurring.as_ref()?.window;
        let at = |text: &str| scenario::instant::parse(text).map(|ms| ms / 1000);
        Some((at(&window.start_time)?, at(&window.end_time)?))
    };
    let ((from, to), (start, end)) = (secs(before)?, secs(after)?);
    // An end that is not after its start is one of the next day: the same time of day is a whole day.
    let length = match (to - from).rem_euclid(86_400) {
        0 if to <= from => 86_400,
        length => length.max(4 * 3600),
    };
    if end - start <= length.max(to - from) {
        return None;
    }
    let mut less = after.clone();
    let window = less.window.recurring.as_mut()?;
    window.window.end_time = scenario::instant::format((end - 60) * 1000);
    Some(less)
}

/// A text that is pasted gives what the three texts of it give.
#[test]
fn a_rule_is_read_in_each_of_its_forms() {
    let forms = [
        "2025-04-05T05:00:00Z 2025-04-06T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU",
        "FREQ=WEEKLY;BYDAY=SA,SU from 2025-04-05T05:00:00Z to 2025-04-06T19:00:00Z",
        "2025-04-05T05:00:00Z/2025-04-06T19:00:00Z RRULE:FREQ=WEEKLY; BYDAY=SA, SU",
        "DTSTART:20250405T050000Z\nDTEND:20250406T190000Z\nRRULE:FREQ=WEEKLY;BYDAY=SA,SU",
        "start=2025-04-05T05:00Z end=2025-04-06T19:00Z recurrence=FREQ=WEEKLY;BYDAY=SA,SU",
        "s=2025-04-05T05:00Z&d=38h&r=FREQ=WEEKLY;BYDAY=SA,SU",
        "DTSTART:20250405T0500Z DURATION:PT38H RRULE:FREQ=WEEKLY;BYDAY=SA,SU",
    ];
    for form in forms {
        let policy = pasted(form).policy;
        let window = policy.window.recurring.expect("a window");
        let said: Value =
            json!([window.window.start_time, window.window.end_time, window.recurrence]);
        assert_eq!(
            said,
            json!(["2025-04-05T05:00:00Z", "2025-04-06T19:00:00Z", "FREQ=WEEKLY;BYDAY=SA,SU"]),
            "{form}"
        );
    }
}
