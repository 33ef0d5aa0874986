//! What is offered, against a run with it.

use super::{Said, ensure};
use crate::run::FinishedRun;
use base::SimTime;
use query::alternatives::{best, effect};
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
    /// Evictions and preempted Pods are counted from the rows, the others by the outcome, which has checkers of its own.
    fn of(trace: &Trace, ended: Ended) -> Self {
        let (mut evictions, mut preempted) = (0, 0);
        for (_, record) in trace.records() {
            let shortens = trace.rule(&record).slug == "pod/deletion-shortened";
            match record.change {
                Change::PodTerminating { ending: Ending::Evicted, .. } if !shortens => {
                    evictions += 1;
                }
                Change::PodTerminating { ending: Ending::Preempted, .. } if !shortens => {
                    preempted += 1;
                }
                _ => {}
            }
        }
        let outcome = Outcome::read(trace, ended).1;
        let counts = vec![
            ("effect-evictions", evictions),
            ("effect-preempted", preempted),
            ("effect-forced", outcome.forced),
            ("effect-violations", outcome.violations),
            ("effect-cut-short", outcome.cut_short),
            ("effect-lost", outcome.lost.len() as u32),
            ("effect-killed", outcome.killed()),
            ("effect-jobs", outcome.jobs_failed()),
            ("effect-moved-again", outcome.moved_again()),
            ("effect-unplaced", outcome.unplaced.len() as u32),
            ("effect-pending", outcome.pending_max),
            ("effect-peak", outcome.nodes.max),
            ("effect-windows", outcome.windows),
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
    let offered = best(&found.focus, &before.outcome, figures.iter().map(Option::as_ref));
    let was = ChangedNumbers::of(&run.trace, run.outcome.ended);
    for n in offered.into_iter().take(APPLIED) {
        let (Some(one), Some(Some(after))) = (found.list.get(n), figures.get(n)) else {
            return Err("a change is offered that was not tried".to_owned());
        };
        let plan = run.trace.plan();
        let told = effect(&one.edit, &found.focus, plan, &before.outcome, after);
        let is = FinishedRun::of(&texts[n], run.seed, |changed| {
            ChangedNumbers::of(&changed.trace, changed.outcome.ended)
        })?;
        says(&told, &was, &is).map_err(|said| format!("{:?}: {said}; {told:?}", one.edit))?;
    }
    Ok(())
}

/// The offer says what gets worse, with the right numbers.
fn says(told: &Phrase, was: &ChangedNumbers, is: &ChangedNumbers) -> Said {
    // More Pods are forced out only as the price, which is named, of an upgrade that ends at all.
    let is_price = find(told, "ends-stuck").is_some() && find(told, "effect-forced").is_some();
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
    if phrase.key == key {
        return Some(phrase);
    }
    phrase.args.iter().find_map(|(_, value)| match value {
        Value::List(all) => all.iter().find_map(|one| find(one, key)),
        Value::Phrase(one) => find(one, key),
        _ => None,
    })
}
