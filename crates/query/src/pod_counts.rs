//! How many Pods a workload has and wants at one instant.

use model::{Workload, WorkloadKind};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PodCounts {
    pub(super) ready: i64,
    pub(super) pods: i64,
    pub(super) replicas: i64,
    /// Of a Job: completions to come, 0 once it has failed. No more Pods than that are wanted.
    pub(super) left: Option<i64>,
    pub(super) owner: bool,
    pub(super) scaled: bool,
}

impl PodCounts {
    pub(super) fn without_pods(workload: &Workload, replicas: u32) -> Self {
        let left = match workload.kind {
            WorkloadKind::Job { parallelism, completions, .. } => {
                Some(completions.unwrap_or(parallelism).into())
            }
            _ => None,
        };
        let mut counts = Self {
            replicas: replicas.into(),
            left,
            owner: workload.kind.is_owner(),
            scaled: workload.kind.has_scale(),
            ..Self::default()
        };
        counts.completes(workload.succeeded.into());
        counts
    }

    pub(super) fn wants(&mut self, replicas: i64) {
        self.replicas = self.left.map_or(replicas, |left| replicas.min(left));
    }

    pub(super) fn completes(&mut self, pods: i64) {
        self.left = self.left.map(|left| left.saturating_sub(pods).max(0));
        self.wants(self.replicas);
    }
}
