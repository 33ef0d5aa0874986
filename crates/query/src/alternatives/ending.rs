//! How the ends of two runs differ.

use base::{SimSpan, SimTime};
use trace::{Conclusion, Phrase};

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
        return instead(was, is);
    }
    if !is.completed() {
        return Phrase::new("effect-still").with("outcome", ends(is).with("form", "still"));
    }
    saved(SimSpan::from_ms(from.ms() - to.ms()))
}

/// `the upgrade succeeds instead of getting stuck`.
pub(super) fn instead(was: Conclusion, is: Conclusion) -> Phrase {
    let was = ends(was).with("form", "instead");
    Phrase::new("effect-outcome").with("from", was).with("to", ends(is))
}

fn saved(span: SimSpan) -> Phrase {
    let by = SimSpan::from_ms(span.ms().abs());
    match span.ms() {
        0 => Phrase::new("effect-same"),
        saved if saved > 0 => Phrase::new("effect-sooner").with("by", by),
        _ => Phrase::new("effect-later").with("by", by),
    }
}
