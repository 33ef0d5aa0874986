//! Which pools have Pods of which nothing is known.

use crate::found::FileNotes;
use crate::notes;
use scenario::document::{Document, Pool, Workload};

/// Marks the autoscaled pools of whose Pods the files say nothing: a node of GKE is never empty. Of a dump a Pod on a node is
/// enough; manifests need as many Pods that fit the pool as it has nodes. `created`: commands of the files create the pool, so that
/// it has nothing else.
pub(super) fn mark_unknown(
    document: &mut Document,
    created: impl Fn(&str) -> bool,
    file: usize,
    notes: &mut FileNotes,
) {
    let Document { pools, workloads, cluster, .. } = document;
    for pool in pools {
        let scales = pool.autoscaling.as_ref().is_some_and(|scaling| scaling.enabled);
        let zones = pool.zone_count(cluster.locations.len().max(1)) as i64;
        let nodes = match pool.nodes.len() as i64 {
            0 => pool.initial_node_count.unwrap_or(0).saturating_mul(zones),
            listed => listed,
        };
        let pods = workloads.iter().map(|workload| pods_on(pool, workload));
        let pods = pods.fold(0_i64, i64::saturating_add);
        if scales && nodes > 0 && pods < nodes && !created(&pool.name) {
            pool.pods_unknown = true;
            notes.pool(file, notes::PODS_UNKNOWN, &pool.name);
        }
    }
}

/// How many Pods the workload has or may have on the pool; one on a listed node makes all known.
fn pods_on(pool: &Pool, workload: &Workload) -> i64 {
    let running = || workload.pods.iter().filter(|pod| !pod.is_finished() && !pod.node.is_empty());
    let is_listed = |name: &str| pool.nodes.iter().any(|node| node.name == name);
    match pool.nodes.as_slice() {
        [] if !accepts(pool, workload) => 0,
        [] if running().next().is_some() || workload.kind == "DaemonSet" => i64::MAX,
        [] => workload.replicas.or(workload.parallelism).unwrap_or(1),
        _ if running().any(|pod| is_listed(&pod.node)) => i64::MAX,
        _ => 0,
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
