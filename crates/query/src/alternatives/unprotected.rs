//! Workloads of several Pods without a budget.

use super::SettingChange;
use super::context::{ChangeContext, OF_A_KIND};
use super::focus::Focus;
use super::setting_change::WorkloadChange;
use base::WorkloadId;
use model::WorkloadKind;

/// Adds a budget for a workload whose Pods all went at once, and for the subject where several of its Pods did.
pub(super) fn new_budget(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let mut found: Vec<WorkloadId> =
        cx.without_any().filter(|id| is_unprotected(cx, *id)).take(OF_A_KIND).collect();
    found.extend(several_down(cx).filter(|id| !cx.before.out.contains(id)).take(OF_A_KIND));
    found.into_iter().map(|workload| WorkloadChange::NewBudget.of(workload)).collect()
}

/// Workloads of the question without a budget of which several Pods weren't ready at once.
pub(super) fn several_down(cx: &ChangeContext<'_>) -> impl Iterator<Item = WorkloadId> {
    let asked = match &cx.scope.focus {
        Focus::Workloads(_) => Some(cx.scope.workloads.iter().copied()),
        Focus::Run | Focus::Pools(_) | Focus::Scaling { .. } => None,
    };
    asked.into_iter().flatten().filter(|id| {
        let run = cx.before.outcome.workload(*id);
        let replicas = cx.scope.plan.workloads.get(*id).map_or(0, |one| one.replicas);
        is_unprotected(cx, *id) && run.is_some_and(|run| run.fewest.unwrap_or(0) + 1 < replicas)
    })
}

fn is_unprotected(cx: &ChangeContext<'_>, id: WorkloadId) -> bool {
    cx.scope.plan.workloads.get(id).is_some_and(|workload| {
        let kind =
            matches!(workload.kind, WorkloadKind::Deployment | WorkloadKind::StatefulSet { .. });
        kind && workload.budgets.is_empty() && workload.replicas > 1
    })
}
