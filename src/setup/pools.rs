//! *Cluster & pools*: the cluster's place and version, and the pools as cards.

use super::autoscaling::autoscaling;
use super::cards::{Cards, OpenCard, Summary};
use super::cluster_autoscaling::cluster_autoscaling;
use super::part::Part;
use super::parts::PartStep;
use super::strategy::{Derived, strategy};
use crate::shell::form::{Doc, Fields, TextKind, as_text, names};
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{FieldNames, field};
use crate::shell::words::{t, tn};
use scenario::document::{Cluster, Pool};
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

#[inline(never)]
pub(super) fn pools(store: &Store, doc: &Doc, open: &OpenCard, derived: Option<&Derived>) -> Html {
    let cards = Cards { store, doc, open, part: Part::Pool };
    html! {
        <>
            { cluster(store, doc) }
            { cluster_autoscaling(store, doc) }
            { cards.show(|at| summary(doc, at), |at| details(store, doc, at, derived)) }
            { cards.add() }
        </>
    }
}

fn cluster(store: &Store, doc: &Doc) -> Html {
    let fields =
        Fields { store, doc, at: "/cluster".to_owned(), spec: Cluster::SPEC, id: "cluster" };
    let (place, version) =
        (doc.text(&fields.path("location")), doc.text(&fields.path("currentMasterVersion")));
    html! {
        <details class="entry" open={version.is_empty() && doc.len("/pools") == 0}>
            <summary>{ t("ui-cluster") }<small>{ [place, version].join(" ") }</small></summary>
            { for Cluster::SPEC.in_forms().iter().map(|path| fields.setting(path)) }
        </details>
    }
}

/// The zones of a pool: its own, or those of the cluster.
fn zones(doc: &Doc, at: usize) -> Vec<String> {
    let own = doc.at(&format!("/pools/{at}/locations"));
    let all = own.filter(|own| !own.items().is_empty()).or(doc.at("/cluster/locations"));
    let all: Vec<String> = all.map_or(&[][..], Json::items).iter().map(as_text).collect();
    let place = doc.text("/cluster/location");
    if all.is_empty() && !place.is_empty() { vec![place] } else { all }
}

fn summary(doc: &Doc, at: usize) -> Summary {
    let text = |path: &str| doc.text(&format!("/pools/{at}/{path}"));
    let zones = zones(doc, at).len().max(1);
    let nodes = match doc.len(&format!("/pools/{at}/nodes")) {
        0 => doc.int(&format!("/pools/{at}/initialNodeCount"), 0).saturating_mul(zones as i64),
        listed => listed as i64,
    };
    let surge = match (text("upgradeSettings/maxSurge"), text("upgradeSettings/maxUnavailable")) {
        (surge, unavailable) if surge.is_empty() && unavailable.is_empty() => "1 + 0".to_owned(),
        (surge, unavailable) => [surge, unavailable]
            .map(|one| if one.is_empty() { "0".to_owned() } else { one })
            .join(" + "),
    };
    let strategy = match text("upgradeSettings/strategy").as_str() {
        "" | "SURGE" => format!("SURGE {surge}"),
        other => other.to_owned(),
    };
    let args = [("nodes", nodes.into()), ("zones", (zones as i64).into())];
    let parts = [tn("ui-pool-about", &args), text("config/machineType"), text("version"), strategy];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let taints = doc.at(&format!("/pools/{at}/config/taints"));
    let taints = taints.map(|taints| TextKind::Taints.text(taints)).filter(|text| !text.is_empty());
    Summary { about: parts.join(", "), chips: taints.into_iter().collect(), ..Summary::default() }
}

fn details(store: &Store, doc: &Doc, at: usize, derived: Option<&Derived>) -> Html {
    let fields = Fields { store, doc, at: Part::Pool.place(at), spec: Pool::SPEC, id: "pool" };
    let name = doc.text(&fields.path("name"));
    let (choice, form) = strategy(&fields, derived);
    let target = derived
        .and_then(|derived| derived.target)
        .map(|version| version.to_string())
        .unwrap_or_default();
    html! {
        <>
            { choice }
            { form.settings }
            if doc.len(&fields.path("nodes")) == 0 {
                { zone_switches(&fields, at) }
                { fields.setting(NODES) }
            }
            { autoscaling(&fields, zones(doc, at).len()) }
            if form.can_upgrade {
                { match entry_of(doc, "upgrade", &name) {
                    Some(at) => fields.text("pool-target", TextKind::Text, format!("/script/{at}/version"),
                        &target, names("ui-target-version", "version", "--cluster-version")),
                    None if entry_of(doc, "resume", &name).is_some() => html! { <p class="quiet">{ t("ui-upgrade-resumes") }</p> },
                    None => upgrade_now(store, &name),
                } }
            }
            { form.result }
            { for more_settings().iter().map(|path| fields.setting(path)) }
        </>
    }
}

/// The nodes per zone.
const NODES: &str = "initialNodeCount";

/// The settings without a special control.
fn more_settings() -> Vec<String> {
    let mut all = Pool::SPEC.in_forms();
    let elsewhere = ["upgradeSettings/", "autoscaling/", "migAutoscaling", "podsUnknown"];
    all.retain(|path| path != NODES && !elsewhere.iter().any(|own| path.starts_with(own)));
    all
}

/// A switch for each zone of the region.
fn zone_switches(fields: &Fields<'_>, at: usize) -> Html {
    let doc = fields.doc;
    let on = zones(doc, at);
    let region = |zone: &str| {
        zone.rsplit_once('-')
            .filter(|(_, last)| last.len() == 1)
            .map(|(region, _)| region.to_owned())
    };
    let place = doc.text("/cluster/location");
    let region = on.first().and_then(|zone| region(zone)).or(region(&place)).unwrap_or(place);
    let mut all: Vec<String> = match region.is_empty() {
        true => Vec::new(),
        false => ["a", "b", "c"].map(|zone| format!("{region}-{zone}")).to_vec(),
    };
    let others: Vec<String> = on.iter().filter(|zone| !all.contains(zone)).cloned().collect();
    all.extend(others);
    let pointer = fields.path("locations");
    let warns = doc.warning(&pointer);
    let names = FieldNames { warns, ..names("ui-zones", "locations", "--node-locations") };
    let error = doc.error(&pointer);
    let control = html! {
        <span class="chips" role="group" aria-label={t("ui-zones")} id="pool-locations">
            { for all.iter().map(|zone| {
                let pressed = on.contains(zone);
                let next = all.iter().filter(|one| on.contains(one) != (*one == zone));
                let next: Vec<Json> = next.map(|zone| zone.as_str().into()).collect();
                let edit = Edit::Set(pointer.clone(), Json::List(next.clone()));
                let short = zone.strip_prefix(&format!("{region}-")).unwrap_or(zone).to_owned();
                html! {
                    <button type="button" class="btn line" aria-pressed={pressed.to_string()} aria-label={zone.clone()} title={zone.clone()} disabled={next.is_empty()}
                        onclick={fields.store.on(move |_: MouseEvent| Action::Edit(edit.clone()))}>{ short }</button>
                }
            }) }
        </span>
    };
    field("pool-locations".to_owned(), names, error, control)
}

fn upgrade_now(store: &Store, name: &str) -> Html {
    let step = PartStep::Upgrade(name.to_owned());
    let onclick = store.on(move |_: MouseEvent| Action::Part(step.clone()));
    html! {
        <div class="fld">
            <span class="label">{ t("ui-no-upgrade") }</span>
            <button type="button" class="btn line" {onclick}>{ t("ui-upgrade-now") }</button>
        </div>
    }
}
