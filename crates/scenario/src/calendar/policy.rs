//! Reads maintenance policies: window and exclusions, with errors.

use super::context::ReadingContext;
use super::exclusion::{self, Exclusion};
use super::span::{Span, merged};
use super::window::{Recurring, Window};
use super::{parts, rrule};
use crate::diagnostic::{Diagnostic, Diagnostics, excerpt};
use crate::document::maintenance::{
    MaintenancePolicy, MaintenanceWindow, RecurringMaintenanceWindow, RecurringTimeWindow,
};
use crate::field::push_key;
use base::civil::DAY;
use base::{muted, order, say};
use model::maintenance::Scope;
use model::recurrence::{Frequency, Recurrence};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    pub window: Window,
    /// By name.
    pub exclusions: Vec<Exclusion>,
}

impl Policy {
    /// A policy that blocks nothing.
    pub fn none() -> Self {
        Self { window: Window::Always, exclusions: Vec::new() }
    }

    /// When no maintenance is possible, in order and merged.
    pub fn frozen(&self) -> Vec<Span> {
        let frozen = self.exclusions.iter();
        let frozen = frozen.filter(|one| one.scope == Scope::NoUpgrades);
        let mut frozen: Vec<Span> = frozen.map(|one| one.span).collect();
        order::sort(&mut frozen);
        merged(frozen)
    }
}

/// Reads a policy. Reports errors of the window or of exclusions' bounds, and returns `None` if there are any.
pub fn read(
    policy: &MaintenancePolicy,
    around: ReadingContext,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Policy> {
    let path = format!("{path}/window");
    let window = window(&policy.window, &path, out);
    let mut exclusions = Some(Vec::new());
    for (name, one) in &policy.window.exclusions {
        let mut path = format!("{path}/maintenanceExclusions");
        push_key(&mut path, name);
        match exclusion::read(name, one, around, &path, out) {
            Some(one) => exclusions.iter_mut().for_each(|all| all.push(one.clone())),
            None => exclusions = None,
        }
    }
    Some(Policy { window: window?, exclusions: exclusions? })
}

fn window(window: &MaintenanceWindow, path: &str, out: &mut Diagnostics) -> Option<Window> {
    let kinds = [
        window.daily.is_some(),
        window.recurring.is_some(),
        window.recurring_maintenance.is_some(),
    ];
    if kinds.into_iter().filter(|there| *there).count() > 1 && !muted("MW-03") {
        out.push(Diagnostic::error("window/two", path).rules(&["MW-03"]));
        return None;
    }
    if let Some(daily) = &window.daily {
        let path = format!("{path}/dailyMaintenanceWindow/startTime");
        return daily_start(&daily.start_time, path, out).map(|second| Window::Daily { second });
    }
    if let Some(recurring) = &window.recurring {
        let path = format!("{path}/recurringWindow");
        return of_bounds(recurring, &path, out).map(Window::Recurring);
    }
    if let Some(recurring) = &window.recurring_maintenance {
        let path = format!("{path}/recurringMaintenanceWindow");
        return of_parts(recurring, &path, out).map(Window::Recurring);
    }
    Some(Window::Always)
}

/// `HH:MM` in UTC; `None` for the API's form `T…Z`.
fn daily_start(text: &str, path: String, out: &mut Diagnostics) -> Option<i64> {
    let part = |part: Option<&str>, below: i64| {
        let part =
            part.filter(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()))?;
        part.parse().ok().filter(|number: &i64| *number < below)
    };
    let mut parts = text.split(':');
    let (hours, minutes) = (part(parts.next(), 24), part(parts.next(), 60));
    let read = match (hours, minutes, parts.next()) {
        (Some(hours), Some(minutes), None) => Some(hours * 3600 + minutes * 60),
        _ => None,
    };
    if read.is_none() && !muted("MW-13") {
        Diagnostic::error("window/daily-time", path)
            .with("text", excerpt(text))
            .rules(&["MW-13"])
            .add_to(out);
    }
    read
}

fn of_bounds(window: &RecurringTimeWindow, path: &str, out: &mut Diagnostics) -> Option<Recurring> {
    let bound = |text: &str, (field, day_more): (&str, i64), out: &mut Diagnostics| {
        let read = exclusion::bound(text, day_more);
        if read.is_none() {
            Diagnostic::error("window/instant", format!("{path}/window/{field}"))
                .says(match text.is_empty() {
                    true => say!("check-window-no-bound", field = field),
                    false => say!("check-window-instant", text = excerpt(text)),
                })
                .rules(&["BS-25"])
                .add_to(out);
        }
        read
    };
    let start = bound(&window.window.start_time, ("startTime", 0), out);
    let end = bound(&window.window.end_time, ("endTime", DAY), out);
    let rule = recurrence(&window.recurrence, format!("{path}/recurrence"), out);
    let (start, end) = (start?, end?);
    if end <= start && !muted("BS-25") {
        Diagnostic::error("window/ends-before-start", format!("{path}/window/endTime"))
            .rules(&["BS-25", "AM-90"])
            .add_to(out);
        return None;
    }
    Some(Recurring { start, length: (end - start).max(1), rule: rule? })
}

/// The newer form: a date before which nothing opens, a time of day and a duration (BS-26).
fn of_parts(
    window: &RecurringMaintenanceWindow,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Recurring> {
    let rule = recurrence(&window.recurrence, format!("{path}/recurrence"), out)?;
    if parts::second(&window.start_time).is_none() {
        Diagnostic::error("window/time-of-day", format!("{path}/windowStartTime"))
            .rules(&["BS-26"])
            .add_to(out);
        return None;
    }
    if window.duration.is_none_or(|duration| duration.0 < 1000) {
        Diagnostic::error("window/ends-before-start", format!("{path}/windowDuration"))
            .says(say!("check-window-no-duration"))
            .rules(&["BS-25", "AM-90"])
            .add_to(out);
        return None;
    }
    first_day(window, &rule, format!("{path}/delayUntil"), out)?;
    let (start, length) = parts::start_and_length(window)?;
    Some(Recurring { start, length, rule })
}

/// Reads `delayUntil`, a date, which is required if the rule doesn't select days.
fn first_day(
    window: &RecurringMaintenanceWindow,
    rule: &Recurrence,
    path: String,
    out: &mut Diagnostics,
) -> Option<()> {
    let counts_from_start = rule.interval > 1
        || (matches!(rule.frequency, Frequency::Weekly | Frequency::Monthly)
            && rule.by_day.is_empty());
    match &window.delay_until {
        Some(date) if parts::day(date).is_none() => Diagnostic::error("window/delay-until", path)
            .says(say!("check-no-day"))
            .rules(&["BS-26"])
            .add_to(out),
        None if counts_from_start && !muted("BS-26") => {
            out.push(Diagnostic::error("window/delay-until", path).rules(&["BS-26"]));
        }
        _ => return Some(()),
    }
    None
}

/// An RRULE that GKE accepts.
fn recurrence(text: &str, path: String, out: &mut Diagnostics) -> Option<Recurrence> {
    match rrule::parse(text).valid() {
        Ok(rule) if rule.frequency > Frequency::Daily && !muted("BS-24") => {
            out.push(Diagnostic::error("window/frequency", path).rules(&["BS-24"]));
            None
        }
        Ok(rule) => Some(rule),
        Err(wrong) => {
            for one in wrong {
                Diagnostic::error("window/recurrence", path.clone())
                    .says(one.message)
                    .rules(&["BS-24", "AM-96"])
                    .add_to(out);
            }
            None
        }
    }
}
