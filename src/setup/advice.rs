//! Advice on surge upgrades: the documented settings to choose from, and notes with their rules.

use crate::shell::form::Doc;
use crate::shell::state::{Action, Store};
use crate::shell::words::{t, tn};
use model::strategy::Surge;
use model::strategy::surge::profiles;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use words::advice::{self, RuleNote};
use yew::prelude::*;

/// A note: its sentence and its rules.
pub fn line(note: &RuleNote) -> Html {
    html! {
        <p class="note">
            { tn(note.text.key, &note.text.args) }
            { for note.rules.iter().map(|rule| html! { <>{ " " }<span class="chip rule">{ *rule }</span></> }) }
        </p>
    }
}

fn list(title: &str, notes: &[RuleNote]) -> Html {
    html! {
        <>
            <h3>{ t(title) }</h3>
            { for notes.iter().map(line) }
        </>
    }
}

/// The four documented settings as buttons, and the purpose of the chosen one.
pub fn settings(store: &Store, doc: &Doc, pool: &str, now: Surge) -> Html {
    let pointer = format!("{pool}/upgradeSettings");
    let chosen = profiles().find(|profile| profile.settings == now);
    html! {
        <>
            <div class="fld tall">
                <span class="label" id="documented">{ t("ui-documented-settings") }<span class="api">{ "maxSurge/maxUnavailable" }</span></span>
                <span class="chips" role="group" aria-labelledby="documented">
                    { for profiles().map(|profile| {
                        let Surge { max_surge, max_unavailable } = profile.settings;
                        let edit = Edit::Set(pointer.clone(), with(doc.at(&pointer), profile.settings));
                        html! {
                            <button type="button" class="btn line" aria-pressed={(profile.settings == now).to_string()}
                                title={advice::profile(profile.name).map(|note| tn(note.text.key, &note.text.args))}
                                onclick={store.on(move |_: MouseEvent| Action::Edit(edit.clone()))}>
                                { format!("{max_surge}/{max_unavailable}") }
                            </button>
                        }
                    }) }
                </span>
            </div>
            { for chosen.and_then(|profile| advice::profile(profile.name)).iter().map(line) }
        </>
    }
}

/// Replaces the two numbers of upgrade settings; keeps the rest.
fn with(settings: Option<&Json>, surge: Surge) -> Json {
    let settings = settings.cloned().unwrap_or_else(|| Json::Object(Vec::new()));
    [("/maxSurge", surge.max_surge), ("/maxUnavailable", surge.max_unavailable)].into_iter().fold(
        settings,
        |settings, (field, number)| {
            edit::apply(&settings, &Edit::Set(field.to_owned(), Json::Int(number.into())))
        },
    )
}

/// All other notes, folded.
pub fn more() -> Html {
    html! {
        <details class="entry advice">
            <summary>{ t("ui-about-surge") }</summary>
            { list("ui-trade-offs", &advice::trade_offs()) }
            { list("ui-surge-is-for", &advice::surge_is_for()) }
            { list("ui-during-a-run", &advice::during_a_run()) }
        </details>
    }
}
