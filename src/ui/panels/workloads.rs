//! *Workloads & budgets*: how many Pods, how long they take, and what their budget keeps.

use super::pools::DocProps;
use super::setup::{Doc, Typed, setter, typed_setter};
use crate::scenario::json::Json;
use crate::ui::action::Action;
use crate::ui::edit::Edit;
use crate::ui::parts::{Choice, Field, FieldNames, Stepper, TextInput};
use crate::ui::store::{Store, use_store};
use crate::ui::words::{t, tn};
use yew::prelude::*;

/// Entries that are shown before only their number is.
const SHOWN: usize = 30;

#[component]
pub fn Workloads(props: &DocProps) -> Html {
    let store = use_store();
    let doc = &props.doc;
    let (workloads, budgets) = (doc.len("/workloads"), doc.len("/budgets"));
    html! {
        <>
            if workloads == 0 {
                <p class="quiet">{ t("ui-no-workloads") }</p>
            }
            { for (0..workloads.min(SHOWN)).map(|n| workload(&store, doc, n)) }
            if workloads > SHOWN {
                <p class="quiet">{ tn("ui-and-more", &[("n", (workloads - SHOWN).into())]) }</p>
            }
            if budgets > 0 {
                <h4>{ t("ui-budgets") }</h4>
            }
            { for (0..budgets.min(SHOWN)).map(|n| budget(&store, doc, n)) }
            if budgets > SHOWN {
                <p class="quiet">{ tn("ui-and-more", &[("n", (budgets - SHOWN).into())]) }</p>
            }
        </>
    }
}

fn names(word: &str, api: &'static str) -> FieldNames {
    FieldNames {
        word: word.to_owned(),
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

fn workload(store: &Store, doc: &Doc, n: usize) -> Html {
    let at = format!("/workloads/{n}");
    let path = |rest: &str| format!("{at}/{rest}");
    let kind = doc.text(&path("kind"));
    let name = doc.text(&path("name"));
    let placed = doc.len(&path("pods"));
    let text = |rest: &'static str,
                typed: Typed,
                word: &'static str,
                api: &'static str,
                placeholder: String| {
        let pointer = path(rest);
        let error = doc.error(&pointer);
        let id = format!("workload-{n}-{api}");
        html! {
            <Field id={id.clone()} names={names(&t(word), api)} error={error.clone()}>
                <TextInput {id} value={doc.text(&pointer)} {placeholder}
                    wrong={error.is_some()} onchange={typed_setter(store, typed, pointer)} />
            </Field>
        }
    };
    let ready = match doc.text("/assumptions/ready") {
        text if text.is_empty() => "0s".to_owned(),
        text => text,
    };
    html! {
        <details class="entry" key={n}>
            <summary><bdi>{ name.clone() }</bdi><small>{ kind.clone() }</small></summary>
            if let Some(api) = counted(&kind).filter(|_| placed == 0) {
                { {
                    let pointer = path(api);
                    let error = doc.error(&pointer);
                    let id = format!("workload-{n}-replicas");
                    html! {
                        <Field id={id.clone()} names={names(&t("ui-replicas"), api)} error={error.clone()}>
                            <Stepper {id} value={doc.int(&pointer, 1)} min={0} max={5000}
                                less={tn("ui-less", &[("name", name.as_str().into())])}
                                more={tn("ui-more", &[("name", name.as_str().into())])}
                                wrong={error.is_some()} onchange={setter(store, pointer, Json::Int)} />
                        </Field>
                    }
                } }
            }
            { text("assumptions/ready", Typed::Duration, "ui-ready-after", "ready", ready) }
            { text("assumptions/podStart", Typed::Duration, "ui-start-after", "podStart", "20s".to_owned()) }
            { text("terminationGracePeriodSeconds", Typed::Amount, "ui-grace", "terminationGracePeriodSeconds", "30".to_owned()) }
            { text("requests/cpu", Typed::Text, "ui-cpu", "cpu", String::new()) }
            { text("requests/memory", Typed::Text, "ui-memory", "memory", String::new()) }
        </details>
    }
}

fn budget(store: &Store, doc: &Doc, n: usize) -> Html {
    let at = format!("/budgets/{n}");
    let min = doc.at(&format!("{at}/minAvailable")).is_some();
    let field = if min {
        "minAvailable"
    } else {
        "maxUnavailable"
    };
    let pointer = format!("{at}/{field}");
    let name = doc.text(&format!("{at}/name"));
    let error = doc.error(&at);
    let id = format!("budget-{n}");
    let value = doc.text(&pointer);
    let choose = {
        let (at, value) = (at.clone(), value.clone());
        store.on(move |field: String| {
            // One edit: the other bound goes when this one comes.
            let other = if field == "minAvailable" {
                "maxUnavailable"
            } else {
                "minAvailable"
            };
            Action::Edit(Edit::Rename(
                format!("{at}/{other}"),
                field,
                super::setup::number_or_text(&value),
            ))
        })
    };
    html! {
        <div class="budget" key={n}>
            <Field id={id.clone()} names={names(&name, "")} error={error.clone()}>
                <span class="pair">
                    <Choice id={format!("{id}-bound")} value={field.to_owned()} name={Some(tn("ui-bound-of", &[("name", name.as_str().into())]))}
                        options={vec![("minAvailable".to_owned(), "minAvailable".to_owned()), ("maxUnavailable".to_owned(), "maxUnavailable".to_owned())]}
                        onchange={choose} />
                    <TextInput {id} value={value} class="short" wrong={error.is_some()} onchange={typed_setter(store, Typed::Amount, pointer)} />
                </span>
            </Field>
        </div>
    }
}
