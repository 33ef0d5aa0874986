//! The timeline: lanes on a canvas that is redrawn when they change, and a separate playhead above it.

use super::cards;
use super::cross_hair::{CrossHair, DrawnLanes};
use super::range_bar::RangeBar;
use super::spot::{Spot, ms_at, subject};
use crate::player::lane_canvas::LaneSheet;
use crate::player::{PaintInput, Painter, RunScene, source};
use crate::shell::dates::{date, day_time, weekday_of};
use crate::shell::run::loaded::Run;
use crate::shell::web::hover_card::{CardText, HoverCard};
use crate::shell::words::{span, tn};
use base::SimTime;
use draw::surface::Rect;
use draw::theme::Theme;
use draw::timeline::axis::Viewport;
use draw::timeline::{self, Lane, LaneName, Scene, lanes};
use query::lanes::Marker;
use std::cell::RefCell;
use std::rc::Rc;
use trace::{Frame, Subject};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The inputs of the last drawing.
#[derive(Clone)]
struct Drawn {
    scene: Rc<RunScene>,
    window: Viewport,
    theme: &'static Theme,
    size: (f64, f64),
    looped: Option<(f64, f64)>,
    next: u32,
}

pub struct TimelinePainter {
    pub sheet: LaneSheet,
    /// The visible part on the overview.
    small: HtmlElement,
    pub(super) cross: CrossHair,
    range: RangeBar,
    pub(super) card: Rc<HoverCard>,
    drawn: RefCell<Option<Drawn>>,
}

impl TimelinePainter {
    pub(super) fn new(
        sheet: LaneSheet,
        small: HtmlElement,
        cross: CrossHair,
        range: RangeBar,
        card: Rc<HoverCard>,
    ) -> Self {
        Self { sheet, small, cross, range, card, drawn: RefCell::default() }
    }

    /// The lane at a height, and the place of its content.
    pub fn lane_at(&self, y: f64) -> Option<(Lane, Rect)> {
        let drawn = self.drawn.borrow();
        let drawn = drawn.as_ref()?;
        let (width, room) = drawn.size;
        let (rows, _) = lanes(drawn.scene.timeline(), width, room);
        let (lane, top, height) =
            rows.into_iter().find(|(_, top, height)| (*top..top + height).contains(&y))?;
        let rect = timeline::inner(lane, self.sheet.field(), width, top, height);
        Some((lane, rect))
    }

    /// Asks about a point of a lane.
    fn ask<T>(
        &self,
        run: &Run,
        (x, y): (f64, f64),
        ask: impl FnOnce(&Spot<'_>) -> Option<T>,
    ) -> Option<T> {
        let (lane, rect) = self.lane_at(y)?;
        let (scene, window) = {
            let drawn = self.drawn.borrow();
            let drawn = drawn.as_ref()?;
            (Rc::clone(&drawn.scene), drawn.window)
        };
        ask(&Spot { run, scene: &scene, window, lane, rect, x, y })
    }

    /// The subject at a point of a lane: on a bar the node, elsewhere the lane's subject.
    pub fn subject_at(&self, run: &Run, x: f64, y: f64) -> Option<Subject> {
        self.ask(run, (x, y), subject)
    }

    /// What is said about a point.
    pub fn card(&self, run: &Run, x: f64, y: f64) -> Option<CardText> {
        self.ask(run, (x, y), cards::card)
    }

    /// The marker drawn there.
    pub fn marker_at(&self, run: &Run, x: f64, y: f64) -> Option<Marker> {
        let bin = |spot: &Spot<'_>| spot.bin().filter(|_| spot.lane.kind == LaneName::Events);
        self.ask(run, (x, y), bin).map(|bin| bin.mark)
    }

    /// Is this what was drawn last?
    pub(super) fn shows(&self, scene: &Rc<RunScene>) -> bool {
        self.drawn.borrow().as_ref().is_some_and(|drawn| Rc::ptr_eq(&drawn.scene, scene))
    }

    /// Moves the cross-hair to the pointer.
    pub(super) fn cross(&self, run: &Run) {
        let drawn = self.drawn.borrow();
        let Some(drawn) = drawn.as_ref().filter(|_| self.cross.is_shown()) else { return };
        let (width, room) = drawn.size;
        let (rows, _) = lanes(drawn.scene.timeline(), width, room);
        let field = self.sheet.field();
        let lanes = rows
            .into_iter()
            .map(|(lane, top, height)| (lane, timeline::inner(lane, field, width, top, height)));
        let (scene, window) = (Rc::clone(&drawn.scene), drawn.window);
        self.cross.draw(run, &DrawnLanes { scene, window, field, lanes: lanes.collect() });
    }

    /// The instant of the moment whose dot is at a point, in milliseconds.
    pub fn moment_at(&self, point: (f64, f64)) -> Option<i64> {
        let drawn = self.drawn.borrow();
        let drawn = drawn.as_ref()?;
        let (view, axis) = (drawn.scene.timeline(), &drawn.scene.axis);
        let n = timeline::moments::at(view, axis, drawn.window, self.sheet.field(), point)?;
        view.moments.get(n).copied()
    }

    fn draw(
        &self,
        show: &PaintInput<'_>,
        run: &Run,
        scene: &Rc<RunScene>,
        frame: &Frame,
        size: (f64, f64),
        titles: bool,
    ) {
        let source = source(run);
        let quiet = |ms: i64| tn("ui-quiet", &[("for", span(ms).into())]);
        let counts = scene.counts(run, frame);
        let note = |lane: Lane| source.note(scene.timeline(), &counts, frame.at, lane);
        let view = scene.timeline();
        let (_, height) = lanes(view, size.0, size.1);
        // Windows open on days of the week.
        let has_calendar = !(view.openings.is_empty() && view.exclusions.is_empty());
        let date = |unix_ms: i64| match has_calendar {
            true => weekday_of(unix_ms.div_euclid(86_400_000)),
            false => date(unix_ms),
        };
        let scene = Scene {
            view,
            axis: &scene.axis,
            window: show.window,
            width: size.0,
            height: size.1,
            date: &date,
            quiet: &quiet,
            notes: &note,
            looped: show.looped,
        };
        if titles {
            timeline::titles(&mut *self.sheet.canvas(), show.theme, &scene);
            return;
        }
        let (mut canvas, mut ruler) = self.sheet.begin(height);
        timeline::draw(&mut *canvas, show.theme, &scene);
        timeline::ruler_only(&mut *ruler, show.theme, &scene);
    }

    /// Moves what is above the lanes when they are drawn anew.
    fn follow(
        &self,
        show: &PaintInput<'_>,
        run: &Run,
        scene: &Rc<RunScene>,
        before: Option<Drawn>,
    ) {
        let said = before
            .is_some_and(|before| before.looped == show.looped && Rc::ptr_eq(&before.scene, scene));
        if !said {
            self.range.say(run, show.looped);
        }
        let field = self.sheet.field();
        if let Some((from, to)) = show.looped {
            let x = |ms: f64| show.window.x(scene.axis.unit(ms), field);
            self.range.put((x(from), x(to)), field);
        }
        self.card.hide();
        self.cross(run);
    }

    /// Marks the visible part on the overview, unless all is visible.
    fn show_part(&self, window: Viewport, scene: &RunScene) {
        let whole = scene.axis.whole();
        let Some(strip) = self.small.parent_element() else {
            return;
        };
        let _ = strip.toggle_attribute_with_force("hidden", window == whole);
        let length = whole.to - whole.from;
        let percent = |units: f64| format!("{:.3}%", units / length * 100.0);
        let style = self.small.style();
        let _ = style.set_property("left", &percent(window.from - whole.from));
        let _ = style.set_property("width", &percent(window.to - window.from));
        let field = self.sheet.field();
        if let Some(strip) = strip.dyn_ref::<HtmlElement>() {
            let _ = strip.style().set_property("left", &format!("{}px", field.x));
            let _ = strip.style().set_property("width", &format!("{}px", field.w));
        }
    }
}

impl Painter for TimelinePainter {
    fn measure(&self) {
        self.sheet.measure();
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return false;
        };
        let size = self.sheet.size();
        if (self.drawn.borrow().as_ref()).is_none_or(|drawn| drawn.size != size) {
            self.sheet.playhead.forget_width();
        }
        self.sheet.lay_out();
        // Redraws everything, or only the numbers beside the lanes.
        let (stale, other) = match &*self.drawn.borrow() {
            None => (true, true),
            Some(drawn) => {
                let other = !Rc::ptr_eq(&drawn.scene, scene)
                    || drawn.window != show.window
                    || !std::ptr::eq(drawn.theme, show.theme)
                    || drawn.size != size
                    || drawn.looped != show.looped;
                let due = self.sheet.notes_due(show);
                (other || drawn.next != frame.next && due, other)
            }
        };
        if stale {
            self.sheet.noted(show);
            let titles = !other && size.0 >= timeline::NARROW;
            self.draw(show, run, scene, frame, size, titles);
            self.show_part(show.window, scene);
            let before = self.drawn.replace(Some(Drawn {
                scene: Rc::clone(scene),
                window: show.window,
                theme: show.theme,
                size,
                looped: show.looped,
                next: frame.next,
            }));
            if other {
                self.follow(show, run, scene, before);
            }
        }
        let time = day_time(run.plan.start_unix_ms, show.at_ms as i64);
        let playhead = &self.sheet.playhead;
        playhead.shift(show, scene, time, self.sheet.field());
        playhead.name(show, run, scene, frame);
        false
    }

    fn instant_at(&self, canvas: &Element, (x, _): (f64, f64)) -> Option<SimTime> {
        let drawn = self.drawn.borrow();
        let drawn = drawn.as_ref()?;
        let field = self.sheet.field();
        let mine = self.sheet.is_mine(canvas) && x >= field.x;
        mine.then(|| to_second(ms_at(&drawn.scene, drawn.window, field, x)))
    }

    fn under(&self, canvas: &Element, run: &Run, (x, y): (f64, f64)) -> Option<Subject> {
        if !self.sheet.is_mine(canvas) {
            return None;
        }
        let mark = self.marker_at(run, x, y).map(|mark| mark.subject);
        mark.or_else(|| self.subject_at(run, x, y))
    }
}

/// Rounds to whole seconds.
pub fn to_second(ms: f64) -> SimTime {
    SimTime::from_ms((ms / 1000.0).round() as i64 * 1000)
}
