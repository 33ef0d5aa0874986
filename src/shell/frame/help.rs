//! The help dialog: keys, and what the page is.

use super::language_choice::choose_language;
use crate::log_reader::view::reasons;
use crate::shell::keyboard::commands::{COMMANDS, ShortcutGroup};
use crate::shell::state::{Action, Store};
use crate::shell::web::browser::ctrl;
use crate::shell::words::t;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// A key as written on a keyboard.
pub fn key_name(key: &str) -> String {
    if let Some(key) = key.strip_prefix("Shift+") {
        return format!("{} {}", t("key-shift"), key_name(key));
    }
    if let Some(key) = key.strip_prefix("Ctrl+") {
        return format!("{} {}", ctrl(), key_name(key));
    }
    match key {
        " " => t("key-space"),
        "ArrowRight" => "→".to_owned(),
        "ArrowLeft" => "←".to_owned(),
        "ArrowUp" => "↑".to_owned(),
        "ArrowDown" => "↓".to_owned(),
        "Enter" => "↵".to_owned(),
        "Escape" => "Esc".to_owned(),
        "ContextMenu" => "☰".to_owned(),
        "PageUp" => t("key-page-up"),
        "PageDown" => t("key-page-down"),
        "0-9" => "0–9".to_owned(),
        key if key.chars().count() == 1 => key.to_ascii_uppercase(),
        key => key.to_owned(),
    }
}

/// Keys and pointer gestures of single regions.
const PLACES: [(&[&str], &str); 7] = [
    (&["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], "key-between"),
    (&["ArrowDown", "ArrowUp"], "key-into"),
    (&["+", "-"], "key-stage-zoom"),
    (
        &["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        "key-stage-move",
    ),
    (&["Enter"], "key-ask-here"),
    (&["ContextMenu", "Shift+F10"], "key-menu"),
    (&["Escape"], "key-leave"),
];
const POINTERS: [(&[&str], &str); 4] = [
    (&["key-wheel"], "key-pointer-zoom"),
    (&["key-shift", "key-wheel"], "key-pointer-pan"),
    (&["key-drag"], "key-pointer-range"),
    (&["key-double"], "key-pointer-fit"),
];

fn keys(names: impl Iterator<Item = String>, words: &str) -> Html {
    html! {
        <div>
            <dt>{ for names.map(|name| html! { <kbd>{ name }</kbd> }) }</dt>
            <dd>{ t(words) }</dd>
        </div>
    }
}

/// The content of the help dialog.
pub fn help(store: &Store, single: bool) -> Html {
    let toggle = store.on(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Action::SingleKeys(input.checked())
    });
    let group = |group: ShortcutGroup| {
        let rows = COMMANDS.iter().filter(move |row| row.group == group);
        let rows = rows.filter(|row| !row.keys.is_empty());
        html! {
            <section>
                <h3>{ t(group.key()) }</h3>
                <dl class="keys">
                    { for rows.map(|row| keys(row.keys.iter().map(|key| key_name(key)), row.words)) }
                </dl>
            </section>
        }
    };
    html! {
        <>
            <ul class="help-read">
                { for ["ui-help-stage", "ui-help-timeline", "ui-help-why", "ui-help-change"].map(|key| html! { <li>{ t(key) }</li> }) }
            </ul>
            <p class="lead">{ t("ui-help-lead") }</p>
            <label class="check">
                <input type="checkbox" data-first="true" checked={single} onchange={toggle} />
                { t("ui-single-keys") }
            </label>
            { choose_language() }
            <div class="key-groups">
                { for ShortcutGroup::ALL.into_iter().map(group) }
                <section>
                    <h3>{ t("ui-keys-places") }</h3>
                    <dl class="keys">
                        { for PLACES.into_iter().map(|(names, words)| keys(names.iter().map(|key| key_name(key)), words)) }
                        { for POINTERS.into_iter().map(|(names, words)| keys(names.iter().map(|key| t(key)), words)) }
                    </dl>
                </section>
            </div>
            { reasons() }
            <p class="quiet">{ t("ui-keys-still") }</p>
            <p class="quiet">{ t("ui-independent") }</p>
        </>
    }
}
