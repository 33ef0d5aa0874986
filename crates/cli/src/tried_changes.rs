//! The changes that `why` and a runbook offer.

use super::finished_run::FinishedRun;
use base::SimTime;
use query::alternatives::{OfferKind, Undone};
use query::{Before, Index, Outcome, Topic, alternatives};
use runner::{Alternatives, RECORDS_AT_MOST, Trial, alternatives};
use scenario::json::Json;
use trace::{Subject, Trace};
use words::Words;

/// The tried changes that are offered: each is computed by a run.
#[derive(Default)]
pub(super) struct TriedChanges {
    pub(super) best: Vec<OfferedChange>,
    /// One number is better, and others are worse.
    pub(super) trades: Vec<OfferedChange>,
    /// The other edits, if none makes a number better.
    pub(super) vain: Vec<String>,
}

/// An offer in words.
pub(super) struct OfferedChange {
    pub(super) edit: String,
    pub(super) effect: String,
    /// What it undoes of what somebody has set.
    pub(super) undone: Option<Undone>,
}

pub(super) fn try_changes(
    document: &Json,
    ran: &FinishedRun,
    index: &Index,
    (subject, at): (Topic, SimTime),
    words: &Words<'_>,
) -> TriedChanges {
    let trace = &ran.trace;
    let about = about(trace, subject).filter(|_| trace.len() <= RECORDS_AT_MOST);
    let before = Before::of(trace, index, ran.ended, document.get("start").is_some());
    let asked = about.map(|about| (about, Some(at)));
    let found = asked.map(|asked| alternatives(document, trace, index, &before, asked));
    let Alternatives { focus, list: found } = found.unwrap_or_default();
    let outcomes: Vec<Option<Outcome>> = found
        .iter()
        .map(|one| {
            let text = one.apply(document).compact();
            let trial = Trial::new(&text, None, RECORDS_AT_MOST).ok()?;
            trial.finish().ok()
        })
        .collect();
    let runs = found.iter().map(|one| &one.edit).zip(outcomes.iter().map(Option::as_ref));
    let offers = alternatives::offers(&focus, trace.plan(), &before, runs);
    let edit = |at: &usize| Some(words.say(&found.get(*at)?.phrase()));
    let mut tried = TriedChanges::default();
    for offer in &offers {
        let (list, undone) = match offer.kind {
            OfferKind::Better => (&mut tried.best, None),
            OfferKind::If(undone) => (&mut tried.best, Some(undone)),
            OfferKind::Trade => (&mut tried.trades, None),
            OfferKind::Other | OfferKind::Vain => {
                tried.vain.extend(edit(&offer.at));
                continue;
            }
        };
        let same: Vec<String> = offer.same.iter().filter_map(edit).collect();
        let same = same.iter().map(|edit| format!("; the same: {edit}"));
        let effect = words.say(&offer.effect()) + &same.collect::<String>();
        list.extend(edit(&offer.at).map(|edit| OfferedChange { edit, effect, undone }));
    }
    if !tried.best.is_empty() || !tried.trades.is_empty() {
        tried.vain.clear();
    }
    tried
}

/// The subject itself, or that of the record.
pub(super) fn about(trace: &Trace, subject: Topic) -> Option<Subject> {
    match subject {
        Topic::Record(no) => Some(trace.record(no)?.subject),
        Topic::Subject(subject) => Some(subject),
    }
}
