//! Which of the possible scale-ups happens: expanders, each of which keeps the best ones.

mod expansion;
mod gke_weights;
pub(crate) mod least;
mod price;
mod prices;

pub use self::expansion::{Cluster, Expansion, PodPrices, PoolNode};
pub use self::gke_weights::{GkeCluster, GkeExpansion, gke_scores};
pub use self::price::score;
pub use self::prices::{Gpus, node_price};

use base::muted;

/// A strategy of `--expander`: the positions of the best ones; empty if their scores aren't numbers.
pub type Expander = fn(&[Expansion], &Cluster) -> Vec<usize>;

/// The one of GKE (CA-20). Others are beside the tests (`testing/expanders.rs`).
pub const PRICE: Expander = price::best;

/// The position of the winner: each expander of the chain keeps the best, until one is left. Of several, the first in the
/// order of the list wins, where the original draws one.
///
/// Rulebook: KA-25. Source: cluster-autoscaler, `expander/factory/chain.go`.
pub fn choose(chain: &[Expander], options: &[Expansion], cluster: &Cluster) -> Option<usize> {
    let mut kept: Vec<usize> = (0..options.len()).collect();
    for expander in chain.iter().filter(|_| !muted("KA-25")) {
        if kept.len() < 2 {
            break;
        }
        let left: Vec<Expansion> = kept.iter().map(|at| options[*at].clone()).collect();
        let best: Vec<usize> = expander(&left, cluster).iter().map(|at| kept[*at]).collect();
        if !best.is_empty() {
            kept = best;
        }
    }
    kept.first().copied()
}

#[cfg(test)]
mod tests;
