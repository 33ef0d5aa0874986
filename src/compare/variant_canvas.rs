//! A variant at the playhead: its stage, caption and progress.

use crate::player::progress::progress;
use crate::player::{PaintInput, Painter, RunCourse, RunScene, said};
use crate::shell::web::browser::{NARROW, matches};
use crate::shell::web::dom::DomSlot;
use base::Map;
use draw::canvas::Canvas;
use draw::compose::{compose, compose_cells};
use draw::dots::{DotPlaces, Dots};
use draw::layout::{self, GAP, TRAY};
use draw::stage::{self, Captions, Scene};
use draw::surface::Surface;
use draw::view::StageView;
use draw::workloads;
use query::stage::{Detail, stage_of};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::{Frame, Phrase};
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

/// The interval between two drawings of a stage while playing, in milliseconds: there are two or three stages.
const EVERY: f64 = 32.0;

pub struct VariantPainter {
    n: usize,
    host: HtmlElement,
    canvas: RefCell<Canvas>,
    caption: RefCell<DomSlot>,
    done: RefCell<DomSlot>,
    size: Cell<(f64, f64)>,
    homes: RefCell<Option<(Rc<RunScene>, Rc<DotPlaces>)>>,
    /// The width for which the workloads are above the pools.
    legend_above: Cell<f64>,
}

impl VariantPainter {
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
            caption: RefCell::new(DomSlot::new(caption)),
            done: RefCell::new(DomSlot::new(done)),
            size: Cell::default(),
            homes: RefCell::default(),
            legend_above: Cell::default(),
        })
    }

    fn homes(&self, course: &RunCourse) -> Rc<DotPlaces> {
        let mut known = self.homes.borrow_mut();
        match &*known {
            Some((scene, homes)) if Rc::ptr_eq(scene, &course.scene) => Rc::clone(homes),
            _ => {
                let homes = Rc::new(DotPlaces::of(&course.run.lanes, &course.run.index));
                *known = Some((Rc::clone(&course.scene), Rc::clone(&homes)));
                homes
            }
        }
    }

    fn view(&self, course: &RunCourse, frame: &Frame) -> (StageView, String) {
        let (run, scene) = (&course.run, &course.scene);
        let counts = scene.counts(run, frame);
        let shown = stage_of(&run.trace, &run.index, frame, scene.detail, &counts);
        said(run, scene, |words| {
            let say = |phrase: &Phrase| words.say(phrase);
            let view = if scene.detail == Detail::Cells {
                let mut dots = Dots::new(self.homes(course));
                dots.fill(&counts);
                compose_cells(&shown, scene.cells(), dots, &say)
            } else {
                compose(&shown, scene.cells(), &say)
            };
            (view, say(&shown.caption))
        })
    }

    fn draw(&self, show: &PaintInput<'_>, view: &mut StageView) {
        let (width, height) = self.size.get();
        if width < 1.0 {
            return;
        }
        // Waiting Pods are in the numbers; with very many nodes the tray is below the edge.
        (view.tray, view.spare) = (false, None);
        let scrolled = matches(NARROW);
        let below = if view.dots.is_some() { TRAY + 3.0 * GAP } else { GAP };
        let room = |top: f64| (!scrolled).then_some(height - top + below);
        let mut canvas = self.canvas.borrow_mut();
        let mut layout = layout::stage(view, width, room(0.0));
        // Pods need the workloads' legend. Once above, it stays there: numbers change while playing.
        let above =
            self.legend_above.get() == width || !workloads::all_beside(&mut *canvas, view, &layout);
        let mut legend = Vec::new();
        let mut top = 0.0;
        if above {
            self.legend_above.set(width);
            legend = std::mem::take(&mut view.legend);
            top = workloads::height(&mut *canvas, &legend, width);
            layout = layout::stage(view, width, room(top));
        }
        let bottom = (layout.tray.y - GAP).max(40.0) + top;
        let height = if scrolled { bottom } else { height };
        let picture = Scene {
            view: &*view,
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
        canvas.fit(width, height);
        workloads::above(&mut *canvas, show.theme, &legend, width);
        canvas.shift(0.0, top, 1.0);
        stage::draw(&mut *canvas, show.theme, &picture);
        canvas.unshift();
    }
}

impl Painter for VariantPainter {
    fn measure(&self) {
        let (width, height) = (self.host.client_width(), self.host.client_height());
        self.size.set((width.into(), height.into()));
    }

    fn pace(&self) -> f64 {
        EVERY
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
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
        let (mut view, caption) = self.view(course, frame);
        self.caption.borrow_mut().show_text(&caption);
        self.done.borrow_mut().show_text(&progress(track, course, show.at_ms));
        self.draw(show, &mut view);
        false
    }
}
