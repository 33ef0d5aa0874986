//! The timeline: ruler, phases, node states, charts and event markers over one axis.

pub mod axis;
pub mod calendar_lane;
pub mod charts;
pub mod event_lane;
pub(crate) mod former;
mod lanes;
pub mod moments;
pub mod node_lane;
pub(crate) mod part_lanes;
pub mod plot;
pub mod rows;
mod ruler;
mod scene;
pub(crate) mod titles;
pub(crate) mod view;

pub use self::event_lane::{marker_color, marker_icon};
pub use lanes::{inner, lanes};
pub use ruler::clock;
pub use scene::{GUTTER, Lane, LaneName, NARROW, RULER, Scene, field};
pub(crate) use scene::{LanePen, TITLE, last_part};
pub use view::{
    Bar, Chart, ExclusionRow, PartKind, PartLook, PartRow, RowPart, ScalingKind, TimelineView,
    Unit, ZoneRow,
};

use super::surface::{Rect, Surface};
use super::theme::Theme;

pub fn draw(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let (rows, height) = lanes(scene.view, scene.width, scene.height);
    let field = field(scene.width, height);
    let wide = scene.width >= NARROW;
    ground(surface, theme, scene, field);
    let cuts = node_lane::cuts(scene, field);
    let mut pen = LanePen { surface, theme, scene, rect: field, cuts: &cuts };
    for (lane, y, h) in rows {
        pen.rect = inner(lane, field, scene.width, y, h);
        lane.draw(&mut pen);
        former::outline(&mut pen, lane);
        if y + h < height {
            border(&mut pen, y + h);
        }
        if wide {
            titles::beside(&mut pen, lane, y, h);
        }
    }
    pen.rect = field;
    node_lane::breaks(&mut pen);
    if !wide {
        titles::within(&mut pen);
    }
}

/// Draws only the ruler, which stays while the lanes scroll.
pub fn ruler_only(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    ruled(surface, theme, scene, RULER);
}

/// Draws the ruler and the lanes' background.
pub(super) fn ruled(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, height: f64) {
    let rect = field(scene.width, height);
    ground(surface, theme, scene, rect);
    let cuts = node_lane::cuts(scene, rect);
    let mut pen = LanePen { surface, theme, scene, rect, cuts: &cuts };
    Lane::RULER.draw(&mut pen);
    border(&mut pen, RULER);
    if scene.width >= NARROW {
        titles::beside(&mut pen, Lane::RULER, 0.0, RULER);
    }
}

/// Draws the lanes' background: the marked range, and the lines of the ruler.
fn ground(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, field: Rect) {
    let height = field.h;
    let x = |ms: i64| scene.window.x(scene.axis.unit(ms as f64), field);
    surface.rects(&[Rect::new(0.0, 0.0, scene.width, height)], theme.surface);
    if let Some((from, to)) = scene.looped {
        let (from, to) = (x(from as i64).max(field.x), x(to as i64).min(field.right()));
        surface.rects(&[Rect::new(from, 0.0, (to - from).max(0.0), height)], theme.accent_soft);
        let edges = [from, to - 1.0].map(|x| Rect::new(x.round(), 0.0, 1.0, height));
        surface.rects(&edges, theme.accent);
    }
    let top = RULER - 4.0;
    let marks = ruler::marks(scene, field).into_iter();
    let lines = marks.map(|ms| Rect::new(x(ms).round(), top, 1.0, height - top));
    surface.rects(&lines.collect::<Vec<_>>(), theme.line.faded(0.7));
}

pub(super) fn border(pen: &mut LanePen<'_>, bottom: f64) {
    let line = Rect::new(0.0, (bottom - 1.0).round(), pen.scene.width, 1.0);
    pen.surface.rects(&[line], pen.theme.line);
}

/// Redraws only the numbers beside the lanes, which change with the playhead.
pub fn titles(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let mut pen = LanePen { surface, theme, scene, rect: Rect::default(), cuts: &[] };
    for (lane, y, h) in lanes(scene.view, scene.width, scene.height).0 {
        titles::beside(&mut pen, lane, y, h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scene;
    use crate::timeline::axis::Axis;

    #[test]
    fn time_has_room_however_narrow_the_page_is() {
        for width in [0.0, 1.0, 390.0, 560.0, 1100.0] {
            let field = field(width, 200.0);
            assert!(field.right() > field.x, "{width}");
        }
    }

    #[test]
    fn titles_stand_in_the_lanes_where_they_have_no_room_beside_them() {
        let view = TimelineView {
            charts: Vec::new(),
            markers_title: "Events".to_owned(),
            ..TimelineView::default()
        };
        let words = |width: f64| {
            let mut surface = crate::testing::ListSurface::default();
            let axis = Axis::over(&[], 0, 60_000);
            let scene = scene(&view, &axis, width);
            draw(&mut surface, &super::super::theme::LIGHT, &scene);
            let mut ruler = crate::testing::ListSurface::default();
            ruler_only(&mut ruler, &super::super::theme::LIGHT, &scene);
            // It equals the ruler above the lanes.
            let texts = |list: &str| {
                list.lines()
                    .filter(|line| line.starts_with("text"))
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let all = texts(&surface.list);
            assert!(
                !ruler.list.is_empty() && texts(&ruler.list).iter().all(|text| all.contains(text))
            );
            let line = surface.list.lines().find(|line| line.ends_with("Events"));
            line.unwrap_or_default().to_owned()
        };
        assert_eq!(words(390.0), "text 12,48 Events");
        assert_eq!(words(900.0), "text 16,52 Events");
    }

    #[test]
    fn a_cut_has_words_unless_titles_cross_it() {
        let (view, axis) =
            (TimelineView::default(), Axis::over(&[(60_000, 9_000_000)], 0, 9_060_000));
        let has_words = |width: f64| {
            let mut surface = crate::testing::ListSurface::default();
            let scene = Scene { quiet: &|_| "2 h quiet".to_owned(), ..scene(&view, &axis, width) };
            draw(&mut surface, &super::super::theme::LIGHT, &scene);
            surface.list.contains("2 h quiet")
        };
        assert_eq!([390.0, 900.0].map(has_words), [false, true]);
    }
}
