//! Painters: parts of the page that are drawn at every frame, and their input.

use super::scene::RunScene;
use super::track::Track;
use crate::shell::run::loaded::Run;
use base::SimTime;
use draw::theme::Theme;
use draw::timeline::axis::Viewport;
use query::filter::FilterMatch;
use std::rc::Rc;
use trace::{Frame, Subject};
use web_sys::Element;

/// A part that is drawn at every frame with movement. Returns whether it needs another frame.
pub trait Painter {
    fn paint(&self, show: &PaintInput<'_>) -> bool;

    /// Measures elements before any painter writes: a write makes the browser lay out everything again.
    fn measure(&self) {}

    /// The least time between two paints while playing, in milliseconds: people read no faster, and
    /// measuring right after a write costs more than painting.
    fn pace(&self) -> f64 {
        0.0
    }

    /// The subject at a point of its canvas, in pixels from its corner, if this is its canvas.
    fn under(&self, _: &Element, _: &Run, _: (f64, f64)) -> Option<Subject> {
        None
    }

    /// The instant at a point of its canvas, if it has a time axis.
    fn instant_at(&self, _: &Element, _: (f64, f64)) -> Option<SimTime> {
        None
    }

    /// The place of a subject in the window, if it shows one.
    fn place(&self, _: Subject) -> Option<(f64, f64)> {
        None
    }
}

/// A request to move the view of the stage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CameraMove {
    In,
    Out,
    All,
    Onto(Subject),
    /// By pixels to the right and down.
    Move(f64, f64),
}

/// The input of a painter.
pub struct PaintInput<'a> {
    pub run: Option<&'a Run>,
    pub scene: Option<&'a Rc<RunScene>>,
    pub frame: Option<&'a Frame>,
    /// The compared runs, if any.
    pub track: Option<&'a Rc<Track>>,
    pub at_ms: f64,
    pub playing: bool,
    pub window: Viewport,
    pub looped: Option<(f64, f64)>,
    /// The user's requests for the stage.
    pub wishes: Vec<CameraMove>,
    pub theme: &'static Theme,
    /// Milliseconds on the browser's clock.
    pub now: f64,
    /// The text of the filter.
    pub filter: String,
    /// Nothing may be animated.
    pub still: bool,
}

impl PaintInput<'_> {
    /// The nodes that match the filter, if there is one.
    pub fn matched(&self, scene: &RunScene, run: &Run, frame: &Frame) -> Option<Rc<FilterMatch>> {
        scene.matched(&self.filter, (self.now, self.playing), run, frame)
    }
}
