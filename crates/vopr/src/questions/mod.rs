//! Random questions about random runs: reasons and times of `why` against the rows alone, and what is offered against
//! a run with it. Shares no code with the answers.

mod answers;
mod changes;
mod facts;

use crate::check::{Said, Violation, ensure};
use crate::generate::dice::Dice;
use crate::run::{FinishedRun, Held};
use base::SimTime;
use query::{Before, Index, Topic, why};
use trace::{Subject, Trace};

/// Questions about a run, and how many of them are asked what would change it.
const QUESTIONS: u64 = 5;
const CHANGES: u64 = 5;
/// A run with more rows is asked why, but not repeated for changes.
const ROWS: u32 = 3_000;
/// The seed's own draws make the scenario; these come far behind.
const ASKED: u64 = 1 << 33;

/// Asks random questions about the run of a document.
pub fn ask(text: &str, seed: u64) -> Result<Held, Violation> {
    let held = FinishedRun::of(text, seed, |run| {
        questions(run, seed).map_err(|said| Violation { checker: "questions", said })?;
        Ok(run.held(Vec::new()))
    });
    held.unwrap_or_else(|said| Err(Violation { checker: "scenario", said }))
}

fn questions(run: &FinishedRun<'_>, seed: u64) -> Said {
    let mut dice = Dice::from(seed, ASKED);
    let trace = &run.trace;
    let index = Index::of(trace);
    let mut before = None;
    for n in 0..QUESTIONS {
        let at = instant(trace, &mut dice);
        let subject = subject(trace, &mut dice);
        let asked = |said: String| format!("{subject:?} at {} ms: {said}", at.ms());
        let Some(answer) = why(trace, &index, Topic::Subject(subject), at) else {
            return Err(asked("no answer".to_owned()));
        };
        answers::check(trace, subject, at, &answer)
            .map_err(|said| asked(format!("{said}; {:?}", answer.what.key)))?;
        if n < CHANGES && trace.len() <= ROWS {
            let ended = run.outcome.ended;
            let before = before.get_or_insert_with(|| Before::of(trace, &index, ended, true));
            changes::check(run, &index, before, subject, at).map_err(asked)?;
        }
    }
    Ok(())
}

/// An instant of a random row, or shortly before or after it.
fn instant(trace: &Trace, dice: &mut Dice) -> SimTime {
    let no = dice.below(u64::from(trace.len().max(1))) as u32;
    let at = trace.record(base::RecordNo(no)).map_or(SimTime::ZERO, |record| record.at);
    let around = [-1_000, 0, 0, 1, 30_000, 600_000];
    let at = SimTime::from_ms((at.ms() + around[dice.below(6) as usize]).max(0));
    at.min(trace.plan().until)
}

/// A random subject: of a row, so that something happens to it, or any.
fn subject(trace: &Trace, dice: &mut Dice) -> Subject {
    let plan = trace.plan();
    match dice.below(8) {
        0 => Subject::Cluster,
        1 if !plan.pools.is_empty() => {
            Subject::Pool(base::PoolId(dice.below(u64::from(plan.pools.len())) as u32))
        }
        2 if !plan.budgets.is_empty() => {
            Subject::Budget(base::BudgetId(dice.below(u64::from(plan.budgets.len())) as u32))
        }
        _ => {
            let no = dice.below(u64::from(trace.len().max(1))) as u32;
            trace.record(base::RecordNo(no)).map_or(Subject::Cluster, |record| record.subject)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use base::{RecordNo, SimSpan};
    use trace::Change;

    #[test]
    fn answers_about_the_first_seeds_are_what_the_rows_say() {
        for seed in 1..=30 {
            let asked = ask(&generate::document(seed).to_string(), seed);
            assert!(asked.is_ok(), "seed {seed}: {asked:?}");
        }
    }

    /// A time that is a second off, a reason that is to come, and a state that was before are noticed.
    #[test]
    fn a_false_answer_is_noticed() {
        let text = r#"{"version":1,"cluster":{"currentMasterVersion":"1.34"},"pools":[{"name":"p","version":"1.33","initialNodeCount":2}],
            "workloads":[{"kind":"Deployment","name":"web","replicas":2}],"script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#;
        let checked = FinishedRun::of(text, 1, |run| {
            let trace = &run.trace;
            let index = Index::of(trace);
            let rows = trace
                .records()
                .filter(|(_, record)| matches!(record.change, Change::PodTerminating { .. }));
            let (_, record) = rows.into_iter().next().expect("an eviction");
            let (subject, at) = (record.subject, record.at);
            let answer = why(trace, &index, Topic::Subject(subject), at).expect("an answer");
            let check = |answer: &query::Why| answers::check(trace, subject, at, answer);
            assert_eq!(check(&answer), Ok(()));
            let mut late = answer.clone();
            let until = late.until.as_mut().expect("an end");
            until.at = until.at.map(|at| at + SimSpan::from_secs(1));
            assert!(check(&late).is_err());
            let mut to_come = answer.clone();
            to_come.reasons[0].no = Some(RecordNo(trace.len() - 1));
            assert!(check(&to_come).is_err());
            let mut stale = answer.clone();
            stale.what.key = "why-pod-ready";
            assert!(check(&stale).is_err());
        });
        assert_eq!(checked, Ok(()));
    }
}
