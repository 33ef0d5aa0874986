//! The stage: one canvas, what is under a point of it, Pods that fly, and the same as a grid for readers.

use super::grid::{self, GridRow};
use super::scene::RunScene;
use crate::base::{Map, NodeId, PodId, RecordNo};
use crate::draw::canvas::Canvas;
use crate::draw::compose::{self, compose};
use crate::draw::layout::{self, Spot, StageLayout};
use crate::draw::stage::{self, Captions, Flight, Scene};
use crate::draw::surface::Rect;
use crate::draw::view::StageView;
use crate::model::PodPhase;
use crate::query::stage::Detail;
use crate::query::{self};
use crate::trace::{Change, Frame, Subject};
use crate::ui::browser::matches;
use crate::ui::deck::{Live, Show};
use crate::ui::dom::Slot;
use crate::ui::live::text::said;
use crate::ui::state::Run;
use crate::ui::words::t;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

/// Where zones stand below one another and the page scrolls; the style sheet has the same.
pub const NARROW: &str = "(max-width: 719px), (max-height: 500px)";
/// How long a Pod flies, in milliseconds.
const FLIGHT: f64 = 520.0;
/// How long a new layout takes, in milliseconds.
const SHIFT: f64 = 380.0;
/// So many rows in one frame are a jump: nothing flies.
const JUMP: u32 = 300;
/// The grid for readers changes at most so often, in milliseconds.
const GRID_EVERY: f64 = 500.0;

struct Leg {
    pod: PodId,
    from: (f64, f64),
    began: f64,
}

/// Everything finds a new place, because a zone begins or ends its work.
struct Shift {
    began: f64,
    layout: StageLayout,
    nodes: Map<NodeId, Rect>,
}

/// What was drawn last.
struct Shown {
    view: StageView,
    /// Where everything is going to stand.
    layout: StageLayout,
    targets: Map<NodeId, Rect>,
    /// Where it stands, while it is on its way.
    drawn: StageLayout,
    places: Map<NodeId, Rect>,
    next: u32,
    scene: Rc<RunScene>,
}

pub struct StageLive {
    host: HtmlElement,
    element: HtmlCanvasElement,
    canvas: RefCell<Canvas>,
    grid: RefCell<Slot>,
    caption: RefCell<Slot>,
    shown: RefCell<Option<Shown>>,
    shift: RefCell<Option<Shift>>,
    legs: RefCell<Vec<Leg>>,
    origins: RefCell<Map<PodId, (f64, f64)>>,
    grid_at: Cell<f64>,
    /// The tile that the grid's focus is on.
    focused: Cell<Option<Subject>>,
    captions: Captions,
}

impl StageLive {
    pub fn new(
        host: HtmlElement,
        element: HtmlCanvasElement,
        grid: Element,
        caption: Element,
    ) -> Option<Self> {
        Some(Self {
            canvas: RefCell::new(Canvas::of(&element).ok()?),
            host,
            element,
            grid: RefCell::new(Slot::new(grid)),
            caption: RefCell::new(Slot::new(caption)),
            shown: RefCell::default(),
            shift: RefCell::default(),
            legs: RefCell::default(),
            origins: RefCell::default(),
            grid_at: Cell::new(0.0),
            focused: Cell::new(None),
            captions: Captions {
                pending: t("ui-pending"),
                nothing_pending: t("ui-nothing-pending"),
                outside: t("ui-outside"),
            },
        })
    }

    /// What is under a point of the canvas.
    pub fn hit(&self, x: f64, y: f64) -> Option<Spot> {
        let shown = self.shown.borrow();
        let shown = shown.as_ref()?;
        shown.layout.hit(&shown.view, x, y)
    }

    pub fn set_focused(&self, subject: Option<Subject>) {
        self.focused.set(subject);
        // The Pods of the node are written at the next frame.
        self.grid_at.set(0.0);
    }

    /// What is under a point, in a sentence.
    pub fn hint(&self, run: &Run, x: f64, y: f64) -> Option<String> {
        let spot = self.hit(x, y)?;
        let shown = self.shown.borrow();
        let shown = shown.as_ref()?;
        grid::hint(&shown.view, run, &shown.scene, spot, shown.next)
    }

    /// Cells of the grid in rows, for the arrow keys.
    pub fn rows(&self) -> Vec<GridRow> {
        let shown = self.shown.borrow();
        let shown = shown.as_ref();
        shown.map_or_else(Vec::new, |shown| {
            grid::rows(&shown.view, &shown.scene, self.focused.get())
        })
    }

    fn view(&self, run: &Run, scene: &RunScene, frame: &Frame) -> (StageView, String) {
        let stage = query::stage(&run.trace, &run.index, frame, scene.detail);
        said(run, scene, |words| {
            let say = |phrase: &crate::trace::Phrase| words.say(phrase);
            (compose(&stage, &scene.cells, &say), say(&stage.caption))
        })
    }

    /// Pods that were bound since the last frame fly from where the ones they replace were.
    fn depart(&self, run: &Run, frame: &Frame, now: f64) {
        let shown = self.shown.borrow();
        let Some(before) = shown.as_ref() else {
            return;
        };
        if frame.next <= before.next || frame.next - before.next > JUMP {
            self.origins.borrow_mut().clear();
            return;
        }
        let place = |pod: PodId| before.layout.pod(&before.view, pod).map(Rect::middle);
        let mut origins = self.origins.borrow_mut();
        for no in before.next..frame.next {
            let Some(record) = run.trace.record(RecordNo(no)) else {
                continue;
            };
            let Subject::Pod(pod) = record.subject else {
                continue;
            };
            match record.change {
                Change::PodCreated { .. } => {
                    let replaced = record
                        .cause
                        .and_then(|cause| run.trace.record(cause))
                        .and_then(|cause| match cause.subject {
                            Subject::Pod(old) => place(old),
                            _ => None,
                        });
                    if let Some(at) = replaced {
                        origins.insert(pod, at);
                    }
                }
                Change::PodBound { .. } => {
                    let from = place(pod).or_else(|| origins.remove(&pod));
                    if let Some(from) = from {
                        self.legs.borrow_mut().push(Leg {
                            pod,
                            from,
                            began: now,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn flights(
        &self,
        view: &StageView,
        layout: &StageLayout,
        frame: &Frame,
        now: f64,
    ) -> Vec<Flight> {
        let mut flights = Vec::new();
        self.legs.borrow_mut().retain(|leg| {
            let part = (now - leg.began) / FLIGHT;
            let bound = frame
                .cluster
                .pods
                .get(leg.pod)
                .is_some_and(|pod| !matches!(pod.phase, PodPhase::Pending | PodPhase::Gone));
            let (Some(to), true, true) = (layout.pod(view, leg.pod), bound, part < 1.0) else {
                return false;
            };
            let pod = layout
                .nodes(view)
                .find_map(|(node, _)| node.pods.iter().find(|pod| pod.id == leg.pod));
            if let Some(pod) = pod {
                flights.push(Flight {
                    pod: *pod,
                    at: between(leg.from, to.middle(), part.max(0.0)),
                    size: 18.0,
                });
            }
            true
        });
        flights
    }
}

/// Along a low arc, slow at both ends.
fn between(from: (f64, f64), to: (f64, f64), part: f64) -> (f64, f64) {
    let eased = part * part * (3.0 - 2.0 * part);
    let far = (to.0 - from.0).hypot(to.1 - from.1);
    let lift = (far * 0.18).min(46.0) * 4.0 * eased * (1.0 - eased);
    (
        from.0 + (to.0 - from.0) * eased,
        from.1 + (to.1 - from.1) * eased - lift,
    )
}

impl StageLive {
    /// The layout and the nodes' places of this frame, between the last ones and where everything is going.
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
                let part = ((now - shift.began) / SHIFT).clamp(0.0, 1.0);
                let eased = 1.0 - (1.0 - part).powi(3);
                over = part >= 1.0;
                let places = targets
                    .iter()
                    .map(|(node, to)| {
                        let from = shift.nodes.get(node).copied().unwrap_or(*to);
                        (*node, from.toward(*to, eased))
                    })
                    .collect();
                (shift.layout.toward(layout, eased), places)
            }
            None => (layout.clone(), targets.clone()),
        };
        if over {
            self.shift.replace(None);
        }
        settled
    }
}

impl Live for StageLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return false;
        };
        let width = f64::from(self.host.client_width());
        let narrow = matches(NARROW);
        let room = f64::from(self.host.client_height());
        let (view, caption) = self.view(run, scene, frame);
        self.caption.borrow_mut().show_text(&caption);
        let layout = layout::stage(&view, width, (!narrow).then_some(room));
        let few = scene.detail == Detail::Tiles;
        let targets: Map<NodeId, Rect> = if few {
            layout
                .nodes(&view)
                .map(|(node, rect)| (node.id, rect))
                .collect()
        } else {
            Map::new()
        };
        let (drawn, places) = self.settle(&layout, &targets, show.now, show.still);
        let known = self
            .shown
            .borrow()
            .as_ref()
            .is_some_and(|shown| Rc::ptr_eq(&shown.scene, scene));
        if known && show.playing && !show.still {
            self.depart(run, frame, show.now);
        } else if !show.playing || !known {
            self.legs.borrow_mut().clear();
        }
        let flights = self.flights(&view, &layout, frame, show.now);
        let focused = self.focused.get().filter(|_| {
            self.grid
                .borrow()
                .element()
                .matches(":focus-within")
                .unwrap_or(false)
        });
        {
            let mut canvas = self.canvas.borrow_mut();
            let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
            if canvas.size() != (layout.width, layout.height) {
                let style = self.element.style();
                let _ = style.set_property("height", &format!("{}px", layout.height));
            }
            canvas.begin(layout.width, layout.height, ratio.min(3.0));
            let scene = Scene {
                view: &view,
                layout: &drawn,
                captions: &self.captions,
                selected: focused.or(show.state.selected).and_then(compose::spot),
                flights: &flights,
                moving: &places,
            };
            stage::draw(&mut *canvas, show.theme, &scene);
        }
        let due = show.now - self.grid_at.get() > GRID_EVERY || !show.playing;
        if due {
            self.grid_at.set(show.now);
            let written = grid::written(&view, run, scene, self.focused.get(), frame.next);
            self.grid.borrow_mut().show(written);
        }
        self.shown.replace(Some(Shown {
            view,
            layout,
            targets,
            drawn,
            places,
            next: frame.next,
            scene: Rc::clone(scene),
        }));
        !self.legs.borrow().is_empty() || self.shift.borrow().is_some()
    }

    fn under(&self, canvas: &Element, _: &Run, (x, y): (f64, f64)) -> Option<Subject> {
        let mine = canvas.is_same_node(Some(&self.element));
        self.hit(x, y).filter(|_| mine).map(compose::subject)
    }

    fn place(&self, subject: Subject) -> Option<(f64, f64)> {
        let shown = self.shown.borrow();
        let shown = shown.as_ref()?;
        let (layout, view) = (&shown.layout, &shown.view);
        let mut bands = view.pools.iter().zip(&layout.bands);
        let rect = match compose::spot(subject)? {
            Spot::Pool(id) => bands.find(|(pool, _)| pool.id == id)?.1.head,
            Spot::Zone(id) => bands
                .flat_map(|(pool, band)| pool.zones.iter().zip(&band.zones))
                .find_map(|(zone, place)| (zone.id == id).then_some(place.head))?,
            Spot::Node(id) => layout.nodes(view).find(|(node, _)| node.id == id)?.1,
            Spot::Pod(id) => layout.pod(view, id)?,
        };
        let (x, y) = rect.middle();
        let corner = self.element.get_bounding_client_rect();
        Some((corner.left() + x, corner.top() + y))
    }
}

/// The subject that an element of the page stands for.
pub fn subject_of(element: &Element) -> Option<Subject> {
    let found = element.closest("[data-subject]").ok().flatten()?;
    let word = found.get_attribute("data-subject")?.parse().ok()?;
    Subject::unpack(word)
}

/// The element behind an event, or one around it.
pub fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()
}
