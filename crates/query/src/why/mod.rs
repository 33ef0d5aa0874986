//! Answers "Why?": what, why, until when, and in GKE's words; each with numbers.

mod autoscaler;
mod budget;
mod cluster;
mod containers;
mod drain;
mod earlier;
mod ends;
mod fails;
mod gone;
mod holders;
mod node;
mod not;
mod ordinal;
mod packet;
mod pod;
mod policy;
mod pool;
mod record;
mod rollout;
pub(crate) mod say;
mod slice;
mod spot;
pub(crate) mod taints;
mod unhealthy;
mod volumes;
mod workload;
mod zone;

pub use node::LEFT_ALONE;
pub use not::why_not;
pub use say::Say;
pub use taints::message as rejection;
pub use unhealthy::awaits;

use crate::cause_chain::{chains, next_that};
use crate::index::Index;
use crate::stage::StateCounts;
use crate::strategy;
use crate::subject::Topic;
use base::{PoolId, RecordNo, SimSpan, SimTime};
use std::cell::OnceCell;
use trace::log::RuleName;
use trace::{Change, Frame, NEVER, Phrase, Record, Subject, Trace, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    pub asked: Topic,
    pub at: SimTime,
    /// State, and since when.
    pub what: Phrase,
    pub since: SimTime,
    pub reasons: Vec<Reason>,
    /// `None`: it waits for nothing.
    pub until: Option<Until>,
    pub say: Vec<Say>,
    /// From the row behind the state back to a root.
    pub chain: Vec<RecordNo>,
}

/// A rule with the values that it used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub rule: RuleName,
    /// The row in which the rule acted, if any.
    pub no: Option<RecordNo>,
    /// Its consequence here.
    pub sentence: Phrase,
    pub inputs: Vec<Input>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: Phrase,
    pub value: Value,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Until {
    /// The instant at which it ends in this run; `None`: never in it.
    pub at: Option<SimTime>,
    pub sentence: Phrase,
}

/// The inputs of every answer.
pub(crate) struct WhyContext<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) index: &'a Index,
    pub(crate) frame: &'a Frame,
    counts: Option<&'a StateCounts>,
    /// Counted on demand, if no counts follow the frame.
    counted: OnceCell<StateCounts>,
}

/// Answers for any named subject. `None` if the trace doesn't have it.
pub fn why(trace: &Trace, index: &Index, asked: Topic, at: SimTime) -> Option<Why> {
    let frame = trace.frame_at(at);
    why_within(trace, index, (&frame, None), asked, None)
}

/// Answers with an existing frame and its counts; a zone with several pools answers for the pool
/// `meant`.
pub fn why_within(
    trace: &Trace,
    index: &Index,
    (frame, counts): (&Frame, Option<&StateCounts>),
    asked: Topic,
    within: Option<PoolId>,
) -> Option<Why> {
    let cx = WhyContext::new(trace, index, (frame, counts));
    let mut why = match asked {
        Topic::Record(no) => record::why(&cx, no)?,
        Topic::Subject(Subject::Node(node)) => node::why(&cx, node)?,
        Topic::Subject(Subject::Pod(pod)) => pod::why(&cx, pod)?,
        Topic::Subject(Subject::Pool(pool)) => {
            let why = autoscaler::of_pool(&cx, pool, pool::why(&cx, pool)?);
            fails::told(&cx, why, |own, _| own == pool)
        }
        Topic::Subject(Subject::Budget(budget)) => budget::why(&cx, budget)?,
        Topic::Subject(Subject::Workload(workload)) => {
            fails::told(&cx, workload::why(&cx, workload)?, |_, own| own == workload)
        }
        Topic::Subject(Subject::Service(service)) => workload::service(&cx, service)?,
        Topic::Subject(Subject::Zone(zone)) => zone::why(&cx, zone, within)?,
        Topic::Subject(Subject::Cluster) => cluster::why(&cx),
    };
    why.asked = asked;
    why.reasons = taints::joined(why.reasons);
    if why.reasons.is_empty() {
        // A subject without rows is as the scenario defines it: the root says so.
        why = why.because(cx.root().and_then(|no| Reason::of_row(&cx, no)));
    }
    if why.chain.is_empty() {
        let first = why.reasons.iter().find_map(|reason| reason.no);
        why = why.chained(&cx, first);
    }
    Some(spot::told(&cx, why, asked))
}

/// Answers for a batch of an upgrade, by its number from 1 on; for its pool if there is no such batch.
pub fn why_batch(
    trace: &Trace,
    index: &Index,
    now: (&Frame, Option<&StateCounts>),
    pool: PoolId,
    batch: u32,
) -> Option<Why> {
    let asked = Topic::Subject(Subject::Pool(pool));
    let state = now.0.cluster.pools.get(pool)?;
    let cx = WhyContext::new(trace, index, now);
    match strategy::of(state.kind).why_batch(&cx, pool, batch) {
        Some(why) => Some(Why { asked, ..why }),
        None => why_within(trace, index, now, asked, None),
    }
}

impl Why {
    /// Starts an answer without reasons.
    pub(crate) fn new(cx: &WhyContext<'_>, what: Phrase, since: SimTime) -> Self {
        Self {
            asked: Topic::Subject(Subject::Cluster),
            at: cx.frame.at,
            what,
            since,
            reasons: Vec::new(),
            until: None,
            say: Vec::new(),
            chain: Vec::new(),
        }
    }

    pub(crate) fn because(mut self, reason: Option<Reason>) -> Self {
        self.reasons.extend(reason);
        self
    }

    pub(crate) fn until(mut self, until: Option<Until>) -> Self {
        self.until = until;
        self
    }

    pub(crate) fn say(mut self, say: impl IntoIterator<Item = Say>) -> Self {
        self.say.extend(say);
        self
    }

    /// Adds the chain of the row behind the state.
    pub(crate) fn chained(mut self, cx: &WhyContext<'_>, no: Option<RecordNo>) -> Self {
        if let Some(no) = no {
            self.chain = chains(cx.trace, no).causes;
        }
        self
    }
}

impl Reason {
    /// The rule of a row, as it acted there.
    pub(crate) fn of_row(cx: &WhyContext<'_>, no: RecordNo) -> Option<Self> {
        let record = cx.trace.record(no)?;
        let reason = Self {
            rule: cx.trace.rule(&record),
            no: Some(no),
            sentence: Phrase::new("why-rule"),
            inputs: Vec::new(),
        };
        Some(reason.numbers_of(record.change))
    }

    /// Adds the numbers in the row's change.
    pub(crate) fn numbers_of(self, change: Change) -> Self {
        let secs = |secs: u32| SimSpan::from_secs(i64::from(secs));
        match change {
            Change::NodeRequested { ready_after_s, .. }
            | Change::NodeRecreating { ready_after_s, .. }
            | Change::PodStarted { ready_after_s }
                if ready_after_s != NEVER =>
            {
                self.input("input-ready-after", secs(ready_after_s))
            }
            Change::NodeDeleting { gone_after_s, .. }
            | Change::PodTerminating { gone_after_s, .. } => {
                self.input("input-gone-after", secs(gone_after_s))
            }
            Change::PodBound { start_s, .. } => self.input("input-start", secs(start_s)),
            Change::ContainerExited { code, wait_s } => {
                self.input("input-exit-code", code).input("input-wait", secs(wait_s))
            }
            Change::PodFinished { code } => self.input("input-exit-code", code),
            Change::PullFailed { wait_s } => self.input("input-next-pull", secs(wait_s)),
            Change::ImagePulled { start_s } | Change::VolumesAttached { start_s } => {
                self.input("input-start", secs(start_s))
            }
            Change::ContainerKilled { grace_s } => self.input("input-gone-after", secs(grace_s)),
            Change::DrainStarted { pods, .. } => self.input("input-pods", pods),
            Change::NodeTaken { slot, .. } => self.input("input-slot", slot + 1),
            Change::ReplicasSet { replicas } => self.input("input-replicas", replicas),
            Change::PodCreated { workload, .. } => {
                self.input("input-workload", Subject::Workload(workload))
            }
            _ => self,
        }
    }

    /// A rule without a row, because it explains why nothing happens.
    pub(crate) fn of_rule(rule: RuleName, sentence: Phrase) -> Self {
        Self { rule, no: None, sentence, inputs: Vec::new() }
    }

    pub(crate) fn input(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.inputs.push(Input { name: Phrase::new(key), value: value.into() });
        self
    }
}

impl Until {
    pub(crate) fn at(at: SimTime, sentence: Phrase) -> Self {
        Self { at: Some(at), sentence: sentence.with("at", at) }
    }

    pub(crate) fn never(sentence: Phrase) -> Self {
        Self { at: None, sentence }
    }
}

impl<'a> WhyContext<'a> {
    pub(crate) fn new(
        trace: &'a Trace,
        index: &'a Index,
        (frame, counts): (&'a Frame, Option<&'a StateCounts>),
    ) -> Self {
        Self { trace, index, frame, counts, counted: OnceCell::new() }
    }

    /// Pods by node; counted over all Pods unless counts follow the frame.
    pub(crate) fn counts(&self) -> &StateCounts {
        let count = || StateCounts::at(self.trace, self.index, self.frame);
        self.counts.unwrap_or_else(|| self.counted.get_or_init(count))
    }
}

impl WhyContext<'_> {
    /// The row with which the run starts, if it exists.
    pub(crate) fn root(&self) -> Option<RecordNo> {
        let first = self.trace.record(RecordNo(0)).filter(|_| self.frame.next > 0)?;
        (first.change == Change::Started).then_some(RecordNo(0))
    }

    /// The latest row about the subject up to now.
    pub(crate) fn last(&self, subject: Subject) -> Option<(RecordNo, Record)> {
        self.last_that(subject, |_| true)
    }

    /// The latest matching row about the subject.
    pub(crate) fn last_that(
        &self,
        subject: Subject,
        fits: impl Fn(&Record) -> bool,
    ) -> Option<(RecordNo, Record)> {
        self.trace
            .rows_back(subject, self.frame.next)
            .filter_map(|no| Some((no, self.trace.record(no)?)))
            .find(|(_, record)| fits(record))
    }

    /// The next matching row about the subject.
    pub(crate) fn next_that(
        &self,
        subject: Subject,
        fits: impl Fn(&Record) -> bool,
    ) -> Option<(RecordNo, Record)> {
        next_that(self.trace, subject, self.frame.next, fits)
    }

    /// A rule by slug, or by these ids if the trace doesn't have it.
    pub(crate) fn rule(&self, slug: &'static str, ids: &'static [&'static str]) -> RuleName {
        self.trace.rule_named(slug).unwrap_or(RuleName { slug, ids })
    }
}
