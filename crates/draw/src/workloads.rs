//! The workloads beside the first pool, or above all if there is no room: mark, name and number of Pods of each.

use super::layout::StageLayout;
use super::marks;
use super::surface::{Align, Font, Rect, Surface};
use super::theme::Theme;
use super::view::{Legend, StageView};

const FONT: Font = Font::sans(11.0, 400);
/// Gap between two entries.
const GAP: f64 = 10.0;

/// The number of entries that fit into `max`, and their width.
fn fit(surface: &mut dyn Surface, legend: &[Legend], max: f64) -> (usize, f64) {
    let mut width = 0.0;
    for (n, entry) in legend.iter().enumerate() {
        let more = surface.width(&entry.text, FONT) + 19.0 + GAP;
        if width + more > max {
            return (n, width);
        }
        width += more;
    }
    (legend.len(), width)
}

/// Is there room beside the head of the first pool?
pub(super) fn wide(head: Rect, width: f64) -> bool {
    head.w > 0.8 * width
}

/// The width for them in a pool's title.
pub(super) fn room(head: Rect) -> f64 {
    head.w * 0.5
}

/// Do all of them fit beside the first pool?
pub fn all_beside(surface: &mut dyn Surface, view: &StageView, layout: &StageLayout) -> bool {
    let Some(band) = layout.bands.first() else {
        return true;
    };
    let (count, _) = fit(surface, &view.legend, room(band.head));
    wide(band.head, layout.width) && count == view.legend.len()
}

/// Height of a line of them above the pools.
const LINE: f64 = 20.0;

/// Breaks the entries into lines of the width `max`.
fn lines<'a>(surface: &mut dyn Surface, legend: &'a [Legend], max: f64) -> Vec<&'a [Legend]> {
    let (mut lines, mut rest) = (Vec::new(), legend);
    while !rest.is_empty() {
        let (count, _) = fit(surface, rest, max);
        let (line, after) = rest.split_at(count.max(1));
        lines.push(line);
        rest = after;
    }
    lines
}

/// Their height above the pools.
pub fn height(surface: &mut dyn Surface, legend: &[Legend], max: f64) -> f64 {
    LINE * lines(surface, legend, max + GAP).len() as f64
}

/// Draws all of them from the left.
pub fn above(surface: &mut dyn Surface, theme: &Theme, legend: &[Legend], max: f64) {
    let lines = lines(surface, legend, max + GAP);
    for (n, line) in lines.into_iter().enumerate() {
        row(surface, theme, line, 0.0, LINE * (n as f64 + 0.5));
    }
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
    row(surface, theme, &legend[..count], right - width + GAP, y);
}

fn row(surface: &mut dyn Surface, theme: &Theme, legend: &[Legend], mut x: f64, y: f64) {
    for entry in legend {
        marks::mark(surface, theme, (x, y - 7.5), 15.0, entry.mark, marks::Life::Ready);
        surface.text(&entry.text, x + 19.0, y, FONT, theme.ink_2, Align::Left);
        x += surface.width(&entry.text, FONT) + 19.0 + GAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::PodMark;
    use crate::testing::ListSurface;
    use query::stage::{Letters, Shape};

    #[test]
    fn where_a_line_is_full_the_next_one_begins() {
        let mut surface = ListSurface::default();
        let entry = |name: &str| Legend {
            mark: PodMark { shape: Shape::Circle, hue: 0, letters: Letters(*b"we") },
            text: name.to_owned(),
        };
        let legend = ["web 5", "api 3", "a-name-that-alone-is-too-long 1", "log 5"].map(entry);
        let mut said = |max: f64| {
            let lines = lines(&mut surface, &legend, max);
            lines.iter().map(|line| line.len()).collect::<Vec<_>>()
        };
        assert_eq!(said(1000.0), [4]);
        assert_eq!(said(140.0), [2, 1, 1]);
        assert_eq!(said(10.0), [1, 1, 1, 1]);
    }
}
