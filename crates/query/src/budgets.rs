//! The status of a disruption budget at a frame, as the disruption controller would compute it (KP-04 … KP-11).

use base::{BudgetId, WorkloadId};
use model::budget::{self, Limit, Selected, status};
use model::{BudgetStatus, Cluster, Plan, PodPhase};

/// A budget's status with the numbers behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BudgetAt {
    pub budget: BudgetId,
    pub limit: Limit,
    pub selected: Selected,
    /// `None`: the sync fails and only writes `disruptionsAllowed = 0` (KP-09).
    pub status: Option<BudgetStatus>,
}

impl BudgetAt {
    pub fn allowed(&self) -> i64 {
        self.status.map_or(0, |status| status.disruptions_allowed)
    }
}

/// Computes the status from the Pods of the frame that the budget selects.
pub fn budget_at(plan: &Plan, cluster: &Cluster, id: BudgetId) -> Option<BudgetAt> {
    let budget = plan.budgets.get(id)?;
    let limit = *cluster.budgets.get(id)?;
    let mut pods = 0;
    let mut healthy = 0;
    let mut owners: Vec<WorkloadId> = Vec::new();
    let mine = cluster.pods_of(|owner| budget.workloads.contains(&owner));
    for (_, pod) in mine {
        if pod.phase() == PodPhase::Gone {
            continue;
        }
        pods += 1;
        healthy += i64::from(pod.ready());
        let owner = plan.first_revision(pod.workload);
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    let selected = Selected { pods, healthy, scale: scale(plan, cluster, &owners) };
    Some(BudgetAt { budget: id, limit, selected, status: status(limit, selected) })
}

/// The sum of the owners' scales; Pods without an owner add nothing (KP-07, KP-08).
fn scale(plan: &Plan, cluster: &Cluster, owners: &[WorkloadId]) -> Option<i64> {
    budget::scale(owners.iter().filter_map(|owner| {
        let kind = plan.workloads.get(*owner)?.kind;
        let replicas = cluster.workloads.get(*owner)?.replicas;
        kind.is_owner().then(|| kind.has_scale().then_some(replicas))
    }))
}
