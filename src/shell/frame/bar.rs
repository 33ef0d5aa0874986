//! The bar: name, undo, presets, import, share, theme, help.

use super::phone_summary::PhoneSummary;
use super::undo_buttons::UndoButtons;
use crate::player::{Player, use_player};
use crate::shell::address::route::{LeftPages, Route};
use crate::shell::keyboard::commands::Command;
use crate::shell::keyboard::perform::command;
use crate::shell::state::{
    Action, AppState, Center, Dialog, Store, ThemeChoice, use_select, use_store,
};
use crate::shell::web::browser::{ctrl, dark, fragment, other_theme};
use crate::shell::widgets::{icon, icon_button, logo, value_of};
use crate::shell::words::t;
use draw::icons;
use scenario::edit::Edit;
use yew::prelude::*;

/// The part of the state that the bar shows.
#[derive(Clone, PartialEq)]
struct BarState {
    /// The scenario's name, while the simulator is shown.
    name: Option<String>,
    theme: ThemeChoice,
    setup_shown: bool,
    opened: bool,
    /// With a run: is it being compared?
    compared: Option<bool>,
    route: Route,
    left: LeftPages,
}

impl BarState {
    fn of(state: &AppState) -> Self {
        let simulates = state.route == Route::Simulator;
        let draft = state.draft.as_ref().filter(|_| simulates);
        Self {
            name: draft.map(|draft| draft.name().to_owned()),
            theme: state.theme,
            setup_shown: state.setup_shown,
            opened: state.opened > 0 && simulates,
            compared: state.run.is_some().then_some(state.compare.is_some()),
            route: state.route,
            left: state.left.clone(),
        }
    }
}

#[component]
pub fn Bar() -> Html {
    let store = use_store();
    let player = use_player();
    let bar = use_select(BarState::of);
    // With a scenario open, these are in the setup's sheet on a phone.
    let desk = if bar.name.is_some() { "desk" } else { "" };
    let share = press(&store, &player, Command::Share);
    let there = bar.name.is_some();
    let checks = bar.route != Route::Simulator;
    let is_dark = dark(bar.theme);
    let other = other_theme(bar.theme);
    let theme_name = t(if is_dark { "ui-theme-light" } else { "ui-theme-dark" });
    html! {
        <header class="bar">
            <span class="logo" role="img" aria-label={t("ui-nodetide")}>
                { logo() }
                <span class="wide">{ t("ui-nodetide") }</span>
            </span>
            { pages(bar.route, &bar.left) }
            { for bar.name.as_ref().map(|name| scenario_name(&store, &bar, name)) }
            if bar.opened {
                <UndoButtons class={desk} />
            }
            <span class="grow" />
            if !checks {
                { simulator_buttons(&store, &player, &bar, desk) }
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
            if bar.compared == Some(false) {
                { icon_button(icons::SCREEN, t("key-present"), desk, None, press(&store, &player, Command::View(Center::Presentation))) }
            }
            { icon_button(if is_dark { icons::SUN } else { icons::MOON }, theme_name, desk, None, store.on(move |_: MouseEvent| Action::Theme(other))) }
            if !checks {
                { icon_button(icons::HELP, t("ui-help"), desk, None, open_dialog(&store, Dialog::Help)) }
            }
        </header>
    }
}

fn open_dialog(store: &Store, dialog: Dialog) -> Callback<MouseEvent> {
    store.on(move |_: MouseEvent| Action::Dialog(Some(dialog)))
}

/// A callback that performs a command. Here, as the first screen loads this module.
pub fn press(store: &Store, player: &Player, name: Command) -> Callback<MouseEvent> {
    let (store, player) = (store.clone(), player.clone());
    Callback::from(move |_: MouseEvent| command(&store, &player, name))
}

/// The scenario's name as an editable field.
fn scenario_name(store: &Store, bar: &BarState, name: &str) -> Html {
    let setup = bar.setup_shown;
    let show_setup = store.on(move |_: MouseEvent| Action::ShowSetup(!setup));
    let rename = store.on(|event: Event| {
        Action::Edit(Edit::Set("/name".to_owned(), value_of(&event).as_str().into()))
    });
    let title = if name.is_empty() { t("ui-nodetide") } else { name.to_owned() };
    html! {
        <>
            <h1 class="vh">{ title }</h1>
            <span class="sep wide" />
            if bar.compared != Some(true) {
                { icon_button(icons::PANEL, t("ui-setup"), "setup-button", Some(setup), show_setup) }
            }
            <span class="scn">
                <input
                    class="scenario-name"
                    aria-label={t("ui-scenario-name")}
                    autocomplete="off"
                    spellcheck="false"
                    value={name.to_owned()}
                    title={name.to_owned()}
                    placeholder={t("ui-unnamed")}
                    size={(name.chars().count().clamp(8, 44) + 1).to_string()}
                    onchange={rename}
                />
                { icon(icons::EDIT, "i12") }
                <PhoneSummary />
            </span>
        </>
    }
}

/// Presets, comparison, import and the palette.
fn simulator_buttons(store: &Store, player: &Player, bar: &BarState, desk: &'static str) -> Html {
    let compare = press(store, player, Command::View(Center::Compare));
    html! {
        <>
            <button type="button" class={classes!("btn", "line", "presets", desk)} aria-haspopup="dialog" aria-label={t("ui-presets")}
                onclick={open_dialog(store, Dialog::Presets)}>
                { icon(icons::BOOK, "i14") }
                <span class="words">{ t("ui-presets") }</span>
            </button>
            if let Some(compared) = bar.compared {
                <button type="button" class={classes!("btn", "compare", desk)} aria-pressed={compared.to_string()} aria-label={t("ui-compare")} onclick={compare}>
                    { icon(icons::COMPARE, "i14") }
                    <span class="words">{ t("ui-compare") }</span>
                </button>
            }
            <button type="button" class={classes!("btn", "import", desk)} aria-haspopup="dialog" aria-label={t("ui-import")}
                onclick={open_dialog(store, Dialog::Import)}>
                { icon(icons::IMPORT, "i14") }
                <span class="words">{ t("ui-import") }</span>
            </button>
            <button type="button" class="btn find" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" title={t("key-palette")}
                onclick={open_dialog(store, Dialog::Palette)}>
                { icon(icons::SEARCH, "i14") }
                <span class="vh">{ t("key-palette") }</span>
                <span class="under" aria-hidden="true">{ t("ui-find") }</span>
                <kbd class="words" aria-hidden="true">{ ctrl() }{ " K" }</kbd>
            </button>
        </>
    }
}

/// The pages; the others are links to their last addresses.
fn pages(route: Route, left: &LeftPages) -> Html {
    let route = if route == Route::Coming { Route::named(&fragment()) } else { route };
    let page = |key: &str, d: &'static str, page: Route| {
        let here = page == route;
        let href = format!("#{}", left.address(page));
        let words = html! { <>{ icon(d, "i14") }<span>{ t(key) }</span></> };
        match here {
            true => html! { <span aria-current="page">{ words }</span> },
            false => {
                html! { <a href={href.clone()} aria-label={t(key)} title={t(key)}>{ words }</a> }
            }
        }
    };
    html! {
        <nav class={classes!("pages", (route != Route::Simulator).then_some("both"))} aria-label={t("ui-pages")} title={t("ui-pages")}>
            { page("ui-page-upgrade", icons::NEXT_PHASE, Route::Simulator) }
            { page("ui-page-checker", icons::CHECK, Route::Checker) }
            { page("ui-page-log", icons::FILE, Route::Log) }
        </nav>
    }
}
