//! Blue-green settings in documents: checks, compilation, and how imports and exports treat
//! them.

use super::{Form, surge};
use crate::calendar::day::length_of;
use crate::check::context::{Cx, PoolSettings, checks, pool_settings};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::upgrade_settings::{BlueGreenSettings, StandardRolloutPolicy};
use crate::document::{Document, Pool, UpgradeSettings, Workload};
use crate::initial_nodes::nodes_by_zone;
use crate::primitive::Number;
use crate::units::Duration;
use base::{Decimal, SimSpan, muted};
use model::strategy::autoscaled::{LONGEST, WAIT};
use model::strategy::blue_green::{SOAK_LIMIT, forecast};
use model::strategy::{BatchSize, BlueGreen};
use model::{RunKind, Strategy};

checks! {
    ["UP-01"] one_policy;
    ["BG-18"] one_size;
    ["BG-19"] part;
    ["BG-21"] batch_soak;
    ["BG-25"] pool_soak;
    ["BG-26", "AM-90"] seven_days;
    ["BG-20", "BG-33"] long_grace;
}

pub(super) const FORM: Form =
    Form { compile, checks: CHECKS, export, rollback: "runbook-back-blue-green", ..surge::FORM };

fn compile(doc: &Document, pool: &Pool, settings: Option<&UpgradeSettings>) -> Strategy {
    let own = settings.and_then(|settings| settings.blue_green_settings.as_ref());
    Strategy::BlueGreen {
        settings: own.map_or(BlueGreen::DEFAULT, rollout),
        surge: surge::surge(doc, pool, settings),
    }
}

/// `standardRolloutPolicy`; the defaults are one node per batch, no soak after it, and an hour for the pool (AM-15, BG-21,
/// BG-25).
fn rollout(text: &BlueGreenSettings) -> BlueGreen {
    let default = BlueGreen::DEFAULT;
    let span = |given: Option<Duration>, default| given.map_or(default, Duration::span);
    let policy = text.standard_rollout_policy.as_ref();
    let count = policy.and_then(|policy| policy.batch_node_count);
    let part = policy.and_then(|policy| policy.batch_percentage.as_ref());
    let part = part.and_then(|part| Decimal::parse(&part.decimal()?));
    let nodes = |count: i64| BatchSize::Nodes(u32::try_from(count).unwrap_or(0));
    BlueGreen {
        batch: match (count, part) {
            // Terraform's state has a zero for the missing one.
            (Some(0), Some(part)) | (None, Some(part)) => BatchSize::Part(part),
            (Some(count), _) => nodes(count),
            (None, None) if muted("AM-15") => BatchSize::Nodes(0),
            (None, None) => default.batch,
        },
        batch_soak: span(policy.and_then(|policy| policy.batch_soak_duration), default.batch_soak),
        pool_soak: if muted("BG-25") {
            SimSpan::ZERO
        } else {
            span(text.node_pool_soak_duration, default.pool_soak)
        },
    }
}

/// Adds defaults that the tools require.
fn export(settings: &UpgradeSettings) -> UpgradeSettings {
    let mut own = settings.blue_green_settings.clone();
    if let Some(settings) = &mut own {
        if let Some(policy) = &mut settings.standard_rollout_policy {
            let part = policy.batch_percentage.as_ref().and_then(decimal);
            policy.batch_percentage = part.map(Number::Text);
        }
        if let Some(policy) = &mut settings.autoscaled_rollout_policy {
            let wait = policy.wait_for_drain_duration.get_or_insert(Duration(WAIT.ms()));
            // What a run uses (AM-103).
            wait.0 = wait.0.clamp(0, LONGEST.ms());
        }
    }
    UpgradeSettings {
        strategy: settings.strategy.clone(),
        blue_green_settings: own,
        ..UpgradeSettings::default()
    }
}

/// A part of the pool as a decimal, even if given as text: `0.25`, `25%`.
fn decimal(number: &Number) -> Option<String> {
    let Number::Text(text) = number else {
        return number.decimal();
    };
    let text = text.trim();
    if let Some(percent) = text.strip_suffix('%') {
        let percent: u8 = percent.trim().parse().ok().filter(|percent| *percent <= 100)?;
        return Some(format!("{}.{:02}", percent / 100, percent % 100));
    }
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    (digits(whole) && digits(fraction)).then(|| text.to_owned())
}

/// Pools with such settings, including those with another strategy, which keep them for later.
fn pools(doc: &Document) -> impl Iterator<Item = (PoolSettings<'_>, &BlueGreenSettings, String)> {
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

/// Either the standard or the autoscaled policy (UP-01).
fn one_policy(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (_, settings, path) in pools(cx.doc) {
        if settings.standard_rollout_policy.is_some()
            && settings.autoscaled_rollout_policy.is_some()
        {
            out.push(Diagnostic::error("strategy/two-policies", path));
        }
    }
}

/// The size of a batch is a number of nodes or a part of the pool (BG-18).
fn one_size(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (policy, path) in policies(cx.doc) {
        if policy.batch_node_count.is_some() && policy.batch_percentage.is_some() {
            out.push(Diagnostic::error("strategy/two-batch-sizes", path).can_exist());
        } else if let Some(nodes) = policy.batch_node_count.filter(|nodes| *nodes < 0) {
            Diagnostic::error("strategy/batch-size", format!("{path}/batchNodeCount"))
                .with("nodes", nodes.to_string())
                .add_to(out);
        }
    }
}

/// A part lies between 0 and 1 (BG-19).
fn part(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (policy, path) in policies(cx.doc) {
        let Some(part) = policy.batch_percentage.as_ref().filter(|part| !fits(part)) else {
            continue;
        };
        let meant = match part {
            Number::Int(100) => "1".to_owned(),
            Number::Int(part) if (2..100).contains(part) => format!("0.{part:02}"),
            _ => "none".to_owned(),
        };
        let found = Diagnostic::error("strategy/batch-part", format!("{path}/batchPercentage"));
        let found = found.with("part", part).with("meant", meant);
        // A run uses the number of nodes then.
        let is_used = policy.batch_node_count.is_none();
        out.push(if is_used { found } else { found.can_exist() });
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
fn batch_soak(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (policy, path) in policies(cx.doc) {
        let path = format!("{path}/batchSoakDuration");
        not_negative(policy.batch_soak_duration, path, out);
    }
}

/// Checks that the pool's soak is not negative (BG-25).
fn pool_soak(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (_, settings, path) in pools(cx.doc) {
        let path = format!("{path}/nodePoolSoakDuration");
        not_negative(settings.node_pool_soak_duration, path, out);
    }
}

fn not_negative(soak: Option<Duration>, path: String, out: &mut Diagnostics) {
    if let Some(soak) = soak.filter(|soak| soak.0 < 0) {
        Diagnostic::error("strategy/negative-soak", path)
            .with("soak", (soak.0 / 1000).to_string())
            .add_to(out);
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
fn seven_days(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (set, settings, path) in pools(cx.doc) {
        let pool = set.pool;
        if set.kind() != Some(RunKind::BlueGreen) {
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
        Diagnostic::warning("strategy/seven-days", path)
            .with("pool", &pool.name)
            .with("soak", (soak / 1000).to_string())
            .with("hours", soak / 3_600_000)
            .with("limit", (SOAK_LIMIT.ms() / 1000).to_string())
            .with("left", forecast.never_drained)
            .add_to(out);
    }
}

/// The deletion of the blue pool leaves Pods an hour at most, even of a longer grace period: those that an eviction told to
/// end have had the soaks before it, those of nodes that no batch drained have had nothing (BG-20, BG-33).
fn long_grace(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (set, settings, path) in pools(cx.doc) {
        if broken(settings) || set.kind() != Some(RunKind::BlueGreen) {
            continue;
        }
        let own = rollout(settings);
        let none = matches!(own.batch, BatchSize::Nodes(0));
        let soaks = if none { SimSpan::ZERO } else { own.batch_soak + own.pool_soak };
        let limit = (soaks + SimSpan::from_secs(3600)).ms() / 1000;
        let grace = |workload: &Workload| surge::time_to_end(cx.doc, workload);
        // What a Job does during the soak ends by itself.
        let cut = cx.doc.workloads.iter().filter(|workload| {
            workload.kind != "Job" && grace(workload) > limit && surge::holds(set.pool, workload)
        });
        if let Some(workload) = cut.max_by_key(|workload| grace(workload)) {
            Diagnostic::warning("strategy/long-grace", path)
                .with("workload", &workload.name)
                .with("grace", length_of(grace(workload)))
                .with("limit", length_of(limit))
                .with("batches", if none { "none" } else { "some" })
                .with("pool", &set.pool.name)
                .add_to(out);
        }
    }
}
