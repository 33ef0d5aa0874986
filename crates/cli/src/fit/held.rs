//! What keeps an upgrade from ending, however long its windows are.

use super::least::Runs;
use crate::finished_run::to_the_end;
use base::SimTime;
use query::{Index, Outcome};
use scenario::json::Json;
use trace::Change;
use words::Words;
use words::catalogue::english;

/// Reasons that are named.
const MOST: usize = 3;

/// What still holds back the slowest run that doesn't end.
pub(super) fn held(runs: &Runs, clock: &dyn Fn(SimTime) -> String) -> Vec<String> {
    let found = runs.iter().rev().find_map(|(text, seed)| {
        let compiled = scenario::compiled(&Json::parse(text).ok()?)?;
        let ran = to_the_end(compiled, Some(*seed), None);
        let trace = &ran.trace;
        let summary = ran.summary(&Index::of(trace));
        let words = Words::new(english(), clock, trace.plan(), trace.last());
        let said = summary.open_holds.iter().filter_map(|hold| {
            let rows = trace.rows_back(hold.subject, trace.len());
            let mut rows = rows.filter_map(|no| trace.record(no));
            // A refusal names what is used up; the pool's state doesn't.
            let refused = rows.find(|row| {
                matches!(row.change, Change::Blocked { .. }) && trace.rule(row) == hold.rule
            });
            let row = refused.or_else(|| trace.record(hold.no))?;
            let sentence = words.sentence(&row, trace.rule(&row));
            Some(format!("{}: {sentence}", words.subject(row.subject)))
        });
        (summary.upgrades != Outcome::Succeeded).then(|| said.take(MOST).collect::<Vec<_>>())
    });
    found.unwrap_or_default()
}
