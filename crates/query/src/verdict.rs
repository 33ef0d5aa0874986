//! The end of a run in one sentence.

use crate::outcome::Outcome;
use crate::repeated::Repeated;
use crate::shortfall::Shortfall;
use crate::summary::Summary;
use trace::{Phrase, Subject, Value};

/// How the run ended, and at whose expense.
pub fn verdict(summary: &Summary, found: &[Shortfall]) -> Phrase {
    let key = match summary.outcome {
        Outcome::Failed => "outcome-failed",
        Outcome::Stuck => "outcome-stuck",
        Outcome::Limit => "outcome-limit",
        Outcome::Paused => "outcome-paused",
        Outcome::Cancelled => "outcome-cancelled",
        Outcome::RolledBack => "outcome-rolled-back",
        Outcome::Succeeded => "outcome-succeeded",
        Outcome::Idle => "outcome-idle",
    };
    let mut harm = Vec::new();
    if summary.violations > 0 {
        harm.push(Phrase::new("harm-forced").with("pods", summary.violations));
    }
    let of_kind = |budgets: bool| {
        let subjects = found.iter().map(|one| one.subject);
        subjects
            .filter(|subject| matches!(subject, Subject::Budget(_)) == budgets)
            .collect::<Vec<Subject>>()
    };
    for (key, subjects) in [("harm-below", of_kind(true)), ("harm-out", of_kind(false))] {
        // A Pod forced out despite its budget explains why the budget is below its floor.
        if subjects.is_empty() || key == "harm-below" && summary.violations > 0 {
            continue;
        }
        harm.push(Phrase::new(key).with("n", subjects.len()).with("names", Value::Names(subjects)));
    }
    for (key, pods) in [("harm-lost", &summary.lost), ("harm-unplaced", &summary.unplaced)] {
        if !pods.is_empty() {
            harm.push(Phrase::new(key).with("pods", pods.len()));
        }
    }
    harm.extend(summary.repeated.first().map(Repeated::phrase));
    if harm.is_empty() || summary.outcome != Outcome::Succeeded {
        return Phrase::new(key);
    }
    Phrase::new("outcome-but").with("harm", Value::List(harm))
}
