//! The share dialog: a link, a picture, and the scenario and its run as data. Nothing is sent anywhere.

mod data;
mod image;
mod link;

use super::parts::{ShareState, SharedRun, choose, pseudonyms};
use crate::player::use_player;
use crate::shell::frame::copier::Copied;
use crate::shell::state::{Share as Choice, ShareTab, use_select, use_store};
use crate::shell::web::theme::theme;
use crate::shell::widgets::icon;
use crate::shell::words::t;
use draw::icons;
use std::rc::Rc;
use yew::prelude::*;

#[component]
pub fn Share() -> Html {
    let store = use_store();
    let at_ms = use_player().own_ms() as i64;
    let seen = use_select(ShareState::of);
    let copied: Copied = use_state(|| None);
    let basis = (seen.draft.clone(), seen.run.clone(), seen.current, seen.choice.pseudonyms);
    let given = use_memo(basis, |_| SharedRun::of(&seen).map(Rc::new));
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
