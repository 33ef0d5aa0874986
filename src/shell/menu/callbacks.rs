//! What opens the context menu.

use base::SimTime;
use trace::Subject;
use yew::prelude::*;

/// A request for the context menu.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MenuRequest {
    pub subject: Subject,
    /// The place in the window.
    pub at: (f64, f64),
    /// The instant at the pointer: of a row of the log, or of a place on the timeline.
    pub instant: Option<SimTime>,
}

/// Handlers of long presses and of the right mouse button.
pub struct MenuCallbacks {
    pub context: Callback<MouseEvent>,
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
}
