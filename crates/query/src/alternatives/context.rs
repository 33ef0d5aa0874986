//! The run for which changes are suggested.

use super::Before;
use super::scope::RunScope;
use base::{SimTime, WorkloadId};

/// How many budgets, and workloads without one, are each offered a change.
pub(super) const OF_A_KIND: usize = 2;

pub(super) struct ChangeContext<'a> {
    pub(super) scope: RunScope<'a>,
    pub(super) before: &'a Before,
    pub(super) at: Option<SimTime>,
}

impl ChangeContext<'_> {
    /// Workloads in scope that had no ready Pod for a while, the longest first.
    pub(super) fn without_any(&self) -> impl Iterator<Item = WorkloadId> + '_ {
        let out = self.before.out.iter();
        out.filter(|id| self.scope.workloads.contains(id)).copied()
    }
}
