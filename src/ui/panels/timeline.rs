//! The timeline's place in the page, and what pointers do on it.

use crate::draw::axis::Window;
use crate::draw::timeline::Lane;
use crate::ui::action::Action;
use crate::ui::app::use_deck;
use crate::ui::deck::Deck;
use crate::ui::live::timeline::{TimelineLive, ms_at, to_second};
use crate::ui::panels::stage::show_hint;
use crate::ui::store::{Store, use_select, use_store};
use crate::ui::words::t;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// What a pressed pointer is doing.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Drag {
    /// Moves the playhead.
    Scrub,
    /// Marks a stretch from where it began.
    Range { from_x: f64 },
}

/// A pointer that moved less than this was a click.
const CLICK: f64 = 4.0;

struct Hand {
    store: Store,
    deck: Deck,
    live: RefCell<Option<Rc<TimelineLive>>>,
    drag: RefCell<Option<Drag>>,
    /// Fingers that are down, for zooming with two.
    fingers: RefCell<Vec<(i32, f64)>>,
}

impl Hand {
    fn ms(&self, x: f64) -> Option<f64> {
        let live = self.live.borrow();
        let scene = self.deck.scene()?;
        Some(ms_at(&scene, self.deck.window(), live.as_ref()?.field(), x))
    }

    fn playhead_x(&self) -> Option<f64> {
        let live = self.live.borrow();
        let scene = self.deck.scene()?;
        let unit = scene.axis.unit(self.deck.at_ms());
        Some(self.deck.window().x(unit, live.as_ref()?.field()))
    }

    fn seek(&self, x: f64) {
        if let Some(ms) = self.ms(x) {
            self.deck.seek(to_second(ms).ms() as f64);
        }
    }

    fn down(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        if event.pointer_type() == "touch" {
            self.fingers.borrow_mut().push((event.pointer_id(), x));
        }
        let lane = self.live.borrow().as_ref().and_then(|live| live.lane_at(y));
        let near = self.playhead_x().is_some_and(|at| (at - x).abs() < 7.0);
        let ruler = matches!(lane, Some((Lane::Ruler, _)));
        let touch = event.pointer_type() == "touch";
        let drag = if ruler || near || touch {
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
            Some(Drag::Range { from_x }) if (x - from_x).abs() > CLICK => {
                if let (Some(a), Some(b)) = (self.ms(from_x), self.ms(x)) {
                    self.deck.set_loop(Some((a.min(b), a.max(b))));
                }
            }
            Some(Drag::Range { .. }) | None => {}
        }
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
        let (Some(scene), Some(live)) = (self.deck.scene(), live.as_ref()) else {
            return;
        };
        let (window, field) = (self.deck.window(), live.field());
        let wide = |pair: (f64, f64)| (pair.0 - pair.1).abs().max(8.0);
        let middle = |pair: (f64, f64)| pair.0.midpoint(pair.1);
        let around = window.unit(middle(before), field);
        let whole = scene.axis.whole();
        let zoomed = window.zoomed(around, wide(before) / wide(after), whole);
        let by = zoomed.unit(middle(before), field) - zoomed.unit(middle(after), field);
        self.deck.set_window(Some(zoomed.moved(by, whole)));
    }

    fn up(&self, event: &PointerEvent) {
        self.fingers
            .borrow_mut()
            .retain(|(id, _)| *id != event.pointer_id());
        let Some(Drag::Range { from_x }) = self.drag.take() else {
            return;
        };
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        if (x - from_x).abs() > CLICK {
            self.store.send(Action::Looping(true));
            return;
        }
        self.click(x, y);
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
                live.field(),
            )
        };
        match (mark.filter(|_| on_events), subject) {
            (Some(mark), _) => {
                self.deck.seek(mark.at_ms as f64);
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

    fn wheel(&self, event: &WheelEvent) {
        let live = self.live.borrow();
        let (Some(scene), Some(live)) = (self.deck.scene(), live.as_ref()) else {
            return;
        };
        event.prevent_default();
        let (window, field, whole) = (self.deck.window(), live.field(), scene.axis.whole());
        let next: Window = if event.shift_key() || event.delta_x().abs() > event.delta_y().abs() {
            let pixels = event.delta_x()
                + if event.shift_key() {
                    event.delta_y()
                } else {
                    0.0
                };
            let by = pixels / field.w.max(1.0) * (window.to - window.from);
            window.moved(by, whole)
        } else {
            let around = window.unit(f64::from(event.offset_x()), field);
            window.zoomed(
                around,
                (event.delta_y() * 0.002).clamp(-0.7, 0.7).exp2(),
                whole,
            )
        };
        self.deck.set_window((next != whole).then_some(next));
    }
}

#[component]
pub fn Timeline() -> Html {
    let store = use_store();
    let deck = use_deck();
    let (true_scale, quiet) = use_select(|state| {
        let run = state.run.as_ref();
        let quiet = run.is_some_and(|run| !run.lanes.quiet.is_empty());
        (state.true_scale, quiet)
    });
    let refs: [NodeRef; 6] = [
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
    ];
    let hand = use_memo((), |()| Hand {
        store: store.clone(),
        deck: deck.clone(),
        live: RefCell::default(),
        drag: RefCell::default(),
        fingers: RefCell::default(),
    });
    {
        let (refs, hand) = (refs.clone(), Rc::clone(&hand));
        use_effect_with((), move |()| {
            let [host, canvas, playhead, flag, future, slider] = &refs;
            let part = (|| {
                TimelineLive::new(
                    host.cast::<HtmlElement>()?,
                    canvas.cast::<HtmlCanvasElement>()?,
                    playhead.cast::<HtmlElement>()?,
                    flag.cast::<Element>()?,
                    future.cast::<HtmlElement>()?,
                    slider.cast::<HtmlElement>()?,
                )
            })()
            .map(Rc::new);
            hand.live.replace(part.clone());
            let no = part.map(|part| hand.deck.attach(part));
            move || {
                if let Some(no) = no {
                    hand.deck.detach(no);
                }
            }
        });
    }
    let pointer = |act: fn(&Hand, &PointerEvent)| {
        let hand = Rc::clone(&hand);
        Callback::from(move |event: PointerEvent| act(&hand, &event))
    };
    let onwheel = {
        let hand = Rc::clone(&hand);
        Callback::from(move |event: WheelEvent| hand.wheel(&event))
    };
    let ondblclick = {
        let deck = deck.clone();
        let store = store.clone();
        Callback::from(move |_: MouseEvent| {
            deck.set_window(None);
            store.send(Action::Looping(false));
        })
    };
    let [host, canvas, playhead, flag, future, slider] = refs;
    html! {
        <section class="tl" aria-label={t("ui-timeline")}>
            <div class="tl-host" ref={host}>
                <canvas ref={canvas} aria-hidden="true"
                    onpointerdown={pointer(Hand::down)} onpointermove={pointer(Hand::moved)}
                    onpointerup={pointer(Hand::up)} onpointercancel={pointer(Hand::up)}
                    {onwheel} {ondblclick}></canvas>
                <div class="future" ref={future}></div>
                <div class="playhead" ref={playhead}>
                    <div class="handle" role="slider" tabindex="0" ref={slider} aria-label={t("ui-playhead")}
                        aria-valuemin="0" aria-valuemax="0" aria-valuenow="0">
                        <span class="flag" ref={flag}></span>
                    </div>
                </div>
                if quiet {
                    <button type="button" class="btn line scale" aria-pressed={true_scale.to_string()}
                        onclick={store.on(move |_: MouseEvent| Action::TrueScale(!true_scale))}>{ t("ui-true-scale") }</button>
                }
            </div>
        </section>
    }
}
