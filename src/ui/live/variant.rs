//! A run beside others at the playhead: its stage, what it says, and how far it is.

use super::scene::RunScene;
use super::stage::NARROW;
use super::text::said;
use super::track::{Course, Track};
use crate::base::Map;
use crate::draw::canvas::Canvas;
use crate::draw::compose::{compose, compose_cells};
use crate::draw::dots::{Dots, Homes};
use crate::draw::layout::{self, GAP, TRAY};
use crate::draw::stage::{self, Captions, Scene};
use crate::draw::view::StageView;
use crate::query::stage::{Detail, surveyed};
use crate::trace::{Frame, Phrase};
use crate::ui::browser::matches;
use crate::ui::deck::{Live, Show};
use crate::ui::dom::Slot;
use crate::ui::words::tn;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

/// A stage is drawn at most so often while it plays, in milliseconds: there are two or three of them.
const EVERY: f64 = 32.0;

pub struct VariantLive {
    n: usize,
    host: HtmlElement,
    canvas: RefCell<Canvas>,
    caption: RefCell<Slot>,
    done: RefCell<Slot>,
    size: Cell<(f64, f64)>,
    homes: RefCell<Option<(Rc<RunScene>, Rc<Homes>)>>,
}

impl VariantLive {
    pub fn new(
        n: usize,
        host: HtmlElement,
        element: &HtmlCanvasElement,
        caption: Element,
        done: Element,
    ) -> Option<Self> {
        Some(Self {
            n,
            canvas: RefCell::new(Canvas::of(element).ok()?),
            host,
            caption: RefCell::new(Slot::new(caption)),
            done: RefCell::new(Slot::new(done)),
            size: Cell::default(),
            homes: RefCell::default(),
        })
    }

    fn homes(&self, course: &Course) -> Rc<Homes> {
        let mut known = self.homes.borrow_mut();
        match &*known {
            Some((scene, homes)) if Rc::ptr_eq(scene, &course.scene) => Rc::clone(homes),
            _ => {
                let homes = Rc::new(Homes::of(&course.run.lanes, &course.run.index));
                *known = Some((Rc::clone(&course.scene), Rc::clone(&homes)));
                homes
            }
        }
    }

    fn view(&self, course: &Course, frame: &Frame) -> (StageView, String) {
        let (run, scene) = (&course.run, &course.scene);
        let survey = scene.survey(run, frame);
        let shown = surveyed(&run.trace, &run.index, frame, scene.detail, &survey);
        said(run, scene, |words| {
            let say = |phrase: &Phrase| words.say(phrase);
            let view = if scene.detail == Detail::Cells {
                let mut dots = Dots::new(self.homes(course));
                dots.fill(&survey);
                compose_cells(&shown, scene.cells(), dots, &say)
            } else {
                compose(&shown, scene.cells(), &say)
            };
            (view, say(&shown.caption))
        })
    }

    fn draw(&self, show: &Show<'_>, view: &StageView) {
        let (width, height) = self.size.get();
        if width < 1.0 {
            return;
        }
        // What waits for a node is in the numbers; its tray is below the edge.
        let room = (!matches(NARROW)).then_some(height + TRAY + 3.0 * GAP);
        let layout = layout::stage(view, width, room);
        let bottom = (layout.tray.y - GAP).max(40.0);
        let height = if room.is_some() { height } else { bottom };
        let picture = Scene {
            view,
            layout: &layout,
            captions: &Captions {
                pending: String::new(),
                nothing_pending: String::new(),
                outside: String::new(),
            },
            selected: None,
            within: None,
            flights: &[],
            moving: &Map::new(),
            holder: None,
            part: None,
        };
        let mut canvas = self.canvas.borrow_mut();
        canvas.fit(width, height);
        stage::draw(&mut *canvas, show.theme, &picture);
    }
}

/// `45`: whole percents, and all of them only at the end.
pub fn percent(track: &Track, course: &Course, at: f64) -> u32 {
    (track.done(course, at) * 100.0 + 1e-6).floor() as u32
}

impl Live for VariantLive {
    fn measure(&self) {
        let (width, height) = (self.host.client_width(), self.host.client_height());
        self.size.set((width.into(), height.into()));
    }

    fn pace(&self) -> f64 {
        EVERY
    }

    fn paint(&self, show: &Show<'_>) -> bool {
        let course = show.track.and_then(|track| track.course(self.n));
        let Some((track, course)) = show.track.zip(course) else {
            self.caption.borrow_mut().show(Vec::new());
            self.done.borrow_mut().show(Vec::new());
            return false;
        };
        let frame = course.frame.borrow();
        let Some(frame) = &*frame else {
            return false;
        };
        let (view, caption) = self.view(course, frame);
        self.caption.borrow_mut().show_text(&caption);
        let done = [("n", percent(track, course, show.at_ms).into())];
        self.done
            .borrow_mut()
            .show_text(&tn("ui-compare-done", &done));
        self.draw(show, &view);
        false
    }
}
