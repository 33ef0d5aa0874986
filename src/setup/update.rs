//! Steps of the setup that change more than one field.

use super::parts::{self, Part, PartEdits, PartStep};
use crate::shell::scenario::changes::{change_as, choose};
use crate::shell::scenario::draft::Origin;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::{AppState, Effect, InfoBanner};
use crate::shell::words::t;
use scenario::edit::Edit;

/// Adds, changes or removes a part of the scenario.
#[inline(never)] // Loaded later.
pub(crate) fn part(state: &mut AppState, asked: &PartStep) -> Vec<Effect> {
    let step = state.draft.as_ref().and_then(|draft| parts::step(&draft.json, asked));
    let Some(step) = step else { return Vec::new() };
    let note = removed_with(asked, &step);
    let effects = change_as(state, &step.edits, step.what);
    if note.is_some() {
        state.note = note;
    }
    effects
}

/// What goes with a part that is removed.
fn removed_with(asked: &PartStep, step: &PartEdits) -> Option<InfoBanner> {
    let (PartStep::Remove(part, at), StepKind::Gone(name)) = (asked, &step.what) else {
        return None;
    };
    let own = part.place(*at);
    let removes = |list: &str| {
        let from = |edit: &&Edit| match edit {
            Edit::Remove(pointer) => {
                let item = pointer.strip_prefix(list).and_then(|rest| rest.strip_prefix('/'));
                *pointer != own && item.is_some_and(|item| !item.contains('/'))
            }
            _ => false,
        };
        step.edits.iter().filter(from).count()
    };
    let (entries, budgets) = (removes("/script"), removes(Part::Budget.list()));
    let selectors = step
        .edits
        .iter()
        .filter(|edit| matches!(edit, Edit::Remove(pointer) if pointer.contains("/nodeSelector/")));
    let selectors = selectors.count();
    let name = name.clone();
    (entries + budgets + selectors > 0).then_some(InfoBanner::Removed {
        name,
        entries,
        budgets,
        selectors,
    })
}

/// Opens a small cluster to begin with.
#[inline(never)] // Loaded later.
pub(crate) fn build(state: &mut AppState, start_ms: i64, beside: bool) -> Vec<Effect> {
    let text = parts::cluster(&t("ui-built-name"), start_ms).pretty();
    state.dialog = None;
    state.setup_shown = beside;
    choose(state, &text, Origin::default(), StepKind::Built)
}
