//! *Assumptions*: durations that no documentation specifies, as one value or as p10, p50 and p90, and the run's seed.

use crate::shell::form::{Doc, Fields, TextKind, names, setter, typed_setter};
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{self, Choice, TextInput};
use crate::shell::words::{t, tn};
use scenario::document::{Assumptions, Document};
use scenario::edit::Edit;
use scenario::field::{FieldSpec, FieldType};
use scenario::json::Json;
use yew::prelude::*;

/// Of load balancers.
const BALANCERS: [&str; 2] = ["assumptions/backendSync", "assumptions/localDrain"];

#[inline(never)] // It is folded at first, and loaded later.
pub fn assumptions(store: &Store, doc: &Doc) -> Html {
    let of_scenario =
        Fields { store, doc, at: String::new(), spec: Document::SPEC, id: "scenario" };
    let order = Choice {
        id: "node-order".to_owned(),
        value: match doc.text("/assumptions/nodeOrder") {
            text if text.is_empty() => "shuffled".to_owned(),
            text => text,
        },
        options: vec![
            ("shuffled".to_owned(), t("ui-order-shuffled")),
            ("listed".to_owned(), t("ui-order-listed")),
        ],
        onchange: setter(store, "/assumptions/nodeOrder", Json::Text),
        ..Choice::default()
    };
    let names_of_order = names("ui-node-order", "nodeOrder", "");
    let durations = Assumptions::SPEC.fields.iter();
    let durations = durations.filter(|field| matches!(field.kind, FieldType::Range));
    html! {
        <>
            <p class="derive">{ t("ui-model-lead") }{ " " }{ t("ui-assumptions-lead") }</p>
            { for durations.map(|field| duration(store, doc, field)) }
            { for BALANCERS.iter().map(|path| of_scenario.setting(path)) }
            { of_scenario.setting("seed") }
            { order.field(names_of_order, doc.error("/assumptions/nodeOrder")) }
        </>
    }
}

fn duration(store: &Store, doc: &Doc, field: &'static FieldSpec) -> Html {
    let (api, otherwise) = (field.key, field.setting.default);
    let pointer = format!("/assumptions/{api}");
    let id = format!("assume-{api}");
    let word = t(field.setting.label);
    let error = doc.error(&pointer);
    let ranged = matches!(doc.at(&pointer), Some(Json::Object(_)));
    let input = |id: String, pointer: String, placeholder: &str| {
        let control = TextInput {
            id,
            value: doc.text(&pointer),
            placeholder: placeholder.to_owned(),
            short: true,
            wrong: doc.error(&pointer).is_some(),
            onchange: typed_setter(store, TextKind::Duration, pointer),
            ..TextInput::default()
        };
        control.show()
    };
    let value_at = if ranged { format!("{pointer}/p50") } else { pointer.clone() };
    let now = match doc.text(&value_at) {
        text if text.is_empty() => otherwise.to_owned(),
        text => text,
    };
    let name = tn("ui-range-of", &[("name", word.as_str().into())]);
    let toggle = {
        let (pointer, now) = (pointer.clone(), now.clone());
        store.on(move |_: MouseEvent| {
            let value: Json = now.as_str().into();
            let value = if ranged {
                value
            } else {
                Json::object(["p10", "p50", "p90"].map(|which| (which, value.clone())))
            };
            Action::Edit(Edit::Set(pointer.clone(), value))
        })
    };
    let field_id = match ranged {
        true => format!("{id}-p50"),
        false => id.clone(),
    };
    let control = html! {
        <span class="pair">
            if !ranged {
                { input(id.clone(), pointer.clone(), otherwise) }
            }
            <button type="button" class="btn line spread" aria-pressed={ranged.to_string()}
                aria-label={name.clone()} title={name} disabled={now.is_empty()} onclick={toggle}>{ "p10–p90" }</button>
        </span>
    };
    html! {
        <div class="duration" key={api}>
            { widgets::field(field_id, names(field.setting.label, api, ""), error, control) }
            if ranged {
                <div class="parts">
                    { for ["p10", "p50", "p90"].into_iter().map(|which| html! {
                        <label class="part"><span>{ which }</span>{ input(format!("{id}-{which}"), format!("{pointer}/{which}"), "") }</label>
                    }) }
                </div>
            }
        </div>
    }
}
