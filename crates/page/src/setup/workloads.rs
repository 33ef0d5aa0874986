//! *Workloads & budgets*: how many Pods, how long they take, and what their budget keeps.

use super::form::{Doc, Typed, number_or_text, setter, typed_setter};
use crate::shell::action::Action;
use crate::shell::store::Store;
use crate::shell::widgets::{Choice, Field, FieldNames, Stepper, TextInput};
use crate::shell::words::{t, tn};
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

/// Entries that are shown before only their number is.
const SHOWN: usize = 30;

pub fn workloads(store: &Store, doc: &Doc) -> Html {
    let (workloads, budgets) = (doc.len("/workloads"), doc.len("/budgets"));
    let more = |n: usize| match n.checked_sub(SHOWN) {
        Some(more @ 1..) => {
            html! { <p class="quiet">{ tn("ui-and-more", &[("n", more.into())]) }</p> }
        }
        _ => html! {},
    };
    html! {
        <>
            if workloads == 0 {
                <p class="quiet">{ t("ui-no-workloads") }</p>
            }
            { for (0..workloads.min(SHOWN)).map(|n| workload(store, doc, n)) }
            { more(workloads) }
            if budgets > 0 {
                <h3>{ t("ui-budgets") }</h3>
            }
            { for (0..budgets.min(SHOWN)).map(|n| budget(store, doc, n)) }
            { more(budgets) }
        </>
    }
}

fn names(word: String, api: &'static str) -> FieldNames {
    FieldNames {
        word,
        api,
        flag: "",
    }
}

/// Does the kind say how many Pods it has by `replicas`?
fn counted(kind: &str) -> Option<&'static str> {
    match kind {
        "Deployment" | "StatefulSet" | "ReplicaSet" | "ReplicationController" => Some("replicas"),
        "Job" => Some("parallelism"),
        _ => None,
    }
}

/// Field below a workload, how it is typed, key of its word, API name, and what holds when nothing is said.
const FIELDS: [(&str, Typed, &str, &str, &str); 5] = [
    (
        "assumptions/ready",
        Typed::Duration,
        "ui-ready-after",
        "ready",
        "",
    ),
    (
        "assumptions/podStart",
        Typed::Duration,
        "ui-start-after",
        "podStart",
        "20s",
    ),
    (
        "terminationGracePeriodSeconds",
        Typed::Amount,
        "ui-grace",
        "terminationGracePeriodSeconds",
        "30",
    ),
    ("requests/cpu", Typed::Text, "ui-cpu", "cpu", ""),
    ("requests/memory", Typed::Text, "ui-memory", "memory", ""),
];

fn workload(store: &Store, doc: &Doc, n: usize) -> Html {
    let at = format!("/workloads/{n}");
    let kind = doc.text(&format!("{at}/kind"));
    let name = doc.text(&format!("{at}/name"));
    let placed = doc.len(&format!("{at}/pods"));
    html! {
        <details class="entry" key={n}>
            <summary title={name.clone()}><bdi>{ name.clone() }</bdi><small>{ kind.clone() }</small></summary>
            if let Some(api) = counted(&kind).filter(|_| placed == 0) {
                { replicas(store, doc, n, api, &name) }
            }
            { for FIELDS.iter().map(|(rest, typed, word, api, otherwise)| {
                let pointer = format!("{at}/{rest}");
                let error = doc.error(&pointer);
                let id = format!("workload-{n}-{api}");
                let control = TextInput {
                    id: id.clone(),
                    value: doc.text(&pointer),
                    placeholder: (*otherwise).to_owned(),
                    wrong: error.is_some(),
                    onchange: typed_setter(store, *typed, pointer),
                    ..TextInput::default()
                };
                Field { id, names: names(t(word), api), error }.show(control.show())
            }) }
        </details>
    }
}

fn replicas(store: &Store, doc: &Doc, n: usize, api: &'static str, name: &str) -> Html {
    let pointer = format!("/workloads/{n}/{api}");
    let error = doc.error(&pointer);
    let id = format!("workload-{n}-replicas");
    let control = Stepper {
        id: id.clone(),
        value: doc.int(&pointer, 1),
        min: 0,
        max: 5000,
        less: tn("ui-less", &[("name", name.into())]),
        more: tn("ui-more", &[("name", name.into())]),
        wrong: error.is_some(),
        onchange: setter(store, pointer, Json::Int),
    };
    Field {
        id,
        names: names(t("ui-replicas"), api),
        error,
    }
    .show(control.show())
}

fn budget(store: &Store, doc: &Doc, n: usize) -> Html {
    let at = format!("/budgets/{n}");
    let min = doc.at(&format!("{at}/minAvailable")).is_some();
    let bound = if min {
        "minAvailable"
    } else {
        "maxUnavailable"
    };
    let pointer = format!("{at}/{bound}");
    let name = doc.text(&format!("{at}/name"));
    let error = doc.error(&at);
    let id = format!("budget-{n}");
    let value = doc.text(&pointer);
    let choice = Choice {
        id: format!("{id}-bound"),
        value: bound.to_owned(),
        name: Some(tn("ui-bound-of", &[("name", name.as_str().into())])),
        class: "",
        options: ["minAvailable", "maxUnavailable"]
            .map(|bound| (bound.to_owned(), bound.to_owned()))
            .to_vec(),
        onchange: {
            let (pointer, value) = (pointer.clone(), value.clone());
            // One edit: the other bound goes when this one comes.
            store.on(move |bound: String| {
                Action::Edit(Edit::Rename(pointer.clone(), bound, number_or_text(&value)))
            })
        },
    };
    let control = TextInput {
        id: id.clone(),
        value,
        short: true,
        wrong: error.is_some(),
        onchange: typed_setter(store, Typed::Amount, pointer),
        ..TextInput::default()
    };
    let field = Field {
        id,
        names: names(name, ""),
        error,
    };
    html! {
        <div class="budget" key={n}>
            { field.show(html! { <span class="pair">{ choice.show() }{ control.show() }</span> }) }
        </div>
    }
}
