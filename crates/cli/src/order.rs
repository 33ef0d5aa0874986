//! The order of upgrades in one run: what begins when, for whose sake, and when all of it is done.

mod kept;

use base::{SimSpan, SimTime, say};
use import::FileReport;
use model::maintenance::{Exclusion, Override, Scope};
use model::script::NodeChange;
use model::{Command, Maintenance, Version};
use query::windows::{starts_automatically, takes_turns};
use query::{Index, Outcome, Summary, Topic};
use scenario::Compiled;
use trace::{Change, Subject, Trace, Value};
use words::facts::node_change;
use words::visible::visible;
use words::{Clock, Words, catalogue};

use self::kept::kept;
use super::brief::in_exclusions;
use super::configuration;
use super::cron_jobs;
use super::english;
use super::finished_run::{clock, dates, to_the_end};
use super::zone::NamedZone;

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

/// The lines after the findings; none if no upgrade begins or waits. `opens_later`: the first of all windows is yet to come.
pub(super) fn lines(
    compiled: Compiled,
    opens_later: bool,
    reports: &[FileReport],
    dated: bool,
    zone: Option<&NamedZone>,
) -> Vec<String> {
    if compiled.cluster.nodes.len() > NODES {
        return Vec::new();
    }
    let ran = to_the_end(compiled, None, None);
    let trace = &ran.trace;
    let (told, offsets) = (dates(trace, zone), clock(trace, false, None));
    let clock: Clock<'_> = if dated { &told } else { &offsets };
    let words = Words::new(catalogue::english(), clock, trace.plan(), trace.last());
    let steps = steps(trace);
    let first_window = trace.plan().maintenance.openings.first().filter(|_| opens_later);
    let first_window = first_window.map(|(opens, _)| *opens);
    let mut lines: Vec<String> =
        steps.iter().map(|step| line(trace, &words, step, first_window)).collect();
    let index = Index::of(trace);
    let summary = ran.summary(&index);
    let waiting = waiting(trace, &index, &summary, &words);
    // The numbers of the steps that aren't over.
    let mut open: Vec<usize> =
        (1..).zip(&steps).filter(|(_, step)| step.to.is_none()).map(|(n, _)| n).collect();
    open.extend((lines.len() + 1..).take(waiting.len()));
    lines.extend(waiting);
    for (at, line) in lines.iter_mut().enumerate() {
        *line = format!("  {}. {line}", at + 1);
    }
    let missed = not_reached(trace, &words);
    let is_over = open.is_empty() && missed.is_empty();
    // One manual upgrade has no order, and no date but its own.
    let excluded = in_exclusions(trace, &words, "cli-in-exclusion");
    let mut excluded: Vec<String> = excluded.iter().map(english::text).collect();
    let met = cron_jobs::met(reports, trace, &summary, &words);
    if !met.is_empty() {
        excluded.push(format!("{}:", cron_jobs::TITLE));
        excluded.extend(met.iter().map(|one| format!("  {}", one.line())));
    }
    if is_over && lines.len() < 2 && !steps.iter().any(|step| step.automatic) {
        return excluded;
    }
    match is_over {
        true => lines.extend(total(trace, &words, &steps, dated)),
        false => lines.push(unfinished(summary.upgrades, &open, &missed)),
    }
    lines.extend(excluded);
    lines.insert(0, "Order of upgrades, in one run:".to_owned());
    if trace.start().pod_count() == 0 {
        lines.push(english::text(&say!("cli-fit-no-pods")));
    }
    lines.extend(configuration::waiting(trace.plan(), trace.start()));
    if starts_automatically(trace) {
        lines.push(english::text(&say!("cli-earliest")));
    }
    if takes_turns(trace) {
        lines.push(english::text(&say!("cli-pool-order")));
    }
    lines
}

/// Upgrades that begin or go on, in the order in which they do.
fn steps(trace: &Trace) -> Vec<ListedUpgrade> {
    let plan = trace.plan();
    let mut steps: Vec<ListedUpgrade> = Vec::new();
    for (_, row) in trace.records() {
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

fn line(
    trace: &Trace,
    words: &Words<'_>,
    step: &ListedUpgrade,
    first_window: Option<SimTime>,
) -> String {
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
        None => kept(trace, words, step.subject, step.from, first_window),
        Some(why) => overridden(trace, step, why),
    };
    format!("{}{to}, {how}: {from} {ends}{windows}{kept}", name(words, step.subject))
}

/// Why the work begins regardless of the policy, and inside which exclusions.
fn overridden(trace: &Trace, step: &ListedUpgrade, why: Override) -> String {
    let pool = match step.subject {
        Subject::Pool(pool) => Some(pool),
        _ => None,
    };
    let exclusions = trace.plan().maintenance.exclusions.iter();
    let active = exclusions.filter(|one| one.is_about(pool) && one.is_active(step.from));
    let active: Vec<String> = active.map(|one| visible(one.name.clone())).collect();
    let inside = match active.is_empty() {
        true => "outside the windows".to_owned(),
        false => format!("inside {}", active.join(", ")),
    };
    let inside = match trace.plan().maintenance.open_at(step.from) && active.is_empty() {
        true => String::new(),
        false => format!(", {inside}"),
    };
    match why {
        Override::EndOfSupport => format!("{inside}, at the end of support (BS-19)"),
        _ => format!("{inside}, by the override {}", why.name()),
    }
}

/// When the exclusion ends.
pub(super) fn ends(words: &Words<'_>, one: &Exclusion) -> String {
    match one.to < SimTime::MAX {
        true => words.instant(one.to),
        false => "the end of support, which isn't known".to_owned(),
    }
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
fn waiting(trace: &Trace, index: &Index, summary: &Summary, words: &Words<'_>) -> Vec<String> {
    let queued = summary.open_holds.iter().filter_map(|hold| {
        let row = trace.record(hold.no)?;
        let waits = matches!(row.change, Change::UpgradeQueued { .. });
        let sentence = words.sentence(&row, trace.rule(&row));
        let kept = kept(trace, words, hold.subject, trace.end(), None);
        let why = || query::why(trace, index, Topic::Subject(hold.subject), row.at);
        let until = waits.then(why).flatten().and_then(|why| why.until);
        // The date of what begins after the run.
        let until = until.map(|until| format!(". Until: {}", words.say(&until.sentence)));
        let until = until.unwrap_or_default();
        waits.then(|| format!("{}: {sentence}{kept}{until}", name(words, hold.subject)))
    });
    let mut queued: Vec<String> = queued.collect();
    // The control plane goes first.
    queued.sort_by_key(|line| !line.starts_with(CONTROL_PLANE));
    queued
}

/// Upgrades of the script that wait for others to be over when the run ends, as `control plane to 1.34`.
fn not_reached(trace: &Trace, words: &Words<'_>) -> Vec<String> {
    let reached: Vec<u32> = trace
        .records()
        .filter_map(|(_, row)| match row.change {
            Change::Commanded { entry } => Some(entry),
            _ => None,
        })
        .collect();
    let missed = (0..).zip(&trace.plan().script).filter(|(entry, _)| !reached.contains(entry));
    let named = missed.filter_map(|(_, entry)| {
        let (subject, version) = match &entry.command {
            Command::Upgrade { pool, version, .. } => (Subject::Pool(*pool), *version),
            Command::UpgradeControlPlane { version, .. } => (Subject::Cluster, Some(*version)),
            _ => return None,
        };
        Some(name(words, subject) + &to(version))
    });
    named.collect()
}

/// Where the run stops, and what it doesn't come to.
fn unfinished(outcome: Outcome, open: &[usize], missed: &[String]) -> String {
    let stops = match outcome {
        Outcome::Stuck => "Stuck",
        _ => "Not over in this run",
    };
    let steps: Vec<String> = open.iter().map(usize::to_string).collect();
    let at = match steps.as_slice() {
        [] => String::new(),
        [only] => format!(" at step {only}"),
        several => format!(" at steps {}", several.join(", ")),
    };
    let missed = match missed {
        [] => String::new(),
        all => format!("; not reached: {}", all.join(", ")),
    };
    format!("  {stops}{at}{missed}")
}

/// Is it the run of a pool that windows only let begin, as a blue-green one?
fn goes_on_after_windows(trace: &Trace, subject: Subject) -> bool {
    let Subject::Pool(pool) = subject else { return false };
    let state = trace.last().pools.get(pool);
    state.is_some_and(|state| !(state.kind.traits().waits_for_windows)())
}

fn to(version: Option<Version>) -> String {
    version.map_or_else(String::new, |version| format!(" to {version}"))
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
