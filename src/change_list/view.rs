//! The dialog of the changes since the scenario was opened.

use super::update::read;
use crate::shell::frame::copier::{Copied, copier};
use crate::shell::keyboard::commands::{Command, chord};
use crate::shell::scenario::step_words::said;
use crate::shell::state::{Action, Store, use_select, use_store};
use crate::shell::web::browser::{focus, nothing_has_focus};
use crate::shell::widgets::{icon, on};
use crate::shell::words::{t, tm, tn};
use changeset::{CopyFormat, ListedChange, StepKind, not_covered};
use draw::icons;
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
    let of = store.clone();
    let list = use_memo(basis.clone(), move |_| {
        read(&of.state()).map(|(_, changes)| (changes.list(), changes.opened))
    });
    let before = list.clone();
    let copy = use_memo((basis, *format), move |((_, now), format)| {
        let ((_, before), now) = before.as_ref().as_ref().zip(now.as_ref())?;
        let text = format.write(before, &now.json, &tm);
        Some((text, not_covered(*format, before, &now.json, &tm)))
    });
    let changes = list.as_ref().as_ref().map_or(&[][..], |(changes, _)| changes);
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
                { for copy.as_ref().as_ref().map(|(text, missing)| copies(text, missing, &format, &copied)) }
            }
        </div>
    }
}

fn one(store: &Store, change: &ListedChange) -> Html {
    let no = change.no;
    let what = said(&change.what);
    let name = tn("ui-undo", &[("what", what.as_str().into())]);
    let stays = change.stays.is_some();
    let onclick = store.on(move |_: MouseEvent| Action::TakeBack(Some(no)));
    html! {
        <li key={no}>
            <span>
                if let (Some(of), false) = (&change.of, matches!(change.what, StepKind::Applied(_))) {
                    <bdi>{ of }</bdi>{ " " }
                }
                <bdi>{ what }</bdi>
                if let Some(why) = change.stays {
                    <small id={format!("change-{no}")}>{ t(why) }</small>
                }
            </span>
            <button type="button" class="btn line" aria-label={name} aria-disabled={stays.then_some("true")}
                aria-describedby={stays.then(|| format!("change-{no}"))} {onclick}>
                { t("ui-undo-it") }
            </button>
        </li>
    }
}

/// The changes as a text to copy, and what it lacks.
fn copies(
    text: &str,
    (missing, is_cut): &(Vec<UserEdit>, bool),
    format: &UseStateHandle<CopyFormat>,
    copied: &Copied,
) -> Html {
    let (chosen, text) = (**format, text.to_owned());
    let name = t(chosen.key());
    let named = |key| tn(key, &[("format", name.as_str().into())]);
    let chip = |one: CopyFormat| {
        let of = (format.clone(), copied.clone());
        let onclick = on(&of, move |(format, copied), _: MouseEvent| {
            format.set(one);
            copied.set(None);
        });
        let pressed = (one == chosen).to_string();
        html! { <button type="button" class="btn line" aria-pressed={pressed} {onclick}>{ t(one.key()) }</button> }
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
                if !missing.is_empty() || *is_cut {
                    <p class="quiet">{ named("ui-changes-unsaid") }{ " " }<bdi>{ places(missing, *is_cut) }</bdi></p>
                }
                <p class="share-do">{ copier("changes-text", move || text.clone(), copied) }</p>
            }
        </>
    }
}

/// Names of what changed. `is_cut`: there may be more.
fn places(edits: &[UserEdit], is_cut: bool) -> String {
    let one = |edit: &UserEdit| match edit.item_and_field() {
        (item, field) if edit.after.is_none() => {
            tn("did-gone", &[("name", format!("{item} {field}").trim().into())])
        }
        (item, field) => format!("{item} {field}").trim().to_owned(),
    };
    let mut named: Vec<String> = edits.iter().take(NAMED).map(one).collect();
    named.extend((is_cut || edits.len() > NAMED).then(|| "…".to_owned()));
    named.join(", ")
}
