//! Adds an operation to the scenario and describes how the run differs.

use super::state::{BranchRequest, Branched, RunDifference};
use crate::player::RunScene;
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::scenario::changes::change_as;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::{AppState, Effect, Shared};
use base::SimTime;
use draw::surface::plain;
use query::alternatives;
use runner::{Outcome, RunNo, operate};
use trace::{Change, Subject};
use words::capital::capitalized;

/// Adds a command to the scenario, as one step, and shows the new run from the command on.
#[inline(never)] // Loaded later.
pub fn branch(state: &mut AppState, asked: &BranchRequest, at: SimTime) -> Vec<Effect> {
    // A run that isn't the draft's may have this state at another instant.
    let Some(run) = state.run_of_draft() else {
        return Vec::new();
    };
    let Some(edit) = operate(&run.plan, &asked.command, at) else {
        return Vec::new();
    };
    let what = StepKind::Asked {
        key: asked.key,
        name: asked.name.clone(),
        at: day_time(run.plan.start_unix_ms, at.ms()),
        at_ms: at.ms(),
    };
    let left = outcome(run).or_else(|| {
        let trials = state.trials.as_ref().filter(|one| one.is_of_run(run.no));
        trials.and_then(|trials| Some(trials.before.as_deref()?.outcome.clone()))
    });
    let differs = match (&left, &run.outcome) {
        (Some(_), _) => RunDifference::Computing,
        (None, None) => RunDifference::Unknown,
        (None, Some(_)) => RunDifference::TooLarge,
    };
    let before = state.run_no;
    let mut effects = change_as(state, &[edit], what.clone());
    if state.run_no == before {
        return effects;
    }
    effects.push(Effect::LandAt(at.ms(), false));
    state.branched = Some(Branched {
        run: RunNo(state.run_no),
        what,
        at,
        pool: asked.pool,
        left: left.map(Shared::new),
        differs,
    });
    effects
}

/// What a finished run comes to.
pub(crate) fn outcome(run: &Run) -> Option<Outcome> {
    Some(run.reading.outcome(run.outcome.as_ref()?.ended))
}

/// Describes how the finished branch differs from the previous run.
pub fn compare(state: &mut AppState, no: RunNo) {
    let (Some(branched), Some(run)) = (&state.branched, &state.run) else {
        return;
    };
    if branched.run != no || run.no != no || branched.differs != RunDifference::Computing {
        return;
    }
    let differs = match branched.left.as_deref().zip(outcome(run)) {
        Some((left, after)) => {
            let phrase = alternatives::between(&run.plan, branched.pool, left, &after);
            let text = RunScene::speak(run, |words| words.say(&phrase));
            RunDifference::Told(sentence(&text), refused_after(run, branched.at))
        }
        None => RunDifference::TooLarge,
    };
    if let Some(branched) = &mut state.branched {
        branched.differs = differs;
    }
}

pub(crate) fn sentence(text: &str) -> String {
    capitalized(text) + "."
}

/// Later commands that this run's pools refuse: how many, and the first.
pub(crate) fn refused_after(run: &Run, at: SimTime) -> Option<(u32, String)> {
    let rows = run.plan.pools.ids().flat_map(|pool| run.trace.rows_of(Subject::Pool(pool)));
    let records = rows.filter_map(|no| run.trace.record(no));
    let refused = records.filter(|record| matches!(record.change, Change::Refused { .. }));
    let refused: Vec<_> = refused.filter(|record| record.at > at).collect();
    let first = refused.iter().min_by_key(|record| record.at)?;
    let text = RunScene::speak(run, |words| {
        plain(&format!("{} {}", words.name(first.subject), words.fact(first)))
    });
    let at = day_time(run.plan.start_unix_ms, first.at.ms());
    Some((refused.len() as u32, format!("{at} {text}")))
}

/// The displayed branch, while it is the last step.
pub fn present(state: &AppState) -> Option<&Branched> {
    let branched = state.branched.as_ref()?;
    let last = state.history.last() == Some(&branched.what);
    (branched.run.0 == state.run_no && last).then_some(branched)
}
