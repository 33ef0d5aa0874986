//! What is offered, against a run with it.

use super::{Said, ensure};
use crate::run::FinishedRun;
use base::SimTime;
use query::alternatives::{OfferKind, offers};
use query::{Before, Index, Outcome};
use runner::{Trial, alternatives};
use scenario::json::Json;
use trace::{Change, Ended, Ending, Phrase, Subject, Trace, Value};

/// The most changes of a question that are run again.
const APPLIED: usize = 3;
/// The most rows of a trial.
const ROWS: u32 = 20_000;

/// The counts of a run that must not get worse unsaid, by the messages that say so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct ChangedNumbers {
    forced: u32,
    counts: Vec<(&'static str, u32)>,
}

impl ChangedNumbers {
    /// Preempted Pods are counted from the rows, the others by the outcome, which has checkers of its own.
    fn of(trace: &Trace, ended: Ended) -> Self {
        let preempted = trace.records().filter(|(_, record)| {
            matches!(record.change, Change::PodTerminating { ending: Ending::Preempted, .. })
                && trace.rule(record).slug != "pod/deletion-shortened"
        });
        let preempted = preempted.count() as u32;
        let outcome = Outcome::read(trace, ended).1;
        let counts = vec![
            ("number-preempted", preempted),
            ("number-lost", outcome.lost.len() as u32 - outcome.lost_of_owners),
            ("number-lost-of-owners", outcome.lost_of_owners),
            ("number-killed", outcome.killed()),
            ("number-jobs", outcome.jobs_failed()),
            ("number-unplaced", outcome.unplaced.len() as u32),
            ("number-windows", outcome.windows),
        ];
        Self { forced: outcome.forced, counts }
    }
}

pub(super) fn check(
    run: &FinishedRun<'_>,
    index: &Index,
    before: &Before,
    subject: Subject,
    at: SimTime,
) -> Said {
    if run.outcome.ended == Ended::Overrun {
        return Ok(());
    }
    let Ok(document) = Json::parse(run.text) else {
        return Err("the document is not read".to_owned());
    };
    let found = alternatives(&document, &run.trace, index, before, (subject, Some(at)));
    let texts: Vec<String> = found.list.iter().map(|one| one.apply(&document).compact()).collect();
    let figures: Vec<_> =
        texts.iter().map(|text| Trial::new(text, None, ROWS).ok()?.finish().ok()).collect();
    let tried = found.list.iter().map(|one| &one.edit).zip(figures.iter().map(Option::as_ref));
    let offers = offers(&found.focus, run.trace.plan(), before, tried);
    let was = ChangedNumbers::of(&run.trace, run.outcome.ended);
    let offered = offers.iter().filter(|one| one.kind < OfferKind::Trade);
    for offer in offered.take(APPLIED) {
        let Some(one) = found.list.get(offer.at) else {
            return Err("a change is offered that was not tried".to_owned());
        };
        let told = offer.effect();
        let is = FinishedRun::of(&texts[offer.at], run.seed, |changed| {
            ChangedNumbers::of(&changed.trace, changed.outcome.ended)
        })?;
        says(&told, &was, &is).map_err(|said| format!("{:?}: {said}; {told:?}", one.edit))?;
    }
    Ok(())
}

/// The offer says what gets worse, with the right numbers.
fn says(told: &Phrase, was: &ChangedNumbers, is: &ChangedNumbers) -> Said {
    // More Pods are forced out only as the price, which is named, of an upgrade that ends at all.
    let is_price = find(told, "ends-stuck").is_some();
    ensure(is.forced <= was.forced || is_price, || {
        format!("forces {} instead of {}", is.forced, was.forced)
    })?;
    for ((key, from), (_, to)) in was.counts.iter().copied().zip(is.counts.iter().copied()) {
        let said = find(told, key);
        if to > from {
            ensure(said.is_some(), || format!("{key} {from} to {to} is not said"))?;
        }
        let number = |phrase: &Phrase, name| phrase.arg(name).cloned();
        if let Some(phrase) = said {
            let right = number(phrase, "from") == Some(from.into())
                && number(phrase, "to") == Some(to.into());
            ensure(right, || format!("{key} is {from} to {to}"))?;
        }
    }
    Ok(())
}

fn find<'a>(phrase: &'a Phrase, key: &str) -> Option<&'a Phrase> {
    let is_number = |name: &Value| matches!(name, Value::Phrase(name) if name.key == key);
    if phrase.key == key
        || phrase.key == "effect-number" && phrase.arg("name").is_some_and(is_number)
    {
        return Some(phrase);
    }
    phrase.args.iter().find_map(|(_, value)| match value {
        Value::List(all) => all.iter().find_map(|one| find(one, key)),
        Value::Phrase(one) => find(one, key),
        _ => None,
    })
}
