//! The grid over the stage: cells for the keyboard.

use super::gestures::StageGestures;
use super::grid::GridRow;
use crate::shell::menu::pointer_target::GridCell;
use crate::shell::web::browser::target;
use crate::shell::widgets::on;
use crate::shell::words::t;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

pub(super) fn keyboard_grid(gestures: &Rc<StageGestures>, grid: NodeRef) -> Html {
    let onclick = on(gestures, |gestures, event: MouseEvent| {
        if let Some(at) = target(&event).as_ref().and_then(GridCell::of) {
            gestures.store.ask_at(at);
        }
    });
    let onfocusin = on(gestures, |gestures, event: FocusEvent| {
        if let (Some(live), Some(element)) = (&*gestures.live.borrow(), target(&event)) {
            let at = GridCell::of(&element);
            live.set_focused(at);
            if let Some(at) = at {
                let player = &gestures.player;
                player.with_here(|here| live.keep_in_sight(here, at));
            }
        }
        gestures.player.request();
    });
    let onfocusout = on(gestures, |gestures, _: FocusEvent| {
        gestures.player.request();
    });
    let onkeydown = on(gestures, |gestures, event| press(gestures, &event));
    html! {
        <div class="twin" role="grid" aria-label={t("ui-grid")} ref={grid}
            {onclick} {onfocusin} {onfocusout} {onkeydown}></div>
    }
}

fn press(gestures: &StageGestures, event: &KeyboardEvent) {
    if gestures.key(event) {
        return;
    }
    let Some(here) = target(event).as_ref().and_then(GridCell::of) else {
        return;
    };
    let live = gestures.live.borrow().clone();
    let rows = live.as_ref().map(|live| live.rows()).unwrap_or_default();
    let key = event.key();
    if matches!(key.as_str(), "Enter" | " ") {
        gestures.store.ask_at(here);
    } else if let Some(next) = neighbour(&rows, here, &key) {
        // Pods are written when their node has the focus: if they are still missing, the focus follows.
        if let Some(live) = live {
            live.set_focused(Some(next));
        }
        focus_in_grid(event, &next.selector());
        gestures.player.request();
    } else if !key.starts_with("Arrow") {
        return;
    }
    // At the edge of the grid an arrow does nothing; elsewhere it moves the playhead.
    event.prevent_default();
    event.stop_propagation();
}

/// The cell that an arrow key leads to. Below a node are its Pods, and above a Pod is its node.
fn neighbour(rows: &[GridRow], here: GridCell, key: &str) -> Option<GridCell> {
    let find = |here: GridCell| {
        rows.iter().enumerate().find_map(|(n, row)| {
            let at = row.cells.iter().position(|other| *other == here)?;
            Some((n, at))
        })
    };
    let (row, column) = find(here)?;
    let now = rows.get(row)?;
    let zone = |row: usize, column: usize| {
        let next = rows.get(row).filter(|row| row.of.is_none())?;
        next.cells.get(column.min(next.cells.len().saturating_sub(1)))
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
            Some(node) => return Some(GridCell::from(*node)),
            None => zone(row.checked_sub(1)?, column),
        },
        "Home" => now.cells.first(),
        "End" => now.cells.last(),
        _ => None,
    }
    .copied()
}

/// The cell beside a zone that is alone in its row: pools are side by side.
pub(crate) fn beside(rows: &[GridRow], here: GridCell, right: bool) -> Option<GridCell> {
    let heads = rows.iter().filter_map(|row| row.cells.first().copied());
    let heads: Vec<GridCell> = heads.filter(|head| head.pool.is_some()).collect();
    let pools: Vec<&[GridCell]> = heads.chunk_by(|a, b| a.pool == b.pool).collect();
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
        let node = |n| GridCell::from(Subject::Node(NodeId(n)));
        let zone = |cells| GridRow { cells, of: None };
        let rows = vec![zone(vec![node(0), node(1), node(2)]), zone(vec![node(3), node(4)])];
        assert_eq!(neighbour(&rows, node(1), "ArrowRight"), Some(node(2)));
        assert_eq!(neighbour(&rows, node(2), "ArrowRight"), None);
        assert_eq!(neighbour(&rows, node(2), "ArrowDown"), Some(node(4)));
        assert_eq!(neighbour(&rows, node(3), "ArrowUp"), Some(node(0)));
        assert_eq!(neighbour(&rows, node(4), "Home"), Some(node(3)));
        assert_eq!(neighbour(&rows, node(4), "x"), None);
    }

    #[test]
    fn a_zone_of_two_pools_is_two_cells() {
        let zone = |zone, pool| GridCell {
            subject: Subject::Zone(ZoneId(zone)),
            pool: Some(PoolId(pool)),
            part: None,
        };
        let cells = [zone(0, 0), zone(1, 0), zone(0, 1), zone(1, 1)];
        let row = |cell: &GridCell| GridRow { cells: vec![*cell], of: None };
        let rows: Vec<GridRow> = cells.iter().map(row).collect();
        assert_eq!(neighbour(&rows, cells[1], "ArrowDown"), Some(cells[2]));
        assert_eq!(neighbour(&rows, cells[2], "ArrowDown"), Some(cells[3]));
        assert_eq!(neighbour(&rows, cells[2], "ArrowUp"), Some(cells[1]));
        // The pools are side by side.
        assert_eq!(neighbour(&rows, cells[1], "ArrowRight"), Some(cells[3]));
        assert_eq!(neighbour(&rows, cells[3], "ArrowLeft"), Some(cells[1]));
        assert_eq!(neighbour(&rows, cells[3], "ArrowRight"), None);
    }

    #[test]
    fn pods_are_below_their_node() {
        let node = |n| GridCell::from(Subject::Node(NodeId(n)));
        let pod = |n| GridCell::from(Subject::Pod(PodId(n)));
        let zone = |cells| GridRow { cells, of: None };
        let pods = GridRow { cells: vec![pod(7), pod(8)], of: Some(node(1).subject) };
        let rows = vec![zone(vec![node(0), node(1)]), zone(vec![node(2), node(3)]), pods];
        assert_eq!(neighbour(&rows, node(1), "ArrowDown"), Some(pod(7)));
        assert_eq!(neighbour(&rows, pod(7), "ArrowRight"), Some(pod(8)));
        assert_eq!(neighbour(&rows, pod(8), "ArrowUp"), Some(node(1)));
        assert_eq!(neighbour(&rows, pod(8), "ArrowDown"), Some(node(3)));
        assert_eq!(neighbour(&rows, node(3), "ArrowDown"), None);
    }
}
