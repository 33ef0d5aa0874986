//! The stage: one canvas, its hit test, flying Pods, and a grid for screen readers.

use super::camera::CameraControl;
use super::caption::caption_at;
use super::grid::GridRow;
use super::large_cluster::{LargeCluster, Redraw};
use super::pod_flight::Flights;
use super::shift::Shift;
use super::zone_tabs::ZoneTabs;
use super::{camera, card, grid, selected_pod};
use crate::player::{AtPlayhead, PaintInput, Painter, RunScene, said};
use crate::shell::menu::pointer_target::GridCell;
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::web::browser::{NARROW, matches};
use crate::shell::web::dom::DomSlot;
use crate::shell::web::hover_card::CardText;
use crate::shell::words;
use base::{Map, NodeId, PoolId};
use draw::camera::Camera;
use draw::canvas::Canvas;
use draw::compose::{self, compose};
use draw::layout::{self, StageLayout, StageTarget};
use draw::stage::{self, Captions, Scene};
use draw::surface::Rect;
use draw::theme::LIGHT;
use draw::view::StageView;
use query::stage::{Detail, stage_of};
use runner::RunNo;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use trace::{Frame, Subject};
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

/// The interval between two updates of the grid, in milliseconds.
const GRID_EVERY: f64 = 500.0;

/// What was last drawn.
struct ShownStage {
    view: StageView,
    /// The final layout.
    layout: StageLayout,
    targets: Map<NodeId, Rect>,
    /// The layout during a change.
    drawn: StageLayout,
    places: Map<NodeId, Rect>,
    next: u32,
    scene: Rc<RunScene>,
}

/// The inputs of the last drawing of very many nodes' cells.
#[derive(Clone, Copy, PartialEq)]
struct Painted {
    camera: Camera,
    dark: bool,
    selected: Option<StageTarget>,
    within: Option<PoolId>,
}

pub struct StagePainter {
    host: HtmlElement,
    element: HtmlCanvasElement,
    canvas: RefCell<Canvas>,
    grid: RefCell<DomSlot>,
    caption: RefCell<DomSlot>,
    shown: RefCell<Option<ShownStage>>,
    shift: RefCell<Option<Shift>>,
    flights: Flights,
    sight: CameraControl,
    /// With very many nodes, the state between frames.
    fleet: RefCell<LargeCluster>,
    painted: Cell<Option<Painted>>,
    grid_at: Cell<f64>,
    /// The focused cell of the grid.
    focused: Cell<Option<GridCell>>,
    scene: RefCell<Option<Weak<RunScene>>>,
    run: Cell<Option<RunNo>>,
    /// How much larger everything is in a large window or a presentation.
    pub(super) zoom: Cell<f64>,
    captions: Captions,
    pub(super) tabs: ZoneTabs,
    store: Store,
}

impl StagePainter {
    pub fn new(
        host: HtmlElement,
        element: HtmlCanvasElement,
        grid: Element,
        caption: Element,
        tabs: Element,
        store: Store,
    ) -> Option<Self> {
        Some(Self {
            canvas: RefCell::new(Canvas::of(&element).ok()?),
            host,
            element,
            grid: RefCell::new(DomSlot::new(grid)),
            caption: RefCell::new(DomSlot::new(caption)),
            shown: RefCell::default(),
            shift: RefCell::default(),
            flights: Flights::default(),
            sight: CameraControl::default(),
            fleet: RefCell::default(),
            painted: Cell::new(None),
            grid_at: Cell::new(0.0),
            focused: Cell::new(None),
            scene: RefCell::default(),
            run: Cell::new(None),
            zoom: Cell::new(1.0),
            captions: Captions {
                pending: words::t("ui-pending"),
                nothing_pending: words::t("ui-nothing-pending"),
                outside: words::t("ui-outside"),
            },
            tabs: ZoneTabs::new(tabs),
            store,
        })
    }

    pub fn sight(&self) -> &CameraControl {
        &self.sight
    }

    /// Calls `look` with the current picture.
    fn look<T>(&self, look: impl FnOnce(&StageView, &StageLayout) -> T) -> Option<T> {
        let fleet = self.fleet.borrow();
        if fleet.is_shown() {
            return Some(look(&fleet.view, &fleet.seen));
        }
        let shown = self.shown.borrow();
        shown.as_ref().map(|shown| look(&shown.view, &shown.layout))
    }

    /// The target under a point of the canvas.
    pub fn hit(&self, x: f64, y: f64) -> Option<StageTarget> {
        self.look(|view, layout| layout.hit(view, x, y)).flatten()
    }

    pub fn set_focused(&self, at: Option<GridCell>) {
        self.focused.set(at);
        // The Pods of the node are written at the next frame.
        self.grid_at.set(0.0);
    }

    /// Moves the camera as far as necessary to show the focus.
    pub fn keep_in_sight(&self, here: AtPlayhead<'_>, at: GridCell) {
        let rect = self.look(|view, layout| camera::rect_of(layout, view, here.frame, at));
        if let Some(rect) = rect.flatten() {
            self.sight.keep(rect);
        }
    }

    /// The target of a click: in a zone with several pools, the pool at the point.
    pub fn click(&self, x: f64, y: f64) -> Option<GridCell> {
        let subject = compose::subject(self.hit(x, y)?);
        let zone = matches!(subject, Subject::Zone(_));
        let pool = self.look(|view, layout| layout.pool_at(view, x, y).filter(|_| zone));
        Some(GridCell { subject, pool: pool.flatten(), part: None })
    }

    /// What is said about the target under a point.
    pub fn card(&self, here: AtPlayhead<'_>, (x, y): (f64, f64), again: bool) -> Option<CardText> {
        let spot = self.hit(x, y)?;
        self.look(|view, _| card::card(view, here, spot, again)).flatten()
    }

    /// The grid's cells in rows, for the arrow keys.
    pub fn rows(&self) -> Vec<GridRow> {
        self.look(|view, _| grid::rows(view, self.focused.get())).unwrap_or_default()
    }

    fn view(&self, run: &Run, scene: &RunScene, frame: &Frame) -> (StageView, String) {
        let counts = scene.counts(run, frame);
        let stage = stage_of(&run.trace, &run.index, frame, scene.detail, &counts);
        said(run, scene, |words| {
            let say = |phrase: &trace::Phrase| words.say(phrase);
            (compose(&stage, scene.cells(), &say), say(&stage.caption))
        })
    }
}

impl StagePainter {
    /// The layout and the nodes' places in this frame, during a layout change.
    fn settle(
        &self,
        layout: &StageLayout,
        targets: &Map<NodeId, Rect>,
        now: f64,
        still: bool,
    ) -> (StageLayout, Map<NodeId, Rect>) {
        {
            let shown = self.shown.borrow();
            let before = shown.as_ref().filter(|shown| {
                shown.layout.width == layout.width && shown.layout.bands.len() == layout.bands.len()
            });
            match before {
                None => {
                    self.shift.replace(None);
                }
                Some(shown) => {
                    let moved = shown.layout.bands != layout.bands
                        || targets.iter().any(|(node, rect)| {
                            shown.targets.get(node).is_some_and(|other| other != rect)
                        });
                    let same_height = (shown.layout.height - layout.height).abs() < 1.0;
                    if moved && !still && same_height {
                        self.shift.replace(Some(Shift {
                            began: now,
                            layout: shown.drawn.clone(),
                            nodes: shown.places.clone(),
                        }));
                    }
                }
            }
        }
        let mut over = false;
        let settled = match &*self.shift.borrow() {
            Some(shift) => {
                over = shift.is_over(now);
                shift.at(now, layout, targets)
            }
            None => (layout.clone(), targets.clone()),
        };
        if over {
            self.shift.replace(None);
        }
        settled
    }
}

impl StagePainter {
    /// Draws few nodes: everything in each frame, with moving Pods.
    fn paint_tiles(&self, show: &PaintInput<'_>, on: On<'_>, size: (f64, Option<f64>)) -> bool {
        let On { run, scene, frame } = on;
        let (mut view, caption) = self.view(run, scene, frame);
        self.tabs.select(self.store.state().selected, run, frame);
        self.tabs.narrow(&mut view, size.1.is_none());
        let caption = caption_at(show, &self.store.state(), (run, scene, frame), caption);
        self.caption.borrow_mut().show_text(&caption);
        let focus = self.focus();
        let mut view = StageView { matched: show.matched(scene, run, frame), ..view };
        if let Some(Subject::Pod(pod)) = focus.map(|at| at.subject) {
            selected_pod::show(&mut view, run, scene, frame, pod);
        }
        let base = layout::stage(&view, size.0, size.1);
        for wish in show.wishes.iter().copied() {
            self.sight.wish(wish, &view, frame, focus);
        }
        let camera = self.sight.settle(&base, show.now, show.still);
        let near = !camera.is_home();
        let layout = base.seen(camera);
        let nodes = layout.nodes(&view).filter(|_| !near);
        let targets: Map<NodeId, Rect> = nodes.map(|(node, rect)| (node.id, rect)).collect();
        let (drawn, places) = self.settle(&layout, &targets, show.now, show.still || near);
        {
            let shown = self.shown.borrow();
            let known = shown.as_ref().filter(|shown| Rc::ptr_eq(&shown.scene, scene));
            match known {
                Some(shown) if frame.next > shown.next && !show.still && !self.sight.moves() => {
                    let before = (&shown.view, &shown.layout, shown.next);
                    self.flights.depart(run, frame, before, show.now);
                }
                Some(shown) if frame.next >= shown.next => {}
                _ => self.flights.stop(),
            }
        }
        let flights = self.flights.now(&view, &layout, frame, show.now);
        self.begin(&layout);
        let part = base.window(camera).filter(|_| near);
        let picture = Scene {
            view: &view,
            layout: &drawn,
            captions: &self.captions,
            selected: focus.and_then(|at| compose::target(at.subject)),
            within: focus.and_then(|at| at.pool),
            flights: &flights,
            moving: &places,
            holder: None,
            part: part.map(|part| (&base, part)),
        };
        stage::draw(&mut *self.canvas.borrow_mut(), show.theme, &picture);
        self.shown.replace(Some(ShownStage {
            view,
            layout,
            targets,
            drawn,
            places,
            next: frame.next,
            scene: Rc::clone(scene),
        }));
        !self.flights.are_over() || self.shift.borrow().is_some() || self.sight.moves()
    }

    /// Draws very many nodes: unchanged parts stay on the canvas.
    fn paint_cells(&self, show: &PaintInput<'_>, on: On<'_>, size: (f64, Option<f64>)) -> bool {
        let On { run, scene, frame } = on;
        let mut fleet = self.fleet.borrow_mut();
        let mut news = fleet.follow(run, scene, frame, size, (show.now, show.playing));
        let caption =
            caption_at(show, &self.store.state(), (run, scene, frame), fleet.caption.clone());
        self.caption.borrow_mut().show_text(&caption);
        let focus = self.focus();
        for wish in show.wishes.iter().copied() {
            self.sight.wish(wish, &fleet.view, frame, focus);
        }
        let camera = self.sight.settle(&fleet.base, show.now, show.still);
        fleet.look_through(camera, news == Redraw::All);
        let tiled = fleet.enlarge(run, scene, frame);
        let matched = fleet.light(show.matched(scene, run, frame));
        let painted = Painted {
            camera,
            dark: !std::ptr::eq(show.theme, &LIGHT),
            selected: focus.and_then(|at| compose::target(at.subject)),
            within: focus.and_then(|at| at.pool),
        };
        let other = self.painted.replace(Some(painted)) != Some(painted);
        if tiled || matched || other || news != Redraw::Nothing && !camera.is_home() {
            news = Redraw::All;
        }
        let part = fleet.base.window(camera).filter(|_| !camera.is_home());
        let picture = Scene {
            view: &fleet.view,
            layout: &fleet.seen,
            captions: &self.captions,
            selected: painted.selected,
            within: painted.within,
            flights: &[],
            moving: &Map::new(),
            holder: focus.and_then(|at| camera::node_of(frame, at.subject)),
            part: part.map(|part| (&fleet.base, part)),
        };
        if news == Redraw::All {
            self.begin(&fleet.seen);
        }
        let canvas = &mut *self.canvas.borrow_mut();
        match news {
            Redraw::Nothing => {}
            Redraw::All => stage::draw(canvas, show.theme, &picture),
            Redraw::Cells => fleet.touch_up(canvas, show.theme),
            Redraw::Words => {
                fleet.touch_up(canvas, show.theme);
                stage::words(canvas, show.theme, &picture);
            }
        }
        self.sight.moves() || fleet.awaits
    }

    /// The keyboard's cell, or else the selection.
    fn focus(&self) -> Option<GridCell> {
        let within = || {
            let grid = self.grid.borrow();
            grid.element().matches(":focus-within").unwrap_or(false)
        };
        let selected = || {
            let state = self.store.state();
            Some(GridCell { subject: state.selected?, pool: state.within, part: None })
        };
        (self.focused.get().filter(|_| within())).or_else(selected)
    }

    fn begin(&self, layout: &StageLayout) {
        let mut canvas = self.canvas.borrow_mut();
        canvas.fit_zoomed(layout.width, layout.height, self.zoom.get());
    }
}

/// A run at the playhead.
#[derive(Clone, Copy)]
struct On<'a> {
    run: &'a Run,
    scene: &'a Rc<RunScene>,
    frame: &'a Frame,
}

impl Painter for StagePainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return false;
        };
        let state = self.store.state();
        if let Some(Subject::Pod(pod)) = state.selected.filter(|_| state.follows) {
            selected_pod::follow(&self.store, &run.index, frame, pod);
        }
        let on = On { run, scene, frame };
        let width = f64::from(self.host.client_width());
        let room = f64::from(self.host.client_height());
        let few = scene.detail == Detail::Tiles;
        let narrow = matches(NARROW);
        // Cells fill whole pixels.
        let zoom = match self.store.state().presents() {
            true => (width / 900.0).min(room / 250.0).clamp(1.01, 3.0),
            false if few => layout::scale((width, (!narrow).then_some(room))),
            false => 1.0,
        };
        self.zoom.set(zoom);
        let size = (width / zoom, (zoom > 1.0 || !narrow).then_some(room / zoom));
        let known = self.scene.replace(Some(Rc::downgrade(scene)));
        let same = known.is_some_and(|known| std::ptr::eq(known.as_ptr(), Rc::as_ptr(scene)));
        if !same {
            // A run that has grown keeps its view.
            if self.run.replace(Some(run.no)) != Some(run.no) {
                self.sight.reset();
            }
            self.painted.set(None);
            if few {
                self.fleet.take();
            } else {
                self.shown.take();
            }
        }
        let again =
            if few { self.paint_tiles(show, on, size) } else { self.paint_cells(show, on, size) };
        let class = self.host.class_list();
        let _ = class.toggle_with_force("near", !self.sight.camera().is_home());
        let _ = class.toggle_with_force("dense", self.fleet.borrow().is_dense());
        if show.now - self.grid_at.get() > GRID_EVERY || !show.playing {
            self.grid_at.set(show.now);
            let here = AtPlayhead { run, scene, frame };
            let focused = self.focused.get();
            if let Some(written) = self.look(|view, _| grid::written(view, here, focused)) {
                grid::show(&mut self.grid.borrow_mut(), written, here, focused);
            }
        }
        again
    }

    fn under(&self, canvas: &Element, _: &Run, (x, y): (f64, f64)) -> Option<Subject> {
        let mine = canvas.is_same_node(Some(&self.element));
        let zoom = self.zoom.get();
        self.hit(x / zoom, y / zoom).filter(|_| mine).map(compose::subject)
    }

    fn place(&self, subject: Subject) -> Option<(f64, f64)> {
        let rect = self.look(|view, layout| layout.place(view, compose::target(subject)?));
        let rect = rect.flatten()?;
        let (x, y) = rect.middle();
        let corner = self.element.get_bounding_client_rect();
        let zoom = self.zoom.get();
        Some((corner.left() + x * zoom, corner.top() + y * zoom))
    }
}
