//! The camera: the zoom and the visible part of the stage. Pure: turns a camera and a layout into the visible layout.

use super::fleet;
use super::layout::{StageLayout, ZoneBox};
use super::surface::Rect;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    pub zoom: f64,
    /// The zoomed stage's part left of and above the window, in pixels.
    pub x: f64,
    pub y: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self::HOME
    }
}

/// A place that doesn't depend on the zoom: within a zone, the share of its cells before it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    band: usize,
    zone: usize,
    part: (f64, f64),
    /// Beyond the cells, where nothing scales.
    more: (f64, f64),
}

/// The largest side of a cell: every Pod of a full node is visible.
const LARGEST: f64 = 330.0;
/// The side of a node that is navigated to.
pub const LEGIBLE: f64 = 176.0;

impl Camera {
    /// The whole stage.
    pub const HOME: Self = Self { zoom: 1.0, x: 0.0, y: 0.0 };

    pub fn is_home(self) -> bool {
        self.zoom <= 1.0
    }

    /// Zooms by a factor; what is under the point stays there.
    #[must_use]
    pub fn zoomed(self, base: &StageLayout, at: (f64, f64), factor: f64) -> Self {
        let Some(anchor) = base.seen(self).anchor(at) else {
            return self;
        };
        let zoom = (self.zoom * factor).clamp(1.0, most(base));
        // Nearly the whole stage counts as the whole: it can't be hit exactly.
        let zoom = if zoom < 1.02 { 1.0 } else { zoom };
        Self::holding(base, anchor, at, zoom)
    }

    /// The camera with an anchor at a point of the window.
    pub fn holding(base: &StageLayout, anchor: Anchor, at: (f64, f64), zoom: f64) -> Self {
        let large = base.enlarged(zoom);
        let (x, y) = large.point(anchor).unwrap_or(at);
        let camera = Self { zoom, x: x - at.0, y: y - at.1 };
        camera.kept(&large)
    }

    /// Moves by a number of pixels.
    #[must_use]
    pub fn moved(self, base: &StageLayout, by: (f64, f64)) -> Self {
        let camera = Self { zoom: self.zoom, x: self.x + by.0, y: self.y + by.1 };
        camera.kept(&base.enlarged(self.zoom))
    }

    /// Limits the camera to the stage.
    fn kept(self, large: &StageLayout) -> Self {
        if self.is_home() {
            return Self::HOME;
        }
        let (right, bottom) = large.extent();
        Self {
            zoom: self.zoom,
            x: self.x.clamp(0.0, (right - large.port.w).max(0.0)),
            y: self.y.clamp(0.0, (bottom - large.port.h).max(0.0)),
        }
    }

    /// Centers a cell at a given side length.
    pub fn onto(base: &StageLayout, (band, zone): (usize, usize), cell: u32, side: f64) -> Self {
        let Some(place) = base.bands.get(band).and_then(|band| band.zones.get(zone)) else {
            return Self::HOME;
        };
        let rect = place.grid.cell(cell);
        let zoom = (side / rect.w.min(rect.h).max(0.1)).clamp(1.0, most(base));
        let anchor = anchor_in(place, (band, zone), rect.middle());
        Self::holding(base, anchor, base.port.middle(), zoom)
    }

    /// Zooms to a zone.
    pub fn zone(base: &StageLayout, (band, zone): (usize, usize)) -> Self {
        let Some(place) = base.bands.get(band).and_then(|band| band.zones.get(zone)) else {
            return Self::HOME;
        };
        let rect = place.rect;
        let zoom = (base.port.w / rect.w).min(base.port.h / rect.h);
        let anchor = anchor_in(place, (band, zone), rect.middle());
        let zoom = (zoom * 0.96).clamp(1.0, most(base));
        Self::holding(base, anchor, base.port.middle(), zoom)
    }

    /// A step on the way to another camera. What is in the middle of both moves in a straight line.
    #[must_use]
    pub fn toward(self, to: Self, base: &StageLayout, part: f64) -> Self {
        if part >= 1.0 {
            return to;
        }
        let end = base.port.middle();
        let Some(anchor) = base.seen(if to.is_home() { self } else { to }).anchor(end) else {
            return to;
        };
        let from = base.seen(self).point(anchor).unwrap_or(end);
        let aim = base.seen(to).point(anchor).unwrap_or(end);
        let at = (from.0 + (aim.0 - from.0) * part, from.1 + (aim.1 - from.1) * part);
        let zoom = self.zoom * (to.zoom / self.zoom).powf(part);
        Self::holding(base, anchor, at, zoom)
    }
}

/// The largest zoom of a stage.
pub fn most(base: &StageLayout) -> f64 {
    let zones = base.bands.iter().flat_map(|band| &band.zones);
    // Cells scale with the gaps between them, which are limited to a few pixels.
    let sides = zones.map(|zone| zone.grid.cell.0.min(zone.grid.cell.1) + zone.grid.gap);
    let least = sides.fold(f64::INFINITY, f64::min).max(0.5);
    if least.is_finite() { (LARGEST / least).max(1.0) } else { 1.0 }
}

fn anchor_in(place: &ZoneBox, (band, zone): (usize, usize), at: (f64, f64)) -> Anchor {
    let area = place.grid.area;
    let inside = (at.0.min(area.right()).max(area.x), at.1.min(area.bottom()).max(area.y));
    Anchor {
        band,
        zone,
        part: ((inside.0 - area.x) / area.w.max(0.1), (inside.1 - area.y) / area.h.max(0.1)),
        more: (at.0 - inside.0, at.1 - inside.1),
    }
}

impl StageLayout {
    /// The visible layout: titles of what extends beyond the window stay inside.
    #[must_use]
    pub fn seen(&self, camera: Camera) -> Self {
        if camera.is_home() {
            return self.clone();
        }
        let mut seen = self.enlarged(camera.zoom);
        let port = seen.port;
        for band in &mut seen.bands {
            let shift = |rect: &mut Rect| {
                rect.x -= camera.x;
                rect.y -= camera.y;
            };
            shift(&mut band.head);
            for side in band.sides.iter_mut().flatten() {
                shift(&mut side.rect);
                shift(&mut side.head);
            }
            for zone in &mut band.zones {
                shift(&mut zone.rect);
                shift(&mut zone.head);
                shift(&mut zone.grid.area);
            }
            let low = band.zones.iter().map(|zone| zone.rect.bottom()).fold(0.0, f64::max);
            let own = band.zones.first().map_or(0.0, |zone| zone.head.h);
            stick(&mut band.head, port, 0.0, low - own);
            let top = if band.head.y <= 0.0 { band.head.bottom() } else { 0.0 };
            for side in band.sides.iter_mut().flatten() {
                let low = side.rect.bottom();
                stick(&mut side.head, port, top, low);
            }
            for zone in band.zones.iter_mut().filter(|zone| !zone.beside) {
                let low = zone.rect.bottom();
                stick(&mut zone.head, port, top, low);
            }
        }
        seen
    }

    /// The layout scaled up, with its upper left corner in place.
    fn enlarged(&self, zoom: f64) -> Self {
        let mut large = self.clone();
        if let Some(shape) = self.shape {
            let bands = self.bands.iter();
            let grids: Vec<Vec<_>> =
                bands.map(|band| band.zones.iter().map(|zone| zone.grid).collect()).collect();
            large.bands = fleet::place(shape, &grids, zoom);
            return large;
        }
        let grow =
            |rect: Rect| Rect::new(rect.x * zoom, rect.y * zoom, rect.w * zoom, rect.h * zoom);
        for band in &mut large.bands {
            // Words keep their size, so there is more room for them.
            let tall = band.head.h;
            band.head = grow(band.head);
            band.head.y += band.head.h - tall;
            band.head.h = tall;
            for side in band.sides.iter_mut().flatten() {
                let tall = side.head.h;
                side.rect = grow(side.rect);
                side.head = grow(side.head);
                side.head.h = tall;
            }
            for zone in &mut band.zones {
                let tall = zone.head.h;
                if zone.beside {
                    zone.rect = grow(zone.rect);
                    zone.head = grow(zone.head);
                    let area = grow(zone.grid.area);
                    zone.grid = fleet::enlarged(zone.grid, area, zoom);
                    continue;
                }
                zone.rect = grow(zone.rect);
                zone.head = grow(zone.head);
                zone.head.y += zone.head.h - tall;
                zone.head.h = tall;
                zone.rect = Rect::new(
                    zone.rect.x,
                    zone.head.y,
                    zone.rect.w,
                    zone.rect.bottom() - zone.head.y,
                );
                let area = grow(zone.grid.area);
                zone.grid = fleet::enlarged(zone.grid, area, zoom);
            }
        }
        large
    }

    /// The right and bottom edges of the zones.
    fn extent(&self) -> (f64, f64) {
        let zones = self.bands.iter().flat_map(|band| &band.zones);
        zones.fold((0.0, 0.0), |(right, bottom), zone| {
            (f64::max(right, zone.rect.right()), f64::max(bottom, zone.rect.bottom()))
        })
    }

    /// The anchor at a point: in the zone there, or in the nearest one.
    pub fn anchor(&self, at: (f64, f64)) -> Option<Anchor> {
        let far = |rect: Rect| {
            let x = (rect.x - at.0).max(at.0 - rect.right()).max(0.0);
            let y = (rect.y - at.1).max(at.1 - rect.bottom()).max(0.0);
            x.hypot(y)
        };
        let bands = self.bands.iter().enumerate();
        let zones = bands.flat_map(|(b, band)| {
            let zones = band.zones.iter().enumerate();
            zones.map(move |(z, zone)| ((b, z), zone))
        });
        let (place, zone) = zones.min_by(|a, b| far(a.1.rect).total_cmp(&far(b.1.rect)))?;
        Some(anchor_in(zone, place, at))
    }

    pub fn point(&self, anchor: Anchor) -> Option<(f64, f64)> {
        let area = self.bands.get(anchor.band)?.zones.get(anchor.zone)?.grid.area;
        Some((
            area.x + area.w * anchor.part.0 + anchor.more.0,
            area.y + area.h * anchor.part.1 + anchor.more.1,
        ))
    }

    /// The visible part of the whole stage.
    pub fn window(&self, camera: Camera) -> Option<Rect> {
        let seen = self.seen(camera);
        let corner = |at: (f64, f64)| self.point(seen.anchor(at)?);
        let (left, top) = corner((seen.port.x, seen.port.y))?;
        let (right, bottom) = corner((seen.port.right(), seen.port.bottom()))?;
        let part = Rect::new(left, top, right - left, bottom - top);
        Some(part)
    }
}

/// Keeps a title in the window while its content is visible.
fn stick(head: &mut Rect, port: Rect, top: f64, low: f64) {
    let right = head.right().min(port.right() - 8.0);
    head.x = head.x.max(8.0_f64.min(right));
    head.w = (right - head.x).max(0.0);
    head.y = head.y.max(top).min(low - head.h).max(head.y);
}

#[cfg(test)]
mod tests;
