//! Where the Pods of a workload may run: a pool, spread over zones or nodes, apart from each other, host ports, disks.

use super::parts::{POOL_LABEL, selector_of};
use crate::shell::form::{Fields, TextKind, names};
use crate::shell::state::Action;
use crate::shell::widgets::{Choice, FieldNames, TextInput};
use crate::shell::words::t;
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

const ZONE: &str = "topology.kubernetes.io/zone";
const HOST: &str = "kubernetes.io/hostname";

/// A way to place Pods: its name, and the value of the field.
type Way = (&'static str, fn(&Json) -> Json);

fn spread(workload: &Json, key: &str, when: &str) -> Json {
    Json::List(vec![Json::object([
        ("maxSkew", Json::Int(1)),
        ("topologyKey", key.into()),
        ("whenUnsatisfiable", when.into()),
        ("labelSelector", selector_of(workload)),
    ])])
}

fn apart(workload: &Json, key: &str, required: bool) -> Json {
    let term =
        Json::object([("labelSelector", selector_of(workload)), ("topologyKey", key.into())]);
    let terms = match required {
        true => ("requiredDuringSchedulingIgnoredDuringExecution", Json::List(vec![term])),
        false => (
            "preferredDuringSchedulingIgnoredDuringExecution",
            Json::List(vec![Json::object([("weight", Json::Int(100)), ("podAffinityTerm", term)])]),
        ),
    };
    Json::object([terms])
}

const SPREADS: [Way; 4] = [
    ("ui-spread-zones", |own| spread(own, ZONE, "DoNotSchedule")),
    ("ui-spread-zones-soft", |own| spread(own, ZONE, "ScheduleAnyway")),
    ("ui-spread-nodes", |own| spread(own, HOST, "DoNotSchedule")),
    ("ui-spread-nodes-soft", |own| spread(own, HOST, "ScheduleAnyway")),
];

const APART: [Way; 4] = [
    ("ui-apart-nodes", |own| apart(own, HOST, true)),
    ("ui-apart-nodes-soft", |own| apart(own, HOST, false)),
    ("ui-apart-zones", |own| apart(own, ZONE, true)),
    ("ui-apart-zones-soft", |own| apart(own, ZONE, false)),
];

pub(super) fn controls(fields: &Fields<'_>) -> Html {
    html! {
        <>
            { pool(fields) }
            { ways(fields, "topologySpreadConstraints", "ui-spread", &SPREADS) }
            { ways(fields, "affinity/podAntiAffinity", "ui-apart", &APART) }
            { host_port(fields) }
            { claim(fields) }
        </>
    }
}

/// The pool that its Pods need.
fn pool(fields: &Fields<'_>) -> Html {
    let doc = fields.doc;
    let pointer = fields.path(&format!("nodeSelector/{}", POOL_LABEL.replace('/', "~1")));
    let value = doc.text(&pointer);
    let mut options = vec![(String::new(), t("ui-any-pool"))];
    let names_of = (0..doc.len("/pools")).map(|at| doc.text(&format!("/pools/{at}/name")));
    options.extend(names_of.map(|name| (name.clone(), name)));
    let error = doc.error(&fields.path("nodeSelector"));
    let warns = doc.warning(&fields.path("nodeSelector"));
    Choice {
        id: format!("{}-node-pool", fields.id),
        value,
        options,
        onchange: fields.store.on(move |name: String| {
            Action::Edit(match name.is_empty() {
                true => Edit::Remove(pointer.clone()),
                false => Edit::Set(pointer.clone(), Json::Text(name)),
            })
        }),
        ..Choice::default()
    }
    .field(FieldNames { warns, ..names("ui-on-pool", "nodeSelector", "") }, error)
}

/// One of several ways; what isn't one of them stays as it is.
fn ways(fields: &Fields<'_>, api: &'static str, label: &'static str, all: &'static [Way]) -> Html {
    let doc = fields.doc;
    let workload = doc.at(&fields.at).cloned().unwrap_or_default();
    let pointer = fields.path(api);
    let now = doc.at(&pointer).filter(|now| **now != Json::List(Vec::new()));
    let chosen = now.map(|now| all.iter().position(|(_, make)| make(&workload) == *now));
    let mut options = vec![(String::new(), t("ui-placed-anywhere"))];
    options.extend(all.iter().map(|(key, _)| ((*key).to_owned(), t(key))));
    if chosen == Some(None) {
        options.push(("other".to_owned(), t("ui-placed-otherwise")));
    }
    let value = match chosen {
        None => "",
        Some(None) => "other",
        Some(Some(way)) => all[way].0,
    };
    let error = doc.error(&pointer);
    let api = api.rsplit('/').next().unwrap_or_default();
    Choice {
        id: format!("{}-{api}", fields.id),
        value: value.to_owned(),
        options,
        onchange: fields.store.on(move |way: String| {
            let make = all.iter().find(|(key, _)| *key == way).map(|(_, make)| make);
            match make {
                Some(make) => Action::Edit(Edit::Set(pointer.clone(), make(&workload))),
                None if way.is_empty() => Action::Edit(Edit::Remove(pointer.clone())),
                None => Action::Settled,
            }
        }),
        ..Choice::default()
    }
    .field(names(label, api, ""), error)
}

/// The port of the node that each Pod uses: no two of them fit on a node.
fn host_port(fields: &Fields<'_>) -> Html {
    let doc = fields.doc;
    if doc.len(&fields.path("containers")) > 1 {
        return html! {};
    }
    let pointer = fields.path("containers/0/ports/0/hostPort");
    // A container that says nothing else was made for the port.
    let containers = fields.path("containers");
    let made = |port: &Json| {
        let ports = Json::List(vec![Json::object([("hostPort", port.clone())])]);
        Json::List(vec![Json::object([("ports", ports)])])
    };
    let only = doc.at(&pointer).map(made);
    let emptied = if doc.at(&containers) == only.as_ref() { containers } else { pointer.clone() };
    let port = pointer.clone();
    let onchange = fields.store.on(move |text: String| {
        let text = text.trim();
        Action::Edit(match text.is_empty() {
            true => Edit::Remove(emptied.clone()),
            false => Edit::Set(port.clone(), TextKind::Amount.json(text)),
        })
    });
    TextInput {
        id: format!("{}-host-port", fields.id),
        value: doc.text(&pointer),
        short: true,
        onchange,
        ..TextInput::default()
    }
    .field(names("ui-host-port", "hostPort", ""), doc.error(&fields.path("containers")))
}

/// A disk for each Pod, or one for all of them.
fn claim(fields: &Fields<'_>) -> Html {
    let doc = fields.doc;
    let pointer = fields.path("volumeClaims");
    if doc.len(&pointer) > 1 {
        return html! {};
    }
    let first = doc.at(&pointer).and_then(|all| all.items().first());
    let is_own = first.is_some_and(|claim| claim.get("perPod") == Some(&Json::Bool(true)));
    let value = match first {
        None => "",
        Some(_) if is_own => "own",
        Some(_) => "one",
    };
    let options = [("", "ui-no-claim"), ("own", "ui-claim-each"), ("one", "ui-claim-shared")];
    let stateful = doc.text(&fields.path("kind")) == "StatefulSet";
    let options = options.into_iter().filter(|(value, _)| *value != "own" || stateful);
    let error = doc.error(&pointer);
    Choice {
        id: format!("{}-claim", fields.id),
        value: value.to_owned(),
        options: options.map(|(value, key)| (value.to_owned(), t(key))).collect(),
        onchange: fields.store.on(move |kind: String| {
            let name = ("name", "data".into());
            let claim = match kind.as_str() {
                "own" => Json::object([name, ("perPod", Json::Bool(true))]),
                "one" => Json::object([name]),
                _ => return Action::Edit(Edit::Remove(pointer.clone())),
            };
            Action::Edit(Edit::Set(pointer.clone(), Json::List(vec![claim])))
        }),
        ..Choice::default()
    }
    .field(names("ui-claims", "volumeClaims", ""), error)
}
