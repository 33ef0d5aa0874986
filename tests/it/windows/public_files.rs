//! Windows and exclusions from public files.

use expect_test::expect;
use scenario::calendar::Edition;
use serde_json::{Map, Value, json};

use super::{context, first_start, look, policy, told};
use crate::corpus;

fn read(name: &str) -> Option<Vec<Value>> {
    let text = corpus::text(&format!("rrule/{name}"))?;
    Some(serde_json::from_str(&text).expect("JSON"))
}

fn recurring(window: &Value) -> Value {
    json!({
        "window": {"startTime": window["startTime"], "endTime": window["endTime"]},
        "recurrence": window["recurrence"],
    })
}

/// Each with the verdict of both editions, from its own first start on.
#[test]
fn every_window_in_the_wild_has_a_verdict() {
    let Some(windows) = read("gke_windows_in_the_wild.json") else {
        return;
    };
    let mut table = String::new();
    for window in &windows {
        let policy = policy(&json!({"window": {"recurringWindow": recurring(window)}}));
        table += &line(&policy);
    }
    expect![[r#"
        refused, accepted: Open every week on Saturday and Sunday from 03:00 to 07:00 UTC, 4 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2024-01-01T03:00:00Z on it leaves 32 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/first-start: The start is Monday 2024-01-01T03:00:00Z, when the rule opens nothing; the first window opens on Saturday 2024-01-06T03:00:00Z.
          fix: Let each window last 6 h. FREQ=WEEKLY;BYDAY=SA,SU 2024-01-01T03:00:00Z/2024-01-01T09:00:00Z (48 h, 156 h)
          fix: Open it on Monday too. FREQ=WEEKLY;BYDAY=MO,SA,SU 2024-01-01T03:00:00Z/2024-01-01T07:00:00Z (48 h, 156 h)
        accepted, accepted: Open every day from 02:00 to 06:00 UTC, 4 h each.
        accepted, accepted: Open every week on Saturday and Sunday from 00:00 to 06:00 UTC, 6 h each.
          trap/first-start: The start is Wednesday 2025-01-01T00:00:00Z, when the rule opens nothing; the first window opens on Saturday 2025-01-04T00:00:00Z.
        refused, accepted: Open every week on Sunday from 00:00 to 04:00 UTC, 4 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2024-01-01T00:00:00Z on it leaves 16 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/first-start: The start is Monday 2024-01-01T00:00:00Z, when the rule opens nothing; the first window opens on Sunday 2024-01-07T00:00:00Z.
          fix: Let each window last 12 h. FREQ=WEEKLY;BYDAY=SU 2024-01-01T00:00:00Z/2024-01-01T12:00:00Z (48 h, 156 h)
          fix: Open it on Monday and Tuesday too. FREQ=WEEKLY;BYDAY=MO,TU,SU 2024-01-01T00:00:00Z/2024-01-01T04:00:00Z (48 h, 156 h)
        accepted, accepted: Open all the time: each occurrence lasts until the next one begins, or longer. Each occurrence lasts 2,557 days 8 h: the end time is that of the first window, not the date on which the windows stop recurring.
          trap/far-end: The end of the first window says how long each of them lasts: 2,557 days. If it was meant as the day on which windows end, that is UNTIL in the rule.
          fix: Let each window last 48 h. FREQ=MONTHLY;BYMONTHDAY=1 2023-01-01T09:00:00Z/2023-01-03T09:00:00Z (48 h, 144 h)
        accepted, accepted: Open every day from 22:00 to 02:00 UTC, 4 h each.
        refused, refused:   error[window/ends-before-start] /window/recurringWindow/window/endTime: The window ends at or before its start. Hint: The end minus the start is how long each window lasts; write a later end. (BS-25, AM-90)
          fix: End the first window at 2026-01-02T00:00:00Z. FREQ=WEEKLY;BYDAY=SA,SU 2026-01-01T00:00:00Z/2026-01-02T00:00:00Z (192 h, 624 h)
        accepted, accepted: Open every week on Saturday from 06:00 to 18:00 UTC, 12 h each.
          trap/first-start: The start is Friday 2020-02-07T06:00:00Z, when the rule opens nothing; the first window opens on Saturday 2020-02-08T06:00:00Z.
        accepted, accepted: Open every week on Monday, Tuesday, Wednesday, Thursday and Friday from 06:00 to 10:00 UTC, 4 h each.
        accepted, accepted: Open every week on Monday, Tuesday, Wednesday, Thursday and Friday from 08:00 to 12:00 UTC, 4 h each.
        accepted, accepted: Open all the time.
          trap/far-end: The end of the first window says how long each of them lasts: 10,424 days. If it was meant as the day on which windows end, that is UNTIL in the rule.
          trap/first-start: The start is Friday 2021-06-18T00:00:00Z, when the rule opens nothing; the first window opens on Monday 2021-06-21T00:00:00Z.
          fix: End the first window at 2021-06-18T04:00:00Z. FREQ=WEEKLY;BYDAY=MO,TU,WE,TH 2021-06-18T00:00:00Z/2021-06-18T04:00:00Z (68 h, 208 h)
        accepted, accepted: Open every week on Monday, Tuesday, Wednesday, Thursday and Friday from 02:00 to 06:00 UTC, 4 h each.
        accepted, accepted: Open every day from 10:00 to 15:00 UTC, 5 h each.
        refused, accepted: Open every week on Saturday from 08:00 to 17:00 UTC, 9 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2023-01-01T08:00:00Z on it leaves 36 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          trap/first-start: The start is Sunday 2023-01-01T08:00:00Z, when the rule opens nothing; the first window opens on Saturday 2023-01-07T08:00:00Z.
          fix: Let each window last 12 h. FREQ=WEEKLY;BYDAY=SA 2023-01-01T08:00:00Z/2023-01-01T20:00:00Z (48 h, 156 h)
          fix: Open it on Monday too. FREQ=WEEKLY;BYDAY=MO,SA 2023-01-01T08:00:00Z/2023-01-01T17:00:00Z (72 h, 234 h)
        refused, accepted: Open every week on Saturday from 02:00 to 06:00 UTC, 4 h each.
          error[window/availability] /window/recurringWindow: The window is open too seldom. In the 32 days from 2024-12-21T06:00:00Z on it leaves 16 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Open it on more days, or for longer. (MW-15, AM-86)
          fix: Let each window last 12 h. FREQ=WEEKLY;BYDAY=SA 2024-12-21T02:00:00Z/2024-12-21T14:00:00Z (48 h, 156 h)
          fix: Open it on Monday and Tuesday too. FREQ=WEEKLY;BYDAY=MO,TU,SA 2024-12-21T02:00:00Z/2024-12-21T06:00:00Z (52 h, 156 h)
    "#]].assert_eq(&table);
}

#[test]
fn every_exclusion_in_the_wild_has_a_verdict() {
    let Some(exclusions) = read("gke_exclusions_in_the_wild.json") else {
        return;
    };
    let mut table = String::new();
    for one in &exclusions {
        let mut named = Map::new();
        named.insert(
            one["name"].as_str().expect("a name").to_owned(),
            json!({"startTime": one["startTime"], "endTime": one["endTime"],
                   "maintenanceExclusionOptions": {"scope": one["scope"]}}),
        );
        let policy = policy(&json!({"window": {
            "recurringWindow": recurring(&one["window"]), "maintenanceExclusions": named}}));
        table += &line(&policy);
    }
    expect![[r#"
        refused, accepted: Open every day from 19:16:39 to 23:16:39 UTC, 4 h each.
          error[exclusion/availability] /window/maintenanceExclusions: The exclusions leave too little of the window. In the 32 days from 2025-02-11T19:16:39Z on it leaves 16 h for maintenance, in pieces of 4 h or more; GKE asks for 48 h (edition 2025). Hint: Shorten an exclusion, narrow its scope, or let the window open more often. (MX-22, AM-86)
          fix: End no_upgrades_exclusion at 2025-03-04T19:16:39Z, 7 days 4 h sooner. (48 h, 288 h)
          fix: Set the scope of no_upgrades_exclusion to NO_MINOR_OR_NODE_UPGRADES. (128 h, 368 h)
          fix: Let each window last 12 h. FREQ=DAILY 2025-02-11T19:16:39Z/2025-02-12T07:16:39Z (48 h, 768 h)
        accepted, accepted: Open every day from 19:16:39 to 23:16:39 UTC, 4 h each.
        accepted, accepted: Open every week from Saturday 00:00 to Monday 00:00 UTC, 48 h in one piece. Saturday's occurrence ends on Sunday at 00:00, but Sunday starts another 24 h at 00:00, and that one ends on Monday.
          trap/first-start: The start is Wednesday 2025-01-01T00:00:00Z, when the rule opens nothing; the first window opens on Saturday 2025-01-04T00:00:00Z.
    "#]].assert_eq(&table);
}

fn line(policy: &scenario::document::MaintenancePolicy) -> String {
    let now = first_start(policy);
    let both = [Edition::Y2025, Edition::Y2026].map(|edition| {
        let report = look(policy, context(edition, now));
        match report.accepted() {
            true => "accepted",
            false => "refused",
        }
    });
    let report = look(policy, context(Edition::Y2025, now));
    format!("{}, {}: {}", both[0], both[1], told(&report))
}
