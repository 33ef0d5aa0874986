//! The lanes of all runs on one axis, and the hand that moves the one playhead.

use crate::compare::lane_canvas::BesideLive;
use crate::player::Deck;
use crate::player::lanes;
use crate::player::lanes::{Hands, Refs, frame};
use crate::shell::app::use_deck;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::Element;
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
        let ms = scene
            .axis
            .ms(self.deck.window().unit(x, live.sheet.field()));
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
            .is_some_and(|live| x < live.sheet.field().x - 6.0);
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
        if lanes::grab(event) {
            self.scrubs.set(true);
        }
    }

    fn drag(&self, event: &PointerEvent) {
        if !self.scrubs.get() {
            return;
        }
        // The flag moves along: its own pixels say nothing.
        let left = (self.live.borrow().as_ref()).map_or(0.0, |live| live.sheet.left_edge());
        self.seek(f64::from(event.client_x()) - left);
    }

    fn wheel(&self, event: &WheelEvent) {
        if let Some(live) = &*self.live.borrow() {
            lanes::wheel(&self.deck, live.sheet.field(), event);
        }
    }
}

#[component]
pub(super) fn Lanes(props: &LanesProps) -> Html {
    let deck = use_deck();
    let refs = use_memo((), |()| Refs::default());
    let hand = use_memo((), |()| Hand {
        deck: deck.clone(),
        live: RefCell::default(),
        scrubs: Cell::new(false),
    });
    {
        let (refs, hand) = (Rc::clone(&refs), Rc::clone(&hand));
        use_effect_with((), move |()| {
            let part = refs.sheet().map(|sheet| Rc::new(BesideLive::new(sheet)));
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
    let hands = Hands {
        lanes: [Hand::down, Hand::moved, Hand::up, Hand::up].map(pointer),
        flag: [Hand::grab, Hand::drag, Hand::up, Hand::up].map(pointer),
        wheel: {
            let hand = Rc::clone(&hand);
            Callback::from(move |event: WheelEvent| hand.wheel(&event))
        },
        double_click: Callback::from(move |_: MouseEvent| deck.set_window(None)),
    };
    frame(&refs, hands, html! {})
}
