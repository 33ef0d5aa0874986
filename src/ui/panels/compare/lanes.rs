//! The lanes of all runs on one axis, and the hand that moves the one playhead.

use crate::ui::app::use_deck;
use crate::ui::deck::Deck;
use crate::ui::live::beside::BesideLive;
use crate::ui::live::playhead::Playhead;
use crate::ui::live::stage::target;
use crate::ui::words::t;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct LanesProps {
    pub names: Vec<String>,
}

struct Hand {
    deck: Deck,
    live: RefCell<Option<Rc<BesideLive>>>,
    scrubs: Cell<bool>,
}

impl Hand {
    fn seek(&self, x: f64) {
        let live = self.live.borrow();
        let (Some(scene), Some(live)) = (self.deck.scene(), live.as_ref()) else {
            return;
        };
        let ms = scene.axis.ms(self.deck.window().unit(x, live.field()));
        self.deck.seek((ms / 1000.0).round() * 1000.0);
    }

    fn down(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let x = f64::from(event.offset_x());
        let beside = self
            .live
            .borrow()
            .as_ref()
            .is_some_and(|live| x < live.field().x - 6.0);
        if beside {
            return;
        }
        self.deck.set_playing(false);
        self.scrubs.set(true);
        self.seek(x);
        if let Some(element) = event.target_dyn_into::<Element>() {
            let _ = element.set_pointer_capture(event.pointer_id());
        }
    }

    fn moved(&self, event: &PointerEvent) {
        if self.scrubs.get() {
            self.seek(f64::from(event.offset_x()));
        }
    }

    fn up(&self, _: &PointerEvent) {
        self.scrubs.set(false);
    }

    /// The playhead is taken by its flag.
    fn grab(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        self.scrubs.set(true);
        let flag =
            target(event).and_then(|element| element.closest("[role=slider]").ok().flatten());
        if let Some(flag) = flag {
            let _ = flag.set_pointer_capture(event.pointer_id());
        }
    }

    fn drag(&self, event: &PointerEvent) {
        if !self.scrubs.get() {
            return;
        }
        // The flag moves along: its own pixels say nothing.
        let left = (self.live.borrow().as_ref()).map_or(0.0, |live| live.left_edge());
        self.seek(f64::from(event.client_x()) - left);
    }

    /// Zooms at the pointer; over the titles the lanes are scrolled.
    fn wheel(&self, event: &WheelEvent) {
        let live = self.live.borrow();
        let (Some(scene), Some(live)) = (self.deck.scene(), live.as_ref()) else {
            return;
        };
        let zooms =
            event.ctrl_key() || event.shift_key() || event.delta_x().abs() > event.delta_y().abs();
        if !zooms {
            return;
        }
        event.prevent_default();
        let (window, field, whole) = (self.deck.window(), live.field(), scene.axis.whole());
        let next = if event.ctrl_key() {
            let around = window.unit(f64::from(event.offset_x()), field);
            let factor = (event.delta_y() * 0.002).clamp(-0.7, 0.7).exp2();
            window.zoomed(around, factor, whole)
        } else {
            let pixels = event.delta_x()
                + if event.shift_key() {
                    event.delta_y()
                } else {
                    0.0
                };
            window.moved(pixels / field.w.max(1.0) * (window.to - window.from), whole)
        };
        self.deck.set_window((next != whole).then_some(next));
    }
}

#[component]
pub(super) fn Lanes(props: &LanesProps) -> Html {
    let deck = use_deck();
    let refs: [NodeRef; 7] = [
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
    ];
    let hand = use_memo((), |()| Hand {
        deck: deck.clone(),
        live: RefCell::default(),
        scrubs: Cell::new(false),
    });
    {
        let (refs, hand) = (refs.clone(), Rc::clone(&hand));
        use_effect_with((), move |()| {
            let [host, ruler, canvas, playhead, flag, future, slider] = &refs;
            let part = (|| {
                let playhead = Playhead::new(
                    playhead.cast::<HtmlElement>()?,
                    flag.cast::<Element>()?,
                    future.cast::<HtmlElement>()?,
                    slider.cast::<HtmlElement>()?,
                );
                BesideLive::new(
                    host.cast::<HtmlElement>()?,
                    ruler.cast::<HtmlCanvasElement>()?,
                    canvas.cast::<HtmlCanvasElement>()?,
                    playhead,
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
    {
        let hand = Rc::clone(&hand);
        use_effect_with(props.names.clone(), move |names| {
            if let Some(live) = &*hand.live.borrow() {
                live.set_names(names.clone());
            }
            hand.deck.request();
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
        Callback::from(move |_: MouseEvent| deck.set_window(None))
    };
    let [host, ruler, canvas, playhead, flag, future, slider] = refs;
    let lanes = |canvas: NodeRef, class: &'static str| {
        html! {
            <canvas ref={canvas} {class} aria-hidden="true"
                onpointerdown={pointer(Hand::down)} onpointermove={pointer(Hand::moved)}
                onpointerup={pointer(Hand::up)} onpointercancel={pointer(Hand::up)}
                onwheel={onwheel.clone()} ondblclick={ondblclick.clone()}></canvas>
        }
    };
    html! {
        <section class="tl" aria-label={t("ui-timeline")}>
            <div class="tl-frame">
                { lanes(ruler, "tl-ruler") }
                <div class="tl-host" ref={host} role="group" aria-label={t("ui-lanes")}>{ lanes(canvas, "tl-lanes") }</div>
                <div class="future" ref={future}></div>
                <div class="playhead" ref={playhead}>
                    <div class="handle" role="slider" tabindex="0" ref={slider} aria-label={t("ui-playhead")}
                        aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"
                        onpointerdown={pointer(Hand::grab)} onpointermove={pointer(Hand::drag)}
                        onpointerup={pointer(Hand::up)} onpointercancel={pointer(Hand::up)}>
                        <span class="flag" ref={flag}></span>
                    </div>
                </div>
            </div>
        </section>
    }
}
