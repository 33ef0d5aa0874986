//! The dots of a run's moments, at the foot of the ruler.

use super::axis::{Axis, Viewport};
use super::scene::{LanePen, RULER};
use super::view::TimelineView;
use crate::surface::{Rect, Seg};
use std::f64::consts::TAU;

const RADIUS: f64 = 3.5;
/// Height of the part of the ruler that only has dots.
const STRIP: f64 = 10.0;
/// A pointer may miss a dot by this much.
const NEAR: f64 = 7.0;

pub(super) fn draw(pen: &mut LanePen<'_>) {
    for ms in &pen.scene.view.moments {
        let x = pen.x(*ms);
        if x < pen.rect.x || x > pen.rect.right() {
            continue;
        }
        let dot = |radius| [Seg::Arc(x, RULER - 1.0 - STRIP / 2.0, radius, 0.0, TAU)];
        pen.surface.fill(&dot(RADIUS + 1.0), pen.theme.surface);
        pen.surface.fill(&dot(RADIUS), pen.theme.accent);
    }
}

/// The number of the moment whose dot is at a point.
pub fn at(
    view: &TimelineView,
    axis: &Axis,
    window: Viewport,
    field: Rect,
    (x, y): (f64, f64),
) -> Option<usize> {
    if !(RULER - STRIP - 1.0..RULER).contains(&y) {
        return None;
    }
    let away = |ms: &i64| (window.x(axis.unit(*ms as f64), field) - x).abs();
    let all = view.moments.iter().map(away).enumerate();
    let nearest = all.min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.filter(|(_, away)| *away <= NEAR).map(|(n, _)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_dot_is_hit_below_the_times_only() {
        let view = TimelineView { moments: vec![0, 30_000, 33_000], ..TimelineView::default() };
        let axis = Axis::over(&[], 0, 60_000);
        let field = Rect::new(100.0, 0.0, 600.0, 200.0);
        let hit = |x, y| at(&view, &axis, Viewport { from: 0.0, to: 60.0 }, field, (x, y));
        assert_eq!(hit(102.0, RULER - 5.0), Some(0));
        assert_eq!(hit(426.0, RULER - 5.0), Some(2));
        assert_eq!(hit(410.0, RULER - 5.0), None);
        assert_eq!(hit(400.0, 10.0), None);
    }
}
