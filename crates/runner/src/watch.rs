//! Watches a worker that should report: a browser may end one without an event, and a stuck one reports
//! nothing. Without a run there is no timer.

use gloo_timers::callback::Interval;
use std::cell::{Cell, RefCell};

/// Milliseconds between two checks.
const LOOK_MS: u32 = 2_000;
/// A worker reports about twenty times a second. Consecutive silent checks count, not time: while the page itself is busy,
/// reports wait, and only one check happens.
const LOOKS: u32 = 4;
/// The Pods of a start are placed in one go, which takes a while for very many.
const LOOKS_AT_START: u32 = 7;

#[derive(Default)]
pub(super) struct Watch {
    looking: RefCell<Option<Interval>>,
    quiet: Cell<u32>,
}

impl Watch {
    /// Calls `look` regularly until it is ended.
    pub(super) fn begin(&self, look: impl Fn() + 'static) {
        if self.looking.borrow().is_none() {
            self.quiet.set(0);
            self.looking.replace(Some(Interval::new(LOOK_MS, look)));
        }
    }

    pub(super) fn end(&self) {
        self.looking.replace(None);
    }

    /// The worker reported something.
    pub(super) fn reset(&self) {
        self.quiet.set(0);
    }

    /// Checks once: has the worker been silent for too long?
    pub(super) fn look(&self, started: bool) -> bool {
        self.quiet.set(self.quiet.get() + 1);
        self.quiet.get() >= if started { LOOKS } else { LOOKS_AT_START }
    }
}
