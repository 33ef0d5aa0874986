//! The timeline: lanes on a canvas that is redrawn when they change, and a separate playhead above it.

use crate::player::lane_canvas::LaneSheet;
use crate::player::names::{moment_text, said};
use crate::player::painter::{PaintInput, Painter};
use crate::player::scene::{RunScene, source};
use crate::shell::dates::weekday_of;
use crate::shell::run::loaded::Run;
use crate::shell::words::{date, day_time, span, t, tn};
use base::{NodeId, SimTime};
use draw::surface::{Rect, plain};
use draw::theme::Theme;
use draw::timeline::axis::Viewport;
use draw::timeline::calendar_lane::{CalendarPart, part_at};
use draw::timeline::event_lane;
use draw::timeline::node_lane::NodeRowLayout;
use draw::timeline::rows;
use draw::timeline::{self, Lane, Scene, lanes};
use query::lanes::{Marker, NodeSegment};
use std::cell::RefCell;
use std::rc::Rc;
use trace::{Frame, Subject, Value};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// A pointer may miss a narrow part of the calendar by this much.
const NEAR: f64 = 3.0;

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
    drawn: RefCell<Option<Drawn>>,
}

impl TimelinePainter {
    pub fn new(sheet: LaneSheet, small: HtmlElement) -> Self {
        Self { sheet, small, drawn: RefCell::default() }
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

    /// The subject at a point of a lane: on a bar the node, elsewhere the lane's subject.
    pub fn subject_at(&self, run: &Run, x: f64, y: f64) -> Option<Subject> {
        let (lane, rect) = self.lane_at(y)?;
        let drawn = self.drawn.borrow();
        let scene = &drawn.as_ref()?.scene;
        let view = scene.timeline();
        match lane {
            Lane::Phase(n) => Some(view.phases.get(n)?.subject),
            Lane::Batches(n) => Some(view.batches.get(n)?.subject),
            Lane::Scaling(n) => Some(view.scaling.get(n)?.subject),
            Lane::Zone(n) => match self.bar_at(run, n, rect, (x, y)) {
                Some((node, _)) => Some(Subject::Node(node)),
                None => Some(view.zones.get(n)?.subject),
            },
            Lane::Chart(n) => view.charts.get(n)?.subject,
            Lane::Ruler | Lane::Openings | Lane::Events => None,
        }
    }

    /// The node whose bar is at a point of a node lane, and its segment. Of nodes that share a row,
    /// the topmost one.
    fn bar_at(
        &self,
        run: &Run,
        zone: usize,
        rect: Rect,
        (x, y): (f64, f64),
    ) -> Option<(NodeId, NodeSegment)> {
        let drawn = self.drawn.borrow();
        let drawn = drawn.as_ref()?;
        let scene = &drawn.scene;
        let lane = run.lanes.bars.get(zone)?;
        if !(rect.x..=rect.right()).contains(&x) {
            return None;
        }
        let row = scene.timeline().zones.get(zone)?;
        let hit = NodeRowLayout::of(rect, row.rows).at(y)?;
        let hit = hit.start * row.per..hit.end * row.per;
        let ms = scene.axis.ms(drawn.window.unit(x, rect));
        if !(0.0..=scene.end_ms).contains(&ms) {
            return None;
        }
        let at = SimTime::from_ms(ms as i64);
        rows::nodes(&run.lanes, scene.cells(), lane)
            .filter(|(row, _)| hit.contains(row))
            .filter_map(|(_, node)| Some((node.node, *node.at(at)?)))
            .filter(|(_, segment)| segment.state.is_some())
            .min_by_key(|(_, segment)| segment.state)
    }

    /// A sentence about the target at a point.
    pub fn hint(&self, run: &Run, x: f64, y: f64) -> Option<String> {
        let (lane, rect) = self.lane_at(y)?;
        let (scene, window) = {
            let drawn = self.drawn.borrow();
            let drawn = drawn.as_ref()?;
            (Rc::clone(&drawn.scene), drawn.window)
        };
        let view = scene.timeline();
        let ms = ms_at(&scene, window, rect, x) as i64;
        let time = |ms: i64| Value::Text(day_time(run.plan.start_unix_ms, ms));
        let end = |to: Option<SimTime>| to.map_or(scene.end_ms as i64, SimTime::ms);
        let stretch = |title: &str, label: &str, from: i64, to: i64| {
            let args = [
                ("title", title.into()),
                ("state", label.into()),
                ("from", time(from)),
                ("to", time(to)),
            ];
            tn("ui-hint-phase", &args)
        };
        match lane {
            Lane::Ruler => {
                let n = timeline::moments::at(view, &scene.axis, window, rect, (x, y))?;
                let moment = scene.moments().get(n)?;
                let args = said(run, &scene, |words| {
                    [
                        ("at", time(moment.at.ms())),
                        ("name", plain(&words.name(moment.subject)).into()),
                        ("fact", plain(&moment_text(run, words, moment)).into()),
                        ("more", 0_u32.into()),
                    ]
                });
                Some(tn("ui-hint-event", &args))
            }
            Lane::Openings => {
                let at = |x: f64| ms_at(&scene, window, rect, x) as i64;
                match part_at(view, (at(x - NEAR), at(x + NEAR)), y - rect.y)? {
                    CalendarPart::Window(from, to) => {
                        Some(tn("ui-hint-window", &[("from", time(from)), ("to", time(to))]))
                    }
                    CalendarPart::Exclusion(row) => {
                        Some(stretch(&row.name, row.scope.name(), row.from_ms, row.to_ms))
                    }
                }
            }
            Lane::Phase(n) => {
                let row = view.phases.get(n)?;
                let mut parts = row.parts.iter();
                let part = parts.find(|part| (part.from_ms..part.to_ms).contains(&ms))?;
                Some(stretch(&row.title, &part.label, part.from_ms, part.to_ms))
            }
            Lane::Batches(n) => {
                let row = view.batches.get(n)?;
                let mut parts = row.parts.iter();
                let part = parts.find(|part| (part.from_ms..part.to_ms).contains(&ms))?;
                Some(stretch(&row.title, &part.label, part.from_ms, part.to_ms))
            }
            Lane::Scaling(n) => {
                let row = view.scaling.get(n)?;
                let part = row.at(ms)?;
                Some(stretch(&row.title, &part.label, part.from_ms, part.to_ms))
            }
            Lane::Zone(n) => {
                let Some((node, segment)) = self.bar_at(run, n, rect, (x, y)) else {
                    return Some(view.zones.get(n)?.title.clone());
                };
                let name = run.plan.node_name(&scene.last, node);
                let args = [
                    ("name", plain(&name).into()),
                    ("state", t(segment.state?.key()).into()),
                    ("from", time(segment.from.ms())),
                    ("to", time(end(segment.to))),
                ];
                Some(tn("ui-hint-bar", &args))
            }
            Lane::Chart(n) => {
                let chart = view.charts.get(n)?;
                let at = SimTime::from_ms(ms);
                let bands = chart.bands.iter().map(|(look, steps)| (look, steps.at(at)));
                let bands = bands.filter(|(_, n)| *n > 0).map(|(look, n)| {
                    tn("ui-hint-band", &[("n", n.into()), ("state", t(look.key()).into())])
                });
                let args = [
                    ("title", chart.title.as_str().into()),
                    ("at", time(ms)),
                    ("value", chart.value.at(at).into()),
                    ("bands", bands.collect::<Vec<String>>().join("; ").into()),
                ];
                let key = if chart.bands.is_empty() { "ui-hint-chart" } else { "ui-hint-bands" };
                Some(tn(key, &args))
            }
            Lane::Events => self.event_hint(run, &scene, x),
        }
    }

    /// A sentence about the event at a point, with the counts drawn as one with it.
    fn event_hint(&self, run: &Run, scene: &Rc<RunScene>, x: f64) -> Option<String> {
        let bin = self.bin_at(x)?;
        let mark = bin.mark;
        let record = run.trace.record(mark.no)?;
        let at = day_time(run.plan.start_unix_ms, mark.at.ms());
        let args = said(run, scene, |words| {
            [
                ("at", Value::Text(at)),
                ("name", plain(&words.name(record.subject)).into()),
                ("fact", plain(&words.fact(&record)).into()),
                ("more", mark.count.saturating_sub(1).into()),
            ]
        });
        let said = tn("ui-hint-event", &args);
        if bin.all() == mark.count {
            return Some(said);
        }
        let kinds = bin.kinds();
        let kinds = kinds.map(|(kind, n)| tn(event_lane::key(kind), &[("n", n.into())]));
        let kinds: Vec<String> = kinds.collect();
        let args = [("said", said.into()), ("kinds", kinds.join(", ").into())];
        Some(tn("ui-hint-events", &args))
    }

    /// The bin of events at a point of the event lane.
    pub fn bin_at(&self, x: f64) -> Option<event_lane::EventBin> {
        let drawn = self.drawn.borrow();
        let drawn = drawn.as_ref()?;
        let scene = &drawn.scene;
        event_lane::shown(scene.timeline(), &scene.axis, drawn.window, self.sheet.field())
            .into_iter()
            .filter(|bin| (bin.x - x).abs() < 8.0)
            .min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))
    }

    /// The instant of the moment whose dot is at a point, in milliseconds.
    pub fn moment_at(&self, point: (f64, f64)) -> Option<i64> {
        let drawn = self.drawn.borrow();
        let drawn = drawn.as_ref()?;
        let (view, axis) = (drawn.scene.timeline(), &drawn.scene.axis);
        let n = timeline::moments::at(view, axis, drawn.window, self.sheet.field(), point)?;
        view.moments.get(n).copied()
    }

    /// The marker drawn there.
    pub fn marker_at(&self, x: f64) -> Option<Marker> {
        self.bin_at(x).map(|bin| bin.mark)
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
            self.drawn.replace(Some(Drawn {
                scene: Rc::clone(scene),
                window: show.window,
                theme: show.theme,
                size,
                looped: show.looped,
                next: frame.next,
            }));
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
        let on_events = matches!(self.lane_at(y), Some((Lane::Events, _)));
        match self.marker_at(x).filter(|_| on_events) {
            Some(mark) => Some(mark.subject),
            None => self.subject_at(run, x, y),
        }
    }
}

/// The instant at a place of the timeline, in milliseconds.
pub fn ms_at(scene: &RunScene, window: Viewport, field: Rect, x: f64) -> f64 {
    let unit = window.unit(x.clamp(field.x, field.right()), field);
    scene.axis.ms(unit).clamp(0.0, scene.end_ms)
}

/// Rounds to whole seconds.
pub fn to_second(ms: f64) -> SimTime {
    SimTime::from_ms((ms / 1000.0).round() as i64 * 1000)
}
