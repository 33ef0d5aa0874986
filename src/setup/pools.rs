//! *Cluster & pools*: how a pool is upgraded, to which version, and its drain limits.

use super::form::{Doc, Fields, TextKind, names};
use super::strategy::{Derived, strategy};
use crate::shell::state::action::Action;
use crate::shell::state::store::Store;
use crate::shell::widgets::Choice;
use crate::shell::words::t;
use scenario::document::Pool;
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

/// The index of a pool's first entry with this verb in the script.
fn entry_of(doc: &Doc, verb: &str, pool: &str) -> Option<usize> {
    let script = doc.at("/script")?.items();
    script.iter().position(|item| {
        item.get("do").and_then(Json::text) == Some(verb)
            && item.get("pool").and_then(Json::text) == Some(pool)
    })
}

pub(super) fn pools(
    store: &Store,
    doc: &Doc,
    chosen: &UseStateHandle<usize>,
    derived: Option<&Derived>,
) -> Html {
    let count = doc.len("/pools");
    if count == 0 {
        return html! { <p class="quiet">{ t("ui-no-pools") }</p> };
    }
    let at = (**chosen).min(count - 1);
    let fields = Fields { store, doc, at: format!("/pools/{at}"), spec: Pool::SPEC, id: "pool" };
    let name = doc.text(&fields.path("name"));
    let (choice, form) = strategy(&fields, derived);
    let target = derived
        .and_then(|derived| derived.target)
        .map(|version| version.to_string())
        .unwrap_or_default();
    html! {
        <>
            if count > 1 {
                { choose(doc, chosen, at, count) }
            }
            { choice }
            { form.settings }
            if doc.len(&fields.path("nodes")) == 0 {
                { fields.setting(NODES) }
            }
            if form.can_upgrade {
                { match entry_of(doc, "upgrade", &name) {
                    Some(at) => fields.text("pool-target", TextKind::Text, format!("/script/{at}/version"),
                        &target, names("ui-target-version", "version", "--cluster-version")),
                    None if entry_of(doc, "resume", &name).is_some() => html! { <p class="quiet">{ t("ui-upgrade-resumes") }</p> },
                    None => upgrade_now(store, name),
                } }
            }
            { form.result }
            <details class="entry">
                <summary>{ t("ui-more-fields") }</summary>
                { for more_settings().iter().map(|path| fields.setting(path)) }
            </details>
        </>
    }
}

/// The nodes per zone.
const NODES: &str = "initialNodeCount";

/// The settings without a special control.
fn more_settings() -> Vec<String> {
    let mut all = Pool::SPEC.in_forms();
    all.retain(|path| path != NODES && !path.starts_with("upgradeSettings/"));
    all
}

fn choose(doc: &Doc, chosen: &UseStateHandle<usize>, at: usize, count: usize) -> Html {
    let chosen = chosen.clone();
    Choice {
        id: "pool-chosen".to_owned(),
        options: (0..count)
            .map(|n| (n.to_string(), doc.text(&format!("/pools/{n}/name"))))
            .collect(),
        value: at.to_string(),
        onchange: Callback::from(move |n: String| chosen.set(n.parse().unwrap_or(0))),
        ..Choice::default()
    }
    .field(names("ui-pool", "", ""), None)
}

fn upgrade_now(store: &Store, name: String) -> Html {
    let onclick = store.on(move |_: MouseEvent| {
        let item = Json::object([
            ("at", "0s".into()),
            ("do", "upgrade".into()),
            ("pool", name.as_str().into()),
        ]);
        Action::Edit(Edit::Append("/script".to_owned(), item))
    });
    html! {
        <div class="fld">
            <span class="label">{ t("ui-no-upgrade") }</span>
            <button type="button" class="btn line" {onclick}>{ t("ui-upgrade-now") }</button>
        </div>
    }
}
