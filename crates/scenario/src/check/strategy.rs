//! Which strategies there are, and who may choose.

use super::context::{Cx, pool_settings};
use crate::diagnostic::{Diagnostic, Diagnostics};
use model::RunKind;

/// A Standard pool has one of the strategies (UP-01).
pub(super) fn known(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let Some(settings) = set
            .settings
            .filter(|_| cx.doc.can_choose_strategy(set.pool))
        else {
            continue;
        };
        let path = &set.path;
        let strategy = settings.strategy.as_str();
        if !strategy.is_empty() && RunKind::named(strategy).is_none() {
            out.push(
                Diagnostic::error("strategy/unknown", format!("{path}/strategy"))
                    .with("strategy", strategy)
                    .rules(rules),
            );
        } else if settings.has_both_policies() {
            out.push(
                Diagnostic::error("strategy/two-policies", format!("{path}/blueGreenSettings"))
                    .rules(rules),
            );
        }
    }
}

/// Autopilot clusters use surge (UP-03).
pub(super) fn autopilot(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    if !cx.doc.cluster.autopilot.enabled {
        return;
    }
    for set in pool_settings(cx.doc) {
        let strategy = set
            .settings
            .map_or("", |settings| settings.strategy.as_str());
        if !matches!(strategy, "" | "SURGE") {
            let path = format!("{}/strategy", set.path);
            out.push(
                Diagnostic::error("strategy/autopilot", path)
                    .with("strategy", strategy)
                    .rules(rules),
            );
        }
    }
}

/// Pools that Autopilot manages use surge, and nothing of it can be set (UP-04).
pub(super) fn managed(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let pool = set.pool;
        // Of an Autopilot cluster only the strategy is looked at.
        let managed = pool.autopilot_managed && !cx.doc.cluster.autopilot.enabled;
        if managed && set.settings.is_some() {
            out.push(
                Diagnostic::error("strategy/managed", set.path)
                    .with("pool", &pool.name)
                    .rules(rules),
            );
        }
    }
}
