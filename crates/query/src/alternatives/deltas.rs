//! What a change does to the run, in the same four numbers for every change.

use super::before::Before;
use super::figure::Figure;
use super::focus::Focus;
use super::measure::Measure;
use crate::outcome::{Outcome, TO_THE_END};
use base::SimSpan;
use std::cmp::Ordering;
use trace::{Conclusion, Phrase, Subject, Value};

/// A column of a row: the run's number, how it differs from that of the run before, and whether that is better (`Less`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delta {
    /// The column's title.
    pub name: Phrase,
    pub from: Figure,
    pub figure: Figure,
    /// In the unit of the figure: milliseconds, or a count. `None`: it can't be subtracted.
    pub by: Option<i64>,
    pub is: Ordering,
}

impl Delta {
    fn of(name: Phrase, from: Figure, to: Figure) -> Self {
        let endless = |one: Figure| match one {
            Figure::Span(span) => span >= TO_THE_END,
            Figure::Ends(_) | Figure::Is(_) => true,
            _ => false,
        };
        let by = match (from, to) {
            _ if from == to => Some(0),
            (Figure::Of(_, all), Figure::Of(_, of)) if all != of => None,
            _ => (!endless(from) && !endless(to)).then(|| to.amount() - from.amount()),
        };
        let is = match (from, to) {
            // What is said alike is the same.
            _ if from.value() == to.value() => Ordering::Equal,
            (Figure::Ends(was), Figure::Ends(is)) => was.cmp(&is),
            _ => to.amount().cmp(&from.amount()),
        };
        Self { name, from, figure: to, by, is }
    }

    /// More of it is better.
    fn more(self) -> Self {
        Self { is: self.is.reverse(), ..self }
    }

    /// Is it the same in both, as it is said?
    pub fn is_same(&self) -> bool {
        self.from.value() == self.figure.value()
    }

    /// By how much it is another, without the sign; `None`: it can't be subtracted.
    pub fn difference(&self) -> Option<Value> {
        let by = self.by?.abs();
        let by = match self.figure {
            Figure::Count(_) | Figure::Of(..) => Figure::Count(by as u32),
            Figure::NodeTime(_) => Figure::NodeTime(by),
            Figure::Is(_) | Figure::Span(_) | Figure::Ends(_) => Figure::Span(SimSpan::from_ms(by)),
        };
        Some(by.value())
    }

    /// `forced out 3 → 0`.
    pub(super) fn phrase(&self) -> Phrase {
        // Both are counted to the later end of the two runs, so only the difference means something.
        if let (Figure::NodeTime(_), Some(by)) = (self.figure, self.difference()) {
            let more = u32::from(self.by.is_some_and(|by| by > 0));
            let phrase = Phrase::new("effect-difference").with("name", self.name.clone());
            return phrase.with("more", more).with("by", by);
        }
        let phrase = Phrase::new("effect-number").with("name", self.name.clone());
        phrase.with("from", self.from.value()).with("to", self.figure.value())
    }

    /// Does one of the two runs not end? Then how they end is said instead.
    pub(super) fn is_about_ends(&self) -> bool {
        [self.from, self.figure].iter().any(|one| matches!(one, Figure::Ends(_)))
    }
}

/// How much of a measure there is in both.
pub(super) fn measured(
    measure: Measure,
    start_unix_ms: i64,
    before: &Outcome,
    after: &Outcome,
) -> Delta {
    let of = |run| measure.figure(run, start_unix_ms);
    let delta = Delta::of(measure.name(), of(before), of(after));
    if measure.is_more() { delta.more() } else { delta }
}

/// The columns, in display order: the number that the headline names, the wait, the work, and the cost.
pub fn deltas(focus: &Focus, before: &Before, after: &Outcome) -> [Delta; 4] {
    let (first, run) = (before.measure.unwrap_or(Measure::FORCED), &before.outcome);
    // A run that ends sooner doesn't spare the nodes that stay.
    let later = run.end.max(after.end);
    let (from, to) = (run.node_time_until(later), after.node_time_until(later));
    let [from, to] = [from, to].map(|time| Figure::NodeTime(time.ms()));
    let upgrades = run.upgrades != Conclusion::Idle || after.upgrades != Conclusion::Idle;
    let [waits, works] =
        if upgrades { upgrades_take(focus, run, after) } else { others_take(run, after) };
    [
        measured(first, before.start_unix_ms, run, after),
        waits,
        works,
        // Nodes are a cost, and decide nothing.
        Delta { is: Ordering::Equal, ..Delta::of(Phrase::new("number-node-hours"), from, to) },
    ]
}

/// How long one asked pool waits and works, or the whole run.
fn upgrades_take(focus: &Focus, run: &Outcome, after: &Outcome) -> [Delta; 2] {
    let spans = |run: &Outcome| match focus {
        Focus::Pools(pools) if pools.len() == 1 => {
            let own = run.each.iter().filter(|one| one.subject == Subject::Pool(pools[0]));
            own.fold((SimSpan::ZERO, SimSpan::ZERO), |(waits, works), one| {
                (waits + one.waits(), works + one.works(run.end))
            })
        }
        _ => (run.waits, run.worked),
    };
    let or_ends = |run: &Outcome, span: SimSpan| match run.upgrades {
        how if how.completed() || how.is_commanded() => Figure::Span(span),
        how => Figure::Ends(how),
    };
    let waits = |run: &Outcome| or_ends(run, spans(run).0);
    let works = |run: &Outcome| or_ends(run, spans(run).1);
    [
        Delta::of(Phrase::new("number-waits"), waits(run), waits(after)),
        Delta::of(Phrase::new("number-takes"), works(run), works(after)),
    ]
}

/// Without upgrades: how long a Pod waits for a node, and how many nodes the autoscaler removes.
fn others_take(run: &Outcome, after: &Outcome) -> [Delta; 2] {
    let waits = |run: &Outcome| match run.unplaced.is_empty() {
        true => Figure::Span(run.scaling.map_or(SimSpan::ZERO, |one| one.waited_longest)),
        false => Figure::Span(TO_THE_END),
    };
    let removed = |run: &Outcome| Figure::Count(run.removed.len() as u32);
    [
        Delta::of(Phrase::new("number-pods-wait"), waits(run), waits(after)),
        Delta::of(Phrase::new("number-removed"), removed(run), removed(after)).more(),
    ]
}
