//! Settings of the cluster itself.

use super::context::Cx;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// GKE upgrades 1 to 100 pools at once (BS-07).
pub(super) fn pools_at_once(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let most = cx.doc.cluster.pools_at_once.max_count;
    if let Some(most) = most.filter(|most| !(1..=100).contains(most)) {
        Diagnostic::error(
            "cluster/pools-at-once",
            "/cluster/nodePoolUpgradeConcurrencyConfig/maxCount",
        )
        .with("most", most.to_string())
        .can_exist()
        .add_to(out);
    }
}
