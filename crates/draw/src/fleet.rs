//! Layout for very many nodes: pools in columns or rows, zones likewise, by the layout with the largest cells.
//! Zooming enlarges only the cells; titles and gaps keep their size. Cells are aligned to whole pixels: with three pixels,
//! only that makes them squares.

use super::layout::boxes::{self, Arrangement, Band, GAP, Grid, StageLayout, ZoneBox};
use super::surface::Rect;
use super::view::{StageView, ZoneView};

const HEAD: f64 = 24.0;
const ZONE_HEAD: f64 = 20.0;
const PAD: f64 = 6.0;
/// Gap between pools side by side.
const APART: f64 = 10.0;
/// Height of the busy slots and of the tray, one line each.
const SLOTS: f64 = 22.0;
const TRAY: f64 = 30.0;
/// A narrower zone has no room for its name.
const NAMED: f64 = 120.0;
/// The smallest pitch at which cells can be told apart, and the largest, beyond which tiles are used.
const SMALL: u32 = 3;
const LARGE: u32 = 37;

/// The area of each zone's cells, by pool and zone.
type Areas = Vec<Vec<(f64, f64)>>;
/// The number of cells of each zone in the layout, by pool and zone.
type Cells = Vec<Vec<u32>>;
type Grids = Vec<Vec<Grid>>;

pub(super) fn stage(view: &StageView, width: f64, height: Option<f64>) -> StageLayout {
    let room = height.map(|height| height - TRAY - GAP - SLOTS - GAP);
    let cells = cells(view);
    let (shape, grids) = match room {
        Some(room) => best(&cells, width, room),
        None => {
            let shape = Arrangement { columns: 1, stacked: true };
            (shape, grids(&cells, &flowing(&cells, width)))
        }
    };
    let bands = place(shape, &grids, 1.0);
    let low = bottom(&bands);
    let y = match height {
        Some(height) => height - TRAY,
        None => low + GAP + SLOTS + GAP,
    };
    let (tray, outside) = boxes::tray(view, width, y, TRAY);
    let slots = Rect::new(0.0, y - GAP - SLOTS, width, SLOTS);
    StageLayout {
        width,
        height: y + TRAY + if height.is_some() { 0.0 } else { GAP },
        bands,
        tray,
        pitch: boxes::WAITING_PITCH,
        outside,
        port: Rect::new(0.0, 0.0, width, slots.y - GAP / 2.0),
        slots: Some(slots),
        shape: Some(shape),
    }
}

/// Lays out zones of nearly the largest size with as many cells as the largest, so that nothing moves when the number of
/// additional nodes becomes known.
fn cells(view: &StageView) -> Cells {
    let zones = view.pools.iter().flat_map(|pool| &pool.zones);
    let most = zones.map(|zone| zone.cells).max().unwrap_or(1);
    let cells = |zone: &ZoneView| {
        if zone.cells >= most - most / 16 { most.max(1) } else { zone.cells.max(1) }
    };
    let pools = view.pools.iter();
    pools.map(|pool| pool.zones.iter().map(cells).collect()).collect()
}

fn grids(cells: &Cells, areas: &Areas) -> Grids {
    let pools = cells.iter().zip(areas);
    pools
        .map(|(cells, areas)| {
            let zones = cells.iter().zip(areas);
            zones.map(|(cells, (w, h))| grid(Rect::new(0.0, 0.0, *w, *h), *cells)).collect()
        })
        .collect()
}

/// The grid with the largest cells on whole pixels; unaligned if they are larger or smaller than cells should be.
fn grid(area: Rect, cells: u32) -> Grid {
    let whole = |pitch: u32| {
        let columns = (area.w / f64::from(pitch)).floor().max(1.0) as u32;
        let rows = cells.div_ceil(columns);
        (f64::from(rows * pitch) <= area.h + 0.5 && f64::from(pitch) <= area.w).then_some(columns)
    };
    let pitches = (SMALL..=LARGE).rev();
    let largest = pitches.filter_map(|pitch| Some((pitch, whole(pitch)?))).next();
    let Some((pitch, columns)) = largest.filter(|(pitch, _)| *pitch < LARGE) else {
        return boxes::grid(area, cells);
    };
    // However small, each cell is visible.
    let gap = if pitch > 15 { 3.0 } else { 1.0 };
    let side = f64::from(pitch) - gap;
    Grid { area, columns, cell: (side, side), gap }
}

fn bottom(bands: &[Band]) -> f64 {
    let zones = bands.iter().flat_map(|band| &band.zones);
    zones.map(|zone| zone.rect.bottom()).fold(0.0, f64::max)
}

/// The arrangement whose smallest cell is the largest.
fn best(cells: &Cells, width: f64, room: f64) -> (Arrangement, Grids) {
    let mut best: Option<(f64, Arrangement, Grids)> = None;
    for columns in 1..=cells.len().max(1) {
        for stacked in [false, true] {
            let shape = Arrangement { columns, stacked };
            let areas = areas(cells, shape, width, room);
            let grids = grids(cells, &areas);
            let all = || grids.iter().flatten();
            let pitch = all().map(|grid| grid.cell.0.min(grid.cell.1) + grid.gap);
            // With equal cells the one with more room around them.
            let side = all().map(|grid| (grid.area.w * grid.area.h).sqrt());
            let narrow = all().map(|grid| (grid.area.w / NAMED).min(1.0));
            let least =
                |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
            let mut score = least(&mut pitch.into_iter()) + least(&mut side.into_iter()) * 1e-4;
            score *= least(&mut narrow.into_iter());
            // Rows of pools are easier to read: columns must be worth it.
            if columns == 1 && !stacked {
                score *= 1.15;
            }
            if best.as_ref().is_none_or(|(other, ..)| score > *other) {
                best = Some((score, shape, grids));
            }
        }
    }
    best.map_or_else(
        || {
            let shape = Arrangement { columns: 1, stacked: false };
            (shape, Vec::new())
        },
        |(_, shape, grids)| (shape, grids),
    )
}

fn areas(cells: &Cells, shape: Arrangement, width: f64, room: f64) -> Areas {
    let columns = shape.columns as f64;
    let wide = (width - APART * (columns - 1.0)) / columns;
    let rows: Vec<&[Vec<u32>]> = cells.chunks(shape.columns).collect();
    let count = |zones: &Vec<u32>| zones.len().max(1) as f64;
    let fixed = |pools: &[Vec<u32>]| {
        let most = pools.iter().map(count).fold(1.0, f64::max);
        let boxes = if shape.stacked { most } else { 1.0 };
        HEAD + boxes * (ZONE_HEAD + PAD + GAP)
    };
    let share = |zones: &Vec<u32>| {
        let cells = zones.iter().copied();
        f64::from(if shape.stacked { cells.sum() } else { cells.fold(1, u32::max) })
    };
    let weight = |pools: &[Vec<u32>]| pools.iter().map(share).fold(1.0, f64::max);
    let all_fixed: f64 = rows.iter().map(|row| fixed(row)).sum();
    let all_weight: f64 = rows.iter().map(|row| weight(row)).sum();
    // Nothing is below the last row.
    let tall = (room + GAP - all_fixed).max(8.0 * rows.len() as f64);
    let side = |side: f64| side.floor().max(4.0);
    let mut out = Vec::new();
    for row in rows {
        let inner = tall * weight(row) / all_weight;
        for zones in row {
            let total = f64::from(zones.iter().sum::<u32>());
            let gaps = GAP * (count(zones) - 1.0) + 2.0 * PAD * count(zones);
            out.push(
                zones
                    .iter()
                    .map(|cells| {
                        let part = f64::from(*cells) / total;
                        if shape.stacked {
                            (side(wide - 2.0 * PAD), side(inner * part))
                        } else {
                            (side((wide - gaps) * part), side(inner))
                        }
                    })
                    .collect(),
            );
        }
    }
    out
}

/// On scrolling pages, cells are large enough for fingers, or smaller if there are too many.
fn flowing(cells: &Cells, width: f64) -> Areas {
    let all: u32 = cells.iter().flatten().sum();
    let pitch = if all > 2000 { 5.0 } else { 9.0 };
    let inner = (width - 2.0 * PAD).max(pitch);
    let columns = (inner / pitch).floor().max(1.0);
    let area = |cells: &u32| (inner, (f64::from(*cells) / columns).ceil() * pitch);
    let pools = cells.iter();
    pools.map(|zones| zones.iter().map(area).collect()).collect()
}

/// Places zones with these grids, scaled by `zoom`, beside and below one another.
pub(super) fn place(shape: Arrangement, grids: &[Vec<Grid>], zoom: f64) -> Vec<Band> {
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
                    beside: false,
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
            bands.push(Band { head: Rect::new(x, y, right - x, HEAD), sides: None, zones });
            x = right + APART;
        }
        y = low + GAP;
    }
    bands
}

/// Scales cells with the area, and gaps up to a limit.
pub(super) fn enlarged(grid: Grid, area: Rect, zoom: f64) -> Grid {
    // Touching cells separate as they grow.
    let gap = (grid.gap * zoom + 0.2 * (zoom - 1.0)).min(grid.gap.max(6.0));
    let side = |cell: f64| ((cell + grid.gap) * zoom - gap).max(0.5);
    Grid { area, columns: grid.columns, cell: (side(grid.cell.0), side(grid.cell.1)), gap }
}
