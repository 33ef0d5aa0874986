//! Fixed choices of the palette: commands, presets, tried changes, and suggestions.

use crate::palette::hit::{Hit, MANY};
use crate::player::{AtPlayhead, Direction};
use crate::shell::keyboard::commands::{COMMANDS, Command};
use crate::shell::menu;
use crate::shell::menu::items::{MenuAction, MenuLine};
use crate::shell::state::AppState;
use crate::shell::words::{attribute, t, tm, tn};
use draw::icons;

/// Applicable commands, each with alternative words. The palette itself is open.
pub(super) fn commands(state: &AppState) -> impl Iterator<Item = (MenuLine, String)> {
    COMMANDS
        .iter()
        .map(|row| row.command)
        .filter(|command| !matches!(command, Command::Palette | Command::Tenth(_)))
        .filter(|command| command.applies(state))
        .filter_map(|command| {
            let also = command.also().map(t).unwrap_or_default();
            Some((menu::items::of_command(command)?, also))
        })
}

/// Changes that were tried for this run.
pub(super) fn changes(state: &AppState, here: Option<AtPlayhead<'_>>) -> Vec<MenuLine> {
    let trials = here.zip(state.trials.as_ref());
    trials.map_or_else(Vec::new, |(here, trials)| menu::items::changes(here, trials))
}

/// Allowed operations on upgrades at the playhead, each with alternative words.
pub(super) fn operations(here: Option<AtPlayhead<'_>>) -> impl Iterator<Item = (MenuLine, String)> {
    let lines = here.map_or_else(Vec::new, menu::items::operations).into_iter();
    lines.map(|line| {
        let also = line.note.clone();
        (line, also)
    })
}

pub(super) fn presets() -> impl Iterator<Item = (MenuLine, String)> {
    scenario::presets().iter().map(|preset| (line_of(preset), attribute(&preset.title(), "about")))
}

fn line_of(preset: &scenario::Preset) -> MenuLine {
    MenuLine {
        icon: icons::BOOK,
        text: tm(&preset.title()),
        note: tn("ui-preset-size", &[("nodes", preset.nodes.into()), ("pods", preset.pods.into())]),
        key: "",
        action: MenuAction::Preset(preset.name),
    }
}

/// Suggestions before anything is typed: next steps of a run, or ways to open a scenario.
pub(super) fn suggested(state: &AppState, here: Option<AtPlayhead<'_>>) -> Vec<Hit> {
    const STEPS: [Command; 9] = [
        Command::PlayPause,
        Command::Event(Direction::On),
        Command::Moment(Direction::On),
        Command::FitSelection,
        Command::Filter,
        Command::Presets,
        Command::Import,
        Command::Print,
        Command::Help,
    ];
    const WAYS_IN: [Command; 3] = [Command::Import, Command::Theme, Command::Help];
    let mut found: Vec<MenuLine> = Vec::new();
    let commands = if let Some(here) = here {
        if let Some(subject) = state.selected {
            let about = menu::items::about(here, subject);
            found
                .extend(about.into_iter().filter(|line| matches!(line.action, MenuAction::Why(_))));
        }
        &STEPS[..]
    } else {
        found.extend(presets().map(|(line, _)| line).take(MANY));
        &WAYS_IN[..]
    };
    let applies = commands.iter().filter(|command| command.applies(state));
    found.extend(applies.filter_map(|command| menu::items::of_command(*command)));
    let hits = found.into_iter();
    hits.map(|line| Hit { line, marks: Vec::new() }).collect()
}

/// The text for no matches.
pub fn nothing(text: &str) -> String {
    match text.trim_start().chars().next() {
        Some(':') => t("ui-palette-no-time"),
        _ => t("ui-palette-nothing"),
    }
}
