//! Common parts of the lanes of one run and of several: frame, playhead flag, and wheel.

use super::Player;
use super::lane_canvas::LaneSheet;
use super::playhead::Playhead;
use crate::shell::web::browser::target;
use crate::shell::words::t;
use draw::surface::Rect;
use draw::timeline::axis::Wheel;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// The elements of a frame.
#[derive(Default)]
pub(crate) struct Refs {
    host: NodeRef,
    ruler: NodeRef,
    canvas: NodeRef,
    playhead: NodeRef,
    flag: NodeRef,
    future: NodeRef,
    slider: NodeRef,
}

impl Refs {
    pub(crate) fn sheet(&self) -> Option<LaneSheet> {
        let playhead = Playhead::new(
            self.playhead.cast::<HtmlElement>()?,
            self.flag.cast::<Element>()?,
            self.future.cast::<HtmlElement>()?,
            self.slider.cast::<HtmlElement>()?,
        );
        LaneSheet::new(
            self.host.cast::<HtmlElement>()?,
            self.ruler.cast::<HtmlCanvasElement>()?,
            self.canvas.cast::<HtmlCanvasElement>()?,
            playhead,
        )
    }
}

/// Callbacks for a pressed, moved, released and canceled pointer.
pub(crate) type Pointer = [Callback<PointerEvent>; 4];

/// Pointer callbacks of the lanes and of the flag.
pub(crate) struct LaneCallbacks {
    pub lanes: Pointer,
    pub flag: Pointer,
    /// The pointer is elsewhere.
    pub left: Callback<PointerEvent>,
    pub wheel: Callback<WheelEvent>,
    pub double_click: Callback<MouseEvent>,
}

/// `above`: what scrolls with the lanes; `more`: further content of the frame.
pub(crate) fn frame(refs: &Refs, callbacks: LaneCallbacks, above: Html, more: Html) -> Html {
    let [down, moved, up, cancelled] = callbacks.lanes;
    let lanes = |canvas: &NodeRef, class: &'static str| {
        html! {
            <canvas ref={canvas} {class} aria-hidden="true"
                onpointerdown={&down} onpointermove={&moved}
                onpointerup={&up} onpointercancel={&cancelled} onpointerleave={&callbacks.left}
                onwheel={&callbacks.wheel} ondblclick={&callbacks.double_click}></canvas>
        }
    };
    let [grab, drag, let_go, lost] = callbacks.flag;
    html! {
        <section class="tl" aria-label={t("ui-timeline")}>
            <div class="tl-frame">
                { lanes(&refs.ruler, "tl-ruler") }
                <div class="tl-host" ref={&refs.host} role="group" aria-label={t("ui-lanes")}>{ lanes(&refs.canvas, "tl-lanes") }{ above }</div>
                <div class="future" ref={&refs.future}></div>
                <div class="playhead" ref={&refs.playhead}>
                    <div class="handle" role="slider" tabindex="0" ref={&refs.slider} aria-label={t("ui-playhead")}
                        aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"
                        onpointerdown={grab} onpointermove={drag}
                        onpointerup={let_go} onpointercancel={lost}>
                        <span class="flag" ref={&refs.flag}></span>
                    </div>
                </div>
                { more }
            </div>
        </section>
    }
}

/// Starts dragging the playhead by its flag; false for other buttons.
pub(crate) fn grab(event: &PointerEvent) -> bool {
    if event.button() != 0 {
        return false;
    }
    let flag = target(event).and_then(|element| element.closest("[role=slider]").ok().flatten());
    if let Some(flag) = flag {
        let _ = flag.set_pointer_capture(event.pointer_id());
    }
    true
}

/// Zooms at the pointer; over the titles the lanes scroll.
pub(crate) fn wheel(player: &Player, field: Rect, event: &WheelEvent) {
    let Some(scene) = player.scene() else { return };
    let wheel = Wheel {
        x: f64::from(event.offset_x()),
        by: (event.delta_x(), event.delta_y()),
        shift: event.shift_key(),
        ctrl: event.ctrl_key(),
    };
    let whole = scene.axis.whole();
    if let Some(next) = player.window().wheeled(wheel, field, whole) {
        event.prevent_default();
        player.set_window((next != whole).then_some(next));
    }
}
