//! The import dialog: paste, drop or choose files; see what would be used before anything is replaced.

use super::notice::diagnostic;
use crate::draw::icons;
use crate::ui::action::Action;
use crate::ui::effect::copy;
use crate::ui::files;
use crate::ui::parts::icon;
use crate::ui::state::{Found, FoundFile, Import};
use crate::ui::store::Store;
use crate::ui::words::{t, tn};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// What prints the files that can be read: the objects of the cluster, the cluster with its pools, the pools alone.
const COMMANDS: [&str; 3] = [
    "ui-import-command",
    "ui-import-command-cluster",
    "ui-import-command-pools",
];

/// What the import dialog holds.
pub fn import(store: &Store, import: &Import) -> Html {
    let chosen = {
        let store = store.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            files::read(input.files(), &store);
            input.set_value("");
        })
    };
    let ondrop = {
        let store = store.clone();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            event.stop_propagation();
            over(&event, false);
            files::read(event.data_transfer().and_then(|data| data.files()), &store);
        })
    };
    let drag = |to: bool| {
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            over(&event, to);
        })
    };
    let oninput = store.on(|event: InputEvent| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        Action::Paste(area.value())
    });
    let usable = import
        .found
        .as_ref()
        .is_some_and(|found| found.text.is_some());
    html! {
        <>
            <p class="lead">{ t("ui-import-lead") }</p>
            <div class="drop" {ondrop} ondragover={drag(true)} ondragleave={drag(false)}>
                <label for="import-text">{ t("ui-import-paste") }</label>
                <textarea id="import-text" data-first="true" rows="6" spellcheck="false" autocomplete="off" value={import.pasted.clone()} {oninput} />
                <p class="choose">
                    <label class="btn line" for="import-files">{ icon(icons::FILE, "i14") }{ t("ui-import-choose") }</label>
                    <input id="import-files" class="vh" type="file" multiple=true onchange={chosen} />
                    <span>{ t("ui-import-drop") }</span>
                </p>
            </div>
            <p class="quiet stays">{ icon(icons::INFO, "i14") }{ t("ui-stays-here") }</p>
            <details class="entry obtain" open={import.found.is_none()}>
                <summary>{ t("ui-import-obtain") }</summary>
                { for COMMANDS.into_iter().map(command) }
            </details>
            <div class="report" aria-live="polite">
                if import.busy {
                    <p class="quiet">{ t("ui-import-reading") }</p>
                }
                if let Some(found) = &import.found {
                    { report(found) }
                }
            </div>
            <footer>
                <button type="button" class="btn line" onclick={store.on(|_: MouseEvent| Action::Dialog(None))}>{ t("ui-cancel") }</button>
                <button type="button" class="btn pri" disabled={!usable} onclick={store.on(|_: MouseEvent| Action::UseImport)}>{ t("ui-use") }</button>
            </footer>
        </>
    }
}

/// A command line and a button that copies it.
fn command(key: &str) -> Html {
    let line = t(key);
    let name = tn("ui-copy", &[("text", line.as_str().into())]);
    let onclick = {
        let line = line.clone();
        Callback::from(move |_: MouseEvent| copy(&line))
    };
    html! {
        <pre class="cmd">
            <code>{ line }</code>
            <button type="button" class="copy" aria-label={name.clone()} title={name} {onclick}>{ icon(icons::COPY, "i14") }</button>
        </pre>
    }
}

/// Shows that what is held over the box may be dropped there.
fn over(event: &DragEvent, over: bool) {
    let place = event
        .current_target()
        .and_then(|place| place.dyn_into::<Element>().ok());
    if let Some(place) = place {
        let _ = place.class_list().toggle_with_force("over", over);
    }
}

fn report(found: &Found) -> Html {
    let errors = found
        .diagnostics
        .iter()
        .filter(|one| one.is_error())
        .count();
    html! {
        <>
            { for found.files.iter().map(file) }
            if errors > 0 {
                <section class="file">
                    <h3>{ tn("ui-import-errors", &[("n", errors.into())]) }</h3>
                    <ul>{ for found.diagnostics.iter().filter(|one| one.is_error()).take(8).map(|one| html! { <li>{ diagnostic(one) }</li> }) }</ul>
                </section>
            }
        </>
    }
}

fn file(file: &FoundFile) -> Html {
    let name = if file.name.is_empty() {
        t("ui-import-pasted")
    } else {
        file.name.clone()
    };
    html! {
        <section class="file">
            <h3><bdi>{ name }</bdi>{ " " }<small>{ &file.kind }</small></h3>
            if let Some(reason) = &file.reason {
                <p class="error">{ reason }</p>
            }
            { list("ui-import-recognised", &file.recognised) }
            if !file.used.is_empty() {
                <h4>{ t("ui-import-used") }</h4>
                <p class="used">{ for file.used.iter().map(|(key, count)| html! {
                    <span class="chip">{ tn(key, &[("n", (*count).into())]) }</span>
                }) }</p>
            }
            { list("ui-import-ignored", &file.ignored) }
            { list("ui-import-assumed", &file.assumed) }
        </section>
    }
}

fn list(key: &str, lines: &[String]) -> Html {
    if lines.is_empty() {
        return html! {};
    }
    html! {
        <>
            <h4>{ t(key) }</h4>
            <ul>{ for lines.iter().map(|line| html! { <li><bdi>{ line }</bdi></li> }) }</ul>
        </>
    }
}
