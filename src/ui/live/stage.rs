//! The stage: one canvas, what is under a point of it, Pods that fly, and the same as a grid for readers.

use super::scene::RunScene;
use crate::base::order::sort_by;
use crate::base::{NodeId, PodId, RecordNo};
use crate::draw::canvas::Canvas;
use crate::draw::compose::{self, compose};
use crate::draw::layout::{self, Spot, StageLayout};
use crate::draw::stage::{self, Captions, Flight, Scene};
use crate::draw::surface::{Rect, plain};
use crate::draw::view::{NodeView, PodView, PoolView, StageView, ZoneView};
use crate::model::PodPhase;
use crate::query::stage::Detail;
use crate::query::{self};
use crate::trace::{Change, Frame, Subject};
use crate::ui::browser::matches;
use crate::ui::deck::{Live, Show};
use crate::ui::dom::{Slot, Tag, block, tag};
use crate::ui::live::text::said;
use crate::ui::state::Run;
use crate::ui::words::{t, tn};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

/// Where zones stand below one another and the page scrolls; the style sheet has the same.
pub const NARROW: &str = "(max-width: 719px)";
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
    nodes: BTreeMap<NodeId, Rect>,
}

/// What was drawn last.
struct Shown {
    view: StageView,
    /// Where everything is going to stand.
    layout: StageLayout,
    targets: BTreeMap<NodeId, Rect>,
    /// Where it stands, while it is on its way.
    drawn: StageLayout,
    places: BTreeMap<NodeId, Rect>,
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
    origins: RefCell<BTreeMap<PodId, (f64, f64)>>,
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
        let view = &shown.view;
        let zones = || view.pools.iter().flat_map(|pool| &pool.zones);
        let nodes = || zones().flat_map(|zone| &zone.nodes);
        match spot {
            Spot::Pool(id) => {
                let pool = view.pools.iter().find(|pool| pool.id == id)?;
                Some(pool_name(pool))
            }
            Spot::Zone(id) => zones().find(|zone| zone.id == id).map(zone_name),
            Spot::Node(id) => nodes().find(|node| node.id == id).map(node_name),
            Spot::Pod(id) => nodes()
                .flat_map(|node| &node.pods)
                .chain(&view.pending)
                .find(|pod| pod.id == id)
                .map(|pod| pod_name(run, &shown.scene, pod)),
        }
    }

    /// Cells of the grid in rows, for the arrow keys: zones, then the Pods of the node that has the focus.
    pub fn rows(&self) -> Vec<GridRow> {
        let shown = self.shown.borrow();
        let Some(shown) = shown.as_ref() else {
            return Vec::new();
        };
        let mut rows = Vec::new();
        for pool in &shown.view.pools {
            for zone in &pool.zones {
                let mut cells = vec![Subject::Zone(zone.id)];
                if shown.scene.detail == Detail::Tiles {
                    let mut nodes: Vec<&NodeView> = zone.nodes.iter().collect();
                    sort_by(&mut nodes, |a, b| a.cell.cmp(&b.cell));
                    cells.extend(nodes.iter().map(|node| Subject::Node(node.id)));
                }
                rows.push(GridRow { cells, of: None });
            }
        }
        if let Some(node) = holder(&shown.view, self.focused.get()) {
            rows.push(GridRow {
                cells: node.pods.iter().map(|pod| Subject::Pod(pod.id)).collect(),
                of: Some(Subject::Node(node.id)),
            });
        }
        rows
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

    fn show_grid(&self, view: &StageView, run: &Run, scene: &RunScene) {
        let selected = self.focused.get();
        let mut first = true;
        let mut cell = |subject: Subject, name: String| {
            let here = selected.map_or(first, |at| at == subject);
            first = false;
            block("span", "cell")
                .with("role", "gridcell")
                .with("tabindex", if here { "0" } else { "-1" })
                .with("data-subject", subject.pack().to_string())
                .text(name)
        };
        let row = |name: String| tag("div").with("role", "row").with("aria-label", name);
        let mut rows = Vec::new();
        for pool in &view.pools {
            for zone in &pool.zones {
                let mut cells = row(format!("{}, {}", pool.name, zone.name))
                    .add(cell(Subject::Zone(zone.id), zone_name(zone)));
                if scene.detail == Detail::Tiles {
                    let mut nodes: Vec<&NodeView> = zone.nodes.iter().collect();
                    sort_by(&mut nodes, |a, b| a.cell.cmp(&b.cell));
                    for node in nodes {
                        cells = cells.add(cell(Subject::Node(node.id), node_name(node)));
                    }
                }
                rows.push(cells);
            }
        }
        // Below the zones, so that no cell of theirs moves when the row comes and goes.
        if let Some(node) = holder(view, selected) {
            let name = tn("ui-grid-pods", &[("node", node.full.as_str().into())]);
            let pods = node.pods.iter();
            let pods = pods.map(|pod| cell(Subject::Pod(pod.id), pod_name(run, scene, pod)));
            rows.push(row(name).all(pods));
        }
        self.grid
            .borrow_mut()
            .show(rows.into_iter().map(Tag::into).collect());
    }
}

/// A row of the grid; `of` is the node whose Pods it holds.
#[derive(Clone, PartialEq, Debug)]
pub struct GridRow {
    pub cells: Vec<Subject>,
    pub of: Option<Subject>,
}

/// The node that a subject is or is on, if it has Pods.
fn holder(view: &StageView, subject: Option<Subject>) -> Option<&NodeView> {
    let zones = view.pools.iter().flat_map(|pool| &pool.zones);
    let mut nodes = zones.flat_map(|zone| &zone.nodes);
    let node = match subject? {
        Subject::Node(id) => nodes.find(|node| node.id == id),
        Subject::Pod(id) => nodes.find(|node| node.pods.iter().any(|pod| pod.id == id)),
        _ => None,
    };
    node.filter(|node| !node.pods.is_empty())
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

fn zone_name(zone: &ZoneView) -> String {
    let nodes = tn("ui-grid-nodes", &[("nodes", zone.nodes.len().into())]);
    let count = if zone.head.is_empty() {
        &nodes
    } else {
        &zone.head
    };
    let words = joined([count, &zone.chip], ", ");
    let name = tn(
        "ui-grid-zone",
        &[("name", zone.name.as_str().into()), ("words", words.into())],
    );
    match &zone.note {
        Some(note) => joined([&name, &note.title].into_iter().chain(&note.lines), ". "),
        None => name,
    }
}

/// Those of the texts that say something.
fn joined<'a>(texts: impl IntoIterator<Item = &'a String>, between: &str) -> String {
    let said: Vec<&str> = texts
        .into_iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    said.join(between)
}

fn pool_name(pool: &PoolView) -> String {
    joined([&pool.name, &pool.machine, &pool.chip, &pool.note], ", ")
}

fn pod_name(run: &Run, scene: &RunScene, pod: &PodView) -> String {
    let mut state = t(pod.life.key());
    if pod.held {
        state = tn("ui-life-held", &[("state", state.into())]);
    }
    let name = plain(&run.plan.pod_name(&scene.last, pod.id));
    tn(
        "ui-grid-pod",
        &[("name", name.into()), ("state", state.into())],
    )
}

fn node_name(node: &NodeView) -> String {
    tn(
        "ui-grid-node",
        &[
            ("name", node.full.as_str().into()),
            ("state", node.word.as_str().into()),
            ("line", node.sub.as_str().into()),
            ("version", node.version.as_str().into()),
            ("pods", node.pods.len().into()),
        ],
    )
}

impl StageLive {
    /// The layout and the nodes' places of this frame, between the last ones and where everything is going.
    fn settle(
        &self,
        layout: &StageLayout,
        targets: &BTreeMap<NodeId, Rect>,
        now: f64,
        still: bool,
    ) -> (StageLayout, BTreeMap<NodeId, Rect>) {
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
        let targets: BTreeMap<NodeId, Rect> = if few {
            layout
                .nodes(&view)
                .map(|(node, rect)| (node.id, rect))
                .collect()
        } else {
            BTreeMap::new()
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
            self.show_grid(&view, run, scene);
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
