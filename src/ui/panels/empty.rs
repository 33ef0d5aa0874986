//! Nothing is open yet: two ways in.

use super::presets::preset_list;
use crate::draw::icons;
use crate::ui::action::Action;
use crate::ui::parts::icon;
use crate::ui::state::Dialog;
use crate::ui::store::Store;
use crate::ui::words::t;
use yew::prelude::*;

pub fn empty(store: &Store) -> Html {
    let import = store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Import)));
    html! {
        <main class="empty" id="main">
            <h1>{ t("ui-empty-title") }</h1>
            <p class="lead">{ t("ui-empty-lead") }</p>
            <div class="cards">
                <section class="card">
                    <h2>{ icon(icons::BOOK, "") }{ t("ui-empty-preset") }</h2>
                    <p>{ t("ui-presets-lead") }</p>
                    { preset_list(store, None) }
                </section>
                <section class="card">
                    <h2>{ icon(icons::IMPORT, "") }{ t("ui-empty-import") }</h2>
                    <p>{ t("ui-import-lead") }</p>
                    <pre class="cmd"><code>{ t("ui-import-command") }</code></pre>
                    <button type="button" class="btn pri" aria-haspopup="dialog" onclick={import}>{ t("ui-import-open") }</button>
                    <p class="quiet">{ t("ui-stays-here") }</p>
                </section>
            </div>
            <p class="quiet">{ t("ui-independent") }</p>
        </main>
    }
}

/// What the last visit left, or the address names, is about to be there.
pub fn coming() -> Html {
    html! {
        <main class="empty" id="main" tabindex="-1" aria-busy="true">
            <p class="lead">{ t("ui-coming") }</p>
        </main>
    }
}
