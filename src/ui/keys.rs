//! The keyboard: which key presses are commands.

use super::action::Action;
use super::commands;
use super::deck::Deck;
use super::store::Store;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// A key belongs to the transport unless something that takes keys has the focus.
#[inline(never)] // The first screen has no keys, and leaves them to the rest of the program.
pub fn press(store: &Store, deck: &Deck, event: &KeyboardEvent) {
    if event.default_prevented() || event.alt_key() {
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
    if event.ctrl_key() || event.meta_key() {
        // A text field takes back what is typed in it.
        let typing = inside("input:not([type=checkbox], [type=file]), textarea");
        if let Some(command) = commands::chord(&key, event.shift_key()).filter(|_| !typing) {
            event.prevent_default();
            deck.command(command);
        }
        return;
    }
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
    if let Some(command) = commands::command(&key, event.shift_key(), state.single_keys) {
        event.prevent_default();
        deck.command(command);
    }
}
