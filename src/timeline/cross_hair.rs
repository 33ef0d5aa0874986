//! The cross-hair: a line under the pointer through all lanes, with the instant on the ruler and each lane's value there.
//!
//! It is made of elements above the canvas: moving it redraws nothing.

use super::spot::Spot;
use crate::player::{RunScene, source};
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::web::dom::{DomNode, DomSlot, block};
use crate::shell::words::{span, t, tn};
use base::SimTime;
use draw::surface::Rect;
use draw::timeline::axis::Viewport;
use draw::timeline::{Lane, LaneName, PartKind, event_lane, rows};
use query::stage::{StateCounts, TileState};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// What a label says, and the middle of its lane from the top of the lanes, in pixels.
type Label = (String, f64);

pub(super) struct CrossHair {
    line: HtmlElement,
    flag: RefCell<DomSlot>,
    labels: HtmlElement,
    slot: RefCell<DomSlot>,
    /// The pointer's place from the left edge of the lanes.
    x: Cell<Option<f64>>,
}

/// The lanes as they are drawn.
#[derive(Clone)]
pub(super) struct DrawnLanes {
    pub scene: Rc<RunScene>,
    pub window: Viewport,
    pub field: Rect,
    /// Each lane with the place of its content.
    pub lanes: Vec<(Lane, Rect)>,
}

impl CrossHair {
    pub(super) fn new(line: HtmlElement, labels: HtmlElement) -> Option<Self> {
        let flag = line.first_element_child()?;
        Some(Self {
            line,
            flag: RefCell::new(DomSlot::new(flag)),
            slot: RefCell::new(DomSlot::new(labels.clone().unchecked_into())),
            labels,
            x: Cell::new(None),
        })
    }

    /// Remembers where the pointer is; `None`: elsewhere.
    pub(super) fn set(&self, x: Option<f64>) {
        self.x.set(x);
        if x.is_none() {
            self.hide();
        }
    }

    /// Is there a pointer above the lanes?
    pub(super) fn is_shown(&self) -> bool {
        self.x.get().is_some()
    }

    fn hide(&self) {
        self.line.set_hidden(true);
        self.labels.set_hidden(true);
    }

    /// Moves to the pointer.
    pub(super) fn draw(&self, run: &Run, drawn: &DrawnLanes) {
        draw(self, run, drawn);
    }

    fn show(&self, x: f64, field: Rect, time: &str, labels: Vec<Label>) {
        // Labels are on the side with more room.
        let left = x > field.x + field.w / 2.0;
        self.flag.borrow_mut().show_text(time);
        let pieces = labels.iter().map(|(text, _)| block("span", "cross-label").text(text));
        self.slot.borrow_mut().show(pieces.map(DomNode::Tag).collect());
        let _ = self.labels.class_list().toggle_with_force("left", left);
        let to = format!("translateX({x:.1}px)");
        for part in [&self.line, &self.labels] {
            let _ = part.style().set_property("transform", &to);
            part.set_hidden(false);
        }
        let children = self.labels.children();
        for (n, (_, y)) in labels.iter().enumerate() {
            let label = children.item(n as u32);
            if let Some(label) = label.and_then(|label| label.dyn_into::<HtmlElement>().ok()) {
                let _ = label.style().set_property("top", &format!("{y:.1}px"));
            }
        }
    }
}

/// Moves to the pointer.
#[inline(never)] // Loaded after the first run is on the screen.
fn draw(cross: &CrossHair, run: &Run, drawn: &DrawnLanes) {
    let Some(x) = cross.x.get() else { return };
    let field = drawn.field;
    let spot = |lane: Lane, rect: Rect| {
        let (scene, window) = (&drawn.scene, drawn.window);
        Spot { run, scene, window, lane, rect, x, y: rect.y }
    };
    let ms = spot(Lane::RULER, field).ms();
    let x_of_end = drawn.window.x(drawn.scene.axis.unit(drawn.scene.end_ms), field);
    if !(field.x..=field.right().min(x_of_end + 1.0)).contains(&x) {
        return cross.hide();
    }
    let labels = drawn.lanes.iter().filter_map(|(lane, rect)| {
        let value = value(&spot(*lane, *rect), ms)?;
        Some((value, rect.y + rect.h / 2.0))
    });
    cross.show(x, field, &day_time(run.plan.start_unix_ms, ms), labels.collect());
}

/// The value of a lane at an instant, in milliseconds.
fn value(spot: &Spot<'_>, ms: i64) -> Option<String> {
    let (view, at) = (spot.scene.timeline(), SimTime::from_ms(ms));
    let part = |label: &str, from: i64| {
        tn("ui-cross-part", &[("label", label.into()), ("for", span(ms - from).into())])
    };
    match spot.lane.kind {
        LaneName::Ruler => None,
        LaneName::Openings => {
            let now = |(from, to): &(i64, i64)| (*from..*to).contains(&ms);
            let open = view.openings.iter().any(now);
            let word = if open { "ui-cross-open" } else { "ui-cross-closed" };
            let excluded = view.exclusions.iter().filter(|one| now(&(one.from_ms, one.to_ms)));
            let names = excluded.map(|one| one.name.clone());
            let word = Some(t(word)).filter(|_| !view.openings.is_empty());
            let words: Vec<String> = word.into_iter().chain(names).collect();
            Some(words.join(", ")).filter(|all| !all.is_empty())
        }
        LaneName::Parts => {
            let row = view.rows.get(spot.lane.n)?;
            let mut now = row.parts.iter().filter(|part| part.is_at(ms));
            if row.kind == PartKind::Scaling {
                let labels: Vec<&str> = now.map(|one| one.label.as_str()).collect();
                return Some(labels.join(", ")).filter(|all| !all.is_empty());
            }
            now.next_back().map(|one| part(&one.label, one.from_ms))
        }
        LaneName::Zone => {
            let mut counts = [0_u32; TileState::ALL.len()];
            let lane = spot.run.lanes.bars.get(spot.lane.n)?;
            let nodes = rows::nodes(&spot.run.lanes, spot.scene.cells(), lane);
            let states = nodes.filter_map(|(_, node)| node.at(at)?.state);
            states.for_each(|state| counts[state as usize] += 1);
            let counts = TileState::ALL.into_iter().zip(counts.map(i64::from));
            Some(states_text(counts)).filter(|all| !all.is_empty())
        }
        LaneName::Chart => {
            let chart = view.charts.get(spot.lane.n)?;
            if chart.bands.is_empty() {
                return Some(source(spot.run).note(view, &StateCounts::default(), at, spot.lane));
            }
            let states = states_text(chart.bands.iter().map(|(look, all)| (*look, all.at(at))));
            let args = [("n", chart.value.at(at).into()), ("states", states.into())];
            Some(tn("ui-cross-nodes", &args))
        }
        LaneName::Events => {
            let kinds = spot.bin()?;
            let kinds = kinds.kinds();
            let kinds = kinds.map(|(kind, n)| tn(event_lane::key(kind), &[("n", n.into())]));
            Some(kinds.collect::<Vec<String>>().join(", "))
        }
    }
}

/// `4 draining, 7 ready`
fn states_text(counts: impl Iterator<Item = (TileState, i64)>) -> String {
    let counts = counts.filter(|(_, n)| *n > 0).map(|(look, n)| {
        let state = t(&format!("{}.short", look.key()));
        tn("ui-hint-band", &[("n", n.into()), ("state", state.into())])
    });
    counts.collect::<Vec<String>>().join(", ")
}
