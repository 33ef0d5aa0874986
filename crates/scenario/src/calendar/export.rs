//! Exports a policy for other tools, and its openings as a calendar.

use super::exclusion::{self, EndTimeBehavior};
use super::parts;
use super::span::Span;
use crate::document::maintenance::{
    MaintenanceExclusion, MaintenancePolicy, MaintenanceWindow, RecurringTimeWindow, TimeWindow,
};
use crate::export::hcl::Block;
use crate::field::Field;
use crate::instant;
use crate::json::Json;
use base::civil::DAY;
use base::text::{is_hidden, quote};
use model::maintenance::Scope;

/// The cluster of a command: its name, and the flag for its location.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    pub cluster: &'a str,
    pub flag: &'a str,
    pub place: &'a str,
}

impl Default for Target<'_> {
    fn default() -> Self {
        Self { cluster: "CLUSTER_NAME", flag: "--location", place: "LOCATION" }
    }
}

/// Commands that set the window, and add each exclusion.
pub fn gcloud(policy: &MaintenancePolicy, target: Target<'_>) -> String {
    let Target { cluster, flag, place } = target;
    commands(policy, &format!("{} {flag} {}", quote(cluster), quote(place)))
}

/// Commands for a cluster whose name and location are shell words already.
pub(crate) fn commands(policy: &MaintenancePolicy, cluster: &str) -> String {
    let command = |flags: &[(&str, &str)]| {
        let mut text = format!("gcloud container clusters update {cluster}");
        for (flag, value) in flags {
            // gcloud options can't contain line breaks or terminal control characters.
            let value: String = value.chars().filter(|c| !is_hidden(*c)).collect();
            text += &match value.is_empty() {
                true => format!(" \\\n  {flag}"),
                false => format!(" \\\n  {flag} {}", quote(&value)),
            };
        }
        text + "\n"
    };
    let window = &policy.window;
    let first = bounds(policy).map(|recurring| instants_of(&recurring.window));
    let [start, end] = first.unwrap_or_default();
    let mut text = match (&window.daily, bounds(policy)) {
        (Some(daily), _) => command(&[("--maintenance-window", &daily.start_time)]),
        (None, Some(window)) => command(&[
            ("--maintenance-window-start", &start),
            ("--maintenance-window-end", &end),
            ("--maintenance-window-recurrence", &window.recurrence),
        ]),
        // Without a window in the policy the cluster's own isn't removed, unless nothing at all is wanted.
        (None, None) if *policy == MaintenancePolicy::default() => {
            command(&[("--clear-maintenance-window", "")])
        }
        (None, None) => String::new(),
    };
    for (name, one) in &window.exclusions {
        let scope = scope(one).to_ascii_lowercase();
        let end = match EndTimeBehavior::named(&one.options.end_time_behavior) {
            Some(EndTimeBehavior::Unspecified) => {
                ("--add-maintenance-exclusion-end", one.end_time.as_str())
            }
            _ => ("--add-maintenance-exclusion-until-end-of-support", ""),
        };
        let mut flags = vec![("--add-maintenance-exclusion-name", name.as_str())];
        // Without a start it begins when it is added.
        if !one.start_time.is_empty() {
            flags.push(("--add-maintenance-exclusion-start", &one.start_time));
        }
        flags.extend([end, ("--add-maintenance-exclusion-scope", scope.as_str())]);
        text += &command(&flags);
    }
    let [minor, patch] = intervals(policy);
    let both = [
        ("--maintenance-minor-version-disruption-interval", minor),
        ("--maintenance-patch-version-disruption-interval", patch),
    ];
    let given = both.iter().filter_map(|(flag, span)| Some((*flag, span.as_deref()?)));
    let flags: Vec<(&str, &str)> = given.collect();
    if !flags.is_empty() {
        text += &command(&flags);
    }
    text
}

/// Commands that make one policy of another: gcloud refuses to add an exclusion that the cluster has.
pub(crate) fn changes(from: &MaintenancePolicy, to: &MaintenancePolicy, cluster: &str) -> String {
    let update =
        |flags: &str| format!("gcloud container clusters update {cluster} \\\n  {flags}\n");
    let (before, after) = (&from.window, &to.window);
    let removed =
        before.exclusions.iter().filter(|(name, one)| after.exclusions.get(*name) != Some(*one));
    let mut text: String = removed
        .map(|(name, _)| {
            let name: String = name.chars().filter(|c| !is_hidden(*c)).collect();
            update(&format!("--remove-maintenance-exclusion {}", quote(&name)))
        })
        .collect();
    let mut changed = to.clone();
    changed.window.exclusions.retain(|name, one| before.exclusions.get(name) != Some(one));
    let kinds = |policy: &MaintenancePolicy| {
        let window = policy.window.clone();
        (window.daily, window.recurring, window.recurring_maintenance)
    };
    if kinds(from) == kinds(to) {
        changed.window = MaintenanceWindow {
            exclusions: changed.window.exclusions,
            ..MaintenanceWindow::default()
        };
    } else if kinds(to) == kinds(&MaintenancePolicy::default()) {
        text += &update("--clear-maintenance-window");
    }
    if changed.disruption_budget == from.disruption_budget {
        changed.disruption_budget = Default::default();
    }
    changed.resource_version = Default::default();
    if changed != MaintenancePolicy::default() {
        text += &commands(&changed, cluster);
    }
    text
}

/// The intervals of the disruption budget in seconds, for minor versions and for patches.
fn intervals(policy: &MaintenancePolicy) -> [Option<String>; 2] {
    let budget = &policy.disruption_budget;
    [budget.minor, budget.patch].map(|span| span.map(|span| format!("{}s", span.0 / 1000)))
}

/// The block for a `google_container_cluster`.
pub fn terraform(policy: &MaintenancePolicy) -> String {
    let mut text = String::new();
    block(policy).write(&mut text, 0);
    text
}

pub(crate) fn block(policy: &MaintenancePolicy) -> Block {
    let mut all = Block::new("maintenance_policy");
    if let Some(daily) = &policy.window.daily {
        let mut block = Block::new("daily_maintenance_window");
        block.text("start_time", &daily.start_time);
        all.block(block);
    } else if let Some(window) = bounds(policy) {
        let mut block = Block::new("recurring_window");
        let [start, end] = instants_of(&window.window);
        block.text("start_time", &start);
        block.text("end_time", &end);
        block.text("recurrence", &window.recurrence);
        all.block(block);
    }
    for (name, one) in &policy.window.exclusions {
        let mut block = Block::new("maintenance_exclusion");
        block.text("exclusion_name", name);
        block.text("start_time", &instant_of(&one.start_time, 0));
        block.text("end_time", &instant_of(&one.end_time, DAY));
        let mut options = Block::new("exclusion_options");
        options.text("scope", scope(one));
        options.text("end_time_behavior", &one.options.end_time_behavior);
        block.block(options);
        all.block(block);
    }
    let [minor, patch] = intervals(policy);
    if minor.is_some() || patch.is_some() {
        let mut block = Block::new("disruption_budget");
        block.text("minor_version_disruption_interval", &minor.unwrap_or_default());
        block.text("patch_version_disruption_interval", &patch.unwrap_or_default());
        all.block(block);
    }
    all
}

/// Start and end of a window's first occurrence: GKE doesn't include the day of an end.
fn instants_of(window: &TimeWindow) -> [String; 2] {
    [instant_of(&window.start_time, 0), instant_of(&window.end_time, DAY)]
}

/// A bound for the provider, which takes instants only (AM-23).
fn instant_of(bound: &str, day_more: i64) -> String {
    let date = exclusion::bound(bound, day_more).filter(|_| bound.len() == 10);
    date.map_or_else(|| bound.to_owned(), |secs| instant::format(secs * 1000))
}

/// The policy in GKE's API, as in `describe --format=json`.
pub fn api(policy: &MaintenancePolicy) -> String {
    let mut text = Json::object([("maintenancePolicy", Field::write(policy))]).pretty();
    text.push('\n');
    text
}

/// Each opening as an event with this summary, for calendar programs. `now`: the creation time.
pub fn ics(open: &[Span], now: i64, summary: &str) -> String {
    let at = |secs: i64| -> String {
        let text = instant::format(secs.saturating_mul(1000));
        text.chars().filter(|c| !matches!(c, '-' | ':')).collect()
    };
    let summary: String = summary.chars().filter(|c| !c.is_control()).collect();
    let summary = summary.replace('\\', "\\\\").replace(',', "\\,").replace(';', "\\;");
    let mut text = String::from(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Nodetide//Policy checker//EN\r\n",
    );
    for span in open {
        let (from, to) = (at(span.from), at(span.to));
        let stamp = at(now);
        text += &format!(
            "BEGIN:VEVENT\r\nUID:{from}-{to}@nodetide\r\nDTSTAMP:{stamp}\r\nDTSTART:{from}\r\nDTEND:{to}\r\n\
             SUMMARY:{summary}\r\nTRANSP:TRANSPARENT\r\nEND:VEVENT\r\n"
        );
    }
    text + "END:VCALENDAR\r\n"
}

/// Start and end of the recurring window, in either form; `None` if its numbers aren't valid times or
/// dates.
fn bounds(policy: &MaintenancePolicy) -> Option<RecurringTimeWindow> {
    if let Some(window) = &policy.window.recurring {
        return Some(window.clone());
    }
    let window = policy.window.recurring_maintenance.as_ref()?;
    let (start, length) = parts::start_and_length(window)?;
    Some(RecurringTimeWindow {
        window: TimeWindow {
            start_time: instant::format(start * 1000),
            end_time: instant::format((start + length) * 1000),
        },
        recurrence: window.recurrence.clone(),
    })
}

fn scope(one: &MaintenanceExclusion) -> &str {
    match one.options.scope.as_str() {
        "" => Scope::NoUpgrades.name(),
        scope => scope,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;
    use expect_test::expect;

    fn policy(window: &str) -> MaintenancePolicy {
        let json = Json::parse(&format!("{{\"window\":{window}}}")).unwrap();
        read(&json).0.unwrap()
    }

    const WEEKEND: &str = r#"{"recurringWindow":{"window":{"startTime":"2025-04-05T05:00:00Z","endTime":"2025-04-06T19:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"},
        "maintenanceExclusions":{"year's end":{"startTime":"2026-12-20","endTime":"2027-01-05"},
            "1.33":{"startTime":"2026-01-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES","endTimeBehavior":"UNTIL_END_OF_SUPPORT"}}}}"#;
    const DAILY: &str = r#"{"dailyMaintenanceWindow":{"startTime":"16:00"}}"#;
    const PARTS: &str = r#"{"recurringMaintenanceWindow":{"delayUntil":{"year":2026,"month":1,"day":5},"windowStartTime":{"hours":2},"windowDuration":"14400s","recurrence":"FREQ=DAILY"}}"#;

    #[test]
    fn a_policy_is_written_as_commands_and_as_a_block() {
        let all = [WEEKEND, DAILY, PARTS, "{}"].map(policy);
        let text: String = all
            .iter()
            .map(|policy| gcloud(policy, Target::default()) + &terraform(policy))
            .collect();
        expect![[r#"
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --maintenance-window-start 2025-04-05T05:00:00Z \
              --maintenance-window-end 2025-04-06T19:00:00Z \
              --maintenance-window-recurrence 'FREQ=WEEKLY;BYDAY=SA,SU'
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --add-maintenance-exclusion-name 1.33 \
              --add-maintenance-exclusion-start 2026-01-01T00:00:00Z \
              --add-maintenance-exclusion-until-end-of-support \
              --add-maintenance-exclusion-scope no_minor_upgrades
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --add-maintenance-exclusion-name 'year'\''s end' \
              --add-maintenance-exclusion-start 2026-12-20 \
              --add-maintenance-exclusion-end 2027-01-05 \
              --add-maintenance-exclusion-scope no_upgrades
            maintenance_policy {
              recurring_window {
                start_time = "2025-04-05T05:00:00Z"
                end_time   = "2025-04-06T19:00:00Z"
                recurrence = "FREQ=WEEKLY;BYDAY=SA,SU"
              }

              maintenance_exclusion {
                exclusion_name = "1.33"
                start_time     = "2026-01-01T00:00:00Z"

                exclusion_options {
                  scope             = "NO_MINOR_UPGRADES"
                  end_time_behavior = "UNTIL_END_OF_SUPPORT"
                }
              }

              maintenance_exclusion {
                exclusion_name = "year's end"
                start_time     = "2026-12-20T00:00:00Z"
                end_time       = "2027-01-06T00:00:00Z"

                exclusion_options {
                  scope = "NO_UPGRADES"
                }
              }
            }
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --maintenance-window 16:00
            maintenance_policy {
              daily_maintenance_window {
                start_time = "16:00"
              }
            }
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --maintenance-window-start 2026-01-05T02:00:00Z \
              --maintenance-window-end 2026-01-05T06:00:00Z \
              --maintenance-window-recurrence FREQ=DAILY
            maintenance_policy {
              recurring_window {
                start_time = "2026-01-05T02:00:00Z"
                end_time   = "2026-01-05T06:00:00Z"
                recurrence = "FREQ=DAILY"
              }
            }
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --clear-maintenance-window
            maintenance_policy {
            }
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn days_of_a_window_are_written_as_instants() {
        let days = policy(
            r#"{"recurringWindow":{"window":{"startTime":"2026-12-05","endTime":"2026-12-06"},"recurrence":"FREQ=WEEKLY"}}"#,
        );
        for text in [gcloud(&days, Target::default()), terraform(&days)] {
            assert!(text.contains("2026-12-05T00:00:00Z"), "{text}");
            assert!(text.contains("2026-12-07T00:00:00Z"), "{text}");
        }
    }

    #[test]
    fn text_cannot_end_a_command() {
        let hostile = policy(
            r#"{"recurringWindow":{"window":{"startTime":"$(id)","endTime":"a\nb\u001b[2J"},"recurrence":"FREQ=DAILY'; id #"}}"#,
        );
        expect![[r#"
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --maintenance-window-start '$(id)' \
              --maintenance-window-end 'ab[2J' \
              --maintenance-window-recurrence 'FREQ=DAILY'\''; id #'
        "#]]
        .assert_eq(&gcloud(&hostile, Target::default()));
    }

    /// The API's answer for an exclusion with an end time.
    #[test]
    fn an_unspecified_end_is_the_written_one() {
        let described = policy(
            r#"{"maintenanceExclusions":{"a":{"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-02T00:00:00Z",
                "maintenanceExclusionOptions":{"scope":"NO_UPGRADES","endTimeBehavior":"END_TIME_BEHAVIOR_UNSPECIFIED"}}}}"#,
        );
        expect![[r#"
            gcloud container clusters update CLUSTER_NAME --location LOCATION \
              --add-maintenance-exclusion-name a \
              --add-maintenance-exclusion-start 2026-01-01T00:00:00Z \
              --add-maintenance-exclusion-end 2026-01-02T00:00:00Z \
              --add-maintenance-exclusion-scope no_upgrades
        "#]]
        .assert_eq(&gcloud(&described, Target::default()));
    }

    #[test]
    fn openings_are_events() {
        let open = [Span::new(1_743_829_200, 1_744_052_400)];
        expect![[r#"
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Nodetide//Policy checker//EN
            BEGIN:VEVENT
            UID:20250405T050000Z-20250407T190000Z@nodetide
            DTSTAMP:20250401T000000Z
            DTSTART:20250405T050000Z
            DTEND:20250407T190000Z
            SUMMARY:GKE maintenance\, open
            TRANSP:TRANSPARENT
            END:VEVENT
            END:VCALENDAR
        "#]]
        .assert_eq(&ics(&open, 1_743_465_600, "GKE maintenance, open").replace("\r\n", "\n"));
    }
}
