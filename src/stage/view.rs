//! The stage on the page: a caption, one canvas, and the grid for screen readers.

use super::canvas::StagePainter;
use super::gestures::{BelowPainter, CardPainter, StageGestures};
use super::grid_keys::keyboard_grid;
use super::legend::LegendPainter;
use crate::player::{CameraMove, Player, painters, use_painters, use_player};
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, Center, Store, use_select, use_store};
use crate::shell::web::hover_card::HoverCard;
use crate::shell::widgets::{close_by_key, icon_button, on};
use crate::shell::words::t;
use draw::icons;
use draw::legend::{LegendEntry, columns};
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// Does a pool in the run have a blue-green upgrade?
fn has_halves(run: &Run) -> bool {
    let mut pools = run.plan.pools.values();
    pools.any(|pool| pool.strategy.kind().traits().sides)
}

#[component]
pub fn Stage() -> Html {
    let store = use_store();
    let player = use_player();
    let (host, canvas, grid, caption) =
        (use_node_ref(), use_node_ref(), use_node_ref(), use_node_ref());
    let (tabs, card, below) = (use_node_ref(), use_node_ref(), use_node_ref());
    let gestures = use_memo((), |()| StageGestures::new(store.clone(), player.clone()));
    use_painters((), {
        let (host, canvas, grid, caption) =
            (host.clone(), canvas.clone(), grid.clone(), caption.clone());
        let (gestures, store, tabs) = (Rc::clone(&gestures), store.clone(), tabs.clone());
        let (card, below) = (card.clone(), below.clone());
        let painter = move || {
            StagePainter::new(
                host.cast::<HtmlElement>()?,
                canvas.cast::<HtmlCanvasElement>()?,
                grid.cast::<Element>()?,
                caption.cast::<Element>()?,
                tabs.cast::<Element>()?,
                store.clone(),
            )
        };
        move |()| {
            let painter = painter().map(Rc::new);
            gestures.live.replace(painter.clone());
            gestures.card.replace(card.cast::<HtmlElement>().map(HoverCard::new));
            let mut all = painters(painter);
            all.push(Rc::new(CardPainter(Rc::clone(&gestures))));
            if let Some(below) = below.cast::<HtmlElement>() {
                all.push(Rc::new(BelowPainter(Rc::clone(&gestures), below)));
            }
            all
        }
    });
    let long = use_select(|state| state.run.as_ref().is_some_and(has_halves));
    let pointer = |act: fn(&StageGestures, &PointerEvent)| {
        on(&gestures, move |gestures, event: PointerEvent| {
            act(gestures, &event);
        })
    };
    let onclick = on(&gestures, move |gestures, event: MouseEvent| {
        gestures.click(&event);
    });
    let onwheel = on(&gestures, move |gestures, event: WheelEvent| {
        gestures.wheel(&event);
    });
    let tap = on(&gestures, move |gestures, event: MouseEvent| {
        gestures.tap_zone(&event);
    });
    let keys = on(&gestures, move |gestures, event: KeyboardEvent| {
        gestures.key(&event);
    });
    let below_click = on(&gestures, |gestures, event: MouseEvent| {
        gestures.click_below(&event);
    });
    html! {
        <main class="stage" id="main" tabindex="-1" aria-label={t("ui-stage")} onkeydown={keys}>
            <p class={classes!("caption", long.then_some("long"))} id="caption" ref={caption}></p>
            <details class="legend" onkeydown={Callback::from(close_by_key)} ontoggle={on(&player, |player, _: Event| player.request())}>
                <summary>{ t("ui-legend") }</summary>
                <div class="legend-box" tabindex="0">
                    { for columns().into_iter().map(|column| html! { <Legend {column} /> }) }
                </div>
            </details>
            { sights(&store, &player) }
            <div class="zone-tabs" role="group" aria-label={t("ui-zones")} ref={tabs} onclick={tap}></div>
            <div class="canvas-host" ref={host}>
                <canvas ref={canvas} class="stage-canvas" aria-hidden="true" {onclick} {onwheel}
                    onpointerdown={pointer(StageGestures::down)} onpointermove={pointer(StageGestures::motion)}
                    onpointerup={pointer(StageGestures::up)} onpointercancel={pointer(StageGestures::up)}
                    onpointerleave={pointer(StageGestures::left)}></canvas>
                { keyboard_grid(&gestures, grid) }
            </div>
            <details class="lb" hidden=true ref={below} onclick={below_click}
                ontoggle={on(&player, |player, _: Event| player.request())} onkeydown={Callback::from(close_by_key)}>
                <summary></summary>
                <div></div>
            </details>
            <div class="hover-card" aria-hidden="true" ref={card} hidden=true></div>
        </main>
    }
}

/// Other views, and what the stage shows.
fn sights(store: &Store, player: &Player) -> Html {
    let open = |view| store.on(move |_: MouseEvent| Action::View(view, true));
    let wish = |wish: CameraMove| on(player, move |player, _: MouseEvent| player.wish(wish));
    html! {
        <div class="sights" role="group" aria-label={t("ui-sight")}>
            { icon_button(icons::CALENDAR, t("ui-calendar"), "", None, open(Center::Calendar)) }
            { icon_button(icons::TABLE, t("ui-tables"), "", None, open(Center::Tables)) }
            { icon_button(icons::MINUS, t("ui-sight-out"), "", None, wish(CameraMove::Out)) }
            { icon_button(icons::PLUS, t("ui-sight-in"), "", None, wish(CameraMove::In)) }
            { icon_button(icons::WHOLE, t("ui-sight-all"), "whole", None, wish(CameraMove::All)) }
        </div>
    }
}

/// A column of the legend: pictures on a canvas, with words beside them.
#[derive(Clone, PartialEq, Properties)]
struct LegendProps {
    column: Vec<LegendEntry>,
}

#[component]
fn Legend(props: &LegendProps) -> Html {
    let canvas = use_node_ref();
    use_painters((), {
        let (canvas, column) = (canvas.clone(), props.column.clone());
        move |()| {
            let canvas = canvas.cast::<HtmlCanvasElement>();
            let painter = canvas.and_then(|canvas| LegendPainter::new(&canvas, column));
            painters(painter.map(Rc::new))
        }
    });
    html! {
        <div class="legend-column">
            <canvas ref={canvas} aria-hidden="true"></canvas>
            <ul>{ for props.column.iter().map(|entry| html! { <li>{ t(entry.key()) }</li> }) }</ul>
        </div>
    }
}
