//! The keyboard: which key presses are commands.

use super::action::Action;
use super::commands;
use super::deck::Deck;
use super::store::Store;
use super::trials::Stand;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// A key belongs to the transport unless something that takes keys has the focus.
#[inline(never)] // The first screen has no keys, and leaves them to the rest of the program.
pub fn press(store: &Store, deck: &Deck, event: &KeyboardEvent) {
    if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let state = store.state();
    if state.dialog.is_some() {
        return;
    }
    let key = event.key();
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let inside = |selector: &str| {
        element
            .as_ref()
            .and_then(|element| element.closest(selector).ok().flatten())
            .is_some()
    };
    if inside("input, textarea, select, summary") {
        return;
    }
    // Space presses a button that has the focus.
    if key == " " && inside("button, a") {
        return;
    }
    if key == "Escape" && state.selected.is_some() {
        store.send(Action::Select(None));
        return;
    }
    let trials = state.trials.as_ref();
    if key == "Escape"
        && trials.is_some_and(|trials| matches!(trials.stand(), Stand::Trying { .. }))
    {
        store.send(Action::StopTrying);
        return;
    }
    if let Some(command) = commands::command(&key, event.shift_key(), state.single_keys) {
        event.prevent_default();
        deck.command(command);
    }
}
