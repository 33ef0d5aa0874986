//! Which pools have Pods of which nothing is known.

use crate::found::FileNotes;
use crate::notes;
use scenario::document::{Document, Pool, Workload};

/// Marks the autoscaled pools of whose Pods the files say nothing: a node of GKE is never empty. Of listed nodes one with a Pod is
/// enough; other pools need as many Pods that fit them as they have nodes, apart from those of DaemonSets, which keep no node.
/// `created`: commands of the files create the pool, so that it has nothing else.
pub(super) fn mark_unknown(
    document: &mut Document,
    created: impl Fn(&str) -> bool,
    file: usize,
    notes: &mut FileNotes,
) {
    let Document { pools, workloads, cluster, .. } = document;
    let pods = workloads.iter().flat_map(|workload| &workload.pods);
    let running = pods.filter(|pod| !pod.is_finished());
    let used: base::Set<&str> = running.map(|pod| pod.node.as_str()).collect();
    for pool in pools {
        let zones = pool.zone_count(cluster.locations.len().max(1)) as i64;
        let made = pool.initial_node_count.unwrap_or(0).saturating_mul(zones);
        let is_known = match pool.nodes.as_slice() {
            [] => {
                let fitting = workloads.iter().filter(|workload| accepts(pool, workload));
                fitting.map(pods_of).fold(0_i64, i64::saturating_add) >= made
            }
            nodes => nodes.iter().any(|node| used.contains(node.name.as_str())),
        };
        let scales = pool.autoscaling.as_ref().is_some_and(|scaling| scaling.enabled);
        if scales && !is_known && !created(&pool.name) {
            pool.pods_unknown = true;
            notes.pool(file, notes::PODS_UNKNOWN, &pool.name);
        }
    }
}

/// How many Pods the workload has on nodes that aren't listed; those of a dump are all that there are.
fn pods_of(workload: &Workload) -> i64 {
    let mut pods = workload.pods.iter().filter(|pod| !pod.is_finished());
    match workload.kind.as_str() {
        "DaemonSet" => 0,
        _ if pods.any(|pod| !pod.node.is_empty()) => i64::MAX,
        _ => workload.replicas.or(workload.parallelism).unwrap_or(1),
    }
}

/// As far as selectors and taints tell. GKE sets labels of its own.
fn accepts(pool: &Pool, workload: &Workload) -> bool {
    let selects = |(key, value): (&String, &String)| match key.as_str() {
        "cloud.google.com/gke-nodepool" => *value == pool.name,
        key => {
            key.contains(".io/")
                || key.contains(".com/")
                || pool.config.labels.get(key) == Some(value)
        }
    };
    let tolerates =
        |key: &str| workload.tolerations.iter().any(|one| one.key.is_empty() || one.key == key);
    let taints = pool.config.taints.iter().filter(|taint| taint.effect != "PreferNoSchedule");
    workload.node_selector.iter().all(selects)
        && taints.into_iter().all(|taint| tolerates(&taint.key))
        && (pool.config.accelerators.is_empty()
            || workload.requests.keys().any(|name| name.contains('/')))
}
