//! Clusters and node pools in JSON of the container API and `gcloud --format json`.

pub(super) mod compute;
pub(super) mod connector;
pub(super) mod operation;
pub(super) mod shape;
pub(super) mod upgrade_info;

use self::compute::RESERVATION;
use self::shape::Top;
use super::found::{Found, FoundPool, Sourced};
use super::importer::Importer;
use super::loose::{Batch, List, Text, document};
use super::notes::{self, Note};
use super::outline::Outline;
use super::progress::Watch;
use base::{Arg, say};

pub(super) const IMPORTER: Importer = Importer { claims, read };

/// Keys that are typical of clusters and pools.
const CLUSTER: [&str; 6] = [
    "currentMasterVersion",
    "initialClusterVersion",
    "masterAuth",
    "clusterIpv4Cidr",
    "addonsConfig",
    "maintenancePolicy",
];
const POOL: [&str; 6] = [
    "instanceGroupUrls",
    "upgradeSettings",
    "initialNodeCount",
    "maxPodsConstraint",
    "podIpv4CidrSize",
    "management",
];

/// The name of a pool without one.
const NAMELESS: &str = "node-pool";

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["clusters", "nodePools"])
        || (outline.has("name") && (outline.has_any(&CLUSTER) || outline.has_any(&POOL)))
        // The first half of a pool's description: its keys are sorted.
        || (outline.has("config") && outline.has_any(&POOL))
}

pub(super) fn read(
    text: &str,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<usize, serde_json::Error> {
    let file = watch.file;
    let (batch, length) = document::<Batch<Top>>(text)?;
    if batch.list && batch.all.is_empty() {
        found.notes.note(file, notes::EMPTY_LISTS, "");
    }
    for top in batch.all {
        watch.object();
        take(*top, file, found);
    }
    Ok(length)
}

/// Reads desired state from configuration, with its notes.
pub(super) fn read_asked(
    documents: &str,
    notes: Vec<(Note, Arg)>,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<(), serde_json::Error> {
    for (note, name) in notes {
        found.notes.tell(watch.file, note, name, None);
    }
    for line in documents.lines() {
        match line.strip_prefix("{\"").is_some_and(|line| line.starts_with(RESERVATION)) {
            true => compute::read(line, watch, found)?,
            false => read(line, watch, found)?,
        };
    }
    Ok(())
}

fn take(mut top: Top, file: usize, found: &mut Found) {
    let wrapped = top.clusters.take();
    let is_wrapper = wrapped.is_some();
    if let Some(List(clusters)) = wrapped {
        if clusters.is_empty() {
            found.notes.note(file, notes::EMPTY_LISTS, "");
        }
        for cluster in clusters {
            if is_cluster(&cluster) {
                take(cluster, file, found);
            } else {
                found.notes.note(file, notes::UNKNOWN, "");
            }
        }
    }
    let pools = top.node_pools.take();
    if !is_wrapper && is_cluster(&top) {
        found.notes.say(file, say!("import-kind-cluster"));
        let cluster = found.clusters.len();
        found.clusters.push(Sourced { file, thing: top });
        take_pools(pools, Some(cluster), file, found);
    } else if !is_wrapper && pools.is_none() && (!top.name.is_empty() || top.config.0.is_some()) {
        if top.name.is_empty() {
            top.name = Text(NAMELESS.to_owned());
            found.notes.note(file, notes::NAMELESS_POOLS, NAMELESS);
        }
        found.notes.say(file, say!("import-kind-pool"));
        let pool = FoundPool { cluster: None, pool: top };
        found.pools.push(Sourced { file, thing: pool });
    } else {
        if let Some(List(pools)) = &pools {
            if pools.is_empty() && !is_wrapper {
                found.notes.note(file, notes::EMPTY_LISTS, "");
            }
            if !pools.is_empty() {
                found.notes.say(file, say!("import-kind-pools"));
            }
        }
        take_pools(pools, None, file, found);
    }
}

fn take_pools(pools: Option<List<Top>>, cluster: Option<usize>, file: usize, found: &mut Found) {
    for pool in pools.map(|list| list.0).unwrap_or_default() {
        if pool.name.is_empty() {
            found.notes.note(file, notes::UNKNOWN, "");
        } else {
            found.pools.push(Sourced::of(file, FoundPool { cluster, pool }));
        }
    }
}

/// A cluster has a control plane; a pool doesn't.
fn is_cluster(top: &Top) -> bool {
    !top.name.is_empty()
        && (!top.master_version.is_empty()
            || !top.initial_version.is_empty()
            || !top.endpoint.is_empty()
            || top.master_auth.0
            || top.node_config.0
            || top.maintenance.0.is_some())
}
