//! The page without a scenario: ways to open or to build one.

use super::preset_list::preset_list;
use crate::shell::address::route::Route;
use crate::shell::state::{Action, Dialog, Store};
use crate::shell::web::browser::{ctrl, fragment, setup_is_beside, today};
use crate::shell::web::files;
use crate::shell::widgets::icon;
use crate::shell::words::t;
use draw::icons;
use yew::prelude::*;

/// Commands and manifests that can be pasted.
const EXAMPLE: &str = include_str!("example.txt");

pub fn empty(store: &Store) -> Html {
    let paste = store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Import)));
    let build =
        store.on(|_: MouseEvent| Action::Build { start: today(), beside: setup_is_beside() });
    let example = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| {
            store.send(Action::Dialog(Some(Dialog::Import)));
            let then = store.clone();
            store.when_loaded(move || files::type_soon(&then, EXAMPLE));
        })
    };
    let chosen = {
        let store = store.clone();
        Callback::from(move |event: Event| files::chosen(&event, &store))
    };
    html! {
        <main class="empty" id="main">
            <h1>{ t("ui-empty-title") }</h1>
            <p class="lead">{ t("ui-empty-lead") }</p>
            <div class="cards">
                <section class="card">
                    <h2>{ icon(icons::COPY, "") }{ t("ui-empty-paste") }</h2>
                    <p>{ t("ui-import-lead") }</p>
                    <pre class="cmd"><code>{ t("ui-import-command") }</code></pre>
                    <button type="button" class="btn pri" aria-haspopup="dialog" onclick={paste}>{ t("ui-empty-paste-open") }</button>
                </section>
                <section class="card">
                    <h2>{ icon(icons::IMPORT, "") }{ t("ui-empty-import") }</h2>
                    <p>{ t("ui-empty-files") }</p>
                    <div class="drop here">{ icon(icons::FILE, "") }<b>{ t("ui-empty-drop") }</b></div>
                    <p class="quiet stays">{ icon(icons::LOCK, "i14") }{ t("ui-stays-here") }</p>
                    <span class="choose">
                        <input id="first-files" class="vh" type="file" multiple=true onchange={chosen} />
                        <label class="btn line" for="first-files">{ t("ui-import-choose") }</label>
                    </span>
                </section>
                <section class="card">
                    <h2>{ icon(icons::PLUS, "") }{ t("ui-empty-build") }</h2>
                    <p>{ t("ui-empty-build-lead") }</p>
                    <span class="choose">
                        <button type="button" class="btn line" id="build" onclick={build}>{ t("ui-empty-build-open") }</button>
                        <button type="button" class="btn line" aria-haspopup="dialog" onclick={example}>{ t("ui-empty-build-paste") }</button>
                    </span>
                    <pre class="cmd"><code>{ EXAMPLE }</code></pre>
                </section>
                <section class="card">
                    <h2>{ icon(icons::BOOK, "") }{ t("ui-empty-preset") }</h2>
                    <p>{ t("ui-presets-lead") }</p>
                    { preset_list(store) }
                </section>
            </div>
            <p class="foot">
                <span class="desk-only"><kbd>{ ctrl() }{ " K" }</kbd>{ t("ui-empty-keys") }</span>
                <span>{ t("ui-independent") }</span>
            </p>
        </main>
    }
}

/// Another page is being loaded.
pub fn other_coming() -> Html {
    let (title, lead) = match Route::named(&fragment()) {
        Route::Log => ("ui-log-title", "ui-log-lead"),
        _ => ("ui-checker-title", "ui-checker-lead"),
    };
    html! {
        <main class="checker" id="main" tabindex="-1" aria-busy="true">
            <header class="ask-what">
                <h1>{ t(title) }</h1>
                <p>{ t(lead) }</p>
            </header>
        </main>
    }
}

/// The saved or linked scenario is being opened.
pub fn coming() -> Html {
    html! {
        <main class="empty" id="main" tabindex="-1" aria-busy="true">
            <p class="lead">{ t("ui-coming") }</p>
        </main>
    }
}
