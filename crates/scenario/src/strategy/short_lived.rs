//! Short-lived upgrades: the nodes that always have them.

use super::{Form, surge};
use crate::check::context::{Cx, PoolSettings, checks, pool_settings};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, Pool, UpgradeSettings};
use base::{muted, say};
use model::{RunKind, Version};

checks! {
    ["UP-05"] fixed;
    ["SL-01"] offered;
}

pub(super) const FORM: Form = Form {
    checks: CHECKS,
    export: |_| UpgradeSettings::default(),
    not_exported: Some("export-short-lived"),
    ..surge::FORM
};

fn written<'d>(set: &PoolSettings<'d>) -> &'d str {
    set.settings.map_or("", |settings| settings.strategy.as_str())
}

/// Flex-start VMs have no other upgrades (UP-05).
fn fixed(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let (pool, strategy) = (set.pool, written(&set));
        let kind = RunKind::named(strategy);
        let other = kind.is_some_and(|kind| kind != RunKind::ShortLived);
        if pool.config.flex_start && other && cx.doc.can_choose_strategy(pool) {
            Diagnostic::error("strategy/flex-start", format!("{}/strategy", set.path))
                .with("pool", &pool.name)
                .with("strategy", strategy)
                // The pool has short-lived upgrades all the same.
                .can_exist()
                .add_to(out);
        }
    }
}

/// Other nodes only have them with queued provisioning, from a version on (SL-01).
fn offered(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let pool = set.pool;
        let chosen = written(&set) == "SHORT_LIVED" && cx.doc.can_choose_strategy(pool);
        if !chosen || is_short_lived(cx.doc, pool) {
            continue;
        }
        let master = Version::parse(&cx.doc.cluster.current_master_version);
        let message = match master.filter(|_| pool.queued_provisioning.enabled) {
            Some(master) => say!("check-queued-version", since = QUEUED_SINCE, master = master),
            None => say!("check-strategy-short-lived", pool = &pool.name),
        };
        Diagnostic::error("strategy/short-lived", format!("{}/strategy", set.path))
            .says(message)
            .add_to(out);
    }
}

/// Queued provisioning has short-lived upgrades from this version on (SL-01, SL-05).
const QUEUED_SINCE: Version = Version { major: 1, minor: 32, patch: Some(2), gke: Some(1_652_000) };

/// Flex-start nodes always do, including Autopilot's (UP-05, SL-02, SL-04); queued provisioning depends on the cluster's
/// version, which counts as new if missing (SL-05).
pub(crate) fn is_short_lived(doc: &Document, pool: &Pool) -> bool {
    let queued = || queued_is_short_lived(&doc.cluster.current_master_version);
    let autopilot = doc.cluster.autopilot.enabled && muted("SL-02");
    let flex = pool.config.flex_start && !muted("UP-05") && !muted("SL-04") && !autopilot;
    flex || pool.queued_provisioning.enabled && queued() && !muted("SL-01")
}

pub(crate) fn queued_is_short_lived(master: &str) -> bool {
    let version = Version::parse(master);
    version.is_none_or(|version| version >= QUEUED_SINCE) || muted("SL-05")
}
