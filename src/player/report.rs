//! What is known of a finished run, and the sentence about it.

use super::RunScene;
use crate::shell::run::loaded::Run;
use base::{ServiceId, SimTime};
use query::{self, Level, Outcome, Shortfall, Verdict};

/// The findings of a finished run, computed once.
#[derive(Clone, PartialEq, Debug)]
pub struct RunReport {
    pub outcome: Outcome,
    pub shortfalls: Vec<Shortfall>,
    pub verdict: Verdict,
    /// When the first Pod was forced out despite its budget.
    pub violated: Option<SimTime>,
}

/// The Service that loses most connections in a complete run: new ones, or else open ones.
pub fn worst_service(run: &Run) -> Option<ServiceId> {
    let outcome = run.reading.outcome(run.outcome.as_ref()?.ended);
    let (worst, _) = outcome.most_lost().or_else(|| outcome.most_cut())?;
    Some(worst.service)
}

impl RunReport {
    /// `dated`: the scenario says when it starts.
    pub fn of(run: &Run, dated: bool) -> Option<Self> {
        let outcome = run.reading.outcome(run.outcome.as_ref()?.ended);
        let shortfalls = run.reading.shortfalls();
        Some(Self {
            verdict: query::verdict(&run.plan, &outcome, &shortfalls, dated),
            violated: run.reading.events.violated,
            outcome,
            shortfalls,
        })
    }

    /// The number of items to review.
    pub fn count(&self) -> usize {
        let outcome = &self.outcome;
        let sentences =
            [outcome.violations > 0, !outcome.lost.is_empty(), !outcome.unplaced.is_empty()];
        self.shortfalls.len()
            + outcome.repeated.len()
            + outcome.oscillations.len()
            + sentences.into_iter().filter(|said| *said).count()
    }

    pub fn is_harmful(&self) -> bool {
        self.verdict.level > Level::Fine
    }
}

/// The result of the run in a few words.
pub fn title(run: &Run, report: &RunReport) -> String {
    RunScene::speak(run, |words| words.say(&report.verdict.headline))
}
