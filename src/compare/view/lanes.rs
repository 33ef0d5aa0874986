//! The lanes of all runs on one axis, and the gestures on the common playhead.

use crate::compare::lane_canvas::ComparisonPainter;
use crate::player::lanes::{LaneCallbacks, Refs, frame};
use crate::player::{Player, lanes, painters, use_painters, use_player};
use crate::shell::widgets::on;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct LanesProps {
    pub names: Vec<String>,
}

struct LaneGestures {
    player: Player,
    live: RefCell<Option<Rc<ComparisonPainter>>>,
    scrubs: Cell<bool>,
}

impl LaneGestures {
    fn seek(&self, x: f64) {
        let live = self.live.borrow();
        let (Some(scene), Some(live)) = (self.player.scene(), live.as_ref()) else {
            return;
        };
        let ms = scene.axis.ms(self.player.window().unit(x, live.sheet.field()));
        self.player.seek((ms / 1000.0).round() * 1000.0);
    }

    fn down(&self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let x = f64::from(event.offset_x());
        let beside = self.live.borrow().as_ref().is_some_and(|live| x < live.sheet.field().x - 6.0);
        if beside {
            return;
        }
        self.player.set_playing(false);
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

    /// Drags the playhead by its flag.
    fn grab(&self, event: &PointerEvent) {
        if lanes::grab(event) {
            self.scrubs.set(true);
        }
    }

    fn drag(&self, event: &PointerEvent) {
        if !self.scrubs.get() {
            return;
        }
        // The flag moves along, so its own coordinates are useless.
        let left = (self.live.borrow().as_ref()).map_or(0.0, |live| live.sheet.left_edge());
        self.seek(f64::from(event.client_x()) - left);
    }

    fn wheel(&self, event: &WheelEvent) {
        if let Some(live) = &*self.live.borrow() {
            lanes::wheel(&self.player, live.sheet.field(), event);
        }
    }
}

#[component]
pub(super) fn Lanes(props: &LanesProps) -> Html {
    let player = use_player();
    let refs = use_memo((), |()| Refs::default());
    let gestures = use_memo((), |()| LaneGestures {
        player: player.clone(),
        live: RefCell::default(),
        scrubs: Cell::new(false),
    });
    use_painters((), {
        let (refs, gestures) = (Rc::clone(&refs), Rc::clone(&gestures));
        move |()| {
            let painter = refs.sheet().map(ComparisonPainter::new).map(Rc::new);
            gestures.live.replace(painter.clone());
            painters(painter)
        }
    });
    {
        let gestures = Rc::clone(&gestures);
        use_effect_with(props.names.clone(), move |names| {
            if let Some(live) = &*gestures.live.borrow() {
                live.set_names(names.clone());
            }
            gestures.player.request();
        });
    }
    let pointer = |act: fn(&LaneGestures, &PointerEvent)| {
        on(&gestures, move |gestures, event: PointerEvent| {
            act(gestures, &event);
        })
    };
    let callbacks = LaneCallbacks {
        lanes: [LaneGestures::down, LaneGestures::moved, LaneGestures::up, LaneGestures::up]
            .map(pointer),
        flag: [LaneGestures::grab, LaneGestures::drag, LaneGestures::up, LaneGestures::up]
            .map(pointer),
        left: Callback::noop(),
        wheel: on(&gestures, move |gestures, event: WheelEvent| {
            gestures.wheel(&event);
        }),
        double_click: Callback::from(move |_: MouseEvent| player.set_window(None)),
    };
    frame(&refs, callbacks, html! {}, html! {})
}
