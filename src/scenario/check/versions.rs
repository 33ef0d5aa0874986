//! Versions: readable, and no node ahead of the control plane.

use super::Cx;
use crate::model::Version;
use crate::model::script::NodeChange;
use crate::scenario::compile::script::{change, target_version};
use crate::scenario::compile::templates::Shape;
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};

pub(super) fn readable(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let mut read = |path: String, version: &str| {
        if !version.is_empty() && Version::parse(version).is_none() {
            out.push(
                Diagnostic::error("version/unreadable", path)
                    .says(format!("“{version}” is no version."))
                    .hint("Write it like 1.33.5-gke.1162000 or 1.33."),
            );
        }
    };
    let cluster = &cx.doc.cluster;
    read(
        "/cluster/currentMasterVersion".to_owned(),
        &cluster.current_master_version,
    );
    read(
        "/cluster/currentNodeVersion".to_owned(),
        &cluster.current_node_version,
    );
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        read(format!("/pools/{at}/version"), &pool.version);
        for (n, node) in pool.nodes.iter().enumerate() {
            read(format!("/pools/{at}/nodes/{n}/version"), &node.version);
        }
    }
    for (at, item) in cx.doc.script.iter().enumerate() {
        read(format!("/script/{at}/version"), &item.version);
    }
}

/// The control plane is upgraded before its nodes (BS-02).
pub(super) fn control_plane(
    cx: &Cx<'_, '_>,
    rules: &'static [&'static str],
    out: &mut Diagnostics,
) {
    let Some(master) = Version::parse(&cx.doc.cluster.current_master_version) else {
        return;
    };
    let mut versions: Vec<Option<Option<Version>>> = vec![None; cx.doc.pools.len()];
    for (at, item) in cx.doc.script.iter().enumerate() {
        let pool = cx.doc.pools.iter().position(|pool| pool.name == item.pool);
        let Some(pool) = pool.filter(|_| item.action == "upgrade") else {
            continue;
        };
        if change(item) != NodeChange::Version {
            continue;
        }
        let (slot, pool) = (&mut versions[pool], &cx.doc.pools[pool]);
        let now = *slot.get_or_insert_with(|| Shape::of_pool(cx.doc, pool).version);
        let Some(target) = target_version(cx.doc, item, now).filter(|target| *target > master)
        else {
            continue;
        };
        let diagnostic = if item.version.is_empty() {
            Diagnostic::info("version/control-plane", format!("/script/{at}"))
        } else {
            Diagnostic::warning("version/control-plane", format!("/script/{at}/version"))
        };
        out.push(
            diagnostic
                .says(format!(
                    "The nodes of “{}” go to {target}, and the control plane is at {master}: GKE upgrades \
                     the control plane first.",
                    pool.name
                ))
                .hint("Raise currentMasterVersion, or name an older version.")
                .rules(rules),
        );
    }
}
