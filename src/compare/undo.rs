//! Undo in the comparison: changes of the variants first, then edits of the scenario.
//! Replacing the scenario would end the comparison, so that step waits until it is left.

use super::state::Compare;
use super::state::choice::VariantChoice;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::{AppState, Shared};

impl Compare {
    /// Records the previous variants, if they changed.
    pub(crate) fn record(&mut self, before: Vec<VariantChoice>) {
        if self.choices() != before {
            self.past.push(before);
            self.future.clear();
        }
    }

    /// Sets the variants; keeps known results.
    fn set(&mut self, choices: Vec<VariantChoice>) {
        let mut known = self.variants.split_off(1);
        for choice in choices {
            match known.iter().position(|one| one.choice == choice) {
                Some(at) => self.variants.push(known.remove(at)),
                None => self.push(choice),
            }
        }
        self.picked = None;
        self.measure();
    }
}

/// The step that an undo would undo.
pub fn last(state: &AppState) -> Option<StepKind> {
    let last = state.history.last();
    match &state.compare {
        Some(compare) if !compare.past.is_empty() => Some(StepKind::Variants),
        Some(_) => last.filter(|what| !what.whole()).cloned(),
        None => last.cloned(),
    }
}

/// The step that a redo would repeat.
pub fn next(state: &AppState) -> Option<StepKind> {
    let next = state.history.next();
    match &state.compare {
        Some(compare) if !compare.future.is_empty() => Some(StepKind::Variants),
        Some(_) => next.filter(|what| !what.whole()).cloned(),
        None => next.cloned(),
    }
}

/// Undoes a change of the comparison; false if it is for the scenario to undo.
pub fn undo(state: &mut AppState) -> bool {
    step(state, |state| last(state).is_none(), |compare| [&mut compare.past, &mut compare.future])
}

/// Repeats an undone change; false if it is for the scenario to repeat.
pub fn redo(state: &mut AppState) -> bool {
    step(state, |state| next(state).is_none(), |compare| [&mut compare.future, &mut compare.past])
}

/// Takes the choices from the first list, and puts the present ones into the second.
fn step(
    state: &mut AppState,
    otherwise: fn(&AppState) -> bool,
    lists: fn(&mut Compare) -> [&mut Vec<Vec<VariantChoice>>; 2],
) -> bool {
    let Some(shared) = &state.compare else { return false };
    let mut compare = Compare::clone(shared);
    let now = compare.choices();
    let [from, to] = lists(&mut compare);
    let Some(choices) = from.pop() else { return otherwise(state) };
    to.push(now);
    compare.set(choices);
    state.compare = Some(Shared::new(compare));
    true
}
