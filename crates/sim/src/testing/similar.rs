//! Which node groups of the published autoscaler are alike: GKE takes the groups of a pool (KA-33). An oracle asks for it.

use base::{Sym, muted};
use model::{Labels, Resources, Symbols};

/// A node group's template node. A resource of 0 that isn't extended counts as missing.
#[derive(Clone, Copy, Debug)]
pub struct Template<'a> {
    pub capacity: Amounts<'a>,
    pub allocatable: Amounts<'a>,
    /// The requests of the Pods on a fresh node.
    pub requests: &'a Resources,
    pub labels: &'a Labels,
}

/// Resources of a node with its number of Pods.
#[derive(Clone, Copy, Debug)]
pub struct Amounts<'a> {
    pub resources: &'a Resources,
    pub pods: i64,
}

/// The allowed differences, in thousandths of the larger amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratios {
    pub capacity_memory: i64,
    pub allocatable: i64,
    pub free: i64,
}

impl Default for Ratios {
    /// 1.5 %, 5 % and 5 % (KA-34).
    fn default() -> Self {
        Self { capacity_memory: 15, allocatable: 50, free: 50 }
    }
}

/// The labels that differ between the zones of one pool on Compute Engine (KA-35).
const IGNORED_LABELS: [&str; 8] = [
    "kubernetes.io/hostname",
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
    "beta.kubernetes.io/fluentd-ds-ready",
    "kops.k8s.io/instancegroup",
    "topology.gke.io/zone",
];

/// The labels that aren't compared: the usual ones and those of `--balancing-ignore-label`.
pub fn ignored_labels(symbols: &Symbols, further: &[&str]) -> Vec<Sym> {
    let all = IGNORED_LABELS.iter().chain(further);
    all.filter_map(|label| symbols.find(label)).collect()
}

/// Are the templates alike? Taints aren't compared.
///
/// Rulebook: KA-33 … KA-35. Source: cluster-autoscaler, `compare_nodegroups.go`.
pub fn similar(a: &Template<'_>, b: &Template<'_>, ratios: Ratios, ignored: &[Sym]) -> bool {
    let resources =
        same_capacity(a, b, ratios) && close_allocatable(a, b, ratios) && close_free(a, b, ratios);
    (resources || muted("KA-34")) && (same_labels(a.labels, b.labels, ignored) || muted("KA-35"))
}

/// Whole numbers give the answer of the original's doubles: its products of whole amounts round to the exact result where
/// that is a whole number.
fn within(a: i64, b: i64, thousandths: i64) -> bool {
    let (larger, smaller) = (i128::from(a.max(b)), i128::from(a.min(b)));
    (larger - smaller) * 1000 <= larger * i128::from(thousandths) || muted("KA-33")
}

/// Memory may differ a little, the rest not at all.
fn same_capacity(a: &Template<'_>, b: &Template<'_>, ratios: Ratios) -> bool {
    let (pods, other_pods) = (a.capacity.pods, b.capacity.pods);
    let (a, b) = (a.capacity.resources, b.capacity.resources);
    within(a.memory_bytes, b.memory_bytes, ratios.capacity_memory)
        && (a.cpu_m, a.ephemeral_bytes, pods) == (b.cpu_m, b.ephemeral_bytes, other_pods)
        && a.extended == b.extended
}

fn close_allocatable(a: &Template<'_>, b: &Template<'_>, ratios: Ratios) -> bool {
    let (pods, other_pods) = (a.allocatable.pods, b.allocatable.pods);
    let (a, b) = (a.allocatable.resources, b.allocatable.resources);
    let close = |a, b| within(a, b, ratios.allocatable);
    let names = |resources: &Resources| -> Vec<Sym> {
        resources.extended.iter().map(|(name, _)| *name).collect()
    };
    close(pods, other_pods)
        && close(a.cpu_m, b.cpu_m)
        && close(a.memory_bytes, b.memory_bytes)
        && close(a.ephemeral_bytes, b.ephemeral_bytes)
        && names(a) == names(b)
        && a.extended.iter().all(|(name, amount)| close(*amount, b.extended(*name)))
}

/// Compares what the Pods on a fresh node leave. Extended resources count only if Pods on both nodes request them.
fn close_free(a: &Template<'_>, b: &Template<'_>, ratios: Ratios) -> bool {
    let names = |template: &Template<'_>| -> Vec<Sym> {
        template.requests.extended.iter().map(|(name, _)| *name).collect()
    };
    let free = |template: &Template<'_>| {
        let mut free = template.allocatable.resources.clone();
        free.subtract(template.requests);
        free
    };
    let (requested, other) = (names(a), names(b));
    let (a, b) = (free(a), free(b));
    let close = |a, b| within(a, b, ratios.free);
    close(a.cpu_m, b.cpu_m)
        && close(a.memory_bytes, b.memory_bytes)
        && close(a.ephemeral_bytes, b.ephemeral_bytes)
        && requested == other
        && requested.iter().all(|name| close(a.extended(*name), b.extended(*name)))
}

fn same_labels(a: &Labels, b: &Labels, ignored: &[Sym]) -> bool {
    let counts = |(key, _): &(Sym, Sym)| !ignored.contains(key);
    a.iter().filter(counts).eq(b.iter().filter(counts))
}
