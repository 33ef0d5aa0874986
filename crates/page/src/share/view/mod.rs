//! The share dialog: a link, a picture, and the scenario and its run as data. Nothing of it is sent anywhere.

mod data;
mod image;
mod link;

use crate::shell::action::Action;
use crate::shell::app::use_deck;
use crate::shell::clipboard::copy;
use crate::shell::state::{AppState, Draft, Run, Share as Choice, ShareTab, Tab, ThemeChoice};
use crate::shell::store::{Store, use_select, use_store};
use crate::shell::theme::theme;
use crate::shell::widgets::icon;
use crate::shell::words::{t, tn};
use draw::icons;
use runner::Way;
use scenario::pseudonym::{Names, pseudonymise};
use scenario::{self, Compiled, Document};
use std::rc::Rc;
use trace::Subject;
use yew::prelude::*;

/// What is shared: the page as it is while the dialog is open.
#[derive(Clone, PartialEq)]
struct Seen {
    choice: Choice,
    draft: Option<Draft>,
    run: Option<Run>,
    selected: Option<Subject>,
    tab: Tab,
    /// What it is compared with.
    ways: Option<Vec<Way>>,
    theme: ThemeChoice,
    /// The run is that of the scenario as it is now.
    current: bool,
}

impl Seen {
    fn of(state: &AppState) -> Self {
        Self {
            choice: state.share,
            draft: state.draft.clone(),
            run: state.run.clone(),
            selected: state.selected,
            tab: state.tab,
            ways: state.compare.as_ref().map(|compare| compare.ways()),
            theme: state.theme,
            current: state.run_of_draft().is_some(),
        }
    }
}

/// The scenario and its run as they are given away, under other names if that is wanted.
struct Given {
    /// On one line, as a link holds it.
    text: String,
    link: String,
    document: Option<Document>,
    run: Option<Run>,
    names: Names,
}

impl Given {
    fn of(seen: &Seen) -> Option<Self> {
        let json = &seen.draft.as_ref()?.json;
        let (text, names) = if seen.choice.pseudonyms {
            let (json, names) = pseudonymise(json);
            (json.compact(), names)
        } else {
            (json.compact(), Names::new())
        };
        let opened = scenario::open(&text);
        let run = seen.run.clone();
        Some(Self {
            link: scenario::link::encode(&text),
            run: if seen.choice.pseudonyms {
                // The last good run of a scenario with errors is that of another one.
                run.filter(|_| seen.current)
                    .zip(opened.compiled)
                    .map(|(run, compiled)| renamed(run, compiled))
            } else {
                run
            },
            document: opened.document,
            text,
            names,
        })
    }
}

/// The same run with the names of another scenario.
fn renamed(run: Run, compiled: Compiled) -> Run {
    Run {
        trace: run.trace.with_plan(Rc::clone(&compiled.plan)),
        plan: compiled.plan.into(),
        ..run
    }
}

/// What became of the last copy, by the id of what has the text.
type Copied = UseStateHandle<Option<(&'static str, bool)>>;

#[component]
pub fn Share() -> Html {
    let store = use_store();
    let at_ms = use_deck().own_ms() as i64;
    let seen = use_select(Seen::of);
    let copied: Copied = use_state(|| None);
    let basis = (
        seen.draft.clone(),
        seen.run.clone(),
        seen.current,
        seen.choice.pseudonyms,
    );
    let given = use_memo(basis, |_| Given::of(&seen).map(Rc::new));
    let (Some(draft), Some(given)) = (&seen.draft, &*given) else {
        return html! {};
    };
    let choice = seen.choice;
    let inside = match choice.tab {
        ShareTab::Link => link::tab(&store, &seen, draft, given, at_ms, &copied),
        ShareTab::Image => image::tab(given, at_ms, theme(seen.theme)),
        ShareTab::Data => data::tab(&store, &seen, given, &copied),
    };
    html! {
        <>
            <div class="chips tabs-of-share" role="group" aria-label={t("ui-share-tabs")}>
                { for ShareTab::ALL.into_iter().map(|tab| html! {
                    <button type="button" class="btn line" aria-pressed={(tab == choice.tab).to_string()}
                        onclick={choose(&store, Choice { tab, ..choice })}>
                        { t(word(tab)) }
                    </button>
                }) }
            </div>
            <p class="quiet stays">{ icon(icons::LOCK, "i14") }{ t(lead(choice.tab)) }</p>
            { inside }
            if choice.tab != ShareTab::Link {
                { pseudonyms(&store, choice, given) }
            }
        </>
    }
}

fn switch(store: &Store, key: &str, on: bool, to: Choice, note: String) -> Html {
    html! {
        <label class="check">
            <input type="checkbox" checked={on} onchange={choose::<Event>(store, to)} />
            <span>{ t(key) }<small>{ note }</small></span>
        </label>
    }
}

/// Shall names be others?
fn pseudonyms(store: &Store, choice: Choice, given: &Given) -> Html {
    let to = Choice {
        pseudonyms: !choice.pseudonyms,
        ..choice
    };
    let note = match given.names.first() {
        Some(name) => tn(
            "ui-share-pseudonyms-on",
            &[
                ("n", given.names.len().into()),
                ("old", name.old.as_str().into()),
                ("new", name.new.as_str().into()),
            ],
        ),
        None => t("ui-share-pseudonyms-note"),
    };
    switch(store, "ui-share-pseudonyms", choice.pseudonyms, to, note)
}

fn word(tab: ShareTab) -> &'static str {
    match tab {
        ShareTab::Link => "ui-share-link",
        ShareTab::Image => "ui-share-image",
        ShareTab::Data => "ui-share-data",
    }
}

fn lead(tab: ShareTab) -> &'static str {
    match tab {
        ShareTab::Link => "ui-share-lead-link",
        ShareTab::Image => "ui-share-lead-image",
        ShareTab::Data => "ui-share-lead-data",
    }
}

fn choose<E: 'static>(store: &Store, choice: Choice) -> Callback<E> {
    store.on(move |_: E| Action::Share(choice))
}

/// A button that copies a text, and says whether it could. `id` is where the text can be taken by hand.
fn copier(id: &'static str, text: impl Fn() -> String + 'static, copied: &Copied) -> Html {
    let onclick = {
        let copied = copied.clone();
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            copy(&text(), move |went_well| {
                if !went_well {
                    crate::shell::browser::select(id);
                }
                copied.set(Some((id, went_well)));
            });
        })
    };
    let said = copied.filter(|(of, _)| *of == id).map(|(_, went_well)| {
        t(if went_well {
            "ui-copied"
        } else {
            "ui-not-copied"
        })
    });
    html! {
        <>
            <span class="said" role="status">{ said }</span>
            <button type="button" class="btn pri" {onclick}>{ icon(icons::COPY, "i14") }{ t("ui-copy-it") }</button>
        </>
    }
}

/// A button that saves a file.
fn saver(key: &str, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <button type="button" class="btn line" {onclick}>{ icon(icons::SAVE, "i14") }{ t(key) }</button>
    }
}
