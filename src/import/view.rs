//! The import dialog: paste, drop or choose files; review the result before it replaces anything.

use super::files::{commands, focus_soon, intake, stays};
use super::report_view::{LOOK, NameTarget, look, report, to_look_at};
use super::state::{ImportState, ImportStep, ReadyImport};
use crate::setup::parts::Plan;
use crate::setup::plan::PlanForm;
use crate::shell::state::{Action, Dialog, Store};
use crate::shell::widgets::{icon, on, value_of};
use crate::shell::words::{t, tn};
use draw::icons;
use scenario::json::Json;
use scenario::merge::{Clash, UserEdit};
use scenario::pseudonym::Name;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Longer texts aren't shown in a box, which would take the browser seconds.
const LETTERS: usize = 2 << 20;
/// The scenario as a text, and the id of its button.
const AS_TEXT: &str = "import-json";
const OPEN_TEXT: &str = "import-open-text";
/// The most edits or conflicts listed.
const ENTRIES: usize = 6;

/// The content of the import dialog.
pub fn import(store: &Store, import: Option<&ImportState>) -> Html {
    let empty = ImportState::default();
    let import = import.unwrap_or(&empty);
    // A name must not replace an open scenario.
    let go = match store.state().draft {
        Some(_) => NameTarget::Nowhere,
        None => NameTarget::Use(store.clone()),
    };
    html! {
        <>
            <div class="report import">
                <div class="intake">{ intake(store, import) }</div>
                <div class="came">
                    if let Some(offer) = &import.offer {
                        { plan(store, offer) }
                        { report(&import.files, &offer.found, true, &go) }
                        { look(offer, &go) }
                        { gone(offer) }
                        { keep(store, import, offer) }
                        { names(&offer.names) }
                    } else if import.found.is_some() {
                        <p class="lead">{ t("ui-import-nothing-used") }</p>
                    } else {
                        <p class="lead">{ t("ui-import-lead") }</p>
                        { commands() }
                    }
                    { for log_link(store, import) }
                    { for text_box(store, import) }
                </div>
            </div>
            { footer(store, import) }
        </>
    }
}

/// The report of the import that the scenario came from.
pub fn taken(store: &Store) -> Html {
    let state = store.state();
    let taken = state.draft.as_ref().and_then(|draft| draft.origin.taken.as_ref());
    let go = NameTarget::Show(store.clone());
    html! {
        <div class="report import">
            <div class="came">
                if let Some(taken) = taken {
                    { report(&taken.files, &taken.found, false, &go) }
                    { names(&taken.names) }
                }
            </div>
        </div>
    }
}

/// Log entries are read by a page of their own.
fn log_link(store: &Store, import: &ImportState) -> Option<Html> {
    let mut files = import.found.iter().flat_map(|found| found.files.iter());
    files.find(|file| file.is_log)?;
    let onclick = store.on(|_: MouseEvent| Action::ReadAsLog);
    Some(html! {
        <p><a class="btn line" href="#/log" {onclick}>{ icon(icons::FILE, "i14") }{ t("ui-import-as-log") }</a></p>
    })
}

/// What is upgraded, by whom, and when the run starts.
fn plan(store: &Store, offer: &ReadyImport) -> Html {
    let form = PlanForm {
        store,
        json: &offer.scenario.json,
        id: "import-plan",
        start_error: None,
        version_error: None,
        imported: Plan::of(&offer.imported),
        plan: |json, plan| Action::Import(ImportStep::Plan(plan.edit(json))),
        edit: |edit| Action::Import(ImportStep::Plan(edit)),
    };
    html! {
        if offer.scenario.usable {
            <section class="box">
                <h3>{ t("ui-import-plan") }</h3>
                { form.show() }
            </section>
        }
    }
}

/// Which names are replaced by which; shown nowhere else.
fn names(names: &[Name]) -> Html {
    html! {
        if !names.is_empty() {
            <details class="box names">
                <summary>{ tn("ui-import-names", &[("n", names.len().into())]) }</summary>
                <dl class="kv">
                    { for names.iter().map(|name| html! { <><dt><bdi>{ &name.old }</bdi></dt><dd><bdi>{ &name.new }</bdi></dd></> }) }
                </dl>
            </details>
        }
    }
}

/// The link to the report, if there is one.
pub fn report_link(store: &Store) -> Html {
    let state = store.state();
    let is_there = state
        .draft
        .as_ref()
        .and_then(|draft| draft.origin.taken.as_ref())
        .is_some_and(|taken| !taken.found.files.is_empty());
    let onclick = store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Report)));
    html! {
        if is_there {
            <section class="row">
                <button type="button" class="btn line" aria-haspopup="dialog" {onclick}>
                    { icon(icons::FILE, "i14") }{ t("ui-import-report") }
                </button>
            </section>
        }
    }
}

/// What the new import lacks without its files saying so.
fn gone(offer: &ReadyImport) -> Html {
    if offer.gone.is_empty() {
        return html! {};
    }
    let counts = offer.gone.iter();
    let counts: Vec<String> = counts.map(|(words, n)| tn(words, &[("n", (*n).into())])).collect();
    let says = tn("ui-import-gone", &[("what", counts.join(", ").into())]);
    html! { <p class="box gone" role="note">{ icon(icons::WARN, "i14 warn") }<span>{ says }</span></p> }
}

/// The edits since the previous import.
fn keep(store: &Store, import: &ImportState, offer: &ReadyImport) -> Html {
    if offer.edits.is_empty() {
        return html! {};
    }
    let count = offer.edits.len();
    let choice = |replace: bool, title: String, note: String| {
        let onchange = store.on(move |_: Event| Action::Import(ImportStep::Replace(replace)));
        html! {
            <label class="choice">
                <input type="radio" name="import-keep" checked={import.replace == replace} {onchange} />
                <span><b>{ title }</b><small>{ note }</small></span>
            </label>
        }
    };
    let clashes =
        || html! { <ul class="clashes">{ for offer.clashes.iter().take(ENTRIES).map(clash) }</ul> };
    // A choice without effect isn't offered.
    if offer.none_fits() {
        return html! {
            <section class="box keep">
                <h3>{ tn("ui-import-edits", &[("n", count.into())]) }</h3>
                <p>{ tn("ui-import-keep-none", &[("n", count.into())]) }</p>
                { clashes() }
                { more(count) }
            </section>
        };
    }
    let note = match offer.clashes.len() {
        0 => t("ui-import-keep-note"),
        n => tn("ui-import-keep-clashes", &[("n", n.into())]),
    };
    html! {
        <fieldset class="box keep">
            <legend>{ tn("ui-import-edits", &[("n", count.into())]) }</legend>
            <ul>{ for offer.edits.iter().take(ENTRIES).map(|edit| html! { <li>{ change(edit) }</li> }) }</ul>
            { more(count) }
            { choice(false, tn("ui-import-keep", &[("n", count.into())]), note) }
            if !offer.clashes.is_empty() {
                { clashes() }
                { more(offer.clashes.len()) }
            }
            { choice(true, t("ui-import-replace"), tn("ui-import-replace-note", &[("n", count.into())])) }
        </fieldset>
    }
}

fn more(count: usize) -> Html {
    let more = count.saturating_sub(ENTRIES);
    html! {
        if more > 0 {
            <p class="quiet">{ tn("ui-and-more", &[("n", more.into())]) }</p>
        }
    }
}

/// `finance/ledger-pdb maxUnavailable 0 → 1`
fn change(change: &UserEdit) -> Html {
    let (before, after) = (value(change.before.as_ref()), value(change.after.as_ref()));
    let (item, field) = change.item_and_field();
    html! {
        <>
            if !item.is_empty() {
                <bdi>{ item }</bdi>{ " " }
            }
            if !field.is_empty() {
                <code>{ field }</code>{ " " }
            }
            <bdi>{ before }</bdi>{ " → " }<b><bdi>{ after }</bdi></b>
        </>
    }
}

fn clash(clash: &Clash) -> Html {
    let key = if clash.kept { "ui-import-clash-wins" } else { "ui-import-clash-gone" };
    let says = tn(key, &[("now", value(clash.now.as_ref()).into())]);
    html! { <li>{ icon(icons::WARN, "i14 warn") }<span>{ change(&clash.change) }{ ": " }{ says }</span></li> }
}

/// A short value as written.
fn value(json: Option<&Json>) -> String {
    match json {
        None => t("ui-import-nothing"),
        Some(Json::Text(text)) if text.chars().count() <= 40 => text.clone(),
        Some(json @ (Json::Bool(_) | Json::Int(_) | Json::Float(_))) => json.compact(),
        Some(_) => t("ui-import-something"),
    }
}

/// The scenario as a text that can be edited before use.
fn text_box(store: &Store, import: &ImportState) -> Option<Html> {
    let text = import.text.as_ref().filter(|_| import.shows_text)?;
    let onchange = store.on(|event: Event| Action::Import(ImportStep::Text(value_of(&event))));
    let onkeydown = on(store, move |store, event: KeyboardEvent| {
        if event.key() == "Escape" {
            // Keeps the dialog open.
            event.prevent_default();
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            store.send(Action::Import(ImportStep::HideText(area.value())));
            focus_soon(OPEN_TEXT);
        }
    });
    Some(html! {
        <section class="box as-text">
            <label for={AS_TEXT}>{ t("ui-import-as-text") }</label>
            <textarea id={AS_TEXT} rows="16" spellcheck="false" autocomplete="off" value={text.to_string()} {onchange} {onkeydown} />
            { stays() }
        </section>
    })
}

fn footer(store: &Store, import: &ImportState) -> Html {
    let usable = import.offer.as_ref().is_some_and(|offer| offer.scenario.usable);
    let opens = !import.shows_text && {
        let offer = import.offer.as_ref();
        offer.is_some_and(|offer| offer.scenario.text.len() <= LETTERS)
    };
    let open_text = {
        let text = import.offer.as_ref().filter(|_| opens);
        let text = text.map(|offer| offer.scenario.text.clone());
        let store = store.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(text) = &text {
                store.send(Action::Import(ImportStep::Text(text.clone())));
                focus_soon(AS_TEXT);
            }
        })
    };
    let errors = import.offer.as_ref().map_or(0, |offer| {
        let errors = offer.scenario.diagnostics.iter().filter(|one| one.stops_a_run());
        errors.count()
    });
    let looks = import.offer.as_deref().map_or(0, to_look_at);
    html! {
        <footer>
            if looks > 0 {
                <button type="button" class="link looks" onclick={|_: MouseEvent| focus_soon(LOOK)}>
                    { icon(icons::WARN, "i14 warn") }{ tn("ui-import-look", &[("n", looks.into())]) }
                </button>
            }
            <p class="quiet">
                if errors > 0 {
                    { tn("ui-import-errors", &[("n", errors.into())]) }
                } else if import.text.is_some() && !import.shows_text {
                    { t("ui-import-text-edited") }
                } else {
                    { t("ui-import-until-use") }
                }
            </p>
            <span class="grow" />
            <button type="button" class="btn line" onclick={store.on(|_: MouseEvent| Action::Dialog(None))}>{ t("ui-cancel") }</button>
            if opens {
                <button type="button" class="btn line" id={OPEN_TEXT} onclick={open_text}>{ t("ui-import-open-text") }</button>
            }
            <button type="button" class="btn pri" disabled={!usable} onclick={store.on(|_: MouseEvent| Action::UseImport(None))}>{ t("ui-use") }</button>
        </footer>
    }
}
