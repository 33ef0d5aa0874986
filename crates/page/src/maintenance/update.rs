//! *Fits the window?*: runs the upgrades of the pools one after the other, when asked to, and again after an edit.

use super::policy;
use super::state::{FitStep, WindowFits};
use crate::shell::action::Effect;
use crate::shell::job::{Job, JobEvent, Purpose};
use crate::shell::shared::Shared;
use crate::shell::state::AppState;
use runner::fit::Fit;
use runner::{Order, RECORDS_AT_MOST};
use scenario::json::Json;

pub fn step(state: &mut AppState, step: FitStep) -> Vec<Effect> {
    match step {
        FitStep::Run => {
            if state.fits.is_none()
                && let Some(draft) = &state.draft
            {
                let of = draft.json.clone();
                state.fits = Some(Shared::new(WindowFits {
                    pools: pools(&of),
                    of,
                    running: None,
                }));
            }
            run_next(state)
        }
        FitStep::Stop => {
            if let Some(fits) = &state.fits {
                state.fits = Some(Shared::new(WindowFits {
                    running: None,
                    ..WindowFits::clone(fits)
                }));
            }
            cancel(state)
        }
        FitStep::Close => {
            state.fits = None;
            cancel(state)
        }
    }
}

/// After every action: an edit that changes a question starts its runs again.
pub fn follow(state: &mut AppState) -> Vec<Effect> {
    let (Some(fits), Some(draft)) = (&state.fits, &state.draft) else {
        return Vec::new();
    };
    if fits.of == draft.json {
        return Vec::new();
    }
    let mut fits = WindowFits::clone(fits);
    fits.of = draft.json.clone();
    let new = pools(&fits.of);
    let same = new.len() == fits.pools.len()
        && new.iter().zip(&fits.pools).all(|(new, old)| new.is_of(old));
    if !same {
        fits.pools = new;
    }
    state.fits = Some(Shared::new(fits));
    if same { Vec::new() } else { run_next(state) }
}

/// Takes the result of a run and starts the next one.
pub fn take_event(state: &mut AppState, event: JobEvent) -> Vec<Effect> {
    let (Some(fits), Some(figures)) = (&state.fits, event.figures()) else {
        return Vec::new();
    };
    let mut fits = WindowFits::clone(fits);
    if let Some(fit) = fits.running.and_then(|at| fits.pools.get_mut(at)) {
        fit.told(figures.as_deref().map_err(Clone::clone));
    }
    state.fits = Some(Shared::new(fits));
    run_next(state)
}

fn run_next(state: &mut AppState) -> Vec<Effect> {
    let Some(fits) = &state.fits else {
        return Vec::new();
    };
    let mut fits = WindowFits::clone(fits);
    let mut pools = fits.pools.iter_mut().enumerate();
    let next = pools.find_map(|(at, fit)| Some((at, fit.ask()?)));
    fits.running = next.as_ref().map(|(at, _)| *at);
    state.fits = Some(Shared::new(fits));
    let Some((_, (text, seed))) = next else {
        return cancel(state);
    };
    let order = Order::Try {
        text,
        seed: Some(seed),
        records: RECORDS_AT_MOST,
    };
    vec![state.jobs.start(Purpose::WindowFit, Job::Simulate(order))]
}

fn cancel(state: &mut AppState) -> Vec<Effect> {
    state.jobs.cancel(Purpose::WindowFit).into_iter().collect()
}

fn pools(json: &Shared<Json>) -> Vec<Fit> {
    let planner = policy::of(json);
    let pools = planner.iter().flat_map(|planner| &planner.fits);
    pools.filter_map(|(pool, _)| Fit::of(json, pool)).collect()
}
