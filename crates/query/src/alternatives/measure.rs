//! The numbers of a run by which changes are compared: that of the harm which the headline names comes first.

use super::figure::Figure;
use crate::outcome::Outcome;
use base::WorkloadId;
use trace::{Phrase, Subject, Value};

/// A number of a run; less is better, but for ready Pods and upgraded nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Measure {
    /// The harm of the verdict that has this number, without `harm-`, or what else it counts.
    of: &'static str,
    workload: Option<WorkloadId>,
}

/// From a run and its start in Unix milliseconds.
type Read = fn(&Outcome, Measure, i64) -> Figure;

/// When a measure is said beside the first one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// Where it differs.
    Always,
    /// Where there is more of it: it follows from others, or is a cost.
    Price,
    Never,
}
use Said::{Always, Never, Price};

type Row = (&'static str, Said, &'static str, Read);

/// Each with its name; the order is that in which a sentence has them.
static MEASURES: [Row; 28] = [
    ("all-forced", Always, "number-forced", |run, _, _| Figure::Count(run.forced)),
    ("forced", Never, "number-violations", |run, _, _| Figure::Count(run.violations)),
    ("unevicted", Never, "number-unevicted", |run, _, _| Figure::Count(run.unevicted)),
    ("cut", Never, "number-cut", |run, _, _| Figure::Count(run.cut_short)),
    ("lost", Always, "number-lost", |run, _, _| {
        Figure::Count(run.lost.len() as u32 - run.lost_of_owners)
    }),
    ("lost-of-owners", Always, "number-lost-of-owners", |run, _, _| {
        Figure::Count(run.lost_of_owners)
    }),
    ("unplaced", Always, "number-unplaced", |run, _, _| Figure::Count(run.unplaced.len() as u32)),
    ("jobs", Always, "number-jobs", |run, _, _| Figure::Count(run.jobs_failed())),
    ("killed", Always, "number-killed", |run, _, _| Figure::Count(run.killed())),
    ("drains", Always, "number-gave-up", |run, _, _| Figure::Count(run.gave_up)),
    ("undrained", Always, "number-undrained", |run, _, _| Figure::Count(run.undrained)),
    ("work", Always, "number-work", |run, _, _| Figure::Span(run.work_lost())),
    ("work-unknown", Always, "number-at-risk", |run, _, _| Figure::Span(run.at_risk().1)),
    ("out", Always, "number-out", |run, _, _| Figure::Span(run.out())),
    ("connections", Always, "number-connections", |run, _, _| Figure::Span(run.connections_lost())),
    ("may-lose", Never, "number-may-lose", |run, _, _| Figure::Span(run.connections_may_be_lost())),
    ("cuts", Price, "number-cuts", |run, _, _| Figure::Count(run.connections_cut())),
    ("below", Price, "number-below", |run, _, _| Figure::Span(run.below())),
    ("hours", Never, "number-in-hours", |run, _, start| {
        Figure::Count(run.in_working_hours(start).count() as u32)
    }),
    ("evicted", Never, "number-evicted", |run, _, _| Figure::Is(run.evicted_in_hours.is_some())),
    ("half", Never, "number-ready", |run, one, _| {
        let own = one.workload.and_then(|id| run.workload(id));
        let ready = own.and_then(|own| own.fewest).unwrap_or(0);
        Figure::Of(ready, own.map_or(0, |own| own.replicas))
    }),
    ("disks", Always, "number-disks", |run, _, _| Figure::Count(run.disks_lost)),
    ("preempted", Price, "number-preempted", |run, _, _| Figure::Count(run.preempted)),
    ("upgraded", Always, "number-upgraded", |run, _, _| Figure::Count(run.replaced())),
    ("windows", Price, "number-windows", |run, _, _| Figure::Count(run.windows)),
    ("kubectl", Always, "number-drains", |run, _, _| Figure::Span(run.drains)),
    ("pending", Never, "number-pending", |run, _, _| Figure::Count(run.pending_max)),
    ("moved-again", Never, "number-moved-again", |run, _, _| Figure::Count(run.moved_again())),
];

/// Parts of those that are forced out: the whole is said, or a part of it.
const FORCED: [&str; 4] = ["all-forced", "forced", "unevicted", "cut"];

fn row(of: &str) -> Option<&'static Row> {
    MEASURES.iter().find(|row| row.0 == of)
}

impl Measure {
    pub(super) const FORCED: Self = Self { of: "all-forced", workload: None };

    /// The fewest ready Pods of a workload.
    pub(super) fn ready(workload: WorkloadId) -> Self {
        Self { of: "half", workload: Some(workload) }
    }

    /// What is said beside a first one.
    pub(super) fn others(first: Option<Self>) -> impl Iterator<Item = Self> {
        let of = first.map_or("", |one| one.of);
        let forced = FORCED.contains(&of);
        let said = MEASURES.iter().filter(|(_, said, ..)| *said != Never);
        let all = said.map(|(of, ..)| Self { of, workload: None });
        all.filter(move |one| one.of != of && !(forced && FORCED.contains(&one.of)))
    }

    /// Pods that wait for a node at once, and that move twice.
    pub(super) const OF_WORKLOADS: [Self; 2] =
        [Self { of: "pending", workload: None }, Self { of: "moved-again", workload: None }];

    /// That of the harm in a headline; `None`: it names none that has a number.
    pub(super) fn of_headline(headline: &Phrase) -> Option<Self> {
        let Some(Value::Phrase(harm)) = headline.arg("harm") else { return None };
        let key = harm.key.trim_start_matches("harm-");
        let key = key.trim_end_matches("-brief").trim_end_matches("-few");
        let key = match key {
            "out-managed" => "out",
            "rollout" => "below",
            key => key,
        };
        let (of, ..) = row(key)?;
        let workload = match harm.arg("name") {
            Some(Value::Name(Subject::Workload(id))) => Some(*id),
            _ => None,
        };
        Some(Self { of, workload })
    }

    /// Is it said only where there is more of it?
    pub(super) fn is_price(self) -> bool {
        row(self.of).is_some_and(|(_, said, ..)| *said == Price)
    }

    pub(super) fn is(self, of: &str) -> bool {
        self.of == of
    }

    /// The workload whose ready Pods it counts.
    pub(super) fn workload(self) -> Option<WorkloadId> {
        self.workload.filter(|_| self.is("half"))
    }

    pub(super) fn figure(self, run: &Outcome, start_unix_ms: i64) -> Figure {
        row(self.of).map_or(Figure::Count(0), |(.., read)| read(run, self, start_unix_ms))
    }

    /// Is more of it better?
    pub(super) fn is_more(self) -> bool {
        self.is("half") || self.is("upgraded")
    }

    /// Less is better.
    pub(super) fn amount(self, run: &Outcome, start_unix_ms: i64) -> i64 {
        let amount = self.figure(run, start_unix_ms).amount();
        if self.is_more() { -amount } else { amount }
    }

    /// Its name, as the title of a column and in a sentence.
    pub(super) fn name(self) -> Phrase {
        let name = Phrase::new(row(self.of).map_or("number-forced", |(_, _, name, _)| name));
        match self.workload() {
            Some(id) => name.with("name", Subject::Workload(id)),
            None => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A harm without a number would leave its offers without a rank.
    #[test]
    fn each_harm_of_a_verdict_has_its_number() {
        let texts = include_str!("../../../../static/locales/en.ftl");
        let harms = texts.lines().filter_map(|line| Some(line.split_once(" = ")?.0));
        let harms = harms.filter(|key| key.starts_with("harm-"));
        let without = harms.filter(|key| {
            let harm = Phrase::new(key).with("name", Subject::Workload(WorkloadId(0)));
            Measure::of_headline(&Phrase::new("outcome-but").with("harm", harm)).is_none()
        });
        let without: Vec<&str> = without.collect();
        let known = ["harm-refused", "harm-oscillates-brief", "harm-oscillates", "harm-repeated"];
        assert_eq!(without, known);
    }
}
