//! How a pool is upgraded, from its `upgradeSettings` and `nodeDrainConfig`.

use crate::document::Document;
use crate::document::pool::{BlueGreenSettings, Pool as PoolText, UpgradeSettings};
use crate::json::Json;
use crate::units::Duration;
use base::{Decimal, SimSpan, muted};
use model::strategy::{BatchSize, BlueGreen};
use model::{DrainLimits, Strategy, Surge, Version};

/// Surge with 1 and 0 by default (UP-02, SU-05, SU-09), and wherever the strategy is fixed (UP-03, UP-04).
pub fn strategy(doc: &Document, pool: &PoolText) -> Strategy {
    strategy_by(doc, pool, pool.upgrade_settings.as_ref())
}

/// The same by other settings than its own.
pub(super) fn strategy_by(
    doc: &Document,
    pool: &PoolText,
    settings: Option<&UpgradeSettings>,
) -> Strategy {
    if is_short_lived(doc, pool) {
        return Strategy::ShortLived;
    }
    if is_multi_host(pool) {
        // Regardless of the configuration.
        return Strategy::Surge(Surge {
            max_surge: 0,
            max_unavailable: 1,
        });
    }
    let chosen = doc
        .can_choose_strategy(pool)
        .then(|| pool.strategy_by(settings));
    let blue_green = settings.and_then(|settings| settings.blue_green_settings.as_ref());
    match chosen.unwrap_or_default() {
        "BLUE_GREEN" if blue_green.is_some_and(|both| both.autoscaled_rollout_policy.is_some()) => {
            Strategy::NotSimulated("AUTOSCALED_BLUE_GREEN")
        }
        "BLUE_GREEN" => Strategy::BlueGreen {
            settings: blue_green.map_or(BlueGreen::DEFAULT, rollout),
            surge: surge(doc, pool, settings),
        },
        _ => Strategy::Surge(surge(doc, pool, settings)),
    }
}

/// Queued provisioning has short-lived upgrades from this version on (SL-01, SL-05).
pub(crate) const QUEUED_SINCE: Version = Version {
    major: 1,
    minor: 32,
    patch: Some(2),
    gke: Some(1_652_000),
};

/// Flex-start nodes always, also those of Autopilot (UP-05, SL-02, SL-04); queued provisioning by the version of the
/// cluster, which is new where nothing is said (SL-05).
pub(crate) fn is_short_lived(doc: &Document, pool: &PoolText) -> bool {
    let queued = || queued_is_short_lived(&doc.cluster.current_master_version);
    let autopilot = doc.cluster.autopilot.enabled && muted("SL-02");
    let flex = pool.config.flex_start && !muted("UP-05") && !muted("SL-04") && !autopilot;
    flex || pool.queued_provisioning.enabled && queued() && !muted("SL-01")
}

pub(crate) fn queued_is_short_lived(master: &str) -> bool {
    let version = Version::parse(master);
    version.is_none_or(|version| version >= QUEUED_SINCE) || muted("SL-05")
}

/// Has its slice more chips than a machine? `4x4` on `ct5lp-hightpu-4t` has four machines (BS-05).
pub(crate) fn is_multi_host(pool: &PoolText) -> bool {
    has_several_hosts(
        &pool.placement_policy.tpu_topology,
        &pool.config.machine_type,
    )
}

pub(crate) fn has_several_hosts(topology: &str, machine_type: &str) -> bool {
    let sides = topology.split('x');
    let chips = sides
        .map(|side| side.parse::<u32>().ok())
        .try_fold(1_u32, |product, side| product.checked_mul(side?));
    let machine = machine_type.rsplit('-').next().unwrap_or_default();
    let own = machine
        .strip_suffix('t')
        .and_then(|chips| chips.parse::<u32>().ok());
    matches!((chips, own), (Some(chips), Some(own)) if chips > own)
}

/// A VM lives for `maxRunDuration`, at most for seven days (AM-42).
pub(super) fn life(pool: &PoolText) -> Option<SimSpan> {
    let bounded = pool.config.flex_start || pool.queued_provisioning.enabled;
    let most = SimSpan::from_secs(7 * 86_400);
    let own = pool.config.max_run_duration.map_or(most, Duration::span);
    bounded.then(|| own.min(most))
}

/// VMs that are held for the pool: as many as are said, else as it has nodes (SU-16).
pub(super) fn reservation(pool: &PoolText, nodes: u32) -> Option<u32> {
    let affinity = &pool.config.reservation_affinity;
    let kind = affinity.get("consumeReservationType").and_then(Json::text);
    let said = pool
        .reserved_nodes
        .map(|nodes| u32::try_from(nodes).unwrap_or(0));
    let specific = kind == Some("SPECIFIC_RESERVATION");
    (pool.reserved || specific || said.is_some()).then(|| said.unwrap_or(nodes))
}

/// `standardRolloutPolicy`; what is not given is one node a batch, no soak after it, an hour for the pool (AM-15, BG-21,
/// BG-25).
pub(crate) fn rollout(text: &BlueGreenSettings) -> BlueGreen {
    let default = BlueGreen::DEFAULT;
    let span = |given: Option<Duration>, default| given.map_or(default, Duration::span);
    let policy = text.standard_rollout_policy.as_ref();
    let count = policy.and_then(|policy| policy.batch_node_count);
    let part = policy.and_then(|policy| policy.batch_percentage.as_ref());
    let part = part.and_then(|part| Decimal::parse(&part.to_string()));
    let nodes = |count: i64| BatchSize::Nodes(u32::try_from(count).unwrap_or(0));
    BlueGreen {
        batch: match (count, part) {
            // Terraform's state has a zero for the one that was not given.
            (Some(0), Some(part)) | (None, Some(part)) => BatchSize::Part(part),
            (Some(count), _) => nodes(count),
            (None, None) if muted("AM-15") => BatchSize::Nodes(0),
            (None, None) => default.batch,
        },
        batch_soak: span(
            policy.and_then(|policy| policy.batch_soak_duration),
            default.batch_soak,
        ),
        pool_soak: if muted("BG-25") {
            SimSpan::ZERO
        } else {
            span(text.node_pool_soak_duration, default.pool_soak)
        },
    }
}

fn surge(doc: &Document, pool: &PoolText, settings: Option<&UpgradeSettings>) -> Surge {
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
    let number =
        |value: crate::primitive::Number| u32::try_from(value.int().unwrap_or(0)).unwrap_or(0);
    let mut all = Surge {
        max_surge: number(surge),
        max_unavailable: number(unavailable),
    };
    if muted("AM-85") && settings.max_surge.is_none() {
        all.max_surge = default.max_surge;
    }
    if muted("AM-85") && settings.max_unavailable.is_none() {
        all.max_unavailable = default.max_unavailable.max(1);
    }
    all
}

/// `nodeDrainConfig` (BS-11, AM-62).
pub(super) fn drain(pool: &PoolText) -> DrainLimits {
    if muted("BS-11") {
        return DrainLimits::default();
    }
    let config = &pool.node_drain_config;
    DrainLimits {
        pdb_timeout: config.pdb_timeout_duration.map(Duration::span),
        grace: config.grace_termination_duration.map(Duration::span),
    }
}
