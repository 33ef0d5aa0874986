//! Common parts of the share dialog's forms.

use crate::shell::run::loaded::Run;
use crate::shell::scenario::draft::Draft;
use crate::shell::state::{Action, AppState, Center, Share as Choice, Store, Tab, ThemeChoice};
use crate::shell::widgets::icon;
use crate::shell::words::{t, tn};
use draw::icons;
use runner::StrategyChoice;
use scenario::pseudonym::{Names, pseudonymize};
use scenario::{self, Compiled, Document};
use std::rc::Rc;
use trace::Subject;
use yew::prelude::*;

/// What is shared: the page's state when the dialog opened.
#[derive(Clone, PartialEq)]
pub(crate) struct ShareState {
    pub(crate) choice: Choice,
    pub(crate) draft: Option<Draft>,
    pub(crate) run: Option<Run>,
    pub(crate) selected: Option<Subject>,
    pub(crate) tab: Tab,
    pub(crate) center: Center,
    /// The variants of the comparison that a link can hold, if there are any.
    pub(crate) compared: Option<Vec<StrategyChoice>>,
    pub(crate) theme: ThemeChoice,
    /// The run belongs to the current scenario.
    pub(crate) current: bool,
}

impl ShareState {
    pub(crate) fn of(state: &AppState) -> Self {
        let compared = state.compare.as_ref().map(|compare| compare.strategies());
        Self {
            choice: state.share,
            draft: state.draft.clone(),
            run: state.run.clone(),
            selected: state.selected,
            tab: state.tab,
            center: state.below_comparison(),
            compared: compared.filter(|choices| !choices.is_empty()),
            theme: state.theme,
            current: state.run_of_draft().is_some(),
        }
    }
}

/// The shared scenario and its run, pseudonymized if requested.
pub(crate) struct SharedRun {
    /// On one line, as in a link.
    pub(crate) text: String,
    pub(crate) link: String,
    pub(crate) document: Option<Document>,
    pub(crate) run: Option<Run>,
    pub(crate) names: Names,
}

impl SharedRun {
    pub(crate) fn of(seen: &ShareState) -> Option<Self> {
        let json = &seen.draft.as_ref()?.json;
        let (text, names) = if seen.choice.pseudonyms {
            let (json, names) = pseudonymize(json, &t("other-names"));
            (json.compact(), names)
        } else {
            (json.compact(), Names::new())
        };
        let opened = scenario::open(&text);
        let run = seen.run.clone();
        Some(Self {
            link: scenario::link::encode(&text),
            run: if seen.choice.pseudonyms {
                // The last good run of a scenario with errors belongs to an earlier scenario.
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
pub(crate) fn renamed(run: Run, compiled: Compiled) -> Run {
    Run { trace: run.trace.with_plan(Rc::clone(&compiled.plan)), plan: compiled.plan.into(), ..run }
}

pub(crate) fn switch(store: &Store, key: &str, on: bool, to: Choice, note: String) -> Html {
    html! {
        <label class="check">
            <input type="checkbox" checked={on} onchange={choose::<Event>(store, to)} />
            <span>{ t(key) }<small>{ note }</small></span>
        </label>
    }
}

/// The switch that replaces names with pseudonyms.
pub(crate) fn pseudonyms(store: &Store, choice: Choice, given: &SharedRun) -> Html {
    let to = Choice { pseudonyms: !choice.pseudonyms, ..choice };
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

pub(crate) fn choose<E: 'static>(store: &Store, choice: Choice) -> Callback<E> {
    store.on(move |_: E| Action::Share(choice))
}

/// A button that saves a file.
pub(crate) fn saver(key: &str, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <button type="button" class="btn line" {onclick}>{ icon(icons::SAVE, "i14") }{ t(key) }</button>
    }
}
