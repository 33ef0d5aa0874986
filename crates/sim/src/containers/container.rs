//! A container that fails, and what happens to it next.

use base::SimTime;
use model::containers::FailureMode;

/// What happens to a container next, at `Container::due`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Its image is pulled.
    Pull,
    Start,
    /// A probe has failed often enough.
    Kill,
    Exit {
        code: u32,
    },
    /// It was killed, and its grace period ends.
    Killed,
    Nothing,
}

/// A container that fails, or has failed.
#[derive(Clone, Copy, Debug)]
pub struct Container {
    /// How it failed at the start of the run, or how the Pod did that it replaces.
    pub(super) own: Option<FailureMode>,
    /// How it fails since it was started.
    pub(super) fault: Option<FailureMode>,
    pub(super) next: Next,
    pub(super) due: SimTime,
    /// When it was last started.
    pub(super) since: SimTime,
    /// When its probes pass.
    pub(super) ready_at: Option<SimTime>,
    /// Exits or failed pulls in a row.
    pub(super) failures: u32,
    pub(super) restarts: u32,
    /// The rows of the run that aren't about such containers, and how often it failed since they grew.
    pub(super) rows: u32,
    pub(super) laps: u32,
}

impl Container {
    pub(super) fn new(own: Option<FailureMode>) -> Self {
        Self {
            own,
            fault: None,
            next: Next::Nothing,
            due: SimTime::ZERO,
            since: SimTime::ZERO,
            ready_at: None,
            failures: 0,
            restarts: 0,
            rows: 0,
            laps: 0,
        }
    }
}
