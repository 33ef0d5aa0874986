//! The bar: name, presets, import, theme, help.

use crate::draw::icons;
use crate::scenario;
use crate::ui::action::Action;
use crate::ui::deck::dark;
use crate::ui::edit::Edit;
use crate::ui::parts::{Icon, IconButton, Logo};
use crate::ui::state::{Dialog, ThemeChoice};
use crate::ui::store::{use_select, use_store};
use crate::ui::words::{t, tn};
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[component]
pub fn Bar() -> Html {
    let store = use_store();
    let name = use_select(|state| state.draft.as_ref().map(|draft| draft.name().to_owned()));
    let preset = use_select(|state| state.draft.as_ref().and_then(|draft| draft.preset));
    let theme = use_select(|state| state.theme);
    let setup = use_select(|state| state.setup_shown);
    let rename = store.on(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Action::Edit(Edit::Set("/name".to_owned(), input.value().as_str().into()))
    });
    let presets = match preset.and_then(title) {
        Some(title) => tn("ui-preset-is", &[("title", title.into())]),
        None => t("ui-presets"),
    };
    let name_there = name.is_some();
    let is_dark = dark(theme);
    let other = if is_dark {
        ThemeChoice::Light
    } else {
        ThemeChoice::Dark
    };
    let theme_name = t(if is_dark {
        "ui-theme-light"
    } else {
        "ui-theme-dark"
    });
    html! {
        <header class="bar">
            <a class="logo" href="./" aria-label={t("ui-home")}>
                <Logo />
                <span class="wide">{ t("ui-nodetide") }</span>
            </a>
            if let Some(name) = name {
                <span class="sep wide" />
                <IconButton d={icons::PANEL} name={t("ui-setup")} class="setup-button" pressed={Some(setup)}
                    onclick={store.on(move |_: MouseEvent| Action::ShowSetup(!setup))} />
                <span class="scn">
                    <input
                        class="scenario-name"
                        aria-label={t("ui-scenario-name")}
                        autocomplete="off"
                        spellcheck="false"
                        value={name.clone()}
                        placeholder={t("ui-unnamed")}
                        size={(name.chars().count().clamp(8, 44) + 1).to_string()}
                        onchange={rename}
                    />
                    <Icon d={icons::EDIT} class="i12" />
                </span>
            }
            <span class="grow" />
            <button type="button" class="btn line presets" aria-haspopup="dialog"
                onclick={store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Presets)))}>
                <Icon d={icons::BOOK} class="i14" />
                <span class="words">{ presets }</span>
                <Icon d={icons::CHEVRON_DOWN} class="i12" />
            </button>
            <button type="button" class={classes!("btn", "import", name_there.then_some("desk"))} aria-haspopup="dialog"
                onclick={store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Import)))}>
                <Icon d={icons::IMPORT} class="i14" />
                <span class="words">{ t("ui-import") }</span>
            </button>
            <span class="sep wide" />
            <IconButton d={if is_dark { icons::SUN } else { icons::MOON }} name={theme_name}
                onclick={store.on(move |_: MouseEvent| Action::Theme(other))} />
            <IconButton d={icons::HELP} name={t("ui-help")} class={classes!(name_there.then_some("desk"))}
                onclick={store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Help)))} />
        </header>
    }
}

/// The title of a preset.
pub fn title(name: &'static str) -> Option<&'static str> {
    scenario::presets()
        .iter()
        .find(|preset| preset.name == name)
        .map(|preset| preset.title)
}
