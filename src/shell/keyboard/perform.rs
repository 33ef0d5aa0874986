//! Performs commands, and the lines of the palette and of menus.

use super::commands::Command;
use crate::operations;
use crate::player::{CameraMove, Direction, Player};
use crate::scenario_text::state::TextStep;
use crate::shell::menu::items::MenuAction;
use crate::shell::menu::pointer_target::GridCell;
use crate::shell::state::{Action, Center, Dialog, Store, Tab};
use crate::shell::web::browser::{NARROW, document, focus, go_to, matches, other_theme, to_top};
use crate::shell::web::clipboard::copy;
use crate::shell::web::local_storage::kept;
use query::events::EventKind;
use query::stage::Detail;

/// The focused cell of the stage's grid.
fn cell_in_focus() -> Option<GridCell> {
    let focused = document()?.active_element()?;
    let cell = focused.closest("[role=gridcell]").ok().flatten()?;
    GridCell::of(&cell)
}

/// Performs a command of a key or a button, if it applies.
pub fn command(store: &Store, player: &Player, command: Command) {
    let state = store.state();
    if !command.applies(&state) {
        return;
    }
    let open = |dialog| store.send(Action::Dialog(Some(dialog)));
    match command {
        Command::Palette => open(Dialog::Palette),
        Command::Presets => open(Dialog::Presets),
        Command::Import => open(Dialog::Import),
        Command::Help => open(Dialog::Help),
        Command::Changes => open(Dialog::Changes),
        Command::Undo => store.send(Action::Undo),
        Command::Redo => store.send(Action::Redo),
        Command::Share => {
            // Sharing shows one instant.
            player.set_playing(false);
            open(Dialog::Share);
        }
        Command::Setup => store.send(Action::ShowSetup(!state.setup_shown)),
        Command::Text => store.send(Action::Text(match state.text {
            Some(_) => TextStep::Close,
            None => TextStep::Open(kept("text-format")),
        })),
        Command::Theme => store.send(Action::Theme(other_theme(state.theme))),
        Command::Page(page) => go_to(state.left.address(page)),
        Command::SingleKeys => store.send(Action::SingleKeys(!state.single_keys)),
        Command::View(view) => {
            let open = state.center() != view;
            if open && view == Center::Presentation {
                fill_screen();
            }
            store.send(Action::View(view, open));
        }
        Command::Follow => store.send(Action::Follow(!state.follows)),
        Command::Point => store.send(Action::Point(!state.pointing)),
        Command::TrueScale => store.send(Action::TrueScale(!state.true_scale)),
        Command::Show(tab) => show(store, tab),
        Command::Print => {
            if let Some(window) = web_sys::window() {
                let _ = window.print();
            }
        }
        // The keyboard focus stays on the stage, and the question is about its cell.
        Command::Why => match cell_in_focus() {
            Some(at) => store.ask_at(at),
            None => show(store, Tab::Why),
        },
        Command::Branch => {
            // A command acts at one instant.
            player.set_playing(false);
            show(store, Tab::Operations);
            operations::view::focus_first();
            player.request();
        }
        Command::Filter => {
            focus("log-filter");
        }
        _ => move_by(store, player, command),
    }
}

/// Shows the page full screen where the browser allows it.
fn fill_screen() {
    let document = document().filter(web_sys::Document::fullscreen_enabled);
    if let Some(page) = document.and_then(|document| document.document_element()) {
        let _ = page.request_fullscreen();
    }
}

/// Opens a tab of the inspector and scrolls to it; in one column it is below the timeline.
pub fn show(store: &Store, tab: Tab) {
    store.send(Action::Tab(tab));
    focus(&tab.head());
    if matches(NARROW) {
        to_top(&tab.head());
    }
}

/// Performs commands that move the playhead or the view of the run.
fn move_by(store: &Store, player: &Player, command: Command) {
    match command {
        Command::PlayPause => player.play_or_pause(),
        Command::Event(way) => player.step(way, EventKind::Event),
        Command::Phase(way) => player.step(way, EventKind::Phase),
        Command::Moment(way) => player.step_moment(way),
        Command::Tick(way) => player.tick(way),
        Command::Start => player.seek(0.0),
        Command::End => player.seek(player.end_ms()),
        Command::Tenth(n) => player.seek_tenth(n.into()),
        Command::Faster | Command::Slower => {
            if let Some(speed) = player.speed_beside(command == Command::Faster) {
                store.send(Action::Speed(speed));
            }
        }
        Command::Loop => store.send(Action::Looping(!store.state().looping)),
        Command::FitSelection => player.fit(store.state().selected),
        Command::FitAll => player.fit_all(),
        Command::Mark(way) => mark_loop(store, player, way, player.at_ms()),
        Command::Zoom(way) => player.zoom(way),
        Command::Pan(way) => player.pan(way),
        _ => {}
    }
}

fn mark_loop(store: &Store, player: &Player, way: Direction, at: f64) {
    if player.mark_loop(way, at) {
        store.send(Action::Looping(true));
    }
}

/// Performs the action of a line of the palette or a menu.
pub fn perform(store: &Store, player: &Player, action: MenuAction) {
    match action {
        MenuAction::Command(name) => command(store, player, name),
        MenuAction::Preset(name) => store.send(Action::Preset(name)),
        MenuAction::Select(subject) => {
            // Among very many nodes the stage has to move to the match.
            if player.scene().is_some_and(|scene| scene.detail == Detail::Cells) {
                player.wish(CameraMove::Onto(subject));
            }
            store.ask(subject);
        }
        MenuAction::Why(subject) => store.ask(subject),
        MenuAction::Filter(text) => {
            store.send(Action::Filter(text));
            focus("log-filter");
        }
        MenuAction::Go(at, subject) => {
            player.set_playing(false);
            player.seek(at.ms() as f64);
            if let Some(subject) = subject {
                store.ask(subject);
            }
        }
        MenuAction::Zoom(subject) => player.zoom_onto(subject),
        MenuAction::Mark(way, at) => mark_loop(store, player, way, at.ms() as f64),
        MenuAction::Copy(name) => copy(&name, |_| {}),
        MenuAction::Apply(edits) => store.send(Action::Apply(edits)),
        MenuAction::Operate(asked) => operations::requests::operate(store, player, asked),
    }
}
