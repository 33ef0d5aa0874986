//! Pointers and keys on the stage: wheel and pinch zoom, a drag moves.

use super::canvas::StagePainter;
use super::load_balancer::BalancerPanel;
use crate::player::{CameraMove, PaintInput, Painter, Player};
use crate::shell::menu::pointer_target::GridCell;
use crate::shell::menu::pointer_target::subject_of;
use crate::shell::menu::view::menu_is_open;
use crate::shell::state::{Action, Store};
use crate::shell::web::browser::NARROW;
use crate::shell::web::browser::matches;
use crate::shell::web::browser::target;
use crate::shell::web::hover_card::{CardText, HoverCard};
use base::ZoneId;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// A smaller movement is a click.
const CLICK: f64 = 4.0;
/// Pixels per arrow key.
const STEP: f64 = 90.0;

#[derive(Clone, Copy)]
struct StageDrag {
    from: (f64, f64),
    at: (f64, f64),
    moved: bool,
}

pub struct StageGestures {
    pub store: Store,
    pub player: Player,
    pub live: RefCell<Option<Rc<StagePainter>>>,
    drag: Cell<Option<StageDrag>>,
    fingers: RefCell<Vec<(i32, (f64, f64))>>,
    /// The last pointer moved the stage: its click is ignored.
    moved: Cell<bool>,
    pub(super) card: RefCell<Option<Rc<HoverCard>>>,
    /// The point under the pointer, unless it drags.
    over: Cell<Option<(f64, f64)>>,
    /// The load balancer below the nodes, once its code is loaded.
    below: OnceCell<BalancerPanel>,
}

/// Shows the load balancer of a Service below the nodes, if the run has one.
pub(super) struct BelowPainter(pub Rc<StageGestures>, pub HtmlElement);

impl Painter for BelowPainter {
    fn pace(&self) -> f64 {
        200.0
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let Self(gestures, element) = self;
        let shows = show.run.is_some_and(|run| run.plan.is_balanced());
        element.set_hidden(!shows);
        if shows && gestures.store.has_later() {
            gestures.below.get_or_init(|| BalancerPanel::new(element)).paint(&gestures.store, show);
        }
        // Until then its code is asked for.
        shows && gestures.below.get().is_none()
    }
}

/// Keeps the card up to date while the run plays.
pub(super) struct CardPainter(pub Rc<StageGestures>);

impl Painter for CardPainter {
    fn pace(&self) -> f64 {
        250.0
    }

    fn paint(&self, _: &PaintInput<'_>) -> bool {
        if let (Some(at), Some(card)) = (self.0.over.get(), &*self.0.card.borrow()) {
            card.change(|| self.0.card_of(at));
        }
        false
    }
}

impl StageGestures {
    /// The point of an event on the stage.
    fn at(&self, event: &MouseEvent) -> (f64, f64) {
        let zoom = self.live.borrow().as_ref().map_or(1.0, |live| live.zoom.get());
        (f64::from(event.offset_x()) / zoom, f64::from(event.offset_y()) / zoom)
    }

    pub fn new(store: Store, player: Player) -> Self {
        Self {
            store,
            player,
            live: RefCell::default(),
            drag: Cell::new(None),
            fingers: RefCell::default(),
            moved: Cell::new(false),
            card: RefCell::default(),
            over: Cell::new(None),
            below: OnceCell::new(),
        }
    }

    /// Answers a click below the nodes.
    pub fn click_below(&self, event: &MouseEvent) {
        if let Some(below) = self.below.get() {
            below.click(&self.store, event);
            self.player.request();
        }
    }

    /// Changes the stage and requests a frame.
    fn with(&self, act: impl FnOnce(&StagePainter)) {
        if let Some(live) = &*self.live.borrow() {
            act(live);
        }
        self.player.request();
    }

    /// Shows the zone of a tapped tab.
    pub fn tap_zone(&self, event: &MouseEvent) {
        let tab = target(event).and_then(|element| element.closest("[data-zone]").ok().flatten());
        let zone = tab.and_then(|tab| tab.get_attribute("data-zone")?.parse().ok()).map(ZoneId);
        self.with(|live| live.tabs.tap(zone));
    }

    fn is_near(&self) -> bool {
        let live = self.live.borrow();
        live.as_ref().is_some_and(|live| !live.sight().camera().is_home())
    }

    pub fn wheel(&self, event: &WheelEvent) {
        let pinch = event.ctrl_key() || event.meta_key();
        // On a scrolling page, the wheel scrolls.
        if !pinch && matches(NARROW) {
            return;
        }
        event.prevent_default();
        if event.shift_key() || !pinch && event.delta_x().abs() > event.delta_y().abs() {
            let by = event.delta_x() + if event.shift_key() { event.delta_y() } else { 0.0 };
            self.with(|live| live.sight().pan((by, 0.0)));
            return;
        }
        // Lines and pages are larger than pixels; touchpads send small steps.
        let unit = [1.0, 16.0, 240.0][event.delta_mode().min(2) as usize];
        let per_pixel: f64 = if pinch { 1.00835 } else { 1.00194 };
        let factor = per_pixel.powf(-event.delta_y() * unit).clamp(0.574, 1.741);
        self.with(|live| live.sight().zoom_at(self.at(event), factor));
    }

    pub fn down(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let here = self.at(event);
        self.moved.set(false);
        self.left(event);
        if event.pointer_type() == "touch" {
            let mut fingers = self.fingers.borrow_mut();
            fingers.push((event.pointer_id(), here));
            if fingers.len() > 1 {
                self.drag.set(None);
                self.moved.set(true);
                return;
            }
        }
        let small = self.live.borrow().as_ref().is_some_and(|live| live.sight().jump(here));
        if small {
            self.moved.set(true);
            self.player.request();
        }
        self.drag.set(Some(StageDrag { from: here, at: here, moved: small }));
        if self.is_near()
            && let Some(element) = event.target_dyn_into::<Element>()
        {
            let _ = element.set_pointer_capture(event.pointer_id());
        }
    }

    pub fn motion(&self, event: &PointerEvent) {
        let here = self.at(event);
        if self.pinch(event.pointer_id(), here) {
            return;
        }
        let Some(drag) = self.drag.get() else {
            self.over.set(Some(here));
            if self.store.has_later()
                && let Some(card) = &*self.card.borrow()
            {
                card.show(event, self.card_of(here));
            }
            return;
        };
        self.left(event);
        let far = (here.0 - drag.from.0).hypot(here.1 - drag.from.1);
        if !self.is_near() || !drag.moved && far < CLICK {
            return;
        }
        let by = (drag.at.0 - here.0, drag.at.1 - here.1);
        self.moved.set(true);
        self.drag.set(Some(StageDrag { at: here, moved: true, ..drag }));
        self.with(|live| {
            if !live.sight().jump(here) {
                live.sight().pan(by);
            }
        });
    }

    /// The pointer is elsewhere, or drags.
    pub fn left(&self, _: &PointerEvent) {
        self.over.set(None);
        if let Some(card) = &*self.card.borrow() {
            card.hide();
        }
    }

    /// What is said about a point.
    fn card_of(&self, at: (f64, f64)) -> Option<CardText> {
        let live = self.live.borrow();
        let live = live.as_ref()?;
        let again = live.click(at.0, at.1).is_some_and(|hit| self.is_selected(&hit));
        self.player.with_here(|now| live.card(now, at, again)).flatten()
    }

    fn is_selected(&self, at: &GridCell) -> bool {
        let state = self.store.state();
        (Some(at.subject), at.pool) == (state.selected, state.within)
    }

    /// Two fingers zoom and move.
    fn pinch(&self, pointer: i32, here: (f64, f64)) -> bool {
        let (before, after) = {
            let mut fingers = self.fingers.borrow_mut();
            let pair = |fingers: &[(i32, (f64, f64))]| match fingers {
                [(_, a), (_, b)] => Some((*a, *b)),
                _ => None,
            };
            let before = pair(&fingers);
            if let Some(finger) = fingers.iter_mut().find(|(id, _)| *id == pointer) {
                finger.1 = here;
            }
            match (before, pair(&fingers)) {
                (Some(before), Some(after)) => (before, after),
                _ => return false,
            }
        };
        type Pair = ((f64, f64), (f64, f64));
        let wide = |(a, b): Pair| (a.0 - b.0).hypot(a.1 - b.1).max(8.0);
        let middle = |(a, b): Pair| (a.0.midpoint(b.0), a.1.midpoint(b.1));
        let (from, to) = (middle(before), middle(after));
        self.with(|live| {
            live.sight().zoom_at(from, wide(after) / wide(before));
            live.sight().pan((from.0 - to.0, from.1 - to.1));
        });
        true
    }

    pub fn up(&self, event: &PointerEvent) {
        self.fingers.borrow_mut().retain(|(id, _)| *id != event.pointer_id());
        self.drag.set(None);
    }

    pub fn click(&self, event: &MouseEvent) {
        // Ignores the release of a long press that opened a menu.
        if menu_is_open() || self.moved.take() {
            return;
        }
        let (x, y) = self.at(event);
        let hit = match &*self.live.borrow() {
            Some(live) => live.click(x, y),
            None => return,
        };
        match hit.filter(|at| !self.is_selected(at)) {
            Some(at) => self.store.ask_at(at),
            None => self.store.send(Action::Select(None)),
        }
    }

    /// Handles a key of the stage; returns whether it was one.
    pub fn key(&self, event: &KeyboardEvent) -> bool {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return false;
        }
        let in_grid = target(event).as_ref().and_then(subject_of).is_some();
        let arrow = |x: f64, y: f64| CameraMove::Move(x * STEP, y * STEP);
        let single = self.store.state().single_keys;
        let wish = match event.key().as_str() {
            "+" | "=" if single => CameraMove::In,
            "-" | "_" if single => CameraMove::Out,
            _ if !self.is_near() || in_grid && !event.shift_key() => return false,
            "ArrowLeft" => arrow(-1.0, 0.0),
            "ArrowRight" => arrow(1.0, 0.0),
            "ArrowUp" => arrow(0.0, -1.0),
            "ArrowDown" => arrow(0.0, 1.0),
            _ => return false,
        };
        self.player.wish(wish);
        event.prevent_default();
        event.stop_propagation();
        true
    }
}
