//! Keys and what they do: one table that the keyboard and the help page read.

/// What a key or a button of the transport asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    PlayPause,
    Event(Way),
    Phase(Way),
    Marker(Way),
    /// One simulated second.
    Tick(Way),
    Start,
    End,
    /// To so many tenths of the run.
    Tenth(u8),
    Faster,
    Slower,
    Loop,
    /// Zooms to what is selected.
    FitSelection,
    FitAll,
    Why,
    Filter,
    Share,
    Undo,
    Redo,
    Help,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Back,
    On,
}

/// A row of the table: keys as `KeyboardEvent.key` names them, with `Shift+` before them where it matters.
pub struct Shortcut {
    pub keys: &'static [&'static str],
    pub command: Command,
    /// Key of its words.
    pub words: &'static str,
}

const fn row(keys: &'static [&'static str], command: Command, words: &'static str) -> Shortcut {
    Shortcut {
        keys,
        command,
        words,
    }
}

/// PageUp, PageDown and `.` are what presenters' remotes send.
pub const SHORTCUTS: [Shortcut; 23] = [
    row(&[" ", "k"], Command::PlayPause, "key-play"),
    row(
        &["ArrowRight", "PageDown"],
        Command::Event(Way::On),
        "key-next-event",
    ),
    row(
        &["ArrowLeft", "PageUp"],
        Command::Event(Way::Back),
        "key-previous-event",
    ),
    row(
        &["Shift+ArrowRight"],
        Command::Phase(Way::On),
        "key-next-phase",
    ),
    row(
        &["Shift+ArrowLeft"],
        Command::Phase(Way::Back),
        "key-previous-phase",
    ),
    row(&["."], Command::Tick(Way::On), "key-tick"),
    row(&[","], Command::Tick(Way::Back), "key-tick-back"),
    row(&["]"], Command::Marker(Way::On), "key-next-marker"),
    row(&["["], Command::Marker(Way::Back), "key-previous-marker"),
    row(&["Home"], Command::Start, "key-start"),
    row(&["End"], Command::End, "key-end"),
    row(&["0-9"], Command::Tenth(0), "key-tenth"),
    row(&[">"], Command::Faster, "key-faster"),
    row(&["<"], Command::Slower, "key-slower"),
    row(&["l"], Command::Loop, "key-loop"),
    row(&["f"], Command::FitSelection, "key-fit"),
    row(&["Shift+f"], Command::FitAll, "key-fit-all"),
    row(&["w"], Command::Why, "key-why"),
    row(&["/"], Command::Filter, "key-filter"),
    row(&["s"], Command::Share, "key-share"),
    row(&["Ctrl+z"], Command::Undo, "key-undo"),
    row(&["Ctrl+Shift+z", "Ctrl+y"], Command::Redo, "key-redo"),
    row(&["?"], Command::Help, "key-help"),
];

/// The command of a key. `single`: may keys that are one character do something?
pub fn command(key: &str, shift: bool, single: bool) -> Option<Command> {
    if key.chars().count() == 1 && key != " " && !single {
        return None;
    }
    if let Some(tenth) = key.parse::<u8>().ok().filter(|_| key.len() == 1) {
        return Some(Command::Tenth(tenth));
    }
    let lower = key.to_lowercase();
    let key = if key.chars().count() == 1 {
        lower.as_str()
    } else {
        key
    };
    let shifted = format!("Shift+{key}");
    let find = |wanted: &str| {
        SHORTCUTS
            .iter()
            .find(|row| row.keys.contains(&wanted))
            .map(|row| row.command)
    };
    // Characters such as `>` need Shift on most keyboards and are named by themselves.
    let letter = key.len() > 1 || key.bytes().all(|byte| byte.is_ascii_alphabetic());
    if shift && letter {
        find(&shifted)
    } else {
        find(key)
    }
}

/// The command of a key that is pressed together with Ctrl, or with the command key of a Mac.
pub fn chord(key: &str, shift: bool) -> Option<Command> {
    let shift = if shift { "Shift+" } else { "" };
    let chord = format!("Ctrl+{shift}{}", key.to_lowercase());
    let row = SHORTCUTS
        .iter()
        .find(|row| row.keys.contains(&chord.as_str()));
    row.map(|row| row.command)
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
        assert_eq!(
            command("ArrowRight", true, true),
            Some(Command::Phase(Way::On))
        );
        assert_eq!(command("F", true, true), Some(Command::FitAll));
        assert_eq!(command("f", false, true), Some(Command::FitSelection));
        assert_eq!(command(">", true, true), Some(Command::Faster));
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
        assert_eq!(
            command("ArrowLeft", false, false),
            Some(Command::Event(Way::Back))
        );
        assert_eq!(command(" ", false, false), Some(Command::PlayPause));
    }
}
