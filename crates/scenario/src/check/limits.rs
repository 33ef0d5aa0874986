//! Size limits of a run. Checked first: a document beyond these is never expanded.

use super::context::Cx;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::setting::LONGEST_SECS;
use crate::document::{Document, Workload};
use base::Map;

const NODES: i64 = 65_000;
const PODS: i64 = 2_000_000;
const POOLS: usize = 1_000;
const ZONES: usize = 1_000;
const GROUPS: i64 = 100_000;
const SCRIPT: usize = 10_000;
/// Copies of all workloads, budgets or Services together.
pub(crate) const ENTRIES: i64 = 200_000;
pub(crate) const LONGEST_MS: i64 = LONGEST_SECS * 1000;

/// `false`: the document must not be compiled; the reasons are in `out`.
pub(crate) fn within_limits(doc: &Document, out: &mut Diagnostics) -> bool {
    let mut ok = true;
    let mut most = |path: &str, what: &str, number: i64, limit: i64| {
        if number > limit {
            ok = false;
            out.push(
                Diagnostic::error("limits/too-many", path)
                    .with("number", number)
                    .with("what", what)
                    .with("limit", limit),
            );
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
    ok
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
