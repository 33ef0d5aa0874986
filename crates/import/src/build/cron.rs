//! CronJobs: their Jobs and Pods are used, later ones aren't started, so the next time of each schedule is named.

use crate::found::FileNotes;
use crate::notes;
use base::civil::{civil_from_days, weekday};
use base::say;
use model::workload::OnDisruption;
use scenario::document::pod_spec::NodeSelectorTerm;
use scenario::document::{Document, Pool};
use scenario::field::Map;
use scenario::instant;
use scenario::units::Duration;

/// A CronJob in a file.
#[derive(Debug)]
pub(crate) struct CronJob {
    pub(crate) file: usize,
    /// `namespace/name`
    pub(crate) name: String,
    pub(crate) schedule: String,
    pub(crate) time_zone: String,
    pub(crate) suspended: bool,
    /// How long the longest of its finished Jobs took.
    pub(crate) longest_ms: Option<i64>,
    /// How many evicted Pods a Job survives, unless that is counted by index, and what its policy says of them.
    pub(crate) backoff_limit: Option<i64>,
    pub(crate) on_disruption: OnDisruption,
    /// The labels that its Pods ask of their nodes, and terms of which one must match.
    pub(crate) of_node: (Map, Vec<NodeSelectorTerm>),
}

impl CronJob {
    /// Can its Pods be on nodes of the pool, by the labels that are known?
    fn fits(&self, pool: &Pool) -> bool {
        let (labels, terms) = &self.of_node;
        let matches = |term: &NodeSelectorTerm| {
            term.match_expressions
                .iter()
                .all(|one| may_match(pool, &one.key, &one.operator, &one.values))
        };
        labels.iter().all(|(key, value)| may_match(pool, key, "In", core::slice::from_ref(value)))
            && (terms.is_empty() || terms.iter().any(matches))
    }
}

/// May a node of the pool have such a label? GKE sets labels with a prefix of its own.
fn may_match(pool: &Pool, key: &str, operator: &str, values: &[String]) -> bool {
    let of_nodes = pool.nodes.iter().filter_map(|node| node.labels.get(key));
    let own = match key {
        "cloud.google.com/gke-nodepool" => Some(&pool.name),
        key => pool.config.labels.get(key),
    };
    let mut own = own.into_iter().chain(of_nodes).peekable();
    let is_unknown = own.peek().is_none() && key.contains('/');
    match operator {
        _ if is_unknown => true,
        "In" => own.any(|own| values.contains(own)),
        "NotIn" => own.peek().is_none() || own.any(|own| !values.contains(own)),
        "Exists" => own.peek().is_some(),
        _ => true,
    }
}

const MINUTE_MS: i64 = 60_000;
const DAY_MINUTES: i64 = 1440;
/// Every schedule that has a next time has one within four years: 29 February.
const DAYS: i64 = 4 * 366 + 1;

const MONTHS: [&str; 12] =
    ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/// Names each schedule with its next time from the start on.
pub(super) fn tell(document: &Document, notes: &mut FileNotes) {
    let start = document.start_unix_ms();
    let since = notes.newest.map_or(start, |newest| newest.0);
    for job in core::mem::take(&mut notes.cron_jobs) {
        let CronJob { name, schedule, .. } = &job;
        let next = || match (job.suspended, job.time_zone.as_str()) {
            (true, _) => "suspended".to_owned(),
            (false, "" | "UTC" | "Etc/UTC") => match Schedule::read(schedule) {
                Some(times) => times.next(start).map_or_else(
                    || "never".to_owned(),
                    |at| format!("next {}", instant::format(at)),
                ),
                None => "next time unknown".to_owned(),
            },
            (false, zone) => format!("in {zone}"),
        };
        let takes = job.longest_ms.map_or_else(|| "none".to_owned(), |ms| Duration(ms).to_string());
        let said = || {
            let said = say!("import-cron-job", name = name, schedule = schedule, next = next());
            let said = said.with("takes", takes.as_str()).with("ms", job.longest_ms.unwrap_or(0));
            let of_evictions = match job.on_disruption {
                OnDisruption::Counts => "count",
                OnDisruption::Ignored => "ignored",
                OnDisruption::FailsJob => "fail",
            };
            let said = said.with("evictions", of_evictions);
            let said = match job.backoff_limit {
                Some(limit) => said.with("backoff", limit),
                None => said,
            };
            let zone = if job.suspended { "suspended" } else { &job.time_zone };
            let elsewhere = document.pools.iter().filter(|pool| !job.fits(pool));
            let elsewhere: Vec<&str> = elsewhere.map(|pool| pool.name.as_str()).collect();
            let said = said.with("not-on", elsewhere.join(","));
            // Jobs that began before are in the files.
            said.with("since", since).with("zone", zone).into()
        };
        notes.file(job.file).tally.add(notes::CRON_JOBS, &said, None);
    }
}

/// A schedule of cron: bit n of each field is the value n.
#[derive(Debug)]
pub struct Schedule {
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    weekdays: u64,
    /// A day must match both, unless both are restricted: then one is enough.
    either: bool,
}

impl Schedule {
    pub fn read(text: &str) -> Option<Self> {
        let text = match text.trim() {
            "@hourly" => "0 * * * *",
            "@daily" | "@midnight" => "0 0 * * *",
            "@weekly" => "0 0 * * 0",
            "@monthly" => "0 0 1 * *",
            "@yearly" | "@annually" => "0 0 1 1 *",
            text => text,
        };
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [minute, hour, day, month, weekday] = parts.as_slice() else {
            return None;
        };
        let is_any = |text: &&str| text.starts_with(['*', '?']);
        Some(Self {
            minutes: field(minute, 0, 59, &[], 0)?,
            hours: field(hour, 0, 23, &[], 0)?,
            days: field(day, 1, 31, &[], 0)?,
            months: field(month, 1, 12, &MONTHS, 1)?,
            weekdays: field(weekday, 0, 6, &WEEKDAYS, 0)?,
            either: !is_any(day) && !is_any(weekday),
        })
    }

    /// Its first time after an instant, in Unix milliseconds of its zone's clock.
    pub fn next(&self, after_ms: i64) -> Option<i64> {
        let first = after_ms.div_euclid(MINUTE_MS) + 1;
        let today = first.div_euclid(DAY_MINUTES);
        let has = |bits: u64, value: i64| bits >> value & 1 == 1;
        let minutes = |day: i64| {
            let from = if day == today { first.rem_euclid(DAY_MINUTES) } else { 0 };
            let mut all = from..DAY_MINUTES;
            let minute = all.find(|at| has(self.hours, at / 60) && has(self.minutes, at % 60))?;
            Some((day * DAY_MINUTES + minute) * MINUTE_MS)
        };
        let is_on = |day: &i64| {
            let (_, month, of_month) = civil_from_days(*day);
            // Ours count from Monday.
            let of_week = (i64::from(weekday(*day)) + 1) % 7;
            let (one, other) = (has(self.days, of_month), has(self.weekdays, of_week));
            has(self.months, month) && if self.either { one || other } else { one && other }
        };
        (today..today + DAYS).filter(is_on).find_map(minutes)
    }
}

/// `*/15`, `1-5`, `MON,FRI`, `3/10`; `names` begin at `first`.
fn field(text: &str, least: u64, most: u64, names: &[&str], first: u64) -> Option<u64> {
    let number = |text: &str| {
        let name = names.iter().position(|name| text.eq_ignore_ascii_case(name));
        let number = match name {
            Some(at) => first + at as u64,
            None => text.parse().ok()?,
        };
        (least..=most).contains(&number).then_some(number)
    };
    let mut bits = 0;
    for part in text.split(',') {
        let (range, step) = match part.split_once('/') {
            Some((range, step)) => (range, step.parse().ok().filter(|step| *step > 0)?),
            None => (part, 1),
        };
        let (from, to) = match range.split_once('-') {
            _ if matches!(range, "*" | "?") => (least, most),
            Some((from, to)) => (number(from)?, number(to)?),
            None if part.contains('/') => (number(range)?, most),
            None => (number(range)?, number(range)?),
        };
        let values = (from..=to).step_by(usize::try_from(step).ok()?);
        bits |= values.fold(0_u64, |bits, value| bits | 1 << value);
    }
    (bits != 0).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use scenario::instant;

    #[test]
    fn schedules_have_their_next_time() {
        let next = |schedule: &str| {
            let start = instant::parse("2026-03-10T10:00:30Z").unwrap();
            let times = Schedule::read(schedule)?;
            Some(times.next(start).map_or_else(|| "never".to_owned(), instant::format))
        };
        // 10 March 2026 is a Tuesday.
        for (schedule, expected) in [
            ("*/15 * * * *", "2026-03-10T10:15:00Z"),
            ("0 10 * * *", "2026-03-11T10:00:00Z"),
            ("0 2 * * MON-FRI", "2026-03-11T02:00:00Z"),
            ("30 4 1,15 * 5", "2026-03-13T04:30:00Z"),
            ("0 0 29 2 *", "2028-02-29T00:00:00Z"),
            ("0 0 31 2 *", "never"),
            ("5/20 10 * * ?", "2026-03-10T10:05:00Z"),
            ("0 9 * jan,apr sun", "2026-04-05T09:00:00Z"),
            ("@weekly", "2026-03-15T00:00:00Z"),
            ("0 0 * * */2", "2026-03-12T00:00:00Z"),
        ] {
            assert_eq!(next(schedule).as_deref(), Some(expected), "{schedule}");
        }
        for wrong in [
            "",
            "@every 5m",
            "* * * *",
            "60 * * * *",
            "5-1 * * * *",
            "*/0 * * * *",
            "-1 * * * *",
            "0 0 * * 7",
        ] {
            assert_eq!(next(wrong), None, "{wrong}");
        }
    }
}
