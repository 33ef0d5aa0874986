//! Charts of the timeline, drawn with plotters. All share the timeline's axis, so points come in
//! pixels and only the values have a scale per chart.

use super::axis::{Axis, Viewport};
use super::plot::Plot;
use super::scene::{LaneKind, LanePen};
use super::view::{Chart, Unit};
use crate::ground::hue;
use crate::surface::{self, Align, Font, Rect, Seg, Stroke};
use base::{SimTime, Steps};
use plotters::prelude::*;
use plotters::style::RGBAColor;
use query::stage::TileState;
use std::ops::Range;

pub(super) const LANE: LaneKind = LaneKind {
    count: |view| view.charts.len(),
    title: |view, n| &view.charts[n].title,
    subject: |view, n| view.charts.get(n)?.subject,
    height: |view, n, room| view.charts[n].height + room.more,
    draw,
};

/// The distance of a chart from the lane's edges.
const MARGIN: f64 = 3.0;

/// A step line in pixels: both edges of each visible step; of several steps in one pixel the lowest, the highest
/// and the last, so that every dip is visible.
fn points(
    steps: &Steps,
    axis: &Axis,
    window: Viewport,
    rect: Rect,
    end_ms: i64,
) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = Vec::new();
    let x = |ms: i64| window.x(axis.unit(ms as f64), rect) - rect.x;
    let list = steps.points();
    let seen_from = axis.ms(window.from) as i64;
    let first = list.partition_point(|(at, _)| at.ms() < seen_from).saturating_sub(1);
    // Pending steps of one pixel: x, lowest, highest, and last value.
    let mut thin: Option<(f64, f64, f64, f64)> = None;
    let flush = |out: &mut Vec<(f64, f64)>, thin: Option<(f64, f64, f64, f64)>| {
        if let Some((at, low, high, last)) = thin {
            out.extend([(at, low), (at, high), (at, last)]);
        }
    };
    for (n, (at, value)) in list.iter().enumerate().skip(first) {
        let to = list.get(n + 1).map_or(end_ms, |(next, _)| next.ms());
        let (from, to) = (x(at.ms()), x(to));
        if from > rect.w {
            break;
        }
        if to < 0.0 {
            continue;
        }
        let from = from.max(0.0);
        let to = to.min(rect.w).max(from);
        let value = *value as f64;
        match &mut thin {
            Some((at, low, high, last)) if to - *at < 0.5 => {
                (*low, *high, *last) = (low.min(value), high.max(value), value);
            }
            _ => {
                flush(&mut out, thin.take());
                if to - from < 0.5 {
                    thin = Some((from, value, value, value));
                } else {
                    out.extend([(from, value), (to, value)]);
                }
            }
        }
    }
    flush(&mut out, thin);
    out
}

fn rgba(color: surface::Color) -> RGBAColor {
    let part = |shift: u32| (color.0 >> shift & 0xff) as u8;
    RGBAColor(part(24), part(16), part(8), f64::from(part(0)) / 255.0)
}

fn draw(pen: &mut LanePen<'_>, n: usize) {
    let (scene, lane) = (pen.scene, pen.rect);
    let chart = &scene.view.charts[n];
    let rect = Rect::new(lane.x, lane.y + MARGIN, lane.w, lane.h - 2.0 * MARGIN);
    pen.rect = rect;
    let (axis, window, end_ms) = (scene.axis, scene.window, scene.view.end_ms);
    let x = |ms: i64| window.x(axis.unit(ms as f64), rect);
    let others = || chart.former.iter().chain(&chart.bound);
    let low = others().map(Steps::min).fold(chart.value.min(), i64::min) as f64;
    let high = others().map(Steps::max).fold(chart.value.max(), i64::max);
    let far = high.max(1) * 3;
    let limits = chart.limits.iter().filter(|(_, limit)| (1..=far).contains(limit));
    let limits: Vec<&(String, i64)> = limits.collect();
    let high = limits.iter().map(|(_, limit)| *limit).fold(high, i64::max) as f64;
    // The highest value is labeled above the line, the lowest below.
    let room = ((high - low) * 0.55).max(0.55);
    let range = match (chart.unit, chart.bands.is_empty()) {
        (Unit::One, true) => (low - room)..(high + room),
        (Unit::One, false) => 0.0..high.max(1.0) * 1.4,
        // A share is seen from 0 on, with room for the label below.
        (Unit::Cores | Unit::GiB, _) => -0.35 * high..high.max(1.0) * 1.3,
    };
    let pixels = |steps: &Steps, end_ms: i64| points(steps, axis, window, rect, end_ms);
    let line = pixels(&chart.value, end_ms);
    let bound = chart.bound.as_ref().map_or_else(Vec::new, |steps| pixels(steps, end_ms));
    let before = scene.view.former.as_ref().zip(chart.former.as_ref());
    let before = before.map_or_else(Vec::new, |(run, steps)| pixels(steps, run.end_ms));
    pen.surface.clip(rect, 0.0);
    let place = |x: f64| {
        Some(axis.ms(window.unit(x, rect))).filter(|ms| (0.0..=end_ms as f64).contains(ms))
    };
    bands(pen, &chart.bands, &range, &place);
    // A chart that can't be drawn leaves its lane empty; the numbers are beside it.
    let _ = plot(pen, chart, range.clone(), [&before, &line, &bound]);
    let (from, to) = (x(0).max(rect.x), x(end_ms).min(rect.right()));
    let dashes: Vec<Seg> = limits
        .iter()
        .flat_map(|(_, limit)| {
            let y = height(*limit as f64, rect, &range);
            [Seg::Move(from, y), Seg::Line(to, y)]
        })
        .collect();
    pen.surface.stroke(&dashes, Stroke::dashed(pen.theme.ink_2, 1.0));
    pen.surface.unclip();
    let mut taken = labels(pen, chart.unit, &range, &line);
    let cut = |(from, to): &(f64, f64)| Rect::new(from - 4.0, rect.y, to - from + 8.0, rect.h);
    taken.extend(pen.cuts.iter().map(cut));
    taken.extend([&line, &bound].into_iter().flat_map(|drawn| strokes(drawn, rect, &range)));
    for (label, limit) in limits {
        let y = height(*limit as f64, rect, &range);
        limit_label(pen, label, (to, y), &mut taken);
    }
    let breaches = chart.breaches.iter().map(|(from, to)| (x(*from), x(*to)));
    let seen = breaches.filter(|(from, to)| *to >= rect.x && *from <= rect.right());
    let seen = seen.collect::<Vec<_>>();
    note(pen, &chart.note, &seen, &taken);
    pen.rect = lane;
}

fn plot(
    pen: &mut LanePen<'_>,
    chart: &Chart,
    range: Range<f64>,
    [before, line, bound]: [&[(f64, f64)]; 3],
) -> Result<(), Box<dyn std::error::Error>> {
    let (theme, rect) = (pen.theme, pen.rect);
    let area = Plot::on(pen.surface, rect).into_drawing_area();
    let mut context = ChartBuilder::on(&area).build_cartesian_2d(0.0..rect.w, range)?;
    let thin = rgba(theme.ink_3).stroke_width(1);
    context.draw_series(LineSeries::new(before.iter().copied(), thin))?;
    // A line that goes up and down within each pixel is drawn as a band.
    let dense = line.len() as f64 > rect.w;
    let (ink, width) = match dense {
        true => (theme.accent.faded(0.45), 1),
        false => (theme.accent, 2),
    };
    context.draw_series(LineSeries::new(line.iter().copied(), rgba(ink).stroke_width(width)))?;
    if !bound.is_empty() {
        let color =
            rgba(if !chart.breaches.is_empty() { theme.verm.line } else { theme.orange.line });
        let (points, style) = (bound.iter().copied(), color.stroke_width(1));
        context.draw_series(DashedLineSeries::new(points, 4, 3, style))?;
    }
    area.present()?;
    Ok(())
}

/// The least height of a band, so that a few nodes among thousands are seen.
const THIN: f64 = 1.5;

/// Stacks the bands from the bottom up, a column of a pixel each; equal columns are one.
fn bands(
    pen: &mut LanePen<'_>,
    bands: &[(TileState, Steps)],
    range: &Range<f64>,
    ms_at: &dyn Fn(f64) -> Option<f64>,
) {
    let (theme, rect) = (pen.theme, pen.rect);
    let mut rects: Vec<Vec<Rect>> = vec![Vec::new(); bands.len()];
    for column in 0..rect.w as u32 {
        let x = rect.x + f64::from(column);
        let Some(ms) = ms_at(x + 0.5) else { continue };
        let at = SimTime::from_ms(ms as i64);
        let mut bottom = rect.bottom();
        for ((_, steps), rects) in bands.iter().zip(&mut rects) {
            let value = steps.at(at) as f64;
            if value <= 0.0 {
                continue;
            }
            let h = (value / (range.end - range.start) * rect.h).max(THIN);
            bottom -= h;
            match rects.last_mut() {
                Some(last) if (last.y, last.h, last.right()) == (bottom, h, x) => last.w += 1.0,
                _ => rects.push(Rect::new(x, bottom, 1.0, h)),
            }
        }
    }
    for ((look, _), rects) in bands.iter().zip(&rects) {
        let hue = hue(theme, *look);
        let color = match look {
            TileState::ReadyOld => theme.line_2,
            TileState::ReadyNew => hue.line.faded(0.62),
            TileState::Starting | TileState::Recreating => hue.line.faded(0.5),
            _ => hue.line,
        };
        pen.surface.rects(rects, color);
    }
}

/// The y position of a value.
fn height(value: f64, rect: Rect, range: &Range<f64>) -> f64 {
    rect.y + rect.h * (1.0 - (value - range.start) / (range.end - range.start))
}

/// Labels the highest and the lowest value where the line first reaches it, unless the labels overlap. Returns
/// their places.
fn labels(pen: &mut LanePen<'_>, unit: Unit, range: &Range<f64>, line: &[(f64, f64)]) -> Vec<Rect> {
    let rect = pen.rect;
    let font = Font::sans(10.0, 500);
    let inside = |x: f64| (0.0..rect.w - 14.0).contains(&x);
    let seen: Vec<(f64, f64)> = line.iter().copied().filter(|(x, _)| inside(*x)).collect();
    let highest = seen.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
    let lowest = seen.iter().copied().reduce(|a, b| if b.1 < a.1 { b } else { a });
    let mut taken: Vec<Rect> = Vec::new();
    for (point, by) in [(highest, -6.5), (lowest, 7.0)] {
        let Some((x, value)) = point else {
            continue;
        };
        let at = height(value, rect, range) + by;
        let text = unit.text(value as i64);
        let width = pen.surface.width(&text, font);
        let place = Rect::new(rect.x + x + 2.0, at - 6.0, width + 4.0, 12.0);
        if taken.iter().any(|other| overlap(*other, place)) {
            continue;
        }
        taken.push(place);
        pen.surface.text(&text, place.x + 2.0, at, font, pen.theme.ink, Align::Left);
    }
    taken
}

/// Labels a limit at the right end of its line, above or below it, or further to the left; not over what is there.
fn limit_label(pen: &mut LanePen<'_>, label: &str, (right, y): (f64, f64), taken: &mut Vec<Rect>) {
    let (rect, font) = (pen.rect, Font::sans(10.0, 500));
    let width = pen.surface.width(label, font) + 4.0;
    let steps = (0..NEAR).map(|n| right - width - 2.0 - 20.0 * f64::from(n));
    let places = steps.flat_map(|x| [y - 12.0, y + 1.0].map(|top| Rect::new(x, top, width, 11.0)));
    let fits = |place: &Rect| {
        place.x >= rect.x && place.y >= rect.y - 2.0 && place.bottom() <= rect.bottom() + 2.0
    };
    let mut free =
        places.filter(fits).filter(|place| !taken.iter().any(|other| overlap(*other, *place)));
    let Some(place) = free.next() else {
        return;
    };
    taken.push(place);
    pen.surface.rects(&[place], pen.theme.surface.faded(0.8));
    pen.surface.text(label, place.x + 2.0, place.y + 5.5, font, pen.theme.ink, Align::Left);
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// The rectangles that a step line covers.
fn strokes(line: &[(f64, f64)], rect: Rect, range: &Range<f64>) -> Vec<Rect> {
    line.windows(2)
        .map(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let (top, bottom) =
                (height(a.1.max(b.1), rect, range), height(a.1.min(b.1), rect, range));
            Rect::new(rect.x + a.0 - 1.0, top - 1.0, b.0 - a.0 + 2.0, bottom - top + 2.0)
        })
        .collect()
}

/// The largest distance between a violation and its words.
const NEAR: u32 = 12;

/// Draws the words about the limit beside the first violation with room: right, left, below or above;
/// nowhere if there is none.
fn note(pen: &mut LanePen<'_>, words: &str, breaches: &[(f64, f64)], taken: &[Rect]) {
    if words.is_empty() || breaches.is_empty() {
        return;
    }
    let (rect, font) = (pen.rect, Font::sans(10.0, 400));
    let width = pen.surface.width(words, font);
    let fits = |x: &f64| *x >= rect.x && x + width <= rect.right();
    let places = breaches.iter().flat_map(|(from, to)| {
        let steps = (0..NEAR).map(|n| 4.0 * f64::from(n));
        let beside = steps.flat_map(move |by| [to + 4.0 + by, from - 4.0 - width - by]);
        let within = [*from, to - width];
        let xs = beside.chain(within).filter(fits);
        xs.flat_map(|x| [rect.bottom() - 11.0, rect.y].map(|y| Rect::new(x, y, width, 11.0)))
            .collect::<Vec<Rect>>()
    });
    let mut free = places.filter(|place| !taken.iter().any(|other| overlap(*other, *place)));
    if let Some(place) = free.next() {
        let y = place.y + 5.5;
        pen.surface.text(words, place.x, y, font, pen.theme.verm.ink, Align::Left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ListSurface, with_pen};
    use crate::timeline::TimelineView;

    #[test]
    fn a_few_nodes_among_thousands_have_a_band() {
        let mut surface = ListSurface::default();
        let steps = |value| Steps::starting(SimTime::ZERO, value);
        let parts = [(TileState::ReadyNew, steps(5_000)), (TileState::Draining, steps(20))];
        let rect = Rect::new(50.0, 0.0, 100.0, 40.0);
        let ms_at = |x: f64| Some(x);
        with_pen(&mut surface, &TimelineView::default(), rect, |pen| {
            bands(pen, &parts, &(0.0..10_000.0), &ms_at);
        });
        let drawn: Vec<&str> = surface.list.lines().filter(|line| line.contains("rect")).collect();
        assert_eq!(drawn.len(), 2, "{}", surface.list);
    }

    #[test]
    fn amounts_have_as_many_decimals_as_tell_them_apart() {
        let cores = [0, 50, 930, 1_930, 4_000, 46_960, 1_205_700];
        let cores = cores.map(|amount| Unit::Cores.text(amount));
        assert_eq!(cores, ["0", "0.05", "0.93", "1.9", "4", "47", "1206"]);
        assert_eq!(Unit::GiB.text(3 << 29), "1.5");
    }

    fn steps() -> Steps {
        let mut steps = Steps::starting(SimTime::ZERO, 6);
        for (at, value) in [(100, 7), (200, 6), (300, 2), (400, 6)] {
            steps.push(SimTime::from_secs(at), value);
        }
        steps
    }

    #[test]
    fn a_line_ends_at_the_edges_of_what_is_seen() {
        let axis = Axis::over(&[], 0, 500_000);
        let rect = Rect::new(50.0, 0.0, 100.0, 40.0);
        let window = Viewport { from: 110.0, to: 210.0 };
        let seen = points(&steps(), &axis, window, rect, 500_000);
        assert_eq!(seen, [(0.0, 7.0), (90.0, 7.0), (90.0, 6.0), (100.0, 6.0)]);
    }

    #[test]
    fn a_limit_is_labeled_where_nothing_else_is() {
        let rect = Rect::new(0.0, 0.0, 400.0, 38.0);
        let mut surface = ListSurface::default();
        let mut taken = vec![Rect::new(360.0, 8.0, 40.0, 11.0)];
        with_pen(&mut surface, &TimelineView::default(), rect, |pen| {
            limit_label(pen, "max 12", (400.0, 20.0), &mut taken);
            limit_label(pen, "max 12", (400.0, 20.0), &mut taken);
            limit_label(pen, "min 3", (10.0, 20.0), &mut taken);
        });
        let texts = surface.list.lines().filter(|line| line.starts_with("text"));
        assert_eq!(texts.collect::<Vec<_>>(), ["text 360,26 max 12", "text 320,14 max 12"]);
    }

    #[test]
    fn a_note_is_drawn_beside_a_breach_in_free_space() {
        let rect = Rect::new(0.0, 0.0, 400.0, 38.0);
        let written = |breaches: &[(f64, f64)], taken: &[Rect]| {
            let mut surface = ListSurface::default();
            with_pen(&mut surface, &TimelineView::default(), rect, |pen| {
                note(pen, "below the floor", breaches, taken);
            });
            surface.list
        };
        assert_eq!(written(&[], &[]), "");
        assert_eq!(written(&[(100.0, 110.0)], &[]), "text 114,32 below the floor\n");
        let line = Rect::new(110.0, 20.0, 290.0, 18.0);
        assert_eq!(written(&[(100.0, 110.0)], &[line]), "text 114,6 below the floor\n");
        assert_eq!(written(&[(390.0, 399.0)], &[]), "text 296,32 below the floor\n");
        assert_eq!(written(&[(100.0, 110.0)], &[rect]), "");
    }
}
