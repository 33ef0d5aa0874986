//! The form of a pool's strategy: a file for each strategy, and the table.

mod autoscaled;
mod blue_green;
mod short_lived;
mod surge;

use crate::shell::form::{Doc, Fields, names};
use crate::shell::run::loaded::Run;
use crate::shell::state::Action;
use crate::shell::widgets::Choice;
use crate::shell::words::t;
use base::{Map, PoolId, ZoneId};
use model::script::Command;
use model::{RunKind, Strategy, Version};
use scenario::document::setting::Take;
use scenario::edit::Edit;
use scenario::fixed::{Fixed, fixed};
use yew::prelude::*;

/// A strategy's parts of the pool's form.
#[derive(Default)]
pub(super) struct StrategyForm {
    pub(super) settings: Html,
    /// Does the form ask for the version of an upgrade?
    pub(super) can_upgrade: bool,
    /// The result of the settings.
    pub(super) result: Html,
}

/// The table: one line for each strategy. The last argument: is the strategy fixed?
fn form_of(kind: RunKind) -> fn(&Fields<'_>, Option<&Derived>, bool) -> StrategyForm {
    match kind {
        RunKind::Surge => surge::form,
        RunKind::BlueGreen => blue_green::form,
        RunKind::AutoscaledBlueGreen => autoscaled::form,
        RunKind::ShortLived => short_lived::form,
    }
}

/// A pool in the last good run.
#[derive(Clone, PartialEq)]
pub(super) struct Derived {
    /// Fewest and most nodes of the cluster.
    low: i64,
    high: i64,
    strategy: Strategy,
    /// Nodes per zone at the start, in order, without surge nodes of an upgrade under way.
    zones: Vec<u32>,
    /// The most VMs at once, if in the scenario.
    room: Option<u32>,
    /// The version of the pool's first upgrade.
    pub(super) target: Option<Version>,
}

impl Derived {
    pub(super) fn of(run: &Run, pool: usize) -> Option<Self> {
        let pool = PoolId(pool as u32);
        let own = run.plan.pools.get(pool)?;
        let mut zones = Map::<ZoneId, u32>::new();
        for (_, node) in run.start.nodes.iter() {
            let group = &run.plan.groups[node.group];
            if group.pool == pool && !node.surge {
                *zones.entry(group.zone).or_default() += 1;
            }
        }
        let in_order = own.groups.iter().map(|group| {
            let zone = run.plan.groups[*group].zone;
            zones.get(&zone).copied().unwrap_or(0)
        });
        let target = run.plan.script.iter().find_map(|item| match item.command {
            Command::Upgrade { pool: of, version, .. } if of == pool => version,
            _ => None,
        });
        Some(Self {
            low: run.lanes.nodes.min(),
            high: run.lanes.nodes.max(),
            strategy: own.strategy,
            zones: in_order.collect(),
            room: run.start.spare.map(|spare| run.start.nodes.len() + spare),
            target,
        })
    }
}

/// The document's strategy for a pool; if it is fixed, the message key of the reason and its rule.
fn chosen(doc: &Doc, pool: &str) -> (String, Option<(&'static str, &'static str)>) {
    let fixed = doc.at(pool).and_then(|json| fixed(&doc.json, json)).map(|fixed| match fixed {
        Fixed::Autopilot => (RunKind::Surge, "ui-fixed-autopilot", "UP-03"),
        Fixed::Managed => (RunKind::Surge, "ui-fixed-managed", "UP-04"),
        Fixed::FlexStart => (RunKind::ShortLived, "ui-fixed-flex-start", "UP-05"),
        Fixed::Queued => (RunKind::ShortLived, "ui-fixed-short-lived", "SL-01"),
        Fixed::MultiHost => (RunKind::Surge, "ui-fixed-multi-host", "BS-05"),
    });
    let named = |kind: RunKind| kind.traits().name.to_owned();
    match (fixed, doc.text(&format!("{pool}/upgradeSettings/strategy"))) {
        (Some((kind, key, rule)), _) => (named(kind), Some((key, rule))),
        (None, text) if text.is_empty() => (named(RunKind::default()), None),
        (None, text) => (text, None),
    }
}

/// The strategy as a choice, or as text with the reason; and its form.
pub(super) fn strategy(fields: &Fields<'_>, derived: Option<&Derived>) -> (Html, StrategyForm) {
    let (strategy, fixed) = chosen(fields.doc, &fields.at);
    let autoscaled = fields.doc.at(&fields.path(autoscaled::POLICY)).is_some();
    let kind = match RunKind::named(&strategy) {
        Some(RunKind::BlueGreen) if autoscaled => Some(RunKind::AutoscaledBlueGreen),
        kind => kind,
    };
    let form = match kind {
        Some(kind) => form_of(kind)(fields, derived, fixed.is_some()),
        None => StrategyForm::default(),
    };
    let choice = match fixed {
        Some((key, rule)) => html! {
            <>
                <div class="fld">
                    <span class="label">{ t("ui-strategy") }<span class="api">{ "strategy" }</span></span>
                    <b class="fixed">{ strategy }</b>
                </div>
                <p class="note">{ t(key) }{ " " }<span class="chip rule">{ rule }</span></p>
            </>
        },
        None => choice(fields, strategy),
    };
    (choice, form)
}

/// Offers the strategies with a flag; GKE chooses the others.
fn choice(fields: &Fields<'_>, strategy: String) -> Html {
    let path = "upgradeSettings/strategy";
    let flags = (fields.spec.at(path)).map_or([None; 2], |field| field.setting.flags);
    let flags = flags.into_iter().flatten();
    let offered = flags.filter_map(|flag| match flag.take {
        Take::Value(strategy) => Some((strategy, flag.name)),
        _ => None,
    });
    let offered: Vec<(&str, &'static str)> = offered.collect();
    let own = offered.iter().find(|(name, _)| *name == strategy);
    let mut options: Vec<String> = offered.iter().map(|(name, _)| (*name).to_owned()).collect();
    if own.is_none() {
        options.push(strategy.clone());
    }
    let pointer = fields.path(path);
    let error = fields.doc.error(&pointer);
    let names = names("ui-strategy", "strategy", own.map_or("", |(_, flag)| flag));
    Choice {
        id: "pool-strategy".to_owned(),
        options: options.into_iter().map(|one| (one.clone(), one)).collect(),
        value: strategy,
        onchange: (fields.store)
            .on(move |to: String| Action::Edit(Edit::Set(pointer.clone(), to.as_str().into()))),
        ..Choice::default()
    }
    .field(names, error)
}
