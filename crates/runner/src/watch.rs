//! Watches a worker that should report something: a browser may end one without an event, and a stuck one reports
//! nothing. Without a run there is no timer.

use gloo_timers::callback::Interval;
use std::cell::{Cell, RefCell};

/// Between two looks.
const LOOK_MS: u32 = 2_000;
/// A worker reports about twenty times a second. Looks that found nothing, one after the other, count; time does not:
/// while the page itself was busy, reports wait, and the looks are one.
const LOOKS: u32 = 4;
/// The Pods of a start are placed in one go, of very many for a while.
const LOOKS_AT_START: u32 = 7;

#[derive(Default)]
pub(super) struct Watch {
    looking: RefCell<Option<Interval>>,
    quiet: Cell<u32>,
}

impl Watch {
    /// From now on `look` is called, until the end.
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

    /// One look: has nothing been heard for long?
    pub(super) fn look(&self, started: bool) -> bool {
        self.quiet.set(self.quiet.get() + 1);
        self.quiet.get() >= if started { LOOKS } else { LOOKS_AT_START }
    }
}
