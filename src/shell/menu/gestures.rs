//! Opens menus: by the right mouse button, a long press, or the menu key.

use super::callbacks::{MenuCallbacks, MenuRequest};
use super::opener;
use super::pointer_target::subject_of;
use crate::player::Player;
use crate::shell::state::{AppState, Store};
use crate::shell::web::browser::target;
use crate::shell::widgets::on;
use base::{RecordNo, SimTime};
use gloo_timers::callback::Timeout;
use query::events;
use std::cell::RefCell;
use std::rc::Rc;
use trace::Subject;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement};
use yew::prelude::*;

/// The duration of a long press, in milliseconds.
const LONG: u32 = 500;
/// Movement beyond this distance isn't a long press.
const STILL: f64 = 10.0;

/// The event handlers, while there is a run.
#[inline(never)] // The first screen has no menus, so this code isn't part of the first load.
pub fn callbacks(store: &Store, player: &Player) -> MenuCallbacks {
    let press = Rc::new(Press::default());
    let context = {
        let (store, player) = (store.clone(), player.clone());
        Callback::from(move |event: MouseEvent| context(&store, &player, &event))
    };
    let down = {
        let (store, player, press) = (store.clone(), player.clone(), Rc::clone(&press));
        Callback::from(move |event: PointerEvent| press.down(&store, &player, &event))
    };
    let moved = on(&press, move |press, event: PointerEvent| {
        press.moved(&event);
    });
    let up = Callback::from(move |_: PointerEvent| press.up());
    MenuCallbacks { context, down, moved, up }
}

/// A finger at rest.
#[derive(Default)]
struct Press {
    resting: RefCell<Option<Resting>>,
}

struct Resting {
    pointer: i32,
    at: (f64, f64),
    /// Fires at the end of a long press; dropped with it.
    _timer: Timeout,
}

/// The request for an element, or for a point of it.
fn asked(
    player: &Player,
    state: &AppState,
    element: &Element,
    at: (f64, f64),
) -> Option<MenuRequest> {
    let ask = |subject: Subject, instant: Option<SimTime>| MenuRequest { subject, at, instant };
    if let Some(canvas) = element.dyn_ref::<HtmlCanvasElement>() {
        let corner = canvas.get_bounding_client_rect();
        let inside = (at.0 - corner.left(), at.1 - corner.top());
        let subject = player.under(canvas, inside)?;
        return Some(ask(subject, player.instant_at(canvas, inside)));
    }
    if let Some(subject) = subject_of(element) {
        return Some(ask(subject, None));
    }
    let run = state.run.as_ref()?;
    let row = element.closest("[data-no]").ok().flatten()?;
    let no = row.get_attribute("data-no")?.parse().ok()?;
    let record = run.trace.record(RecordNo(no))?;
    Some(ask(record.subject, Some(record.at)))
}

/// Handles the right mouse button, and long presses reported by the system.
fn context(store: &Store, player: &Player, event: &MouseEvent) {
    let at = (f64::from(event.client_x()), f64::from(event.client_y()));
    // Without a pointer it is the menu key, which `menu_key` handles.
    if at == (0.0, 0.0) {
        return;
    }
    let Some(element) = target(event) else { return };
    if let Some(ask) = asked(player, &store.state(), &element, at) {
        event.prevent_default();
        opener::open(store, ask);
    }
}

/// Handles the menu key or Shift+F10: about the focused element, else about the selection.
pub fn menu_key(store: &Store, player: &Player, event: &KeyboardEvent) {
    let state = &*store.state();
    let Some(element) = target(event) else { return };
    let rect = element.get_bounding_client_rect();
    let beside = (rect.left() + rect.width().min(120.0) / 2.0, rect.bottom());
    let slider = element.closest("[role=slider]").ok().flatten().is_some();
    let found = if slider {
        at_playhead(player, state, beside)
    } else {
        let canvas = element.has_attribute("data-subject");
        asked(player, state, &element, beside)
            .map(|ask| MenuRequest {
                // A cell of the grid is at its tile.
                at: player.place(ask.subject).filter(|_| canvas).unwrap_or(ask.at),
                ..ask
            })
            .or_else(|| {
                let subject = state.selected?;
                let at = player.place(subject).unwrap_or(beside);
                Some(MenuRequest { subject, at, instant: None })
            })
    };
    if let Some(ask) = found {
        event.prevent_default();
        opener::open(store, ask);
    }
}

/// A request about the last event before the playhead.
fn at_playhead(player: &Player, state: &AppState, at: (f64, f64)) -> Option<MenuRequest> {
    let run = state.run.as_ref()?;
    let now = SimTime::from_ms(player.at_ms() as i64);
    let next = run.trace.rows_until(now);
    let told = events::log(&run.trace, next, 1, |_| true);
    Some(MenuRequest { subject: told.first()?.record.subject, at, instant: Some(now) })
}

impl Press {
    /// A finger touches.
    fn down(&self, store: &Store, player: &Player, event: &PointerEvent) {
        // A second finger zooms.
        let alone = self.resting.take().is_none();
        if !alone || event.pointer_type() != "touch" {
            return;
        }
        let Some(element) = target(event) else { return };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let Some(ask) = asked(player, &store.state(), &element, at) else {
            return;
        };
        let store = store.clone();
        self.resting.replace(Some(Resting {
            pointer: event.pointer_id(),
            at,
            _timer: Timeout::new(LONG, move || opener::open(&store, ask)),
        }));
    }

    /// The finger moves, which ends the press.
    fn moved(&self, event: &PointerEvent) {
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let far = |from: (f64, f64)| (from.0 - at.0).hypot(from.1 - at.1) > STILL;
        let gone = self
            .resting
            .borrow()
            .as_ref()
            .is_some_and(|finger| finger.pointer == event.pointer_id() && far(finger.at));
        if gone {
            self.resting.take();
        }
    }

    /// The finger lifts, or the browser cancels the pointer.
    fn up(&self) {
        self.resting.take();
    }
}
