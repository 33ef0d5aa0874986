//! Disruption budgets: their status, which the disruption controller keeps, and the eviction API's answers.

use super::world::World;
use base::{BudgetId, PodId, RecordNo, WorkloadId, broken};
use model::budget::{self, BudgetView, EvictedPod, EvictionAnswer, Selected};

impl World {
    fn scale(&self, id: BudgetId) -> Option<i64> {
        let owners = self.plan.budgets[id].workloads.iter().filter_map(|workload| {
            let kind = self.plan.workloads[*workload].kind;
            let replicas = self.cluster.workloads[*workload].replicas;
            // A Deployment counts once, with Pods of any revisions.
            let mut revisions = self.plan.revisions(*workload);
            let counts = kind.is_owner() && revisions.any(|id| !self.pods_of.is_empty(id));
            counts.then(|| kind.has_scale().then_some(replicas))
        });
        budget::scale(owners)
    }

    /// Updates the budget's status as the disruption controller does (KP-09, KP-15). True if an eviction may now
    /// get a different answer.
    pub fn sync_budget(&mut self, id: BudgetId, cause: Option<RecordNo>) -> bool {
        let book = &self.budgets[id];
        let scale = book.scale.unwrap_or_else(|| self.scale(id));
        let old = book.status;
        let selected = Selected { pods: book.pods, healthy: book.healthy, scale };
        let status =
            budget::sync(self.cluster.budgets[id], self.plan.budgets[id].unreadable, selected, old);
        let book = &mut self.budgets[id];
        book.scale = Some(scale);
        book.status = status;
        let changed = std::mem::take(&mut book.lost_ready) || status != old;
        if changed {
            book.changed_by = cause;
        }
        changed
    }

    /// The eviction API's answer for the Pod at this moment.
    pub fn eviction_answer(&self, id: PodId) -> EvictionAnswer {
        let Some(pod) = self.cluster.pods.get(id) else {
            return EvictionAnswer::NotFound;
        };
        // Budgets only protect running Pods; the API treats a Pod whose containers haven't started as Pending.
        let subject = pod
            .exists()
            .then(|| EvictedPod { ignores_budgets: !pod.running(), ready: pod.ready() });
        let view = |id: BudgetId| BudgetView {
            budget: id,
            policy: self.plan.budgets[id].policy,
            status: self.budgets[id].status,
            // KP-15: the controller syncs after each change and sees that the Pod terminates, so its entry is
            // dropped at once and the 2000 of KE-07 are never reached.
            stale: false,
            disrupted: 0,
        };
        match self.plan.workloads[pod.workload].budgets[..] {
            [] => budget::eviction_answer(subject, &[]),
            [only] => budget::eviction_answer(subject, &[view(only)]),
            [first, second, ..] => budget::eviction_answer(subject, &[view(first), view(second)]),
        }
    }

    pub(super) fn forget_scale(&mut self, workload: WorkloadId) {
        for id in &self.plan.workloads[workload].budgets {
            let book = &mut self.budgets[*id];
            book.scale = book.scale.filter(|_| broken("budget/scale"));
        }
    }
}
