//! GKE's own weights of the price expander, as a second opinion (AM-106).
#![expect(clippy::float_arithmetic, reason = "GKE's expander computes it in IEEE doubles (BS-90)")]

use super::expansion::{Expansion, PodPrices};
use super::price::{UNFIT, ratio, suppressed};
use base::muted;

/// What GKE's expander knows of the cluster.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GkeCluster {
    pub groups: u32,
    pub pools: u32,
    pub autopilot: bool,
    /// Large Spot machines count as less fit; off by default.
    pub avoids_large_spot: bool,
    pub prices: PodPrices,
}

/// A possible scale-up, with what only GKE reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GkeExpansion<'a> {
    pub expansion: &'a Expansion,
    /// vCPUs of all target nodes of autoscaled groups of the same workload separation.
    pub cluster_cpus: u32,
    pub spot: bool,
    /// New nodes that an unused reservation of the cluster's project covers.
    pub reserved: u32,
}

/// What counts of the price of a node that a reservation covers (BS-89).
const DISCOUNT: f64 = 0.98;
/// The logarithm of 1.65 to the base of 2: a node of twice the size is 1.65 times less fit.
const FOR_DOUBLE: f64 = 0.722_466_024_471_091;
/// Memory that goes with a vCPU: 6.5 GiB.
const MIB_PER_CPU: i64 = 6656;

/// The score of each; lower is better. The price of room that later Pods could use is left out.
///
/// Rulebook: BS-89, BS-90, AM-106. Source: GKE cluster autoscaler, `expander/gkeprice`.
pub fn gke_scores(options: &[GkeExpansion<'_>], cluster: &GkeCluster) -> Vec<f64> {
    let fewest = options.iter().map(|option| option.expansion.nodes).min().unwrap_or(0);
    options.iter().map(|option| score(option, cluster, fewest)).collect()
}

fn score(option: &GkeExpansion<'_>, cluster: &GkeCluster, fewest: u32) -> f64 {
    let Expansion { nodes, node, exists, .. } = *option.expansion;
    let covered = if muted("BS-89") { 0 } else { option.reserved.min(nodes) };
    let price = node.price * (f64::from(nodes) - f64::from(covered) * DISCOUNT);
    let score =
        unfitness(option, cluster, fewest) * ratio(price, option.expansion, &cluster.prices);
    if exists { score } else { score * creation_penalty(cluster, node.has_gpus) }
}

/// A power with an exponent below 1, by roots: small, and the same double everywhere.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut root, mut bits, mut product) = (base, exponent, 1.0);
    for _ in 0..f64::MANTISSA_DIGITS {
        (root, bits) = (root.sqrt(), bits * 2.0);
        if bits >= 1.0 {
            (product, bits) = (product * root, bits - 1.0);
        }
    }
    product
}

fn unfitness(option: &GkeExpansion<'_>, cluster: &GkeCluster, fewest: u32) -> f64 {
    let Expansion { nodes, node, .. } = *option.expansion;
    if muted("BS-90") {
        return 1.0;
    }
    if node.accelerators > 0 {
        return UNFIT * node.accelerators as f64;
    }
    let (preferred, cpu) = (1000.0 * f64::from(preferred_cpus(option)), node.cpu_m as f64);
    let mut unfitness = power((preferred / cpu).max(cpu / preferred), FOR_DOUBLE);
    if cluster.avoids_large_spot && option.spot && is_large(node.cpu_m, node.memory_bytes) {
        unfitness *= 3.0;
    }
    if !cluster.autopilot {
        return suppressed(unfitness, nodes);
    }
    match fewest {
        0..=3 => unfitness,
        4..=9 => (unfitness + 1.0) * 0.5,
        _ => 1.0,
    }
}

/// The vCPUs of the node that suits the workload separation with the Pods to help.
fn preferred_cpus(option: &GkeExpansion<'_>) -> u32 {
    let (cpu_m, mib) = option.expansion.counted;
    let pods_m = cpu_m.max(mib * 1000 / MIB_PER_CPU);
    let cpus = i64::from(option.cluster_cpus) + (pods_m + 999) / 1000;
    match cpus {
        ..=3 => 1,
        4..=12 => 2,
        13..=60 => 4,
        61..=380 => 8,
        381..=2300 => 16,
        2301..=18_300 => 32,
        18_301..=107_900 => 64,
        _ => 96,
    }
}

fn is_large(cpu_m: i64, memory_bytes: i64) -> bool {
    let (cpus, gib) = (cpu_m / 1000, 1_i64 << 30);
    (cpus > 32 || memory_bytes > 64 * gib) && memory_bytes > cpus * gib
}

/// Few groups are easier to fill than many.
fn creation_penalty(cluster: &GkeCluster, has_gpus: bool) -> f64 {
    let by_pools = u64::from(cluster.pools) * 7 / 4;
    let groups = u64::from(cluster.groups).max(by_pools);
    let penalty = 1.0 + 0.0004 * (1 + groups * groups) as f64;
    match (cluster.autopilot, has_gpus) {
        (true, _) => penalty,
        (false, true) => penalty * 1.1,
        (false, false) => penalty * 1.5,
    }
}
