//! *Actions*: what somebody does during the run, and when. Each is an entry of the script.

use super::pools::DocProps;
use super::setup::{Doc, Typed, number_or_text, typed_setter};
use crate::draw::icons;
use crate::scenario::json::Json;
use crate::ui::action::Action;
use crate::ui::app::use_deck;
use crate::ui::edit::Edit;
use crate::ui::parts::{Choice, Icon, IconButton, TextInput};
use crate::ui::store::{Store, use_select, use_store};
use crate::ui::words::{t, tn};
use yew::prelude::*;

/// What an action is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Pool,
    Node,
    Zone,
    Number,
    Nothing,
}

/// Verb, key of its words, what it is about, and the field that names that.
const VERBS: [(&str, &str, About, &str); 11] = [
    ("cancel", "ui-do-cancel", About::Pool, "pool"),
    ("resume", "ui-do-resume", About::Pool, "pool"),
    ("rollback", "ui-do-rollback", About::Pool, "pool"),
    ("upgrade", "ui-do-upgrade", About::Pool, "pool"),
    ("cordon", "ui-do-cordon", About::Node, "node"),
    ("uncordon", "ui-do-uncordon", About::Node, "node"),
    ("drain", "ui-do-drain", About::Node, "node"),
    ("quota", "ui-do-quota", About::Number, "spareNodes"),
    ("stockout", "ui-do-stockout", About::Zone, "zone"),
    ("open", "ui-do-open", About::Nothing, ""),
    ("close", "ui-do-close", About::Nothing, ""),
];

fn words(verb: &str) -> String {
    VERBS
        .iter()
        .find(|(name, ..)| *name == verb)
        .map_or_else(|| verb.to_owned(), |(_, key, ..)| t(key))
}

/// The name that an entry is about, whatever field holds it.
fn about(item: &Json) -> String {
    ["node", "pool", "zone", "workload", "budget", "spareNodes"]
        .into_iter()
        .find_map(|field| item.get(field))
        .map(super::setup::as_text)
        .unwrap_or_default()
}

#[component]
pub fn Actions(props: &DocProps) -> Html {
    let store = use_store();
    let doc = &props.doc;
    let script = doc
        .at("/script")
        .map(|list| list.items().to_vec())
        .unwrap_or_default();
    html! {
        <>
            if script.is_empty() {
                <p class="quiet">{ t("ui-no-actions") }</p>
            }
            <ul class="script">
                { for script.iter().enumerate().map(|(n, item)| entry(&store, doc, n, item)) }
            </ul>
            <NewAction />
        </>
    }
}

fn entry(store: &Store, doc: &Doc, n: usize, item: &Json) -> Html {
    let pointer = format!("/script/{n}");
    let verb = item
        .get("do")
        .and_then(Json::text)
        .unwrap_or_default()
        .to_owned();
    let error = doc.error(&pointer);
    let what = words(&verb);
    let remove = {
        let pointer = pointer.clone();
        store.on(move |_: MouseEvent| Action::Edit(Edit::Remove(pointer.clone())))
    };
    html! {
        <li key={n} class={classes!(error.is_some().then_some("wrong"))}>
            <TextInput id={format!("action-{n}")} class="short" value={item.get("at").map(super::setup::as_text).unwrap_or_default()}
                name={Some(tn("ui-when", &[("what", what.as_str().into())]))} placeholder="0s" onchange={typed_setter(store, Typed::Duration, format!("{pointer}/at"))} />
            <span class="what"><b>{ what.clone() }</b>{ " " }<bdi>{ about(item) }</bdi></span>
            <IconButton d={icons::TRASH} name={tn("ui-remove", &[("what", what.into())])} onclick={remove} />
            if let Some(error) = error {
                <p class="error">{ error }</p>
            }
        </li>
    }
}

/// Names that an action can be about, in the run that is shown.
fn choices(state: &crate::ui::state::AppState, about: About) -> Vec<String> {
    const MANY: usize = 400;
    let Some(run) = &state.run else {
        return Vec::new();
    };
    let plan = &run.plan;
    match about {
        About::Pool => plan.pools.values().map(|pool| pool.name.clone()).collect(),
        About::Zone => plan.zones.values().map(|zone| zone.name.clone()).collect(),
        About::Node => run
            .start
            .nodes
            .ids()
            .take(MANY)
            .map(|node| plan.node_name(&run.start, node))
            .collect(),
        About::Number | About::Nothing => Vec::new(),
    }
}

#[component]
fn NewAction() -> Html {
    let store = use_store();
    let deck = use_deck();
    let verb = use_state(|| "cancel".to_owned());
    let target = use_state(String::new);
    let (_, _, kind, field) = VERBS
        .iter()
        .copied()
        .find(|(name, ..)| *name == *verb)
        .unwrap_or(VERBS[0]);
    let names = use_select(move |state| choices(state, kind));
    let chosen = if names.contains(&*target) || kind == About::Number {
        (*target).clone()
    } else {
        names.first().cloned().unwrap_or_default()
    };
    let add = {
        let (store, verb, chosen) = (store.clone(), (*verb).clone(), chosen.clone());
        Callback::from(move |_: MouseEvent| {
            // Now is where the playhead stands, in whole seconds.
            let at = format!("{}s", (deck.at_ms() / 1000.0).round() as i64);
            let mut item = vec![
                ("at".to_owned(), Json::Text(at)),
                ("do".to_owned(), Json::Text(verb.clone())),
            ];
            if !field.is_empty() && !chosen.trim().is_empty() {
                item.push((field.to_owned(), number_or_text(chosen.trim())));
            }
            store.send(Action::Edit(Edit::Append(
                "/script".to_owned(),
                Json::Object(item),
            )));
        })
    };
    let pick = {
        let verb = verb.clone();
        Callback::from(move |name: String| verb.set(name))
    };
    let aim = Callback::from(move |name: String| target.set(name));
    html! {
        <div class="new-action">
            <Choice id="action-verb" name={Some(t("ui-action"))} value={(*verb).clone()} onchange={pick}
                options={VERBS.iter().map(|(name, key, ..)| ((*name).to_owned(), t(key))).collect::<Vec<_>>()} />
            { match kind {
                About::Nothing => html! {},
                About::Number => html! {
                    <TextInput id="action-number" class="short" name={Some(t("ui-spare-nodes"))} value={chosen} placeholder="0" onchange={aim} />
                },
                About::Pool | About::Node | About::Zone => html! {
                    <Choice id="action-target" name={Some(t("ui-action-target"))} value={chosen} onchange={aim}
                        options={names.into_iter().map(|name| (name.clone(), name)).collect::<Vec<_>>()} />
                },
            } }
            <button type="button" class="btn line" onclick={add}>
                <Icon d={icons::PLUS} class="i12" />{ t("ui-at-playhead") }
            </button>
        </div>
    }
}
