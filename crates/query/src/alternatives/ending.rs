//! What decides between two runs, and how their ends differ.

use super::{Figures, lasting};
use crate::outcome::Outcome;
use base::{SimSpan, SimTime};
use trace::{Phrase, Value};

/// The first number in the order of [`Figures::better`] by which the run is better.
pub(super) fn decisive(before: &Figures, after: &Figures) -> Phrase {
    let say = |key, from: Value, to: Value| Phrase::new(key).with("from", from).with("to", to);
    if before.outcome != after.outcome {
        end(before, after)
    } else if before.upgraded != after.upgraded {
        let (from, to) = (before.upgraded, after.upgraded);
        say("effect-upgraded", from.into(), to.into())
    } else if before.undrained != after.undrained {
        say("effect-undrained", before.undrained.into(), after.undrained.into())
    } else if before.harm() != after.harm() {
        match before.harms(after).into_iter().find(|(_, from, to)| to < from) {
            Some((key, from, to)) => say(key, from.into(), to.into()),
            None => end(before, after),
        }
    } else if before.work_lost != after.work_lost {
        say("effect-work", before.work_lost.into(), after.work_lost.into())
    } else if before.out != after.out {
        say("effect-out", lasting(before.out), lasting(after.out))
    } else if after.outcome.completed() && before.duration != after.duration {
        end(before, after)
    } else if before.missing != after.missing {
        let (from, to) = (before.missing, after.missing);
        say("effect-missing", from.into(), to.into())
    } else {
        end(before, after)
    }
}

/// The outcome of the upgrade, as the end of a sentence about it.
fn ends(outcome: Outcome) -> Phrase {
    Phrase::new(match outcome {
        Outcome::Failed => "ends-failed",
        Outcome::Stuck => "ends-stuck",
        Outcome::Limit => "ends-limit",
        Outcome::Paused => "ends-paused",
        Outcome::Cancelled => "ends-cancelled",
        Outcome::RolledBack => "ends-rolled-back",
        Outcome::Succeeded => "ends-succeeded",
        Outcome::Idle => "ends-idle",
    })
}

/// Compares outcomes and durations. A stuck run has no end; the time at which it became stuck is shown.
pub(super) fn ends_with(before: (Outcome, SimSpan), after: (Outcome, SimSpan)) -> Vec<Phrase> {
    let mut parts = vec![end_of(before, after)];
    let ((was, from), (is, to)) = (before, after);
    // A run longer than the simulated time has no end in it and isn't stuck.
    if was != is && from != to && is != Outcome::Limit {
        let over = |outcome: Outcome| outcome.completed() || outcome == Outcome::RolledBack;
        let phrase = match (over(was), over(is)) {
            (true, true) => Phrase::new("effect-end").with("from", from),
            (false, true) => Phrase::new("effect-ends"),
            (_, false) => Phrase::new("effect-stops"),
        };
        parts.push(phrase.with("to", to));
    }
    parts
}

pub(super) fn end(before: &Figures, after: &Figures) -> Phrase {
    let of = |run: &Figures| (run.outcome, run.over, run.duration);
    ended(of(before), of(after))
}

type Over = (Outcome, Option<SimTime>, SimSpan);

/// Compares when the work is over, or how long it takes where that isn't known.
pub(super) fn ended((was, over, from): Over, (is, sooner, to): Over) -> Phrase {
    match (over, sooner) {
        (Some(over), Some(sooner)) if was == is => saved(over - sooner),
        _ => end_of((was, from), (is, to)),
    }
}

fn end_of((was, from): (Outcome, SimSpan), (is, to): (Outcome, SimSpan)) -> Phrase {
    if was != is {
        return Phrase::new("effect-outcome")
            .with("from", ends(was).with("form", "instead"))
            .with("to", ends(is));
    }
    if !is.completed() {
        return Phrase::new("effect-still").with("outcome", ends(is).with("form", "still"));
    }
    saved(SimSpan::from_ms(from.ms() - to.ms()))
}

pub(super) fn saved(span: SimSpan) -> Phrase {
    let by = SimSpan::from_ms(span.ms().abs());
    match span.ms() {
        0 => Phrase::new("effect-same"),
        saved if saved > 0 => Phrase::new("effect-sooner").with("by", by),
        _ => Phrase::new("effect-later").with("by", by),
    }
}
