//! Changes of one exclusion: one that violates a rule, or that leaves too little room.

use crate::calendar::context::PolicyContext;
use crate::calendar::day::length_of;
use crate::calendar::exclusion::EndTimeBehavior;
use crate::calendar::{accepts, policy};
use crate::diagnostic::Diagnostics;
use crate::document::MaintenancePolicy;
use crate::document::maintenance::MaintenanceExclusion;
use crate::instant;
use base::civil::DAY;
use base::{Message, say};
use model::maintenance::Scope;

const HOUR: i64 = 3600;

/// The policy with a change of this exclusion.
fn with(
    policy: &MaintenancePolicy,
    name: &str,
    change: impl FnOnce(&mut MaintenanceExclusion),
) -> MaintenancePolicy {
    let mut policy = policy.clone();
    if let Some(one) = policy.window.exclusions.get_mut(name) {
        change(one);
    }
    policy
}

/// Each policy without one thing that a rule forbids.
pub(super) fn repaired(
    policy: &MaintenancePolicy,
    context: PolicyContext,
) -> Vec<(Message, MaintenancePolicy)> {
    let longest = context.edition.longest_freeze_days() * DAY;
    let mut ways = Vec::new();
    for (name, one) in &policy.window.exclusions {
        if !one.recurrence.is_empty() {
            let once = with(policy, name, |one| one.recurrence.clear());
            ways.push((say!("fix-no-recurrence", name = name), once));
        }
        let behavior = EndTimeBehavior::named(&one.options.end_time_behavior);
        if !one.end_time.is_empty() && behavior != Some(EndTimeBehavior::Unspecified) {
            let ended = with(policy, name, |one| one.options.end_time_behavior.clear());
            ways.push((say!("fix-without-behavior", name = name), ended));
        }
        let Some((from, to)) = span(policy, name, context) else {
            let swapped =
                with(policy, name, |one| core::mem::swap(&mut one.start_time, &mut one.end_time));
            ways.push((say!("fix-swap", name = name), swapped));
            continue;
        };
        if to <= context.now || one.end_time.is_empty() {
            continue;
        }
        let freezes = freezes(one);
        if !freezes && !context.in_channel {
            ways.push(scoped(policy, name, Scope::NoUpgrades));
        }
        let latest = [freezes.then_some(from + longest), context.end_of_support];
        let end = latest.into_iter().flatten().fold(to, i64::min);
        if end < to && end > from {
            let at = instant::format(end * 1000);
            let ended = with(policy, name, |one| one.end_time.clone_from(&at));
            ways.push((say!("fix-end", name = name, at = at), ended));
        }
    }
    ways
}

/// Does it exclude all upgrades?
fn freezes(one: &MaintenanceExclusion) -> bool {
    Scope::named(&one.options.scope).unwrap_or(Scope::NoUpgrades) == Scope::NoUpgrades
}

/// The policy with another scope of an exclusion.
fn scoped(policy: &MaintenancePolicy, name: &str, scope: Scope) -> (Message, MaintenancePolicy) {
    let scope = scope.name();
    let policy = with(policy, name, |one| scope.clone_into(&mut one.options.scope));
    (say!("fix-scope", name = name, scope = scope), policy)
}

/// Start and end of an exclusion; `None` if they are invalid.
fn span(policy: &MaintenancePolicy, name: &str, context: PolicyContext) -> Option<(i64, i64)> {
    let mut alone = MaintenancePolicy::default();
    let one = policy.window.exclusions.get(name)?.clone();
    alone.window.exclusions.insert(name.to_owned(), one);
    let around = context.for_reading();
    let read = policy::read(&alone, around, "", &mut Diagnostics::default())?;
    read.exclusions.first().map(|one| (one.span.from, one.span.to))
}

/// Ways to leave enough room: one exclusion ends sooner, begins later, or has a narrower scope, each by the least that passes.
pub(super) fn shortened(
    policy: &MaintenancePolicy,
    context: PolicyContext,
) -> Vec<(Message, MaintenancePolicy)> {
    let passes = |policy: &MaintenancePolicy| accepts(policy, context);
    let mut ways = Vec::new();
    for (name, one) in &policy.window.exclusions {
        let Some((from, to)) = span(policy, name, context) else {
            continue;
        };
        if !freezes(one) || to <= context.now {
            continue;
        }
        let ending = |at: i64| with(policy, name, |one| one.end_time = instant::format(at * 1000));
        let beginning =
            |at: i64| with(policy, name, |one| one.start_time = instant::format(at * 1000));
        let most = (to - from - 1).div_euclid(HOUR);
        // What has passed of it stays.
        let most_of_end = (to - from.max(context.now) - 1).div_euclid(HOUR);
        if let Some(less) = least(most_of_end, |hours| passes(&ending(to - hours * HOUR))) {
            let at = instant::format((to - less * HOUR) * 1000);
            let change = say!("fix-sooner", name = name, at = at, less = length_of(less * HOUR));
            ways.push((change, ending(to - less * HOUR)));
        } else if let Some(less) = least(most, |hours| passes(&beginning(from + hours * HOUR))) {
            let at = instant::format((from + less * HOUR) * 1000);
            let change = say!("fix-later", name = name, at = at, less = length_of(less * HOUR));
            ways.push((change, beginning(from + less * HOUR)));
        }
        // A narrower scope needs a release channel (MX-25).
        if context.in_channel {
            ways.push(scoped(policy, name, Scope::NoMinorOrNodeUpgrades));
        }
    }
    ways
}

/// The least number up to `most` for which `holds` is true, if it stays true for larger ones.
fn least(most: i64, holds: impl Fn(i64) -> bool) -> Option<i64> {
    if most < 1 || !holds(most) {
        return None;
    }
    let (mut no, mut yes) = (0, most);
    while yes - no > 1 {
        let middle = no + (yes - no) / 2;
        match holds(middle) {
            true => yes = middle,
            false => no = middle,
        }
    }
    Some(yes)
}
