//! The timeline on the page.

use super::canvas::TimelinePainter;
use super::gestures::LaneGestures;
use crate::player::Player;
use crate::player::attach::{painters, use_painters};
use crate::player::context::use_player;
use crate::player::lanes::{LaneCallbacks, Refs, frame};
use crate::shell::state::action::Action;
use crate::shell::state::store::{Store, use_select, use_store};
use crate::shell::widgets::{icon, icon_button, on};
use crate::shell::words::t;
use draw::icons;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Actions on the marked range.
fn range(store: &Store, player: &Player) -> Html {
    let fit = on(player, move |player, _: MouseEvent| player.fit_loop());
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
    let gestures = use_memo((), |()| LaneGestures::new(&store, &player));
    use_painters((), {
        let (refs, small, gestures) = (Rc::clone(&refs), small.clone(), Rc::clone(&gestures));
        move |()| {
            let strip = small.cast::<HtmlElement>();
            let painter = (refs.sheet().zip(strip))
                .map(|(sheet, strip)| Rc::new(TimelinePainter::new(sheet, strip)));
            gestures.live.replace(painter.clone());
            painters(painter)
        }
    });
    let pointer = |act| pointer(&gestures, act);
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
    frame(&refs, callbacks(&gestures), more)
}

fn pointer(
    gestures: &Rc<LaneGestures>,
    act: fn(&LaneGestures, &PointerEvent),
) -> Callback<PointerEvent> {
    let gestures = Rc::clone(gestures);
    Callback::from(move |event: PointerEvent| act(&gestures, &event))
}

fn callbacks(gestures: &Rc<LaneGestures>) -> LaneCallbacks {
    let pointer = |act| pointer(gestures, act);
    LaneCallbacks {
        lanes: [LaneGestures::down, LaneGestures::moved, LaneGestures::up, LaneGestures::cancelled]
            .map(pointer),
        flag: [
            LaneGestures::grab,
            LaneGestures::drag_handle,
            LaneGestures::let_go,
            LaneGestures::let_go,
        ]
        .map(pointer),
        wheel: {
            let gestures = Rc::clone(gestures);
            Callback::from(move |event: WheelEvent| gestures.wheel(&event))
        },
        double_click: {
            let gestures = Rc::clone(gestures);
            Callback::from(move |_: MouseEvent| gestures.fit_all())
        },
    }
}
