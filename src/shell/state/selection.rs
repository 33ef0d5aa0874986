//! The selection, by id or by name.

use super::app_state::AppState;
use super::choices::Tab;
use base::{PoolId, SimTime};
use query::{Topic, parse_subject};
use trace::{Subject, Trace};

/// Selects a subject, or nothing, which closes the *Why?* tab.
pub(crate) fn select(state: &mut AppState, subject: Option<Subject>) {
    if subject.is_none() && state.tab == Tab::Why {
        state.tab = Tab::Findings;
    }
    state.selected = subject;
    state.within = None;
    state.batch = None;
}

/// Selects the user's choice; the address no longer determines the selection.
pub(crate) fn choose(state: &mut AppState, subject: Option<Subject>) {
    state.view = None;
    select(state, subject);
}

/// Selects a pool's part of a zone, or another subject.
pub(crate) fn choose_within(state: &mut AppState, subject: Subject, pool: PoolId) {
    choose(state, Some(subject));
    state.within = matches!(subject, Subject::Zone(_)).then_some(pool);
}

/// Selects a batch of a pool's blue-green upgrade.
pub(crate) fn choose_batch(state: &mut AppState, pool: PoolId, batch: u32) {
    choose(state, Some(Subject::Pool(pool)));
    state.batch = Some(batch);
}

/// Selects a subject of the start by name, and opens *Why?*.
pub(crate) fn show(state: &mut AppState, subject: &str) {
    let found = state.run.as_ref().map(|run| parse_subject(&run.trace, subject, SimTime::ZERO));
    if let Some(Ok(Topic::Subject(subject))) = found {
        select(state, Some(subject));
        state.tab = Tab::Why;
    }
}

/// Selects the address's subject as soon as it exists.
pub(crate) fn look(state: &mut AppState, trace: &Trace) {
    let Some(view) = &state.view else { return };
    let (tab, at) = (view.tab, SimTime::from_ms(view.at_ms.unwrap_or(0)));
    if let Some(name) = &view.selected {
        let Ok(Topic::Subject(subject)) = parse_subject(trace, name, at) else {
            return;
        };
        select(state, Some(subject));
    }
    state.tab = tab.unwrap_or(state.tab);
    state.view = None;
}

/// Clears a selection that the new run doesn't have.
pub(crate) fn forget_the_gone(state: &mut AppState) {
    let (Some(run), Some(subject)) = (&state.run, state.selected) else {
        return;
    };
    let plan = &run.plan;
    let there = match subject {
        Subject::Cluster | Subject::Node(_) | Subject::Pod(_) => true,
        Subject::Pool(id) => plan.pools.get(id).is_some(),
        Subject::Zone(id) => plan.zones.get(id).is_some(),
        Subject::Workload(id) => plan.workloads.get(id).is_some(),
        Subject::Budget(id) => plan.budgets.get(id).is_some(),
        Subject::Service(id) => plan.services.get(id).is_some(),
    };
    state.within = state.within.filter(|pool| plan.pools.get(*pool).is_some());
    if !there {
        select(state, None);
    }
}
