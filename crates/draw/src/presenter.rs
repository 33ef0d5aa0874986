//! The presenter's chart: the number of nodes over the run, and its moments as numbered circles, to be read from far away.

use super::surface::{Align, Font, Rect, Seg, Stroke, Surface};
use super::theme::Theme;
use super::timeline::axis::Axis;
use base::Steps;

/// What the chart shows.
pub struct PresenterChart<'a> {
    /// `6 nodes`, and below it the extremes.
    pub title: [String; 2],
    pub nodes: &'a Steps,
    pub axis: &'a Axis,
    pub at_ms: f64,
    /// The instants of the moments, in milliseconds.
    pub moments: &'a [f64],
    /// The moment at or before the playhead.
    pub current: Option<usize>,
}

/// The height for which sizes are given, in pixels; everything grows with the chart.
const HEIGHT: f64 = 132.0;
/// The radius of a moment.
const RADIUS: f64 = 15.0;

/// A chart of a size in pixels.
#[derive(Clone, Copy)]
pub struct PresenterFrame {
    pub width: f64,
    pub height: f64,
}

impl PresenterFrame {
    fn zoom(self) -> f64 {
        self.height / HEIGHT
    }

    /// Between the titles on the left and the margin on the right, above the moments.
    fn field(self) -> Rect {
        let zoom = self.zoom();
        Rect::new(150.0 * zoom, 36.0 * zoom, self.width - 172.0 * zoom, 48.0 * zoom)
    }

    /// The place of each moment: below its instant, or beside the one before.
    fn places(self, axis: &Axis, moments: &[f64]) -> Vec<(f64, f64)> {
        let (field, gap) = (self.field(), (2.0 * RADIUS + 2.0) * self.zoom());
        let window = axis.whole();
        let mut xs: Vec<f64> = moments.iter().map(|at| window.x(axis.unit(*at), field)).collect();
        for n in 1..xs.len() {
            xs[n] = xs[n].max(xs[n - 1] + gap);
        }
        let mut most = field.right();
        for x in xs.iter_mut().rev() {
            *x = x.min(most);
            most = *x - gap;
        }
        xs.into_iter().map(|x| (x, field.bottom() + 24.0 * self.zoom())).collect()
    }

    /// The moment at a point.
    pub fn hit(self, axis: &Axis, moments: &[f64], x: f64, y: f64) -> Option<usize> {
        let near = |(px, py): &(f64, f64)| (px - x).hypot(py - y) <= (RADIUS + 4.0) * self.zoom();
        self.places(axis, moments).iter().position(near)
    }
}

pub fn draw(
    surface: &mut dyn Surface,
    theme: &Theme,
    chart: &PresenterChart<'_>,
    frame: PresenterFrame,
) {
    let (field, zoom) = (frame.field(), frame.zoom());
    let [title, extent] = &chart.title;
    let middle = field.y + field.h / 2.0;
    let bold = |px: f64| Font::sans(px * zoom, 650);
    surface.text(title, 0.0, middle - 14.0 * zoom, bold(26.0), theme.ink, Align::Left);
    let below = Font::sans(20.0 * zoom, 400);
    surface.text(extent, 0.0, middle + 16.0 * zoom, below, theme.ink_2, Align::Left);
    let window = chart.axis.whole();
    let now = window.x(chart.axis.unit(chart.at_ms), field).clamp(field.x, field.right());
    let steps = plateaus(chart, field);
    let base = [Seg::Move(field.x, field.bottom()), Seg::Line(field.right(), field.bottom())];
    for (from, to, is_past) in [(field.x, now, true), (now, field.right(), false)] {
        let line = line(&steps, from, to);
        let (Some(Seg::Move(first, _)), Some(Seg::Line(last, _))) = (line.first(), line.last())
        else {
            continue;
        };
        let mut area = line.clone();
        area.extend([Seg::Line(*last, field.bottom()), Seg::Line(*first, field.bottom())]);
        area.push(Seg::Close);
        let (fill, stroke) = match is_past {
            true => (theme.accent_soft, Stroke::solid(theme.accent, 5.0 * zoom)),
            false => (
                theme.surface_2,
                Stroke { dash: &[10.0, 7.0], ..Stroke::solid(theme.ink_3, 3.0 * zoom) },
            ),
        };
        surface.fill(&area, fill);
        surface.stroke(&line, stroke);
    }
    surface.stroke(&base, Stroke::solid(theme.ink_3, 2.0 * zoom));
    labels(surface, theme, &steps, bold(22.0));
    let top = Seg::Move(now, field.y - 32.0 * zoom);
    surface.stroke(&[top, Seg::Line(now, field.bottom())], Stroke::solid(theme.accent, 4.0 * zoom));
    moments(surface, theme, chart, frame);
}

/// A stretch with one number of nodes: its left and right edge, its height, and the number. Of stretches that are narrower
/// than a pixel the last counts.
type Plateau = (f64, f64, f64, i64);

fn plateaus(chart: &PresenterChart<'_>, field: Rect) -> Vec<Plateau> {
    let window = chart.axis.whole();
    let (low, high) = (chart.nodes.min(), chart.nodes.max());
    // A change of one node is small among many.
    let range = ((high - low) as f64).max(high as f64 * 0.1).max(1.0);
    let y = |n: i64| field.bottom() - field.h * (0.4 + 0.6 * (n - low) as f64 / range);
    let mut all: Vec<Plateau> = Vec::new();
    for (at, n) in chart.nodes.points() {
        let x = window.x(chart.axis.unit(at.ms() as f64), field).clamp(field.x, field.right());
        if let Some(last) = all.last_mut() {
            last.1 = x;
            if x - last.0 < 1.0 {
                (last.2, last.3) = (y(*n), *n);
                last.1 = field.right();
                continue;
            }
        }
        all.push((x, field.right(), y(*n), *n));
    }
    all
}

/// The step line between two places.
fn line(steps: &[Plateau], from: f64, to: f64) -> Vec<Seg> {
    let mut line = Vec::new();
    for (left, right, y, _) in steps.iter().filter(|(left, right, ..)| *right > from && *left < to)
    {
        let left = left.max(from);
        line.push(if line.is_empty() { Seg::Move(left, *y) } else { Seg::Line(left, *y) });
        line.push(Seg::Line(right.min(to), *y));
    }
    line
}

/// The numbers above the stretches that have room for theirs.
fn labels(surface: &mut dyn Surface, theme: &Theme, steps: &[Plateau], font: Font) {
    let (mut free, mut last) = (0.0, None);
    for (left, right, y, n) in steps {
        let text = n.to_string();
        let width = surface.width(&text, font);
        let middle = (left + right) / 2.0;
        if right - left > width && middle - width / 2.0 > free && last != Some(n) {
            last = Some(n);
            surface.text(&text, middle, y - font.px * 0.7, font, theme.ink, Align::Center);
            free = middle + width / 2.0;
        }
    }
}

fn moments(
    surface: &mut dyn Surface,
    theme: &Theme,
    chart: &PresenterChart<'_>,
    frame: PresenterFrame,
) {
    let zoom = frame.zoom();
    for (n, (x, y)) in frame.places(chart.axis, chart.moments).into_iter().enumerate() {
        let is_current = chart.current == Some(n);
        let (fill, line, ink) = match chart.current {
            Some(_) if is_current => (theme.accent, theme.accent, theme.on_accent),
            Some(current) if n < current => (theme.surface, theme.ink_2, theme.ink),
            _ => (theme.surface, theme.line_2, theme.ink_2),
        };
        let circle = [Seg::Arc(x, y, RADIUS * zoom, 0.0, std::f64::consts::TAU)];
        surface.fill(&circle, fill);
        surface.stroke(&circle, Stroke::solid(line, 3.0 * zoom));
        let font = Font::sans(19.0 * zoom, 650);
        surface.text(&(n + 1).to_string(), x, y, font, ink, Align::Center);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ListSurface;
    use crate::theme::LIGHT;
    use base::SimTime;
    use expect_test::expect;

    const FRAME: PresenterFrame = PresenterFrame { width: 1000.0, height: 132.0 };

    #[test]
    fn the_past_is_solid_and_each_moment_has_its_number() {
        let mut nodes = Steps::starting(SimTime::ZERO, 5);
        nodes.push(SimTime::from_ms(100_000), 4);
        nodes.push(SimTime::from_ms(300_000), 7);
        let axis = Axis::over(&[], 0, 400_000);
        let chart = PresenterChart {
            title: ["4 nodes".to_owned(), "4 to 7".to_owned()],
            nodes: &nodes,
            axis: &axis,
            at_ms: 200_000.0,
            moments: &[0.0, 100_000.0, 101_000.0, 400_000.0],
            current: Some(2),
        };
        let mut list = ListSurface::default();
        draw(&mut list, &LIGHT, &chart, FRAME);
        expect![[r#"
            text 0,46 4 nodes
            text 0,76 4 to 7
            fill path of 7 #e6f0fa
            stroke path of 4 5 #0a5ca8
            fill path of 7 #f4f6f9
            stroke path of 4 3 #5a6576 dashed
            stroke path of 2 2 #5a6576
            text 265,40 5
            text 564,49 4
            text 871,21 7
            stroke path of 2 4 #0a5ca8
            fill circle 166,108 15 #ffffff
            stroke circle 166,108 15 3 #414b5a
            text 166,108 1
            fill circle 365,108 15 #ffffff
            stroke circle 365,108 15 3 #414b5a
            text 365,108 2
            fill circle 397,108 15 #0a5ca8
            stroke circle 397,108 15 3 #0a5ca8
            text 397,108 3
            fill circle 962,108 15 #ffffff
            stroke circle 962,108 15 3 #c3cad4
            text 962,108 4
        "#]]
        .assert_eq(&list.list);
    }

    #[test]
    fn moments_at_nearly_one_instant_are_beside_each_other() {
        let axis = Axis::over(&[], 0, 400_000);
        let moments = [399_000.0, 399_500.0, 400_000.0];
        let places = FRAME.places(&axis, &moments);
        let xs: Vec<f64> = places.iter().map(|(x, _)| x.round()).collect();
        assert_eq!(xs, [914.0, 946.0, 978.0]);
        let (x, y) = places[1];
        assert_eq!(FRAME.hit(&axis, &moments, x + 3.0, y - 3.0), Some(1));
        assert_eq!(FRAME.hit(&axis, &moments, 500.0, y), None);
    }
}
