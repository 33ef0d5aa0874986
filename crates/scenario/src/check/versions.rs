//! Versions: valid, no node newer than the control plane or far behind it, and no accidental downgrade.

use super::context::Cx;
use crate::compile::templates::NodeShape;
use crate::compile::versions::{ControlPlaneVersions, EntryAt, skips};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::{calendar, instant};
use base::Map;
use model::Version;
use model::script::NodeChange;

pub(super) fn readable(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut read = |path: String, version: &str| {
        if !version.is_empty() && Version::parse(version).is_none() {
            out.push(Diagnostic::error("version/unreadable", path).with("version", version));
        }
    };
    let cluster = &cx.doc.cluster;
    read("/cluster/currentMasterVersion".to_owned(), &cluster.current_master_version);
    read("/cluster/currentNodeVersion".to_owned(), &cluster.current_node_version);
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        read(format!("/pools/{at}/version"), &pool.version);
        read(format!("/pools/{at}/upgradingFrom"), &pool.upgrading_from);
        for (n, node) in pool.nodes.iter().enumerate() {
            read(format!("/pools/{at}/nodes/{n}/version"), &node.version);
        }
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        for (n, fails) in workload.fails.iter().enumerate() {
            read(format!("/workloads/{at}/fails/{n}/version"), &fails.version);
        }
    }
    for (at, item) in cx.doc.script.iter().enumerate() {
        read(format!("/script/{at}/version"), &item.version);
    }
}

/// A script entry that changes a pool's version.
struct Upgrade<'d> {
    /// Its index in the script, and whether it names its version.
    at: usize,
    named: bool,
    pool: &'d str,
    from: Option<Version>,
    to: Version,
    /// Has the pool the old version by then? An upgrade before it may still wait, or be refused.
    certain: bool,
}

impl Upgrade<'_> {
    fn path(&self) -> String {
        let at = self.at;
        if self.named { format!("/script/{at}/version") } else { format!("/script/{at}") }
    }
}

/// The script's version upgrades, each from the result of the previous one on its pool.
fn upgrades<'d>(doc: &'d Document) -> Vec<Upgrade<'d>> {
    let mut versions: Vec<Option<Option<Version>>> = vec![None; doc.pools.len()];
    let mut all = Vec::new();
    let course = ControlPlaneVersions::of(doc);
    for (at, item) in doc.script.iter().enumerate() {
        let pool = doc.pools.iter().position(|pool| pool.name == item.pool);
        let Some(pool) = pool.filter(|_| item.action == "upgrade") else {
            continue;
        };
        if item.node_change() != NodeChange::Version {
            continue;
        }
        let (slot, pool) = (&mut versions[pool], &doc.pools[pool]);
        let certain = slot.is_none();
        let from = slot.unwrap_or_else(|| NodeShape::of_pool(doc, pool).version);
        let to = course.target(item, from);
        *slot = Some(to);
        all.extend(to.map(|to| Upgrade {
            at,
            named: !item.version.is_empty(),
            pool: &pool.name,
            from,
            to,
            certain,
        }));
    }
    all
}

/// After the end of support of its version, GKE upgrades the cluster in spite of its policy (BS-19).
pub(super) fn end_of_support(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let context = calendar::compile::context(cx.doc);
    let Some(end) = context.end_of_support.filter(|end| *end <= context.now) else {
        return;
    };
    Diagnostic::warning("version/end-of-support", "/cluster/currentMasterVersion")
        .with("version", &cx.doc.cluster.current_master_version)
        .with("end", instant::format(end.saturating_mul(1000)))
        .add_to(out);
}

/// The control plane is upgraded one minor version at a time (BS-06): GKE refuses a command over more, and the script goes on.
pub(super) fn steps(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let course = ControlPlaneVersions::of(cx.doc);
    for (no, item) in cx.doc.script.iter().enumerate() {
        let to = Version::parse(&item.version).filter(|_| item.control_plane);
        let (Some(to), Some(from)) = (to, course.at(no)) else {
            continue;
        };
        if item.action != "upgrade" || !skips(from, to) {
            continue;
        }
        Diagnostic::warning("version/control-plane-step", format!("/script/{no}/version"))
            .with("from", from)
            .with("to", to)
            .with("major", from.major)
            .with("minor", from.minor.saturating_add(1))
            .add_to(out);
    }
}

/// An upgrade of a pool skips one minor version at most (BS-06).
pub(super) fn pool_steps(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for upgrade in upgrades(cx.doc) {
        let last = |from: &Version| from.minor.saturating_add(2);
        let skips =
            |from: &Version| from.major == upgrade.to.major && last(from) < upgrade.to.minor;
        let Some(from) = upgrade.from.filter(skips) else {
            continue;
        };
        Diagnostic::warning("version/pool-step", upgrade.path())
            .with("pool", upgrade.pool)
            .with("from", from)
            .with("to", upgrade.to)
            .with("major", from.major)
            .with("minor", last(&from))
            .add_to(out);
    }
}

/// The control plane is upgraded before its nodes (BS-02).
pub(super) fn control_plane(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let course = ControlPlaneVersions::of(cx.doc);
    for upgrade in upgrades(cx.doc) {
        let ahead = |master: &Version| master.is_older_than(upgrade.to);
        // An automatic upgrade waits until the control plane is ready.
        let waits = cx.doc.script.get(upgrade.at).is_some_and(|item| item.automatic);
        let master = if waits { course.at(upgrade.at) } else { course.before(upgrade.at) };
        let master = master.max(course.aimed_at(upgrade.at).filter(|_| master.is_some()));
        let Some(master) = master.filter(ahead) else {
            continue;
        };
        let diagnostic = if upgrade.named {
            Diagnostic::warning("version/control-plane", upgrade.path())
        } else {
            Diagnostic::info("version/control-plane", upgrade.path())
        };
        out.push(
            diagnostic.with("pool", upgrade.pool).with("to", upgrade.to).with("master", master),
        );
    }
}

/// An upgrade without a version, of a pool that has the control plane's, changes no node.
pub(super) fn nothing_to_do(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for upgrade in upgrades(cx.doc) {
        if !upgrade.named && upgrade.certain && upgrade.from == Some(upgrade.to) {
            Diagnostic::warning("version/nothing-to-do", upgrade.path())
                .with("pool", upgrade.pool)
                .with("version", upgrade.to)
                .add_to(out);
        }
    }
}

/// An upgrade to an older version is a downgrade.
pub(super) fn downgrade(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for upgrade in upgrades(cx.doc) {
        let Some(from) = upgrade.from.filter(|from| upgrade.to.is_older_than(*from)) else {
            continue;
        };
        Diagnostic::warning("version/downgrade", upgrade.path())
            .with("pool", upgrade.pool)
            .with("from", from)
            .with("to", upgrade.to)
            .add_to(out);
    }
}

/// The version of the control plane, if the document has it.
fn master(doc: &Document) -> Option<Version> {
    Version::parse(&doc.cluster.current_master_version)
}

/// The control plane's version if it is older than required.
pub(crate) fn control_plane_is_before(doc: &Document, needed: Version) -> Option<Version> {
    master(doc).filter(|master| master.is_older_than(needed))
}

/// Nodes are at most two minor versions behind the control plane (BS-06).
pub(super) fn skew(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let too_old = |version: Version, master: Version| {
        version.major == master.major && version.minor.saturating_add(2) < master.minor
    };
    let mut say = |path: String, pool: &str, when: &str, version: Version, master: Version| {
        // A cluster can be there, and get there by itself.
        Diagnostic::warning("version/skew", path)
            .with("pool", pool)
            .with("when", when)
            .with("version", version)
            .with("master", master)
            .with("major", master.major)
            .with("minor", master.minor.saturating_sub(2))
            .add_to(out);
    };
    for (at, pool) in cx.doc.pools.iter().enumerate() {
        let version = NodeShape::of_pool(cx.doc, pool).version;
        if let (Some(version), Some(master)) = (version, master(cx.doc))
            && too_old(version, master)
        {
            let path = format!("/pools/{at}/version");
            say(path, &pool.name, "now", version, master);
        }
    }
    let (course, upgrades) = (ControlPlaneVersions::of(cx.doc), upgrades(cx.doc));
    let mut of_pool: Map<&str, Vec<(EntryAt, Version)>> = Map::new();
    for upgrade in &upgrades {
        let due = course.times.get(upgrade.at).copied().unwrap_or_default();
        let own = of_pool.entry(upgrade.pool).or_default();
        own.push((due, upgrade.to));
        if let Some(master) = course.at(upgrade.at)
            && too_old(upgrade.to, master)
        {
            say(upgrade.path(), upgrade.pool, "then", upgrade.to, master);
        }
    }
    // Pools that the control plane would leave behind.
    let pools = cx.doc.pools.iter().map(|pool| {
        let own = of_pool.get(pool.name.as_str()).map_or(&[][..], Vec::as_slice);
        (&pool.name, NodeShape::of_pool(cx.doc, pool).version, own)
    });
    let pools: Vec<_> = pools.collect();
    for (no, item) in cx.doc.script.iter().enumerate() {
        let to = Version::parse(&item.version)
            .filter(|_| item.control_plane && item.action == "upgrade");
        let Some(to) = to else { continue };
        let due = course.times.get(no).copied().unwrap_or_default();
        for (name, at_start, own) in &pools {
            let last = own.iter().rfind(|(at, _)| *at < due);
            let version = last.map_or(*at_start, |(_, version)| Some(*version));
            if let Some(version) = version.filter(|version| too_old(*version, to)) {
                let path = format!("/script/{no}/version");
                say(path, name, "still", version, to);
            }
        }
    }
}
