//! Texts of GKE, Kubernetes and gcloud, the same in every language.

use crate::gcloud;
use base::text::quote;
use model::{BudgetStatus, RunKind, RunState};
use trace::Blocker;

/// A text of the API, verbatim, and where it appears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Say {
    pub text: String,
    /// `HTTP 429; event POD_NOT_ENOUGH_PDB`.
    pub place: &'static str,
}

impl Say {
    pub(crate) fn new(text: impl Into<String>, place: &'static str) -> Self {
        Self { text: text.into(), place }
    }
}

/// The eviction API's answer (KE-03, KE-07) and the disruption event (BS-15).
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
        Blocker::Quota { .. } | Blocker::QuotaOf { .. } => {
            Say::new("QUOTA_EXCEEDED", "instance group error")
        }
        // Compute Engine answers alike for exhausted reservations and exhausted zones.
        Blocker::Stockout { .. } | Blocker::Reservation { .. } => stockout(),
        Blocker::BackoffLimit { .. } => Say::new("BackoffLimitExceeded", "Job condition Failed"),
        Blocker::FailurePolicy => Say::new("PodFailurePolicy", "Job condition Failed"),
        Blocker::Deadline { .. } => Say::new("DeadlineExceeded", "Job condition Failed"),
        Blocker::NoNode { .. }
        | Blocker::NoNodes
        | Blocker::DrainFilter { .. }
        | Blocker::ControlPlane
        | Blocker::Volume { .. }
        | Blocker::Backoff { .. } => return None,
    })
}

/// A budget's condition, with or without allowed disruptions (KP-14).
pub(super) fn condition(status: BudgetStatus) -> Say {
    let allowed = if status.disruptions_allowed > 0 { "True" } else { "False" };
    let text = format!("DisruptionAllowed={allowed}, {}", status.condition_reason());
    Say::new(text, "PodDisruptionBudget condition")
}

/// A Pod that was forced out despite its budget (AM-62, BS-15).
pub(super) fn forced() -> Say {
    Say::new("POD_PDB_VIOLATION", "disruption event")
}

pub(super) fn stockout() -> Say {
    Say::new("ZONE_RESOURCE_POOL_EXHAUSTED", "instance group error")
}

/// The kubelet's report of a healthy node, and of a ready Pod.
pub(super) fn ready(of: &'static str) -> Say {
    Say::new("Ready=True", of)
}

/// The pool's nodes in a zone, by GKE's labels.
pub(super) fn nodes_of(pool: &str, zone: &str) -> Say {
    let labels = format!("cloud.google.com/gke-nodepool={pool},topology.kubernetes.io/zone={zone}");
    let labels = quote(&labels);
    Say::new(format!("kubectl get nodes -l {labels}"), "command")
}

pub(crate) fn cancel() -> Say {
    Say::new(gcloud::CANCEL, "command")
}

/// Notifications of a pool's run (BS-15) and the commands that its state allows (AM-84).
pub(crate) fn run(state: RunState, kind: RunKind, pool: &str) -> Vec<Say> {
    let event = |state: &'static str| Say::new(state, "UpgradeInfoEvent, state");
    let upgrade = || Say::new(gcloud::upgrade(pool, None), "command to resume");
    let rollback = || Say::new(gcloud::rollback(pool, false), "command");
    let rollback = || (kind.traits().rolls_back)().then(rollback);
    match state {
        RunState::Idle => Vec::new(),
        RunState::Queued => vec![event("SCHEDULED")],
        RunState::Running | RunState::WaitingForResources => vec![event("STARTED"), cancel()],
        RunState::Paused => vec![cancel()],
        RunState::Cancelling | RunState::Cancelled => {
            [event("CANCELED"), upgrade()].into_iter().chain(rollback()).collect()
        }
        RunState::RollingBack => vec![Say::new("ROLLBACK_STARTED", "phase")],
        RunState::Succeeded => vec![event("SUCCEEDED")],
        RunState::RolledBack => vec![],
        RunState::Failed => [event("FAILED"), upgrade()].into_iter().chain(rollback()).collect(),
    }
}
