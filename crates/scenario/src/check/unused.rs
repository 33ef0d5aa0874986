//! Fields that are kept but change nothing in a run yet: reported, so that they aren't taken for simulated.

use super::context::Cx;
use crate::calendar::{self, Edition};
use crate::diagnostic::{Diagnostic, Diagnostics};
use base::say;

pub(super) fn fields(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let doc = cx.doc;
    if doc.cluster.autopilot.enabled && !doc.pools.is_empty() {
        let found = Diagnostic::warning("document/not-simulated", "/cluster/autopilot");
        out.push(found.says(say!("check-no-autopilot")));
    }
    let mut balanced = (0..).zip(&doc.services).filter(|(_, one)| one.kind == "LoadBalancer");
    if let Some((at, first)) = balanced.next() {
        let services = 1 + balanced.count() as u32;
        let found = Diagnostic::info("document/not-simulated", format!("/services/{at}/type"));
        let message = say!("check-no-load-balancers", services = services, first = &first.name);
        out.push(found.says(message));
    }
    let mut unused = |path: String, message| {
        out.push(Diagnostic::info("document/not-simulated", path).says(message));
    };
    if doc.cluster.pools_at_once.max_count.unwrap_or(1) > 1
        && calendar::compile::edition(doc) != Edition::Y2026
    {
        let path = "/cluster/nodePoolUpgradeConcurrencyConfig".to_owned();
        unused(path, say!("check-one-pool-at-a-time"));
    }
    for owner in &cx.resolved.workloads {
        let own = &owner.source.assumptions;
        let path = |field: &str| format!("/workloads/{}/assumptions/{field}", owner.at);
        if owner.copy.unwrap_or(0) > 0 {
            continue;
        }
        if own.work.is_some() && !owner.kind.has_work() {
            unused(path("work"), say!("check-no-work"));
        } else if own.work.is_none() && own.checkpoint.is_some() {
            unused(path("checkpoint"), say!("check-no-checkpoint"));
        }
    }
}
