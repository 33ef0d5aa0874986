//! *Assumptions*: durations that no document fixes, as one value or as p10, p50 and p90, and the luck of the run.

use super::pools::DocProps;
use super::setup::{Doc, Typed, setter, typed_setter};
use crate::scenario::json::Json;
use crate::ui::action::Action;
use crate::ui::edit::Edit;
use crate::ui::parts::{Choice, Field, FieldNames, Stepper, TextInput};
use crate::ui::store::{Store, use_store};
use crate::ui::words::{t, tn};
use yew::prelude::*;

/// API name, key of the local word, and what holds when nothing is said.
const DURATIONS: [(&str, &str, &str); 6] = [
    ("nodeCreate", "ui-node-create", "180s"),
    ("nodeDelete", "ui-node-delete", "30s"),
    ("podStart", "ui-pod-start", "20s"),
    ("imagePull", "ui-image-pull", "0s"),
    ("ready", "ui-ready", "0s"),
    ("shutdown", "ui-shutdown", ""),
];

#[component]
pub fn Assumptions(props: &DocProps) -> Html {
    let store = use_store();
    let doc = &props.doc;
    let order = match doc.text("/assumptions/nodeOrder") {
        text if text.is_empty() => "shuffled".to_owned(),
        text => text,
    };
    let seed = t("ui-seed");
    html! {
        <>
            <p class="derive">{ t("ui-assumptions-lead") }</p>
            { for DURATIONS.iter().map(|(api, word, otherwise)| duration(&store, doc, api, word, otherwise)) }
            <Field id="seed" names={FieldNames { word: seed.clone(), api: "seed", flag: "" }} error={doc.error("/seed")}>
                <Stepper id="seed" value={doc.int("/seed", 1)} less={tn("ui-less", &[("name", seed.as_str().into())])}
                    more={tn("ui-more", &[("name", seed.as_str().into())])}
                    wrong={doc.error("/seed").is_some()} onchange={setter(&store, "/seed", Json::Int)} />
            </Field>
            <Field id="node-order" names={FieldNames { word: t("ui-node-order"), api: "nodeOrder", flag: "" }} error={doc.error("/assumptions/nodeOrder")}>
                <Choice id="node-order" value={order}
                    options={vec![("shuffled".to_owned(), t("ui-order-shuffled")), ("listed".to_owned(), t("ui-order-listed"))]}
                    onchange={setter(&store, "/assumptions/nodeOrder", |order: String| Json::Text(order))} />
            </Field>
        </>
    }
}

fn duration(store: &Store, doc: &Doc, api: &'static str, word: &str, otherwise: &str) -> Html {
    let pointer = format!("/assumptions/{api}");
    let id = format!("assume-{api}");
    let word = t(word);
    let names = FieldNames {
        word: word.clone(),
        api,
        flag: "",
    };
    let error = doc.error(&pointer);
    let ranged = matches!(doc.at(&pointer), Some(Json::Object(_)));
    let part = |which: &'static str| {
        let pointer = format!("{pointer}/{which}");
        html! {
            <label class="part"><span>{ which }</span>
                <TextInput id={format!("{id}-{which}")} value={doc.text(&pointer)} class="short"
                    wrong={doc.error(&pointer).is_some()} onchange={typed_setter(store, Typed::Duration, pointer)} />
            </label>
        }
    };
    let now = match doc.text(&if ranged {
        format!("{pointer}/p50")
    } else {
        pointer.clone()
    }) {
        text if text.is_empty() => otherwise.to_owned(),
        text => text,
    };
    let toggle = {
        let (pointer, now) = (pointer.clone(), now.clone());
        store.on(move |_: MouseEvent| {
            let value: Json = now.as_str().into();
            let value = if ranged {
                value
            } else {
                let part = |which: &str| (which.to_owned(), value.clone());
                Json::Object(vec![part("p10"), part("p50"), part("p90")])
            };
            Action::Edit(Edit::Set(pointer.clone(), value))
        })
    };
    html! {
        <div class={classes!("duration", ranged.then_some("ranged"))} key={api}>
            <Field id={if ranged { format!("{id}-p50") } else { id.clone() }} {names} error={error.clone()}>
                <span class="pair">
                    if !ranged {
                        <TextInput id={id.clone()} value={doc.text(&pointer)} placeholder={otherwise.to_owned()} class="short"
                            wrong={error.is_some()} onchange={typed_setter(store, Typed::Duration, pointer.clone())} />
                    }
                    <button type="button" class="btn line range" aria-pressed={ranged.to_string()}
                        aria-label={tn("ui-range-of", &[("name", word.as_str().into())])} title={tn("ui-range-of", &[("name", word.as_str().into())])}
                        disabled={now.is_empty()} onclick={toggle}>{ "p10–p90" }</button>
                </span>
            </Field>
            if ranged {
                <div class="parts">{ part("p10") }{ part("p50") }{ part("p90") }</div>
            }
        </div>
    }
}
