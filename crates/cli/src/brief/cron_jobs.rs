//! CronJobs whose Jobs would run during an upgrade: a run doesn't start them.

use super::{Page, Part, part};
use crate::summary::Work;
use crate::zone::{self, NamedZone};
use base::{Arg, Message, SimSpan, SimTime};
use import::Schedule;
use scenario::instant;

/// Lines at most.
const CRON_JOBS: usize = 4;
/// Times of a schedule that are looked at.
const TIMES: usize = 10_000;
const DAY_MS: i64 = 86_400_000;

impl Page<'_> {
    /// Each CronJob of which a Job would run while nodes are upgraded, and the first such Job.
    pub(super) fn cron_jobs(&self) -> Part {
        let trace = self.asked.trace;
        let Some(Work { began, over, .. }) = Work::of(trace, self.asked.summary) else {
            return part("", Vec::new(), 0);
        };
        let start = trace.plan().start_unix_ms;
        let unix = |at: SimTime| start.saturating_add(at.ms());
        let (began, over) = (unix(began), unix(over.unwrap_or(self.asked.summary.end)));
        let lines = self.asked.reports.iter().flat_map(|one| &one.ignored);
        let names = lines.filter(|line| line.key == "cron-jobs").flat_map(|line| &line.names);
        let met = names.filter_map(|name| match name {
            Arg::Message(job) => self.meets(job, (began, over)),
            _ => None,
        });
        let title = "CronJobs whose Jobs would meet the upgrade, which this run doesn't start";
        part(title, met.collect(), CRON_JOBS)
    }

    fn meets(&self, job: &Message, (began, over): (i64, i64)) -> Option<String> {
        let text = |name| match job.arg(name)? {
            Arg::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let length = match job.arg("ms")? {
            Arg::Number(ms) => *ms,
            _ => 0,
        };
        let zone = match text("zone")? {
            "suspended" => return None,
            "" => None,
            zone => Some(NamedZone::find(zone).ok()?),
        };
        let schedule = Schedule::read(text("schedule")?)?;
        // Of a zone: its clock differs by less than a day.
        let first = began - length - DAY_MS;
        let times = std::iter::successors(schedule.next(first), |at| schedule.next(*at));
        let times = times.take(TIMES).take_while(|at| *at <= over + DAY_MS).filter_map(|local| {
            let text = instant::format(local);
            zone.as_ref()
                .map_or(Some(local), |zone| zone::moment(text.trim_end_matches('Z'), Some(zone)))
        });
        let at = times.into_iter().find(|at| at + length > began && *at < over)?;
        let start = self.asked.trace.plan().start_unix_ms;
        let at = self.words.instant(SimTime::from_ms(at.saturating_sub(start)));
        let takes = match length {
            0 => "how long is unknown".to_owned(),
            ms => format!("up to {} by its finished Jobs", self.span(SimSpan::from_ms(ms))),
        };
        Some(format!(
            "{}: its Job of {at} runs then ({takes}): a drain ends its Pods, and they begin again",
            text("name")?
        ))
    }
}
