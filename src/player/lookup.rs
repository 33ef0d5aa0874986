//! What is at the playhead and at a point of the page, and printing.

use super::Player;
use super::scene::RunScene;
use crate::shell::run::loaded::Run;
use base::SimTime;
use trace::{Frame, Subject};
use web_sys::Element;

/// A run at the playhead.
#[derive(Clone, Copy)]
pub struct AtPlayhead<'a> {
    pub run: &'a Run,
    pub scene: &'a RunScene,
    pub frame: &'a Frame,
}

impl Player {
    /// The subject at a point of a canvas, in pixels from its corner.
    pub fn under(&self, canvas: &Element, at: (f64, f64)) -> Option<Subject> {
        let run = self.0.run.borrow();
        let (run, ..) = run.as_ref()?;
        let parts = self.parts();
        parts.iter().find_map(|part| part.under(canvas, run, at))
    }

    /// The instant at a point of a canvas, if it has a time axis.
    pub fn instant_at(&self, canvas: &Element, at: (f64, f64)) -> Option<SimTime> {
        let parts = self.parts();
        parts.iter().find_map(|part| part.instant_at(canvas, at))
    }

    /// The place of a subject in the window.
    pub fn place(&self, subject: Subject) -> Option<(f64, f64)> {
        let parts = self.parts();
        parts.iter().find_map(|part| part.place(subject))
    }

    /// Calls `look` with the run at the playhead.
    pub fn with_here<T>(&self, look: impl FnOnce(AtPlayhead<'_>) -> T) -> Option<T> {
        let taken = self.0.run.borrow();
        let (run, _, scene) = taken.as_ref()?;
        let frame = self.0.frame.borrow();
        let frame = frame.as_ref()?;
        Some(look(AtPlayhead { run, scene, frame }))
    }

    /// Calls `look` with the whole run.
    pub fn with_run<T>(&self, look: impl FnOnce(&Run) -> T) -> Option<T> {
        let taken = self.0.run.borrow();
        taken.as_ref().map(|(run, ..)| look(run))
    }

    /// Draws everything at once for printing, or again for the screen.
    pub fn draw_on_paper(&self, paper: bool) {
        self.0.paper.set(paper);
        self.frame(self.0.last.get());
    }
}
