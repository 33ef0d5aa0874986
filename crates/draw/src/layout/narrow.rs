//! Where the page scrolls: one column, every box as high as its tiles need.

use super::super::halves;
use super::super::surface::Rect;
use super::super::view::StageView;
use super::{Band, GAP, Grid, HEAD, StageLayout, TRAY, ZONE_HEAD, ZoneBox, tray};

/// One column: zones below one another, as high as their tiles need.
pub(super) fn narrow(view: &StageView, width: f64) -> StageLayout {
    let mut y = 0.0;
    let mut bands = Vec::new();
    for pool in &view.pools {
        let head = Rect::new(0.0, y, width, HEAD);
        y += HEAD;
        if pool.halves.is_some() {
            let (band, below) = halves::stacked(pool, head, y, width);
            bands.push(band);
            y = below;
            continue;
        }
        let mut zones = Vec::new();
        for zone in &pool.zones {
            let place = Rect::new(0.0, y, width, 0.0);
            let zone = flowing(place, ZONE_HEAD, zone.cells, 0);
            y = zone.rect.bottom() + GAP;
            zones.push(zone);
        }
        bands.push(Band {
            head,
            halves: None,
            zones,
        });
    }
    let (tray, outside) = tray(view, width, y, TRAY);
    StageLayout {
        width,
        height: y + TRAY + GAP,
        bands,
        tray,
        outside,
        port: Rect::new(0.0, 0.0, width, y),
        slots: None,
        shape: None,
    }
}

/// A box as wide as it may be and as high as its cells need; tiles are as large as those of `all` of them.
pub(in super::super) fn flowing(place: Rect, title: f64, cells: u32, all: u32) -> ZoneBox {
    let cells = cells.max(1);
    let inner = place.w - 16.0;
    let (gap, cell) = match all.max(cells) {
        0..=24 => {
            let columns = (inner / 108.0).floor().max(2.0);
            (6.0, ((inner - 6.0 * (columns - 1.0)) / columns, 92.0))
        }
        25..=60 => {
            let columns = (inner / 78.0).floor().max(2.0);
            (6.0, ((inner - 6.0 * (columns - 1.0)) / columns, 40.0))
        }
        61..=300 => (3.0, (24.0, 24.0)),
        _ => (1.0, (8.0, 8.0)),
    };
    let columns = ((inner + gap) / (cell.0 + gap)).floor().max(1.0) as u32;
    let rows = f64::from(cells.div_ceil(columns));
    let tall = title + rows * cell.1 + (rows - 1.0) * gap + 8.0;
    let (x, y) = (place.x + 8.0, place.y);
    ZoneBox {
        rect: Rect::new(place.x, y, place.w, tall),
        head: Rect::new(x, y, inner, title),
        beside: false,
        grid: Grid {
            area: Rect::new(x, y + title, inner, tall - title - 8.0),
            columns,
            cell,
            gap,
        },
    }
}
