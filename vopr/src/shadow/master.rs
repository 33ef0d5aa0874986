//! The control plane: its replicas one after the other, and what waits meanwhile.

use super::policy::brings;
use super::{Deadline, Shadow, after};
use base::SimTime;
use model::{Cluster, Version};
use trace::Change;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Master {
    pub version: Option<Version>,
    pub target: Option<Version>,
    /// Upgraded at the moment, counted from 0.
    pub replica: Option<u32>,
    pub replicas: u32,
    pub autopilot: bool,
    /// When it answered again last.
    pub answers_since: Option<SimTime>,
}

impl Master {
    pub(super) fn of(start: &Cluster) -> Self {
        let plane = start.control_plane;
        Self {
            version: plane.version,
            target: None,
            replica: None,
            replicas: plane.replicas,
            autopilot: plane.autopilot,
            answers_since: None,
        }
    }

    /// MR-10: a zonal cluster has no API server while its one replica is upgraded.
    pub(crate) fn is_down(&self) -> bool {
        self.replica.is_some() && self.replicas == 1
    }

    /// AM-69.
    pub(crate) fn holds_nodes_back(&self) -> bool {
        self.replica.is_some() && self.autopilot
    }
}

/// AM-69: what controllers and drains do waits until the control plane answers.
fn waits(due: Deadline) -> bool {
    matches!(
        due,
        Deadline::Lost(_) | Deadline::DrainStarts(_) | Deadline::JobFails(_)
    )
}

impl Shadow<'_> {
    pub(super) fn fold_master(&mut self, at: SimTime, change: Change) {
        match change {
            Change::ControlPlaneStarted { entry } => {
                self.master.target = brings(self.plan, entry);
            }
            Change::ReplicaStarted { replica, lasts_s } => {
                self.master.replica = Some(replica);
                self.expect(Deadline::Replica, after(at, lasts_s));
            }
            Change::ControlPlaneDone | Change::ControlPlaneBack => {
                self.settle(Deadline::Replica);
                if self.master.is_down() {
                    self.master.answers_since = Some(at);
                    let late = self
                        .due
                        .iter()
                        .filter(|(then, due)| *then < at && waits(*due));
                    for (_, due) in late.copied().collect::<Vec<_>>() {
                        self.expect(due, at);
                    }
                }
                self.master.version = self.master.target.or(self.master.version);
                (self.master.target, self.master.replica) = (None, None);
            }
            _ => {}
        }
    }

    /// What should have happened before that instant.
    pub(crate) fn overdue(&self, at: SimTime) -> Option<Deadline> {
        let down = self.master.is_down();
        let mut late = self.due.iter().take_while(|(then, _)| *then < at);
        late.find(|(_, due)| !(down && waits(*due)))
            .map(|(_, due)| *due)
    }
}
