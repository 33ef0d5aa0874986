//! The expander `least-waste`.
#![expect(clippy::float_arithmetic, reason = "the expander computes it in IEEE doubles (KA-30)")]

use super::expansion::{Cluster, Expansion};
use super::least::positions_of_least;
use base::muted;

/// Keeps those that leave the smallest parts of CPU and memory unused.
///
/// Rulebook: KA-30. Source: cluster-autoscaler, `expander/waste`.
pub(super) fn best(options: &[Expansion], _: &Cluster) -> Vec<usize> {
    let waste = options.iter().map(|option| if muted("KA-30") { 0.0 } else { waste(option) });
    positions_of_least(waste)
}

fn waste(option: &Expansion) -> f64 {
    let nodes = i64::from(option.nodes);
    let unused = |amount: i64, requested: i64| {
        let available = amount * nodes;
        (available - requested) as f64 / available as f64
    };
    unused(option.node.cpu_m, option.requests.cpu_m)
        + unused(option.node.memory_bytes, option.requests.memory_bytes)
}
