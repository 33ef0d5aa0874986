//! How much of a node is requested: bars on a tile, a bar on a small one, a shade of a cell.

use super::surface::{Align, Color, Font, Rect, Seg, Stroke, Surface};
use super::theme::Theme;
use super::view::UsedPart;
use model::utilization::THRESHOLD;

/// The height that the bars take of a tile with all details, and of a smaller one.
pub(super) const BARS: f64 = 13.0;
pub(super) const BAR: f64 = 5.0;

/// Shades of a cell, from nothing requested to everything.
pub(super) const SHADES: u8 = 10;

/// The shade of a share in percent.
pub(super) fn shade(percent: i64) -> u8 {
    (percent.clamp(0, 100) * i64::from(SHADES)).div_euclid(100) as u8
}

/// The colour of a shade.
pub(super) fn color(theme: &Theme, shade: u8) -> Color {
    theme.ink.faded(0.1 + 0.7 * f64::from(shade) / f64::from(SHADES))
}

/// CPU above memory, the tick of the threshold, and the percentage that decides.
pub(super) fn bars(surface: &mut dyn Surface, theme: &Theme, row: Rect, used: UsedPart) {
    let font = Font::sans(10.0, 600);
    let text = format!("{} %", used.percent);
    let words = surface.width(&text, font) + 6.0;
    let (x, y) = (row.right(), row.y + row.h / 2.0);
    surface.text(&text, x, y, font, theme.ink_2, Align::Right);
    let wide = (row.w - words).max(8.0);
    let bar = |y: f64, h: f64| Rect::new(row.x, y, wide, h);
    filled(surface, theme, bar(row.y + 1.0, 4.0), used.cpu, theme.ink_2);
    filled(surface, theme, bar(row.y + 6.5, 3.0), used.memory, theme.ink_3);
    let x = row.x + wide * f64::from(THRESHOLD) / 100.0;
    let tick = [Seg::Move(x, row.y - 1.5), Seg::Line(x, row.y + 11.0)];
    surface.stroke(&tick, Stroke::solid(theme.surface, 3.5));
    surface.stroke(&tick, Stroke::solid(theme.ink, 1.5));
}

/// The share that decides as a single bar, with the tick of the threshold.
pub(super) fn bar(surface: &mut dyn Surface, theme: &Theme, rect: Rect, used: UsedPart) {
    filled(surface, theme, rect, used.percent as f64 / 100.0, theme.ink_2);
    let tick = Rect::new(rect.x + rect.w / 2.0 - 0.5, rect.y - 1.0, 1.0, rect.h + 2.0);
    surface.rects(&[tick], theme.ink);
}

fn filled(surface: &mut dyn Surface, theme: &Theme, rect: Rect, part: f64, color: Color) {
    surface.rects(&[rect], theme.line);
    surface.rects(&[Rect::new(rect.x, rect.y, rect.w * part.clamp(0.0, 1.0), rect.h)], color);
}
