//! The list of presets, in a dialog and on the empty page.

use crate::shell::state::action::Action;
use crate::shell::state::store::Store;
use crate::shell::words::{attribute, t, tm, tn};
use yew::prelude::*;

pub fn preset_list(store: &Store, current: Option<&'static str>) -> Html {
    html! {
        <ul class="preset-list">
            { for scenario::presets().iter().map(|preset| {
                let (name, title) = (preset.name, preset.title());
                let about = attribute(&title, "about");
                let onclick = store.on(move |_: MouseEvent| Action::Preset(name));
                let size = tn("ui-preset-size", &[("nodes", preset.nodes.into()), ("pods", preset.pods.into())]);
                html! {
                    <li>
                        <button type="button" data-preset={name} aria-current={(current == Some(name)).then_some("true")} {onclick}>
                            <b>{ tm(&title) }</b>
                            <span title={about.clone()}>{ about }</span>
                            <small>{ size }</small>
                        </button>
                    </li>
                }
            }) }
        </ul>
    }
}

/// The content of the presets dialog.
pub fn presets(store: &Store, current: Option<&'static str>) -> Html {
    html! {
        <>
            <p class="lead">{ t("ui-presets-lead") }</p>
            { preset_list(store, current) }
        </>
    }
}
