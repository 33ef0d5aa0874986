//! The expander `price`: what the Pods' resources are worth against what the nodes cost.
#![expect(clippy::float_arithmetic, reason = "the expander computes it in IEEE doubles (KA-26)")]

use super::expansion::{Cluster, Expansion, PodPrices};
use super::least::positions_of_least;
use base::muted;
use model::Resources;

/// Nodes with accelerators are left to Pods that request them.
pub(super) const UNFIT: f64 = 1000.0;
const GIB: f64 = (1_i64 << 30) as f64;

/// Keeps those with the lowest score.
///
/// Rulebook: KA-26 … KA-28. Source: cluster-autoscaler, `expander/price`.
pub(super) fn best(options: &[Expansion], cluster: &Cluster) -> Vec<usize> {
    positions_of_least(options.iter().map(|option| score(option, cluster)))
}

/// The score; lower is better.
pub fn score(option: &Expansion, cluster: &Cluster) -> f64 {
    let nodes = option.node.price * f64::from(option.nodes);
    let ratio = if muted("KA-26") { 1.0 } else { ratio(nodes, option, &cluster.prices) };
    let score = unfitness(option, cluster.nodes) * ratio;
    if option.exists || muted("KA-28") { score } else { score * 2.0 }
}

/// How well the money is spent (KA-26). The price of a small Pod is added to both sides, for Pods that request nothing.
pub(super) fn ratio(nodes_price: f64, option: &Expansion, prices: &PodPrices) -> f64 {
    let small = Resources { cpu_m: 500, memory_bytes: 500 << 20, ..Resources::default() };
    let small = pod_price(&small, prices);
    (nodes_price + small) / (pod_price(&option.requests, prices) + small)
}

/// The price of requests in dollars an hour (KA-29).
fn pod_price(requests: &Resources, prices: &PodPrices) -> f64 {
    let gpus: i64 = requests.extended.iter().map(|(_, amount)| amount).sum();
    requests.cpu_m as f64 / 1000.0 * prices.cpu
        + requests.memory_bytes as f64 / GIB * prices.gib
        + gpus as f64 * prices.gpu
}

/// How far the node's size is from that which suits the cluster, less so the more nodes are added (KA-27).
fn unfitness(option: &Expansion, cluster_nodes: u32) -> f64 {
    if muted("KA-27") {
        return 1.0;
    }
    if option.node.accelerators > 0 {
        return UNFIT;
    }
    let (preferred, cpu) = (preferred_cpu_m(cluster_nodes) as f64, option.node.cpu_m as f64);
    suppressed((preferred / cpu).max(cpu / preferred), option.nodes)
}

/// `libm` gives the same double natively and in wasm.
pub(super) fn suppressed(unfitness: f64, nodes: u32) -> f64 {
    let more = f64::from(nodes.max(1) - 1) / 15.0;
    (unfitness - 1.0) * (1.0 - libm::tanh(more)) + 1.0
}

fn preferred_cpu_m(cluster_nodes: u32) -> i64 {
    match cluster_nodes {
        0..=2 => 1000,
        3..=6 => 2000,
        7..=20 => 4000,
        21..=60 => 8000,
        61..=200 => 16_000,
        _ => 32_000,
    }
}
