//! All commands of the page: one table for the keyboard, the help page, the palette and the
//! menus.

use crate::compare;
use crate::player::Direction;
use crate::shell::address::route::Route;
use crate::shell::state::{AppState, Center, Tab};
use draw::icons;
use trace::Subject;

/// A command of a key, a palette line or a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    PlayPause,
    Event(Direction),
    Phase(Direction),
    Moment(Direction),
    /// One simulated second.
    Tick(Direction),
    Start,
    End,
    /// To a tenth of the run.
    Tenth(u8),
    Faster,
    Slower,
    Loop,
    /// Sets the start or end of the loop to the playhead.
    Mark(Direction),
    /// Zooms to the selection.
    FitSelection,
    FitAll,
    /// Keeps the selected Pod's replacements selected.
    Follow,
    /// Zooms at the playhead.
    Zoom(Direction),
    /// Moves the viewport.
    Pan(Direction),
    TrueScale,
    Why,
    /// Opens the operations and faults at the playhead.
    Branch,
    Show(Tab),
    Filter,
    /// Shows a view instead of the stage, or closes it.
    View(Center),
    Share,
    /// Highlights the pointer in a presentation, or no longer.
    Point,
    Undo,
    Redo,
    /// Lists the changes since the scenario was opened.
    Changes,
    Palette,
    Presets,
    Import,
    Setup,
    /// Shows the scenario as text in place of the setup's forms, or the forms again.
    Text,
    Theme,
    Print,
    SingleKeys,
    /// Another page of the tool.
    Page(Route),
    Help,
}

base::enum_table! {
    /// Groups of the help page.
    pub enum ShortcutGroup, key {
        Play = "ui-keys-play",
        Move = "ui-keys-move",
        Zoom = "ui-keys-zoom",
        Ask = "ui-keys-ask",
        Page = "ui-keys-page",
    }
}

/// A row of the table: keys as in `KeyboardEvent.key`, with `Shift+` or `Ctrl+` before them if needed.
pub struct Shortcut {
    pub keys: &'static [&'static str],
    pub command: Command,
    /// The key of its words.
    pub words: &'static str,
    pub group: ShortcutGroup,
    pub icon: &'static str,
}

const fn row(
    keys: &'static [&'static str],
    command: Command,
    words: &'static str,
    group: ShortcutGroup,
    icon: &'static str,
) -> Shortcut {
    Shortcut { keys, command, words, group, icon }
}

/// Presenter remotes send PageUp, PageDown and `.`.
#[rustfmt::skip]
pub const COMMANDS: [Shortcut; 50] = [
    row(&[" ", "k"], Command::PlayPause, "key-play", ShortcutGroup::Play, icons::PLAY),
    row(&[">"], Command::Faster, "key-faster", ShortcutGroup::Play, icons::NEXT_PHASE),
    row(&["<"], Command::Slower, "key-slower", ShortcutGroup::Play, icons::PREV_PHASE),
    row(&["l"], Command::Loop, "key-loop", ShortcutGroup::Play, icons::LOOP),
    row(&["i"], Command::Mark(Direction::Back), "key-mark-from", ShortcutGroup::Play, icons::FLAG),
    row(&["o"], Command::Mark(Direction::On), "key-mark-to", ShortcutGroup::Play, icons::FLAG),
    row(&["ArrowRight"], Command::Event(Direction::On), "key-next-event", ShortcutGroup::Move, icons::NEXT_EVENT),
    row(&["ArrowLeft"], Command::Event(Direction::Back), "key-previous-event", ShortcutGroup::Move, icons::PREV_EVENT),
    row(&["Shift+ArrowRight"], Command::Phase(Direction::On), "key-next-phase", ShortcutGroup::Move, icons::NEXT_PHASE),
    row(&["Shift+ArrowLeft"], Command::Phase(Direction::Back), "key-previous-phase", ShortcutGroup::Move, icons::PREV_PHASE),
    row(&["]", "PageDown"], Command::Moment(Direction::On), "key-next-moment", ShortcutGroup::Move, icons::NEXT_EVENT),
    row(&["[", "PageUp"], Command::Moment(Direction::Back), "key-previous-moment", ShortcutGroup::Move, icons::PREV_EVENT),
    row(&["."], Command::Tick(Direction::On), "key-tick", ShortcutGroup::Move, icons::CLOCK),
    row(&[","], Command::Tick(Direction::Back), "key-tick-back", ShortcutGroup::Move, icons::CLOCK),
    row(&["Home"], Command::Start, "key-start", ShortcutGroup::Zoom, icons::PREV_EVENT),
    row(&["End"], Command::End, "key-end", ShortcutGroup::Zoom, icons::NEXT_EVENT),
    row(&["0-9"], Command::Tenth(0), "key-tenth", ShortcutGroup::Zoom, icons::CLOCK),
    row(&["f"], Command::FitSelection, "key-fit", ShortcutGroup::Zoom, icons::SEARCH),
    row(&["Shift+f"], Command::FitAll, "key-fit-all", ShortcutGroup::Zoom, icons::SEARCH),
    row(&["+"], Command::Zoom(Direction::On), "key-zoom-in", ShortcutGroup::Zoom, icons::PLUS),
    row(&["-"], Command::Zoom(Direction::Back), "key-zoom-out", ShortcutGroup::Zoom, icons::MINUS),
    row(&["Shift+PageDown"], Command::Pan(Direction::On), "key-pan-on", ShortcutGroup::Zoom, icons::NEXT_PHASE),
    row(&["Shift+PageUp"], Command::Pan(Direction::Back), "key-pan-back", ShortcutGroup::Zoom, icons::PREV_PHASE),
    row(&[], Command::TrueScale, "ui-true-scale", ShortcutGroup::Zoom, icons::SLIDERS),
    row(&["c"], Command::View(Center::Compare), "ui-compare", ShortcutGroup::Ask, icons::COMPARE),
    row(&["w"], Command::Why, "key-why", ShortcutGroup::Ask, icons::HELP),
    row(&["v"], Command::Follow, "key-follow", ShortcutGroup::Ask, icons::LEAVE),
    row(&["b"], Command::Branch, "key-branch", ShortcutGroup::Ask, icons::BRANCH),
    row(&[], Command::Show(Tab::Findings), "ui-tab-findings", ShortcutGroup::Ask, icons::WARN),
    row(&[], Command::Show(Tab::Story), "ui-tab-story", ShortcutGroup::Ask, icons::BOOK),
    row(&["t"], Command::View(Center::Tables), "ui-tables", ShortcutGroup::Ask, icons::TABLE),
    row(&["m"], Command::View(Center::Calendar), "ui-calendar", ShortcutGroup::Ask, icons::CALENDAR),
    row(&["/"], Command::Filter, "key-filter", ShortcutGroup::Ask, icons::SEARCH),
    row(&["Ctrl+k"], Command::Palette, "key-palette", ShortcutGroup::Page, icons::SEARCH),
    row(&[], Command::Presets, "ui-presets", ShortcutGroup::Page, icons::BOOK),
    row(&[], Command::Import, "ui-import-title", ShortcutGroup::Page, icons::IMPORT),
    row(&[], Command::Setup, "key-setup", ShortcutGroup::Page, icons::PANEL),
    row(&["e"], Command::Text, "ui-open-as-text", ShortcutGroup::Page, icons::FILE),
    row(&["s"], Command::Share, "ui-share", ShortcutGroup::Page, icons::SHARE),
    row(&["p"], Command::View(Center::Presentation), "key-present", ShortcutGroup::Page, icons::SCREEN),
    row(&["h"], Command::Point, "key-point", ShortcutGroup::Page, icons::STARTING),
    row(&["Ctrl+z"], Command::Undo, "key-undo", ShortcutGroup::Page, icons::UNDO),
    row(&["Ctrl+Shift+z", "Ctrl+y"], Command::Redo, "key-redo", ShortcutGroup::Page, icons::REDO),
    row(&[], Command::Changes, "ui-changes", ShortcutGroup::Page, icons::UNDO),
    row(&[], Command::Theme, "key-theme", ShortcutGroup::Page, icons::MOON),
    row(&[], Command::Print, "key-print", ShortcutGroup::Page, icons::FILE),
    row(&[], Command::SingleKeys, "key-single-keys", ShortcutGroup::Page, icons::SLIDERS),
    row(&[], Command::Page(Route::Checker), "ui-page-checker", ShortcutGroup::Page, icons::CHECK),
    row(&[], Command::Page(Route::Log), "ui-page-log", ShortcutGroup::Page, icons::FILE),
    row(&["?"], Command::Help, "ui-help", ShortcutGroup::Page, icons::HELP),
];

impl Command {
    /// Does the command apply to the state?
    pub fn applies(self, state: &AppState) -> bool {
        match self {
            Self::PlayPause
            | Self::Event(_)
            | Self::Phase(_)
            | Self::Moment(_)
            | Self::Tick(_)
            | Self::Start
            | Self::End
            | Self::Tenth(_)
            | Self::Faster
            | Self::Slower
            | Self::Loop
            | Self::Mark(_)
            | Self::FitAll
            | Self::Zoom(_)
            | Self::Pan(_)
            | Self::Print => state.run.is_some(),
            Self::View(view) => {
                let center = state.center();
                state.run.is_some() && (center == view || !center.is_full())
            }
            Self::Point => state.presents(),
            Self::Why | Self::Branch | Self::Show(_) | Self::Filter => {
                state.run.is_some() && !state.center().is_full()
            }
            Self::FitSelection => {
                state.run.is_some() && (state.selected.is_some() || state.looping)
            }
            Self::Follow => state.run.is_some() && matches!(state.selected, Some(Subject::Pod(_))),
            Self::TrueScale => {
                let run = state.run.as_ref();
                run.is_some_and(|run| !run.lanes.quiet.is_empty())
            }
            Self::Setup | Self::Text => state.draft.is_some() && !state.center().is_full(),
            Self::Share => state.draft.is_some(),
            Self::Undo => compare::undo::last(state).is_some(),
            Self::Redo => compare::undo::next(state).is_some(),
            Self::Changes => state.history.changes() > 0,
            Self::Palette
            | Self::Presets
            | Self::Import
            | Self::Theme
            | Self::Page(_)
            | Self::SingleKeys
            | Self::Help => true,
        }
    }

    /// The key of alternative words for the search.
    pub fn also(self) -> Option<&'static str> {
        match self {
            Self::Import => Some("ui-also-import"),
            Self::Share => Some("ui-also-share"),
            Self::View(Center::Presentation) => Some("ui-also-present"),
            Self::Show(Tab::Findings) => Some("ui-also-findings"),
            Self::Why => Some("ui-also-why"),
            Self::View(Center::Compare) => Some("ui-also-compare"),
            Self::Branch => Some("ui-also-branch"),
            Self::Setup => Some("ui-also-setup"),
            Self::Text => Some("ui-also-text"),
            Self::Changes => Some("ui-also-changes"),
            Self::Help => Some("ui-also-help"),
            _ => None,
        }
    }

    /// Its row of the table.
    pub fn row(self) -> Option<&'static Shortcut> {
        COMMANDS.iter().find(|row| row.command == self)
    }
}

/// The command of a key pressed with Ctrl or Cmd. These can't be switched off.
pub fn chord(key: &str, shift: bool) -> Option<Command> {
    let shift = if shift { "Shift+" } else { "" };
    let chord = format!("Ctrl+{shift}{}", key.to_ascii_lowercase());
    let row = COMMANDS.iter().find(|row| row.keys.contains(&chord.as_str()));
    row.map(|row| row.command)
}

/// The command of a key. `single`: are single-character keys enabled?
pub fn command(key: &str, shift: bool, single: bool) -> Option<Command> {
    if key.chars().count() == 1 && key != " " && !single {
        return None;
    }
    if let Some(tenth) = key.parse::<u8>().ok().filter(|_| key.len() == 1) {
        return Some(Command::Tenth(tenth));
    }
    let lower = key.to_ascii_lowercase();
    let key = if key.chars().count() == 1 { lower.as_str() } else { key };
    let shifted = format!("Shift+{key}");
    let find = |wanted: &str| {
        COMMANDS.iter().find(|row| row.keys.contains(&wanted)).map(|row| row.command)
    };
    // Characters such as `>` need Shift on most keyboards and are named as they are.
    let letter = key.len() > 1 || key.bytes().all(|byte| byte.is_ascii_alphabetic());
    if shift && letter { find(&shifted) } else { find(key) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_find_their_commands() {
        let single = |key: &str| command(key, false, true);
        assert_eq!(single(" "), Some(Command::PlayPause));
        assert_eq!(single("K"), Some(Command::PlayPause));
        assert_eq!(single("7"), Some(Command::Tenth(7)));
        assert_eq!(single("q"), None);
        assert_eq!(command("ArrowRight", true, true), Some(Command::Phase(Direction::On)));
        assert_eq!(command("F", true, true), Some(Command::FitAll));
        assert_eq!(command("f", false, true), Some(Command::FitSelection));
        assert_eq!(command(">", true, true), Some(Command::Faster));
        assert_eq!(command("PageDown", true, true), Some(Command::Pan(Direction::On)));
        assert_eq!(chord("K", false), Some(Command::Palette));
        assert_eq!(chord("f", false), None);
    }

    #[test]
    fn a_key_and_a_command_stand_in_the_table_once() {
        let mut keys: Vec<&str> = COMMANDS.iter().flat_map(|row| row.keys).copied().collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
        for row in &COMMANDS {
            let same = COMMANDS.iter().filter(|other| other.command == row.command);
            assert_eq!(same.count(), 1, "{}", row.words);
        }
    }

    #[test]
    fn without_a_scenario_the_page_offers_what_it_can_do() {
        let state = AppState::default();
        let offered: Vec<Command> = COMMANDS
            .iter()
            .map(|row| row.command)
            .filter(|command| command.applies(&state))
            .collect();
        assert_eq!(
            offered,
            [
                Command::Palette,
                Command::Presets,
                Command::Import,
                Command::Theme,
                Command::SingleKeys,
                Command::Page(Route::Checker),
                Command::Page(Route::Log),
                Command::Help
            ]
        );
    }

    #[test]
    fn chords_are_not_switched_off_with_single_keys() {
        assert_eq!(chord("z", false), Some(Command::Undo));
        assert_eq!(chord("Z", true), Some(Command::Redo));
        assert_eq!(chord("y", false), Some(Command::Redo));
        assert_eq!(chord("s", false), None);
        assert_eq!(command("z", false, true), None);
    }

    #[test]
    fn single_keys_can_be_switched_off() {
        assert_eq!(command("w", false, false), None);
        assert_eq!(command("7", false, false), None);
        assert_eq!(command("ArrowLeft", false, false), Some(Command::Event(Direction::Back)));
        assert_eq!(command(" ", false, false), Some(Command::PlayPause));
    }
}
