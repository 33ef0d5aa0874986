//! Settings of blue-green upgrades: what they may be, and what the seven days make of them.

use super::context::{Cx, PoolSettings, pool_settings};
use crate::compile::strategy::rollout;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::document::pool::{BlueGreenSettings, StandardRolloutPolicy};
use crate::initial_nodes::nodes_by_zone;
use crate::primitive::Number;
use crate::units::Duration;
use model::strategy::blue_green::{SOAK_LIMIT, forecast};

/// Pools with such settings, also those that are upgraded in another way: they keep them for the day they are not.
pub(super) fn pools(
    doc: &Document,
) -> impl Iterator<Item = (PoolSettings<'_>, &BlueGreenSettings, String)> {
    let chosen = pool_settings(doc).filter(|set| doc.can_choose_strategy(set.pool));
    chosen.filter_map(|set| {
        let own = set.settings?.blue_green_settings.as_ref()?;
        let path = format!("{}/blueGreenSettings", set.path);
        Some((set, own, path))
    })
}

fn policies(doc: &Document) -> impl Iterator<Item = (&StandardRolloutPolicy, String)> {
    pools(doc).filter_map(|(_, settings, path)| {
        let policy = settings.standard_rollout_policy.as_ref()?;
        Some((policy, format!("{path}/standardRolloutPolicy")))
    })
}

/// The size of a batch is a number of nodes or a part of them (BG-18).
pub(super) fn one_size(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (policy, path) in policies(cx.doc) {
        if policy.batch_node_count.is_some() && policy.batch_percentage.is_some() {
            out.push(Diagnostic::error("strategy/two-batch-sizes", path).rules(rules));
        } else if let Some(nodes) = policy.batch_node_count.filter(|nodes| *nodes < 0) {
            out.push(
                Diagnostic::error("strategy/batch-size", format!("{path}/batchNodeCount"))
                    .with("nodes", nodes.to_string())
                    .rules(rules),
            );
        }
    }
}

/// A part lies between 0 and 1 (BG-19).
pub(super) fn part(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (policy, path) in policies(cx.doc) {
        let Some(part) = policy.batch_percentage.as_ref().filter(|part| !fits(part)) else {
            continue;
        };
        if policy.batch_node_count.is_some() {
            continue;
        }
        let meant = match part {
            Number::Int(100) => "1".to_owned(),
            Number::Int(part) if (2..100).contains(part) => format!("0.{part:02}"),
            _ => "none".to_owned(),
        };
        out.push(
            Diagnostic::error("strategy/batch-part", format!("{path}/batchPercentage"))
                .with("part", part.to_string())
                .with("meant", meant)
                .rules(rules),
        );
    }
}

fn fits(part: &Number) -> bool {
    match part {
        Number::Int(part) => (0..=1).contains(part),
        Number::Fraction(part) => (0.0..=1.0).contains(part),
        Number::Text(_) => false,
    }
}

/// Checks that a soak of a batch is not negative (BG-21).
pub(super) fn batch_soak(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (policy, path) in policies(cx.doc) {
        let path = format!("{path}/batchSoakDuration");
        not_negative(policy.batch_soak_duration, path, rules, out);
    }
}

/// Checks that the pool's soak is not negative (BG-25).
pub(super) fn pool_soak(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (_, settings, path) in pools(cx.doc) {
        let path = format!("{path}/nodePoolSoakDuration");
        not_negative(settings.node_pool_soak_duration, path, rules, out);
    }
}

fn not_negative(
    soak: Option<Duration>,
    path: String,
    rules: &'static [&'static str],
    out: &mut Diagnostics,
) {
    if let Some(soak) = soak.filter(|soak| soak.0 < 0) {
        out.push(
            Diagnostic::error("strategy/negative-soak", path)
                .with("soak", (soak.0 / 1000).to_string())
                .rules(rules),
        );
    }
}

/// Settings with another error have no known duration.
fn broken(settings: &BlueGreenSettings) -> bool {
    let negative = |soak: Option<Duration>| soak.is_some_and(|soak| soak.0 < 0);
    let policy = settings.standard_rollout_policy.as_ref();
    let batches = policy.is_some_and(|policy| {
        let part = policy.batch_percentage.as_ref();
        let two = policy.batch_node_count.is_some() && part.is_some();
        two || part.is_some_and(|part| !fits(part)) || negative(policy.batch_soak_duration)
    });
    batches || negative(settings.node_pool_soak_duration)
}

/// Checks whether the settings last more than seven days: then the blue pool is deleted, even if nodes are left (BG-26).
pub(super) fn seven_days(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (set, settings, path) in pools(cx.doc) {
        let pool = set.pool;
        if settings.autoscaled_rollout_policy.is_some() || set.strategy() != "BLUE_GREEN" {
            continue;
        }
        if broken(settings) {
            continue;
        }
        let forecast = forecast(rollout(settings), &nodes_by_zone(cx.doc, pool));
        if forecast.configured_soak <= SOAK_LIMIT {
            continue;
        }
        let soak = forecast.configured_soak.ms();
        out.push(
            Diagnostic::warning("strategy/seven-days", path)
                .with("pool", &pool.name)
                .with("soak", (soak / 1000).to_string())
                .with("hours", soak / 3_600_000)
                .with("limit", (SOAK_LIMIT.ms() / 1000).to_string())
                .with("left", forecast.never_drained)
                .rules(rules),
        );
    }
}
