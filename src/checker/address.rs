//! The checker's address: `#/window?s=2025-04-05T05Z&d=38h&r=WEEKLY;BYDAY=SA,SU&tz=Asia/Tokyo&ed=2025`.
//!
//! A recurring window is readable and editable, and a daily one is `t=16:00`. Any other policy is
//! packed like scenarios in links: `p=1.…`.

use crate::shell::address::fragment::escaped;
use crate::shell::address::route::WINDOW;
use crate::shell::words::{t, tm, tn};
use percent_encoding::percent_decode_str;
use scenario::calendar::Edition;
use scenario::document::maintenance::{
    DailyMaintenanceWindow, MaintenancePolicy, MaintenanceWindow, RecurringTimeWindow, TimeWindow,
};
use scenario::document::read;
use scenario::field::Field;
use scenario::instant;
use scenario::json::Json;
use scenario::link::{self, Fault};
use scenario::units::Duration;

/// Longer windows aren't read.
const LONGEST: usize = 64 << 10;
const LONGEST_SECS: i64 = 200 * 366 * 86_400;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckerAddress {
    pub policy: Option<MaintenancePolicy>,
    pub zone: Option<String>,
    pub edition: Edition,
    /// The first day of the calendar; today if missing.
    pub from: Option<i64>,
    /// The cluster isn't in a release channel.
    pub no_channel: bool,
}

impl CheckerAddress {
    /// Reads a fragment. Returns why it contains no valid window; zone, edition and day are used anyway.
    pub fn read(fragment: &str) -> (Self, Option<String>) {
        let mut asked = Self::default();
        if fragment.len() > LONGEST {
            return (asked, Some(t("win-link-long")));
        }
        let (_, parts) = fragment.split_once('?').unwrap_or_default();
        let (mut start, mut length, mut rule) = (None, None, None);
        let mut problem = None;
        for part in parts.split('&') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            match name {
                "s" => start = Some(value.into_owned()),
                "d" => length = Some(value.into_owned()),
                "r" => rule = Some(value.into_owned()),
                "t" => asked.policy = Some(of_window(daily(&value))),
                "p" => match unpacked(&value) {
                    Ok(policy) => asked.policy = Some(policy),
                    Err(says) => problem = Some(says),
                },
                "tz" => asked.zone = Some(value.into_owned()),
                "ed" => asked.edition = Edition::named(&value).unwrap_or_default(),
                "from" => {
                    let day = instant::parse(&format!("{value}T00:00:00Z"));
                    asked.from = day.map(|ms| ms.div_euclid(1000));
                }
                "channel" => asked.no_channel = value == "none",
                _ => {}
            }
        }
        match (start, length, rule) {
            (None, None, None) => {}
            (Some(start), Some(length), Some(rule)) => match recurring(&start, &length, &rule) {
                Ok(window) => asked.policy = Some(of_window(window)),
                Err(says) => problem = Some(says),
            },
            _ => problem = Some(t("win-link-part")),
        }
        (asked, problem)
    }

    /// The fragment, without `#`.
    pub fn write(&self) -> String {
        let mut parts: Vec<(&str, String)> = Vec::new();
        if let Some(policy) = &self.policy {
            let mut readable = Self::default();
            parts = spelled(policy).unwrap_or_default();
            readable.policy = Self::read(&written(&parts)).0.policy;
            if readable.policy.as_ref() != Some(policy) {
                parts = vec![("p", link::encode(&policy.write().compact()))];
            }
        }
        if let Some(zone) = &self.zone {
            parts.push(("tz", zone.clone()));
        }
        if self.edition != Edition::default() {
            parts.push(("ed", self.edition.name().to_owned()));
        }
        if let Some(from) = self.from {
            let day = instant::format(from * 1000);
            parts.push(("from", day.get(..10).unwrap_or_default().to_owned()));
        }
        if self.no_channel {
            parts.push(("channel", "none".to_owned()));
        }
        written(&parts)
    }
}

fn written(parts: &[(&str, String)]) -> String {
    let parts: Vec<String> =
        parts.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    match parts.is_empty() {
        true => WINDOW.to_owned(),
        false => format!("{WINDOW}?{}", parts.join("&")),
    }
}

/// The readable parts of a policy that has only a window.
fn spelled(policy: &MaintenancePolicy) -> Option<Vec<(&'static str, String)>> {
    if let Some(daily) = &policy.window.daily {
        return Some(vec![("t", daily.start_time.clone())]);
    }
    let window = policy.window.recurring.as_ref()?;
    let secs = |text: &str| instant::parse(text).map(|ms| ms.div_euclid(1000));
    let (start, end) = (&window.window.start_time, &window.window.end_time);
    let length = secs(end)?.checked_sub(secs(start)?).filter(|length| *length > 0)?;
    let short = start.strip_suffix(":00Z").map_or_else(
        || start.clone(),
        |minutes| format!("{}Z", minutes.strip_suffix(":00").unwrap_or(minutes)),
    );
    Some(vec![
        ("s", short),
        ("d", lasts(length)),
        ("r", window.recurrence.strip_prefix("FREQ=")?.to_owned()),
    ])
}

/// `38h`, `4h30m`.
fn lasts(secs: i64) -> String {
    [(secs / 3600, "h"), (secs / 60 % 60, "m"), (secs % 60, "s")]
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, unit)| format!("{number}{unit}"))
        .collect()
}

fn of_window(window: MaintenanceWindow) -> MaintenancePolicy {
    MaintenancePolicy { window, ..MaintenancePolicy::default() }
}

fn daily(time: &str) -> MaintenanceWindow {
    let daily =
        DailyMaintenanceWindow { start_time: time.to_owned(), ..DailyMaintenanceWindow::default() };
    MaintenanceWindow { daily: Some(daily), ..MaintenanceWindow::default() }
}

fn recurring(start: &str, length: &str, rule: &str) -> Result<MaintenanceWindow, String> {
    let full = match start.strip_suffix('Z').map(|start| (start.len(), start)) {
        Some((13, hour)) => format!("{hour}:00:00Z"),
        Some((16, minute)) => format!("{minute}:00Z"),
        _ => start.to_owned(),
    };
    let no = |key: &str, text: &str| {
        let text: String = text.chars().take(60).collect();
        tn(key, &[("text", text.into())])
    };
    let from = instant::parse(&full).ok_or_else(|| no("win-link-time", start))?.div_euclid(1000);
    let length_secs = Duration::typed(length)
        .map(|Duration(ms)| ms / 1000)
        .filter(|secs| (1..=LONGEST_SECS).contains(secs))
        .ok_or_else(|| no("win-link-duration", length))?;
    let window = RecurringTimeWindow {
        window: TimeWindow {
            start_time: full,
            end_time: instant::format((from + length_secs) * 1000),
        },
        recurrence: match rule.to_ascii_uppercase().contains("FREQ=") {
            true => rule.to_owned(),
            false => format!("FREQ={rule}"),
        },
    };
    Ok(MaintenanceWindow { recurring: Some(window), ..MaintenanceWindow::default() })
}

fn unpacked(packed: &str) -> Result<MaintenancePolicy, String> {
    let says = |why: String| tn("win-link-policy", &[("why", why.into())]);
    let text = link::decode(packed).map_err(|fault| match fault {
        Fault::NotALink => says(t("win-link-start")),
        fault => says(tm(&(&fault).into())),
    })?;
    let json = Json::parse(&text).map_err(|error| says(tm(&error.0)))?;
    let (policy, wrong) = read::<MaintenancePolicy>(&json);
    match (policy, wrong.first()) {
        (Some(policy), None) => Ok(policy),
        (_, wrong) => Err(says(wrong.map(|one| tm(&one.message)).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn policy(window: &str) -> MaintenancePolicy {
        read(&Json::parse(&format!("{{\"window\":{window}}}")).unwrap()).0.unwrap()
    }

    fn of_bounds(start: &str, end: &str, rule: &str) -> MaintenancePolicy {
        policy(&format!(
            r#"{{"recurringWindow":{{"window":{{"startTime":"{start}","endTime":"{end}"}},"recurrence":"{rule}"}}}}"#
        ))
    }

    #[test]
    fn a_policy_comes_back_from_its_address() {
        let policies = [
            of_bounds("2025-04-05T05:00:00Z", "2025-04-06T19:00:00Z", "FREQ=WEEKLY;BYDAY=SA,SU"),
            of_bounds("2025-04-05T05:30:00Z", "2025-04-05T10:00:05Z", "FREQ=DAILY"),
            of_bounds("2025-04-05T05:00:01Z", "2025-04-06T19:00:00Z", "FREQ=WEEKLY;BYDAY=& %#é"),
            of_bounds("2025-04-05T05:00:00+09:00", "2025-04-06T19:00:00Z", "FREQ=WEEKLY"),
            of_bounds("2025-04-05T05:00:00Z", "2025-04-05T05:00:00Z", "FREQ=WEEKLY"),
            of_bounds("2025-04-05T05:00:00Z", "2025-04-06T05:00:00Z", "RRULE:FREQ=WEEKLY"),
            policy(r#"{"dailyMaintenanceWindow":{"startTime":"16:00"}}"#),
            policy(
                r#"{"maintenanceExclusions":{"a":{"startTime":"2026-12-20","endTime":"2027-01-05"}}}"#,
            ),
            policy("{}"),
        ];
        let said: String = policies
            .into_iter()
            .map(|policy| {
                let asked = CheckerAddress { policy: Some(policy), ..CheckerAddress::default() };
                let fragment = asked.write();
                assert_eq!(CheckerAddress::read(&fragment), (asked, None), "{fragment}");
                fragment + "\n"
            })
            .collect();
        expect![[r#"
            /window?s=2025-04-05T05Z&d=38h&r=WEEKLY;BYDAY=SA,SU
            /window?s=2025-04-05T05:30Z&d=4h30m5s&r=DAILY
            /window?s=2025-04-05T05:00:01Z&d=37h59m59s&r=WEEKLY;BYDAY=%26%20%25%23%C3%A9
            /window?s=2025-04-05T05:00:00+09:00&d=47h&r=WEEKLY
            /window?p=1.eNp9jbEKgCAURf_lzQUPyUVotKWWQpDaQiUcMjDDQfz3CqK24E73HDgJonV6i8ASeKMO761b5Ht9cA-zD8KuBhgQJLTEqkQqkDLEaxMUYJz-E3LxFIxTt9QMvK8l5203Qs75BOpyKcU
            /window?p=1.eNpdzbEKgCAYBOB3-eeCn8gGodGWWpIiaouUcMjADAfx3SuIiuCmuw_Og1NarA6oByOn3Ril5-6p3nGzo7GNWiRQSDAhMaYxkgYJRTwzQARSiz_IPiBE94PU04U4bytGC87qvGOsrHoIIRzpUCuK
            /window?t=16:00
            /window?p=1.eNpFiUEKgCAQAP-y5wRdqMB7P-gDi-5hIVdIw0D6e3lqDnOY6dBEY27gOyQSraykgbc7HFeRrGUMGiqVzrpLYvCAFhfj0KCFCVjjn1djnbEzPB8vta0dCw
            /window?p=1.eNqrrgUAAXUA-Q
        "#]].assert_eq(&said);
    }

    #[test]
    fn what_is_chosen_beside_it_comes_back_too() {
        let fragment = "/window?t=16:00&tz=America/Argentina/Buenos_Aires&ed=2025&from=2026-03-01&channel=none";
        assert_eq!(CheckerAddress::read(fragment).0.write(), fragment);
        assert_eq!(CheckerAddress::read("/window?ed=none&from=x&tz=").0.write(), "/window?tz=");
    }

    #[test]
    fn what_makes_no_window_is_said() {
        let said: String = [
            "/window",
            "/window?s=2025-04-05T05Z",
            "/window?s=noon&d=8h&r=DAILY",
            "/window?s=2025-04-05T05Z&d=-8h&r=DAILY",
            "/window?s=2025-04-05T05Z&d=99999999999999999d&r=DAILY",
            "/window?p=1.____",
            "/window?p=",
            "/window?p=1.q1bKT8_W",
            "/window?%00%ff=%ff&&&=&s",
        ]
        .map(|fragment| {
            let (_, problem) = CheckerAddress::read(fragment);
            format!("{fragment}: {}\n", problem.unwrap_or_default())
        })
        .concat();
        expect![[r#"
            /window: 
            /window?s=2025-04-05T05Z: The link is missing a part of its window: it needs s (start), d (duration), and r (rule).
            /window?s=noon&d=8h&r=DAILY: “noon” in the link isn't a valid time. Use s=2026-01-03T02Z.
            /window?s=2025-04-05T05Z&d=-8h&r=DAILY: “-8h” in the link isn't a valid duration. Use d=8h.
            /window?s=2025-04-05T05Z&d=99999999999999999d&r=DAILY: “99999999999999999d” in the link isn't a valid duration. Use d=8h.
            /window?p=1.____: Can't read the policy in the link. The link was changed and can't be read. Copy it again.
            /window?p=: Can't read the policy in the link. It must start with “1.” after “p=”.
            /window?p=1.q1bKT8_W: Can't read the policy in the link. The end of the link is missing. Copy the whole link.
            /window?%00%ff=%ff&&&=&s: The link is missing a part of its window: it needs s (start), d (duration), and r (rule).
        "#]].assert_eq(&said);
        let long = format!("/window?r={}", "A".repeat(LONGEST));
        assert!(CheckerAddress::read(&long).1.is_some());
        let packed = link::encode(r#"{"window":{"recurringWindow":7},"$$":1}"#);
        assert!(CheckerAddress::read(&format!("/window?p={packed}")).1.is_some());
    }
}
