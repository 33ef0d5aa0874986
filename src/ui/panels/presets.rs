//! The list of presets, in a dialog and on the empty page.

use crate::scenario;
use crate::ui::action::Action;
use crate::ui::parts::Modal;
use crate::ui::store::{use_select, use_store};
use crate::ui::words::{t, tn};
use yew::prelude::*;

#[component]
pub fn PresetList() -> Html {
    let store = use_store();
    let current = use_select(|state| state.draft.as_ref().and_then(|draft| draft.preset));
    html! {
        <ul class="preset-list">
            { for scenario::presets().iter().map(|preset| {
                let name = preset.name;
                let onclick = store.on(move |_: MouseEvent| Action::Preset(name));
                let size = tn("ui-preset-size", &[
                    ("pools", preset.pools.into()),
                    ("nodes", preset.nodes.into()),
                    ("pods", preset.pods.into()),
                ]);
                html! {
                    <li>
                        <button type="button" data-preset={name} aria-current={(current == Some(name)).then_some("true")} {onclick}>
                            <b>{ preset.title }</b>
                            <small>{ size }</small>
                        </button>
                    </li>
                }
            }) }
        </ul>
    }
}

#[component]
pub fn PresetDialog() -> Html {
    let store = use_store();
    html! {
        <Modal title={t("ui-presets")} close={t("ui-close")} class="presets-dialog" onclose={store.on(|()| Action::Dialog(None))}>
            <p class="lead">{ t("ui-presets-lead") }</p>
            <PresetList />
        </Modal>
    }
}
