//! Lays out the stage. Pure: numbers in, rectangles out.
//!
//! A zone has as many cells as it needs over the whole run, and a node keeps its cell for life, so nothing moves
//! when nodes are created or deleted.

pub(crate) mod boxes;
mod narrow;

pub use super::stage_target::StageTarget;
pub use boxes::{Arrangement, Band, GAP, Grid, SideBox, StageLayout, TRAY, ZoneBox};

use super::detail::Detail;
use super::fleet;
use super::sides;
use super::surface::Rect;
use super::view::StageView;
use boxes::{HEAD, IDEAL, ZONE_HEAD, grid, tray};

/// Lays the stage out in the given height, or, without one, for a scrolling page.
pub fn stage(view: &StageView, width: f64, height: Option<f64>) -> StageLayout {
    if view.dots.is_some() {
        return fleet::stage(view, width, height);
    }
    match height {
        Some(height) => wide(view, width, height),
        None => narrow::narrow(view, width),
    }
}

fn wide(view: &StageView, width: f64, height: f64) -> StageLayout {
    let (tray, outside) = tray(view, width, height - TRAY - GAP, TRAY);
    let room = tray.y - GAP;
    let count = view.pools.len().max(1) as f64;
    let fixed = (HEAD + ZONE_HEAD + GAP * 2.0) * count;
    // A pool with many nodes per zone gets more of the height, but a small one stays visible.
    let weight = |pool: &super::view::PoolView| {
        let most = pool.zones.iter().map(|zone| zone.cells).max().unwrap_or(1);
        f64::from(most.max(1)).sqrt()
    };
    let total: f64 = view.pools.iter().map(weight).sum();
    let mut y = 0.0;
    let bands = view
        .pools
        .iter()
        .map(|pool| {
            let inner = ((room - fixed) * weight(pool) / total.max(1.0)).max(20.0);
            let head = Rect::new(0.0, y, width, HEAD);
            let top = y + HEAD;
            let tall = ZONE_HEAD + inner + GAP;
            y = top + tall + GAP;
            let room = Rect::new(0.0, top, width, tall);
            match pool.sides {
                Some(_) => sides::side_by_side(pool, head, room),
                None => Band { head, sides: None, zones: row_of_zones(pool, width, top, tall) },
            }
        })
        .collect();
    StageLayout {
        width,
        height,
        bands,
        tray,
        outside,
        port: Rect::new(0.0, 0.0, width, room.max(0.0)),
        slots: None,
        shape: None,
    }
}

/// Zones side by side, wider if they have more cells.
fn row_of_zones(pool: &super::view::PoolView, width: f64, top: f64, tall: f64) -> Vec<ZoneBox> {
    let gaps = GAP * (pool.zones.len().max(1) - 1) as f64;
    let room = width - gaps;
    let weight = |cells: u32| f64::from(cells.max(3)).powf(0.75);
    let total: f64 = pool.zones.iter().map(|zone| weight(zone.cells)).sum();
    let mut x = 0.0;
    let mut zones: Vec<ZoneBox> = pool
        .zones
        .iter()
        .map(|zone| {
            let w = room * weight(zone.cells) / total.max(1.0);
            let rect = Rect::new(x, top, w, tall);
            x += w + GAP;
            zone_box(rect, zone.cells)
        })
        .collect();
    // Tiles of one pool have the same height; the rest below them is for words.
    let low = zones.iter().map(|zone| zone.grid.cell.1).fold(f64::INFINITY, f64::min);
    for zone in &mut zones {
        if zone.grid.detail() == Detail::Full {
            zone.grid.cell.1 = zone.grid.cell.1.min(low.max(IDEAL.1));
        }
    }
    zones
}

fn zone_box(rect: Rect, cells: u32) -> ZoneBox {
    let head = Rect::new(rect.x + 8.0, rect.y, rect.w - 16.0, ZONE_HEAD);
    let area = Rect::new(
        rect.x + 8.0,
        rect.y + ZONE_HEAD,
        (rect.w - 16.0).max(4.0),
        (rect.h - ZONE_HEAD - 8.0).max(4.0),
    );
    ZoneBox { rect, head, beside: false, grid: grid(area, cells) }
}

#[cfg(test)]
mod tests {
    use super::super::view::{BoxKind, NodeView, PoolView, Turn, ZoneView};
    use super::*;
    use base::{GroupId, NodeId, PoolId, ZoneId};
    use query::stage::TileState;

    fn view(pools: &[&[u32]]) -> StageView {
        let mut next = 0;
        StageView {
            pools: pools
                .iter()
                .enumerate()
                .map(|(p, zones)| PoolView {
                    id: PoolId(p as u32),
                    name: format!("pool-{p}"),
                    machine: String::new(),
                    chip: String::new(),
                    note: String::new(),
                    brief: String::new(),
                    sides: None,
                    zones: zones
                        .iter()
                        .enumerate()
                        .map(|(z, cells)| ZoneView {
                            id: ZoneId(z as u32),
                            group: GroupId(z as u32),
                            part: BoxKind::Zone,
                            name: format!("zone-{z}"),
                            turn: Turn::None,
                            head: String::new(),
                            chip: String::new(),
                            brief: String::new(),
                            cells: *cells,
                            nodes: (0..*cells)
                                .map(|cell| {
                                    next += 1;
                                    NodeView {
                                        id: NodeId(next - 1),
                                        cell,
                                        name: format!("n{next}"),
                                        full: format!("pool-n{next}"),
                                        look: TileState::ReadyOld,
                                        version: "1.32".to_owned(),
                                        new: false,
                                        word: "ready".to_owned(),
                                        sub: String::new(),
                                        part: None,
                                        pods: Vec::new(),
                                    }
                                })
                                .collect(),
                            note: None,
                        })
                        .collect(),
                })
                .collect(),
            ..StageView::default()
        }
    }

    fn check(view: &StageView, layout: &StageLayout) {
        let tiles: Vec<Rect> = layout.nodes(view).map(|(_, rect)| rect).collect();
        for rect in &tiles {
            assert!(rect.x >= -0.01 && rect.right() <= layout.width + 0.01, "{rect:?}");
            assert!(rect.y >= 0.0 && rect.bottom() <= layout.tray.y + 0.01, "{rect:?}");
        }
        for pair in tiles.windows(2) {
            let (a, b) = (pair[0].inset(0.01), pair[1].inset(0.01));
            let apart =
                a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
            assert!(apart, "{a:?} {b:?}");
        }
        for (node, rect) in layout.nodes(view) {
            let (x, y) = rect.middle();
            assert_eq!(layout.hit(view, x, y), Some(StageTarget::Node(node.id)));
        }
    }

    #[test]
    fn every_node_has_a_place_of_its_own_and_can_be_pointed_at() {
        let shapes: &[&[&[u32]]] = &[
            &[&[7]],
            &[&[4, 6, 4]],
            &[&[9, 9, 9], &[4]],
            &[&[210]],
            &[&[334, 334, 334]],
            &[&[1000, 1000, 1000], &[1000, 1000, 1000]],
        ];
        for shape in shapes {
            let view = view(shape);
            check(&view, &stage(&view, 824.0, Some(420.0)));
            check(&view, &stage(&view, 366.0, None));
        }
    }

    #[test]
    fn few_nodes_show_everything_and_many_are_cells() {
        let detail = |zones: &[u32]| {
            let layout = stage(&view(&[zones]), 824.0, Some(420.0));
            layout.bands[0].zones[0].grid.detail()
        };
        assert_eq!(detail(&[7]), Detail::Full);
        assert_eq!(detail(&[6, 6, 6]), Detail::Full);
        assert_eq!(detail(&[20, 20, 20]), Detail::Brief);
        assert_eq!(detail(&[100, 100, 100]), Detail::Glyph);
        assert_eq!(detail(&[1000, 1000, 1000]), Detail::Cell);
    }
}
