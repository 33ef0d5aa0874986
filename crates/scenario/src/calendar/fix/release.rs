//! Fixes exclusions that violate a rule, and finds ways to leave more room between them.

use crate::calendar::context::PolicyContext;
use crate::calendar::day::length_of;
use crate::calendar::exclusion::EndTimeBehavior;
use crate::calendar::{accepts, policy};
use crate::diagnostic::Diagnostics;
use crate::document::MaintenancePolicy;
use crate::instant;
use base::civil::DAY;
use base::{Arg, Message, say};
use model::maintenance::Scope;

const HOUR: i64 = 3600;

/// Changes what can't stay, and returns descriptions.
pub(super) fn fix(policy: &mut MaintenancePolicy, context: PolicyContext) -> Vec<Message> {
    let mut changes = Vec::new();
    let longest = context.edition.longest_freeze_days() * DAY;
    let names: Vec<String> = policy.window.exclusions.keys().cloned().collect();
    for name in names {
        let Some(one) = policy.window.exclusions.get_mut(&name) else {
            continue;
        };
        if !one.recurrence.is_empty() {
            one.recurrence.clear();
            changes.push(say!("fix-no-recurrence", name = &name));
        }
        let behavior = EndTimeBehavior::named(&one.options.end_time_behavior);
        if !one.end_time.is_empty() && behavior != Some(EndTimeBehavior::Unspecified) {
            one.options.end_time_behavior.clear();
            changes.push(say!("fix-without-behavior", name = &name));
        }
        let Some((from, to)) = span(policy, &name, context) else {
            let swapped = policy.window.exclusions.get_mut(&name);
            if let Some(one) = swapped {
                core::mem::swap(&mut one.start_time, &mut one.end_time);
                changes.push(say!("fix-swap", name = &name));
            }
            continue;
        };
        let Some(one) = policy.window.exclusions.get_mut(&name) else {
            continue;
        };
        if to <= context.now || one.end_time.is_empty() {
            continue;
        }
        let scope = Scope::named(&one.options.scope).unwrap_or(Scope::NoUpgrades);
        if scope != Scope::NoUpgrades && !context.in_channel {
            one.options.scope = Scope::NoUpgrades.name().to_owned();
            changes.push(say!("fix-scope", name = &name, scope = "NO_UPGRADES"));
        }
        let scope = Scope::named(&one.options.scope).unwrap_or(Scope::NoUpgrades);
        let mut end = to;
        if scope == Scope::NoUpgrades {
            end = end.min(from + longest);
        }
        if let Some(support) = context.end_of_support {
            end = end.min(support);
        }
        if end < to && end > from {
            one.end_time = instant::format(end * 1000);
            changes.push(say!("fix-end", name = &name, at = &one.end_time));
        }
    }
    changes
}

/// The changes that take effect: of several ends of an exclusion, and of several lengths of the window, only the last, and no end that a
/// narrower scope makes unnecessary.
pub(super) fn least_changes(
    written: &MaintenancePolicy,
    mut policy: MaintenancePolicy,
    changes: &[Message],
    context: PolicyContext,
) -> (MaintenancePolicy, Vec<Message>) {
    let mut left: Vec<Message> = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let mut later = changes[at + 1..].iter();
        let name = match change.arg("name") {
            Some(Arg::Text(name)) => name.as_str(),
            _ => "",
        };
        let again = |key: &str| {
            changes.iter().any(|one| one.key == key && one.arg("name") == change.arg("name"))
        };
        match &*change.key {
            "fix-length" | "fix-first-end" if later.any(|one| one.key == "fix-length") => {}
            "fix-end" if again("fix-sooner") => {}
            "fix-end" if again("fix-scope") => {
                let mut longer = policy.clone();
                let own = longer.window.exclusions.get_mut(name);
                if let (Some(own), Some(before)) = (own, written.window.exclusions.get(name)) {
                    own.end_time.clone_from(&before.end_time);
                }
                match accepts(&longer, context) {
                    true => policy = longer,
                    false => left.push(change.clone()),
                }
            }
            "fix-sooner" if again("fix-end") => left.push(sooner(written, &policy, name, context)),
            _ => left.push(change.clone()),
        }
    }
    (policy, left)
}

/// How much sooner than written the exclusion ends.
fn sooner(
    written: &MaintenancePolicy,
    policy: &MaintenancePolicy,
    name: &str,
    context: PolicyContext,
) -> Message {
    let [before, after] =
        [written, policy].map(|one| span(one, name, context).map_or(0, |(_, to)| to));
    let at = instant::format(after * 1000);
    say!("fix-sooner", name = name, at = at, less = length_of(before - after))
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
        let freezes = Scope::named(&one.options.scope) == Some(Scope::NoUpgrades);
        let Some((from, to)) = span(policy, name, context) else {
            continue;
        };
        if !freezes || to <= context.now {
            continue;
        }
        let ending = |at: i64| {
            let mut policy = policy.clone();
            if let Some(one) = policy.window.exclusions.get_mut(name) {
                one.end_time = instant::format(at * 1000);
            }
            policy
        };
        let beginning = |at: i64| {
            let mut policy = policy.clone();
            if let Some(one) = policy.window.exclusions.get_mut(name) {
                one.start_time = instant::format(at * 1000);
            }
            policy
        };
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
        ways.extend(narrowed(policy, name, context).filter(|(_, narrow)| passes(narrow)));
    }
    ways
}

/// Each policy with a narrower scope of one exclusion of all upgrades that isn't over.
pub(super) fn all_narrowed(
    policy: &MaintenancePolicy,
    context: PolicyContext,
) -> impl Iterator<Item = (Message, MaintenancePolicy)> {
    let current = policy.window.exclusions.iter().filter(move |(name, one)| {
        let freezes = Scope::named(&one.options.scope) == Some(Scope::NoUpgrades);
        freezes && span(policy, name, context).is_some_and(|(_, to)| to > context.now)
    });
    current.filter_map(move |(name, _)| narrowed(policy, name, context))
}

/// The policy with a narrower scope of an exclusion, which needs a release channel (MX-25).
fn narrowed(
    policy: &MaintenancePolicy,
    name: &str,
    context: PolicyContext,
) -> Option<(Message, MaintenancePolicy)> {
    let mut narrow = policy.clone();
    let scope = Scope::NoMinorOrNodeUpgrades.name();
    let one = narrow.window.exclusions.get_mut(name).filter(|_| context.in_channel)?;
    one.options.scope = scope.to_owned();
    Some((say!("fix-scope", name = name, scope = scope), narrow))
}

/// A way for several exclusions of all upgrades at once: each that has to ends sooner, by the least that passes for all of them.
pub(super) fn all_shortened(
    policy: &MaintenancePolicy,
    context: PolicyContext,
) -> Option<(Vec<Message>, MaintenancePolicy)> {
    let passes = |policy: &MaintenancePolicy| accepts(policy, context);
    let freezes = policy.window.exclusions.iter().filter(|(_, one)| {
        Scope::named(&one.options.scope) == Some(Scope::NoUpgrades) && !one.end_time.is_empty()
    });
    let spans = freezes.filter_map(|(name, _)| Some((name, span(policy, name, context)?)));
    let spans: Vec<_> = spans.filter(|(_, (_, to))| *to > context.now).collect();
    // No exclusion ends before its first hour is over, and none in the past.
    let next = (context.now.div_euclid(HOUR) + 1) * HOUR;
    let end =
        |less: i64, (from, to): (i64, i64)| (to - less * HOUR).max((from + HOUR).max(next).min(to));
    let ending = |less: i64| {
        let mut policy = policy.clone();
        for (name, span) in &spans {
            if let Some(one) = policy.window.exclusions.get_mut(*name) {
                one.end_time = instant::format(end(less, *span) * 1000);
            }
        }
        policy
    };
    let most = spans.iter().map(|(_, (from, to))| (to - from) / HOUR).max()?;
    let less = least(most, |hours| passes(&ending(hours)))?;
    let mut changed = ending(less);
    let mut changes = Vec::new();
    for (name, span) in &spans {
        let own = policy.window.exclusions.get(*name)?.clone();
        let ended = changed.window.exclusions.insert((*name).clone(), own);
        if passes(&changed) {
            continue;
        }
        let ended = ended?;
        let (at, less) = (ended.end_time.clone(), length_of(span.1 - end(less, *span)));
        changes.push(say!("fix-sooner", name = *name, at = at, less = less));
        changed.window.exclusions.insert((*name).clone(), ended);
    }
    Some((changes, changed))
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
