//! Size limits of a run. Checked first: a document beyond these is never expanded.

use super::context::Cx;
use crate::compile::budgets::load_balancer;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::setting::LONGEST_SECS;
use crate::document::{Document, Workload};
use crate::field::Field as _;
use crate::json::Json;
use base::Map;
use model::volume::ZoneSet;

const NODES: i64 = 65_000;
const PODS: i64 = 2_000_000;
const POOLS: usize = 1_000;
const ZONES: usize = 1_000;
const GROUPS: i64 = 100_000;
const SCRIPT: usize = 10_000;
/// Nodes of each Service with a load balancer, together.
const BACKENDS: i64 = 20_000_000;
/// Names and labels together, in bytes.
const TEXT: i64 = 256 << 20;
/// Copies of all workloads, budgets or Services together.
pub(crate) const ENTRIES: i64 = 200_000;
pub(crate) const LONGEST_MS: i64 = LONGEST_SECS * 1000;

/// `false`: the document must not be compiled; the reasons are in `out`.
pub(crate) fn within_limits(doc: &Document, out: &mut Diagnostics) -> bool {
    let mut ok = true;
    let mut most = |path: &str, what: &str, number: i64, limit: i64| {
        if number > limit {
            ok = false;
            out.push(too_many(path, what, number, limit));
        }
    };
    let length = |len: usize| len as i64;
    most("/pools", "pools", length(doc.pools.len()), length(POOLS));
    most("/script", "entries", length(doc.script.len()), length(SCRIPT));
    let locations = doc.cluster.locations.len()
        + doc.pools.iter().map(|pool| pool.locations.len()).max().unwrap_or(0);
    most("/cluster/locations", "zones", length(locations), length(ZONES));
    let groups = doc.pools.iter().map(|pool| pool.zone_count(doc.cluster.locations.len().max(3)));
    most("/pools", "zones-of-pools", length(groups.sum()), GROUPS);
    if doc.workloads.iter().any(|one| !one.volume_claims.is_empty()) {
        let zones = length(crate::initial_nodes::zones(doc).len());
        most("/cluster/locations", "zones-with-volumes", zones, i64::from(ZoneSet::MOST));
    }
    let nodes = nodes(doc);
    most("/pools", "nodes", nodes, NODES);
    let pods = doc.workloads.iter().map(|workload| pods(workload, nodes));
    let pods = pods.fold(0, i64::saturating_add);
    most("/workloads", "pods", pods, PODS);
    most("/script", "pods-of-script", scripted(doc), PODS);
    let copies = |all: &mut dyn Iterator<Item = Option<i64>>| {
        all.map(|copies| copies.unwrap_or(1).max(0)).fold(0, i64::saturating_add)
    };
    most(
        "/workloads",
        "workloads",
        copies(&mut doc.workloads.iter().map(|entry| entry.copies)),
        ENTRIES,
    );
    most("/budgets", "budgets", copies(&mut doc.budgets.iter().map(|entry| entry.copies)), ENTRIES);
    most("/services", "services", length(doc.services.len()), ENTRIES);
    let balanced = doc.services.iter().filter(|one| load_balancer(doc, one).is_some()).count();
    most("/services", "backends", length(balanced).saturating_mul(nodes), BACKENDS);
    if ok {
        for (path, bytes) in expanded(doc) {
            if bytes > TEXT {
                ok = false;
                out.push(too_many(path, "bytes", bytes, TEXT));
            }
        }
    }
    ok
}

fn too_many(path: &str, what: &str, number: i64, limit: i64) -> Diagnostic {
    Diagnostic::error("limits/too-many", path)
        .with("number", number)
        .with("what", what)
        .with("limit", limit)
}

/// The bytes of names and labels that a document's numbers multiply: those of nodes and zones of pools, of copies, and of the
/// configurations that script entries give to pools.
fn expanded(doc: &Document) -> [(&'static str, i64); 4] {
    let length = |len: usize| i64::try_from(len).unwrap_or(i64::MAX);
    let sum = |all: &mut dyn Iterator<Item = i64>| all.fold(0, i64::saturating_add);
    let longest = |zones: &[String]| zones.iter().map(|zone| length(zone.len())).max().unwrap_or(0);
    let written = |zones: &[String]| sum(&mut zones.iter().map(|zone| length(zone.len())));
    let cluster = &doc.cluster;
    let mut shapes: Map<&str, i64> = Map::new();
    let pools = sum(&mut doc.pools.iter().map(|pool| {
        let own = pool.locations.is_empty();
        let zones = if own { &cluster.locations } else { &pool.locations };
        let zones = if zones.is_empty() { core::slice::from_ref(&cluster.location) } else { zones };
        let name = length(pool.name.len()).saturating_add(longest(zones));
        let shape = length(pool.config.write().compact().len());
        shapes.insert(pool.name.as_str(), shape);
        let (nodes, each) = match pool.nodes.len() {
            0 => {
                let zones = length(pool.zone_count(cluster.locations.len().max(3)));
                let nodes = pool.initial_node_count.unwrap_or(0).max(0);
                (nodes.saturating_mul(zones), name)
            }
            // Each may have a configuration of its own.
            listed => (length(listed), name.saturating_add(shape)),
        };
        nodes.saturating_mul(each).saturating_add(written(zones))
    }));
    let times = |copies: Option<i64>, text: usize| match copies {
        Some(copies) => copies.max(0).saturating_mul(length(text)),
        None => 0,
    };
    let copied = |copies: Option<i64>, write: &dyn Fn() -> Json| match copies {
        Some(_) => times(copies, write().compact().len()),
        None => 0,
    };
    let workloads = doc.workloads.iter();
    let workloads = sum(&mut workloads.map(|one| copied(one.copies, &|| one.write())));
    let budgets = sum(&mut doc.budgets.iter().map(|one| copied(one.copies, &|| one.write())));
    let script = sum(&mut doc.script.iter().map(|item| {
        let shape = shapes.get(item.pool.as_str()).copied().unwrap_or(0);
        let text = |labels: &crate::field::Map| {
            sum(&mut labels.iter().map(|(key, value)| length(key.len() + value.len())))
        };
        shape.saturating_add(item.labels.as_ref().map_or(0, text))
    }));
    [("/pools", pools), ("/workloads", workloads), ("/budgets", budgets), ("/script", script)]
}

/// Was every selector compared with every workload that it might select?
pub(super) fn selectors(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    if cx.resolved.exhausted {
        out.push(exhausted());
    }
}

pub(crate) fn exhausted() -> Diagnostic {
    Diagnostic::error("limits/selectors", "/budgets")
}

/// The number of nodes at the start.
fn nodes(doc: &Document) -> i64 {
    let zones = doc.cluster.locations.len().max(3);
    doc.pools
        .iter()
        .map(|pool| {
            if !pool.nodes.is_empty() {
                return pool.nodes.len() as i64;
            }
            let zones = pool.zone_count(zones);
            pool.initial_node_count.unwrap_or(0).max(0).saturating_mul(zones as i64)
        })
        .fold(0, i64::saturating_add)
}

/// The Pods of an entry, with all its copies.
fn pods(workload: &Workload, nodes: i64) -> i64 {
    let listed = workload.pods.iter().map(|pod| i64::from(pod.many()));
    let listed = listed.fold(0, i64::saturating_add);
    let wanted = match workload.kind.as_str() {
        "DaemonSet" => nodes,
        _ => [workload.replicas, workload.parallelism].into_iter().flatten().max().unwrap_or(1),
    };
    wanted.max(listed).max(0).saturating_mul(workload.copies.unwrap_or(1).max(0))
}

/// Additional Pods by the script: the largest number set for each workload.
fn scripted(doc: &Document) -> i64 {
    let mut most: Map<&str, i64> = Map::new();
    for item in &doc.script {
        let replicas = most.entry(item.workload.as_str()).or_default();
        *replicas = item.replicas.unwrap_or(0).max(*replicas);
    }
    most.values().copied().fold(0, i64::saturating_add)
}
