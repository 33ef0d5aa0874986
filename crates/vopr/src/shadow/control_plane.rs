//! The control plane: its replicas, and what waits for it in the meantime.

use super::policy::brings;
use super::state::{Deadline, RETRY, Shadow, after};
use base::SimTime;
use model::AtLimit;
use trace::Change;

impl Shadow<'_> {
    /// AM-69: what controllers and drains do waits until the control plane answers; `kubectl drain` has a clock of its own.
    fn waits_for_control_plane(&self, due: Deadline) -> bool {
        match due {
            Deadline::Lost(_) | Deadline::DrainStarts(_) | Deadline::JobFails(_) => true,
            Deadline::DrainOver(_) => true,
            Deadline::DrainLimit(node) => {
                let drain = self.node(node).drain.as_ref();
                drain.is_some_and(|drain| drain.at_limit != AtLimit::GivesUp)
            }
            _ => false,
        }
    }

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
                    let waits = |due: Deadline| self.waits_for_control_plane(due);
                    let late = self.due.iter().filter(|(then, due)| *then < at && waits(*due));
                    for (_, due) in late.copied().collect::<Vec<_>>() {
                        if let Deadline::DrainLimit(node) = due
                            && let Some(drain) = &mut self.nodes[node].drain
                        {
                            drain.limit = Some(at);
                        }
                        // A Pod that was refused is seen at the next retry.
                        let over = matches!(due, Deadline::DrainOver(_));
                        self.expect(due, if over { at + RETRY } else { at });
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
        late.find(|(_, due)| !(down && self.waits_for_control_plane(*due))).map(|(_, due)| *due)
    }
}
