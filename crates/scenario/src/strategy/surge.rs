//! Surge settings in documents: checks, requirements, and exports.

use super::Form;
use crate::calendar::day::length_of;
use crate::check::autoscaling::can_be_autoscaled;
use crate::check::context::{Cx, PoolSettings, checks, pool_settings};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::pool::Reserved;
use crate::document::{Document, Pool, ScriptItem, UpgradeSettings, Workload};
use crate::field::Map;
use crate::initial_nodes::zones_of;
use crate::primitive::Number;
use base::muted;
use model::{RunKind, Strategy, Surge};

checks! {
    ["SU-28"] numbers;
    ["AM-85", "SU-28"] one_flag;
    ["UP-11"] more_than_twenty;
    ["SU-12"] scarce;
    ["BS-11", "SU-02"] long_grace;
    ["SU-22"] local_traffic;
}

pub(super) const FORM: Form = Form {
    compile: |doc, pool, settings| Strategy::Surge(surge(doc, pool, settings)),
    checks: CHECKS,
    export,
    not_exported: None,
    rollback: "runbook-back-surge",
};

fn export(settings: &UpgradeSettings) -> UpgradeSettings {
    let (surge, unavailable) = settings.surge_numbers();
    UpgradeSettings {
        strategy: settings.strategy.clone(),
        max_surge: surge.int().map(Number::Int),
        max_unavailable: unavailable.int().map(Number::Int),
        ..UpgradeSettings::default()
    }
}

/// `maxSurge` and `maxUnavailable`, if both are integers: 1 and 0 without settings.
pub(crate) fn pair(settings: Option<&UpgradeSettings>) -> Option<(i64, i64)> {
    match settings {
        None => Some((1, 0)),
        Some(settings) => {
            let (surge, unavailable) = settings.surge_numbers();
            Some((surge.int()?, unavailable.int()?))
        }
    }
}

/// Pools upgraded with surge, with index and numbers.
fn pools(doc: &Document) -> impl Iterator<Item = (usize, &Pool, (i64, i64))> {
    doc.pools
        .iter()
        .enumerate()
        .filter(|one| PoolSettings::of_pool(*one).is_surge(doc))
        .filter_map(|(at, pool)| Some((at, pool, pair(pool.upgrade_settings.as_ref())?)))
}

/// Does the script request a change that runs surge although the pool has another strategy (BG-06)?
fn surges_once(doc: &Document, set: &PoolSettings<'_>) -> bool {
    let pool = set.pool;
    let Some(kind) = set.kind() else {
        return false;
    };
    let mut asked = doc.script.iter().filter(|item| item.pool == pool.name);
    let by_surge = |item: &ScriptItem| {
        item.action == "upgrade" && kind.run_of(item.node_change()) == RunKind::Surge
    };
    doc.can_choose_strategy(pool) && kind != RunKind::Surge && asked.any(by_surge)
}

/// Whole numbers, not negative, not both 0 (SU-28).
fn numbers(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let Some(settings) = set.settings else {
            continue;
        };
        if !set.is_surge(cx.doc) && !surges_once(cx.doc, &set) {
            continue;
        }
        let path = set.path;
        for (name, value) in
            [("maxSurge", &settings.max_surge), ("maxUnavailable", &settings.max_unavailable)]
        {
            let most = i64::from(i32::MAX);
            let good = |value: i64| (0..=most).contains(&value);
            let wrong = |value: &&Number| !value.int().is_some_and(good);
            if let Some(value) = value.as_ref().filter(wrong) {
                Diagnostic::error("surge/not-a-count", format!("{path}/{name}"))
                    .with("name", name)
                    .with("value", value)
                    .add_to(out);
            }
        }
        if pair(Some(settings)) == Some((0, 0)) {
            out.push(Diagnostic::error("surge/both-zero", path).can_exist());
        }
    }
}

/// In gcloud both numbers are given or none (AM-85).
fn one_flag(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
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
        Diagnostic::error("surge/one-flag", format!("/pools/{at}/gcloudFlags"))
            .with("missing", missing)
            .can_exist()
            .add_to(out);
    }
}

/// At most 20 nodes are upgraded at once (UP-11).
fn more_than_twenty(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, _, (surge, unavailable)) in pools(cx.doc) {
        let sum = surge.saturating_add(unavailable);
        if sum > 20 {
            Diagnostic::warning("surge/more-than-20", format!("/pools/{at}/upgradeSettings"))
                .with("surge", surge.to_string())
                .with("unavailable", unavailable.to_string())
                .with("sum", sum)
                .add_to(out);
        }
    }
}

/// A recreated node may not get a VM if machines are scarce (SU-12).
fn scarce(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, pool, (_, unavailable)) in pools(cx.doc) {
        let zones = zones_of(cx.doc, pool);
        let stockout = |item: &ScriptItem| {
            item.action == "stockout" && item.on != Some(false) && zones.contains(&item.zone)
        };
        let scarce = pool.capacity_constrained || cx.doc.script.iter().any(stockout);
        if unavailable > 0 && scarce && pool.reserved() != Reserved::Always {
            Diagnostic::warning("surge/scarce", format!("/pools/{at}/upgradeSettings"))
                .with("unavailable", unavailable.to_string())
                .add_to(out);
        }
    }
}

/// The names that a finding lists.
const FEW: usize = 5;

/// What a finding about long graces says of each of its workloads.
#[derive(PartialEq)]
struct LongGrace<'d> {
    grace: i64,
    limit: i64,
    kind: &'d str,
    pool: &'d str,
    autoscaled: bool,
}

/// A drain of a surge upgrade forces a Pod out at its limit, even if its grace is longer (SU-02, BS-11).
fn long_grace(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    const HOUR_MS: i64 = 3_600_000;
    let script = &cx.doc.script;
    let upgraded = |pool: &Pool| script.iter().any(|item| item.pool == pool.name);
    let any = script.iter().any(|item| !item.pool.is_empty());
    // The drain of a slice has the same limit (AM-77).
    let slices = cx.doc.pools.iter().filter(|pool| pool.is_multi_host());
    let all = pools(cx.doc).map(|(_, pool, _)| pool).chain(slices);
    let limits = all.filter(|pool| !any || upgraded(pool)).map(|pool| {
        let limit = pool.node_drain_config.grace_termination_duration;
        (limit.map_or(HOUR_MS, |limit| limit.0) / 1000, pool)
    });
    let limits: Vec<(i64, &Pool)> = limits.collect();
    // One finding for all workloads of which the same is true.
    let mut alike: Vec<(LongGrace<'_>, Vec<usize>)> = Vec::new();
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let grace = time_to_end(cx.doc, workload);
        let short = limits.iter().filter(|(limit, pool)| grace > *limit && holds(pool, workload));
        if let Some((limit, pool)) = short.min_by_key(|(limit, _)| *limit) {
            let autoscaled = can_be_autoscaled(cx.doc, pool);
            let (limit, kind, pool) = (*limit, workload.kind.as_str(), pool.name.as_str());
            let long = LongGrace { grace, limit, kind, pool, autoscaled };
            match alike.iter_mut().find(|(other, _)| *other == long) {
                Some((_, all)) => all.push(at),
                None => alike.push((long, vec![at])),
            }
        }
    }
    for (long, all) in alike {
        let names = all.iter().filter_map(|at| cx.doc.workloads.get(*at));
        let names: Vec<&str> = names.take(FEW).map(|one| one.name.as_str()).collect();
        let path = format!("/workloads/{}/terminationGracePeriodSeconds", all[0]);
        Diagnostic::warning("surge/long-grace", path)
            .with("n", all.len())
            .with("workload", names.join(", "))
            .with("more", all.len() - names.len())
            .with("grace", length_of(long.grace))
            .with("limit", length_of(long.limit))
            .with("kind", long.kind)
            .with("autoscaled", if long.autoscaled { "true" } else { "false" })
            .with("pool", long.pool)
            .add_to(out);
    }
}

/// How long, in seconds, a Pod of the workload may need to end.
pub(super) fn time_to_end(doc: &Document, workload: &Workload) -> i64 {
    let shutdown = workload.assumptions.shutdown.or(doc.assumptions.shutdown);
    let needed = shutdown.map_or(i64::MAX, |shutdown| shutdown.p90.0 / 1000);
    let grace = workload.termination_grace_period_seconds.unwrap_or(0).min(needed);
    grace.min(already_ending(doc, workload).unwrap_or(i64::MAX))
}

/// What is left of its grace period, in seconds, if all of its Pods are being deleted at the start and nothing creates others.
fn already_ending(doc: &Document, workload: &Workload) -> Option<i64> {
    let ends = workload
        .pods
        .iter()
        .map(|pod| pod.deletion_timestamp.filter(|_| pod.finalizers.is_empty()).map(|at| at.0));
    let ends: Option<Vec<i64>> = ends.collect();
    let last = ends.filter(|_| workload.kind == "Pod")?.into_iter().max()?;
    Some((last - doc.start_unix_ms()).max(0) / 1000)
}

/// Can nodes of the pool have Pods of the workload? Those that have them, else those with the labels that it selects.
pub(crate) fn holds(pool: &Pool, workload: &Workload) -> bool {
    let on = |name: &str| pool.nodes.iter().any(|node| node.name == name);
    let mut placed = workload.pods.iter().filter(|pod| !pod.node.is_empty()).peekable();
    if placed.peek().is_some() && !pool.nodes.is_empty() {
        return placed.any(|pod| on(&pod.node));
    }
    workload.node_selector.iter().all(|(key, value)| {
        let of_node = |labels: &Map| labels.get(key).is_none_or(|own| own == value);
        match key.as_str() {
            "cloud.google.com/gke-nodepool" => *value == pool.name,
            "kubernetes.io/hostname" => on(value),
            // GKE sets labels of its own.
            key if key.contains('/') => of_node(&pool.config.labels),
            _ => {
                let mut all = pool.nodes.iter().map(|node| &node.labels);
                pool.config.labels.get(key) == Some(value)
                    || all.any(|labels| labels.get(key) == Some(value))
            }
        }
    })
}

/// `externalTrafficPolicy: Local` and parallel drains (SU-22).
fn local_traffic(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let local = |service: &&crate::document::Service| {
        let is_inside = matches!(service.kind.as_str(), "ClusterIP" | "ExternalName");
        service.external_traffic_policy == "Local" && !is_inside
    };
    let Some(service) = cx.doc.services.iter().find(local) else {
        return;
    };
    for (at, _, (surge, unavailable)) in pools(cx.doc) {
        let sum = surge.saturating_add(unavailable);
        if sum > 1 {
            Diagnostic::warning("surge/local-traffic", format!("/pools/{at}/upgradeSettings"))
                .with("sum", sum)
                .with("service", &service.name)
                .add_to(out);
        }
    }
}

/// The surge numbers, also for changes that run surge with another strategy.
pub(super) fn surge(doc: &Document, pool: &Pool, settings: Option<&UpgradeSettings>) -> Surge {
    let default_surge = u32::from(!(muted("UP-02") || muted("SU-05")));
    let default = Surge {
        max_surge: default_surge,
        max_unavailable: u32::from(muted("SU-09") || default_surge == 0),
    };
    let Some(settings) = settings else {
        return default;
    };
    let unset = settings.max_surge.is_none() && settings.max_unavailable.is_none();
    if unset || !doc.can_choose_strategy(pool) {
        return default;
    }
    chosen(settings, default)
}

fn chosen(settings: &UpgradeSettings, default: Surge) -> Surge {
    let (surge, unavailable) = settings.surge_numbers();
    let number = |value: Number| u32::try_from(value.int().unwrap_or(0)).unwrap_or(0);
    let mut all = Surge { max_surge: number(surge), max_unavailable: number(unavailable) };
    // AM-103: the nearest state that can exist.
    if (all.max_surge, all.max_unavailable) == (0, 0) {
        all.max_surge = 1;
    }
    if muted("AM-85") && settings.max_surge.is_none() {
        all.max_surge = default.max_surge;
    }
    if muted("AM-85") && settings.max_unavailable.is_none() {
        all.max_unavailable = default.max_unavailable.max(1);
    }
    all
}
