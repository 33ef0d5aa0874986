//! Which strategies there are, and who may choose.

use super::context::{Cx, pool_settings};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::document::{ScriptItem, UpgradeSettings};

fn both_policies(settings: &UpgradeSettings) -> bool {
    settings.blue_green_settings.as_ref().is_some_and(|both| {
        both.standard_rollout_policy.is_some() && both.autoscaled_rollout_policy.is_some()
    })
}

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
        if !matches!(strategy, "" | "SURGE" | "BLUE_GREEN" | "SHORT_LIVED") {
            out.push(
                Diagnostic::error("strategy/unknown", format!("{path}/strategy"))
                    .with("strategy", strategy)
                    .rules(rules),
            );
        } else if both_policies(settings) {
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

/// Autoscaled blue-green upgrades are not simulated.
pub(super) fn built(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let pool = set.pool;
        let autoscaled = set.settings.and_then(UpgradeSettings::autoscaled_rollout);
        if autoscaled.is_none()
            || !cx.doc.can_choose_strategy(pool)
            || set.strategy() != "BLUE_GREEN"
        {
            continue;
        }
        let upgraded = |item: &&ScriptItem| item.action == "upgrade" && item.pool == pool.name;
        let asked = cx.doc.script.iter().find(upgraded).is_some();
        let path = format!("{}/blueGreenSettings/autoscaledRolloutPolicy", set.path);
        let (severity, upgrade) = match asked {
            true => (Severity::Error, "scripted"),
            false => (Severity::Warning, "none"),
        };
        out.push(
            Diagnostic::new(severity, "strategy/not-built", path)
                .with("pool", &pool.name)
                .with("upgrade", upgrade),
        );
    }
}
