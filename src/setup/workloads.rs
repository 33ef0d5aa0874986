//! *Workloads*: number and kind of Pods, their requests and durations, where they may run, and a budget of their own.

use super::budgets::bound_of;
use super::cards::{Cards, OpenCard, Summary};
use super::parts::{self, Part, PartStep, counted};
use super::placement;
use crate::shell::form::{Doc, Fields, TextKind, names};
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, FieldNames, icon};
use crate::shell::words::t;
use draw::icons;
use scenario::document::Workload;
use scenario::field::FieldSpec;
use scenario::json::Json;
use yew::prelude::*;

#[inline(never)] // It is folded at first, and loaded later.
pub fn workloads(store: &Store, doc: &Doc, open: &OpenCard) -> Html {
    let cards = Cards { store, doc, open, part: Part::Workload };
    html! {
        <>
            { cards.show(|at| summary(doc, at), |at| details(store, doc, at, open)) }
            { cards.add() }
        </>
    }
}

/// The kinds that can be chosen.
const KINDS: [&str; 6] = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "Pod"];

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

/// The budgets that select the Pods of a workload, by their index.
fn budgets_of(doc: &Doc, at: usize) -> Vec<usize> {
    let Some(workload) = doc.at(&Part::Workload.place(at)) else {
        return Vec::new();
    };
    let budgets = doc.at("/budgets").map_or(&[][..], Json::items).iter().enumerate();
    budgets.filter(|(_, budget)| parts::selects(budget, workload)).map(|(at, _)| at).collect()
}

/// `web-pdb: maxUnavailable 1`
fn budget_text(doc: &Doc, at: usize) -> String {
    let place = Part::Budget.place(at);
    let (bound, value) = bound_of(doc, &place);
    format!("{}: {bound} {value}", doc.text(&format!("{place}/name")))
}

fn summary(doc: &Doc, at: usize) -> Summary {
    let text = |path: &str| doc.text(&format!("/workloads/{at}/{path}"));
    let kind = text("kind");
    let placed = doc.len(&format!("/workloads/{at}/pods"));
    let pods = match counted(&kind) {
        _ if placed > 0 => Some(placed as i64),
        Some(api) => Some(doc.int(&format!("/workloads/{at}/{api}"), 1)),
        None => None,
    };
    let requests: Vec<String> = REQUESTS
        .iter()
        .map(|(api, _)| text(&format!("requests/{api}")))
        .filter(|one| !one.is_empty())
        .collect();
    let requests = requests.join(", ");
    let about = match pods {
        Some(pods) if requests.is_empty() => format!("{kind}, {pods}"),
        Some(pods) => format!("{kind}, {pods} × {requests}"),
        None if requests.is_empty() => kind,
        None => format!("{kind}, {requests}"),
    };
    let chips = budgets_of(doc, at).into_iter().take(1).map(|at| budget_text(doc, at));
    Summary { about, chips: chips.collect(), ..Summary::default() }
}

fn details(store: &Store, doc: &Doc, at: usize, open: &OpenCard) -> Html {
    let id = format!("workload-{at}");
    let fields = Fields { store, doc, at: Part::Workload.place(at), spec: Workload::SPEC, id: &id };
    let kind = doc.text(&fields.path("kind"));
    let name = doc.text(&fields.path("name"));
    let placed = doc.len(&fields.path("pods"));
    html! {
        <>
            if placed == 0 {
                { kind_of(&fields, at, &kind) }
            }
            if let Some(api) = counted(&kind).filter(|_| placed == 0) {
                { replicas(&fields, api, &name) }
            }
            { for FIRST.iter().map(|path| fields.setting(path)) }
            { for REQUESTS.iter().map(|(api, word)| {
                let pointer = fields.path(&format!("requests/{api}"));
                let warns = match *api {
                    "cpu" => doc.warning(&fields.path("requests")),
                    _ => String::new(),
                };
                let names = FieldNames { warns, ..names(word, api, "") };
                fields.text(&format!("{id}-{api}"), TextKind::Text, pointer, "", names)
            }) }
            { for more_settings(&kind).iter().map(|path| fields.setting(path)) }
            { placement::controls(&fields) }
            { own_budget(store, doc, at, open) }
        </>
    }
}

fn kind_of(fields: &Fields<'_>, at: usize, kind: &str) -> Html {
    let mut options: Vec<(String, String)> =
        KINDS.map(|kind| (kind.to_owned(), kind.to_owned())).to_vec();
    if !KINDS.contains(&kind) {
        options.push((kind.to_owned(), kind.to_owned()));
    }
    Choice {
        id: format!("{}-kind", fields.id),
        value: kind.to_owned(),
        options,
        onchange: fields.store.on(move |kind: String| Action::Part(PartStep::Kind(at, kind))),
        ..Choice::default()
    }
    .field(names("ui-kind", "kind", ""), fields.doc.error(&fields.path("kind")))
}

fn replicas(fields: &Fields<'_>, api: &'static str, name: &str) -> Html {
    let Some(FieldSpec { setting, .. }) = Workload::SPEC.at(api) else {
        return html! {};
    };
    let id = format!("{}-replicas", fields.id);
    let names = names(setting.label, api, "");
    fields.number(id, fields.path(api), setting, names, name)
}

/// The budgets of its Pods, or a button that makes one.
fn own_budget(store: &Store, doc: &Doc, at: usize, open: &OpenCard) -> Html {
    let budgets = budgets_of(doc, at);
    let count = doc.len("/budgets");
    let add = {
        let (store, open) = (store.clone(), open.clone());
        Callback::from(move |_: MouseEvent| {
            store.send(Action::Part(PartStep::AddBudget(at)));
            open.set(Some((Part::Budget, count)));
        })
    };
    html! {
        <div class="fld">
            <span class="label">{ t("ui-own-budget") }</span>
            <span class="chips">
                { for budgets.iter().map(|budget| {
                    let (open, budget) = (open.clone(), *budget);
                    let onclick = Callback::from(move |_: MouseEvent| open.set(Some((Part::Budget, budget))));
                    html! { <button type="button" class="btn line" {onclick}>{ budget_text(doc, budget) }</button> }
                }) }
                if budgets.is_empty() {
                    <button type="button" class="btn line" onclick={add}>{ icon(icons::PLUS, "i12") }{ t("ui-add-budget") }</button>
                }
            </span>
        </div>
    }
}
