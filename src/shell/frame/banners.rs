//! Errors in a sentence, with field and pointer; the last good run stays below.

use super::info_banner::{bad_link, no_preset, note};
use crate::operations::state::Branched;
use crate::operations::update::present;
use crate::operations::view::branched;
use crate::shell::state::{Action, AppState, InfoBanner, PageError, Store};
use crate::shell::widgets::{icon, icon_button};
use crate::shell::words::{hint, t, tm, tn};
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
pub struct Banners {
    trouble: Option<PageError>,
    /// The draft's first error, the number of errors, and whether there is a good run.
    errors: Option<(Diagnostic, usize, bool)>,
    note: Option<InfoBanner>,
    place: Option<Place>,
    branched: Option<Branched>,
}

impl Banners {
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
            (None, Some(PageError::Engine(text))) => Some(text.clone()),
            (None, _) => None,
        }
    }
}

pub fn notices(store: &Store, notice: Banners) -> Html {
    let Banners { trouble, errors, note: said, place, branched: branch } = notice;
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
                        PageError::Unusable(list) => html! { <>{ for list.iter().take(2).map(diagnostic) }</> },
                        PageError::Engine(text) => html! { text },
                        PageError::Link(fault) => bad_link(fault),
                        PageError::Preset(name) => no_preset(name),
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
