//! How GKE, Kubernetes and gcloud say it: texts and names that are the same in every language.

use crate::model::RunState;
use crate::trace::Blocker;

/// A text of the API, verbatim, and where it appears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Say {
    pub text: String,
    /// `HTTP 429; event POD_NOT_ENOUGH_PDB`.
    pub place: &'static str,
}

impl Say {
    pub(super) fn new(text: impl Into<String>, place: &'static str) -> Self {
        Self {
            text: text.into(),
            place,
        }
    }
}

/// What the eviction API answers (KE-03, KE-07) and how the disruption event is named (BS-15).
pub(super) fn refusal(by: Blocker) -> Option<Say> {
    Some(match by {
        Blocker::Budget { .. } => Say::new(
            "Cannot evict pod as it would violate the pod's disruption budget.",
            "HTTP 429; event POD_NOT_ENOUGH_PDB",
        ),
        Blocker::TwoBudgets { .. } => Say::new(
            "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
            "HTTP 500",
        ),
        Blocker::Forbidden { .. } => Say::new("pdb disruptions allowed is negative", "HTTP 403"),
        Blocker::Quota { .. } => Say::new("QUOTA_EXCEEDED", "error of the instance group"),
        Blocker::Stockout { .. } => Say::new(
            "ZONE_RESOURCE_POOL_EXHAUSTED",
            "error of the instance group",
        ),
        Blocker::NoNode { .. }
        | Blocker::NoNodes
        | Blocker::DrainFilter { .. }
        | Blocker::Backoff { .. } => return None,
    })
}

/// A Pod that was forced out against its budget (AM-62, BS-15).
pub(super) fn forced() -> Say {
    Say::new("POD_PDB_VIOLATION", "disruption event")
}

/// Notifications of a pool's run (BS-15) and the commands that its state allows (AM-84).
pub(super) fn run(state: RunState, pool: &str) -> Vec<Say> {
    let event = |state: &'static str| Say::new(state, "UpgradeInfoEvent, state");
    let cancel = || Say::new("gcloud container operations cancel OPERATION_ID", "command");
    let upgrade = || {
        Say::new(
            format!("gcloud container clusters upgrade CLUSTER --node-pool={pool}"),
            "command that resumes",
        )
    };
    let rollback = || {
        Say::new(
            format!("gcloud container node-pools rollback {pool} --cluster=CLUSTER"),
            "command",
        )
    };
    match state {
        RunState::Idle => Vec::new(),
        RunState::Queued => vec![event("SCHEDULED")],
        RunState::Running | RunState::WaitingForResources => vec![event("STARTED"), cancel()],
        RunState::Paused => vec![Say::new("MAINTENANCE_WINDOW", "pausedReason"), cancel()],
        RunState::Cancelling | RunState::Cancelled => {
            vec![event("CANCELED"), upgrade(), rollback()]
        }
        RunState::RollingBack => vec![Say::new("ROLLBACK_STARTED", "phase")],
        RunState::Succeeded => vec![event("SUCCEEDED")],
        RunState::RolledBack => vec![],
    }
}

/// What the scheduler's event calls a rejection, by the filter's number in traces (KS-05).
pub fn filter(number: u32) -> &'static str {
    match number {
        0 => "node(s) were unschedulable",
        1 => "node(s) didn't match the requested node name",
        2 => "node(s) had untolerated taint(s)",
        3 => "node(s) didn't match Pod's node affinity/selector",
        5 => "Too many pods",
        6 => "Insufficient cpu",
        7 => "Insufficient memory",
        8 => "Insufficient ephemeral-storage",
        9 => "Insufficient extended resources",
        14 => "node(s) didn't match pod topology spread constraints (missing required label)",
        15 => "node(s) didn't match pod topology spread constraints",
        _ => "node(s) were rejected",
    }
}

/// The filter of `kubectl drain` that answered with an error, by its number (KD-02 … KD-06).
pub fn drain_filter(number: u32) -> &'static str {
    match number {
        0 => "deletion under way",
        1 => "DaemonSet-managed Pod (--ignore-daemonsets)",
        2 => "mirror Pod",
        3 => "local storage (--delete-emptydir-data)",
        4 => "no controller (--force)",
        _ => "drain filter",
    }
}
