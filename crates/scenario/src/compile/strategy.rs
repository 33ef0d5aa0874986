//! A pool's strategy and drain limits, from its `upgradeSettings` and `nodeDrainConfig`.

use crate::document::Document;
use crate::document::pool::{Pool as PoolText, Reserved};
use crate::document::upgrade_settings::UpgradeSettings;
use crate::strategy::{self, short_lived};
use crate::units::Duration;
use base::{SimSpan, muted};
use model::{DrainLimits, Strategy, Surge};

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
    if pool.is_multi_host() {
        // Regardless of the configuration.
        return Strategy::Surge(Surge { max_surge: 0, max_unavailable: 1 });
    }
    let chosen = doc.can_choose_strategy(pool);
    let kind = pool.kind_by(settings).filter(|_| chosen);
    (strategy::of(kind.unwrap_or_default()).compile)(doc, pool, settings)
}

/// A VM runs for `maxRunDuration`, at most for seven days (AM-42).
pub(super) fn life(pool: &PoolText) -> Option<SimSpan> {
    let bounded = pool.config.flex_start || pool.queued_provisioning.enabled;
    let most = SimSpan::from_secs(7 * 86_400);
    let own = pool.config.max_run_duration.map_or(most, Duration::span);
    bounded.then(|| own.min(most))
}

/// VMs reserved for the pool: the given number, else, if it has no other machines, the number of its nodes (SU-16).
pub(crate) fn reservation(pool: &PoolText, nodes: u32) -> Option<u32> {
    let said = pool.reserved_nodes.map(|nodes| u32::try_from(nodes).unwrap_or(0));
    match pool.reserved() {
        Reserved::Never => None,
        Reserved::First => said,
        Reserved::Always => said.or(Some(nodes)),
    }
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
