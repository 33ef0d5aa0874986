//! What held the run up longest: refused evictions, Pods without a node, upgrades that waited.

use super::{Brief, Page, part, record};
use base::{Map, RecordNo, SimSpan, SimTime};
use query::open_holds::no_growth;
use query::outcome::limit;
use query::stage::scheduling_phrase;
use trace::{Blocker, Change, Subject, Trace};

/// Lines at most.
const HELD: usize = 3;
/// What takes less is not worth a line.
const SHORT: SimSpan = SimSpan::from_secs(60);

/// The stretches in which a budget, a Pod's workload, a pool, or the control plane was held up.
#[derive(Default)]
struct HeldUp {
    stretches: Vec<(SimTime, SimTime)>,
    /// The longest and its row.
    longest: Option<(SimSpan, RecordNo)>,
    /// The longest of those that last at the end of the run.
    open: Option<(SimSpan, RecordNo)>,
    /// The last refusal of a node, a Pod, or an eviction.
    refusal: Option<RecordNo>,
}

impl HeldUp {
    fn add(&mut self, from: SimTime, to: Option<SimTime>, limit: SimTime, no: RecordNo) {
        let until = to.unwrap_or(limit);
        self.stretches.push((from, until));
        let is_longest =
            |than: Option<(SimSpan, RecordNo)>| than.is_none_or(|(span, _)| until - from > span);
        if to.is_none() && is_longest(self.open) {
            self.open = Some((until - from, no));
        }
        if is_longest(self.longest) {
            self.longest = Some((until - from, no));
        }
    }

    /// How long it lasted in all; stretches at the same time count once.
    fn total(&mut self) -> SimSpan {
        self.stretches.sort_unstable();
        let (mut total, mut last) = (SimSpan::ZERO, SimTime::ZERO);
        for (from, to) in &self.stretches {
            let (from, to) = ((*from).max(last), (*to).max(last));
            total = total + (to - from.min(to));
            last = to;
        }
        total
    }
}

/// The row of a pool that lacks resources; a refusal before it names what is used up.
fn named(trace: &Trace, no: RecordNo, held: &HeldUp) -> RecordNo {
    let lacks = trace.record(no).is_some_and(|row| row.change == Change::ResourcesMissing);
    held.refusal.filter(|_| lacks).unwrap_or(no)
}

impl Page<'_> {
    /// The longest first, and the command that explains it.
    pub(super) fn held_up(&self) -> Vec<String> {
        let mut found: Vec<(SimSpan, RecordNo, bool, String)> = Vec::new();
        for (subject, mut held) in self.all_held_up() {
            let total = held.total();
            let longest = held.open.or(held.longest);
            let Some((_, no)) = longest.filter(|_| total >= SHORT) else { continue };
            let name = match subject {
                Subject::Cluster => "control plane".to_owned(),
                subject => self.words.subject(subject),
            };
            let lasts = match held.open {
                Some(_) => "to the end of the run".to_owned(),
                None => format!("for {}", self.span(total)),
            };
            found.push((total, no, held.open.is_some(), format!("{name} {lasts}")));
        }
        // That it waits for its turn explains less than what holds up the others.
        let waits = |no: RecordNo| {
            let row = self.asked.trace.record(no);
            row.is_some_and(|row| matches!(row.change, Change::UpgradeQueued { .. }))
        };
        found.sort_by_key(|(total, no, ..)| (core::cmp::Reverse(*total), waits(*no), *no));
        let first = found.first().map(|(_, no, ..)| *no);
        // Each reason reads the cluster at an instant: only of those that are told.
        let line = |(_, no, is_open, who): (SimSpan, RecordNo, bool, String)| {
            format!("{who}: {}", self.reason(no, is_open))
        };
        let lines = found.into_iter().take(HELD).map(line).collect();
        let mut lines = part("What held it up longest", lines, HELD);
        lines.extend(first.and_then(|no| self.command(no)));
        lines
    }

    /// `Why: nodetide why FILES --at T SUBJECT`
    fn command(&self, no: RecordNo) -> Option<String> {
        let row = self.asked.trace.record(no)?;
        Some(match row.subject {
            Subject::Cluster | Subject::Zone(_) => {
                format!("Why: nodetide why FILES record/{}", no.0)
            }
            subject => {
                let (at, subject) = (self.words.instant(row.at), self.words.subject(subject));
                format!("Why: nodetide why FILES --at {at} {subject}")
            }
        })
    }

    fn all_held_up(&self) -> Map<Subject, HeldUp> {
        let Brief { trace, index, .. } = self.asked;
        let (limit, plan) = (limit(trace), trace.plan());
        let mut all: Map<Subject, HeldUp> = Map::default();
        for hold in &index.holds {
            let what = match (hold.by, hold.subject) {
                (Blocker::Budget { budget, .. }, _)
                | (Blocker::TwoBudgets { first: budget, .. }, _) => Subject::Budget(budget),
                // A drain that a Pod aborts doesn't hold up the Pod.
                (Blocker::DrainFilter { .. }, _) => continue,
                (_, Subject::Pod(pod)) => match trace.owner(pod) {
                    Some(owner) => Subject::Workload(owner),
                    None => hold.subject,
                },
                (_, Subject::Node(node)) => match trace.last().nodes.get(node) {
                    Some(node) => Subject::Pool(plan.groups[node.group].pool),
                    None => hold.subject,
                },
                (_, subject) => subject,
            };
            let held = all.entry(what).or_default();
            held.add(hold.at, hold.end.map(|(_, at)| at), limit, hold.no);
            held.refusal = Some(hold.no);
        }
        let pools = plan.pools.ids().map(Subject::Pool);
        for subject in [Subject::Cluster].into_iter().chain(pools) {
            for (no, from, to) in query::waits(trace, subject) {
                let held = all.entry(subject).or_default();
                held.add(from, to, limit, named(trace, no, held));
            }
        }
        all
    }

    /// The row; of a Pod that no node took, why none comes if it waits to the end, else the message of the scheduler's event.
    fn reason(&self, no: RecordNo, is_open: bool) -> String {
        let trace = self.asked.trace;
        let Some(first) = trace.record(no) else {
            return String::new();
        };
        let rows = (no.0..).map_while(|no| trace.record(RecordNo(no)));
        let same = rows.take_while(|row| (row.subject, row.at) == (first.subject, first.at));
        let blockers: Vec<Blocker> = same
            .filter_map(|row| match row.change {
                Change::Blocked { by } => Some(by),
                _ => None,
            })
            .collect();
        let cluster = trace.frame_at(first.at).cluster;
        let phrase = match first.change.is_unschedulable() {
            true => no_growth(trace, first.subject)
                .filter(|_| is_open)
                .or_else(|| scheduling_phrase(trace, &cluster, first.subject, &blockers)),
            false => None,
        };
        let Some(phrase) = phrase else {
            return self.row(no);
        };
        let (at, pod) = (self.words.instant(first.at), self.words.subject(first.subject));
        format!("{at} {pod}: {} {}", self.words.say(&phrase), record(no))
    }
}
