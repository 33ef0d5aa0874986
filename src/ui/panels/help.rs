//! Keys, and what the page is.

use crate::ui::action::Action;
use crate::ui::commands::SHORTCUTS;
use crate::ui::store::Store;
use crate::ui::words::t;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How a key is written on a keyboard.
fn key_name(key: &str) -> String {
    match key {
        " " => t("key-space"),
        "ArrowRight" => "→".to_owned(),
        "ArrowLeft" => "←".to_owned(),
        "Shift+ArrowRight" => format!("{} →", t("key-shift")),
        "Shift+ArrowLeft" => format!("{} ←", t("key-shift")),
        "Shift+f" => format!("{} F", t("key-shift")),
        "Ctrl+z" => format!("{} Z", t("key-ctrl")),
        "Ctrl+Shift+z" => format!("{} {} Z", t("key-ctrl"), t("key-shift")),
        "Ctrl+y" => format!("{} Y", t("key-ctrl")),
        "PageUp" => t("key-page-up"),
        "PageDown" => t("key-page-down"),
        "0-9" => "0–9".to_owned(),
        key if key.chars().count() == 1 => key.to_uppercase(),
        key => key.to_owned(),
    }
}

/// What the help dialog holds.
pub fn help(store: &Store, single: bool) -> Html {
    let toggle = store.on(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Action::SingleKeys(input.checked())
    });
    html! {
        <>
            <p class="lead">{ t("ui-help-lead") }</p>
            <label class="check">
                <input type="checkbox" checked={single} onchange={toggle} />
                { t("ui-single-keys") }
            </label>
            <dl class="keys">
                { for SHORTCUTS.iter().map(|row| html! {
                    <div>
                        <dt>{ for row.keys.iter().map(|key| html! { <kbd>{ key_name(key) }</kbd> }) }</dt>
                        <dd>{ t(row.words) }</dd>
                    </div>
                }) }
            </dl>
            <p class="quiet">{ t("ui-model-lead") }</p>
            <p class="quiet">{ t("ui-independent") }</p>
        </>
    }
}
