//! The progress of a Pod's work.

use base::{SimSpan, SimTime};

/// What a Pod has to do. It stays known while another Pod may go on with it.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub(super) needed: SimSpan,
    /// What was done when its container was last started, or stopped.
    pub(super) done: SimSpan,
    /// When its container was started; `None`: it doesn't work.
    pub(super) since: Option<SimTime>,
    /// Of what was done, what another Pod went on with.
    pub(super) taken: Option<SimSpan>,
    /// What restarts of its container have lost.
    pub(super) lost: SimSpan,
    /// Its Pod has failed by its deletion: what it still does isn't a completion (KC-17).
    pub(super) failed: bool,
}

impl Task {
    pub(super) fn new(needed: SimSpan, done: SimSpan) -> Self {
        Self { needed, done, since: None, taken: None, lost: SimSpan::ZERO, failed: false }
    }

    pub(super) fn done_at(&self, now: SimTime) -> SimSpan {
        let since = self.since.map_or(SimSpan::ZERO, |since| now - since);
        (self.done + since).min(self.needed)
    }

    /// When it is done, if it goes on.
    pub(super) fn due(&self) -> Option<SimTime> {
        Some(self.since? + (self.needed - self.done))
    }
}
