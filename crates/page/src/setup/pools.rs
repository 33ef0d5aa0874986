//! *Cluster & pools*: how a pool is upgraded, to which version, and its drain limits.

use super::advice::{line, more, settings};
use super::form::{Doc, Fields, Typed, names};
use super::strategy;
use super::strategy::{Chosen, Comes};
use crate::shell::action::Action;
use crate::shell::run::Run;
use crate::shell::store::Store;
use crate::shell::widgets::{Choice, Field};
use crate::shell::words::{t, tn};
use base::{Map, PoolId, ZoneId};
use model::Version;
use model::script::Command;
use model::strategy::Surge;
use model::strategy::surge::slots;
use scenario::document::Pool;
use scenario::edit::Edit;
use scenario::json::Json;
use words::advice;
use yew::prelude::*;

/// The index of a pool's first upgrade in the script.
fn upgrade_of(doc: &Doc, pool: &str) -> Option<usize> {
    let script = doc.at("/script")?.items();
    script.iter().position(|item| {
        item.get("do").and_then(Json::text) == Some("upgrade")
            && item.get("pool").and_then(Json::text) == Some(pool)
    })
}

/// Numbers of the last good run: fewest and most nodes, and the pool at the start.
#[derive(Clone, PartialEq)]
pub struct Derived {
    low: i64,
    high: i64,
    surge: Surge,
    nodes: u32,
    largest_zone: u32,
    /// The result of its blue-green settings: batches, soak and nodes.
    comes: Option<Comes>,
    /// The version of the pool's first upgrade.
    target: Option<Version>,
}

impl Derived {
    pub fn of(run: &Run, pool: usize) -> Option<Self> {
        let pool = PoolId(pool as u32);
        let own = run.plan.pools.get(pool)?;
        let surge = own.surge();
        let mut zones = Map::<ZoneId, u32>::new();
        for (_, node) in run.start.nodes.iter() {
            let group = &run.plan.groups[node.group];
            if group.pool == pool {
                *zones.entry(group.zone).or_default() += 1;
            }
        }
        let lane = &run.lanes.nodes;
        let in_order = own.groups.iter().map(|group| {
            let zone = run.plan.groups[*group].zone;
            zones.get(&zone).copied().unwrap_or(0)
        });
        let in_order: Vec<u32> = in_order.collect();
        let room = run.start.spare.map(|spare| run.start.nodes.len() + spare);
        let comes = own.strategy.blue_green();
        let comes = comes.map(|settings| Comes::of(settings, &in_order, room));
        let target = run.plan.script.iter().find_map(|item| match item.command {
            Command::Upgrade {
                pool: of, version, ..
            } if of == pool => version,
            _ => None,
        });
        Some(Self {
            low: lane.min(),
            high: lane.max(),
            surge,
            nodes: zones.values().sum(),
            largest_zone: zones.values().copied().max().unwrap_or(0),
            comes,
            target,
        })
    }

    fn show(&self) -> Html {
        let slots = slots(self.surge, self.largest_zone);
        let at_once = slots.surge + slots.unavailable;
        let numbers = [
            ("low", self.low.into()),
            ("high", self.high.into()),
            ("slots", at_once.into()),
        ];
        html! {
            <>
                <p class="derive">{ tn("ui-derived", &numbers) }</p>
                { line(&advice::peak(self.surge, self.nodes, self.largest_zone)) }
            </>
        }
    }
}

pub fn pools(
    store: &Store,
    doc: &Doc,
    chosen: &UseStateHandle<usize>,
    derived: Option<&Derived>,
) -> Html {
    let count = doc.len("/pools");
    if count == 0 {
        return html! { <p class="quiet">{ t("ui-no-pools") }</p> };
    }
    let at = (**chosen).min(count - 1);
    let fields = Fields {
        store,
        doc,
        at: format!("/pools/{at}"),
        spec: Pool::SPEC,
        id: "pool",
    };
    let name = doc.text(&fields.path("name"));
    let chosen_strategy = Chosen::of(doc, &fields.at);
    let simulated = chosen_strategy.is_surge() || chosen_strategy.is_blue_green();
    let target = derived
        .and_then(|derived| derived.target)
        .map(|version| version.to_string())
        .unwrap_or_default();
    html! {
        <>
            if count > 1 {
                { choose(doc, chosen, at, count) }
            }
            { strategy::choice(&fields, &chosen_strategy) }
            if chosen_strategy.is_surge() && chosen_strategy.fixed.is_none() {
                { surge(&fields, derived) }
            } else if chosen_strategy.is_blue_green() {
                { strategy::blue_green(&fields, derived.and_then(|derived| derived.comes.as_ref())) }
            }
            if doc.len(&fields.path("nodes")) == 0 {
                { fields.setting(NODES) }
            }
            if simulated {
                { match upgrade_of(doc, &name) {
                    Some(at) => fields.text("pool-target", Typed::Text, format!("/script/{at}/version"),
                        &target, names("ui-target-version", "version", "--cluster-version")),
                    None => upgrade_now(store, name),
                } }
            }
            if chosen_strategy.is_surge() {
                { for derived.map(Derived::show) }
                { more() }
            }
            <details class="entry">
                <summary>{ t("ui-more-fields") }</summary>
                { for more_settings().iter().map(|path| fields.setting(path)) }
            </details>
        </>
    }
}

/// The nodes per zone.
const NODES: &str = "initialNodeCount";

/// The settings without a special control.
fn more_settings() -> Vec<String> {
    let mut all = Pool::SPEC.in_forms();
    all.retain(|path| path != NODES && !path.starts_with("upgradeSettings/"));
    all
}

/// The fields of surge settings.
fn surge(fields: &Fields<'_>, derived: Option<&Derived>) -> Html {
    let (store, doc) = (fields.store, fields.doc);
    let surge = ("upgradeSettings/maxSurge", "upgradeSettings/maxUnavailable");
    // An error of both numbers belongs to neither field.
    let of_both = doc.error(&fields.path("upgradeSettings")).filter(|_| {
        doc.error(&fields.path(surge.0)).is_none() && doc.error(&fields.path(surge.1)).is_none()
    });
    html! {
        <>
            if let Some(derived) = derived {
                { settings(store, doc, &fields.at, derived.surge) }
            }
            { fields.setting(surge.0) }
            { fields.setting(surge.1) }
            if let Some(both) = of_both {
                <p class="error">{ both }</p>
            }
        </>
    }
}

fn choose(doc: &Doc, chosen: &UseStateHandle<usize>, at: usize, count: usize) -> Html {
    let chosen = chosen.clone();
    let control = Choice {
        id: "pool-chosen".to_owned(),
        options: (0..count)
            .map(|n| (n.to_string(), doc.text(&format!("/pools/{n}/name"))))
            .collect(),
        value: at.to_string(),
        name: None,
        class: "",
        onchange: Callback::from(move |n: String| chosen.set(n.parse().unwrap_or(0))),
    };
    let id = "pool-chosen".to_owned();
    let names = names("ui-pool", "", "");
    Field {
        id,
        names,
        error: None,
    }
    .show(control.show())
}

fn upgrade_now(store: &Store, name: String) -> Html {
    let onclick = store.on(move |_: MouseEvent| {
        let item = Json::Object(vec![
            ("at".to_owned(), "0s".into()),
            ("do".to_owned(), "upgrade".into()),
            ("pool".to_owned(), name.as_str().into()),
        ]);
        Action::Edit(Edit::Append("/script".to_owned(), item))
    });
    html! {
        <div class="fld">
            <span class="label">{ t("ui-no-upgrade") }</span>
            <button type="button" class="btn line" {onclick}>{ t("ui-upgrade-now") }</button>
        </div>
    }
}
