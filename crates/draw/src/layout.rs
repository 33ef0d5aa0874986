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
use super::view::{PoolView, StageView, ZoneView};
use boxes::{HEAD, IDEAL, ZONE_HEAD, foot, grid, pitch, tray};

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

/// How much more of the room a zone gets that is worked on: the least with which its nodes show everything.
const MORE: [f64; 6] = [1.0, 1.5, 2.2, 3.2, 4.5, 8.0];
/// The least width of a zone, and the least height of its nodes.
const LEAST: (f64, f64) = (108.0, 36.0);

/// How much larger the stage is drawn in a large window, so that its text can be read from afar; a scrolling page isn't
/// enlarged.
pub fn scale((width, height): (f64, Option<f64>)) -> f64 {
    let usual = USUAL.0 * USUAL.1;
    height.map_or(1.0, |height| (width * height / usual).sqrt().min(width / 600.0).clamp(1.0, 2.0))
}

/// The size of the stage on a usual screen.
const USUAL: (f64, f64) = (850.0, 450.0);

fn wide(view: &StageView, width: f64, height: f64) -> StageLayout {
    let foot = foot(view);
    let (tray, outside) = tray(view, width, height - foot, (foot - GAP).max(0.0));
    let room = tray.y - GAP;
    let mut best: Option<(f64, Vec<Band>)> = None;
    let mut zones = view.pools.iter().flat_map(|pool| &pool.zones).map(|zone| zone.works);
    let first = zones.next();
    let alike = zones.all(|works| Some(works) == first);
    for more in MORE.into_iter().take(if alike { 1 } else { MORE.len() }) {
        let bands = bands(view, (width, room), more);
        let pools = view.pools.iter().zip(&bands);
        let zones = pools.flat_map(|(pool, band)| pool.zones.iter().zip(&band.zones));
        let works = zones.filter(|(zone, _)| zone.works && !zone.nodes.is_empty());
        let worth = works.map(|(_, place)| legible(&place.grid)).fold(1.0, f64::min);
        if best.as_ref().is_none_or(|(other, _)| worth > *other + 1e-9) {
            best = Some((worth, bands));
        }
        if worth >= 1.0 {
            break;
        }
    }
    StageLayout {
        width,
        height,
        bands: best.map_or_else(Vec::new, |(_, bands)| bands),
        tray,
        pitch: pitch(view, tray),
        outside,
        port: Rect::new(0.0, 0.0, width, room.max(0.0)),
        slots: None,
        shape: None,
    }
}

/// How much of a node can be read: 1 = everything.
fn legible(grid: &Grid) -> f64 {
    (grid.cell.0 / IDEAL.0).min(grid.cell.1 / IDEAL.1).min(1.0)
}

/// Lays out the pools below one another; those that are worked on get `more` of the height.
fn bands(view: &StageView, (width, room): (f64, f64), more: f64) -> Vec<Band> {
    let fixed = HEAD + ZONE_HEAD + GAP * 2.0 + LEAST.1;
    let fixed = fixed * view.pools.len().max(1) as f64;
    // A pool with many nodes per zone gets more of the height, but a small one stays visible.
    let weight = |pool: &PoolView| {
        let most = pool.zones.iter().map(|zone| zone.cells).max().unwrap_or(1);
        let works = pool.zones.iter().any(|zone| zone.works);
        f64::from(most.max(1)).sqrt() * if works { more } else { 1.0 }
    };
    let total: f64 = view.pools.iter().map(weight).sum();
    let mut y = 0.0;
    let bands = view.pools.iter().map(|pool| {
        let inner = LEAST.1 + (room - fixed) * weight(pool) / total.max(1.0);
        let head = Rect::new(0.0, y, width, HEAD);
        let top = y + HEAD;
        let tall = ZONE_HEAD + inner.max(20.0) + GAP;
        y = top + tall + GAP;
        let room = Rect::new(0.0, top, width, tall);
        match pool.sides {
            Some(_) => sides::side_by_side(pool, head, room),
            None => Band { head, sides: None, zones: row_of_zones(pool, room, more) },
        }
    });
    bands.collect()
}

/// Zones side by side, wider if they have more cells, and `more` so if they are worked on.
fn row_of_zones(pool: &PoolView, place: Rect, more: f64) -> Vec<ZoneBox> {
    let count = pool.zones.len().max(1) as f64;
    let room = place.w - GAP * (count - 1.0);
    let least = LEAST.0.min(0.7 * room / count);
    let weight = |zone: &ZoneView| {
        f64::from(zone.cells.max(3)).powf(0.75) * if zone.works { more } else { 1.0 }
    };
    let total: f64 = pool.zones.iter().map(weight).sum();
    let even = pool.zones.iter().all(|zone| zone.works == pool.zones[0].works);
    let mut x = 0.0;
    let mut zones: Vec<ZoneBox> = pool
        .zones
        .iter()
        .map(|zone| {
            let part = weight(zone) / total.max(1.0);
            let w = if even || more <= 1.0 {
                room * part
            } else {
                least + (room - least * count) * part
            };
            let rect = Rect::new(x, place.y, w, place.h);
            x += w + GAP;
            zone_box(rect, zone.cells)
        })
        .collect();
    // Tiles of one pool have the same height; the rest below them is for words.
    let full = zones.iter().filter(|zone| zone.grid.detail() == Detail::Full);
    let low = full.map(|zone| zone.grid.cell.1).fold(f64::INFINITY, f64::min);
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
    use super::super::view::{BoxKind, NodeView, Turn};
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
                            works: false,
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
                                        left: Vec::new(),
                                        forced: false,
                                        used: None,
                                        held: false,
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
    fn a_large_window_enlarges_the_stage() {
        let at = |width, height| (scale((width, height)) * 100.0).round();
        assert_eq!(at(664.0, Some(319.0)), 100.0);
        assert_eq!(at(824.0, Some(420.0)), 100.0);
        assert_eq!(at(1300.0, Some(620.0)), 145.0);
        assert_eq!(at(1280.0, Some(560.0)), 137.0);
        assert_eq!(at(390.0, None), 100.0);
    }

    #[test]
    fn a_zone_in_work_gets_the_room() {
        let mut all = view(&[&[7, 4, 4]]);
        let cells = |view: &StageView| {
            let layout = stage(view, 664.0, Some(250.0));
            let zones = &layout.bands[0].zones;
            zones.iter().map(|zone| (zone.grid.detail(), zone.rect.w)).collect::<Vec<_>>()
        };
        assert_eq!(cells(&all)[0].0, Detail::Brief);
        all.pools[0].zones[0].works = true;
        let after = cells(&all);
        check(&all, &stage(&all, 664.0, Some(250.0)));
        assert_eq!(after[0].0, Detail::Full);
        assert!(after[1].1 >= LEAST.0 && after[1].0 >= Detail::Brief, "{after:?}");
    }

    #[test]
    fn an_empty_tray_takes_no_room() {
        let mut all = view(&[&[4]]);
        let tray = |view: &StageView| stage(view, 824.0, Some(420.0)).tray;
        assert_eq!((tray(&all).y, tray(&all).h), (420.0, 0.0));
        all.tray = true;
        assert_eq!((tray(&all).y, tray(&all).h), (356.0, TRAY));
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
