//! Where very many nodes stand: pools in columns or below one another, zones likewise, whichever makes cells larger.
//! Only the cells grow when one zooms in; titles and gaps stay as they are.

use super::layout::{self, Band, GAP, StageLayout, TRAY, ZoneBox};
use super::surface::Rect;
use super::view::StageView;

/// How pools and zones stand to one another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// Pools side by side.
    columns: usize,
    /// Are the zones of a pool below one another?
    stacked: bool,
}

const HEAD: f64 = 24.0;
const ZONE_HEAD: f64 = 20.0;
const PAD: f64 = 6.0;
/// Between pools that stand side by side.
const APART: f64 = 14.0;
/// Height of the slots at work.
pub const SLOTS: f64 = 26.0;

/// The area of each zone's cells, by pool and zone.
type Areas = Vec<Vec<(f64, f64)>>;

pub(super) fn stage(view: &StageView, width: f64, height: Option<f64>) -> StageLayout {
    let (shape, areas) = match height {
        Some(height) => {
            let room = height - TRAY - GAP - SLOTS - GAP;
            best(view, width, room)
        }
        None => (
            Shape {
                columns: 1,
                stacked: true,
            },
            flowing(view, width),
        ),
    };
    let grids: Vec<Vec<layout::Grid>> = view
        .pools
        .iter()
        .zip(&areas)
        .map(|(pool, areas)| {
            let zones = pool.zones.iter().zip(areas);
            zones
                .map(|(zone, area)| layout::grid(Rect::new(0.0, 0.0, area.0, area.1), zone.cells))
                .collect()
        })
        .collect();
    let bands = place(shape, &grids, 1.0);
    let low = bottom(&bands);
    let y = match height {
        Some(height) => height - TRAY,
        None => low + GAP + SLOTS + GAP,
    };
    let (tray, outside) = layout::tray(view, width, y);
    let slots = Rect::new(0.0, y - GAP - SLOTS, width, SLOTS);
    StageLayout {
        width,
        height: y + TRAY + if height.is_some() { 0.0 } else { GAP },
        bands,
        tray,
        outside,
        port: Rect::new(0.0, 0.0, width, slots.y - GAP / 2.0),
        slots: Some(slots),
        shape: Some(shape),
    }
}

fn bottom(bands: &[Band]) -> f64 {
    let zones = bands.iter().flat_map(|band| &band.zones);
    zones.map(|zone| zone.rect.bottom()).fold(0.0, f64::max)
}

/// The shape whose smallest cell is the largest.
fn best(view: &StageView, width: f64, room: f64) -> (Shape, Areas) {
    let pools = view.pools.len().max(1);
    let mut best: Option<(f64, Shape, Areas)> = None;
    for columns in 1..=pools {
        for stacked in [false, true] {
            let shape = Shape { columns, stacked };
            let areas = areas(view, shape, width, room);
            let cells = view.pools.iter().zip(&areas).flat_map(|(pool, areas)| {
                let zones = pool.zones.iter().zip(areas);
                // The side of a cell, as far as the area says it.
                zones.map(|(zone, (w, h))| (w * h / f64::from(zone.cells.max(1))).sqrt())
            });
            let least = cells.fold(f64::INFINITY, f64::min);
            // Rows of pools are read more easily: columns must gain something.
            let score = if columns == 1 && !stacked {
                least * 1.15
            } else {
                least
            };
            if best.as_ref().is_none_or(|(other, ..)| score > *other) {
                best = Some((score, shape, areas));
            }
        }
    }
    best.map_or_else(
        || {
            let shape = Shape {
                columns: 1,
                stacked: false,
            };
            (shape, Vec::new())
        },
        |(_, shape, areas)| (shape, areas),
    )
}

fn areas(view: &StageView, shape: Shape, width: f64, room: f64) -> Areas {
    let columns = shape.columns as f64;
    let wide = (width - APART * (columns - 1.0)) / columns;
    let rows: Vec<&[super::view::PoolView]> = view.pools.chunks(shape.columns).collect();
    let count = |pool: &super::view::PoolView| pool.zones.len().max(1) as f64;
    let fixed = |pools: &[super::view::PoolView]| {
        let most = pools.iter().map(count).fold(1.0, f64::max);
        let boxes = if shape.stacked { most } else { 1.0 };
        HEAD + boxes * (ZONE_HEAD + PAD + GAP)
    };
    let cells = |pool: &super::view::PoolView| {
        let zones = pool.zones.iter().map(|zone| f64::from(zone.cells.max(1)));
        if shape.stacked {
            zones.sum()
        } else {
            zones.fold(1.0, f64::max)
        }
    };
    let weight = |pools: &[super::view::PoolView]| pools.iter().map(cells).fold(1.0, f64::max);
    let all_fixed: f64 = rows.iter().map(|row| fixed(row)).sum();
    let all_weight: f64 = rows.iter().map(|row| weight(row)).sum();
    let tall = (room - all_fixed).max(8.0 * rows.len() as f64);
    let mut out = Vec::new();
    for row in rows {
        let inner = tall * weight(row) / all_weight;
        for pool in row {
            let total: f64 = pool
                .zones
                .iter()
                .map(|zone| f64::from(zone.cells.max(1)))
                .sum();
            let gaps = GAP * (count(pool) - 1.0) + 2.0 * PAD * count(pool);
            out.push(
                pool.zones
                    .iter()
                    .map(|zone| {
                        let part = f64::from(zone.cells.max(1)) / total;
                        if shape.stacked {
                            ((wide - 2.0 * PAD).max(4.0), (inner * part).max(4.0))
                        } else {
                            (((wide - gaps) * part).max(4.0), inner.max(4.0))
                        }
                    })
                    .collect(),
            );
        }
    }
    out
}

/// Where the page scrolls, cells are as large as a finger can tell apart, or smaller where they are too many.
fn flowing(view: &StageView, width: f64) -> Areas {
    let zones = view.pools.iter().flat_map(|pool| &pool.zones);
    let all: u32 = zones.map(|zone| zone.cells).sum();
    let pitch = if all > 2000 { 5.0 } else { 9.0 };
    let inner = (width - 2.0 * PAD).max(pitch);
    let columns = (inner / pitch).floor().max(1.0);
    let area = |cells: u32| (inner, (f64::from(cells.max(1)) / columns).ceil() * pitch);
    let pools = view.pools.iter();
    pools
        .map(|pool| pool.zones.iter().map(|zone| area(zone.cells)).collect())
        .collect()
}

/// Puts zones with these grids, enlarged, beside and below one another.
pub(super) fn place(shape: Shape, grids: &[Vec<layout::Grid>], zoom: f64) -> Vec<Band> {
    let mut bands = Vec::with_capacity(grids.len());
    let mut y = 0.0;
    for row in grids.chunks(shape.columns) {
        let (mut x, mut low) = (0.0, y);
        for grids in row {
            let (mut right, mut zx, mut zy) = (x, x, y + HEAD);
            let mut zones = Vec::with_capacity(grids.len());
            for grid in grids {
                let (w, h) = (grid.area.w * zoom, grid.area.h * zoom);
                let rect = Rect::new(zx, zy, w + 2.0 * PAD, ZONE_HEAD + h + PAD);
                let area = Rect::new(zx + PAD, zy + ZONE_HEAD, w, h);
                zones.push(ZoneBox {
                    rect,
                    head: Rect::new(area.x, zy, w, ZONE_HEAD),
                    grid: enlarged(*grid, area, zoom),
                });
                right = f64::max(right, rect.right());
                low = f64::max(low, rect.bottom());
                if shape.stacked {
                    zy = rect.bottom() + GAP;
                } else {
                    zx = rect.right() + GAP;
                }
            }
            bands.push(Band {
                head: Rect::new(x, y, right - x, HEAD),
                zones,
            });
            x = right + APART;
        }
        y = low + GAP;
    }
    bands
}

/// Cells grow with the area; the gaps between them only so far.
pub(super) fn enlarged(grid: layout::Grid, area: Rect, zoom: f64) -> layout::Grid {
    let gap = (grid.gap * zoom).min(grid.gap.max(6.0));
    let side = |cell: f64| ((cell + grid.gap) * zoom - gap).max(0.5);
    layout::Grid {
        area,
        columns: grid.columns,
        cell: (side(grid.cell.0), side(grid.cell.1)),
        gap,
    }
}
