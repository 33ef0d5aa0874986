//! What is known of a finished run, and the sentence about it.

use crate::player::RunScene;
use crate::shell::run::loaded::Run;
use base::SimTime;
use query::summary::{Findings as Counts, Summary};
use query::{self, Level, Shortfall, Verdict};

/// The findings of a finished run, computed once.
#[derive(Clone, PartialEq, Debug)]
pub struct RunReport {
    pub(super) summary: Summary,
    pub(super) shortfalls: Vec<Shortfall>,
    pub(super) verdict: Verdict,
    /// When the first Pod was forced out despite its budget.
    pub(super) violated: Option<SimTime>,
}

impl RunReport {
    /// `dated`: the scenario says when it starts.
    pub fn of(run: &Run, dated: bool) -> Option<Self> {
        let outcome = run.outcome.as_ref()?;
        let (ended, counts) = (outcome.ended, Counts::default());
        let summary = run.reading.summary(ended, outcome.digest, counts);
        let shortfalls = run.reading.shortfalls();
        Some(Self {
            verdict: query::verdict(&run.plan, &summary, &shortfalls, dated),
            violated: run.reading.events.violated,
            summary,
            shortfalls,
        })
    }

    /// The number of items to review.
    pub fn count(&self) -> usize {
        let summary = &self.summary;
        let sentences =
            [summary.violations > 0, !summary.lost.is_empty(), !summary.unplaced.is_empty()];
        self.shortfalls.len()
            + summary.repeated.len()
            + summary.oscillations.len()
            + sentences.into_iter().filter(|said| *said).count()
    }

    pub fn is_harmful(&self) -> bool {
        self.verdict.level > Level::Fine
    }
}

/// The result of the run in a sentence, with the worst of its harm.
pub fn title(run: &Run, report: &RunReport) -> String {
    RunScene::speak(run, |words| words.say(&report.verdict.headline))
}
