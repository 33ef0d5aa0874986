//! The run for which changes are suggested.

use super::before::Before;
use super::measure::Measure;
use super::scope::RunScope;
use base::{PoolId, SimTime, WorkloadId};

/// How many budgets, and workloads without one, are each offered a change.
pub(super) const OF_A_KIND: usize = 2;

pub(super) struct ChangeContext<'a> {
    pub(super) scope: RunScope<'a>,
    pub(super) before: &'a Before,
    pub(super) at: Option<SimTime>,
}

impl ChangeContext<'_> {
    /// The pool's nodes in each zone at the start.
    pub(super) fn zones(&self, pool: PoolId) -> Vec<u32> {
        let groups = self.scope.plan.pools.get(pool).map(|pool| &pool.groups);
        let nodes = &self.scope.trace.start().nodes;
        let count = |group| nodes.values().filter(|node| node.group == group).count() as u32;
        groups.into_iter().flatten().map(|group| count(*group)).collect()
    }

    /// Workloads in scope that had no ready Pod for a while, the longest first.
    pub(super) fn without_any(&self) -> impl Iterator<Item = WorkloadId> + '_ {
        let out = self.before.out.iter();
        out.filter(|id| self.scope.workloads.contains(id)).copied()
    }

    /// Workloads in scope that had half of their Pods or fewer, if the headline is about that: the one that it names, or all.
    pub(super) fn at_half(&self) -> impl Iterator<Item = WorkloadId> + '_ {
        let measure = self.before.measure.filter(|one| one.is("half") || one.is("hours"));
        let named = measure.and_then(Measure::workload);
        let all = self.before.outcome.at_half.iter().filter(move |_| measure.is_some());
        let all = all.map(|one| one.workload).filter(move |id| named.is_none_or(|own| own == *id));
        all.filter(|id| self.scope.workloads.contains(id))
    }
}
