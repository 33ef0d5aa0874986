//! The parts of the page in a frame: all of them, or of a run that is new as many as there is time for.

use super::Player;
use super::painter::{Painter, Show};
use js_sys::Date;
use std::cell::Cell;
use std::rc::Rc;

/// The first frame of a run that has taken so long leaves what is left to draw to the next one, in milliseconds.
const FRAME_MS: f64 = 30.0;

/// A part that is drawn, and when it was drawn last.
type Paced = (Rc<dyn Painter>, Rc<Cell<f64>>);

impl Player {
    /// Draws the parts that are due; says whether there is another frame to draw.
    pub(super) fn paint(&self, show: Show<'_>) -> bool {
        let mut again = show.playing;
        let began = Date::now();
        let first = self.0.late.take();
        let parts = self.paced();
        parts
            .iter()
            .skip(first)
            .for_each(|(part, _)| part.measure());
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
        // Those before the late ones have missed a frame.
        again || first > 0
    }

    pub(super) fn parts(&self) -> Vec<Rc<dyn Painter>> {
        let parts = self.0.parts.borrow();
        parts.iter().map(|part| Rc::clone(&part.live)).collect()
    }

    fn paced(&self) -> Vec<Paced> {
        let parts = self.0.parts.borrow();
        let paced = parts.iter();
        paced
            .map(|part| (Rc::clone(&part.live), Rc::clone(&part.drawn)))
            .collect()
    }
}
