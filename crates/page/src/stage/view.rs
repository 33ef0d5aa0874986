//! The stage's place in the page: a caption, one canvas, and the grid that readers hear.

use super::camera::Wish;
use super::canvas::StagePainter;
use super::gestures::StageGestures;
use super::grid::GridRow;
use super::legend::LegendPainter;
use crate::maintenance::calendar::Calendar;
use crate::maintenance::policy::Look;
use crate::player::context::use_player;
use crate::shell::action::Action;
use crate::shell::pointed::{At, target};
use crate::shell::run::Run;
use crate::shell::store::{use_select, use_store};
use crate::shell::widgets::icon_button;
use crate::shell::words::t;
use draw::icons;
use draw::legend::{LegendEntry, columns};
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// Is a pool of it upgraded blue-green?
fn has_halves(run: &Run) -> bool {
    let mut pools = run.plan.pools.values();
    pools.any(|pool| pool.strategy.kind().is_some_and(|kind| kind.traits().sides))
}

/// The cluster, or its maintenance calendar.
#[component]
pub fn Stage() -> Html {
    let calendar = use_select(|state| state.calendar.open);
    html! {
        if calendar {
            <Calendar />
        } else {
            <Cluster />
        }
    }
}

#[component]
fn Cluster() -> Html {
    let store = use_store();
    let player = use_player();
    let (host, canvas, grid, caption) = (
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
    );
    let gestures = use_memo((), |()| StageGestures::new(store.clone(), player.clone()));
    {
        let (host, canvas, grid, caption) =
            (host.clone(), canvas.clone(), grid.clone(), caption.clone());
        let (player, gestures) = (player.clone(), Rc::clone(&gestures));
        use_effect_with((), move |()| {
            let part = (|| {
                StagePainter::new(
                    host.cast::<HtmlElement>()?,
                    canvas.cast::<HtmlCanvasElement>()?,
                    grid.cast::<Element>()?,
                    caption.cast::<Element>()?,
                )
            })()
            .map(Rc::new);
            gestures.live.replace(part.clone());
            let no = part.map(|part| player.attach(part));
            move || {
                if let Some(no) = no {
                    player.detach(no);
                }
            }
        });
    }
    let long = use_select(|state| state.run.as_ref().is_some_and(has_halves));
    let pointer = |act: fn(&StageGestures, &PointerEvent)| {
        let gestures = Rc::clone(&gestures);
        Callback::from(move |event: PointerEvent| act(&gestures, &event))
    };
    let onclick = {
        let gestures = Rc::clone(&gestures);
        Callback::from(move |event: MouseEvent| gestures.click(&event))
    };
    let onwheel = {
        let gestures = Rc::clone(&gestures);
        Callback::from(move |event: WheelEvent| gestures.wheel(&event))
    };
    let keys = {
        let gestures = Rc::clone(&gestures);
        Callback::from(move |event: KeyboardEvent| {
            gestures.key(&event);
        })
    };
    let look = use_select(|state| state.calendar);
    let wish = |wish: Wish| {
        let player = player.clone();
        Callback::from(move |_: MouseEvent| player.wish(wish))
    };
    let select = {
        let store = store.clone();
        move |at: At| store.ask_at(at)
    };
    let grid_click = {
        let select = select.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(at) = target(&event).as_ref().and_then(At::of) {
                select(at);
            }
        })
    };
    let focusin = {
        let (gestures, player) = (Rc::clone(&gestures), player.clone());
        Callback::from(move |event: FocusEvent| {
            if let (Some(live), Some(element)) = (&*gestures.live.borrow(), target(&event)) {
                let at = At::of(&element);
                live.set_focused(at);
                if let Some(at) = at {
                    player.with_here(|here| live.keep_in_sight(here, at));
                }
            }
            player.request();
        })
    };
    let focusout = {
        let player = player.clone();
        Callback::from(move |_: FocusEvent| player.request())
    };
    let onkeydown = {
        let (gestures, player) = (Rc::clone(&gestures), player.clone());
        Callback::from(move |event: KeyboardEvent| {
            if gestures.key(&event) {
                return;
            }
            let Some(here) = target(&event).as_ref().and_then(At::of) else {
                return;
            };
            let rows = gestures
                .live
                .borrow()
                .as_ref()
                .map(|live| live.rows())
                .unwrap_or_default();
            let key = event.key();
            if matches!(key.as_str(), "Enter" | " ") {
                select(here);
            } else if let Some(next) = neighbour(&rows, here, &key) {
                // Pods are written when their node has the focus: where that is still to come, the focus follows.
                if let Some(live) = &*gestures.live.borrow() {
                    live.set_focused(Some(next));
                }
                focus_in_grid(&event, &next.selector());
                player.request();
            } else if !key.starts_with("Arrow") {
                return;
            }
            // At the edge of the grid an arrow does nothing: elsewhere it moves the playhead.
            event.prevent_default();
            event.stop_propagation();
        })
    };
    html! {
        <main class="stage" id="main" tabindex="-1" aria-label={t("ui-stage")} onkeydown={keys}>
            <p class={classes!("caption", long.then_some("long"))} id="caption" ref={caption}></p>
            <details class="legend">
                <summary>{ t("ui-legend") }</summary>
                <div class="legend-box">
                    { for columns().into_iter().map(|column| html! { <Legend {column} /> }) }
                </div>
            </details>
            <div class="sights" role="group" aria-label={t("ui-sight")}>
                { icon_button(icons::CALENDAR, t("ui-calendar"), "", None,
                    store.on(move |_: MouseEvent| Action::Calendar(Look { open: true, ..look }))) }
                { icon_button(icons::MINUS, t("ui-sight-out"), "", None, wish(Wish::Out)) }
                { icon_button(icons::PLUS, t("ui-sight-in"), "", None, wish(Wish::In)) }
                { icon_button(icons::WHOLE, t("ui-sight-all"), "whole", None, wish(Wish::All)) }
            </div>
            <div class="canvas-host" ref={host}>
                <canvas ref={canvas} class="stage-canvas" aria-hidden="true" {onclick} {onwheel}
                    onpointerdown={pointer(StageGestures::down)} onpointermove={pointer(StageGestures::motion)}
                    onpointerup={pointer(StageGestures::up)} onpointercancel={pointer(StageGestures::up)}></canvas>
                <div class="twin" role="grid" aria-label={t("ui-grid")} ref={grid}
                    onclick={grid_click} onfocusin={focusin} onfocusout={focusout} {onkeydown}></div>
            </div>
        </main>
    }
}

/// A column of the legend: pictures on a canvas, and beside each its words.
#[derive(Clone, PartialEq, Properties)]
struct LegendProps {
    column: Vec<LegendEntry>,
}

#[component]
fn Legend(props: &LegendProps) -> Html {
    let player = use_player();
    let canvas = use_node_ref();
    {
        let (canvas, column) = (canvas.clone(), props.column.clone());
        use_effect_with((), move |()| {
            let part = canvas
                .cast::<HtmlCanvasElement>()
                .and_then(|canvas| LegendPainter::new(&canvas, column));
            let no = part.map(|part| player.attach(Rc::new(part)));
            move || {
                if let Some(no) = no {
                    player.detach(no);
                }
            }
        });
    }
    html! {
        <div class="legend-column">
            <canvas ref={canvas} aria-hidden="true"></canvas>
            <ul>{ for props.column.iter().map(|entry| html! { <li>{ t(entry.key()) }</li> }) }</ul>
        </div>
    }
}

/// The cell that an arrow key leads to. Down from a node are its Pods, and up from a Pod is its node.
fn neighbour(rows: &[GridRow], here: At, key: &str) -> Option<At> {
    let find = |here: At| {
        rows.iter().enumerate().find_map(|(n, row)| {
            let at = row.cells.iter().position(|other| *other == here)?;
            Some((n, at))
        })
    };
    let (row, column) = find(here)?;
    let now = rows.get(row)?;
    let zone = |row: usize, column: usize| {
        let next = rows.get(row).filter(|row| row.of.is_none())?;
        next.cells
            .get(column.min(next.cells.len().saturating_sub(1)))
    };
    match key {
        "ArrowRight" | "ArrowLeft" if now.cells.len() == 1 && here.pool.is_some() => {
            return beside(rows, here, key == "ArrowRight");
        }
        "ArrowRight" => now.cells.get(column + 1),
        "ArrowLeft" => now.cells.get(column.checked_sub(1)?),
        "ArrowDown" => match now.of {
            Some(node) => {
                let (row, column) = find(node.into())?;
                zone(row + 1, column)
            }
            None => {
                let pods = rows.iter().find(|row| row.of == Some(here.subject));
                match pods {
                    Some(pods) => pods.cells.first(),
                    None => zone(row + 1, column),
                }
            }
        },
        "ArrowUp" => match &now.of {
            Some(node) => return Some(At::from(*node)),
            None => zone(row.checked_sub(1)?, column),
        },
        "Home" => now.cells.first(),
        "End" => now.cells.last(),
        _ => None,
    }
    .copied()
}

/// Of a zone that stands alone in its row, the one beside it: pools stand side by side.
pub(crate) fn beside(rows: &[GridRow], here: At, right: bool) -> Option<At> {
    let heads = rows.iter().filter_map(|row| row.cells.first().copied());
    let heads: Vec<At> = heads.filter(|head| head.pool.is_some()).collect();
    let pools: Vec<&[At]> = heads.chunk_by(|a, b| a.pool == b.pool).collect();
    let own = pools.iter().position(|pool| pool.contains(&here))?;
    let place = pools[own].iter().position(|zone| *zone == here)?;
    let next = if right { own + 1 } else { own.checked_sub(1)? };
    let zones = pools.get(next)?;
    zones.get(place.min(zones.len() - 1)).copied()
}

fn focus_in_grid(event: &KeyboardEvent, selector: &str) {
    use wasm_bindgen::JsCast;
    let found = target(event)
        .and_then(|element| element.closest("[role=grid]").ok().flatten())
        .and_then(|grid| grid.query_selector(selector).ok().flatten())
        .and_then(|cell| cell.dyn_into::<HtmlElement>().ok());
    if let Some(cell) = found {
        let _ = cell.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{NodeId, PodId, PoolId, ZoneId};
    use trace::Subject;

    #[test]
    fn arrows_walk_over_the_grid() {
        let node = |n| At::from(Subject::Node(NodeId(n)));
        let zone = |cells| GridRow { cells, of: None };
        let rows = vec![
            zone(vec![node(0), node(1), node(2)]),
            zone(vec![node(3), node(4)]),
        ];
        assert_eq!(neighbour(&rows, node(1), "ArrowRight"), Some(node(2)));
        assert_eq!(neighbour(&rows, node(2), "ArrowRight"), None);
        assert_eq!(neighbour(&rows, node(2), "ArrowDown"), Some(node(4)));
        assert_eq!(neighbour(&rows, node(3), "ArrowUp"), Some(node(0)));
        assert_eq!(neighbour(&rows, node(4), "Home"), Some(node(3)));
        assert_eq!(neighbour(&rows, node(4), "x"), None);
    }

    #[test]
    fn a_zone_of_two_pools_is_two_cells() {
        let zone = |zone, pool| At {
            subject: Subject::Zone(ZoneId(zone)),
            pool: Some(PoolId(pool)),
            part: None,
        };
        let cells = [zone(0, 0), zone(1, 0), zone(0, 1), zone(1, 1)];
        let row = |cell: &At| GridRow {
            cells: vec![*cell],
            of: None,
        };
        let rows: Vec<GridRow> = cells.iter().map(row).collect();
        assert_eq!(neighbour(&rows, cells[1], "ArrowDown"), Some(cells[2]));
        assert_eq!(neighbour(&rows, cells[2], "ArrowDown"), Some(cells[3]));
        assert_eq!(neighbour(&rows, cells[2], "ArrowUp"), Some(cells[1]));
        // The pools stand side by side.
        assert_eq!(neighbour(&rows, cells[1], "ArrowRight"), Some(cells[3]));
        assert_eq!(neighbour(&rows, cells[3], "ArrowLeft"), Some(cells[1]));
        assert_eq!(neighbour(&rows, cells[3], "ArrowRight"), None);
    }

    #[test]
    fn pods_are_below_their_node() {
        let node = |n| At::from(Subject::Node(NodeId(n)));
        let pod = |n| At::from(Subject::Pod(PodId(n)));
        let zone = |cells| GridRow { cells, of: None };
        let pods = GridRow {
            cells: vec![pod(7), pod(8)],
            of: Some(node(1).subject),
        };
        let rows = vec![
            zone(vec![node(0), node(1)]),
            zone(vec![node(2), node(3)]),
            pods,
        ];
        assert_eq!(neighbour(&rows, node(1), "ArrowDown"), Some(pod(7)));
        assert_eq!(neighbour(&rows, pod(7), "ArrowRight"), Some(pod(8)));
        assert_eq!(neighbour(&rows, pod(8), "ArrowUp"), Some(node(1)));
        assert_eq!(neighbour(&rows, pod(8), "ArrowDown"), Some(node(3)));
        assert_eq!(neighbour(&rows, node(3), "ArrowDown"), None);
    }
}
