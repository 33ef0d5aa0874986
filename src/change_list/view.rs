//! The dialog of the changes since the scenario was opened.

use super::update::ChangeList;
use crate::share::parts::{Copied, copier};
use crate::shell::frame::undo_buttons::said;
use crate::shell::keyboard::commands::{Command, chord};
use crate::shell::state::action::Action;
use crate::shell::state::store::{Store, use_select, use_store};
use crate::shell::web::browser::{focus, nothing_has_focus};
use crate::shell::widgets::{icon, on};
use crate::shell::words::{t, tm, tn};
use changeset::{CopyFormat, ListedChange, unsaid};
use draw::icons;
use scenario::json::Json;
use scenario::merge::UserEdit;
use yew::prelude::*;

/// The most changes named that a format lacks.
const NAMED: usize = 12;

#[component]
pub fn Changes() -> Html {
    let store = use_store();
    let format = use_state_eq(CopyFormat::default);
    let copied: Copied = use_state(|| None);
    let basis = use_select(|state| (state.history.clone(), state.draft.clone()));
    let now = basis.1.as_ref().map(|draft| draft.json.clone());
    let of = store.clone();
    let list = use_memo(basis, move |_| ChangeList::of(&of.state()));
    let changes = list.as_ref().as_ref().map_or(&[][..], |list| &list.changes);
    // The button that was pressed may be gone.
    use_effect_with(changes.len(), |_| {
        if nothing_has_focus() {
            focus("changes");
        }
    });
    let onkeydown = on(&store, |store, event: KeyboardEvent| {
        let ctrl = event.ctrl_key() || event.meta_key();
        match chord(&event.key(), event.shift_key()).filter(|_| ctrl) {
            Some(Command::Undo) => store.send(Action::Undo),
            Some(Command::Redo) => store.send(Action::Redo),
            _ => return,
        }
        event.prevent_default();
    });
    let all = store.on(|_: MouseEvent| Action::TakeBack(None));
    html! {
        <div id="changes" class="changes" tabindex="-1" data-first="" role="group" aria-labelledby="dialog-title" {onkeydown}>
            if changes.is_empty() {
                <p class="quiet">{ t("ui-changes-none") }</p>
            } else {
                <ol>{ for changes.iter().map(|change| one(&store, change)) }</ol>
                <p class="all">
                    <button type="button" class="btn line" onclick={all}>{ icon(icons::UNDO, "i14") }{ t("ui-changes-undo-all") }</button>
                </p>
                { for list.as_ref().as_ref().zip(now).map(|(list, now)| copies(&list.before, &now, &format, &copied)) }
            }
        </div>
    }
}

fn one(store: &Store, change: &ListedChange) -> Html {
    let no = change.no;
    let what = said(&change.what);
    let name = tn("ui-undo", &[("what", what.as_str().into())]);
    let stays = change.without.is_none();
    let onclick = store.on(move |_: MouseEvent| Action::TakeBack(Some(no)));
    html! {
        <li key={no}>
            <span>
                if let Some(of) = &change.of {
                    <bdi>{ of }</bdi>{ " " }
                }
                <bdi>{ what }</bdi>
                if stays {
                    <small id={format!("change-{no}")}>{ t("ui-change-stays") }</small>
                }
            </span>
            <button type="button" class="btn line" aria-label={name} aria-disabled={stays.then_some("true")}
                aria-describedby={stays.then(|| format!("change-{no}"))} {onclick}>
                { t("ui-undo-it") }
            </button>
        </li>
    }
}

/// The changes as a text to copy.
fn copies(before: &Json, now: &Json, format: &UseStateHandle<CopyFormat>, copied: &Copied) -> Html {
    let chosen = **format;
    let text = chosen.write(before, now, &tm);
    let missing = unsaid(chosen, before, now, &tm);
    let name = t(chosen.words());
    let named = |key| tn(key, &[("format", name.as_str().into())]);
    let chip = |one: CopyFormat| {
        let of = (format.clone(), copied.clone());
        let onclick = on(&of, move |(format, copied), _: MouseEvent| {
            format.set(one);
            copied.set(None);
        });
        let pressed = (one == chosen).to_string();
        html! { <button type="button" class="btn line" aria-pressed={pressed} {onclick}>{ t(one.words()) }</button> }
    };
    html! {
        <>
            <h3 id="changes-as">{ t("ui-changes-as") }</h3>
            <div class="chips" role="group" aria-labelledby="changes-as">{ for CopyFormat::ALL.into_iter().map(chip) }</div>
            if text.is_empty() {
                <p class="quiet">{ named("ui-changes-nothing") }</p>
            } else {
                <textarea id="changes-text" class="share-text" rows="10" readonly=true spellcheck="false" wrap="off"
                    aria-label={name.clone()} value={text.clone()} />
                if !missing.is_empty() {
                    <p class="quiet">{ named("ui-changes-unsaid") }{ " " }<bdi>{ places(&missing) }</bdi></p>
                }
                <p class="share-do">{ copier("changes-text", move || text.clone(), copied) }</p>
            }
        </>
    }
}

/// Names of what changed.
fn places(edits: &[UserEdit]) -> String {
    let one = |edit: &UserEdit| match edit.item_and_field() {
        (item, field) if edit.after.is_none() => {
            tn("did-gone", &[("name", format!("{item} {field}").trim().into())])
        }
        (item, field) => format!("{item} {field}").trim().to_owned(),
    };
    let mut named: Vec<String> = edits.iter().take(NAMED).map(one).collect();
    named.extend((edits.len() > NAMED).then(|| "…".to_owned()));
    named.join(", ")
}
