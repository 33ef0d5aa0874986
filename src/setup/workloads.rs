//! *Workloads & budgets*: number of Pods, durations, and budgets.

use super::form::{Doc, Fields, TextKind, names, number_or_text, typed_setter};
use crate::shell::state::action::Action;
use crate::shell::state::store::Store;
use crate::shell::widgets::{Choice, FieldNames, TextInput, field};
use crate::shell::words::{t, tn};
use scenario::document::Workload;
use scenario::edit::Edit;
use scenario::field::FieldSpec;
use yew::prelude::*;

/// The most entries shown; of more only the number is.
const SHOWN: usize = 30;

#[inline(never)] // It is folded at first, and loaded later.
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

/// The field for the number of Pods, if the kind has `replicas`.
fn counted(kind: &str) -> Option<&'static str> {
    match kind {
        "Deployment" | "StatefulSet" | "ReplicaSet" | "ReplicationController" => Some("replicas"),
        "Job" => Some("parallelism"),
        _ => None,
    }
}

/// The settings of a workload that come first.
const FIRST: [&str; 3] =
    ["assumptions/ready", "assumptions/podStart", "terminationGracePeriodSeconds"];

/// The requests of one Pod, with their message keys.
const REQUESTS: [(&str, &str); 2] = [("cpu", "ui-cpu"), ("memory", "ui-memory")];

/// The settings of Pods that a controller doesn't keep running.
const WORK: [&str; 2] = ["assumptions/work", "assumptions/checkpoint"];

/// The settings without a special control.
fn more_settings(kind: &str) -> Vec<String> {
    let mut all = Workload::SPEC.in_forms();
    let placed = ["replicas", "parallelism"];
    let works = !matches!(counted(kind), Some("replicas")) && kind != "DaemonSet";
    all.retain(|path| {
        let path = path.as_str();
        !FIRST.contains(&path) && !placed.contains(&path) && (works || !WORK.contains(&path))
    });
    all
}

fn workload(store: &Store, doc: &Doc, n: usize) -> Html {
    let id = format!("workload-{n}");
    let fields =
        Fields { store, doc, at: format!("/workloads/{n}"), spec: Workload::SPEC, id: &id };
    let kind = doc.text(&fields.path("kind"));
    let name = doc.text(&fields.path("name"));
    let placed = doc.len(&fields.path("pods"));
    html! {
        <details class="entry" key={n}>
            <summary title={name.clone()}><bdi>{ name.clone() }</bdi><small>{ kind.clone() }</small></summary>
            if let Some(api) = counted(&kind).filter(|_| placed == 0) {
                { replicas(&fields, api, &name) }
            }
            { for FIRST.iter().map(|path| fields.setting(path)) }
            { for REQUESTS.iter().map(|(api, word)| {
                let pointer = fields.path(&format!("requests/{api}"));
                fields.text(&format!("{id}-{api}"), TextKind::Text, pointer, "", names(word, api, ""))
            }) }
            { for more_settings(&kind).iter().map(|path| fields.setting(path)) }
        </details>
    }
}

fn replicas(fields: &Fields<'_>, api: &'static str, name: &str) -> Html {
    let Some(FieldSpec { setting, .. }) = Workload::SPEC.at(api) else {
        return html! {};
    };
    let id = format!("{}-replicas", fields.id);
    let names = names(setting.label, api, "");
    fields.number(id, fields.path(api), setting, names, name)
}

fn budget(store: &Store, doc: &Doc, n: usize) -> Html {
    let at = format!("/budgets/{n}");
    let min = doc.at(&format!("{at}/minAvailable")).is_some();
    let bound = if min { "minAvailable" } else { "maxUnavailable" };
    let pointer = format!("{at}/{bound}");
    let name = doc.text(&format!("{at}/name"));
    let error = doc.error(&at);
    let id = format!("budget-{n}");
    let value = doc.text(&pointer);
    let choice = Choice {
        id: format!("{id}-bound"),
        value: bound.to_owned(),
        name: Some(tn("ui-bound-of", &[("name", name.as_str().into())])),
        options: ["minAvailable", "maxUnavailable"]
            .map(|bound| (bound.to_owned(), bound.to_owned()))
            .to_vec(),
        onchange: {
            let (pointer, value) = (pointer.clone(), value.clone());
            // One edit: setting one bound removes the other.
            store.on(move |bound: String| {
                Action::Edit(Edit::Rename(pointer.clone(), bound, number_or_text(&value)))
            })
        },
        ..Choice::default()
    };
    let control = TextInput {
        id: id.clone(),
        value,
        short: true,
        wrong: error.is_some(),
        onchange: typed_setter(store, TextKind::Amount, pointer),
        ..TextInput::default()
    };
    let names = FieldNames { word: name, ..FieldNames::default() };
    let controls = html! { <span class="pair">{ choice.show() }{ control.show() }</span> };
    html! {
        <div class="budget" key={n}>
            { field(id, names, error, controls) }
        </div>
    }
}
