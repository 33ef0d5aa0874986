//! A maintenance policy as it was understood: its window, its exclusions, and what of it cannot be understood.

use super::rrule;
use super::span::{Span, merged};
use super::window::{Recurring, Window};
use crate::base::civil::{DAY, days_from_civil, days_in_month};
use crate::base::muted;
use crate::model::maintenance::Scope;
use crate::model::recurrence::{Frequency, Recurrence};
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::maintenance::{
    MaintenanceExclusion, MaintenancePolicy, MaintenanceWindow, RecurringMaintenanceWindow,
    RecurringTimeWindow, TimeOfDay,
};
use crate::scenario::field::push_key;
use crate::scenario::instant;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    pub window: Window,
    /// By name.
    pub exclusions: Vec<Exclusion>,
}

/// A period without maintenance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    pub name: String,
    pub span: Span,
    pub scope: Scope,
    /// It has no end of its own, but that of the support of the minor version (BS-22).
    pub until_end_of_support: bool,
}

impl Policy {
    /// A policy that keeps nothing from happening.
    pub fn none() -> Self {
        Self {
            window: Window::Always,
            exclusions: Vec::new(),
        }
    }

    /// When no maintenance at all can happen, in order and merged.
    pub fn frozen(&self) -> Vec<Span> {
        let frozen = self.exclusions.iter();
        let frozen = frozen.filter(|one| one.scope == Scope::NoUpgrades);
        let mut frozen: Vec<Span> = frozen.map(|one| one.span).collect();
        frozen.sort_unstable();
        merged(frozen)
    }
}

/// What the policy is read for.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Seconds since 1970.
    pub now: i64,
    /// The end of support of the minor version, if it is known.
    pub end_of_support: Option<i64>,
}

/// Reads a policy. What is wrong with the window, or with the bounds of an exclusion, is said, and then there is none.
pub fn read(
    policy: &MaintenancePolicy,
    around: Surroundings,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Policy> {
    let path = format!("{path}/window");
    let window = window(&policy.window, &path, out);
    let mut exclusions = Some(Vec::new());
    for (name, one) in &policy.window.exclusions {
        let mut path = format!("{path}/maintenanceExclusions");
        push_key(&mut path, name);
        match exclusion(name, one, around, &path, out) {
            Some(one) => exclusions.iter_mut().for_each(|all| all.push(one.clone())),
            None => exclusions = None,
        }
    }
    Some(Policy {
        window: window?,
        exclusions: exclusions?,
    })
}

fn window(window: &MaintenanceWindow, path: &str, out: &mut Diagnostics) -> Option<Window> {
    let kinds = [
        window.daily.is_some(),
        window.recurring.is_some(),
        window.recurring_maintenance.is_some(),
    ];
    if kinds.into_iter().filter(|there| *there).count() > 1 && !muted("MW-03") {
        out.push(
            Diagnostic::error("window/two", path)
                .says("The policy has more than one window; a cluster has one.")
                .hint("Leave one of them: the window that is set last replaces the one before.")
                .rules(&["MW-03"]),
        );
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

/// `HH:MM` in UTC; a `T…Z` as the API writes it is none.
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
        out.push(
            Diagnostic::error("window/daily-time", path)
                .says(format!("“{}” is no time of day.", brief(text)))
                .hint("Write HH:MM in UTC, from 00:00 to 23:59.")
                .rules(&["MW-13"]),
        );
    }
    read
}

fn of_bounds(window: &RecurringTimeWindow, path: &str, out: &mut Diagnostics) -> Option<Recurring> {
    let bound = |text: &str, field: &str, out: &mut Diagnostics| {
        let read = instant::parse(text).map(|ms| ms.div_euclid(1000));
        if read.is_none() {
            out.push(unreadable(format!("{path}/window/{field}"), text, "BS-25"));
        }
        read
    };
    let start = bound(&window.window.start_time, "startTime", out);
    let end = bound(&window.window.end_time, "endTime", out);
    let rule = recurrence(&window.recurrence, format!("{path}/recurrence"), out);
    let (start, end) = (start?, end?);
    if end <= start && !muted("BS-25") {
        out.push(
            Diagnostic::error("window/ends-before-start", format!("{path}/window/endTime"))
                .says("The window does not end after its start.")
                .hint("The end minus the start is how long each window lasts; write a later end.")
                .rules(&["BS-25", "AM-90"]),
        );
        return None;
    }
    Some(Recurring {
        start,
        length: (end - start).max(1),
        rule: rule?,
    })
}

/// The newer form: a day before which nothing opens, a time of day and a duration (BS-26).
fn of_parts(
    window: &RecurringMaintenanceWindow,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Recurring> {
    let rule = recurrence(&window.recurrence, format!("{path}/recurrence"), out)?;
    let TimeOfDay {
        hours,
        minutes,
        seconds,
        nanos: _,
    } = window.start_time;
    let second =
        (0..24).contains(&hours) && (0..60).contains(&minutes) && (0..60).contains(&seconds);
    if !second {
        out.push(
            Diagnostic::error("window/time-of-day", format!("{path}/windowStartTime"))
                .says("This is no time of day.")
                .hint("Hours from 0 to 23, minutes and seconds from 0 to 59.")
                .rules(&["BS-26"]),
        );
        return None;
    }
    let length = window
        .duration
        .map_or(0, |duration| duration.0.div_euclid(1000));
    if length <= 0 {
        out.push(
            Diagnostic::error("window/ends-before-start", format!("{path}/windowDuration"))
                .says("The window has no duration.")
                .hint("Write how long each window lasts, at least 14400s.")
                .rules(&["BS-25", "AM-90"]),
        );
        return None;
    }
    let day = match &window.delay_until {
        Some(date) => {
            let right = (1..=12).contains(&date.month)
                && (0..=9999).contains(&date.year)
                && (1..=days_in_month(date.year, date.month)).contains(&date.day);
            if !right {
                out.push(
                    Diagnostic::error("window/delay-until", format!("{path}/delayUntil"))
                        .says("This is no day of the calendar.")
                        .rules(&["BS-26"]),
                );
                return None;
            }
            Some(days_from_civil(date.year, date.month, date.day))
        }
        None => None,
    };
    let open_question = rule.interval > 1
        || (matches!(rule.frequency, Frequency::Weekly | Frequency::Monthly)
            && rule.by_day.is_empty());
    if day.is_none() && open_question && !muted("BS-26") {
        out.push(
            Diagnostic::error("window/delay-until", format!("{path}/delayUntil"))
                .says("Without delayUntil it is open from which day this rule counts.")
                .hint("Write delayUntil, a day in UTC: with INTERVAL above 1 and without BYDAY it is required.")
                .rules(&["BS-26"]),
        );
        return None;
    }
    Some(Recurring {
        start: day.unwrap_or(0) * DAY + hours * 3600 + minutes * 60 + seconds,
        length,
        rule,
    })
}

/// An RRULE that GKE takes.
fn recurrence(text: &str, path: String, out: &mut Diagnostics) -> Option<Recurrence> {
    match rrule::parse(text).valid() {
        Ok(rule) if rule.frequency > Frequency::Daily && !muted("BS-24") => {
            out.push(
                Diagnostic::error("window/frequency", path)
                    .says("GKE does not take FREQ=HOURLY, MINUTELY or SECONDLY.")
                    .hint("Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.")
                    .rules(&["BS-24"]),
            );
            None
        }
        Ok(rule) => Some(rule),
        Err(wrong) => {
            for one in wrong {
                out.push(
                    Diagnostic::error("window/recurrence", path.clone())
                        .says(one.message)
                        .hint(one.hint)
                        .rules(&["BS-24", "AM-96"]),
                );
            }
            None
        }
    }
}

fn exclusion(
    name: &str,
    one: &MaintenanceExclusion,
    around: Surroundings,
    path: &str,
    out: &mut Diagnostics,
) -> Option<Exclusion> {
    let mut fine = true;
    let mut wrong =
        |field: &str, code, message: String, hint: &str, rules: &'static [&'static str]| {
            fine = false;
            let path = format!("{path}/{field}");
            out.push(
                Diagnostic::error(code, path)
                    .says(message)
                    .hint(hint)
                    .rules(rules),
            );
        };
    if !one.recurrence.is_empty() && !muted("MX-02") {
        wrong(
            "recurrence",
            "exclusion/recurs",
            format!("The exclusion {name} has a recurrence; exclusions do not recur."),
            "Write each period as an exclusion of its own.",
            &["MX-02"],
        );
    }
    let scope = Scope::named(&one.options.scope);
    if scope.is_none() {
        let message = format!("“{}” is no scope.", brief(&one.options.scope));
        wrong(
            "maintenanceExclusionOptions/scope",
            "exclusion/scope",
            message,
            "NO_UPGRADES, NO_MINOR_UPGRADES or NO_MINOR_OR_NODE_UPGRADES.",
            &["MX-05"],
        );
    }
    let behavior = one.options.end_time_behavior.as_str();
    let until_end_of_support = behavior == "UNTIL_END_OF_SUPPORT";
    if !matches!(
        behavior,
        "" | "END_TIME_BEHAVIOR_UNSPECIFIED" | "UNTIL_END_OF_SUPPORT"
    ) {
        wrong(
            "maintenanceExclusionOptions/endTimeBehavior",
            "exclusion/end-time-behavior",
            format!("“{}” is no way to end.", brief(behavior)),
            "Leave it out, or write UNTIL_END_OF_SUPPORT.",
            &["BS-22"],
        );
    }
    // Without a start it begins when it is made (MX-31).
    let from = match one.start_time.is_empty() {
        true => Some(around.now),
        false => bound(&one.start_time, 0),
    };
    if from.is_none() {
        let message = format!("“{}” is no instant.", brief(&one.start_time));
        wrong(
            "startTime",
            "exclusion/instant",
            message,
            INSTANTS,
            &["AM-23"],
        );
    }
    // Of two ends that are said the written one counts; the other is refused elsewhere (BS-22).
    let to = if !one.end_time.is_empty() {
        let to = bound(&one.end_time, DAY);
        if to.is_none() {
            let message = format!("“{}” is no instant.", brief(&one.end_time));
            wrong(
                "endTime",
                "exclusion/instant",
                message,
                INSTANTS,
                &["AM-23"],
            );
        }
        to
    } else if until_end_of_support {
        Some(around.end_of_support.unwrap_or(FOREVER))
    } else {
        let message = format!("The exclusion {name} has no end.");
        wrong("endTime", "exclusion/no-end", message, INSTANTS, &["MX-31"]);
        None
    };
    let (from, to) = (from?, to?);
    if to <= from && !(until_end_of_support && one.end_time.is_empty()) && !muted("MX-31") {
        wrong(
            "endTime",
            "exclusion/ends-before-start",
            format!("The exclusion {name} does not end after its start."),
            "Write a later end; the start may lie in the past.",
            &["MX-31"],
        );
    }
    fine.then_some(Exclusion {
        name: name.to_owned(),
        span: Span::new(from, to.max(from)),
        scope: scope?,
        until_end_of_support: until_end_of_support && one.end_time.is_empty(),
    })
}

/// Longer than anybody plans.
const FOREVER: i64 = i64::MAX / 8000;
const INSTANTS: &str = "Write 2026-12-20T00:00:00Z, or a day as 2026-12-20.";

/// A bound of an exclusion. A day without a time begins at its first instant; as an end it is included.
///
/// Rulebook: AM-23. Source: Maintenance windows and exclusions.
fn bound(text: &str, day_more: i64) -> Option<i64> {
    if text.len() == 10 {
        let day = instant::parse(&format!("{text}T00:00:00Z"))?.div_euclid(1000);
        return Some(day + if muted("AM-23") { 0 } else { day_more });
    }
    instant::parse(text).map(|ms| ms.div_euclid(1000))
}

fn unreadable(path: String, text: &str, rule: &'static str) -> Diagnostic {
    let rules: &'static [&'static str] = match rule {
        "BS-25" => &["BS-25"],
        _ => &[],
    };
    Diagnostic::error("window/instant", path)
        .says(format!("“{}” is no instant.", brief(text)))
        .hint("Write it as 2026-01-05T02:00:00Z, or with an offset.")
        .rules(rules)
}

/// Of a long text only its beginning.
pub(super) fn brief(text: &str) -> String {
    let mut all: String = text.chars().take(60).collect();
    if all.len() < text.len() {
        all.push('…');
    }
    all
}
