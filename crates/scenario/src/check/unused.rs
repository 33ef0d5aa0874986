//! Fields that are kept but change nothing in a run yet: reported, so that they aren't taken for simulated.

use super::context::Cx;
use crate::calendar::{self, Edition};
use crate::diagnostic::{Diagnostic, Diagnostics};
use base::say;

pub(super) fn fields(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let doc = cx.doc;
    let mut unused = |path: String, message| {
        out.push(Diagnostic::info("document/not-simulated", path).says(message));
    };
    if doc.cluster.pools_at_once.max_count.unwrap_or(1) > 1
        && calendar::compile::edition(doc) != Edition::Y2026
    {
        let path = "/cluster/nodePoolUpgradeConcurrencyConfig".to_owned();
        unused(path, say!("check-one-pool-at-a-time"));
    }
    for (at, pool) in doc.pools.iter().enumerate() {
        if pool.autoscaling.as_ref().is_some_and(|auto| auto.enabled) {
            unused(format!("/pools/{at}/autoscaling"), say!("check-no-autoscaler"));
        }
    }
}
