//! Short-lived upgrades: which nodes have them, without a choice.

use super::context::{Cx, PoolSettings, pool_settings};
use crate::check::versions;
use crate::compile::strategy::{QUEUED_SINCE, is_short_lived};
use crate::diagnostic::{Diagnostic, Diagnostics};
use base::say;
use model::RunKind;

fn written<'d>(set: &PoolSettings<'d>) -> &'d str {
    set.settings
        .map_or("", |settings| settings.strategy.as_str())
}

/// Flex-start VMs have no other upgrades (UP-05).
pub(super) fn fixed(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let (pool, strategy) = (set.pool, written(&set));
        let kind = RunKind::named(strategy);
        let other = kind.is_some_and(|kind| kind != RunKind::ShortLived);
        if pool.config.flex_start && other && cx.doc.can_choose_strategy(pool) {
            out.push(
                Diagnostic::error("strategy/flex-start", format!("{}/strategy", set.path))
                    .with("pool", &pool.name)
                    .with("strategy", strategy)
                    .rules(rules),
            );
        }
    }
}

/// Other nodes have them only with queued provisioning, and not before a version (SL-01).
pub(super) fn offered(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let pool = set.pool;
        let chosen = written(&set) == "SHORT_LIVED" && cx.doc.can_choose_strategy(pool);
        if !chosen || is_short_lived(cx.doc, pool) {
            continue;
        }
        let master = versions::master(cx.doc);
        let message = match master.filter(|_| pool.queued_provisioning.enabled) {
            Some(master) => say!(
                "check-queued-version",
                since = QUEUED_SINCE,
                master = master
            ),
            None => say!("check-strategy-short-lived", pool = &pool.name),
        };
        out.push(
            Diagnostic::error("strategy/short-lived", format!("{}/strategy", set.path))
                .says(message)
                .rules(rules),
        );
    }
}
