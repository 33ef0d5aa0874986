//! `--fail-on`: conditions on a run, for pipelines.

use base::RecordNo;
use model::operations::Refusal;
use query::conditions::{TooFew, first_below};
use query::{Conclusion, Index, Outcome};
use trace::{Change, Subject, Trace};
use words::Words;
use words::visible::visible;

/// A condition as it was written, and what it asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// A line of the table.
    Listed(usize),
    /// Of one workload, or of any with replicas.
    MinReady { workload: Option<String>, least: Least },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Least {
    Pods(u32),
    /// Of its replicas, rounded up.
    Percent(u32),
}

impl Least {
    fn read(text: &str) -> Option<Self> {
        match text.strip_suffix('%') {
            Some(percent) => percent.parse().ok().filter(|n| *n <= 100).map(Self::Percent),
            None => text.parse().ok().map(Self::Pods),
        }
    }

    fn of(self, replicas: u32) -> u32 {
        match self {
            Self::Pods(n) => n,
            Self::Percent(percent) => {
                (u64::from(replicas) * u64::from(percent)).div_ceil(100) as u32
            }
        }
    }
}

type Judge = fn(&Judged<'_>) -> Option<HeldCondition>;

/// The table of conditions without a value.
const CONDITIONS: [(&str, Judge); 9] = [
    ("forced", |run| run.forced()),
    ("violations", |run| run.violations()),
    ("lost", |run| run.lost()),
    ("lost-connections", |run| run.lost_connections()),
    ("cut-connections", |run| run.cut_connections()),
    ("stuck", |run| run.stuck().or_else(|| run.without_effect())),
    ("unfinished", |run| run.unfinished()),
    ("pending", |run| run.pending()),
    ("not-simulated", |run| run.not_simulated()),
];

/// Conditions of earlier versions.
const REMOVED: [&str; 2] = ["outside-window", "left-out"];

/// Reads one condition.
pub(super) fn condition(text: &str) -> Result<Condition, String> {
    let listed = CONDITIONS.iter().position(|(name, _)| *name == text);
    let kind = match (listed, text.strip_prefix("min-ready=")) {
        (Some(at), _) => Kind::Listed(at),
        (None, Some(least)) => {
            let (workload, least) = match least.rsplit_once(':') {
                Some((workload, least)) => (Some(workload.to_owned()), least),
                None => (None, least),
            };
            let least = Least::read(least).ok_or(
                "isn't valid: use min-ready=N, min-ready=N%, or min-ready=NAMESPACE/WORKLOAD:N",
            )?;
            Kind::MinReady { workload, least }
        }
        (None, None) => {
            let no_longer = if REMOVED.contains(&text) { "is no longer" } else { "isn't" };
            let names = CONDITIONS.map(|(name, _)| name).join(", ");
            return Err(format!("{no_longer} a condition: use {names}, or min-ready=N"));
        }
    };
    Ok(Condition { name: text.to_owned(), kind })
}

/// A run to be judged.
pub(super) struct Judged<'a> {
    pub(super) trace: &'a Trace,
    pub(super) index: &'a Index,
    pub(super) outcome: &'a Outcome,
    pub(super) words: &'a Words<'a>,
    /// What the files have and the run doesn't.
    pub(super) left_out: &'a [String],
}

/// A condition that held: a sentence, and the row that shows it.
pub(super) struct HeldCondition {
    pub(super) sentence: String,
    pub(super) no: Option<RecordNo>,
}

impl Condition {
    /// The workload that it names, if it is not in the run.
    pub(super) fn unknown(&self, trace: &Trace) -> Option<&str> {
        match &self.kind {
            Kind::MinReady { workload: Some(name), .. } => {
                let mut all = trace.plan().workloads.ids();
                let known = all.any(|id| is_named(trace, id, name));
                (!known).then_some(name)
            }
            _ => None,
        }
    }

    /// `fail-on forced: sentence (record/17)`
    pub(super) fn line(&self, held: &HeldCondition, before: &str) -> String {
        let record = held.no.map_or_else(String::new, |no| format!(" (record/{})", no.0));
        format!("fail-on {}: {before}{}{record}\n", visible(self.name.clone()), held.sentence)
    }

    pub(super) fn judge(&self, run: &Judged<'_>) -> Option<HeldCondition> {
        match &self.kind {
            Kind::Listed(at) => CONDITIONS[*at].1(run),
            Kind::MinReady { workload, least } => run.too_few(workload.as_deref(), *least),
        }
    }
}

fn is_named(trace: &Trace, id: base::WorkloadId, name: &str) -> bool {
    trace.plan().workloads.get(id).is_some_and(|workload| {
        workload.revision == 0
            && (workload.name == name
                || format!("{}/{}", workload.namespace, workload.name) == name)
    })
}

fn pods(n: u32) -> String {
    if n == 1 { "1 Pod was".to_owned() } else { format!("{n} Pods were") }
}

impl Judged<'_> {
    /// What the row says, of its subject.
    fn said(&self, no: RecordNo) -> String {
        let Some(record) = self.trace.record(no) else {
            return String::new();
        };
        let sentence = self.words.sentence(&record, self.trace.rule(&record));
        format!("{}: {sentence}", self.words.subject(record.subject))
    }

    /// The first row with such a change.
    fn first(&self, is: impl Fn(Subject, Change) -> bool) -> Option<RecordNo> {
        let mut rows = self.trace.records();
        rows.find(|(_, record)| is(record.subject, record.change)).map(|(no, _)| no)
    }

    fn held(&self, what: &str, no: Option<RecordNo>) -> HeldCondition {
        let first = no.map_or_else(String::new, |no| format!(", first {}", self.said(no)));
        HeldCondition { sentence: format!("{what}{first}"), no }
    }

    fn forced(&self) -> Option<HeldCondition> {
        let n = self.outcome.forced;
        let what = format!("{} forced out", pods(n));
        (n > 0).then(|| self.held(&what, self.index.forced.first().map(|one| one.no)))
    }

    fn violations(&self) -> Option<HeldCondition> {
        let n = self.outcome.violations;
        let what = format!("{} forced out in violation of a PDB", pods(n));
        let first = self.index.forced.iter().find(|one| one.violates);
        (n > 0).then(|| self.held(&what, first.map(|one| one.no)))
    }

    /// AM-97.
    fn lost_connections(&self) -> Option<HeldCondition> {
        let (worst, _) = self.outcome.most_lost()?;
        let name = self.words.subject(Subject::Service(worst.service));
        let what = match worst.most {
            0 => format!("{name} may lose up to {} % of its new connections", worst.worst),
            most => format!("{name} loses up to {most} % of its new connections"),
        };
        Some(self.held(&what, Some(worst.no)))
    }

    /// AM-98.
    fn cut_connections(&self) -> Option<HeldCondition> {
        let (worst, _) = self.outcome.most_cut()?;
        let name = self.words.subject(Subject::Service(worst.service));
        let what = format!("up to {} % of the open connections of {name} are cut", worst.cut);
        Some(self.held(&what, Some(worst.cut_no)))
    }

    fn lost(&self) -> Option<HeldCondition> {
        let pod = Subject::Pod(*self.outcome.lost.first()?);
        let ends = |change| matches!(change, Change::PodForced { .. } | Change::PodGone);
        let if_so = match self.outcome.lost_of_owners {
            0 => "which no controller recreates",
            _ => "unless their owners create others, which isn't known",
        };
        let what = format!("{} lost, {if_so}", pods(self.outcome.lost.len() as u32));
        Some(self.held(&what, self.first(|subject, change| subject == pod && ends(change))))
    }

    /// Pods without a node at the end.
    fn pending(&self) -> Option<HeldCondition> {
        let pods = &self.outcome.unplaced;
        let pod = Subject::Pod(*pods.first()?);
        let what = match pods.len() {
            1 => "1 Pod is unscheduled at the end".to_owned(),
            n => format!("{n} Pods are unscheduled at the end"),
        };
        let no = self.first(|subject, change| subject == pod && change.is_unschedulable());
        Some(self.held(&what, no))
    }

    /// Something in the files may change the outcome: each thing is named.
    fn not_simulated(&self) -> Option<HeldCondition> {
        let sentence = self.left_out.join("; ");
        (!sentence.is_empty()).then_some(HeldCondition { sentence, no: None })
    }

    fn stuck(&self) -> Option<HeldCondition> {
        let endless = self.outcome.endless.first();
        let endless = endless.filter(|_| self.outcome.upgrades > Conclusion::Stuck);
        match endless {
            Some(drain) => {
                let node = self.words.subject(Subject::Node(drain.node));
                Some(self.open(&format!("the drain of {node} doesn't end")))
            }
            None => (self.outcome.conclusion == Conclusion::Stuck)
                .then(|| self.open("the run is stuck")),
        }
    }

    fn unfinished(&self) -> Option<HeldCondition> {
        let conclusion = self.outcome.conclusion;
        if conclusion.completed() {
            return self.without_effect().or_else(|| self.refused());
        }
        Some(self.open(&format!("the outcome is {}", conclusion.name())))
    }

    fn without_effect(&self) -> Option<HeldCondition> {
        let first = self.outcome.refused.first().copied();
        let first = first.filter(|_| self.outcome.conclusion == Conclusion::Idle)?;
        Some(self.held("no upgrade started, and a command had no effect", Some(first)))
    }

    /// An upgrade that the control plane keeps from starting at all.
    fn refused(&self) -> Option<HeldCondition> {
        let is = |change| {
            let Change::Refused { why } = change else {
                return false;
            };
            matches!(
                why,
                Refusal::AboveControlPlane
                    | Refusal::MinorsAhead
                    | Refusal::ControlPlaneBusy
                    | Refusal::ControlPlaneDown
            )
        };
        let no = self.first(|_, change| is(change))?;
        Some(self.held("an upgrade is refused, and isn't done", Some(no)))
    }

    /// With what holds the run back at its end.
    fn open(&self, what: &str) -> HeldCondition {
        let Some(hold) = self.outcome.open_holds.first() else {
            let last = self.trace.len().checked_sub(1).map(RecordNo);
            return HeldCondition { sentence: what.to_owned(), no: last };
        };
        HeldCondition { sentence: format!("{what}: {}", self.said(hold.no)), no: Some(hold.no) }
    }

    fn too_few(&self, workload: Option<&str>, least: Least) -> Option<HeldCondition> {
        let trace = self.trace;
        let found = first_below(trace, |id, replicas| match workload {
            Some(name) => is_named(trace, id, name).then(|| least.of(replicas)),
            None => {
                // A workload with fewer replicas than that never has so many.
                let own = trace.plan().workloads.get(id)?;
                let least = least.of(replicas);
                (own.kind.has_scale() && own.revision == 0 && least <= replicas).then_some(least)
            }
        });
        let TooFew { no, workload, ready, least } = found?;
        let replicas = trace.plan().workloads.get(workload).map_or(least, |one| one.replicas);
        let limit = match least != replicas {
            true => format!(", fewer than {least},"),
            false => String::new(),
        };
        let row = no.and_then(|no| trace.record(no));
        let since = match row {
            Some(row) => format!("at {}", self.words.instant(row.at)),
            None => "from the start".to_owned(),
        };
        Some(HeldCondition {
            sentence: format!(
                "{} has {ready} of {replicas} ready Pods{limit} {since}",
                self.words.subject(Subject::Workload(workload)),
            ),
            no,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_conditions_are_read_and_others_refused() {
        let min = |workload: Option<&str>, least| Kind::MinReady {
            workload: workload.map(str::to_owned),
            least,
        };
        for (text, kind) in [
            ("forced", Kind::Listed(0)),
            ("unfinished", Kind::Listed(6)),
            ("min-ready=2", min(None, Least::Pods(2))),
            ("min-ready=50%", min(None, Least::Percent(50))),
            ("min-ready=shop/web:3", min(Some("shop/web"), Least::Pods(3))),
        ] {
            assert_eq!(condition(text).map(|one| one.kind), Ok(kind));
        }
        for text in ["", "unready", "min-ready", "min-ready=", "min-ready=x", "min-ready=101%"] {
            assert!(condition(text).is_err(), "{text}");
        }
        let said = condition("left-out").map_err(|said| said.starts_with("is no longer"));
        assert_eq!(said, Err(true));
        assert_eq!(Least::Percent(50).of(3), 2);
    }
}
