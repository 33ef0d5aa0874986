//! Steps of the setup that change more than one field.

use super::parts::{self, PartStep};
use crate::shell::scenario::changes::{change_as, choose};
use crate::shell::scenario::draft::Origin;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::action::Effect;
use crate::shell::state::app_state::AppState;
use crate::shell::words::t;

/// Adds, changes or removes a part of the scenario.
pub(crate) fn part(state: &mut AppState, asked: &PartStep) -> Vec<Effect> {
    let step = state.draft.as_ref().and_then(|draft| parts::step(&draft.json, asked));
    step.map_or_else(Vec::new, |step| change_as(state, &step.edits, step.what))
}

/// Opens a small cluster to begin with.
pub(crate) fn build(state: &mut AppState, start_ms: i64) -> Vec<Effect> {
    let text = parts::cluster(&t("ui-built-name"), start_ms).pretty();
    state.dialog = None;
    state.setup_shown = true;
    choose(state, &text, Origin::default(), StepKind::Built)
}
