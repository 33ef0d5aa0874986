//! A pool's strategy and drain limits, from its `upgradeSettings` and `nodeDrainConfig`.

use crate::document::Document;
use crate::document::pool::Pool as PoolText;
use crate::document::upgrade_settings::UpgradeSettings;
use crate::json::Json;
use crate::strategy::{self, short_lived};
use crate::units::Duration;
use base::{SimSpan, muted};
use model::{DrainLimits, RunKind, Strategy, Surge};

/// Surge with 1 and 0 by default (UP-02, SU-05, SU-09), and wherever the strategy is fixed (UP-03, UP-04).
pub fn strategy(doc: &Document, pool: &PoolText) -> Strategy {
    strategy_by(doc, pool, pool.upgrade_settings.as_ref())
}

/// The strategy by other settings than the pool's own.
pub(super) fn strategy_by(
    doc: &Document,
    pool: &PoolText,
    settings: Option<&UpgradeSettings>,
) -> Strategy {
    if short_lived::is_short_lived(doc, pool) {
        return Strategy::ShortLived;
    }
    if is_multi_host(pool) {
        // Regardless of the configuration.
        return Strategy::Surge(Surge { max_surge: 0, max_unavailable: 1 });
    }
    let chosen = doc.can_choose_strategy(pool);
    let kind = RunKind::named(pool.strategy_by(settings)).filter(|_| chosen);
    (strategy::of(kind.unwrap_or_default()).compile)(doc, pool, settings)
}

/// Does its slice have more chips than a machine? `4x4` on `ct5lp-hightpu-4t` has four machines (BS-05).
pub(crate) fn is_multi_host(pool: &PoolText) -> bool {
    has_several_hosts(&pool.placement_policy.tpu_topology, &pool.config.machine_type)
}

pub(crate) fn has_several_hosts(topology: &str, machine_type: &str) -> bool {
    let sides = topology.split('x');
    let chips = sides
        .map(|side| side.parse::<u32>().ok())
        .try_fold(1_u32, |product, side| product.checked_mul(side?));
    let machine = machine_type.rsplit('-').next().unwrap_or_default();
    let own = machine.strip_suffix('t').and_then(|chips| chips.parse::<u32>().ok());
    matches!((chips, own), (Some(chips), Some(own)) if chips > own)
}

/// A VM runs for `maxRunDuration`, at most for seven days (AM-42).
pub(super) fn life(pool: &PoolText) -> Option<SimSpan> {
    let bounded = pool.config.flex_start || pool.queued_provisioning.enabled;
    let most = SimSpan::from_secs(7 * 86_400);
    let own = pool.config.max_run_duration.map_or(most, Duration::span);
    bounded.then(|| own.min(most))
}

/// VMs reserved for the pool: the given number, else the number of its nodes (SU-16).
pub(crate) fn reservation(pool: &PoolText, nodes: u32) -> Option<u32> {
    let affinity = &pool.config.reservation_affinity;
    let kind = affinity.get("consumeReservationType").and_then(Json::text);
    let said = pool.reserved_nodes.map(|nodes| u32::try_from(nodes).unwrap_or(0));
    let specific = kind == Some("SPECIFIC_RESERVATION");
    (pool.reserved || specific || said.is_some()).then(|| said.unwrap_or(nodes))
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
