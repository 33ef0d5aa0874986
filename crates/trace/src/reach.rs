//! What of the cluster a row can change, by the code of its change: who goes through many rows need not unpack each.

/// The code of [`super::Change::PodCreated`].
pub(super) const CREATED: u8 = 64;

/// Does it say anything of a Pod's state?
pub(super) fn says_of_pod(code: u8) -> bool {
    (CREATED..=70).contains(&code) || code == 75
}

/// Does it say something of a Pod, and of nothing else?
pub(super) fn is_of_pod_alone(code: u8) -> bool {
    matches!(code, 66..=68 | 71 | 72 | 75)
}

/// Does it say of the cluster beside a Pod only that room is made for it no longer?
pub(super) fn ends_nomination(code: u8) -> bool {
    matches!(code, 65 | 69 | 70)
}

/// Is it about a pool, and may it change all of its nodes?
pub(super) fn is_of_all_nodes(code: u8) -> bool {
    matches!(code, 17 | 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Change;

    /// Whoever adds a change says here what it reaches.
    fn reach(change: Change) -> [bool; 3] {
        let (pod, alone, all) = match change {
            Change::PodCreated { .. }
            | Change::PodBound { .. }
            | Change::PodForced { .. }
            | Change::PodGone => (true, false, false),
            Change::PodStarted { .. }
            | Change::PodReady
            | Change::PodUnready
            | Change::PodTerminating { .. } => (true, true, false),
            Change::Blocked { .. } | Change::Unblocked => (false, true, false),
            Change::UpgradeStarted { .. } | Change::Reshaped { .. } => (false, false, true),
            Change::Started
            | Change::Commanded { .. }
            | Change::Refused { .. }
            | Change::WindowOpened
            | Change::WindowClosed
            | Change::ExclusionBegan { .. }
            | Change::ExclusionEnded { .. }
            | Change::QuotaSet { .. }
            | Change::StockoutBegan
            | Change::StockoutEnded
            | Change::ReplicasSet { .. }
            | Change::LimitSet { .. }
            | Change::BehaviourSet { .. }
            | Change::ControlPlaneStarted { .. }
            | Change::ReplicaStarted { .. }
            | Change::ControlPlaneDone
            | Change::ControlPlaneBack
            | Change::ControlPlaneScheduled { .. }
            | Change::PolicyOverridden { .. }
            | Change::UpgradeQueued { .. }
            | Change::ZoneStarted { .. }
            | Change::ZoneDone { .. }
            | Change::ResourcesMissing
            | Change::ResourcesFound
            | Change::UpgradePaused { .. }
            | Change::UpgradeResumed { .. }
            | Change::UpgradeCancelling
            | Change::UpgradeCancelled
            | Change::RollbackStarted
            | Change::RolledBack
            | Change::UpgradeSucceeded
            | Change::UpgradeFailed
            | Change::ReservationSet { .. }
            | Change::Resized { .. }
            | Change::SettingsSet { .. }
            | Change::NodeShutDown { .. }
            | Change::NodeFailed { .. }
            | Change::NodeLost
            | Change::HostEvent { .. }
            | Change::NodeRecovered
            | Change::PhaseStarted { .. }
            | Change::BatchStarted { .. }
            | Change::BatchDrained { .. }
            | Change::DrainPaused
            | Change::DrainResumed { .. }
            | Change::NodeTaken { .. }
            | Change::NodeRequested { .. }
            | Change::NodeReady
            | Change::NodeCordoned
            | Change::NodeUncordoned
            | Change::DrainStarted { .. }
            | Change::DrainAborted
            | Change::DrainEnded { .. }
            | Change::NodeDeleting { .. }
            | Change::NodeGone
            | Change::NodeRecreating { .. }
            | Change::NodeDone
            | Change::Nominated { .. }
            | Change::NominationCleared => (false, false, false),
        };
        [pod, alone, all]
    }

    #[test]
    fn codes_reach_what_their_changes_do() {
        let mut known = 0;
        for code in 0..=u8::MAX {
            let Some(change) = Change::unpack(code, 0, 0) else {
                continue;
            };
            known += 1;
            let codes = [
                says_of_pod(code),
                is_of_pod_alone(code),
                is_of_all_nodes(code),
            ];
            assert_eq!(codes, reach(change), "{change:?}");
            let created = matches!(change, Change::PodCreated { .. });
            assert_eq!(code == CREATED, created);
            let ends = matches!(
                change,
                Change::PodBound { .. } | Change::PodForced { .. } | Change::PodGone
            );
            assert_eq!(ends_nomination(code), ends);
        }
        assert!(known > 40, "{known} changes were unpacked");
    }
}
