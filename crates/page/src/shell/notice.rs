//! Errors in a sentence, with field and pointer; the last good run stays below.

use super::action::Action;
use super::choices::PageNote;
use super::note::{bad_link, no_preset, note};
use super::state::{AppState, Trouble};
use super::store::Store;
use super::widgets::{icon, icon_button};
use super::words::{hint, t, tm, tn};
use crate::operations::state::Branched;
use crate::operations::update::present;
use crate::operations::view::branched;
use draw::icons;
use runner::{NoWorker, Place};
use scenario::Diagnostic;
use yew::prelude::*;

/// A diagnostic for display: sentence, hint, pointer.
pub fn diagnostic(one: &Diagnostic) -> Html {
    let hint = hint(&one.message);
    html! {
        <>
            <span class="said">{ tm(&one.message) }</span>
            if !hint.is_empty() {
                { " " }<span class="hint">{ hint }</span>
            }
            if !one.path.is_empty() {
                { " " }<code class="pointer">{ &one.path }</code>
            }
        </>
    }
}

/// The notice at the top of the page.
#[derive(Clone, PartialEq)]
pub struct Notice {
    trouble: Option<Trouble>,
    /// The draft's first error, the number of errors, and whether there is a good run.
    errors: Option<(Diagnostic, usize, bool)>,
    note: Option<PageNote>,
    place: Option<Place>,
    branched: Option<Branched>,
}

impl Notice {
    pub fn of(state: &AppState) -> Self {
        let errors = state.draft.as_ref().and_then(|draft| {
            let first = draft.errors().next()?.clone();
            Some((first, draft.errors().count(), state.run.is_some()))
        });
        Self {
            trouble: state.trouble.clone(),
            errors,
            note: state.note.clone(),
            branched: present(state).cloned(),
            place: state.place.clone().filter(|_| !state.place_known),
        }
    }

    /// Why the current scenario can't run.
    pub fn blocks(&self) -> Option<String> {
        match (&self.errors, &self.trouble) {
            (Some((first, ..)), _) => Some(tm(&first.message)),
            (None, Some(Trouble::Engine(text))) => Some(text.clone()),
            (None, _) => None,
        }
    }
}

pub fn notices(store: &Store, notice: Notice) -> Html {
    let Notice { trouble, errors, note: said, place, branched: branch } = notice;
    let close = store.on(|_: MouseEvent| Action::Dismiss);
    html! {
        <div class="notices">
            if let Some((first, count, kept)) = errors {
                <div class="notice bad" role="alert">
                    { icon(icons::WARN, "") }
                    <p>
                        { diagnostic(&first) }
                        if count > 1 {
                            { " " }{ tn("ui-errors-more", &[("n", (count - 1).into())]) }
                        }
                        if kept {
                            { " " }<b>{ t("ui-last-run-stays") }</b>
                        }
                    </p>
                </div>
            }
            if let Some(trouble) = trouble {
                <div class="notice bad" role="alert">
                    { icon(icons::WARN, "") }
                    <p>{ match &trouble {
                        Trouble::Unusable(list) => html! { <>{ for list.iter().take(2).map(diagnostic) }</> },
                        Trouble::Engine(text) => html! { text },
                        Trouble::Link(fault) => bad_link(fault),
                        Trouble::Preset(name) => no_preset(name),
                    } }</p>
                    { icon_button(icons::CROSS, t("ui-dismiss"), "", None, close.clone()) }
                </div>
            }
            if let Some(one) = &said {
                { note(store, one, close.clone()) }
            }
            if let Some(one) = &branch {
                { branched(store, one) }
            }
            if let Some(Place::Inline(why)) = place {
                <div class="notice" role="status">
                    { icon(icons::INFO, "") }
                    <p>{ inline(&why) }</p>
                    { icon_button(icons::CROSS, t("ui-dismiss"), "", None, close) }
                </div>
            }
        </div>
    }
}

fn inline(why: &NoWorker) -> String {
    match why {
        NoWorker::Refused(_) => t("ui-inline-refused"),
        NoWorker::Silent => t("ui-inline-silent"),
        NoWorker::Lost(_) => t("ui-inline-lost"),
    }
}
