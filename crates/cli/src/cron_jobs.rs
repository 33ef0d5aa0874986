//! CronJobs whose Jobs would run during an upgrade: a run doesn't start them.

use super::finished_run::{dates, to_the_end};
use super::summary::Work;
use super::zone::{self, NamedZone};
use base::{Arg, Message, SimSpan, SimTime};
use import::{FileReport, Schedule};
use model::Maintenance;
use query::windows::starts_automatically;
use query::{Index, Outcome, Summary};
use scenario::{Compiled, instant};
use trace::{Trace, Value};
use words::visible::visible;
use words::{Words, catalogue};

pub(super) const TITLE: &str =
    "CronJobs whose Jobs would meet the upgrade, which this run doesn't start";

/// The note of an import about CronJobs.
const NOTE: &str = "cron-jobs";
/// Times of a schedule that are looked at.
const TIMES: usize = 20_000;
const DAY_MS: i64 = 86_400_000;
/// So long are windows looked at in which GKE may upgrade: what is due each month is among them.
const WINDOWS: SimSpan = SimSpan::from_secs(31 * 86_400);
/// A Job of unknown length is taken to be over by then.
const LONGEST_MS: i64 = 7 * DAY_MS;

/// A CronJob of which a Job would run while nodes are upgraded.
pub(super) struct Met {
    pub(super) name: String,
    /// When the Job begins, and how long it takes.
    job: String,
    is_certain: bool,
    /// What becomes of it when its Pods are evicted.
    follows: String,
    /// It meets the maintenance window, and not the upgrade at the time of this run.
    in_window: bool,
}

impl Met {
    pub(super) fn line(&self) -> String {
        let runs = match (self.in_window, self.is_certain) {
            (true, _) => "is in a maintenance window, and GKE may choose that time",
            (false, true) => "runs then",
            (false, false) => "may run then",
        };
        format!(
            "{}: its Job of {} {runs}: a drain ends its Pods, {}",
            self.name, self.job, self.follows
        )
    }

    /// What has to be true for a run without these Jobs.
    pub(super) fn proviso(all: &[Self]) -> Option<String> {
        let (first, others) = all.split_first()?;
        let would = if first.is_certain { "would" } else { "might" };
        Some(match others.len() {
            0 => format!("no Job of {} runs then, as that of {} {would}", first.name, first.job),
            _ => {
                let names: Vec<&str> = all.iter().map(|one| &*one.name).collect();
                format!("no Job of {} runs then, as some would", names.join(", "))
            }
        })
    }
}

/// What evictions of its Pods do to a Job (KC-17).
fn follows(job: &Message) -> String {
    let backoff = match job.arg("backoff") {
        Some(Arg::Number(limit)) => *limit,
        _ => return "and they begin again, or the Job fails".to_owned(),
    };
    match (text(job, "evictions"), backoff) {
        (Some("ignored"), _) => {
            "and each begins again, as its podFailurePolicy ignores evictions".to_owned()
        }
        (Some("fail"), _) => {
            "and the Job fails with the first of them, by its podFailurePolicy".to_owned()
        }
        (_, 0) => "and the Job fails with the first of them, by its backoffLimit 0".to_owned(),
        (_, limit) => {
            let times = if limit == 1 {
                "1 of them begins".to_owned()
            } else {
                format!("{limit} of them begin")
            };
            format!(
                "and up to {times} again: with one more the Job fails, by its backoffLimit {limit}"
            )
        }
    }
}

/// The times at which nodes may be upgraded: those of this run, and the windows from then on if GKE chooses one.
fn times(trace: &Trace, (began, over): (SimTime, SimTime)) -> Vec<(SimTime, SimTime)> {
    let openings = &trace.plan().maintenance.openings;
    let mut all = vec![(began, over)];
    if starts_automatically(trace) && *openings != [Maintenance::ALL] {
        let last = began + WINDOWS;
        let later = openings.iter().filter(|(from, to)| *to > began && *from < last);
        all.extend(later.map(|(from, to)| ((*from).max(began), (*to).min(last))));
    }
    all
}

/// Can none of its Pods be in a pool that is upgraded?
fn is_elsewhere(job: &Message, trace: &Trace, summary: &Summary) -> bool {
    let not_on: Vec<&str> = text(job, "not-on").unwrap_or_default().split(',').collect();
    let upgraded = summary.pools.iter().filter(|pool| pool.outcome != Outcome::Idle);
    let mut names = upgraded.filter_map(|pool| trace.plan().pools.get(pool.pool)).peekable();
    names.peek().is_some() && names.all(|pool| not_on.contains(&pool.name.as_str()))
}

/// Each of them, and the first such Job.
pub(super) fn met(
    reports: &[FileReport],
    trace: &Trace,
    summary: &Summary,
    words: &Words<'_>,
) -> Vec<Met> {
    let Some(Work { began, over, .. }) = Work::of(trace, summary) else {
        return Vec::new();
    };
    let start = trace.plan().start_unix_ms;
    let unix = |at: SimTime| start.saturating_add(at.ms());
    let times = times(trace, (began, over.unwrap_or(summary.end)));
    let lines = reports.iter().flat_map(|one| &one.ignored);
    let names = lines.filter(|line| line.key == NOTE).flat_map(|line| &line.names);
    let met = names.filter_map(|name| {
        let Arg::Message(job) = name else { return None };
        if is_elsewhere(job, trace, summary) {
            return None;
        }
        let (no, (at, length)) = times.iter().enumerate().find_map(|(no, (from, to))| {
            let (from, to) = (unix(*from), unix(*to));
            // A Job of unknown length that begins before a window is named where it meets the run.
            let met = first_job(job, (from, to))?;
            (no == 0 || met.1 > 0 || met.0 > from).then_some((no, met))
        })?;
        let takes = match length {
            0 => "how long is unknown".to_owned(),
            ms => {
                let span = words.value(&Value::Span(SimSpan::from_ms(ms)));
                format!("up to {span} by its finished Jobs")
            }
        };
        let instant = words.instant(SimTime::from_ms(at.saturating_sub(start)));
        Some(Met {
            name: visible(text(job, "name")?.to_owned()),
            job: format!("{instant} ({takes})"),
            follows: follows(job),
            is_certain: no == 0 && (length > 0 || at > unix(began)),
            in_window: no > 0,
        })
    });
    met.collect()
}

/// The lines about each of them, for a table of runs.
pub(super) fn lines(
    reports: &[FileReport],
    trace: &Trace,
    summary: &Summary,
    zone: Option<&NamedZone>,
) -> Vec<String> {
    let dates = dates(trace, zone);
    let words = Words::new(catalogue::english(), &dates, trace.plan(), trace.last());
    met(reports, trace, summary, &words).iter().map(Met::line).collect()
}

/// The lines about those that meet a run of the scenario, or one of its windows.
pub(super) fn of_scenario(
    reports: &[FileReport],
    compiled: Compiled,
    zone: Option<&NamedZone>,
) -> Vec<String> {
    if !reports.iter().flat_map(|one| &one.ignored).any(|line| line.key == NOTE) {
        return Vec::new();
    }
    let ran = to_the_end(compiled, None, None);
    let summary = ran.summary(&Index::of(&ran.trace));
    let lines = lines(reports, &ran.trace, &summary, zone);
    lines.into_iter().map(|line| format!("CronJob {line}")).collect()
}

fn text<'a>(job: &'a Message, name: &str) -> Option<&'a str> {
    match job.arg(name)? {
        Arg::Text(text) => Some(text.as_str()),
        _ => None,
    }
}

/// When the Job begins that meets the upgrade, and how long such Jobs take; 0 if that is unknown: the last one before the
/// upgrade may go on.
fn first_job(job: &Message, (began, over): (i64, i64)) -> Option<(i64, i64)> {
    let number = |name| match job.arg(name) {
        Some(Arg::Number(ms)) => *ms,
        _ => 0,
    };
    let (length, since) = (number("ms"), number("since"));
    let zone = match text(job, "zone")? {
        "suspended" => return None,
        "" => None,
        zone => Some(NamedZone::find(zone).ok()?),
    };
    let schedule = Schedule::read(text(job, "schedule")?)?;
    let first = since.max(began - if length > 0 { length } else { LONGEST_MS });
    // Of a zone: its clock differs by less than a day.
    let times = std::iter::successors(schedule.next(first - DAY_MS), |at| schedule.next(*at));
    let times = times.take(TIMES).take_while(|at| *at <= over + DAY_MS).filter_map(|local| {
        let text = instant::format(local);
        zone.as_ref()
            .map_or(Some(local), |zone| zone::moment(text.trim_end_matches('Z'), Some(zone)))
    });
    let times: Vec<i64> = times.filter(|at| *at > first && *at < over).collect();
    let within = || times.iter().find(|at| **at > began).or(times.last());
    let at = if length > 0 { times.first() } else { within() };
    Some((*at?, length))
}
