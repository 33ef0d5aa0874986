//! The minimap: the whole stage, small, while only a part is visible.

use super::layout::StageLayout;
use super::surface::{Rect, Seg, Stroke, Surface};
use super::theme::Theme;
use super::view::{StageView, Turn};

const WIDE: f64 = 148.0;
const TALL: f64 = 96.0;
const ROOM: f64 = 8.0;

/// The minimap's rectangle and scale.
pub fn place(whole: &StageLayout, port: Rect) -> (Rect, f64) {
    let scale = (WIDE / whole.port.w.max(1.0)).min(TALL / whole.port.h.max(1.0));
    let (w, h) = (whole.port.w * scale, whole.port.h * scale);
    let rect = Rect::new(port.right() - w - ROOM, port.bottom() - h - ROOM, w, h);
    (rect, scale)
}

/// The point of the whole stage under a point of the minimap.
pub fn hit(whole: &StageLayout, port: Rect, (x, y): (f64, f64)) -> Option<(f64, f64)> {
    let (rect, scale) = place(whole, port);
    let inside = rect.inset(-4.0).contains(x, y);
    inside.then(|| ((x - rect.x) / scale, (y - rect.y) / scale))
}

pub(super) fn draw(
    surface: &mut dyn Surface,
    theme: &Theme,
    view: &StageView,
    whole: &StageLayout,
    port: Rect,
    seen: Rect,
) {
    let (rect, scale) = place(whole, port);
    let ground = [Seg::Round(rect.inset(-4.0), 5.0)];
    surface.fill(&ground, theme.surface);
    surface.stroke(&ground, Stroke::solid(theme.line_2, 1.0));
    let small = |part: Rect| {
        Rect::new(rect.x + part.x * scale, rect.y + part.y * scale, part.w * scale, part.h * scale)
    };
    for (pool, band) in view.pools.iter().zip(&whole.bands) {
        for (zone, place) in pool.zones.iter().zip(&band.zones) {
            let hue = match zone.turn {
                Turn::Done => theme.green.line.faded(0.6),
                Turn::Now => theme.accent.faded(0.4),
                Turn::Waiting => theme.verm.line.faded(0.5),
                Turn::None | Turn::Next => theme.line_2,
            };
            surface.rects(&[small(place.grid.area)], hue);
        }
    }
    surface.clip(rect.inset(-4.0), 5.0);
    let window = small(seen);
    let window = Rect::new(window.x, window.y, window.w.max(5.0), window.h.max(5.0));
    surface.stroke(&[Seg::Round(window, 2.0)], Stroke::solid(theme.surface, 4.0));
    surface.stroke(&[Seg::Round(window, 2.0)], Stroke::solid(theme.accent, 2.0));
    surface.unclip();
}
