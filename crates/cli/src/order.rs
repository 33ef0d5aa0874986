//! What one run shows: how it ends, and the order of its upgrades: what begins when, for whose sake, and when all of it
//! is done.

mod kept;

use base::{Message, SimSpan, SimTime, say};
use model::maintenance::{Exclusion, Override, Scope};
use model::script::NodeChange;
use model::{Command, Maintenance, Version};
use query::outcome::limit;
use query::windows::{manual_in_exclusions, starts_automatically};
use query::{Index, Outcome, of_upgrades, shortfalls_until, verdict};
use scenario::Compiled;
use trace::{Change, Subject, Trace, Value};
use words::facts::node_change;
use words::visible::visible;
use words::{Clock, Words, catalogue};

use self::kept::{ends, kept};
use super::brief::REFUSED;
use super::finished_run::{clock, to_the_end};
use super::zone::NamedZone;
use super::{configuration, english};

/// With more nodes the run takes too long for a check.
pub(super) const NODES: u32 = 3_000;

const CONTROL_PLANE: &str = "control plane";

struct ListedUpgrade {
    subject: Subject,
    /// It waits for windows.
    automatic: bool,
    version: Option<String>,
    change: NodeChange,
    /// Why it begins regardless of the policy.
    over: Option<Override>,
    from: SimTime,
    to: Option<SimTime>,
}

/// With these outcomes, a check has nothing to add to its findings.
const PLAIN: [&str; 5] = [
    "outcome-succeeded",
    "outcome-idle",
    "outcome-not-scaled",
    "outcome-scaled",
    "outcome-drained",
];

/// What a check says of one run.
#[derive(Default)]
pub(super) struct OneRun {
    /// How it ends, unless plainly, and the commands without effect.
    pub(super) ends: Vec<String>,
    /// The order of upgrades; empty if none begins or waits.
    pub(super) order: Vec<String>,
}

pub(super) fn one_run(compiled: Compiled, dated: bool, zone: Option<&NamedZone>) -> OneRun {
    if compiled.cluster.nodes.len() > NODES {
        let ends = vec![english::text(&say!("cli-too-large-for-check", nodes = NODES))];
        return OneRun { ends, order: Vec::new() };
    }
    let ran = to_the_end(compiled, None, None);
    let trace = &ran.trace;
    let clock: Clock<'_> = &clock(trace, dated, zone);
    let words = Words::new(catalogue::english(), clock, trace.plan(), trace.last());
    let outcome = ran.outcome(&Index::of(trace));
    let order = order(trace, &outcome, &words, dated);
    OneRun { ends: how_it_ends(trace, &outcome, &words, dated), order }
}

fn how_it_ends(trace: &Trace, outcome: &Outcome, words: &Words<'_>, dated: bool) -> Vec<String> {
    let short = shortfalls_until(trace, limit(trace));
    let verdict = verdict(trace.plan(), outcome, &short, dated).sentence;
    if PLAIN.contains(&verdict.key) {
        return Vec::new();
    }
    let refused = outcome.refused.iter().filter_map(|no| {
        let row = trace.record(*no)?;
        let (at, of) = (words.instant(row.at), words.subject(row.subject));
        Some(format!("  {at} {of}: {}", words.sentence(&row, trace.rule(&row))))
    });
    let more = outcome.refused.len().saturating_sub(REFUSED);
    let more = (more > 0).then(|| format!("  and {more} more commands without effect"));
    let verdict = format!("In one run: {}.", words.say(&verdict));
    core::iter::once(verdict).chain(refused.take(REFUSED)).chain(more).collect()
}

fn order(trace: &Trace, outcome: &Outcome, words: &Words<'_>, dated: bool) -> Vec<String> {
    let steps = steps(trace);
    let mut lines: Vec<String> = steps.iter().map(|step| line(trace, words, step)).collect();
    lines.extend(waiting(trace, outcome, words));
    let is_over = lines.len() == steps.len() && steps.iter().all(|step| step.to.is_some());
    // One manual upgrade has no order, and no date but its own.
    if is_over && lines.len() < 2 && !steps.iter().any(|step| step.automatic) {
        return Vec::new();
    }
    for (at, line) in lines.iter_mut().enumerate() {
        *line = format!("  {}. {line}", at + 1);
    }
    lines.insert(0, "Order of upgrades, in one run:".to_owned());
    if is_over {
        lines.extend(total(trace, words, &steps, dated));
    }
    if trace.start().pod_count() == 0 {
        lines.push(english::text(&say!("cli-fit-no-pods")));
    }
    lines.extend(configuration::waiting(trace.plan(), trace.start()));
    if starts_automatically(trace) {
        lines.push(english::text(&say!("cli-earliest")));
    }
    lines
}

/// Upgrades that begin or go on, in the order in which they do.
fn steps(trace: &Trace) -> Vec<ListedUpgrade> {
    let plan = trace.plan();
    let mut steps: Vec<ListedUpgrade> = Vec::new();
    for (_, row) in of_upgrades(trace) {
        let open =
            steps.iter_mut().rev().find(|step| step.subject == row.subject && step.to.is_none());
        let cause = row.cause.and_then(|no| trace.record(no)).map(|cause| cause.change);
        let over = match cause {
            Some(Change::PolicyOverridden { why }) => Some(why),
            _ => None,
        };
        let begun = |automatic, version: Option<Version>| ListedUpgrade {
            over,
            subject: row.subject,
            automatic,
            version: version.map(|version| version.to_string()),
            change: NodeChange::Version,
            from: row.at,
            to: None,
        };
        let version = |target| plan.templates.get(target).and_then(|template| template.version);
        match (row.change, open) {
            (Change::UpgradeStarted { target, automatic, change }, None) => {
                steps.push(ListedUpgrade { change, ..begun(automatic, version(target)) });
            }
            (Change::UpgradeResumed { automatic }, None) => {
                let pool = match row.subject {
                    Subject::Pool(pool) => trace.last().pools.get(pool),
                    _ => None,
                };
                steps.push(begun(automatic, pool.and_then(|pool| pool.target).and_then(version)));
            }
            (Change::ControlPlaneStarted { entry }, None) => {
                let command = plan.script.get(entry as usize).map(|entry| &entry.command);
                let by_hand =
                    matches!(command, Some(Command::UpgradeControlPlane { automatic: false, .. }));
                let version = command.and_then(Command::version_of_control_plane);
                steps.push(begun(!by_hand, version));
            }
            (
                Change::UpgradeSucceeded
                | Change::UpgradeCancelled
                | Change::UpgradeFailed
                | Change::RolledBack
                | Change::ControlPlaneDone,
                Some(step),
            ) => step.to = Some(row.at),
            _ => {}
        }
    }
    steps
}

fn line(trace: &Trace, words: &Words<'_>, step: &ListedUpgrade) -> String {
    let version = step.version.as_deref().unwrap_or_default();
    let to = match step.change {
        _ if version.is_empty() => String::new(),
        NodeChange::Version => format!(" to {version}"),
        change => format!(", {} at {version}", words.say(&node_change(change, None))),
    };
    let how = match step.automatic {
        true if step.change.waits_for_maintenance() => "in maintenance windows",
        true => "automatically",
        false => "manually, regardless of windows",
    };
    let from = words.instant(step.from);
    let ends = match step.to {
        Some(at) => format!("to {}", words.instant(at)),
        None => "on, not over in the run".to_owned(),
    };
    let windows = windows_used(trace, core::slice::from_ref(step));
    let kept = match step.over {
        None => kept(trace, words, step.subject, step.from),
        Some(Override::EndOfSupport) => ", at the end of support (BS-19)".to_owned(),
        Some(why) => format!(", by the override {}", why.name()),
    };
    format!("{}{to}, {how}: {from} {ends}{windows}{kept}", name(words, step.subject))
}

fn name(words: &Words<'_>, subject: Subject) -> String {
    match subject {
        Subject::Cluster => CONTROL_PLANE.to_owned(),
        _ => words.subject(subject),
    }
}

/// How many windows the upgrades used, where there are windows: those that an exclusion shuts, and those that manual upgrades
/// and overrides ignore, aren't.
fn windows_used(trace: &Trace, steps: &[ListedUpgrade]) -> String {
    let maintenance = &trace.plan().maintenance;
    let waits = || steps.iter().filter(|step| step.automatic && step.over.is_none());
    let is_used = |one: &&(SimTime, SimTime)| {
        waits().any(|step| {
            let ends = match goes_on_after_windows(trace, step.subject) {
                // It uses the window in which it begins (UP-16, AM-66).
                true => step.from + SimSpan::from_ms(1),
                false => step.to.unwrap_or(trace.end()),
            };
            let (from, to) = (one.0.max(step.from), one.1.min(ends));
            let shuts = |by: &Exclusion| {
                let all = by.scope == Scope::NoUpgrades && by.is_about(None);
                all && by.from <= from && to <= by.to
            };
            from < to && !maintenance.exclusions.iter().any(shuts)
        })
    };
    let openings = maintenance.openings.iter().filter(|one| **one != Maintenance::ALL);
    match openings.filter(is_used).count() {
        0 => String::new(),
        1 => ", 1 window".to_owned(),
        n => format!(", {n} windows"),
    }
}

/// What is due and hasn't begun at the end of the run, and what it waits for.
fn waiting(trace: &Trace, outcome: &Outcome, words: &Words<'_>) -> Vec<String> {
    let queued = outcome.open_holds.iter().filter_map(|hold| {
        let row = trace.record(hold.no)?;
        let sentence = words.sentence(&row, trace.rule(&row));
        let kept = kept(trace, words, hold.subject, trace.end());
        let waits = matches!(row.change, Change::UpgradeQueued { .. });
        waits.then(|| format!("{}: {sentence}{kept}", name(words, hold.subject)))
    });
    let mut queued: Vec<String> = queued.collect();
    // The control plane goes first.
    queued.sort_by_key(|line| !line.starts_with(CONTROL_PLANE));
    queued
}

/// Is it the run of a pool that windows only let begin, as a blue-green one?
fn goes_on_after_windows(trace: &Trace, subject: Subject) -> bool {
    let Subject::Pool(pool) = subject else { return false };
    let state = trace.last().pools.get(pool);
    state.is_some_and(|state| !(state.kind.traits().waits_for_windows)())
}

/// From the first to the last of several, and the date.
fn total(trace: &Trace, words: &Words<'_>, steps: &[ListedUpgrade], dated: bool) -> Option<String> {
    let first = steps.iter().map(|step| step.from).min()?;
    let last = steps.iter().map(|step| step.to).collect::<Option<Vec<SimTime>>>()?;
    let last = last.into_iter().max()?;
    let took: SimSpan = last - first;
    let took = words.value(&Value::Span(took));
    let windows = windows_used(trace, steps);
    let at = if dated { "on" } else { "at" };
    (steps.len() > 1)
        .then(|| format!("  All are done {at} {}: {took}{windows}", words.instant(last)))
}

/// Manual upgrades that begin within an exclusion of all upgrades, which doesn't hold them.
pub(super) fn in_exclusions(trace: &Trace, words: &Words<'_>) -> Vec<Message> {
    let exclusions = &trace.plan().maintenance.exclusions;
    let found = manual_in_exclusions(trace).into_iter().filter_map(|(no, pool, at)| {
        let (one, row) = (exclusions.get(at)?, trace.record(no)?);
        Some(say!(
            "cli-manual-in-exclusion",
            at = words.instant(row.at),
            pool = words.subject(Subject::Pool(pool)),
            name = visible(one.name.clone()),
            scope = one.scope.name(),
            to = ends(words, one),
        ))
    });
    found.collect()
}
