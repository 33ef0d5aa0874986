//! The list of presets on the empty page, in groups.

use crate::shell::state::{Action, Dialog, Store};
use crate::shell::widgets::icon;
use crate::shell::words::{attribute, t, tm, tn};
use draw::icons;
use scenario::{PRESET_GROUPS, Preset};
use yew::prelude::*;

pub fn preset_list(store: &Store) -> Html {
    let search = store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Presets)));
    html! {
        <>
            <button type="button" class="btn line" aria-haspopup="dialog" onclick={search}>
                { icon(icons::SEARCH, "i14") }{ t("ui-presets-search") }
            </button>
            <div class="preset-list">
                { for PRESET_GROUPS.into_iter().map(|group| html! {
                    <section>
                        <h3>{ t(group) }</h3>
                        <ul>
                            { for scenario::presets().iter().filter(|preset| preset.group == group).map(|preset| item(store, preset)) }
                        </ul>
                    </section>
                }) }
            </div>
        </>
    }
}

fn item(store: &Store, preset: &Preset) -> Html {
    let (name, title) = (preset.name, preset.title());
    let about = attribute(&title, "about");
    html! {
        <li>
            <button type="button" data-preset={name} onclick={store.on(move |_: MouseEvent| Action::Preset(name))}>
                <b>{ tm(&title) }</b>
                <span title={about.clone()}>{ about }</span>
                <small>{ size(preset) }</small>
            </button>
        </li>
    }
}

pub fn size(preset: &Preset) -> String {
    tn("ui-preset-size", &[("nodes", preset.nodes.into()), ("pods", preset.pods.into())])
}
