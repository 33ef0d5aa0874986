//! What can be compared with the scenario.

use super::state::choice::{Former, VariantChoice};
use crate::shell::scenario::changes;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::app_state::AppState;
use runner::StrategyChoice;
use scenario::json::Json;
use std::rc::Rc;

/// The most former states that are offered.
const FORMER: usize = 12;

/// The scenario before the changes that can be undone, from the last one on.
pub(super) fn formers(state: &AppState) -> Vec<StepKind> {
    state.history.latest().take(FORMER).cloned().collect()
}

/// The scenario before the `back`th change, counted from the last one.
pub(super) fn former(state: &AppState, back: usize) -> Option<VariantChoice> {
    let (before, text) = state.history.before(changes::text(state.draft.as_ref()), back)?;
    let json = Json::parse(&text).ok()?;
    Some(VariantChoice::Former(Rc::new(Former { json, before })))
}

/// The scenario as it was opened, if it was changed.
fn opened(state: &AppState) -> Option<VariantChoice> {
    former(state, formers(state).len().checked_sub(1)?)
}

/// What the scenario is compared with at first: another strategy, or where none can be chosen the scenario before its
/// changes, or with a larger surge.
pub(super) fn suggested(state: &AppState) -> Option<VariantChoice> {
    let json = &state.draft.as_ref()?.json;
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
    let mut all = StrategyChoice::beside(json).map(VariantChoice::Strategy).chain(opened(state));
    all.find(|one| !choices.contains(one))
}
