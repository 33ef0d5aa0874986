//! The dropped files in the import dialog: a box, the files with their results, and the progress.

use super::results::FoundFile;
use super::source::ImportSource;
use super::state::{ImportPhase, ImportProgress, ImportState, ImportStep};
use crate::shell::state::{Action, Store};
use crate::shell::web::browser::focus;
use crate::shell::web::clipboard::copy;
use crate::shell::web::files;
use crate::shell::widgets::{icon, icon_button, on};
use crate::shell::words::{t, tn};
use draw::icons;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

/// The most frames that the focus waits for its element.
const FRAMES: u32 = 60;
/// Commands that print readable files: the cluster's objects, the cluster with its pools, the pools alone.
const COMMANDS: [&str; 3] =
    ["ui-import-command", "ui-import-command-cluster", "ui-import-command-pools"];

pub fn intake(store: &Store, import: &ImportState) -> Html {
    html! {
        <>
            { drop_box(store, import) }
            { stays() }
            if !import.files.is_empty() {
                <ul class="files">{ for import.files.iter().map(|file| row(store, import, file)) }</ul>
            }
            if import.files.len() > 1 {
                <p class="clear">
                    <button type="button" class="btn line small" onclick={take_away(store, ImportStep::Clear)}>{ t("ui-import-clear") }</button>
                </p>
            }
            { state(store, import) }
            { pseudonyms(store, import) }
            if import.found.is_some() {
                <details class="entry obtain">
                    <summary>{ t("ui-import-obtain") }</summary>
                    { for COMMANDS.into_iter().map(command) }
                </details>
            }
        </>
    }
}

/// The note beside every box.
pub fn stays() -> Html {
    html! { <p class="quiet stays">{ icon(icons::LOCK, "i14") }{ t("ui-stays-here") }</p> }
}

/// Moves the focus when the dialog is drawn again.
pub fn focus_soon(id: &'static str) {
    focus_within(id, FRAMES);
}

fn focus_within(id: &'static str, frames: u32) {
    let after = if frames == FRAMES { 0 } else { 16 };
    let focused = move || {
        if !focus(id) && frames > 0 {
            focus_within(id, frames - 1);
        }
    };
    Timeout::new(after, focused).forget();
}

/// Removes a file; the focus moves to another element.
fn take_away(store: &Store, step: ImportStep) -> Callback<MouseEvent> {
    let store = store.clone();
    Callback::from(move |_| {
        store.send(Action::Import(step.clone()));
        focus_soon(files::BOX);
    })
}

/// The commands that produce the files.
pub fn commands() -> Html {
    html! {
        <section class="obtain">
            <h3>{ t("ui-import-obtain") }</h3>
            { for COMMANDS.into_iter().map(command) }
            <p class="quiet">{ t("ui-import-never-asked") }</p>
        </section>
    }
}

fn drop_box(store: &Store, import: &ImportState) -> Html {
    let chosen = on(store, |store, event: Event| files::chosen(&event, store));
    let ondrop = on(store, move |store, event: DragEvent| {
        event.prevent_default();
        event.stop_propagation();
        over(&event, false);
        files::dropped(event.data_transfer(), store);
    });
    let drag = |to: bool| {
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            over(&event, to);
        })
    };
    let oninput = on(store, move |store, event: InputEvent| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        files::typed(&area, store);
    });
    html! {
        <div class="drop" {ondrop} ondragover={drag(true)} ondragleave={drag(false)}>
            <label for={files::BOX}>{ t("ui-import-paste") }</label>
            <textarea key={import.cleared} id={files::BOX} data-first="true" rows="4" spellcheck="false" autocomplete="off" {oninput} />
            <p class="choose">
                <input id="import-files" class="vh" type="file" multiple=true onchange={chosen.clone()} />
                <label class="btn line" for="import-files">{ icon(icons::FILE, "i14") }{ t("ui-import-choose") }</label>
                <input id="import-folder" class="vh" type="file" webkitdirectory=true onchange={chosen} />
                <label class="btn line" for="import-folder">{ icon(icons::FOLDER, "i14") }{ t("ui-import-folder") }</label>
                <span class="desk-only">{ t("ui-import-drop") }</span>
            </p>
        </div>
    }
}

/// Shows that the dragged files can be dropped here.
fn over(event: &DragEvent, over: bool) {
    let place = event.current_target().and_then(|place| place.dyn_into::<Element>().ok());
    if let Some(place) = place {
        let _ = place.class_list().toggle_with_force("over", over);
    }
}

/// The name of a file; a text has none.
pub fn name(file: &ImportSource) -> String {
    match (file.name.as_str(), file.pasted) {
        ("", 0) => t("ui-import-box"),
        ("", n) => tn("ui-import-pasted", &[("n", n.into())]),
        (name, _) => name.to_owned(),
    }
}

/// A file: name, size and result.
fn row(store: &Store, import: &ImportState, file: &ImportSource) -> Html {
    let no = file.no;
    let found = import.found.as_ref().and_then(|found| {
        let mut files = found.files.iter();
        files.find(|one| one.no == no)
    });
    let name = name(file);
    let remove = tn("ui-import-remove", &[("name", name.as_str().into())]);
    let onclick = take_away(store, ImportStep::Remove(no));
    let problem = match (file.problem, found) {
        (Some(problem), _) => Some(t(problem)),
        (None, Some(found)) => found.reason.clone(),
        (None, None) => None,
    };
    html! {
        <li class="file" key={no}>
            { icon(icons::FILE, "i14") }
            <b title={name.clone()}><bdi>{ name }</bdi></b>
            <span class="size">{ size(file.bytes) }</span>
            // The box's own text is removed there.
            if import.boxed != Some(no) {
                { icon_button(icons::CROSS, remove, "small", None, onclick) }
            }
            if let Some(problem) = problem {
                <p class="error">{ problem }</p>
            } else if let Some(found) = found {
                <p class="fine">{ icon(icons::CHECK, "i12") }{ became(found) }</p>
            } else if import.reading.is_none() {
                <p class="quiet">{ t("ui-import-not-read") }</p>
            }
        </li>
    }
}

/// `kubectl list: 3 nodes, 12 Pods`
fn became(found: &FoundFile) -> String {
    let used = found.used.iter();
    let used: Vec<String> = used.map(|(key, count)| tn(key, &[("n", (*count).into())])).collect();
    match used.is_empty() {
        true => found.kind.clone(),
        false => format!("{}: {}", found.kind, used.join(", ")),
    }
}

/// The progress of reading, with buttons to stop and restart.
fn state(store: &Store, import: &ImportState) -> Html {
    if let Some(progress) = import.reading {
        let onclick = store.on(|_: MouseEvent| Action::Import(ImportStep::Stop));
        return html! {
            <div class="reading">
                { bar(import, progress) }
                <button type="button" class="btn line small" {onclick}>{ t("ui-import-stop") }</button>
            </div>
        };
    }
    let waits = import.found.is_none() && import.readable().next().is_some();
    let onclick = store.on(|_: MouseEvent| Action::Import(ImportStep::Again));
    html! {
        <div class="reading" role="status">
            if waits {
                <p>{ t("ui-import-stopped") }</p>
                <button type="button" class="btn line small" {onclick}>{ t("ui-import-again") }</button>
            } else if import.offer.is_some() {
                <p class="quiet">{ t("ui-import-done") }</p>
            }
        </div>
    }
}

/// Replaces all names with pseudonyms.
fn pseudonyms(store: &Store, import: &ImportState) -> Html {
    let hides = import.hides_names;
    let onchange = store.on(move |_: Event| Action::Import(ImportStep::HideNames(!hides)));
    let offer = import.offer.as_ref();
    html! {
        if offer.is_some() {
            <label class="choice box">
                <input type="checkbox" role="switch" checked={hides} {onchange} />
                <span><b>{ t("ui-import-pseudonyms") }</b><small>{ t("ui-import-pseudonyms-note") }</small></span>
            </label>
        }
    }
}

/// The bytes are fetched first. Then the text is parsed, whose number of objects isn't known in advance.
fn bar(import: &ImportState, progress: ImportProgress) -> Html {
    let files = import.readable().count();
    let all: f64 = import.readable().map(|file| file.bytes).sum();
    let is_fetched = progress.objects > 0 || progress.phase != ImportPhase::Reading;
    let share = (!is_fetched && all > 0.0).then(|| (progress.bytes / all).min(1.0));
    let place = [("n", (progress.file as usize + 1).min(files).into()), ("of", files.into())];
    let count = [("n", progress.objects.into())];
    let said = match progress.phase {
        ImportPhase::Reading if progress.objects == 0 => tn("ui-import-file-of", &place),
        ImportPhase::Reading => {
            format!("{}, {}", tn("ui-import-file-of", &place), tn("ui-import-objects", &count))
        }
        ImportPhase::Scenario => tn("ui-import-together", &count),
        ImportPhase::Report => t("ui-import-reporting"),
        ImportPhase::Checks => t("ui-import-checking"),
    };
    html! {
        <>
            <progress max="1" value={share.map(|share| format!("{share:.3}"))} aria-label={t("ui-import-reading")} />
            <p>
                { said }
            </p>
        </>
    }
}

/// `8.4 MB`
fn size(bytes: f64) -> String {
    match bytes {
        ..1e3 => format!("{bytes} B"),
        ..1e6 => format!("{:.0} kB", bytes / 1e3),
        _ => format!("{:.1} MB", bytes / 1e6),
    }
}

/// A command line and a button that copies it.
fn command(key: &str) -> Html {
    html! { <Command line={t(key)} /> }
}

#[derive(Properties, PartialEq)]
struct CommandProps {
    line: String,
}

#[component]
fn Command(props: &CommandProps) -> Html {
    let line = &props.line;
    let copied = use_state(|| false);
    let name = tn("ui-copy", &[("text", line.as_str().into())]);
    let onclick = {
        let (line, copied) = (line.clone(), copied.clone());
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            copy(&line, move |done| copied.set(done));
        })
    };
    let (sign, class) = if *copied { (icons::CHECK, "i14 ok") } else { (icons::COPY, "i14") };
    html! {
        <pre class="cmd">
            <code>{ line }</code>
            <button type="button" class="copy" aria-label={name.clone()} title={name} {onclick}>{ icon(sign, class) }</button>
            <span class="vh" role="status">{ copied.then(|| t("ui-copied")) }</span>
        </pre>
    }
}
