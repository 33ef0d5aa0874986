//! Surge settings: what they may be, and what they need.

use super::context::{Cx, PoolSettings, pool_settings};
use crate::compile::script::change;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, Pool, ScriptItem, UpgradeSettings};
use crate::initial_nodes::{largest_zone, nodes_by_zone, zones_of};
use crate::primitive::Number;
use model::RunKind;

/// `maxSurge` and `maxUnavailable` where both are integers: 1 and 0 without settings.
fn pair(settings: Option<&UpgradeSettings>) -> Option<(i64, i64)> {
    match settings {
        None => Some((1, 0)),
        Some(settings) => {
            let (surge, unavailable) = settings.surge_numbers();
            Some((surge.int()?, unavailable.int()?))
        }
    }
}

/// Pools upgraded by surge, with place and numbers.
fn pools(doc: &Document) -> impl Iterator<Item = (usize, &Pool, (i64, i64))> {
    doc.pools
        .iter()
        .enumerate()
        .filter(|one| PoolSettings::of_pool(*one).is_surge(doc))
        .filter_map(|(at, pool)| Some((at, pool, pair(pool.upgrade_settings.as_ref())?)))
}

/// Does the script request a change that the pool makes by surge although it has another strategy (BG-06)?
fn surges_once(doc: &Document, set: &PoolSettings<'_>) -> bool {
    let pool = set.pool;
    let Some(kind) = RunKind::named(set.strategy()) else {
        return false;
    };
    let mut asked = doc.script.iter().filter(|item| item.pool == pool.name);
    let by_surge =
        |item: &ScriptItem| item.action == "upgrade" && kind.run_of(change(item)) == RunKind::Surge;
    doc.can_choose_strategy(pool) && kind != RunKind::Surge && asked.any(by_surge)
}

/// Whole numbers, not negative, not both 0 (SU-28).
pub(super) fn numbers(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let Some(settings) = set.settings else {
            continue;
        };
        if !set.is_surge(cx.doc) && !surges_once(cx.doc, &set) {
            continue;
        }
        let path = set.path;
        for (name, value) in [
            ("maxSurge", &settings.max_surge),
            ("maxUnavailable", &settings.max_unavailable),
        ] {
            let most = i64::from(i32::MAX);
            let good = |value: i64| (0..=most).contains(&value);
            let wrong = |value: &&Number| !value.int().is_some_and(good);
            if let Some(value) = value.as_ref().filter(wrong) {
                out.push(
                    Diagnostic::error("surge/not-a-count", format!("{path}/{name}"))
                        .with("name", name)
                        .with("value", value.to_string())
                        .rules(rules),
                );
            }
        }
        if pair(Some(settings)) == Some((0, 0)) {
            out.push(Diagnostic::error("surge/both-zero", path).rules(rules));
        }
    }
}

/// In gcloud both numbers are given or none (AM-85).
pub(super) fn one_flag(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        if !cx.doc.can_choose_strategy(pool) {
            continue;
        }
        let given = |name: &str| {
            let flag = |flag: &String| flag.split('=').next() == Some(name);
            pool.gcloud_flags.iter().any(flag)
        };
        let both = ["--max-surge-upgrade", "--max-unavailable-upgrade"];
        let missing = match (given(both[0]), given(both[1])) {
            (true, false) => both[1],
            (false, true) => both[0],
            (true, true) | (false, false) => continue,
        };
        out.push(
            Diagnostic::error("surge/one-flag", format!("/pools/{at}/gcloudFlags"))
                .with("missing", missing)
                .rules(rules),
        );
    }
}

/// More than 20 nodes are never upgraded at once (UP-11).
pub(super) fn more_than_twenty(
    cx: &Cx<'_, '_>,
    rules: &'static [&'static str],
    out: &mut Diagnostics,
) {
    for (at, _, (surge, unavailable)) in pools(cx.doc) {
        let sum = surge.saturating_add(unavailable);
        if sum > 20 {
            out.push(
                Diagnostic::warning("surge/more-than-20", format!("/pools/{at}/upgradeSettings"))
                    .with("surge", surge.to_string())
                    .with("unavailable", unavailable.to_string())
                    .with("sum", sum)
                    .rules(rules),
            );
        }
    }
}

/// A recreated node may not come back where machines are scarce (SU-12).
pub(super) fn scarce(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (at, pool, (_, unavailable)) in pools(cx.doc) {
        let zones = zones_of(cx.doc, pool);
        let stockout = |item: &ScriptItem| {
            item.action == "stockout" && item.on != Some(false) && zones.contains(&item.zone)
        };
        let scarce = pool.capacity_constrained || cx.doc.script.iter().any(stockout);
        if unavailable > 0 && scarce && !reserved(pool) {
            out.push(
                Diagnostic::warning("surge/scarce", format!("/pools/{at}/upgradeSettings"))
                    .with("unavailable", unavailable.to_string())
                    .rules(rules),
            );
        }
    }
}

fn reserved(pool: &Pool) -> bool {
    let affinity = pool
        .config
        .reservation_affinity
        .get("consumeReservationType");
    pool.reserved || affinity.and_then(|kind| kind.text()) == Some("SPECIFIC_RESERVATION")
}

/// A surge drain ends after an hour, even if a Pod needs longer (SU-02).
pub(super) fn long_grace(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    const LIMIT_SECS: i64 = 3600;
    if pools(cx.doc).next().is_none() {
        return;
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let grace = workload.termination_grace_period_seconds.unwrap_or(0);
        if grace > LIMIT_SECS {
            out.push(
                Diagnostic::warning(
                    "surge/long-grace",
                    format!("/workloads/{at}/terminationGracePeriodSeconds"),
                )
                .with("workload", &workload.name)
                .with("grace", grace.to_string())
                .rules(rules),
            );
        }
    }
}

/// `externalTrafficPolicy: Local` and parallel drains (SU-22).
pub(super) fn local_traffic(
    cx: &Cx<'_, '_>,
    rules: &'static [&'static str],
    out: &mut Diagnostics,
) {
    let local = |service: &&crate::document::Service| service.external_traffic_policy == "Local";
    let Some(service) = cx.doc.services.iter().find(local) else {
        return;
    };
    for (at, _, (surge, unavailable)) in pools(cx.doc) {
        let sum = surge.saturating_add(unavailable);
        if sum > 1 {
            out.push(
                Diagnostic::warning(
                    "surge/local-traffic",
                    format!("/pools/{at}/upgradeSettings"),
                )
                .with("sum", sum)
                .with("service", &service.name)
                .rules(rules),
            );
        }
    }
}

/// There is room for the extra nodes of the strategy (UP-07).
pub(super) fn capacity(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    let spare = cx.doc.cluster.spare_capacity_nodes;
    let Some(spare) = spare.filter(|spare| *spare >= 0) else {
        return;
    };
    for set in pool_settings(cx.doc) {
        let needed = extra_nodes(cx.doc, &set);
        let strategy = if set.is_surge(cx.doc) {
            "SURGE"
        } else {
            "BLUE_GREEN"
        };
        if needed > spare {
            out.push(
                Diagnostic::warning("surge/capacity", set.path)
                    .with("pool", &set.pool.name)
                    .with("needed", needed)
                    .with("spare", spare)
                    .with("short", needed - spare)
                    .with("strategy", strategy)
                    .rules(rules),
            );
        }
    }
}

/// Leaves out pools with a fixed strategy, and autoscaled blue-green, which begins with an empty green pool.
fn extra_nodes(doc: &Document, set: &PoolSettings<'_>) -> i64 {
    let pool = set.pool;
    if set.is_surge(doc) {
        let per_zone = i64::from(largest_zone(doc, pool));
        return pair(set.settings).map_or(0, |(surge, _)| surge.min(20).min(per_zone));
    }
    let beside = RunKind::named(set.strategy()).is_some_and(|kind| kind.traits().sides);
    if !beside || pool.is_autoscaled_by(set.settings) || !doc.can_choose_strategy(pool) {
        return 0;
    }
    let nodes = nodes_by_zone(doc, pool);
    nodes.iter().map(|nodes| i64::from(*nodes)).sum()
}
