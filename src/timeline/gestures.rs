//! Pointers on the timeline and its overview.

use super::canvas::{TimelinePainter, to_second};
use super::spot::ms_at;
use crate::player::{Player, lanes};
use crate::shell::menu::view::menu_is_open;
use crate::shell::state::{Action, Store, Tab};
use crate::shell::web::browser::target;
use crate::shell::web::next_frame::NextFrame;
use draw::timeline::Lane;
use draw::timeline::axis::Viewport;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::Subject;
use web_sys::Element;
use yew::prelude::*;

/// The action of a pressed pointer.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Drag {
    /// Moves the playhead.
    Scrub,
    /// Marks a range from where it began.
    Range { from_x: f64 },
    /// A finger that hasn't moved yet: it may scrub, tap or pinch.
    Finger { from_x: f64 },
}

/// A drag on the overview.
#[derive(Clone, Copy, PartialEq, Debug)]
enum OverviewDrag {
    From,
    To,
    /// Moves the viewport, held at this distance from its start.
    All(f64),
}

/// A smaller movement is a click.
const CLICK: f64 = 4.0;

pub(super) struct LaneGestures {
    store: Store,
    player: Player,
    pub(super) live: RefCell<Option<Rc<TimelinePainter>>>,
    drag: RefCell<Option<Drag>>,
    brush: Cell<Option<OverviewDrag>>,
    /// Fingers on the screen, for pinching.
    fingers: RefCell<Vec<(i32, f64)>>,
    /// The next move of the cross-hair.
    frame: NextFrame,
    /// The states at the last press and at the one before.
    stood: Cell<[ClickState; 2]>,
}

/// The state that a click changes.
#[derive(Clone, Copy, Default)]
struct ClickState {
    at_ms: f64,
    selected: Option<Subject>,
    tab: Tab,
}

impl LaneGestures {
    pub(super) fn new(store: &Store, player: &Player) -> Self {
        Self {
            store: store.clone(),
            player: player.clone(),
            live: RefCell::default(),
            drag: RefCell::default(),
            brush: Cell::new(None),
            fingers: RefCell::default(),
            frame: NextFrame::default(),
            stood: Cell::default(),
        }
    }

    fn ms(&self, x: f64) -> Option<f64> {
        let live = self.live.borrow();
        let scene = self.player.scene()?;
        Some(ms_at(&scene, self.player.window(), live.as_ref()?.sheet.field(), x))
    }

    fn playhead_x(&self) -> Option<f64> {
        let live = self.live.borrow();
        let scene = self.player.scene()?;
        let unit = scene.axis.unit(self.player.at_ms());
        Some(self.player.window().x(unit, live.as_ref()?.sheet.field()))
    }

    fn seek(&self, x: f64) {
        if let Some(ms) = self.ms(x) {
            self.player.seek(to_second(ms).ms() as f64);
        }
    }

    pub(super) fn down(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let state = self.store.state();
        let now =
            ClickState { at_ms: self.player.at_ms(), selected: state.selected, tab: state.tab };
        self.stood.set([now, self.stood.get()[0]]);
        let touch = event.pointer_type() == "touch";
        if touch {
            let mut fingers = self.fingers.borrow_mut();
            fingers.push((event.pointer_id(), x));
            if fingers.len() > 1 {
                self.drag.replace(None);
                return;
            }
        }
        let moment = self.live.borrow().as_ref().and_then(|live| live.moment_at((x, y)));
        if let Some(ms) = moment {
            self.player.seek(ms as f64);
            return;
        }
        let lane = self.live.borrow().as_ref().and_then(|live| live.lane_at(y));
        let near = self.playhead_x().is_some_and(|at| (at - x).abs() < 7.0);
        let ruler = lane.is_some_and(|(lane, _)| lane == Lane::RULER);
        let drag = if touch {
            Drag::Finger { from_x: x }
        } else if ruler || near {
            self.seek(x);
            Drag::Scrub
        } else {
            Drag::Range { from_x: x }
        };
        self.drag.replace(Some(drag));
        if let Some(element) = event.target_dyn_into::<Element>() {
            let _ = element.set_pointer_capture(event.pointer_id());
        }
    }

    pub(super) fn moved(&self, event: &PointerEvent) {
        let x = f64::from(event.offset_x());
        let pinch = {
            let mut fingers = self.fingers.borrow_mut();
            let mut before = None;
            if let [(_, a), (_, b)] = fingers.as_slice() {
                before = Some((*a, *b));
            }
            if let Some(finger) = fingers.iter_mut().find(|(id, _)| *id == event.pointer_id()) {
                finger.1 = x;
            }
            match (before, fingers.as_slice()) {
                (Some(before), [(_, a), (_, b)]) => Some((before, (*a, *b))),
                _ => None,
            }
        };
        if let Some((before, after)) = pinch {
            self.pinch(before, after);
            return;
        }
        let drag = *self.drag.borrow();
        self.hover(event, drag.is_some());
        match drag {
            Some(Drag::Scrub) => self.seek(x),
            Some(Drag::Finger { from_x }) if (x - from_x).abs() > 2.0 * CLICK => {
                self.drag.replace(Some(Drag::Scrub));
                self.seek(x);
            }
            // What a range says is loaded later.
            Some(Drag::Range { from_x })
                if (x - from_x).abs() > CLICK && self.store.has_later() =>
            {
                if let (Some(a), Some(b)) = (self.ms(from_x), self.ms(x)) {
                    self.player.set_loop(Some((a.min(b), a.max(b))));
                }
            }
            Some(Drag::Range { .. } | Drag::Finger { .. }) | None => {}
        }
    }

    /// Starts dragging the playhead by its flag.
    pub(super) fn grab(&self, event: &PointerEvent) {
        if lanes::grab(event) {
            self.drag.replace(Some(Drag::Scrub));
        }
    }

    pub(super) fn drag_handle(&self, event: &PointerEvent) {
        if *self.drag.borrow() != Some(Drag::Scrub) {
            return;
        }
        // The flag moves along, so its own coordinates are useless.
        let left = self.live.borrow().as_ref().map_or(0.0, |live| live.sheet.left_edge());
        self.seek(f64::from(event.client_x()) - left);
    }

    pub(super) fn let_go(&self, _: &PointerEvent) {
        self.drag.replace(None);
    }

    /// Moves the cross-hair to the pointer, and unless something is dragged the card.
    fn hover(&self, event: &PointerEvent, dragged: bool) {
        let live = self.live.borrow();
        let shown = |player: &Player, live: &TimelinePainter| {
            player.scene().is_some_and(|scene| live.shows(&scene))
        };
        let live = live.as_ref().filter(|_| self.store.has_later());
        // While another run is about to be drawn, nothing is said about this one.
        let Some(live) = live.filter(|live| shown(&self.player, live)) else { return };
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        if dragged || event.pointer_type() == "touch" {
            live.card.hide();
        } else {
            let card = self.player.with_run(|run| live.card(run, x, y)).flatten();
            live.card.show(event, card);
        }
        if event.pointer_type() == "touch" {
            return;
        }
        live.cross.set(Some(x));
        let (live, player) = (Rc::clone(live), self.player.clone());
        self.frame.ask(move || {
            if shown(&player, &live) {
                player.with_run(|run| live.cross(run));
            }
        });
    }

    /// The pointer is elsewhere.
    pub(super) fn left(&self, _: &PointerEvent) {
        if let Some(live) = &*self.live.borrow() {
            live.cross.set(None);
            live.card.hide();
        }
    }

    /// Two fingers zoom and move.
    fn pinch(&self, before: (f64, f64), after: (f64, f64)) {
        let live = self.live.borrow();
        let (Some(scene), Some(live)) = (self.player.scene(), live.as_ref()) else {
            return;
        };
        let (window, field) = (self.player.window(), live.sheet.field());
        let wide = |pair: (f64, f64)| (pair.0 - pair.1).abs().max(8.0);
        let middle = |pair: (f64, f64)| pair.0.midpoint(pair.1);
        let around = window.unit(middle(before), field);
        let whole = scene.axis.whole();
        let zoomed = window.zoomed(around, wide(before) / wide(after), whole);
        let by = zoomed.unit(middle(before), field) - zoomed.unit(middle(after), field);
        self.player.set_window(Some(zoomed.moved(by, whole)));
    }

    pub(super) fn up(&self, event: &PointerEvent) {
        self.fingers.borrow_mut().retain(|(id, _)| *id != event.pointer_id());
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        match self.drag.take() {
            Some(Drag::Range { from_x }) if (x - from_x).abs() > CLICK => {
                self.store.send(Action::Looping(true));
            }
            // Ignores the release of a long press that opened a menu.
            Some(Drag::Range { .. } | Drag::Finger { .. }) if !menu_is_open() => self.click(x, y),
            Some(Drag::Range { .. } | Drag::Finger { .. } | Drag::Scrub) | None => {}
        }
    }

    /// The browser canceled the pointer.
    pub(super) fn cancelled(&self, event: &PointerEvent) {
        self.left(event);
        self.fingers.borrow_mut().retain(|(id, _)| *id != event.pointer_id());
        self.drag.replace(None);
    }

    fn click(&self, x: f64, y: f64) {
        let (mark, subject, field) = {
            let live = self.live.borrow();
            let Some(live) = live.as_ref() else { return };
            let state = self.store.state();
            let run = state.run.as_ref();
            (
                run.and_then(|run| live.marker_at(run, x, y)),
                run.and_then(|run| live.subject_at(run, x, y)),
                live.sheet.field(),
            )
        };
        match (mark, subject) {
            (Some(mark), _) => {
                self.player.seek(mark.at.ms() as f64);
                self.store.ask(mark.subject);
            }
            (None, Some(subject)) => {
                if x >= field.x {
                    self.seek(x);
                }
                self.store.ask(subject);
            }
            (None, None) => self.seek(x),
        }
    }

    /// Shows the whole run. Undoes the clicks of the double-click.
    pub(super) fn fit_all(&self) {
        let [_, before] = self.stood.get();
        self.player.seek(before.at_ms);
        self.store.send(Action::Select(before.selected));
        self.store.send(Action::Tab(before.tab));
        self.player.set_window(None);
        self.store.send(Action::Looping(false));
    }

    pub(super) fn wheel(&self, event: &WheelEvent) {
        if let Some(live) = &*self.live.borrow() {
            lanes::wheel(&self.player, live.sheet.field(), event);
        }
    }

    /// The pointer's place on the overview as a part of the whole, and the overview's width in pixels.
    fn on_small(event: &PointerEvent) -> Option<(f64, f64)> {
        let strip = target(event)?.closest(".tl-small").ok().flatten()?;
        let rect = strip.get_bounding_client_rect();
        let wide = rect.width().max(1.0);
        Some(((f64::from(event.client_x()) - rect.left()) / wide, wide))
    }

    /// Drags the viewport of the overview by an edge or the middle, or moves it to the pointer.
    pub(super) fn brush_down(&self, event: &PointerEvent) {
        let (Some((at, wide)), Some(scene)) = (Self::on_small(event), self.player.scene()) else {
            return;
        };
        event.prevent_default();
        let (window, whole) = (self.player.window(), scene.axis.whole());
        let length = whole.to - whole.from;
        let part = |unit: f64| (unit - whole.from) / length;
        let (from, to) = (part(window.from), part(window.to));
        let edge = 7.0 / wide;
        let brush = if (at - from).abs() < edge {
            OverviewDrag::From
        } else if (at - to).abs() < edge {
            OverviewDrag::To
        } else if (from..to).contains(&at) {
            OverviewDrag::All(at - from)
        } else {
            OverviewDrag::All((to - from) / 2.0)
        };
        self.brush.set(Some(brush));
        if let Some(strip) = target(event) {
            let _ = strip.set_pointer_capture(event.pointer_id());
        }
        self.brush_moved(event);
    }

    pub(super) fn brush_moved(&self, event: &PointerEvent) {
        let (Some(brush), Some((at, _)), Some(scene)) =
            (self.brush.get(), Self::on_small(event), self.player.scene())
        else {
            return;
        };
        let (window, whole) = (self.player.window(), scene.axis.whole());
        let length = whole.to - whole.from;
        let unit = whole.from + at.clamp(0.0, 1.0) * length;
        let least = 5.0_f64.min(length);
        let next = match brush {
            OverviewDrag::From => Viewport { from: unit.min(window.to - least), to: window.to },
            OverviewDrag::To => Viewport { from: window.from, to: unit.max(window.from + least) },
            OverviewDrag::All(held) => window.moved(unit - held * length - window.from, whole),
        };
        self.player.set_window((next != whole).then_some(next));
    }

    pub(super) fn brush_up(&self, _: &PointerEvent) {
        self.brush.set(None);
    }
}
