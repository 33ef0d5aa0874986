//! The keyboard: maps key presses to commands.

use super::commands::Command;
use super::{commands, perform};
use crate::alternatives::state::{TrialProgress, Trials};
use crate::player::Player;
use crate::shell::address::route::Route;
use crate::shell::menu::gestures;
use crate::shell::state::{Action, AppState, Shared, Store};
use crate::shell::web::browser::{focus_on, setup_is_beside};
use crate::shell::web::hover_card;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

/// Handles keys without a focused element, once there is a scenario.
#[inline(never)] // As below.
pub fn press_anywhere(store: &Store, player: &Player, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    if crate::shell::web::browser::nothing_has_focus() {
        press(store, player, event);
    }
}

/// Closes the setup sheet and focuses its button.
pub fn close_setup(store: &Store) {
    store.send(Action::ShowSetup(false));
    focus_on(".setup-button");
}

/// Handles a key as a command, unless the focused element takes it.
#[inline(never)] // The first screen has no keys, so this code isn't part of the first load.
pub fn press(store: &Store, player: &Player, event: &KeyboardEvent) {
    let state = store.state();
    // All commands are for the simulator.
    if state.route != Route::Simulator {
        return;
    }
    if event.default_prevented() || event.alt_key() || state.dialog.is_some() {
        return;
    }
    let key = event.key();
    if key == "Escape" {
        hover_card::dismiss();
    }
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let inside = |selector: &str| {
        element.as_ref().and_then(|element| element.closest(selector).ok().flatten()).is_some()
    };
    if key == "Escape" && state.setup_shown && !state.center().is_full() && !setup_is_beside() {
        event.prevent_default();
        close_setup(store);
        return;
    }
    if event.ctrl_key() || event.meta_key() {
        // Chords type no letters, but a text field has its own undo.
        let typing = inside("input:not([type=checkbox], [type=file]), textarea");
        let command = commands::chord(&key, event.shift_key());
        let own = typing && matches!(command, Some(Command::Undo | Command::Redo));
        if let Some(command) = command.filter(|_| !own) {
            event.prevent_default();
            perform::command(store, player, command);
        }
        return;
    }
    // The menu of speeds takes what moves in it.
    let moves = || key.len() > 1 || key == " " || key.starts_with(|c: char| c.is_ascii_digit());
    if inside("input, textarea, select:not(#speed)") || inside("#speed") && moves() {
        return;
    }
    if key == "ContextMenu" || key == "F10" && event.shift_key() {
        gestures::menu_key(store, player, event);
        return;
    }
    // Space presses a focused button, and opens a part.
    if key == " " && inside("button, summary, a[href]") {
        return;
    }
    if key == "Escape"
        && let Some(action) = escape(&state)
    {
        store.send(action);
        return;
    }
    if let Some(command) = commands::command(&key, event.shift_key(), state.single_keys) {
        event.prevent_default();
        perform::command(store, player, command);
    }
}

/// What Escape closes: one thing at a time.
fn escape(state: &AppState) -> Option<Action> {
    let tries = |trials: &Shared<Trials>| matches!(trials.stand(), TrialProgress::Trying { .. });
    let center = state.center();
    if center.is_full() {
        Some(Action::View(center, false))
    } else if state.selected.is_some() {
        Some(Action::Select(None))
    } else if !state.filter.is_empty() {
        Some(Action::Filter(String::new()))
    } else if state.trials.as_ref().is_some_and(tries) {
        Some(Action::StopTrying)
    } else {
        state.looping.then_some(Action::Looping(false))
    }
}
