//! Rollouts of Deployments, and workloads with fewer ready Pods than they should have.

use super::{Page, Part, part, record};
use base::{SimSpan, SimTime, WorkloadId};
use core::cmp::Reverse;
use query::WorkloadSummary;
use query::series::{reduced, total};
use query::summary::limit;
use trace::{Change, Subject};

/// Lines at most.
const ROLLOUTS: usize = 4;
const REDUCED: usize = 4;
/// Workloads whose times are looked for.
const TRIED: usize = 20;

impl Page<'_> {
    /// When each rollout began and ended.
    pub(super) fn rollouts(&self) -> Part {
        let mut found: Vec<(Subject, SimTime, Option<SimTime>, String)> = Vec::new();
        for (no, row) in self.asked.trace.records() {
            let open = |one: &&mut (Subject, _, Option<SimTime>, _)| {
                one.0 == row.subject && one.2.is_none()
            };
            match row.change {
                Change::RolloutStarted { revision } => {
                    // Another rollout takes the place of one that isn't over.
                    found.iter_mut().find(open).into_iter().for_each(|one| one.2 = Some(row.at));
                    let since = match row.subject {
                        Subject::Workload(first) => self.since(first, revision),
                        _ => None,
                    };
                    found.push((row.subject, since.unwrap_or(row.at), None, record(no)));
                }
                Change::RolloutDone => {
                    found.iter_mut().find(open).into_iter().for_each(|one| one.2 = Some(row.at));
                }
                _ => {}
            }
        }
        let lines = found.into_iter().map(|(subject, from, to, no)| {
            let ends = match to {
                Some(to) => format!("to {}, {}", self.words.instant(to), self.span(to - from)),
                None => "on, not over".to_owned(),
            };
            format!(
                "{}: from {} {ends} {no}",
                self.words.subject(subject),
                self.words.instant(from)
            )
        });
        part("Rollouts", lines.collect(), ROLLOUTS)
    }

    /// When a rollout that is under way at the start began.
    fn since(&self, first: WorkloadId, revision: u32) -> Option<SimTime> {
        let plan = self.asked.trace.plan();
        plan.workloads.get(WorkloadId(first.0 + revision))?.rollout.since
    }

    /// How long workloads had fewer ready Pods than replicas, the longest first.
    pub(super) fn reduced(&self) -> Part {
        let hurt = query::hurt(&self.asked.summary.workloads);
        let mut found: Vec<(SimSpan, String)> =
            hurt.iter().take(TRIED).filter_map(|one| self.reduction(one)).collect();
        found.sort_by_key(|(span, _)| Reverse(*span));
        let lines = found.into_iter().map(|(_, text)| text).collect();
        part("Fewer ready Pods than replicas", lines, REDUCED)
    }

    fn reduction(&self, one: &WorkloadSummary) -> Option<(SimSpan, String)> {
        let fewest = one.fewest.filter(|fewest| *fewest > 0)?;
        let stretches = reduced(self.asked.trace, one.workload);
        let limit = limit(self.asked.trace);
        let total = total(&stretches, limit);
        let spans = stretches.iter().map(|(from, to)| to.unwrap_or(limit) - *from);
        let longest = spans.max().filter(|span| *span > SimSpan::ZERO)?;
        let lasts = match stretches.last() {
            Some((SimTime::ZERO, None)) => "from the start to the end of the run".to_owned(),
            Some((from, None)) => {
                format!("to the end of the run, from {} on", self.words.instant(*from))
            }
            _ if longest == total => format!("for {}", self.span(total)),
            _ => {
                format!("for {} in all, at most {} at a time", self.span(total), self.span(longest))
            }
        };
        let at_start = match stretches.as_slice() {
            [(SimTime::ZERO, Some(_))] => " at the start".to_owned(),
            [(SimTime::ZERO, Some(to)), ..] => {
                format!(", {} of it at the start", self.span(*to - SimTime::ZERO))
            }
            _ => String::new(),
        };
        let name = self.words.subject(Subject::Workload(one.workload));
        let least = format!("{fewest} at the least");
        Some((total, format!("{name}: fewer than {} {lasts}{at_start}; {least}", one.replicas)))
    }
}
