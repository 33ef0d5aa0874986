//! Fields that are kept but change nothing in a run yet: reported, so that they aren't taken for simulated.

use super::context::Cx;
use crate::calendar::{self, Edition};
use crate::diagnostic::{Diagnostic, Diagnostics};

pub(super) fn fields(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let doc = cx.doc;
    let mut say = |path: String, message: &str, hint: &str| {
        out.push(
            Diagnostic::info("document/not-simulated", path)
                .says(message)
                .hint(hint),
        );
    };
    if doc.cluster.pools_at_once.max_count.unwrap_or(1) > 1
        && calendar::compile::edition(doc) != Edition::Current
    {
        say(
            "/cluster/nodePoolUpgradeConcurrencyConfig".to_owned(),
            "In the edition seed pools that GKE upgrades by itself take their turns, one at a time.",
            "Write edition current, which upgrades as many at once as maxCount says.",
        );
    }
    for (at, pool) in doc.pools.iter().enumerate() {
        if pool.autoscaling.as_ref().is_some_and(|auto| auto.enabled) {
            say(
                format!("/pools/{at}/autoscaling"),
                "The autoscaler is not simulated yet: the pool keeps its size.",
                "",
            );
        }
    }
}
