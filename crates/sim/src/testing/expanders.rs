//! Expanders of the published autoscaler that GKE doesn't use (CA-20). Oracles of whole decisions ask for them.
#![expect(clippy::float_arithmetic, reason = "least-waste computes it in IEEE doubles (KA-30)")]

use crate::autoscaler::expanders::least::positions_of_least;
use crate::autoscaler::expanders::{Cluster, Expander, Expansion, PRICE};
use base::muted;
use core::cmp::Reverse;

/// By their names in `--expander`: all but `grpc`, which asks another program.
const EXPANDERS: [(&str, Expander); 6] = [
    ("price", PRICE),
    ("least-waste", least_waste),
    ("most-pods", |options, _| with_most(options, |option| option.pods, muted("KA-30"))),
    ("least-nodes", |options, _| {
        with_most(options, |option| Reverse(option.nodes), muted("KA-30"))
    }),
    ("priority", |options, _| with_most(options, |option| option.priority, muted("KA-31"))),
    // The first, where the original draws one (KA-25).
    ("random", |options, _| (0..options.len().min(1)).collect()),
];

/// Finds an expander by its name.
pub fn expander(name: &str) -> Option<Expander> {
    EXPANDERS.iter().find(|(known, _)| *known == name).map(|(_, expander)| *expander)
}

/// Those with the largest value. Groups that no pattern of priorities matches are left out, unless no pattern matches any.
///
/// Rulebook: KA-30, KA-31. Source: cluster-autoscaler, `expander/mostpods`, `expander/priority`.
fn with_most<T: Ord>(options: &[Expansion], of: fn(&Expansion) -> T, is_muted: bool) -> Vec<usize> {
    let most = options.iter().map(of).max();
    let all = options.iter().enumerate();
    let best = all.filter(|(_, option)| Some(of(option)) == most || is_muted);
    best.map(|(at, _)| at).collect()
}

/// Keeps those that leave the smallest parts of CPU and memory unused.
///
/// Rulebook: KA-30. Source: cluster-autoscaler, `expander/waste`.
fn least_waste(options: &[Expansion], _: &Cluster) -> Vec<usize> {
    let waste = |option: &Expansion| {
        let nodes = i64::from(option.nodes);
        let unused = |amount: i64, requested: i64| {
            let available = amount * nodes;
            (available - requested) as f64 / available as f64
        };
        unused(option.node.cpu_m, option.requests.cpu_m)
            + unused(option.node.memory_bytes, option.requests.memory_bytes)
    };
    positions_of_least(
        options.iter().map(|option| if muted("KA-30") { 0.0 } else { waste(option) }),
    )
}
