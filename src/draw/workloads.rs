//! Workloads beside the first pool: of each its mark, its name and its Pods.

use super::marks;
use super::surface::{Align, Font, Surface};
use super::theme::Theme;
use super::view::Legend;

const FONT: Font = Font::sans(11.0, 400);

/// Entries that fit into `max`, and their width.
fn fit(surface: &mut dyn Surface, legend: &[Legend], max: f64) -> (usize, f64) {
    let mut width = 0.0;
    for (n, entry) in legend.iter().enumerate() {
        let more = surface.width(&entry.text, FONT) + 19.0 + 10.0;
        if width + more > max {
            return (n, width);
        }
        width += more;
    }
    (legend.len(), width)
}

pub(super) fn width(surface: &mut dyn Surface, legend: &[Legend], max: f64) -> f64 {
    fit(surface, legend, max).1
}

pub(super) fn draw(
    surface: &mut dyn Surface,
    theme: &Theme,
    legend: &[Legend],
    right: f64,
    y: f64,
    max: f64,
) {
    let (count, width) = fit(surface, legend, max);
    let mut x = right - width + 10.0;
    for entry in legend.iter().take(count) {
        marks::mark(
            surface,
            theme,
            (x, y - 7.5),
            15.0,
            entry.mark,
            marks::Life::Ready,
        );
        surface.text(&entry.text, x + 19.0, y, FONT, theme.ink_2, Align::Left);
        x += surface.width(&entry.text, FONT) + 29.0;
    }
}
