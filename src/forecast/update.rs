//! Runs the forecast of a finished run, after all work that the user asked for.

use super::state::Forecast;
use crate::shell::jobs::job::{Job, JobEvent, JobPurpose};
use crate::shell::state::{AppState, Effect, Shared};
use runner::window_fit::{Fit, SEEDS};
use runner::{Place, RECORDS_AT_MOST, Request, RunNo};
use trace::Trace;

/// The number of runs.
pub(crate) const RUNS: usize = 3 * SEEDS;

/// The most records of all runs, and bytes of their scenario.
const RECORDS: usize = 1_000_000;
const BYTES: usize = 2_000_000;

/// Can the run be repeated so often?
pub(crate) fn is_small(trace: &Trace) -> bool {
    trace.len() as usize <= RECORDS / RUNS
}

/// Runs after every action: a new run needs another forecast.
pub fn follow(state: &mut AppState) -> Vec<Effect> {
    let run = state.run_of_draft().filter(|run| run.outcome.is_some()).map(|run| run.no);
    if state.forecast.as_ref().map(|forecast| forecast.run) == run {
        return Vec::new();
    }
    state.forecast = run.map(|run| Shared::new(Forecast { run, runs: None, ranges: None }));
    let mut effects = state.jobs.cancel(JobPurpose::Forecast);
    effects.extend(run.map(Effect::Consider));
    effects
}

/// Begins, once the page has shown the run.
#[inline(never)] // Nothing of it runs before the first run is on the screen.
pub fn begin(state: &mut AppState, no: RunNo) -> Vec<Effect> {
    let (Some(forecast), Some(draft), Some(run)) = (&state.forecast, &state.draft, &state.run)
    else {
        return Vec::new();
    };
    let small = is_small(&run.trace) && draft.text.len() <= BYTES;
    // Between frames of the page itself they would take too long.
    let inline = matches!(state.place, Some(Place::Inline(_)));
    if forecast.run != no || forecast.runs.is_some() || !small || inline {
        return Vec::new();
    }
    let runs = Fit::of_run(&draft.json);
    state.forecast = Some(Shared::new(Forecast { run: no, runs, ranges: None }));
    run_next(state)
}

/// Takes the result of a run and starts the next one.
#[inline(never)]
pub fn take_event(state: &mut AppState, event: JobEvent) -> Vec<Effect> {
    let (Some(outcome), Some(shared)) = (event.tried(), &state.forecast) else {
        return Vec::new();
    };
    let mut forecast = Forecast::clone(shared);
    if let Some(runs) = &mut forecast.runs {
        runs.take_result(outcome.as_deref().map_err(Clone::clone));
        forecast.ranges = runs.ranges();
    }
    state.forecast = Some(Shared::new(forecast));
    run_next(state)
}

#[inline(never)]
fn run_next(state: &mut AppState) -> Vec<Effect> {
    let Some(shared) = &state.forecast else {
        return Vec::new();
    };
    let mut forecast = Forecast::clone(shared);
    let Some((text, seed)) = forecast.runs.as_mut().and_then(Fit::ask) else {
        return Vec::new();
    };
    state.forecast = Some(Shared::new(forecast));
    let request = Request::Try { text, seed: Some(seed), records: RECORDS_AT_MOST };
    vec![state.jobs.start(JobPurpose::Forecast, Job::Simulate(request))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::state::Action;
    use crate::shell::state::update::update;
    use base::SimTime;
    use expect_test::expect;
    use query::Reading;
    use runner::{Session, Trial};

    /// Performs an action and its effects like the page; returns how many runs were tried.
    fn act(state: &mut AppState, action: Action) -> usize {
        let mut tried = 0;
        let mut actions = vec![action];
        while let Some(action) = actions.pop() {
            let (next, effects) = update(state, action);
            *state = next;
            for effect in effects {
                match effect {
                    Effect::Start(id, Job::Simulate(Request::Run { text, .. })) => {
                        let session = Session::new(&text, None).expect("it runs");
                        let mut trace = session.trace();
                        let outcome = session.finish(|chunk| trace.push(chunk));
                        actions.push(Action::Job(id, JobEvent::Ended(outcome)));
                        let reading = Shared::new(Reading::of(&trace));
                        actions.push(Action::Job(id, JobEvent::Grew(reading)));
                    }
                    Effect::Consider(no) => actions.push(Action::Consider(no)),
                    Effect::Start(id, Job::Simulate(Request::Try { text, seed, records }))
                        if id.purpose == JobPurpose::Forecast =>
                    {
                        let outcome = Trial::new(&text, seed, records).and_then(Trial::finish);
                        let event = outcome.map(|outcome| JobEvent::Tried(Box::new(outcome)));
                        actions.push(Action::Job(id, event.expect("it ends")));
                        tried += 1;
                    }
                    _ => {}
                }
            }
        }
        tried
    }

    #[test]
    fn a_finished_run_gets_a_range_and_an_edit_another_one() {
        let mut state = AppState::default();
        let mut all = String::new();
        for action in [
            Action::Preset("three-zones"),
            Action::Edit(scenario::edit::Edit::Set(
                "/pools/0/upgradeSettings/maxSurge".to_owned(),
                scenario::json::Json::Int(1),
            )),
            Action::Preset("stockout"),
        ] {
            let tried = act(&mut state, action);
            let ranges = state.forecast.as_ref().and_then(|one| one.ranges);
            let said = ranges.map(|ranges| {
                ranges.map(|one| format!("{} {:?}", one.took.secs(), one.over.map(SimTime::ms)))
            });
            all += &format!("{tried} runs: {said:?}\n");
        }
        expect![[r#"
            15 runs: Some(["2482 Some(2482000)", "2592 Some(2592000)", "2866 Some(2866000)"])
            15 runs: Some(["3536 Some(3536000)", "3851 Some(3851000)", "4410 Some(4410000)"])
            15 runs: Some(["7918 Some(7918000)", "8243 Some(8243000)", "8893 Some(8893000)"])
        "#]]
        .assert_eq(&all);
    }

    #[test]
    fn the_run_shown_has_a_place_among_those_of_the_forecast() {
        let mut state = AppState::default();
        act(&mut state, Action::Preset("three-zones"));
        let forecast = state.forecast.as_ref().expect("a forecast");
        let runs = forecast.runs.as_ref().expect("runs");
        let run = state.run.as_ref().expect("it ran");
        let over = run.over.expect("it ends");
        let [first, _, last] = forecast.ranges.expect("ranges").map(|one| one.over);
        let before = |at: Option<SimTime>| runs.ended_before(at.unwrap_or(SimTime::ZERO));
        let places = [before(first), before(Some(over)), before(last)];
        expect!["[0, 9, 14]"].assert_eq(&format!("{places:?}"));
    }
}
