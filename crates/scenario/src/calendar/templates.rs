//! Policy templates: the documented use cases, and exclusions for events.

use super::rrule::WEEKDAYS;
use crate::document::maintenance::{
    DailyMaintenanceWindow, ExclusionOptions, MaintenanceExclusion, MaintenancePolicy,
    RecurringTimeWindow, TimeWindow,
};
use crate::instant;
use base::civil::{DAY, civil_from_days, days_from_civil, weekday};
use base::{Message, muted};
use model::maintenance::Scope;

/// How many days before an event its exclusion begins (MX-04).
const LEAD_DAYS: i64 = 7;

/// A policy for a use case, from an instant on.
pub struct Template {
    /// Stable, for links and tests.
    pub name: &'static str,
    pub rules: &'static [&'static str],
    apply: fn(&mut MaintenancePolicy, i64),
}

impl Template {
    /// The attribute `about` describes its use.
    pub fn title(&self) -> Message {
        Message::new(format!("template-{}", self.name))
    }

    /// Applies the template to the policy: replaces the window, adds exclusions.
    pub fn over(&self, policy: &MaintenancePolicy, now: i64) -> MaintenancePolicy {
        let mut policy = policy.clone();
        (self.apply)(&mut policy, now);
        policy
    }
}

/// Rulebook: MW-04, MW-05, MX-28 … MX-30. Source: Maintenance windows and exclusions.
const TEMPLATES: [Template; 7] = [
    Template {
        name: "off-peak",
        rules: &["MW-05"],
        apply: |policy, _| {
            policy.window.recurring = None;
            policy.window.recurring_maintenance = None;
            policy.window.daily = Some(DailyMaintenanceWindow {
                start_time: "02:00".to_owned(),
                ..DailyMaintenanceWindow::default()
            });
        },
    },
    Template {
        name: "on-call",
        rules: &["MW-05"],
        apply: |policy, now| recurring(policy, now, 9, 8, "MO,TU,WE,TH,FR"),
    },
    Template {
        name: "staggered",
        rules: &["MW-05"],
        apply: |policy, now| recurring(policy, now, 8, 8, "MO,TU"),
    },
    Template {
        name: "retail-nights",
        rules: &["MW-04"],
        apply: |policy, now| {
            recurring(policy, now, 22, 6, "MO,TU,WE,TH,FR");
            let from = now.div_euclid(DAY) + 28;
            exclude(policy, "sales-event", from, from + 3, Scope::NoUpgrades);
        },
    },
    Template { name: "holiday-season", rules: &["MX-28", "MX-14", "AM-26"], apply: holidays },
    Template {
        name: "beta-api-removal",
        rules: &["MX-29"],
        apply: |policy, now| three_months(policy, now, "migrate-beta-apis", Scope::NoMinorUpgrades),
    },
    Template {
        name: "legacy-database",
        rules: &["MX-30"],
        apply: |policy, now| {
            three_months(policy, now, "legacy-database", Scope::NoMinorOrNodeUpgrades);
        },
    },
];

/// All templates, without muted ones.
pub fn templates() -> impl Iterator<Item = &'static Template> {
    let offered = |one: &&Template| !one.rules.iter().any(|rule| muted(rule));
    TEMPLATES.iter().filter(offered)
}

/// The exclusion for an event: from a week before it to its end. Days since 1970, both included.
///
/// Rulebook: MX-04. Source: Maintenance windows and exclusions.
pub fn for_event(first_day: i64, last_day: i64) -> MaintenanceExclusion {
    let lead = if muted("MX-04") { 0 } else { LEAD_DAYS };
    exclusion(first_day - lead, last_day.max(first_day), Scope::NoUpgrades)
}

/// An exclusion of days, both included (AM-23).
pub fn exclusion(first_day: i64, last_day: i64, scope: Scope) -> MaintenanceExclusion {
    let day = |day: i64| {
        let text = instant::format(day * DAY * 1000);
        text.get(..10).unwrap_or(&text).to_owned()
    };
    MaintenanceExclusion {
        start_time: day(first_day),
        end_time: day(last_day),
        options: ExclusionOptions { scope: scope.name().to_owned(), ..ExclusionOptions::default() },
        ..MaintenanceExclusion::default()
    }
}

/// Adds an exclusion under an unused name, and returns the name.
///
/// Rulebook: MX-31. Source: gcloud container clusters update.
pub fn add(policy: &mut MaintenancePolicy, name: &str, one: MaintenanceExclusion) -> String {
    let all = &mut policy.window.exclusions;
    let name = if name.is_empty() { "exclusion" } else { name };
    let numbered = (2..).map(|n: u32| format!("{name}-{n}"));
    let mut names = core::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !all.contains_key(name)).unwrap_or_default();
    all.insert(free.clone(), one);
    free
}

fn exclude(policy: &mut MaintenancePolicy, name: &str, from: i64, to: i64, scope: Scope) {
    add(policy, name, exclusion(from, to, scope));
}

/// A window of `hours` from an hour on, beginning on the next of those days.
fn recurring(policy: &mut MaintenancePolicy, now: i64, hour: i64, hours: i64, days: &str) {
    policy.window.daily = None;
    policy.window.recurring_maintenance = None;
    let today = now.div_euclid(DAY);
    let listed = |day: i64| days.contains(WEEKDAYS[usize::from(weekday(day))]);
    let first = (today..today + 7).find(|day| listed(*day)).unwrap_or(today);
    let start = first * DAY + hour * 3600;
    policy.window.recurring = Some(RecurringTimeWindow {
        window: TimeWindow {
            start_time: instant::format(start * 1000),
            end_time: instant::format((start + hours * 3600) * 1000),
        },
        recurrence: format!("FREQ=WEEKLY;BYDAY={days}"),
    });
}

/// The current or next season (MX-14; until 15 January, AM-26).
fn holidays(policy: &mut MaintenancePolicy, now: i64) {
    let (year, month, day) = civil_from_days(now.div_euclid(DAY));
    let year = if (month, day) <= (1, 15) { year - 1 } else { year };
    let on = |next: i64, month: i64, day: i64| days_from_civil(year + next, month, day);
    let until = if muted("AM-26") { 6 } else { 15 };
    let minor = Scope::NoMinorUpgrades;
    exclude(policy, "no-minor", on(0, 9, 30), on(1, 1, until), minor);
    let freeze = Scope::NoUpgrades;
    exclude(policy, "black-friday", on(0, 11, 19), on(0, 12, 4), freeze);
    exclude(policy, "year-end", on(0, 12, 15), on(1, 1, 5), freeze);
}

fn three_months(policy: &mut MaintenancePolicy, now: i64, name: &str, scope: Scope) {
    let today = now.div_euclid(DAY);
    let (year, month, day) = civil_from_days(today);
    let (year, month) = if month > 9 { (year + 1, month - 9) } else { (year, month + 3) };
    exclude(policy, name, today, days_from_civil(year, month, day) - 1, scope);
}
