//! The timeline on the page.

use super::canvas::TimelinePainter;
use super::cross_hair::CrossHair;
use super::gestures::LaneGestures;
use super::range_bar::RangeBar;
use crate::player::lane_canvas::LaneSheet;
use crate::player::lanes::{LaneCallbacks, Refs, frame};
use crate::player::{Player, painters, use_painters, use_player};
use crate::shell::state::{Action, Store, use_select, use_store};
use crate::shell::web::hover_card::HoverCard;
use crate::shell::widgets::{icon_button, on};
use crate::shell::words::t;
use draw::icons;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The marked range: what happens in it, and actions on it. Its painter shows it and writes its text.
fn range(store: &Store, player: &Player, [bar, says]: [&NodeRef; 2]) -> Html {
    let fit = on(player, move |player, _: MouseEvent| player.fit_loop());
    let clear = store.on(|_: MouseEvent| Action::Looping(false));
    html! {
        <div class="range none" ref={bar}>
            <p aria-live="polite" ref={says}></p>
            <div role="group" aria-label={t("ui-range")} hidden=true>
                { icon_button(icons::SEARCH, t("ui-range-fit"), "", None, fit) }
                { icon_button(icons::CROSS, t("ui-range-clear"), "", None, clear) }
            </div>
        </div>
    }
}

#[component]
pub fn Timeline() -> Html {
    let store = use_store();
    let player = use_player();
    let (true_scale, quiet) = use_select(|state| {
        let run = state.run.as_ref();
        let quiet = run.is_some_and(|run| !run.lanes.quiet.is_empty());
        (state.true_scale, quiet)
    });
    let refs = use_memo((), |()| Refs::default());
    let parts = use_memo((), |()| PartRefs::default());
    let gestures = use_memo((), |()| LaneGestures::new(&store, &player));
    use_painters((), {
        let (refs, parts, gestures) = (Rc::clone(&refs), Rc::clone(&parts), Rc::clone(&gestures));
        move |()| {
            let painter = refs.sheet().and_then(|sheet| parts.painter(sheet)).map(Rc::new);
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
                <div ref={&parts.small}></div>
            </div>
            <div class="cross" aria-hidden="true" ref={&parts.cross} hidden=true><span></span></div>
            { range(&store, &player, [&parts.bar, &parts.says]) }
            <div class="hover-card" aria-hidden="true" ref={&parts.card} hidden=true></div>
            if quiet {
                <button type="button" class="btn line scale" aria-pressed={true_scale.to_string()}
                    onclick={store.on(move |_: MouseEvent| Action::TrueScale(!true_scale))}>{ t("ui-true-scale") }</button>
            }
        </>
    };
    let labels = html! {
        <div class="cross-labels" aria-hidden="true" ref={&parts.labels} hidden=true></div>
    };
    frame(&refs, callbacks(&gestures), labels, more)
}

/// The elements above the lanes.
#[derive(Default)]
struct PartRefs {
    small: NodeRef,
    cross: NodeRef,
    labels: NodeRef,
    bar: NodeRef,
    says: NodeRef,
    card: NodeRef,
}

impl PartRefs {
    fn painter(&self, sheet: LaneSheet) -> Option<TimelinePainter> {
        let element = |part: &NodeRef| part.cast::<HtmlElement>();
        let cross = CrossHair::new(element(&self.cross)?, element(&self.labels)?)?;
        let range = RangeBar::new(element(&self.bar)?, self.says.cast()?);
        let card = HoverCard::new(element(&self.card)?);
        Some(TimelinePainter::new(sheet, element(&self.small)?, cross, range, card))
    }
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
        left: pointer(LaneGestures::left),
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
