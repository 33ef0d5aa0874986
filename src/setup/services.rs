//! Services as cards: whose Pods each selects, which load balancer GKE makes for it, and to which nodes that sends packets.

use super::budgets::workload_choice;
use super::cards::{Cards, OpenCard, Summary};
use super::parts::{self, Part};
use crate::shell::form::{Doc, Fields, TextKind, names, typed_setter};
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, FieldNames, TextInput};
use crate::shell::words::{t, tm, tn};
use base::{Message, say};
use model::load_balancer::{INTERNAL, WhichKind};
use scenario::document::{self, Document, Service};
use scenario::edit::{self, Edit};
use scenario::json::Json;
use yew::prelude::*;

/// What people ask for, as words, and what of a Service asks for it (LB-02): its type, and an annotation with its value.
struct BalancerChoice {
    word: &'static str,
    kind: &'static str,
    annotation: Option<(&'static str, &'static str)>,
}

const LOAD_BALANCER: &str = "LoadBalancer";
const ASKED: [BalancerChoice; 4] = [
    BalancerChoice {
        word: "ui-service-external",
        kind: LOAD_BALANCER,
        annotation: Some(("cloud.google.com/l4-rbs", "enabled")),
    },
    BalancerChoice { word: "ui-service-target-pool", kind: LOAD_BALANCER, annotation: None },
    BalancerChoice {
        word: "ui-service-internal",
        kind: LOAD_BALANCER,
        annotation: Some((INTERNAL[0], "Internal")),
    },
    BalancerChoice { word: "ui-service-none", kind: "ClusterIP", annotation: None },
];

const SUBSETTING: &str = "/cluster/networkConfig/enableL4ilbSubsetting";

/// Settings of every Service with a load balancer, and of those whose own health check has a port.
const SETTINGS: [&str; 4] =
    ["externalTrafficPolicy", "drainingTimeoutSec", "sessionAffinity", "loadBalancerClass"];
const OF_LOCAL: &str = "healthCheckNodePort";

#[inline(never)] // It is folded at first, and loaded later.
pub fn services(store: &Store, doc: &Doc, open: &OpenCard) -> Html {
    let cards = Cards { store, doc, open, part: Part::Service };
    html! {
        <>
            <h3>{ t("ui-services") }</h3>
            { cards.show(|at| summary(doc, at), |at| details(store, doc, at)) }
            { cards.add() }
        </>
    }
}

fn summary(doc: &Doc, at: usize) -> Summary {
    let place = Part::Service.place(at);
    let selector = selector_text(doc, &place);
    let policy = doc.text(&format!("{place}/externalTrafficPolicy"));
    let asked = ASKED.get(asked_of(doc, &place));
    let word = asked.map(|one| t(one.word)).unwrap_or_default();
    let has_policy = asked.is_some_and(|one| one.kind == LOAD_BALANCER);
    let policy = match policy.as_str() {
        _ if !has_policy => String::new(),
        "" => ", Cluster".to_owned(),
        policy => format!(", {policy}"),
    };
    Summary { about: format!("{selector}, {word}{policy}"), ..Summary::default() }
}

/// Which of the four is asked for.
fn asked_of(doc: &Doc, place: &str) -> usize {
    let is_asked = |one: &BalancerChoice| {
        let shows = one.annotation.is_none_or(|(name, value)| {
            let names = if name == INTERNAL[0] { &INTERNAL[..] } else { &[name][..] };
            let text =
                |name: &&str| doc.text(&format!("{place}/annotations/{}", edit::escaped(name)));
            names.iter().any(|name| text(name) == value)
        });
        let kind = doc.text(&format!("{place}/type"));
        shows && (kind == LOAD_BALANCER) == (one.kind == LOAD_BALANCER)
    };
    // One that asks for both is internal (LB-03).
    [2, 0, 1, 3].into_iter().find(|no| is_asked(&ASKED[*no])).unwrap_or(3)
}

fn details(store: &Store, doc: &Doc, at: usize) -> Html {
    let id = format!("service-{at}");
    let place = Part::Service.place(at);
    let fields = Fields { store, doc, at: place.clone(), spec: Service::SPEC, id: &id };
    let asked = &ASKED[asked_of(doc, &place)];
    let is_internal = asked.word == "ui-service-internal";
    let is_local = doc.text(&format!("{place}/externalTrafficPolicy")) == "Local";
    html! {
        <>
            { selected(store, doc, at) }
            { load_balancer(store, doc, at) }
            if asked.kind == LOAD_BALANCER {
                { made(doc, at) }
                if is_internal {
                    { subsetting(store, doc) }
                }
                { fields.setting(SETTINGS[0]) }
                { port(&fields) }
                if is_local {
                    { fields.setting(OF_LOCAL) }
                }
                { for SETTINGS[1..].iter().map(|path| fields.setting(path)) }
            }
        </>
    }
}

/// The workload whose Pods it selects.
fn selected(store: &Store, doc: &Doc, at: usize) -> Html {
    let place = Part::Service.place(at);
    let choice =
        workload_choice(store, doc, &place, parts::labels_json, selector_text(doc, &place));
    Choice { id: format!("service-{at}-selects"), ..choice }
        .field(names("ui-service-selects", "selector", ""), doc.error(&format!("{place}/selector")))
}

fn selector_text(doc: &Doc, place: &str) -> String {
    let selector = doc.at(&format!("{place}/selector"));
    selector.map_or_else(|| t("ui-selects-nothing"), |one| TextKind::Labels.text(one))
}

/// Which load balancer is asked for.
fn load_balancer(store: &Store, doc: &Doc, at: usize) -> Html {
    let place = Part::Service.place(at);
    let json = doc.json.clone();
    let pointer = place.clone();
    Choice {
        id: format!("service-{at}-asked"),
        value: asked_of(doc, &place).to_string(),
        options: ASKED.iter().enumerate().map(|(no, one)| (no.to_string(), t(one.word))).collect(),
        onchange: store.on(move |no: String| {
            let asked = no.parse::<usize>().ok().and_then(|no| ASKED.get(no));
            asked.map_or(Action::Settled, |asked| Action::Apply(edits(&json, &pointer, asked)))
        }),
        ..Choice::default()
    }
    .field(
        FieldNames {
            warns: doc.warning(&format!("{place}/annotations")),
            ..names("ui-service-asked", "type", "")
        },
        doc.error(&format!("{place}/type")),
    )
}

/// Sets the type and the annotation, and removes those of the others.
fn edits(json: &Json, place: &str, asked: &BalancerChoice) -> Vec<Edit> {
    let path = |name: &str| format!("{place}/annotations/{}", edit::escaped(name));
    let mut edits = vec![Edit::Set(format!("{place}/type"), asked.kind.into())];
    let others = ASKED.iter().filter_map(|one| one.annotation).map(|(name, _)| name);
    let gone = others.chain([INTERNAL[1]]).map(path);
    edits.extend(gone.filter(|path| edit::at(json, path).is_some()).map(Edit::Remove));
    edits.extend(asked.annotation.map(|(name, value)| Edit::Set(path(name), value.into())));
    edits
}

/// Which one GKE makes for that, or all that it may be.
fn made(doc: &Doc, at: usize) -> Html {
    let document: Document = document::read(&doc.json).0.unwrap_or_default();
    let said = match scenario::balancer(&document, at) {
        Some(WhichKind::Known(Some(kind))) => {
            tn("ui-service-made", &[("kind", t(kind.key()).into())])
        }
        Some(WhichKind::OneOf(kinds)) => {
            let kinds = kinds.iter().map(|one| say!(one.map_or("balancer-none", |one| one.key())));
            tm(&say!("ui-service-may-be", kinds = kinds.collect::<Vec<Message>>()))
        }
        Some(WhichKind::Known(None)) | None => t("ui-service-makes-none"),
    };
    html! { <p class="quiet" id={format!("service-{at}-made")}>{ said }</p> }
}

/// GKE subsetting of the cluster, on which the kind of internal load balancers depends. Not known is a value.
fn subsetting(store: &Store, doc: &Doc) -> Html {
    let value = match doc.at(SUBSETTING) {
        Some(Json::Bool(true)) => "true",
        Some(Json::Bool(false)) => "false",
        _ => "",
    };
    let words = [("true", "ui-on"), ("false", "ui-off"), ("", "ui-unknown")];
    Choice {
        id: "cluster-subsetting".to_owned(),
        value: value.to_owned(),
        options: words.map(|(value, word)| (value.to_owned(), t(word))).to_vec(),
        onchange: store.on(|value: String| {
            Action::Edit(match value.as_str() {
                "" => Edit::Remove(SUBSETTING.to_owned()),
                value => Edit::Set(SUBSETTING.to_owned(), Json::Bool(value == "true")),
            })
        }),
        ..Choice::default()
    }
    .field(names("ui-subsetting", "enableL4ilbSubsetting", ""), doc.error(SUBSETTING))
}

/// The first of its ports.
fn port(fields: &Fields<'_>) -> Html {
    let pointer = fields.path("ports/0/port");
    let error = fields.doc.error(&fields.path("ports"));
    TextInput {
        id: format!("{}-port", fields.id),
        value: fields.doc.text(&pointer),
        short: true,
        wrong: error.is_some(),
        onchange: typed_setter(fields.store, TextKind::Amount, pointer),
        ..TextInput::default()
    }
    .field(names("ui-service-port", "port", ""), error)
}
