//! The bar: name, undo, presets, import, share, theme, help.

use super::action::Action;
use super::browser::{ctrl, dark, other_theme};
use super::choices::Dialog;
use super::commands::Command;
use super::route::Route;
use super::store::{use_select, use_store};
use super::summary::Brief;
use super::undo_buttons::Turns;
use super::widgets::{icon, icon_button, logo};
use super::words::{t, tn};
use crate::player::context::use_player;
use draw::icons;
use scenario::edit::Edit;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[component]
pub fn Bar() -> Html {
    let store = use_store();
    let player = use_player();
    let (name, preset, theme, setup, opened, compared, (route, left)) = use_select(|state| {
        let draft = state
            .draft
            .as_ref()
            .filter(|_| state.route == Route::Simulator);
        (
            draft.map(|draft| draft.name().to_owned()),
            draft.and_then(|draft| draft.origin.preset),
            state.theme,
            state.setup_shown,
            state.opened > 0 && state.route == Route::Simulator,
            state.run.is_some().then_some(state.compare.is_some()),
            (state.route, state.left.clone()),
        )
    });
    let rename = store.on(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Action::Edit(Edit::Set("/name".to_owned(), input.value().as_str().into()))
    });
    let presets = match preset.and_then(title) {
        Some(title) => tn("ui-preset-is", &[("title", title.into())]),
        None => t("ui-presets"),
    };
    // With a scenario open, a phone has these in the setup's sheet.
    let desk = if name.is_some() { "desk" } else { "" };
    let command = |command: Command| {
        let player = player.clone();
        Callback::from(move |_: MouseEvent| player.command(command))
    };
    let (share, compare) = (command(Command::Share), command(Command::Compare));
    let there = name.is_some();
    let dialog = |dialog: Dialog| store.on(move |_: MouseEvent| Action::Dialog(Some(dialog)));
    let checks = route != Route::Simulator;
    let is_dark = dark(theme);
    let other = other_theme(theme);
    let theme_name = t(if is_dark {
        "ui-theme-light"
    } else {
        "ui-theme-dark"
    });
    html! {
        <header class="bar">
            <span class="logo" role="img" aria-label={t("ui-nodetide")}>
                { logo() }
                <span class="wide">{ t("ui-nodetide") }</span>
            </span>
            { pages(checks, &left) }
            if let Some(name) = &name {
                <h1 class="vh">{ if name.is_empty() { t("ui-nodetide") } else { name.clone() } }</h1>
            }
            if let Some(name) = name {
                <span class="sep wide" />
                if compared != Some(true) {
                    { icon_button(icons::PANEL, t("ui-setup"), "setup-button", Some(setup), store.on(move |_: MouseEvent| Action::ShowSetup(!setup))) }
                }
                <span class="scn">
                    <input
                        class="scenario-name"
                        aria-label={t("ui-scenario-name")}
                        autocomplete="off"
                        spellcheck="false"
                        value={name.clone()}
                        title={name.clone()}
                        placeholder={t("ui-unnamed")}
                        size={(name.chars().count().clamp(8, 44) + 1).to_string()}
                        onchange={rename}
                    />
                    { icon(icons::EDIT, "i12") }
                    <Brief />
                </span>
            }
            if opened {
                <Turns class={desk} />
            }
            <span class="grow" />
            if !checks {
            <button type="button" class={classes!("btn", "line", "presets", desk)} aria-haspopup="dialog" aria-label={presets.clone()} title={presets.clone()}
                onclick={dialog(Dialog::Presets)}>
                { icon(icons::BOOK, "i14") }
                <span class="words">{ presets }</span>
                { icon(icons::CHEVRON_DOWN, "i12") }
            </button>
            if let Some(compared) = compared {
                <button type="button" class={classes!("btn", "compare", desk)} aria-pressed={compared.to_string()} aria-label={t("ui-compare")} onclick={compare}>
                    { icon(icons::COMPARE, "i14") }
                    <span class="words">{ t("ui-compare") }</span>
                </button>
            }
            <button type="button" class={classes!("btn", "import", desk)} aria-haspopup="dialog" aria-label={t("ui-import")}
                onclick={dialog(Dialog::Import)}>
                { icon(icons::IMPORT, "i14") }
                <span class="words">{ t("ui-import") }</span>
            </button>
            <button type="button" class="btn find" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" title={t("key-palette")}
                onclick={dialog(Dialog::Palette)}>
                { icon(icons::SEARCH, "i14") }
                <span class="vh">{ t("key-palette") }</span>
                <kbd class="words" aria-hidden="true">{ ctrl() }{ " K" }</kbd>
            </button>
            }
            if there {
                <button type="button" class="btn pri share" aria-haspopup="dialog" aria-label={t("ui-share")} onclick={share}>
                    { icon(icons::SHARE, "i14") }
                    <span class="words">{ t("ui-share") }</span>
                </button>
            }
            if !checks {
                <span class="sep wide" />
            }
            { icon_button(if is_dark { icons::SUN } else { icons::MOON }, theme_name, desk, None, store.on(move |_: MouseEvent| Action::Theme(other))) }
            if !checks {
                { icon_button(icons::HELP, t("ui-help"), desk, None, dialog(Dialog::Help)) }
            }
        </header>
    }
}

/// The two pages; the other one is a link to where it was left.
fn pages(checks: bool, left: &str) -> Html {
    let href = match (checks, left) {
        (false, "") => "#/window".to_owned(),
        _ => format!("#{left}"),
    };
    let page = |key: &str, d: &'static str, here: bool| {
        let words = html! { <>{ icon(d, "i14") }<span>{ t(key) }</span></> };
        match here {
            true => html! { <span aria-current="page">{ words }</span> },
            false => html! { <a href={href.clone()} aria-label={t(key)}>{ words }</a> },
        }
    };
    html! {
        <nav class={classes!("pages", checks.then_some("both"))} aria-label={t("ui-pages")}>
            { page("ui-page-upgrade", icons::NEXT_PHASE, !checks) }
            { page("ui-page-checker", icons::CALENDAR, checks) }
        </nav>
    }
}

/// The title of a preset.
pub fn title(name: &'static str) -> Option<&'static str> {
    scenario::preset(name).map(|preset| preset.title)
}
