//! `--format brief`: a run on one screen, what matters first.

mod held_up;
mod hurt;

use std::io::{self, Write};

use super::finished_run::clock;
use super::output::Out;
use super::zone::NamedZone;
use super::{english, notes};
use base::civil::DAY;
use base::{RecordNo, SimSpan, SimTime, say};
use import::FileReport;
use model::RunState;
use query::outcome::{PoolOutcome, limit};
use query::{
    Conclusion, Index, Outcome, Shortfall, UpgradeOutcome, Verdict, of_upgrades, shortfalls_until,
    verdict,
};
use scenario::Diagnostic;
use scenario::calendar::{Zone, day};
use trace::{Change, Subject, Trace, Value};
use words::{Words, catalogue};

/// A run and how its times are told.
pub(super) struct Brief<'a> {
    pub(super) trace: &'a Trace,
    pub(super) index: &'a Index,
    pub(super) outcome: &'a Outcome,
    /// The scenario has a start, so that instants are dates.
    pub(super) has_start: bool,
    /// The zone of dates.
    pub(super) zone: Option<&'a NamedZone>,
    /// What an import says of each file.
    pub(super) reports: &'a [FileReport],
    pub(super) diagnostics: &'a [Diagnostic],
    /// What is upgraded, unless the files ask for it.
    pub(super) upgrade: Option<&'a str>,
}

/// Lines in all.
const ALL: usize = 50;
/// Lines of each part at most.
const PLANES: usize = 3;
const POOLS: usize = 8;
const REST: usize = 8;
/// Also in a check.
pub(super) const REFUSED: usize = 3;

pub(super) fn write(out: &mut Out, asked: &Brief<'_>) -> io::Result<()> {
    let clock = clock(asked.trace, asked.has_start || asked.zone.is_some(), asked.zone);
    let (plan, last) = (asked.trace.plan(), asked.trace.last());
    let words = Words::new(catalogue::english(), &clock, plan, last);
    let short = shortfalls_until(asked.trace, limit(asked.trace));
    let page = Page { asked, words: &words, short };
    let mut lines = page.head();
    lines.extend(page.pools());
    lines.extend(page.hurt());
    lines.extend(page.held_up());
    lines.extend(notes::assumed(asked.reports));
    lines.iter().take(ALL).try_for_each(|line| writeln!(out, "{line}"))
}

/// What a run or a check says first: the headline, and what it leaves out.
pub(super) fn said(words: &Words<'_>, verdict: &Verdict) -> Vec<String> {
    let mut lines = vec![format!("{}.", words.say(&verdict.headline))];
    let rest = verdict.rest.iter().chain(&verdict.open).map(|one| words.say(one));
    lines.extend(part("Also", rest.collect(), REST));
    lines
}

struct Page<'a> {
    asked: &'a Brief<'a>,
    words: &'a Words<'a>,
    short: Vec<Shortfall>,
}

/// A title and its lines, at most so many; nothing without lines.
fn part(title: &str, lines: Vec<String>, most: usize) -> Vec<String> {
    let more = lines.len().saturating_sub(most);
    let title = (!lines.is_empty()).then(|| format!("{title}:"));
    let told = lines.into_iter().take(most).map(|line| format!("  {line}"));
    let more = (more > 0).then(|| format!("  and {more} more"));
    title.into_iter().chain(told).chain(more).collect()
}

fn record(no: RecordNo) -> String {
    format!("(record/{})", no.0)
}

fn plural(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

impl Page<'_> {
    fn span(&self, span: SimSpan) -> String {
        self.words.value(&Value::Span(span))
    }

    fn row(&self, no: RecordNo) -> String {
        let Some(row) = self.asked.trace.record(no) else {
            return String::new();
        };
        let sentence = self.words.sentence(&row, self.asked.trace.rule(&row));
        let at = self.words.instant(row.at);
        format!("{at} {}: {sentence} {}", self.words.subject(row.subject), record(no))
    }

    /// Conclusion, dates, and the numbers of nodes and Pods.
    fn head(&self) -> Vec<String> {
        let Brief { trace, outcome, .. } = self.asked;
        let verdict = verdict(trace.plan(), outcome, &self.short, self.asked.has_start);
        let refused = notes::refused(self.asked.diagnostics).take(REFUSED);
        let upgrade = self.asked.upgrade.map(str::to_owned);
        let refused = refused.map(|(_, said)| english::text(&said));
        let mut lines = notes::first(self.asked.reports);
        lines.extend(upgrade.into_iter().chain(refused));
        let mut said = said(self.words, &verdict);
        said.splice(1..1, notes::open(self.asked.reports, self.asked.diagnostics));
        lines.extend(said);
        lines.extend(self.dates());
        let planes = of_upgrades(trace).filter(|(_, row)| row.change == Change::ControlPlaneDone);
        lines.extend(planes.take(PLANES).map(|(no, _)| self.row(no)));
        if outcome.each.iter().any(|one| one.automatic) {
            lines.push(english::text(&say!("cli-earliest")));
        }
        let nodes = outcome.nodes;
        lines.push(format!(
            "Nodes: {} at the start, fewest {}, most {}, {} at the end. Pods: {} evicted, {} forced out, {} lost, at most {} pending",
            nodes.start, nodes.min, nodes.max, nodes.end,
            outcome.evictions, outcome.forced, outcome.lost.len(), outcome.pending_max,
        ));
        lines.extend(outcome.scaling.map(|one| {
            let hours = outcome.node_time.ms() as f64 / 3_600_000.0;
            let added = plural(one.added as usize, "node");
            let waited = plural(one.waited as usize, "Pod");
            let (removed, longest) = (one.removed, self.span(one.waited_longest));
            format!(
                "Autoscaler: {added} added, {removed} removed; {hours:.1} node-hours. {waited} waited for a node, at most {longest}"
            )
        }));
        if trace.start().pod_count() == 0 {
            lines.push(english::text(&say!("cli-fit-no-pods")));
        }
        let refused = outcome.refused.iter().map(|no| self.row(*no)).collect();
        lines.extend(part("Commands without effect", refused, REFUSED));
        lines
    }

    /// When the work began and ended, or since when it stands still.
    fn dates(&self) -> Option<String> {
        let Brief { trace, outcome, .. } = self.asked;
        let Some(UpgradeOutcome { no, from, .. }) = outcome.each.first() else {
            let drained = outcome.drained?;
            let [from, to] = [drained.began, drained.ended].map(|at| self.words.instant(at));
            return Some(format!("Drains from {from} to {to}"));
        };
        let all = self.span(outcome.duration);
        let ends = match outcome.over {
            Some(at) if outcome.worked < outcome.duration => {
                let work = self.span(outcome.worked);
                format!("ended {}: {work} of work in {all}", self.words.instant(at))
            }
            Some(at) => format!("ended {}: {all}", self.words.instant(at)),
            None if outcome.upgrades == Conclusion::Stuck => {
                // Until then other pools get on.
                let over =
                    of_upgrades(trace).filter(|(_, row)| row.change == Change::UpgradeSucceeded);
                let since = over.map(|(_, row)| row.at).fold(self.all_stuck_since(), SimTime::max);
                format!("stuck from {} on", self.words.instant(since))
            }
            None => {
                let end = self.words.instant(outcome.end);
                format!("not over at {end} (--until TIME runs for longer)")
            }
        };
        let (began, nodes) = (self.words.instant(*from), plural(outcome.upgraded as usize, "node"));
        let day = self.weekday(*from).map_or(String::new(), |day| format!("{day} "));
        Some(format!("Started {day}{began}, {ends}. {nodes} upgraded {}", record(*no)))
    }

    /// The day on which it is that time, for a scenario with a start.
    fn weekday(&self, at: SimTime) -> Option<&'static str> {
        let Brief { trace, has_start, zone, .. } = self.asked;
        let unix = (trace.plan().start_unix_ms + at.ms()).div_euclid(1000);
        let local = unix + zone.map_or(0, |zone| zone.offset(unix));
        has_start.then(|| day::name(local.div_euclid(DAY)))
    }

    fn pools(&self) -> Vec<String> {
        let pools = self.asked.outcome.pools.iter();
        let mut pools: Vec<_> = pools.filter(|pool| pool.conclusion != Conclusion::Idle).collect();
        pools.sort_by_key(|pool| pool.conclusion);
        part("Pools", pools.into_iter().map(|pool| self.pool(pool)).collect(), POOLS)
    }

    /// How its upgrade ended, how many of its nodes have the target, and how long that took.
    fn pool(&self, pool: &PoolOutcome) -> String {
        let trace = self.asked.trace;
        let state = trace.last().pools.get(pool.pool);
        let outcome = match pool.conclusion {
            Conclusion::Stuck => {
                // One that hasn't begun waits for the others.
                let since = match state.is_some_and(|state| state.run == RunState::Queued) {
                    true => self.all_stuck_since(),
                    false => self.stuck_since(pool),
                };
                format!("stuck from {} on", self.words.instant(since))
            }
            Conclusion::Paused => {
                let since = state.map_or(SimTime::ZERO, |state| state.since);
                let begun = state.is_none_or(|state| state.run != RunState::Queued);
                let stands = if begun { "paused" } else { "waits" };
                format!("{stands} from {} on", self.words.instant(since))
            }
            outcome => outcome.name().replace('_', " "),
        };
        let rows = trace.rows_of(Subject::Pool(pool.pool)).into_iter();
        let rows = rows.filter_map(|no| trace.record(no));
        let starts = rows.filter(|row| matches!(row.change, Change::UpgradeStarted { .. })).count();
        let took = match pool.conclusion {
            Conclusion::Stuck | Conclusion::Paused => String::new(),
            _ if pool.duration == SimSpan::ZERO => String::new(),
            // The time between them belongs to none.
            _ if starts > 1 => format!(" in {starts} upgrades"),
            _ => format!(", {}", self.span(pool.duration)),
        };
        let strategy = match trace.plan().pools.get(pool.pool) {
            // BS-05: its strategy is ignored.
            Some(own) if own.multi_host => "the whole TPU slice at once",
            _ => pool.strategy_name(),
        };
        let name = self.words.subject(Subject::Pool(pool.pool));
        // Others were before, or are gone since.
        let here = match pool.upgraded {
            here if here == pool.done => String::new(),
            here => format!(", {here} in this run"),
        };
        let done = match plural(pool.size as usize, "node") {
            _ if pool.size == 0 => "it has no nodes".to_owned(),
            size => format!("{} of {size} upgraded", pool.done),
        };
        format!("{name}: {outcome}, {done}{here}{took} ({strategy})")
    }

    /// Since when none of the pools that are stuck gets on.
    fn all_stuck_since(&self) -> SimTime {
        let pools = self.asked.outcome.pools.iter();
        let stuck = pools.filter(|pool| pool.conclusion == Conclusion::Stuck);
        stuck.map(|pool| self.stuck_since(pool)).max().unwrap_or(self.asked.outcome.end)
    }

    /// Since when no node of the pool gets on: from its last step, or from what holds it up since then.
    fn stuck_since(&self, pool: &PoolOutcome) -> SimTime {
        let Brief { trace, outcome, .. } = self.asked;
        let (plan, last) = (trace.plan(), trace.last());
        let is_own = |subject| match subject {
            Subject::Pool(id) => id == pool.pool,
            Subject::Node(node) => {
                last.nodes.get(node).is_some_and(|node| plan.groups[node.group].pool == pool.pool)
            }
            _ => false,
        };
        let steps = trace.records().filter(|(_, row)| {
            is_own(row.subject) && !matches!(row.change, Change::Blocked { .. })
        });
        let step = steps.map(|(_, row)| row.at).max();
        let held = outcome.open_holds.iter().filter(|hold| is_own(hold.subject));
        let held = held.filter_map(|hold| Some(trace.record(hold.no)?.at)).min();
        step.max(held).unwrap_or(outcome.end)
    }
}
