//! What can be compared with the scenario.

use super::state::choice::{Former, VariantChoice};
use crate::player::report::worst_service;
use crate::shell::scenario::changes;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::AppState;
use runner::StrategyChoice;
use scenario::json::Json;
use std::rc::Rc;

/// The most former states that are offered.
const FORMER: usize = 12;

/// The changes before which the scenario can be compared, by their numbers: the last ones, and the first.
pub(super) fn formers(state: &AppState) -> Vec<(u32, StepKind)> {
    let mut all: Vec<(u32, StepKind)> =
        state.history.latest().map(|(no, what)| (no, what.clone())).collect();
    if all.len() > FORMER {
        all.drain(FORMER - 1..all.len() - 1);
    }
    all
}

/// The scenario before a change.
pub(super) fn former(state: &AppState, no: u32) -> Option<VariantChoice> {
    let (before, text) = state.history.before(changes::text(state.draft.as_ref()), no)?;
    let json = Json::parse(&text).ok()?;
    Some(VariantChoice::Former(Rc::new(Former { no, json, before })))
}

/// The scenario as it was opened, if it was changed.
fn opened(state: &AppState) -> Option<VariantChoice> {
    former(state, state.history.latest().last()?.0)
}

/// What the scenario is compared with at first: where a load balancer loses connections with the other traffic policy; else with
/// another strategy, or where none can be chosen with the scenario before its changes, or with a larger surge.
pub(super) fn suggested(state: &AppState) -> Option<VariantChoice> {
    let json = &state.draft.as_ref()?.json;
    let loses = || state.run.as_ref().and_then(worst_service).is_some();
    if let Some(policy) = StrategyChoice::other_policy(json).filter(|_| loses()) {
        return Some(policy.into());
    }
    let own = StrategyChoice::of(json).unwrap_or(StrategyChoice::AsIs).kind();
    let beside = || StrategyChoice::beside(json);
    let other = beside().find(|choice| choice.kind() != own);
    other
        .map(VariantChoice::Strategy)
        .or_else(|| opened(state))
        .or_else(|| beside().next().map(VariantChoice::Strategy))
}

/// Another variant, unlike those: another strategy, or the scenario before its changes.
pub(super) fn unlike(state: &AppState, choices: &[VariantChoice]) -> Option<VariantChoice> {
    let json = &state.draft.as_ref()?.json;
    let opened = std::iter::once_with(|| opened(state)).flatten();
    let strategies = StrategyChoice::beside(json).chain(StrategyChoice::other_policy(json));
    let mut all = strategies.map(VariantChoice::Strategy).chain(opened);
    all.find(|one| !choices.contains(one))
}
