//! PodDisruptionBudgets as cards: the workload that each selects, and how many of its Pods must stay or may be missing.

use super::cards::{Cards, OpenCard, Summary};
use super::parts::{self, Part};
use crate::shell::form::{Doc, TextKind, as_text, names, number_or_text, typed_setter};
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, FieldNames, TextInput, field};
use crate::shell::words::{t, tn};
use scenario::edit::{self, Edit};
use scenario::json::Json;
use yew::prelude::*;

#[inline(never)] // It is folded at first, and loaded later.
pub fn budgets(store: &Store, doc: &Doc, open: &OpenCard) -> Html {
    let cards = Cards { store, doc, open, part: Part::Budget };
    html! {
        <>
            <h3>{ t("ui-budgets") }</h3>
            { cards.show(|at| summary(doc, at), |at| details(store, doc, at)) }
            { cards.add() }
        </>
    }
}

fn summary(doc: &Doc, at: usize) -> Summary {
    let place = Part::Budget.place(at);
    let (bound, value) = bound_of(doc, &place);
    let selector = selector_text(doc.at(&format!("{place}/selector")));
    Summary { about: format!("{selector}, {bound} {value}"), ..Summary::default() }
}

/// A selector as kubectl takes it, or what a missing and an empty one select (KP-02).
fn selector_text(selector: Option<&Json>) -> String {
    let Some(selector @ Json::Object(_)) = selector else { return t("ui-selects-nothing") };
    let labels = selector.get("matchLabels").map(|labels| TextKind::Labels.text(labels));
    let expressions = selector.get("matchExpressions").map(Json::items).unwrap_or_default();
    let all = labels.into_iter().chain(expressions.iter().map(expression_text));
    let all: Vec<String> = all.filter(|text| !text.is_empty()).collect();
    if all.is_empty() { t("ui-selects-all") } else { all.join(", ") }
}

/// `tier in (web, api)`, `!tier`
fn expression_text(expression: &Json) -> String {
    let text = |key: &str| expression.get(key).map(as_text).unwrap_or_default();
    let values = expression.get("values").map(Json::items).unwrap_or_default();
    let values: Vec<String> = values.iter().map(as_text).collect();
    let (key, values) = (text("key"), values.join(", "));
    let operator = match text("operator").as_str() {
        "Exists" => return key,
        "DoesNotExist" => return format!("!{key}"),
        other => other.to_ascii_lowercase(),
    };
    format!("{key} {operator} ({values})")
}

/// Its bound, and the value of it.
pub(super) fn bound_of(doc: &Doc, place: &str) -> (&'static str, String) {
    let min = doc.at(&format!("{place}/minAvailable")).is_some();
    let bound = if min { "minAvailable" } else { "maxUnavailable" };
    (bound, doc.text(&format!("{place}/{bound}")))
}

fn details(store: &Store, doc: &Doc, at: usize) -> Html {
    html! {
        <>
            { selected(store, doc, at) }
            { limit(store, doc, at) }
        </>
    }
}

/// The workload whose Pods it selects.
fn selected(store: &Store, doc: &Doc, at: usize) -> Html {
    let place = Part::Budget.place(at);
    let other = selector_text(doc.at(&format!("{place}/selector")));
    let choice = workload_choice(store, doc, &place, parts::selector_of, other);
    let warns = doc.warning_of(&place, is_of_selector);
    Choice { id: format!("budget-{at}-selects"), ..choice }.field(
        FieldNames { warns, ..names("ui-budget-selects", "selector", "") },
        doc.error(&format!("{place}/selector")),
    )
}

/// A choice of the workload whose Pods the part at a place selects; another selector stays as it is until one is chosen.
pub(super) fn workload_choice(
    store: &Store,
    doc: &Doc,
    place: &str,
    selector_of: fn(&Json) -> Json,
    other: String,
) -> Choice {
    let part = doc.at(place).cloned().unwrap_or_default();
    let workloads = doc.at("/workloads").map_or(&[][..], Json::items);
    let own = |workload: &Json| {
        let exactly = part.get("selector") == Some(&selector_of(workload));
        exactly && parts::namespace_of(&part) == parts::namespace_of(workload)
    };
    let chosen = workloads.iter().position(own);
    let named = |(no, one): (usize, &Json)| {
        (no.to_string(), one.get("name").map(as_text).unwrap_or_default())
    };
    let other = chosen.is_none().then(|| (String::new(), other));
    let options = other.into_iter().chain(workloads.iter().enumerate().map(named)).collect();
    let (json, pointer) = (doc.json.clone(), place.to_owned());
    Choice {
        value: chosen.map(|no| no.to_string()).unwrap_or_default(),
        options,
        onchange: store.on(move |no: String| {
            let workload = no.parse::<usize>().ok();
            let workload = workload.and_then(|no| edit::at(&json, &Part::Workload.place(no)));
            let Some(workload) = workload else { return Action::Settled };
            Action::Apply(parts::select(&pointer, selector_of(workload), workload))
        }),
        ..Choice::default()
    }
}

/// Is the finding about the Pods that it selects?
fn is_of_selector(code: &str) -> bool {
    ["budget/nothing", "budget/two"].contains(&code)
}

fn limit(store: &Store, doc: &Doc, at: usize) -> Html {
    let place = Part::Budget.place(at);
    let (bound, value) = bound_of(doc, &place);
    let pointer = format!("{place}/{bound}");
    let name = doc.text(&format!("{place}/name"));
    let error = doc.error_beside(&place, &["name", "selector"]);
    let id = format!("budget-{at}");
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
    let names = FieldNames {
        word: t("ui-budget-limit"),
        means: t(match bound {
            "minAvailable" => "ui-min-available-means",
            _ => "ui-max-unavailable-means",
        }),
        warns: doc.warning_of(&place, |code| !is_of_selector(code)),
        ..FieldNames::default()
    };
    let controls = html! { <span class="pair">{ choice.show() }{ control.show() }</span> };
    field(id, names, error, controls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_is_told_as_kubectl_takes_it() {
        let expressions = r#"{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"tier","operator":"In","values":["a","b"]},
            {"key":"old","operator":"DoesNotExist"}]}"#;
        for (selector, text) in [
            ("null", "no Pods"),
            ("{}", "all Pods of the namespace"),
            (r#"{"matchLabels":{}}"#, "all Pods of the namespace"),
            (expressions, "app=web, tier in (a, b), !old"),
        ] {
            assert_eq!(selector_text(Json::parse(selector).ok().as_ref()), text);
        }
        assert_eq!(selector_text(None), "no Pods");
    }
}
