//! The expander `least-nodes`.

use super::expansion::{Cluster, Expansion};
use base::muted;

/// Keeps those with the fewest nodes (KA-30).
pub(super) fn best(options: &[Expansion], _: &Cluster) -> Vec<usize> {
    let least = options.iter().map(|option| option.nodes).min();
    let at = options.iter().enumerate();
    at.filter(|(_, option)| Some(option.nodes) == least || muted("KA-30"))
        .map(|(at, _)| at)
        .collect()
}
