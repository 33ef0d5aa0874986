//! Available strategies, where they are fixed, and the room that they need.

use super::context::{Cx, PoolSettings, pool_settings};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::initial_nodes::{largest_zone, nodes_by_zone};
use crate::strategy::{self, surge};
use model::RunKind;

/// A Standard pool uses one of the strategies (UP-01).
pub(super) fn known(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let Some(settings) = set.settings.filter(|_| cx.doc.can_choose_strategy(set.pool)) else {
            continue;
        };
        let strategy = settings.strategy.as_str();
        if !strategy.is_empty() && RunKind::named(strategy).is_none() {
            Diagnostic::error("strategy/unknown", format!("{}/strategy", set.path))
                .with("strategy", strategy)
                .add_to(out);
        }
    }
}

/// Autopilot clusters use surge (UP-03).
pub(super) fn autopilot(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    if !cx.doc.cluster.autopilot.enabled {
        return;
    }
    for set in pool_settings(cx.doc) {
        let strategy = set.settings.map_or("", |settings| settings.strategy.as_str());
        if !matches!(strategy, "" | "SURGE") {
            let path = format!("{}/strategy", set.path);
            out.push(Diagnostic::error("strategy/autopilot", path).with("strategy", strategy));
        }
    }
}

/// Pools that Autopilot manages use surge, without settings (UP-04).
pub(super) fn managed(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let pool = set.pool;
        // In an Autopilot cluster only the strategy is checked.
        let managed = pool.autopilot_managed && !cx.doc.cluster.autopilot.enabled;
        if managed && set.settings.is_some() {
            out.push(Diagnostic::error("strategy/managed", set.path).with("pool", &pool.name));
        }
    }
}

/// Each strategy's checks of its own settings.
pub(super) fn of_each(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let forms = RunKind::ALL.into_iter().map(strategy::of);
    forms.flat_map(|form| form.checks).for_each(|check| check.run(cx, out));
}

/// There is room for the strategy's extra nodes (UP-07).
pub(super) fn capacity(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let spare = cx.doc.cluster.spare_capacity_nodes.filter(|spare| *spare >= 0);
    for set in pool_settings(cx.doc) {
        let needed = extra_nodes(cx.doc, &set);
        let kind = set.kind().unwrap_or_default();
        for (quota, each) in &set.pool.quotas {
            let left = cx.doc.cluster.quotas.get(quota).copied().unwrap_or(i64::MAX).max(0);
            let wanted = needed.saturating_mul(*each);
            if wanted > left {
                Diagnostic::warning("surge/quota", set.path.clone())
                    .with("pool", &set.pool.name)
                    .with("quota", quota)
                    .with("nodes", needed)
                    .with("needed", wanted)
                    .with("left", left)
                    .with("short", wanted - left)
                    .with("free", left / each.max(&1))
                    .with("strategy", kind.traits().name)
                    .add_to(out);
            }
        }
        if let Some(spare) = spare.filter(|spare| needed > *spare) {
            Diagnostic::warning("surge/capacity", set.path)
                .with("pool", &set.pool.name)
                .with("needed", needed)
                .with("spare", spare)
                .with("short", needed - spare)
                .with("strategy", kind.traits().name)
                .add_to(out);
        }
    }
}

/// The extra nodes; skips pools with a fixed strategy, and upgrades that begin without new nodes.
pub(super) fn extra_nodes(doc: &Document, set: &PoolSettings<'_>) -> i64 {
    let pool = set.pool;
    if set.is_surge(doc) {
        let per_zone = i64::from(largest_zone(doc, pool));
        return surge::pair(set.settings).map_or(0, |(surge, _)| surge.min(20).min(per_zone));
    }
    if set.kind() != Some(RunKind::BlueGreen) || !doc.can_choose_strategy(pool) {
        return 0;
    }
    let nodes = nodes_by_zone(doc, pool);
    nodes.iter().map(|nodes| i64::from(*nodes)).sum()
}
