//! What one run shows: how it ends, and the order of its upgrades: what begins when, for whose sake, and when all of it
//! is done.

mod kept;

use base::{Message, say};
use model::maintenance::Override;
use model::script::NodeChange;
use query::outcome::limit;
use query::windows::manual_in_exclusions;
use query::{Conclusion, Index, Level, Outcome, UpgradeOutcome, shortfalls_until, verdict};
use scenario::Compiled;
use trace::{Change, Subject, Trace, Value, WhyNot};
use words::facts::node_change;
use words::visible::visible;
use words::{Clock, Words, catalogue};

use self::kept::{ends, kept};
use super::brief::{REFUSED, said};
use super::finished_run::{clock, to_the_end};
use super::zone::NamedZone;
use super::{configuration, english};

/// With more nodes the run takes too long for a check.
pub(super) const NODES: u32 = 3_000;

const CONTROL_PLANE: &str = "control plane";

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
    let verdict = verdict(trace.plan(), outcome, &short, dated);
    // A check has nothing to add to its findings.
    if verdict.level == Level::Fine && outcome.refused.is_empty() {
        return Vec::new();
    }
    let refused = outcome.refused.iter().filter_map(|no| {
        let row = trace.record(*no)?;
        let (at, of) = (words.instant(row.at), words.subject(row.subject));
        Some(format!("  {at} {of}: {}", words.sentence(&row, trace.rule(&row))))
    });
    let more = outcome.refused.len().saturating_sub(REFUSED);
    let more = (more > 0).then(|| format!("  and {more} more commands without effect"));
    let mut said = said(words, &verdict);
    said[0] = format!("In one run: {}", said[0]);
    said.into_iter().chain(refused.take(REFUSED)).chain(more).collect()
}

fn order(trace: &Trace, outcome: &Outcome, words: &Words<'_>, dated: bool) -> Vec<String> {
    let steps = &outcome.each;
    let mut lines: Vec<String> = steps.iter().map(|one| line(trace, words, one)).collect();
    lines.extend(waiting(trace, outcome, words));
    let is_over = lines.len() == steps.len() && steps.iter().all(|one| one.to.is_some());
    // One manual upgrade has no order, and no date but its own.
    if is_over && lines.len() < 2 && !steps.iter().any(|one| one.automatic) {
        return Vec::new();
    }
    for (at, line) in lines.iter_mut().enumerate() {
        *line = format!("  {}. {line}", at + 1);
    }
    lines.insert(0, "Order of upgrades, in one run:".to_owned());
    if is_over {
        lines.extend(total(words, outcome, dated));
    }
    if trace.start().pod_count() == 0 {
        lines.push(english::text(&say!("cli-fit-no-pods")));
    }
    lines.extend(configuration::waiting(trace.plan(), trace.start()));
    if steps.iter().any(|one| one.automatic) {
        lines.push(english::text(&say!("cli-earliest")));
    }
    lines
}

fn line(trace: &Trace, words: &Words<'_>, one: &UpgradeOutcome) -> String {
    let how = match one.automatic {
        true if one.change.waits_for_maintenance() => "in maintenance windows",
        true => "automatically",
        false => "manually, regardless of windows",
    };
    let from = words.instant(one.from);
    let ends = match one.to {
        Some(at) => format!("to {}", words.instant(at)),
        None => "on, not over in the run".to_owned(),
    };
    let windows = windows_used(one.windows as usize);
    let kept = match one.over {
        None if one.automatic => kept(trace, words, (one.subject, one.kind), one.from),
        // Nothing keeps a command (BS-03).
        None => String::new(),
        Some(Override::EndOfSupport) => ", at the end of support (BS-19)".to_owned(),
        Some(why) => format!(", by the override {}", why.name()),
    };
    let what = brings(one);
    format!("{}{what}, {how}: {from} {ends}{windows}{kept}", name(words, one.subject))
}

/// The version that an upgrade brings, and how it differs from an upgrade of the version.
pub(super) fn brings(one: &UpgradeOutcome) -> String {
    match (one.version, one.change) {
        (None, _) if one.conclusion == Conclusion::RolledBack => ", rolled back".to_owned(),
        (None, _) => String::new(),
        (Some(version), NodeChange::Version) => format!(" to {version}"),
        (Some(version), change) => {
            format!(", {} at {version}", words::plain().say(&node_change(change, None)))
        }
    }
}

fn name(words: &Words<'_>, subject: Subject) -> String {
    match subject {
        Subject::Cluster => CONTROL_PLANE.to_owned(),
        _ => words.subject(subject),
    }
}

fn windows_used(windows: usize) -> String {
    match windows {
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
        let kind = match row.change {
            Change::UpgradeQueued { why: WhyNot::Policy(waits) } => waits.column,
            _ => None,
        };
        let what = (hold.subject, kind.map(|(_, kind)| kind));
        let kept = kept(trace, words, what, trace.end());
        let waits = matches!(row.change, Change::UpgradeQueued { .. });
        waits.then(|| format!("{}: {sentence}{kept}", name(words, hold.subject)))
    });
    let mut queued: Vec<String> = queued.collect();
    // The control plane goes first.
    queued.sort_by_key(|line| !line.starts_with(CONTROL_PLANE));
    queued
}

/// From the first to the last of several, and the date.
fn total(words: &Words<'_>, outcome: &Outcome, dated: bool) -> Option<String> {
    let last = words.instant(outcome.over.filter(|_| outcome.each.len() > 1)?);
    let took = words.value(&Value::Span(outcome.duration));
    let windows = windows_used(outcome.windows as usize);
    let at = if dated { "on" } else { "at" };
    Some(format!("  All are done {at} {last}: {took}{windows}"))
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
