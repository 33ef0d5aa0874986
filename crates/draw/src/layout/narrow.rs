//! The layout of a narrow, scrolling page: one column, every box as high as its tiles need.

use super::boxes::{Band, GAP, HEAD, StageLayout, ZONE_HEAD, flowing, foot, pitch, tray};
use crate::sides;
use crate::surface::Rect;
use crate::view::StageView;

/// Stacks the zones, each as high as its tiles need.
pub(super) fn narrow(view: &StageView, width: f64) -> StageLayout {
    let mut y = 0.0;
    let mut bands = Vec::new();
    for pool in &view.pools {
        let head = Rect::new(0.0, y, width, HEAD);
        y += HEAD;
        if pool.sides.is_some() {
            let (band, below) = sides::stacked(pool, head, y, width);
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
        bands.push(Band { head, sides: None, zones });
    }
    let foot = foot(view);
    let (tray, outside) = tray(view, width, y, (foot - GAP).max(0.0));
    StageLayout {
        width,
        height: y + foot,
        bands,
        tray,
        pitch: pitch(view, tray),
        outside,
        port: Rect::new(0.0, 0.0, width, y),
        slots: None,
        shape: None,
    }
}
