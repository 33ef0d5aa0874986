//! Which of the possible scale-ups happens: expanders, each of which keeps the best ones.

mod expansion;
mod gke_weights;
mod least;
mod least_nodes;
mod least_waste;
mod most_pods;
mod price;
mod prices;
mod priority;
mod random;

pub use self::expansion::{Cluster, Expansion, PodPrices, PoolNode};
pub use self::gke_weights::{GkeCluster, GkeExpansion, gke_scores};
pub use self::price::score;
pub use self::prices::{Gpus, node_price};

use base::muted;

/// A strategy of `--expander`.
#[derive(Debug)]
pub struct Expander {
    /// Its name in `--expander`.
    pub name: &'static str,
    /// The positions of the best ones; empty if their scores aren't numbers.
    pub best: fn(&[Expansion], &Cluster) -> Vec<usize>,
}

/// The one of GKE (CA-20).
pub const PRICE: Expander = Expander { name: "price", best: price::best };

/// All but `grpc`, which asks another program.
pub const EXPANDERS: &[Expander] = &[
    PRICE,
    Expander { name: "least-waste", best: least_waste::best },
    Expander { name: "most-pods", best: most_pods::best },
    Expander { name: "least-nodes", best: least_nodes::best },
    Expander { name: "priority", best: priority::best },
    Expander { name: "random", best: random::best },
];

/// Finds an expander by its name.
pub fn expander(name: &str) -> Option<&'static Expander> {
    EXPANDERS.iter().find(|expander| expander.name == name)
}

/// The position of the winner: each expander of the chain keeps the best, until one is left. Of several, the first in the
/// order of the list wins, where the original draws one.
///
/// Rulebook: KA-25. Source: cluster-autoscaler, `expander/factory/chain.go`.
pub fn choose(chain: &[&Expander], options: &[Expansion], cluster: &Cluster) -> Option<usize> {
    let mut kept: Vec<usize> = (0..options.len()).collect();
    for expander in chain.iter().filter(|_| !muted("KA-25")) {
        if kept.len() < 2 {
            break;
        }
        let left: Vec<Expansion> = kept.iter().map(|at| options[*at].clone()).collect();
        let best: Vec<usize> = (expander.best)(&left, cluster).iter().map(|at| kept[*at]).collect();
        if !best.is_empty() {
            kept = best;
        }
    }
    kept.first().copied()
}

#[cfg(test)]
mod tests;
