//! Node lanes, with a bar for each state, and the marks of cut quiet stretches.

use super::scene::{LaneKind, LanePen, NARROW, Room, Scene};
use super::view::ZoneRow;
use crate::detail::Detail;
use crate::ground::{hue, stripes};
use crate::surface::{Font, Rect, Seg, Stroke, Surface, fit};
use crate::theme::Theme;
use crate::timeline::axis::{Axis, Viewport};
use base::order::sort_by;
use query::stage::TileState;
use std::ops::Range;

pub(super) const LANE: LaneKind = LaneKind {
    count: |view| view.zones.len(),
    title: |view, n| &view.zones[n].title,
    subject: |view, n| view.zones.get(n).map(|zone| zone.subject),
    height: |view, n, room| height(&view.zones[n], room),
    draw,
};

const ZONE: f64 = 38.0;
/// The most height of a node's row.
const ROW: f64 = 8.0;
const THIN_ZONE: f64 = 15.0;
const LEAST_ZONE: f64 = 22.0;
/// On a narrow screen.
const NARROW_ZONE: f64 = 30.0;

/// A lane is as high as its bars need, but for its title and numbers.
fn height(row: &ZoneRow, room: &Room) -> f64 {
    let (least, share) = match room.narrow {
        true => (NARROW_ZONE, NARROW_ZONE),
        false => (if room.many { THIN_ZONE } else { LEAST_ZONE }, room.share),
    };
    let needs = (f64::from(row.rows) * ROW + 8.0).clamp(ZONE.min(share), ZONE * 2.8);
    needs.min(share).max(least)
}

fn draw(pen: &mut LanePen<'_>, n: usize) {
    let (view, theme, rect) = (pen.scene.view, pen.theme, pen.rect);
    let row = &view.zones[n];
    let stack = NodeRowLayout::of(rect, row.rows);
    pen.surface.clip(rect, 0.0);
    // One call per look, however many bars there are; the most important are on top.
    for look in TileState::ALL.into_iter().rev() {
        let bars = stack.bars(pen, row, look);
        if bars.is_empty() {
            continue;
        }
        if stack.per * row.per > 1 {
            pen.surface.rects(&bars, theme.surface);
        }
        let hue = hue(theme, look);
        match look {
            TileState::ReadyOld => pen.surface.rects(&bars, theme.line_2),
            TileState::ReadyNew => pen.surface.rects(&bars, hue.line.faded(0.62)),
            TileState::Deleting => pen.surface.rects(&bars, hue.line),
            TileState::Blocked | TileState::NotReady => pen.surface.rects(&bars, hue.line),
            TileState::Starting => {
                pen.surface.rects(&bars, hue.fill);
                edges(pen.surface, &bars, Stroke::dashed(hue.line, 1.0));
            }
            TileState::Draining | TileState::Cordoned => {
                pen.surface.rects(&bars, hue.fill);
                for bar in &bars {
                    stripes(pen.surface, *bar, 0.0, hue.line, Detail::Cell);
                }
            }
            TileState::Recreating => {
                let line: Vec<Seg> = bars
                    .iter()
                    .flat_map(|bar| {
                        let y = bar.y + bar.h / 2.0;
                        [Seg::Move(bar.x, y), Seg::Line(bar.right(), y)]
                    })
                    .collect();
                pen.surface.stroke(&line, Stroke::dotted(hue.line, stack.height));
            }
        }
    }
    pen.surface.unclip();
}

/// How a zone's rows are laid out in its lane. If there are too many, rows are drawn over one another: thinner ones
/// would lose their pattern and be distinguished by hue alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeRowLayout {
    top: f64,
    step: f64,
    height: f64,
    /// Nodes per drawn row.
    per: u32,
    rows: u32,
}

/// The least height of a row, with its gap.
const THIN: f64 = 2.8;

impl NodeRowLayout {
    pub fn of(rect: Rect, rows: u32) -> Self {
        let rows = rows.max(1);
        let room = (rect.h - 6.0).max(THIN);
        let per = rows.div_ceil((room / THIN) as u32);
        let drawn = rows.div_ceil(per);
        let step = (room / f64::from(drawn)).min(ROW);
        Self {
            top: rect.y + (rect.h - step * f64::from(drawn)) / 2.0,
            step,
            height: (step - 1.5).max(step * 0.7),
            per,
            rows,
        }
    }

    /// The nodes' rows at a height.
    pub fn at(self, y: f64) -> Option<Range<u32>> {
        let drawn = ((y - self.top) / self.step).floor();
        if drawn < 0.0 {
            return None;
        }
        let first = (drawn as u32).saturating_mul(self.per);
        (first < self.rows).then(|| first..(first + self.per).min(self.rows))
    }

    /// The top and height of a node's row.
    pub(super) fn place(self, row: u32) -> (f64, f64) {
        (self.top + self.step * f64::from(row / self.per), self.height)
    }

    /// The visible bars of one look; touching bars of one row are merged.
    fn bars(self, pen: &LanePen<'_>, row: &ZoneRow, look: TileState) -> Vec<Rect> {
        let rect = pen.rect;
        let mut found: Vec<(u32, Rect)> = row
            .bars
            .iter()
            .filter(|bar| bar.look == look)
            .filter_map(|part| {
                let place = pen.bar((part.from_ms, part.to_ms), 0.0, self.height);
                let drawn = part.row / self.per;
                let (y, _) = self.place(part.row);
                (place.right() >= rect.x && place.x <= rect.right())
                    .then_some((drawn, Rect { y, ..place }))
            })
            .collect();
        if self.per == 1 {
            return found.into_iter().map(|(_, bar)| bar).collect();
        }
        sort_by(&mut found, |(a, left), (b, right)| a.cmp(b).then(left.x.total_cmp(&right.x)));
        let mut bars: Vec<Rect> = Vec::new();
        for (_, bar) in found {
            match bars.last_mut() {
                Some(last) if last.y == bar.y && bar.x <= last.right() => {
                    last.w = last.w.max(bar.right() - last.x);
                }
                _ => bars.push(bar),
            }
        }
        bars
    }
}

fn edges(surface: &mut dyn Surface, bars: &[Rect], stroke: Stroke) {
    let path: Vec<Seg> = bars.iter().map(|bar| Seg::Round(bar.inset(0.5), 0.0)).collect();
    surface.stroke(&path, stroke);
}

/// The visible cuts of quiet stretches, as left and right edges.
pub(crate) fn cuts(scene: &Scene<'_>, field: Rect) -> Vec<(f64, f64)> {
    let quiet = scene.axis.stretches.iter().filter(|stretch| stretch.quiet);
    quiet
        .map(|stretch| {
            let (left, right) =
                (scene.window.x(stretch.from, field), scene.window.x(stretch.to, field));
            let middle = left.midpoint(right);
            (middle - CUT / 2.0, middle + CUT / 2.0)
        })
        .collect()
}

/// The parts of a bar between cuts. A label over a cut would be divided.
pub(crate) fn unbroken(cuts: &[(f64, f64)], from: f64, to: f64) -> Vec<(f64, f64)> {
    let mut parts = Vec::new();
    let mut left = from;
    for (cut, end) in cuts {
        if *cut < to && *end > left {
            parts.push((left, *cut));
            left = end + ZIGZAG;
        }
    }
    parts.push((left, to));
    parts.retain(|(from, to)| to > from);
    parts
}

/// The place of a label: the first form that fits, where it first fits; else as much of the last form as
/// fits into the longest stretch. `around` is the margin.
pub(crate) fn label(
    surface: &mut dyn Surface,
    parts: &[(f64, f64)],
    forms: &[&str],
    around: f64,
    font: Font,
) -> Option<(String, f64, f64)> {
    for form in forms {
        let width = surface.width(form, font);
        let has_room = |(from, to): &&(f64, f64)| width <= to - from - around;
        if let Some((from, _)) = parts.iter().find(has_room) {
            return Some(((*form).to_owned(), *from, width));
        }
    }
    let room = |(from, to): &(f64, f64)| to - from;
    let longest = parts.iter().max_by(|a, b| room(a).total_cmp(&room(b)))?;
    let (text, width) = fit(surface, forms.last()?, room(longest) - around, font);
    Some((text, longest.0, width))
}

/// Width of a cut.
const CUT: f64 = 18.0;
/// The amplitude of its edge.
const ZIGZAG: f64 = 3.0;

/// Draws the cuts of quiet stretches: two zigzag lines with the length between them, where no title of a lane crosses it.
pub(crate) fn breaks(pen: &mut LanePen<'_>) {
    let (scene, field, theme) = (pen.scene, pen.rect, pen.theme);
    let quiet = scene.axis.stretches.iter().filter(|stretch| stretch.quiet);
    for (stretch, (left, right)) in quiet.zip(pen.cuts) {
        if *right < field.x || *left > field.right() {
            continue;
        }
        pen.surface.clip(field, 0.0);
        zigzags(pen.surface, theme, Rect::new(*left, 0.0, CUT, field.h));
        if scene.width >= NARROW {
            let text = (scene.quiet)(stretch.to_ms - stretch.from_ms);
            let (x, y, font) = (left.midpoint(*right), field.h / 2.0, Font::sans(10.0, 400));
            pen.surface.upright(&text, x, y, font, theme.ink_2);
        }
        pen.surface.unclip();
    }
}

/// Moves the place of a unit out of the mark of a quiet stretch, whose words would be crossed.
pub fn beside_marks(axis: &Axis, window: Viewport, field: Rect, unit: f64) -> f64 {
    let x = window.x(unit, field);
    let middles = axis.stretches.iter().filter(|stretch| stretch.quiet);
    let mut middles = middles.map(|one| window.x(one.from.midpoint(one.to), field));
    let crossed = middles.find(|middle| (middle - x).abs() < CUT / 2.0);
    crossed.map_or(x, |middle| middle + (CUT / 2.0).copysign(x - middle))
}

/// A cut of the axis, between its two edges.
pub(crate) fn zigzags(surface: &mut dyn Surface, theme: &Theme, band: Rect) {
    surface.rects(&[band], theme.surface_2);
    for x in [band.x, band.right()] {
        surface.stroke(&zigzag(x, band), Stroke::solid(theme.line_2, 1.0));
    }
}

fn zigzag(x: f64, band: Rect) -> Vec<Seg> {
    let mut path = vec![Seg::Move(x, band.y)];
    let (mut y, mut out) = (band.y, true);
    while y < band.bottom() {
        y += 6.0;
        path.push(Seg::Line(if out { x + ZIGZAG } else { x }, y));
        out = !out;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ListSurface;
    use expect_test::expect;

    #[test]
    fn a_label_is_drawn_where_no_cut_breaks_it() {
        let mut surface = ListSurface::default();
        let font = Font::sans(10.0, 500);
        let forms = ["DRAINING_BLUE_POOL", "BLUE"];
        let mut at = |cuts: &[(f64, f64)], to: f64| {
            let parts = unbroken(cuts, 0.0, to);
            let label = label(&mut surface, &parts, &forms, 10.0, font);
            label.map(|(text, x, _)| format!("{text} {x}")).unwrap_or_default()
        };
        let wide = 400.0;
        let said = [
            at(&[], wide),
            at(&[(300.0, 318.0)], wide),
            at(&[(40.0, 58.0)], wide),
            at(&[(40.0, 58.0)], 120.0),
            at(&[(15.0, 33.0)], 60.0),
            at(&[(0.0, 60.0)], 60.0),
        ];
        expect![[r#"
            DRAINING_BLUE_POOL 0
            DRAINING_BLUE_POOL 0
            DRAINING_BLUE_POOL 61
            BLUE 0
            B… 36
        "#]]
        .assert_eq(&said.join("\n"));
    }

    #[test]
    fn the_playhead_stands_beside_the_mark_of_a_quiet_stretch() {
        let axis = Axis::over(&[(600_000, 86_400_000)], 0, 87_000_000);
        let (whole, field) = (axis.whole(), Rect::new(152.0, 0.0, 700.0, 40.0));
        let quiet = axis.stretches[1];
        let middle = whole.x(quiet.from.midpoint(quiet.to), field);
        let at =
            |by: f64| beside_marks(&axis, whole, field, whole.unit(middle + by, field)) - middle;
        assert!((at(-2.0) + CUT / 2.0).abs() < 0.01);
        assert!((at(2.0) - CUT / 2.0).abs() < 0.01);
        assert!((at(-40.0) + 40.0).abs() < 0.01);
    }

    #[test]
    fn rows_without_room_lie_on_one_another() {
        let lane = |h: f64| Rect::new(0.0, 100.0, 400.0, h);
        let few = NodeRowLayout::of(lane(38.0), 7);
        assert_eq!(few.per, 1);
        assert_eq!(few.at(100.0), None);
        assert_eq!(few.at(104.0), Some(0..1));
        assert_eq!(few.at(134.0), Some(6..7));
        let many = NodeRowLayout::of(lane(22.0), 12);
        assert_eq!(many.per, 3);
        assert_eq!(many.at(104.0), Some(0..3));
        assert_eq!(many.at(118.0), Some(9..12));
        assert!(NodeRowLayout::of(lane(22.0), 1000).height > 1.9);
    }
}
