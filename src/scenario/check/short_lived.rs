//! Short-lived upgrades: which nodes have them, and that nobody chooses.

use super::{Cx, chooses};
use crate::model::Version;
use crate::scenario::check::versions::control_plane_is_before;
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::{Document, Pool};

/// From here on queued provisioning alone means short-lived upgrades (SL-05).
const QUEUED_FROM: Version = Version {
    major: 1,
    minor: 32,
    patch: Some(2),
    gke: Some(1_652_000),
};

/// May the pool have short-lived upgrades? Where the version of the control plane is not told it may.
pub(super) fn has_it(doc: &Document, pool: &Pool) -> bool {
    let queued =
        || pool.queued_provisioning.enabled && control_plane_is_before(doc, QUEUED_FROM).is_none();
    pool.config.flex_start || queued()
}

fn written(pool: &Pool) -> &str {
    let settings = pool.upgrade_settings.as_ref();
    settings.map_or("", |settings| settings.strategy.as_str())
}

/// Flex-start VMs have no other upgrades (UP-05).
pub(super) fn fixed(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let strategy = written(pool);
        let other = matches!(strategy, "SURGE" | "BLUE_GREEN");
        if pool.config.flex_start && other && chooses(cx.doc, pool) {
            out.push(
                Diagnostic::error(
                    "strategy/flex-start",
                    format!("/pools/{at}/upgradeSettings/strategy"),
                )
                .says(format!(
                    "“{}” has flex-start VMs, and those have SHORT_LIVED upgrades: {strategy} cannot be chosen.",
                    pool.name
                ))
                .hint("Remove the strategy, or take flexStart off.")
                .rules(rules),
            );
        }
    }
}

/// Other nodes have them only with queued provisioning, and not before a version (SL-01).
pub(super) fn offered(cx: &Cx<'_, '_>, rules: &'static [&'static str], out: &mut Diagnostics) {
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let chosen = written(pool) == "SHORT_LIVED" && chooses(cx.doc, pool);
        if !chosen || has_it(cx.doc, pool) {
            continue;
        }
        let before = control_plane_is_before(cx.doc, QUEUED_FROM);
        let (message, hint) = match before.filter(|_| pool.queued_provisioning.enabled) {
            Some(master) => (
                format!(
                    "Queued provisioning has SHORT_LIVED upgrades from {QUEUED_FROM} on, and the control plane \
                     is at {master}."
                ),
                "Use SURGE, or upgrade the control plane first.",
            ),
            None => (
                format!(
                    "SHORT_LIVED is for flex-start VMs and queued provisioning, and “{}” has neither.",
                    pool.name
                ),
                "Use SURGE or BLUE_GREEN.",
            ),
        };
        out.push(
            Diagnostic::error(
                "strategy/short-lived",
                format!("/pools/{at}/upgradeSettings/strategy"),
            )
            .says(message)
            .hint(hint)
            .rules(rules),
        );
    }
}
