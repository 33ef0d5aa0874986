//! *Fits the window?*: runs the upgrades of the pools one after the other, on request and again after each edit.

use super::policy;
use super::state::{FitStep, WindowFits};
use crate::shell::jobs::job::{Job, JobEvent, JobPurpose};
use crate::shell::state::{AppState, Effect, Shared};
use runner::window_fit::{Fit, SEEDS};
use runner::{RECORDS_AT_MOST, Request};
use scenario::json::Json;

#[inline(never)] // Loaded later.
pub fn step(state: &mut AppState, step: FitStep) -> Vec<Effect> {
    match step {
        FitStep::Run => {
            if let (None, Some(draft)) = (&state.fits, &state.draft) {
                state.fits = fits(&draft.json).map(Shared::new);
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
    let Some(new) = self::fits(&of) else {
        state.fits = None;
        return state.jobs.cancel(JobPurpose::WindowFit);
    };
    let mut pairs = new.fits.iter().zip(&fits.fits);
    let same = new.fits.len() == fits.fits.len() && pairs.all(|(new, old)| new.is_of(old));
    change(state, |fits| match same {
        true => fits.of = of,
        false => *fits = new,
    });
    if same { Vec::new() } else { run_next(state) }
}

/// Takes the result of a run and starts the next one.
pub fn take_event(state: &mut AppState, event: JobEvent) -> Vec<Effect> {
    let Some(outcome) = event.tried() else {
        return Vec::new();
    };
    change(state, |fits| {
        let came = outcome.as_deref().map_err(Clone::clone);
        let Some(at) = fits.running else { return };
        fits.fits[at].take_result(came);
        if let (0, Some((all, pools))) = (at, fits.fits.split_first_mut()) {
            pools.iter_mut().for_each(|pool| pool.read_runs_of(all));
        }
    });
    run_next(state)
}

fn run_next(state: &mut AppState) -> Vec<Effect> {
    let mut next = None;
    change(state, |fits| {
        let mut all = fits.fits.iter_mut().enumerate();
        // What would help is tried for each pool.
        let found = all.find_map(|(at, fit)| match at == 0 && fit.has_run() {
            true => None,
            false => Some((at, fit.ask()?)),
        });
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

fn fits(json: &Shared<Json>) -> Option<WindowFits> {
    let all = Fit::of_due(json, SEEDS, true)?;
    let planner = policy::of(json)?;
    let of_pool = |(name, _): &(String, _)| Some(all.about(all.due(name)?));
    let pools: Vec<Fit> = planner.fits.iter().filter_map(of_pool).collect();
    let fits = [all].into_iter().chain(pools).collect();
    Some(WindowFits { of: json.clone(), fits, running: None })
}
