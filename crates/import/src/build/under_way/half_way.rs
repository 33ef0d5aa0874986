//! A pool in the middle of an upgrade.

use scenario::units::Instant;

/// The phase of a blue-green upgrade that is being rolled back.
pub(super) const ROLLBACK: &str = "ROLLBACK_STARTED";

/// A pool in the middle of an upgrade.
#[derive(Debug, Default)]
pub(crate) struct HalfWay {
    pub(crate) pool: String,
    pub(crate) file: usize,
    /// The nodes that have the new version.
    pub(crate) done: usize,
    pub(crate) nodes: usize,
    /// Old nodes that are cordoned: the upgrade works on them.
    pub(crate) cordoned: Vec<String>,
    /// Does it run? Otherwise it was cancelled or has failed.
    pub(crate) runs: bool,
    /// Was it cancelled? Then only its user resumes it (UP-13), or GKE later (UP-15).
    pub(crate) cancelled: bool,
    /// Has it failed? Then its user resumes it or rolls it back (BS-12), or GKE upgrades the rest later (UP-15).
    pub(crate) failed: bool,
    /// Does GKE pause it, or has it been interrupted, although GKE started it? Then it goes on by itself (AM-08).
    pub(crate) paused: bool,
    /// Is it being cancelled?
    pub(crate) aborting: bool,
    /// Does GKE upgrade the rest of the nodes without a command?
    pub(crate) again: bool,
    /// The name of the operation that runs, or empty.
    pub(crate) operation: String,
    /// Did GKE start it? Then it goes on only while maintenance may go on. `None`: nothing says so, or it doesn't matter.
    pub(crate) automatic: Option<bool>,
    /// When its operation ended.
    pub(crate) ended: Option<Instant>,
    /// The phase of a blue-green upgrade.
    pub(crate) phase: String,
}

impl HalfWay {
    /// Is it being rolled back?
    pub(crate) fn rolls_back(&self) -> bool {
        self.phase == ROLLBACK
    }

    /// Is it being cancelled, with nodes in progress? They finish (SU-25).
    pub(crate) fn finishes(&self) -> bool {
        self.aborting && !self.cordoned.is_empty()
    }

    /// Is the rest left to GKE, which upgrades it later (UP-15), or to a command?
    pub(crate) fn rests(&self) -> bool {
        self.cancelled || self.failed && self.again
    }

    /// When GKE upgrades the rest in a cluster without windows, if that is later than the start (AM-61).
    pub(crate) fn due_again(&self, start: Option<Instant>) -> Option<Instant> {
        let due = Instant(self.ended?.0.saturating_add(24 * 3_600_000));
        Some(due).filter(|due| self.rests() && self.again && Some(*due) > start)
    }

    /// Does the script of an import let it go on?
    pub(crate) fn goes_on(&self) -> bool {
        !self.rests() || self.finishes()
    }
}
