//! The control plane: its replicas, and what waits for it in the meantime.

use super::policy::brings;
use super::state::{Deadline, Shadow, after};
use base::SimTime;
use trace::Change;

/// AM-69: what controllers and drains do waits until the control plane answers.
fn waits(due: Deadline) -> bool {
    matches!(
        due,
        Deadline::Lost(_) | Deadline::DrainStarts(_) | Deadline::JobFails(_)
    )
}

impl Shadow<'_> {
    pub(super) fn fold_control_plane(&mut self, at: SimTime, change: Change) {
        match change {
            Change::ControlPlaneStarted { entry } => {
                self.control_plane.target = brings(self.plan, entry);
            }
            Change::ReplicaStarted { replica, lasts_s } => {
                self.control_plane.replica = Some(replica);
                self.expect(Deadline::Replica, after(at, lasts_s));
            }
            Change::ControlPlaneDone | Change::ControlPlaneBack => {
                self.settle(Deadline::Replica);
                if self.control_plane.is_down() {
                    self.control_plane.answers_since = Some(at);
                    let late = self
                        .due
                        .iter()
                        .filter(|(then, due)| *then < at && waits(*due));
                    for (_, due) in late.copied().collect::<Vec<_>>() {
                        self.expect(due, at);
                    }
                }
                self.control_plane.version =
                    self.control_plane.target.or(self.control_plane.version);
                (self.control_plane.target, self.control_plane.replica) = (None, None);
            }
            _ => {}
        }
    }

    /// The first event that is overdue at the instant.
    pub(crate) fn overdue(&self, at: SimTime) -> Option<Deadline> {
        let down = self.control_plane.is_down();
        let mut late = self.due.iter().take_while(|(then, _)| *then < at);
        late.find(|(_, due)| !(down && waits(*due)))
            .map(|(_, due)| *due)
    }
}
