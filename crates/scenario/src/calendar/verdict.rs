//! GKE's verdict on a policy: each violated rule of an edition is a finding.

use super::available::{NEEDED, Worst, pieces, worst};
use super::context::PolicyContext;
use super::day::length_of;
use super::exclusion::{EndTimeBehavior, Exclusion};
use super::policy::Policy;
use super::window::{FOUR_HOURS, Window};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::maintenance::{MaintenancePolicy, MaintenanceWindow};
use crate::field::push_key;
use crate::instant;
use base::civil::DAY;
use base::{muted, order, say};
use model::maintenance::Scope;
use model::recurrence::TooMany;

const MOST_FREEZES: usize = 3;
const MOST_EXCLUSIONS: usize = 20;
/// 90 days (BS-27).
const LONGEST_INTERVAL_MS: i64 = 90 * DAY * 1000;
/// Google advises 30 days at most between patch upgrades (BS-27).
const ADVISED_PATCH_MS: i64 = 30 * DAY * 1000;

/// The worst period, by the window alone and with exclusions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Available {
    pub alone: Worst,
    pub with_exclusions: Worst,
}

impl Available {
    pub fn of(policy: &Policy, now: i64, days: i64) -> Result<Self, TooMany> {
        let alone = pieces(&policy.window, &[], now, days)?;
        let frozen = policy.frozen();
        let left = pieces(&policy.window, &frozen, now, days)?;
        Ok(Self { alone: worst(&alone, now, days), with_exclusions: worst(&left, now, days) })
    }
}

/// Applies the edition's rules to a valid policy.
pub fn judge(
    written: &MaintenancePolicy,
    policy: &Policy,
    context: PolicyContext,
    path: &str,
    out: &mut Diagnostics,
) {
    let place = place(&written.window, path);
    length(&written.window, &policy.window, &place, out);
    let days = context.edition.period_days();
    match Available::of(policy, context.now, days) {
        Ok(available) => {
            let starts = match opens_later(policy, context) {
                Some(start) => instant::format(start * 1000),
                None => "none".to_owned(),
            };
            availability(available, context, (&place, starts), path, out);
        }
        Err(TooMany) => Diagnostic::error("window/too-many", format!("{place}/recurrence"))
            .rules(&["BS-24"])
            .add_to(out),
    }
    exclusions(policy, context, path, out);
}

/// Checks that don't depend on how window and exclusions are read.
pub fn rest(policy: &MaintenancePolicy, path: &str, out: &mut Diagnostics) {
    for (name, one) in &policy.window.exclusions {
        let behavior = EndTimeBehavior::named(&one.options.end_time_behavior);
        let said = behavior != Some(EndTimeBehavior::Unspecified);
        if !one.end_time.is_empty() && said && !muted("BS-22") {
            let path = of_exclusion(path, name, "maintenanceExclusionOptions/endTimeBehavior");
            Diagnostic::error("exclusion/two-ends", path)
                .with("name", name)
                .rules(&["BS-22"])
                .add_to(out);
        }
    }
}

/// Checks the minimum intervals between automatic upgrades of the control plane.
pub fn intervals(policy: &MaintenancePolicy, path: &str, out: &mut Diagnostics) {
    let budget = &policy.disruption_budget;
    let both = [
        ("minorVersionDisruptionInterval", budget.minor),
        ("patchVersionDisruptionInterval", budget.patch),
    ];
    for (field, interval) in both {
        let Some(interval) = interval else { continue };
        if !(0..=LONGEST_INTERVAL_MS).contains(&interval.0) && !muted("BS-27") {
            Diagnostic::error("budget/interval", format!("{path}/disruptionBudget/{field}"))
                .can_exist()
                .rules(&["BS-27"])
                .add_to(out);
        } else if field.starts_with("patch") && interval.0 > ADVISED_PATCH_MS && !muted("BS-27") {
            Diagnostic::warning(
                "budget/long-patch-interval",
                format!("{path}/disruptionBudget/{field}"),
            )
            .with("days", interval.0 / (DAY * 1000))
            .rules(&["BS-27"])
            .add_to(out);
        }
    }
}

fn length(written: &MaintenanceWindow, window: &Window, place: &str, out: &mut Diagnostics) {
    if let Some(length) = window.length().filter(|length| *length < FOUR_HOURS)
        && !muted("BS-23")
    {
        let path = if written.recurring.is_some() {
            format!("{place}/window/endTime")
        } else if written.recurring_maintenance.is_some() {
            format!("{place}/windowDuration")
        } else {
            place.to_owned()
        };
        Diagnostic::error("window/too-short", path)
            .with("length", length_of(length))
            .can_exist()
            .rules(&["BS-23", "AM-90"])
            .add_to(out);
    }
}

/// The first start of a window that only opens later, and long enough from then on.
fn opens_later(policy: &Policy, context: PolicyContext) -> Option<i64> {
    let Window::Recurring(window) = &policy.window else {
        return None;
    };
    let later = window.start > context.now;
    let days = context.edition.period_days();
    let from_there = || Available::of(policy, window.start, days).ok();
    let enough = later && from_there()?.alone.is_enough();
    enough.then_some(window.start)
}

fn availability(
    available: Available,
    context: PolicyContext,
    (place, starts): (&str, String),
    path: &str,
    out: &mut Diagnostics,
) {
    let days = context.edition.period_days();
    let leaves = |worst: Worst| {
        say!(
            "check-window-leaves",
            days = days,
            from = instant::format(worst.from * 1000),
            open = length_of(worst.open),
            needed = length_of(NEEDED),
            edition = context.edition.name(),
        )
    };
    // One cause, one finding (AM-86).
    if !available.alone.is_enough() && !muted("MW-15") && !muted("AM-86") {
        Diagnostic::error("window/availability", place)
            .with("leaves", leaves(available.alone))
            .with("starts", starts)
            .can_exist()
            .rules(&["MW-15", "AM-86"])
            .add_to(out);
    } else if (available.alone.is_enough() || muted("AM-86"))
        && !available.with_exclusions.is_enough()
        && !muted("MX-22")
    {
        Diagnostic::error("exclusion/availability", format!("{path}/window/maintenanceExclusions"))
            .with("leaves", leaves(available.with_exclusions))
            .can_exist()
            .rules(&["MX-22", "AM-86"])
            .add_to(out);
    }
}

fn exclusions(policy: &Policy, context: PolicyContext, path: &str, out: &mut Diagnostics) {
    let all = format!("{path}/window/maintenanceExclusions");
    let over = |one: &Exclusion| one.span.to <= context.now;
    // Past exclusions have no effect and aren't checked (AM-52, AM-89).
    let counts = |one: &&Exclusion| !over(one) || muted("AM-52") || muted("AM-89");
    let left: Vec<&Exclusion> = policy.exclusions.iter().filter(counts).collect();
    for one in &left {
        if one.until_end_of_support {
            if !context.in_channel && one.scope != Scope::NoUpgrades && !muted("MX-25") {
                out.push(needs_channel(one, path));
            }
            continue;
        }
        let longest = context.edition.longest_freeze_days();
        if one.scope == Scope::NoUpgrades && one.span.secs() > longest * DAY && !muted("MX-26") {
            Diagnostic::error("exclusion/too-long", of_exclusion(path, &one.name, "endTime"))
                .with("name", &one.name)
                .with("length", length_of(one.span.secs()))
                .with("longest", longest)
                .with("edition", context.edition.name())
                .can_exist()
                .rules(&["MX-26"])
                .add_to(out);
        }
        if one.scope != Scope::NoUpgrades && !context.in_channel && !muted("MX-25") {
            out.push(needs_channel(one, path));
        }
        if let Some(end) = context.end_of_support
            && one.span.to > end
            && !muted("MX-27")
        {
            Diagnostic::error(
                "exclusion/past-end-of-support",
                of_exclusion(path, &one.name, "endTime"),
            )
            .with("name", &one.name)
            .with("to", instant::format(one.span.to * 1000))
            .with("end", instant::format(end * 1000))
            .can_exist()
            .rules(&["MX-27"])
            .add_to(out);
        }
    }
    if left.len() > MOST_EXCLUSIONS && !muted("MX-23") {
        Diagnostic::error("exclusion/too-many", all.clone())
            .with("number", left.len())
            .with("most", MOST_EXCLUSIONS)
            .rules(&["MX-23"])
            .add_to(out);
    }
    let freezes = left.into_iter().filter(|one| one.scope == Scope::NoUpgrades);
    if let Some(finding) = too_many_freezes(&freezes.collect::<Vec<_>>(), all) {
        out.push(finding);
    }
}

/// Which exclusions of all upgrades are too many, and which of them end first, so that they no longer count (AM-52).
fn too_many_freezes(freezes: &[&Exclusion], path: String) -> Option<Diagnostic> {
    let surplus = freezes.len().checked_sub(MOST_FREEZES)?;
    if surplus == 0 || muted("MX-22") {
        return None;
    }
    let names = |all: &[&Exclusion]| {
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        names.join(", ")
    };
    let mut by_end = freezes.to_vec();
    order::sort_by_key(&mut by_end, |one| one.span.to);
    let first = by_end.get(..surplus)?;
    let last = first.last().filter(|one| !one.is_endless());
    let until = last.map_or_else(|| "none".to_owned(), |one| instant::format(one.span.to * 1000));
    let finding = Diagnostic::error("exclusion/too-many-freezes", path)
        .with("number", freezes.len())
        .with("names", names(freezes))
        .with("most", MOST_FREEZES)
        .with("surplus", surplus)
        .with("first", names(first))
        .with("until", until);
    Some(finding.can_exist().rules(&["MX-22", "AM-52"]))
}

fn needs_channel(one: &Exclusion, path: &str) -> Diagnostic {
    let path = of_exclusion(path, &one.name, "maintenanceExclusionOptions/scope");
    Diagnostic::error("exclusion/needs-channel", path)
        .with("name", &one.name)
        .with("scope", one.scope.name())
        .can_exist()
        .rules(&["MX-25"])
}

fn of_exclusion(path: &str, name: &str, field: &str) -> String {
    let mut path = format!("{path}/window/maintenanceExclusions");
    push_key(&mut path, name);
    format!("{path}/{field}")
}

/// The JSON pointer of the window.
fn place(window: &MaintenanceWindow, path: &str) -> String {
    match window.kind() {
        Some(kind) => format!("{path}/window/{kind}"),
        None => format!("{path}/window"),
    }
}
