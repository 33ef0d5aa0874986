//! Fields that are kept but change nothing in a run yet: reported, so that they aren't taken for simulated.

use super::context::Cx;
use crate::calendar::{self, Edition};
use crate::compile::budgets;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Service;
use base::{SimSpan, say};
use model::service::Protocols;

pub(super) fn fields(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let doc = cx.doc;
    if doc.cluster.autopilot.enabled && !doc.pools.is_empty() {
        let found = Diagnostic::warning("document/not-simulated", "/cluster/autopilot");
        out.push(found.says(say!("check-no-autopilot")));
    }
    let has_flows =
        |one: &Service| one.kind == "LoadBalancer" && budgets::protocols(one) != Protocols::Tcp;
    let mut flows = (0..).zip(&doc.services).filter(|(_, one)| has_flows(one));
    if let Some((at, first)) = flows.next() {
        let services = 1 + flows.count() as u32;
        let found = Diagnostic::info("document/not-simulated", format!("/services/{at}/ports"));
        let message = say!("check-no-flows", services = services, first = &first.name);
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
    if doc.assumptions.local_drain == "stays" && calendar::compile::edition(doc) != Edition::Y2026 {
        unused("/assumptions/localDrain".to_owned(), say!("check-no-local-drain"));
    }
    for (at, service) in doc.services.iter().enumerate() {
        let Some(of) = budgets::load_balancer(doc, service) else { continue };
        let is_tcp = budgets::protocols(service) == Protocols::Tcp;
        let set = service.draining.filter(|secs| *secs > 0).map(SimSpan::from_secs);
        if set.is_some() && of.connection_draining(is_tcp, set) != set {
            let message = say!("check-no-draining", service = &service.name);
            unused(format!("/services/{at}/drainingTimeoutSec"), message);
        }
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
