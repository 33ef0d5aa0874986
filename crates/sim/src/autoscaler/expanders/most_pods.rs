//! The expander `most-pods`.

use super::expansion::{Cluster, Expansion};
use base::muted;

/// Keeps those that help the most Pods (KA-30).
pub(super) fn best(options: &[Expansion], _: &Cluster) -> Vec<usize> {
    let most = options.iter().map(|option| option.pods).max();
    let at = options.iter().enumerate();
    at.filter(|(_, option)| Some(option.pods) == most || muted("KA-30")).map(|(at, _)| at).collect()
}
