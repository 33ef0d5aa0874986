//! The timeline's place in the page, and what pointers do on it.

mod brush;

use self::brush::Brush;
use super::canvas::{TimelinePainter, ms_at, to_second};
use crate::player::context::use_player;
use crate::player::lanes::{LaneCallbacks, Refs, frame};
use crate::player::{Player, lanes};
use crate::shell::action::Action;
use crate::shell::choices::Tab;
use crate::shell::menu::menu_is_open;
use crate::shell::pointed::show_hint;
use crate::shell::store::{Store, use_select, use_store};
use crate::shell::widgets::{icon, icon_button};
use crate::shell::words::t;
use draw::icons;
use draw::timeline::Lane;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::Subject;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// What a pressed pointer is doing.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Drag {
    /// Moves the playhead.
    Scrub,
    /// Marks a stretch from where it began.
    Range { from_x: f64 },
    /// A finger that has not moved yet: it may scrub, choose, or be one of two.
    Finger { from_x: f64 },
}

/// A pointer that moved less than this was a click.
const CLICK: f64 = 4.0;

struct LaneGestures {
    store: Store,
    player: Player,
    live: RefCell<Option<Rc<TimelinePainter>>>,
    drag: RefCell<Option<Drag>>,
    brush: Cell<Option<Brush>>,
    /// Fingers that are down, for zooming with two.
    fingers: RefCell<Vec<(i32, f64)>>,
    /// How things stood at the last press, and at the one before it.
    stood: Cell<[Stood; 2]>,
}

/// What a click changes.
#[derive(Clone, Copy, Default)]
struct Stood {
    at_ms: f64,
    selected: Option<Subject>,
    tab: Tab,
}

impl LaneGestures {
    fn ms(&self, x: f64) -> Option<f64> {
        let live = self.live.borrow();
        let scene = self.player.scene()?;
        Some(ms_at(
            &scene,
            self.player.window(),
            live.as_ref()?.sheet.field(),
            x,
        ))
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

    fn down(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let state = self.store.state();
        let now = Stood {
            at_ms: self.player.at_ms(),
            selected: state.selected,
            tab: state.tab,
        };
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
        let lane = self.live.borrow().as_ref().and_then(|live| live.lane_at(y));
        let near = self.playhead_x().is_some_and(|at| (at - x).abs() < 7.0);
        let ruler = matches!(lane, Some((Lane::Ruler, _)));
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

    fn moved(&self, event: &PointerEvent) {
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
        if drag.is_none() {
            self.hint(event);
        }
        match drag {
            Some(Drag::Scrub) => self.seek(x),
            Some(Drag::Finger { from_x }) if (x - from_x).abs() > 2.0 * CLICK => {
                self.drag.replace(Some(Drag::Scrub));
                self.seek(x);
            }
            Some(Drag::Range { from_x }) if (x - from_x).abs() > CLICK => {
                if let (Some(a), Some(b)) = (self.ms(from_x), self.ms(x)) {
                    self.player.set_loop(Some((a.min(b), a.max(b))));
                }
            }
            Some(Drag::Range { .. } | Drag::Finger { .. }) | None => {}
        }
    }

    /// The playhead is taken by its flag.
    fn grab(&self, event: &PointerEvent) {
        if lanes::grab(event) {
            self.drag.replace(Some(Drag::Scrub));
        }
    }

    fn drag_handle(&self, event: &PointerEvent) {
        if *self.drag.borrow() != Some(Drag::Scrub) {
            return;
        }
        // The flag moves along: its own pixels say nothing.
        let left = self
            .live
            .borrow()
            .as_ref()
            .map_or(0.0, |live| live.sheet.left_edge());
        self.seek(f64::from(event.client_x()) - left);
    }

    fn let_go(&self, _: &PointerEvent) {
        self.drag.replace(None);
    }

    fn hint(&self, event: &PointerEvent) {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let state = self.store.state();
        let hint = state
            .run
            .as_ref()
            .zip(self.live.borrow().as_ref())
            .and_then(|(run, live)| live.hint(run, x, y));
        show_hint(event, &hint.unwrap_or_default());
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

    fn up(&self, event: &PointerEvent) {
        self.fingers
            .borrow_mut()
            .retain(|(id, _)| *id != event.pointer_id());
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        match self.drag.take() {
            Some(Drag::Range { from_x }) if (x - from_x).abs() > CLICK => {
                self.store.send(Action::Looping(true));
            }
            // A finger that rested so long that it got a menu has what it wanted.
            Some(Drag::Range { .. } | Drag::Finger { .. }) if !menu_is_open() => self.click(x, y),
            Some(Drag::Range { .. } | Drag::Finger { .. } | Drag::Scrub) | None => {}
        }
    }

    /// The browser took the pointer for something else.
    fn cancelled(&self, event: &PointerEvent) {
        self.fingers
            .borrow_mut()
            .retain(|(id, _)| *id != event.pointer_id());
        self.drag.replace(None);
    }

    fn click(&self, x: f64, y: f64) {
        let (on_events, mark, subject, field) = {
            let live = self.live.borrow();
            let Some(live) = live.as_ref() else {
                return;
            };
            let state = self.store.state();
            let run = state.run.as_ref();
            (
                matches!(live.lane_at(y), Some((Lane::Events, _))),
                live.marker_at(x),
                run.and_then(|run| live.subject_at(run, x, y)),
                live.sheet.field(),
            )
        };
        match (mark.filter(|_| on_events), subject) {
            (Some(mark), _) => {
                self.player.seek(mark.at_ms as f64);
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

    /// Shows the whole run. The clicks that a double-click is made of have asked for nothing.
    fn fit_all(&self) {
        let [_, before] = self.stood.get();
        self.player.seek(before.at_ms);
        self.store.send(Action::Select(before.selected));
        self.store.send(Action::Tab(before.tab));
        self.player.set_window(None);
        self.store.send(Action::Looping(false));
    }

    fn wheel(&self, event: &WheelEvent) {
        if let Some(live) = &*self.live.borrow() {
            lanes::wheel(&self.player, live.sheet.field(), event);
        }
    }
}

/// What can be done with the range that is marked.
fn range(store: &Store, player: &Player) -> Html {
    let fit = {
        let player = player.clone();
        Callback::from(move |_: MouseEvent| player.fit_loop())
    };
    let clear = store.on(|_: MouseEvent| Action::Looping(false));
    html! {
        <div class="range" role="group" aria-label={t("ui-range")}>
            { icon(icons::LOOP, "i12") }
            { icon_button(icons::SEARCH, t("ui-range-fit"), "", None, fit) }
            { icon_button(icons::CROSS, t("ui-range-clear"), "", None, clear) }
        </div>
    }
}

#[component]
pub fn Timeline() -> Html {
    let store = use_store();
    let player = use_player();
    let (true_scale, quiet, looping) = use_select(|state| {
        let run = state.run.as_ref();
        let quiet = run.is_some_and(|run| !run.lanes.quiet.is_empty());
        (state.true_scale, quiet, state.looping)
    });
    let (refs, small) = (use_memo((), |()| Refs::default()), use_node_ref());
    let gestures = use_memo((), |()| LaneGestures {
        store: store.clone(),
        player: player.clone(),
        live: RefCell::default(),
        drag: RefCell::default(),
        brush: Cell::new(None),
        fingers: RefCell::default(),
        stood: Cell::default(),
    });
    {
        let (refs, small, gestures) = (Rc::clone(&refs), small.clone(), Rc::clone(&gestures));
        use_effect_with((), move |()| {
            let strip = small.cast::<HtmlElement>();
            let part = (refs.sheet().zip(strip))
                .map(|(sheet, strip)| Rc::new(TimelinePainter::new(sheet, strip)));
            gestures.live.replace(part.clone());
            let no = part.map(|part| gestures.player.attach(part));
            move || {
                if let Some(no) = no {
                    gestures.player.detach(no);
                }
            }
        });
    }
    let pointer = |act: fn(&LaneGestures, &PointerEvent)| {
        let gestures = Rc::clone(&gestures);
        Callback::from(move |event: PointerEvent| act(&gestures, &event))
    };
    let callbacks = LaneCallbacks {
        lanes: [
            LaneGestures::down,
            LaneGestures::moved,
            LaneGestures::up,
            LaneGestures::cancelled,
        ]
        .map(pointer),
        flag: [
            LaneGestures::grab,
            LaneGestures::drag_handle,
            LaneGestures::let_go,
            LaneGestures::let_go,
        ]
        .map(pointer),
        wheel: {
            let gestures = Rc::clone(&gestures);
            Callback::from(move |event: WheelEvent| gestures.wheel(&event))
        },
        double_click: {
            let gestures = Rc::clone(&gestures);
            Callback::from(move |_: MouseEvent| gestures.fit_all())
        },
    };
    let more = html! {
        <>
            <div class="tl-small" aria-hidden="true" hidden=true
                onpointerdown={pointer(LaneGestures::brush_down)} onpointermove={pointer(LaneGestures::brush_moved)}
                onpointerup={pointer(LaneGestures::brush_up)} onpointercancel={pointer(LaneGestures::brush_up)}>
                <div ref={small}></div>
            </div>
            if looping {
                { range(&store, &player) }
            }
            if quiet {
                <button type="button" class="btn line scale" aria-pressed={true_scale.to_string()}
                    onclick={store.on(move |_: MouseEvent| Action::TrueScale(!true_scale))}>{ t("ui-true-scale") }</button>
            }
        </>
    };
    frame(&refs, callbacks, more)
}
