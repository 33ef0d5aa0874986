//! A part of the page that is drawn at every frame, and what it may look at.

use super::scene::RunScene;
use super::track::Track;
use crate::shell::run::Run;
use crate::shell::state::AppState;
use crate::stage::camera::Wish;
use base::SimTime;
use draw::theme::Theme;
use draw::timeline::axis::Viewport;
use query::filter::FilterMatch;
use std::rc::Rc;
use trace::{Frame, Subject};
use web_sys::Element;

/// A part that is drawn at every frame in which something moved. Says whether it wants another frame.
pub trait Painter {
    fn paint(&self, show: &Show<'_>) -> bool;

    /// Reads measures from the document before any painter writes to it: a write makes the browser lay out everything again.
    fn measure(&self) {}

    /// The least time between two paints while playing, in milliseconds: people read no faster, and reading
    /// measures right after a write costs more than painting.
    fn pace(&self) -> f64 {
        0.0
    }

    /// What stands at a point of its canvas, in pixels from its corner, if this is its canvas.
    fn under(&self, _: &Element, _: &Run, _: (f64, f64)) -> Option<Subject> {
        None
    }

    /// The instant at a point of its canvas, if time runs over it.
    fn instant_at(&self, _: &Element, _: (f64, f64)) -> Option<SimTime> {
        None
    }

    /// Where a subject stands in the window, if it shows one.
    fn place(&self, _: Subject) -> Option<(f64, f64)> {
        None
    }
}

/// What a part may look at while it is drawn.
pub struct Show<'a> {
    pub state: &'a AppState,
    pub run: Option<&'a Run>,
    pub scene: Option<&'a Rc<RunScene>>,
    pub frame: Option<&'a Frame>,
    /// Runs beside one another, if they are looked at.
    pub track: Option<&'a Rc<Track>>,
    pub at_ms: f64,
    pub playing: bool,
    pub window: Viewport,
    pub looped: Option<(f64, f64)>,
    /// What a person wants to see of the stage.
    pub wishes: Vec<Wish>,
    pub theme: &'static Theme,
    /// Milliseconds on the browser's clock.
    pub now: f64,
    /// Nothing may fly or glide.
    pub still: bool,
}

impl Show<'_> {
    /// Who passes the filter, if there is one.
    pub fn matched(&self, scene: &RunScene, run: &Run, frame: &Frame) -> Option<Rc<FilterMatch>> {
        scene.matched(&self.state.filter, (self.now, self.playing), run, frame)
    }
}
