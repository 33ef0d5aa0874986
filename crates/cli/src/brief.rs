//! `--format brief`: a run on one page, what matters first.

mod broken;
mod elsewhere;
mod held_up;
mod hurt;
mod pools;
mod rollouts;
mod script;
mod terminating;
pub(super) mod waits;
mod windows;

pub(super) use self::broken::{local_disks, unread};
pub(super) use self::windows::in_exclusions;

use std::io::{self, Write};

use super::cron_jobs::{self, Met};
use super::finished_run::{clock, dates};
use super::fit::forecast_line;
use super::output::Out;
use super::summary::{Work, node_hours};
use super::zone::NamedZone;
use base::{Map, RecordNo, SimSpan, SimTime, WorkloadId, say};
use core::cmp::Reverse;
use import::FileReport;
use query::compare::VmsAndMoves;
use query::conditions::{ControlPlaneOutside, Origin, control_plane_outside};
use query::kubectl_drains::{Stop, stop};
use query::summary::limit;
use query::windows::{starts_automatically, takes_turns};
use query::{Index, Outcome, Shortfall, Summary, WorkloadSummary, shortfalls_until, verdict};
use scenario::json::Json;
use trace::{Change, Subject, Trace, Value};
use words::catalogue::english;
use words::visible::visible;
use words::{Clock, Words};

/// A run and how its times are told.
pub(super) struct Brief<'a> {
    pub(super) trace: &'a Trace,
    pub(super) index: &'a Index,
    pub(super) summary: &'a Summary,
    /// The scenario has a start, so that instants are dates.
    pub(super) has_start: bool,
    /// The zone of dates.
    pub(super) zone: Option<&'a NamedZone>,
    /// The document and its limit, of which a forecast is made; `None` where that would take long, or tells nothing.
    pub(super) forecast: Option<(&'a Json, Option<SimTime>)>,
    /// That exclusions don't last beyond the end of support.
    pub(super) support: Option<String>,
    /// What an import says of each file.
    pub(super) reports: &'a [FileReport],
}

/// Lines in all.
const ALL: usize = 50;
/// Lines of each part at most.
const PLANES: usize = 3;
/// Workloads whose Pods move again, or are forced out.
const AGAIN: usize = 6;
const REFUSED: usize = 4;
const CRON_JOBS: usize = 4;
const STANDING: usize = 2;

/// From this time on, an instant is told in days.
const ONE_DAY: SimSpan = SimSpan::from_secs(86_400);

pub(super) fn write(out: &mut Out, asked: &Brief<'_>) -> io::Result<()> {
    let dates = dates(asked.trace, asked.zone);
    let offsets = clock(asked.trace, false, None);
    let days = |at: SimTime| {
        if at < SimTime::ZERO + ONE_DAY { offsets(at) } else { format!("+{}", days_of(at)) }
    };
    let clock: Clock<'_> = if asked.has_start || asked.zone.is_some() { &dates } else { &days };
    let words = Words::new(english(), clock, asked.trace.plan(), asked.trace.last());
    let short = shortfalls_until(asked.trace, limit(asked.trace));
    let page = Page { asked, words: &words, short, stop: stop(asked.trace) };
    let head = page.head();
    let mut parts = [
        page.pools(),
        page.lives(),
        page.assumed(),
        page.otherwise(),
        page.broken(),
        page.local_disks(),
        page.hurt(),
        part(cron_jobs::TITLE, page.met_cron_jobs().iter().map(Met::line).collect(), CRON_JOBS),
        page.reduced(),
        page.rollouts(),
        page.held_up(),
        page.refused(),
        page.gave_up(),
        page.waits_in_vain(),
        page.unreached(),
        page.never_drained(),
        page.left_cordoned(),
        page.windows(),
        page.in_exclusions(),
        page.standing(),
    ];
    // The longest parts give way.
    while head.len() + 1 + parts.iter().map(Part::height).sum::<usize>() > ALL {
        let Some(longest) = parts.iter_mut().max_by_key(|part| part.height()) else {
            break;
        };
        longest.most = longest.most.min(longest.lines.len()) - 1;
    }
    for line in head.into_iter().chain(parts.into_iter().flat_map(Part::text)) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "Why: nodetide why FILES record/NO")
}

/// `293 d 6 h`
fn days_of(at: SimTime) -> String {
    let minutes = at.ms() / 60_000;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    match (hours, minutes) {
        (0, 0) => format!("{days} d"),
        (hours, 0) => format!("{days} d {hours} h"),
        (hours, minutes) => format!("{days} d {hours} h {minutes} min"),
    }
}

struct Page<'a> {
    asked: &'a Brief<'a>,
    words: &'a Words<'a>,
    short: Vec<Shortfall>,
    stop: Option<Stop>,
}

/// A title and its lines, at most so many; nothing without lines.
struct Part {
    title: &'static str,
    lines: Vec<String>,
    most: usize,
}

fn part(title: &'static str, lines: Vec<String>, most: usize) -> Part {
    Part { title, lines, most }
}

impl Part {
    fn height(&self) -> usize {
        match self.lines.len() {
            0 => 0,
            n if n <= self.most => 1 + n,
            _ => self.most + 2,
        }
    }

    fn text(self) -> Vec<String> {
        if self.lines.is_empty() {
            return Vec::new();
        }
        let more = self.lines.len().saturating_sub(self.most);
        let mut all = vec![format!("{}:", self.title)];
        all.extend(self.lines.into_iter().take(self.most).map(|line| format!("  {line}")));
        if more > 0 {
            all.push(format!("  and {more} more"));
        }
        all
    }
}

fn record(no: RecordNo) -> String {
    format!("(record/{})", no.0)
}

fn plural(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

impl Page<'_> {
    fn met_cron_jobs(&self) -> Vec<Met> {
        let Brief { trace, summary, reports, .. } = self.asked;
        cron_jobs::met(reports, trace, summary, self.words)
    }

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

    /// Outcome and dates.
    fn head(&self) -> Vec<String> {
        let Brief { trace, summary, .. } = self.asked;
        let verdict = self.words.say(&verdict(trace.plan(), summary, &self.short));
        let mut lines = vec![format!("{verdict}.{}", self.provided())];
        lines.extend(super::configuration::waiting(trace.plan(), trace.start()));
        let planes: Vec<_> = trace
            .records()
            .filter(|(_, row)| row.change == Change::ControlPlaneDone)
            .map(|(no, row)| (no, row.at))
            .collect();
        if let Some(Work { no, began, over }) = Work::of(trace, summary) {
            let ends = match over {
                Some(at) => format!("ended {}: {}", self.words.instant(at), self.span(at - began)),
                None if summary.outcome == Outcome::Stuck => {
                    format!("stuck from {} on", self.words.instant(summary.end))
                }
                None => format!("not over at {}", self.words.instant(summary.end)),
            };
            lines.push(format!(
                "Started {}, {ends}. {} upgraded {}",
                self.words.instant(began),
                plural(summary.upgraded as usize, "node"),
                record(no),
            ));
            let forecast = self.asked.forecast;
            lines.extend(forecast.and_then(|(json, until)| {
                forecast_line(json, until, &|at| self.words.instant(at))
            }));
        } else if let Some(drained) = summary.drained {
            lines.push(format!(
                "Drains from {} to {}",
                self.words.instant(drained.began),
                self.words.instant(drained.ended),
            ));
        }
        if starts_automatically(trace) {
            lines.push(super::english::text(&say!("cli-earliest")));
        }
        lines.extend(self.asked.support.clone());
        if takes_turns(trace) {
            lines.push(super::english::text(&say!("cli-pool-order")));
        }
        if matches!(summary.outcome, Outcome::Paused | Outcome::Limit) {
            let until = trace.plan().until;
            lines.push(format!(
                "The run is cut off at {}, {} after its start: --until TIME shows what follows",
                self.words.instant(until),
                self.span(until - SimTime::ZERO),
            ));
        }
        let outside = control_plane_outside(trace);
        lines.extend(planes.iter().take(PLANES).map(|(no, _)| {
            let outside = outside.iter().find(|one| one.done == Some(*no));
            outside.map_or(String::new(), |one| self.outside(one)) + &self.row(*no)
        }));
        let nodes = summary.nodes;
        let VmsAndMoves { most_vms: vms, extra_ms: extra, most_moves, .. } = VmsAndMoves::of(trace);
        let vms = match vms == i64::from(nodes.max) {
            true => String::new(),
            false => format!(" ({vms} VMs)"),
        };
        let extra = match extra {
            0 => String::new(),
            ms => format!(
                ", {} extra node-hours (× a node's price per hour; prices aren't simulated)",
                node_hours(ms)
            ),
        };
        let moves: u32 = summary.workloads.iter().map(|one| one.moves).sum();
        let deleted = match summary.workloads.iter().map(|one| one.ended_otherwise).sum::<u32>() {
            0 => String::new(),
            n => format!("{n} deleted or gone with their nodes, "),
        };
        let again: u32 = summary.workloads.iter().map(|one| one.moved_again).sum();
        let preempted = match summary.preempted {
            0 => String::new(),
            n => format!("{n} preempted, "),
        };
        lines.push(format!(
            "Nodes: {} at the start, fewest {}, most {}{vms}, {} at the end{extra}. Pods: {} evicted, {preempted}{} forced out, {deleted}{} lost, at most {} pending; {}, {again} of them again",
            nodes.start, nodes.min, nodes.max, nodes.end,
            summary.evictions, summary.forced, summary.lost.len(), summary.pending_max,
            plural(moves as usize, "move")
        ));
        lines.extend(self.moved_again(&most_moves));
        if trace.start().pod_count() == 0 {
            lines.push(super::english::text(&say!("cli-fit-no-pods")));
        }
        lines
    }

    /// Whose Pods move more than once.
    fn moved_again(&self, most: &Map<WorkloadId, u32>) -> Option<String> {
        let again = self.asked.summary.workloads.iter().filter(|one| one.moved_again > 0);
        let mut again: Vec<&WorkloadSummary> = again.collect();
        again.sort_by_key(|one| Reverse(one.moved_again));
        let said = again.iter().take(AGAIN).map(|one| {
            let name = self.words.subject(Subject::Workload(one.workload));
            let most = most.get(&one.workload).filter(|most| **most > 1);
            let most = most.map_or(String::new(), |most| format!(" (a Pod up to {most} times)"));
            format!("{name} {}{most}", one.moved_again)
        });
        let said = said.collect::<Vec<_>>().join(", ");
        let more = match again.len().saturating_sub(AGAIN) {
            0 => String::new(),
            n => format!(" and {}", plural(n, "more workload")),
        };
        (!said.is_empty()).then(|| format!("Pods that move again: {said}{more}"))
    }

    /// That the control plane was upgraded while the policy kept automatic upgrades out, and why it could.
    fn outside(&self, one: &ControlPlaneOutside) -> String {
        let policy = &self.asked.trace.plan().maintenance;
        let exclusions = one.by.exclusions().filter_map(|no| policy.exclusions.get(no));
        let inside: Vec<String> = exclusions.map(|one| visible(one.name.clone())).collect();
        let inside = match inside.is_empty() {
            true => String::new(),
            false => format!("inside the exclusion {}", inside.join(", ")),
        };
        let outside = match one.by.window {
            true => "outside the maintenance window",
            false => "",
        };
        let and = if one.by.window && !inside.is_empty() { " and " } else { "" };
        let because = match one.origin {
            Origin::Manual => "a manual upgrade ignores the policy (BS-03)".to_owned(),
            Origin::Automatic => "it began in time and goes on".to_owned(),
            Origin::Override(why) => format!("GKE overrides the policy: {}", why.name()),
        };
        let at = self.words.instant(one.at);
        format!("Control plane in upgrade {outside}{and}{inside} from {at} on: {because}. ")
    }

    fn refused(&self) -> Part {
        let lines = self.asked.summary.refused.iter().map(|no| self.row(*no)).collect();
        part("Commands without effect", lines, REFUSED)
    }

    fn standing(&self) -> Part {
        // Pods without a node stand together above.
        let is_pending = |no: RecordNo| {
            let row = self.asked.trace.record(no);
            row.is_some_and(|row| row.change.is_unschedulable())
        };
        let holds = self.asked.summary.open_holds.iter().filter(|hold| !is_pending(hold.no));
        part("Still held back at the end", holds.map(|hold| self.row(hold.no)).collect(), STANDING)
    }
}
