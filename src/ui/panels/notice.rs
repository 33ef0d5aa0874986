//! What went wrong, in a sentence, with the field and the pointer; the last good run stays below it.

use crate::draw::icons;
use crate::runner::{Place, Why};
use crate::scenario::Diagnostic;
use crate::ui::action::Action;
use crate::ui::parts::{Icon, IconButton};
use crate::ui::state::Trouble;
use crate::ui::store::{use_select, use_store};
use crate::ui::words::{t, tn};
use yew::prelude::*;

/// A diagnostic as people read it: sentence, hint, pointer.
pub fn diagnostic(one: &Diagnostic) -> Html {
    html! {
        <>
            <span class="said">{ &one.message }</span>
            if !one.hint.is_empty() {
                { " " }<span class="hint">{ &one.hint }</span>
            }
            if !one.path.is_empty() {
                { " " }<code class="pointer">{ &one.path }</code>
            }
        </>
    }
}

#[component]
pub fn Notices() -> Html {
    let store = use_store();
    let trouble = use_select(|state| state.trouble.clone());
    let errors = use_select(|state| {
        let draft = state.draft.as_ref()?;
        let first = draft.errors().next()?.clone();
        Some((first, draft.errors().count(), state.run.is_some()))
    });
    let place = use_select(|state| state.place.clone());
    let close = store.on(|_: MouseEvent| Action::Dismiss);
    html! {
        <div class="notices">
            if let Some((first, count, kept)) = errors {
                <div class="notice bad" role="alert">
                    <Icon d={icons::WARN} />
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
                    <Icon d={icons::WARN} />
                    <p>{ match &trouble {
                        Trouble::Unusable(list) => html! { <>{ for list.iter().take(2).map(diagnostic) }</> },
                        Trouble::Engine(text) => html! { text },
                    } }</p>
                    <IconButton d={icons::CROSS} name={t("ui-dismiss")} onclick={close} />
                </div>
            }
            if let Some(Place::Inline(why)) = place {
                <div class="notice" role="status">
                    <Icon d={icons::INFO} />
                    <p>{ inline(&why) }</p>
                </div>
            }
        </div>
    }
}

fn inline(why: &Why) -> String {
    match why {
        Why::Refused(_) => t("ui-inline-refused"),
        Why::Silent => t("ui-inline-silent"),
        Why::Lost(_) => t("ui-inline-lost"),
    }
}
