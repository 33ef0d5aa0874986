//! *Fits the window?*: runs the upgrades of the pools one after the other, on request and again after each edit.

use super::policy;
use super::state::{FitStep, WindowFits};
use crate::shell::jobs::job::{Job, JobEvent, JobPurpose};
use crate::shell::state::{AppState, Effect, Shared};
use runner::window_fit::Fit;
use runner::{RECORDS_AT_MOST, Request};
use scenario::json::Json;

#[inline(never)] // Loaded later.
pub fn step(state: &mut AppState, step: FitStep) -> Vec<Effect> {
    match step {
        FitStep::Run => {
            if let (None, Some(draft)) = (&state.fits, &state.draft) {
                let of = draft.json.clone();
                state.fits = Some(Shared::new(WindowFits { pools: pools(&of), of, running: None }));
            }
            return run_next(state);
        }
        FitStep::Stop => change(state, |fits| fits.running = None),
        FitStep::Close => state.fits = None,
    }
    state.jobs.cancel(JobPurpose::WindowFit)
}

/// Runs after every action: an edit that changes a question restarts its runs.
#[inline(never)] // Loaded later.
pub fn follow(state: &mut AppState) -> Vec<Effect> {
    let (Some(fits), Some(draft)) = (&state.fits, &state.draft) else {
        return Vec::new();
    };
    if fits.of == draft.json {
        return Vec::new();
    }
    let of = draft.json.clone();
    let new = pools(&of);
    let mut pairs = new.iter().zip(&fits.pools);
    let same = new.len() == fits.pools.len() && pairs.all(|(new, old)| new.is_of(old));
    change(state, |fits| {
        fits.of = of;
        if !same {
            fits.pools = new;
        }
    });
    if same { Vec::new() } else { run_next(state) }
}

/// Takes the result of a run and starts the next one.
pub fn take_event(state: &mut AppState, event: JobEvent) -> Vec<Effect> {
    let Some(outcome) = event.tried() else {
        return Vec::new();
    };
    change(state, |fits| {
        if let Some(fit) = fits.running.and_then(|at| fits.pools.get_mut(at)) {
            fit.take_result(outcome.as_deref().map_err(Clone::clone));
        }
    });
    run_next(state)
}

fn run_next(state: &mut AppState) -> Vec<Effect> {
    let mut next = None;
    change(state, |fits| {
        let mut pools = fits.pools.iter_mut().enumerate();
        let found = pools.find_map(|(at, fit)| Some((at, fit.ask()?)));
        fits.running = found.as_ref().map(|(at, _)| *at);
        next = found.map(|(_, run)| run);
    });
    let Some((text, seed)) = next else {
        return state.jobs.cancel(JobPurpose::WindowFit);
    };
    let request = Request::Try { text, seed: Some(seed), records: RECORDS_AT_MOST };
    vec![state.jobs.start(JobPurpose::WindowFit, Job::Simulate(request))]
}

fn change(state: &mut AppState, change: impl FnOnce(&mut WindowFits)) {
    if let Some(shared) = &state.fits {
        let mut fits = WindowFits::clone(shared);
        change(&mut fits);
        state.fits = Some(Shared::new(fits));
    }
}

fn pools(json: &Shared<Json>) -> Vec<Fit> {
    let planner = policy::of(json);
    let pools = planner.iter().flat_map(|planner| &planner.fits);
    pools.filter_map(|(pool, _)| Fit::of(json, pool)).collect()
}
