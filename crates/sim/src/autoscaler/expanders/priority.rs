//! The expander `priority`.

use super::expansion::{Cluster, Expansion};
use base::muted;

/// Keeps those of the highest priority. Groups that no pattern matches are left out, unless no pattern matches any.
///
/// Rulebook: KA-31. Source: cluster-autoscaler, `expander/priority`.
pub(super) fn best(options: &[Expansion], _: &Cluster) -> Vec<usize> {
    let highest = options.iter().filter_map(|option| option.priority).max();
    let at = options.iter().enumerate();
    at.filter(|(_, option)| option.priority == highest || muted("KA-31"))
        .map(|(at, _)| at)
        .collect()
}
