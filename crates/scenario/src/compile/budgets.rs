//! Compiles budgets and Services.

use crate::resolve::{Resolved, limit};
use base::{BudgetId, IdVec, ServiceId, WorkloadId};
use model::{Budget, Service, UnhealthyPodEvictionPolicy};

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

pub(crate) fn services(resolved: &Resolved<'_>) -> IdVec<ServiceId, Service> {
    resolved
        .services
        .iter()
        .map(|chooser| Service {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            load_balancer: chooser.source.kind == "LoadBalancer",
            local: chooser.source.external_traffic_policy == "Local",
            workloads: first_revisions(resolved, &chooser.workloads),
        })
        .collect()
}
