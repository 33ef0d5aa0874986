//! Charts of the timeline, by plotters on a part of the surface. All share the timeline's axis, so points come in
//! pixels and only the values are a chart's own scale.

use super::axis::{Axis, Window};
use super::plot::Plot;
use super::surface::{self, Align, Font, Rect, Surface};
use super::theme::Theme;
use crate::query::series::Steps;
use plotters::prelude::*;
use plotters::style::RGBAColor;

/// A number over time, and what to compare it with.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub title: String,
    pub value: Steps,
    /// Drawn dashed: what must not be passed.
    pub bound: Option<Steps>,
    pub kind: ChartKind,
    /// Words at the bound's left end, and when it was passed.
    pub note: String,
    pub breached: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChartKind {
    /// The area below the line is filled, and the extremes are named.
    Area,
    Line,
}

/// A step line as pixels: both edges of each step, and every peak that falls into one pixel.
fn points(steps: &Steps, axis: &Axis, window: Window, rect: Rect, end_ms: i64) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = Vec::new();
    let x = |ms: i64| {
        let x = window.x(axis.unit(ms as f64), rect) - rect.x;
        x.clamp(-2.0, rect.w + 2.0)
    };
    let list = steps.points();
    for (n, (at, value)) in list.iter().enumerate() {
        let from = x(at.ms());
        let to = list.get(n + 1).map_or(end_ms, |(next, _)| next.ms());
        let to = x(to).max(from);
        let value = *value as f64;
        match out.last() {
            // Several changes in one pixel: keep the lowest and the highest of them.
            Some((last, y)) if from - last < 0.5 && to - from < 0.5 => {
                if (y - value).abs() > f64::EPSILON {
                    out.push((from, value));
                }
            }
            _ => {
                out.push((from, value));
                out.push((to, value));
            }
        }
    }
    out
}

fn rgba(color: surface::Color) -> RGBAColor {
    let part = |shift: u32| (color.0 >> shift & 0xff) as u8;
    RGBAColor(part(24), part(16), part(8), f64::from(part(0)) / 255.0)
}

pub fn draw(
    surface: &mut dyn Surface,
    theme: &Theme,
    chart: &Chart,
    (axis, window): (&Axis, Window),
    rect: Rect,
    end_ms: i64,
) {
    let bound_min = chart.bound.as_ref().map_or(i64::MAX, Steps::min);
    let bound_max = chart.bound.as_ref().map_or(i64::MIN, Steps::max);
    let low = chart.value.min().min(bound_min) as f64;
    let high = chart.value.max().max(bound_max) as f64;
    let room = ((high - low) * 0.25).max(0.5);
    // More above than below: the highest value is written there.
    let range = (low - room)..(high + room * 2.0);
    let line = points(&chart.value, axis, window, rect, end_ms);
    let bound = chart
        .bound
        .as_ref()
        .map(|bound| points(bound, axis, window, rect, end_ms));
    surface.clip(rect, 0.0);
    // A chart that cannot be drawn leaves its lane empty; the numbers are beside it.
    let _ = plot(
        surface,
        theme,
        chart,
        rect,
        range.clone(),
        &line,
        bound.as_deref(),
    );
    labels(surface, theme, chart, rect, &range, &line);
    surface.unclip();
}

fn plot(
    surface: &mut dyn Surface,
    theme: &Theme,
    chart: &Chart,
    rect: Rect,
    range: std::ops::Range<f64>,
    line: &[(f64, f64)],
    bound: Option<&[(f64, f64)]>,
) -> Result<(), Box<dyn std::error::Error>> {
    let area = Plot::on(surface, rect).into_drawing_area();
    let mut context = ChartBuilder::on(&area).build_cartesian_2d(0.0..rect.w, range.clone())?;
    let accent = rgba(theme.accent);
    if chart.kind == ChartKind::Area {
        let fill = rgba(theme.accent.faded(0.10));
        let series = AreaSeries::new(line.iter().copied(), range.start, fill);
        context.draw_series(series)?;
    }
    context.draw_series(LineSeries::new(
        line.iter().copied(),
        accent.stroke_width(2),
    ))?;
    if let Some(bound) = bound {
        let color = rgba(if chart.breached {
            theme.verm.line
        } else {
            theme.orange.line
        });
        context.draw_series(DashedLineSeries::new(
            bound.iter().copied(),
            4,
            3,
            color.stroke_width(1),
        ))?;
    }
    area.present()?;
    Ok(())
}

/// Names the highest and the lowest value where the line first reaches it, unless one would lie on the other.
fn labels(
    surface: &mut dyn Surface,
    theme: &Theme,
    chart: &Chart,
    rect: Rect,
    range: &std::ops::Range<f64>,
    line: &[(f64, f64)],
) {
    let font = Font::sans(10.0, 500);
    let y =
        |value: f64| rect.y + rect.h * (1.0 - (value - range.start) / (range.end - range.start));
    let inside = |x: f64| (0.0..rect.w - 14.0).contains(&x);
    let seen: Vec<(f64, f64)> = line.iter().copied().filter(|(x, _)| inside(*x)).collect();
    let highest = seen
        .iter()
        .copied()
        .reduce(|a, b| if b.1 > a.1 { b } else { a });
    let lowest = seen
        .iter()
        .copied()
        .reduce(|a, b| if b.1 < a.1 { b } else { a });
    // Above a valley there is room between its walls, unless it is narrow.
    let wide = |from: f64| {
        let after = line
            .iter()
            .find(|(x, y)| *x > from && Some(*y) == lowest.map(|(_, y)| y));
        after.is_some_and(|(to, _)| to - from > 26.0)
    };
    let mut taken: Option<(f64, f64)> = None;
    for (point, low) in [(highest, false), (lowest, true)] {
        let Some((x, value)) = point else {
            continue;
        };
        let by = if low && !wide(x) { 7.5 } else { -7.0 };
        let at = (y(value) + by).clamp(rect.y + 5.0, rect.bottom() - 5.0);
        let near = taken.is_some_and(|(a, b)| (a - x).abs() < 26.0 && (b - at).abs() < 12.0);
        if near {
            continue;
        }
        taken = Some((x, at));
        let text = format!("{value:.0}");
        surface.text(&text, rect.x + x + 4.0, at, font, theme.ink, Align::Left);
    }
    if !chart.note.is_empty() {
        let color = if chart.breached {
            theme.verm.ink
        } else {
            theme.ink_2
        };
        let at = (rect.right() - 2.0, rect.bottom() - 5.0);
        surface.text(
            &chart.note,
            at.0,
            at.1,
            Font::sans(10.0, 400),
            color,
            Align::Right,
        );
    }
}
