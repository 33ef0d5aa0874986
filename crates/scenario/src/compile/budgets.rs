//! Compiles budgets and Services.

use crate::document::{self, Document};
use crate::resolve::{Resolved, limit};
use base::{BudgetId, IdVec, ServiceId, WorkloadId};
use model::load_balancer::{Behavior, Declared, LoadBalancer, WhichKind, of_live};
use model::{Budget, Service, UnhealthyPodEvictionPolicy, Version};

pub(crate) fn budgets(resolved: &Resolved<'_>) -> IdVec<BudgetId, Budget> {
    resolved
        .budgets
        .iter()
        .map(|chooser| Budget {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            unreadable: chooser.source.selector.is_some() && chooser.selector.is_none(),
            // Only if a check is muted: a budget that requires nothing.
            limit: limit(chooser.source).unwrap_or(model::budget::Limit::MinAvailable(
                base::quantity::IntOrPercent::Int(0),
            )),
            policy: match chooser.source.unhealthy_pod_eviction_policy.as_str() {
                "AlwaysAllow" => UnhealthyPodEvictionPolicy::AlwaysAllow,
                _ => UnhealthyPodEvictionPolicy::IfHealthyBudget,
            },
            workloads: first_revisions(resolved, &chooser.workloads),
        })
        .collect()
}

/// The workloads without later revisions of Deployments.
fn first_revisions(resolved: &Resolved<'_>, ids: &[WorkloadId]) -> Vec<WorkloadId> {
    let owner = |id: &&WorkloadId| resolved.workloads.get(id.0 as usize);
    let first = |id: &&WorkloadId| owner(id).is_some_and(|owner| owner.revision.is_none());
    ids.iter().filter(first).copied().collect()
}

pub(crate) fn services(doc: &Document, resolved: &Resolved<'_>) -> IdVec<ServiceId, Service> {
    resolved
        .services
        .iter()
        .map(|chooser| Service {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            balancer: load_balancer(doc, chooser.source),
            workloads: first_revisions(resolved, &chooser.workloads),
        })
        .collect()
}

/// What GKE makes for a Service; where the version or subsetting leaves it open, the first kind that it may be.
fn load_balancer(doc: &Document, service: &document::Service) -> Option<LoadBalancer> {
    if service.kind != "LoadBalancer" {
        return None;
    }
    let annotations = service.annotations.iter();
    let annotations: Vec<(&str, &str)> =
        annotations.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let class = service.load_balancer_class.as_str();
    let now = Declared {
        annotations: &annotations,
        class: (!class.is_empty()).then_some(class),
        version: Version::parse(&doc.cluster.current_master_version),
        subsetting: doc.cluster.network().subsetting,
    };
    let finalizers: Vec<&str> = service.finalizers.iter().map(String::as_str).collect();
    let kind = match of_live(&finalizers, &now).kind {
        WhichKind::Known(kind) => kind?,
        WhichKind::OneOf(kinds) => kinds.into_iter().flatten().next()?,
    };
    Some(LoadBalancer { kind, local: service.external_traffic_policy == "Local" })
}

pub(crate) fn balancing(doc: &Document) -> Behavior {
    Behavior {
        edition_2026: super::is_2026(doc),
        dataplane_v2: doc.cluster.network().datapath_provider == "ADVANCED_DATAPATH",
        local_drain_stays: false,
    }
}
