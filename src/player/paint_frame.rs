//! Paints the parts of the page in a frame: all, or for a new run as many as there is time for.

use super::Player;
use super::painter::{PaintInput, Painter};
use js_sys::Date;
use std::cell::Cell;
use std::rc::Rc;

/// Milliseconds after which the first frame of a run leaves the rest to the next one.
const FRAME_MS: f64 = 30.0;

/// A painter, and when it was last drawn.
type Paced = (Rc<dyn Painter>, Rc<Cell<f64>>);

impl Player {
    /// Paints what is due; returns whether another frame is needed.
    pub(super) fn paint(&self, show: PaintInput<'_>) -> bool {
        let mut again = show.playing;
        let began = Date::now();
        let first = self.0.late.take();
        let parts = self.paced();
        parts.iter().skip(first).for_each(|(part, _)| part.measure());
        for (n, (part, drawn)) in parts.into_iter().enumerate().skip(first) {
            if show.playing && show.now - drawn.get() < part.pace() {
                continue;
            }
            if self.0.fresh.get() && n > first && Date::now() - began > FRAME_MS {
                self.0.late.set(n);
                self.0.wishes.replace(show.wishes);
                return true;
            }
            drawn.set(show.now);
            again |= part.paint(&show);
        }
        self.0.fresh.set(false);
        // Painters before the late ones have missed a frame.
        again || first > 0
    }

    pub(super) fn parts(&self) -> Vec<Rc<dyn Painter>> {
        let parts = self.0.parts.borrow();
        parts.iter().map(|part| Rc::clone(&part.live)).collect()
    }

    fn paced(&self) -> Vec<Paced> {
        let parts = self.0.parts.borrow();
        let paced = parts.iter();
        paced.map(|part| (Rc::clone(&part.live), Rc::clone(&part.drawn))).collect()
    }
}
