//! What decides between two runs, and how their ends differ.

use super::lasting;
use crate::conclusion::Conclusion;
use crate::outcome::Outcome;
use base::{SimSpan, SimTime};
use trace::{Phrase, Value};

/// The first number in the order of [`Outcome::better`] by which the run is better.
pub(super) fn decisive(before: &Outcome, after: &Outcome) -> Phrase {
    let say = |key, from: Value, to: Value| Phrase::new(key).with("from", from).with("to", to);
    if before.upgrades != after.upgrades {
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
    } else if before.work_lost() != after.work_lost() {
        say("effect-work", before.work_lost().into(), after.work_lost().into())
    } else if before.out() != after.out() {
        say("effect-out", lasting(before.out()), lasting(after.out()))
    } else if after.upgrades.completed() && before.duration != after.duration {
        end(before, after)
    } else if before.missing != after.missing {
        let (from, to) = (before.missing, after.missing);
        say("effect-missing", from.into(), to.into())
    } else {
        end(before, after)
    }
}

/// The outcome of the upgrade, as the end of a sentence about it.
fn ends(outcome: Conclusion) -> Phrase {
    Phrase::new(match outcome {
        Conclusion::Failed => "ends-failed",
        Conclusion::Stuck => "ends-stuck",
        Conclusion::Limit => "ends-limit",
        Conclusion::Paused => "ends-paused",
        Conclusion::Cancelled => "ends-cancelled",
        Conclusion::RolledBack => "ends-rolled-back",
        Conclusion::Succeeded => "ends-succeeded",
        Conclusion::Idle => "ends-idle",
    })
}

/// Compares outcomes and durations. A stuck run has no end; the time at which it became stuck is shown.
pub(super) fn ends_with(
    before: (Conclusion, SimSpan),
    after: (Conclusion, SimSpan),
) -> Vec<Phrase> {
    let mut parts = vec![end_of(before, after)];
    let ((was, from), (is, to)) = (before, after);
    // A run longer than the simulated time has no end in it and isn't stuck.
    if was != is && from != to && is != Conclusion::Limit {
        let over = |outcome: Conclusion| outcome.completed() || outcome == Conclusion::RolledBack;
        let phrase = match (over(was), over(is)) {
            (true, true) => Phrase::new("effect-end").with("from", from),
            (false, true) => Phrase::new("effect-ends"),
            (_, false) => Phrase::new("effect-stops"),
        };
        parts.push(phrase.with("to", to));
    }
    parts
}

pub(super) fn end(before: &Outcome, after: &Outcome) -> Phrase {
    let of = |run: &Outcome| (run.upgrades, run.over, run.duration);
    ended(of(before), of(after))
}

type Over = (Conclusion, Option<SimTime>, SimSpan);

/// Compares when the work is over, or how long it takes where that isn't known.
pub(super) fn ended((was, over, from): Over, (is, sooner, to): Over) -> Phrase {
    match (over, sooner) {
        (Some(over), Some(sooner)) if was == is => saved(over - sooner),
        _ => end_of((was, from), (is, to)),
    }
}

fn end_of((was, from): (Conclusion, SimSpan), (is, to): (Conclusion, SimSpan)) -> Phrase {
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

fn saved(span: SimSpan) -> Phrase {
    let by = SimSpan::from_ms(span.ms().abs());
    match span.ms() {
        0 => Phrase::new("effect-same"),
        saved if saved > 0 => Phrase::new("effect-sooner").with("by", by),
        _ => Phrase::new("effect-later").with("by", by),
    }
}
