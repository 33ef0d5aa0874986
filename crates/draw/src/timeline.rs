//! The timeline: ruler, phases, node states, charts and event markers over one axis.

pub mod axis;
pub mod calendar_lane;
pub mod charts;
pub mod event_lane;
pub(crate) mod former;
pub(crate) mod lanes;
pub mod moments;
pub mod node_lane;
pub(crate) mod part_lanes;
pub mod plot;
pub mod rows;
pub(crate) mod titles;
pub(crate) mod view;

pub use self::event_lane::{marker_color, marker_icon};
pub use lanes::{GUTTER, Lane, NARROW, RULER, Scene, field, inner, lanes};
pub(crate) use lanes::{TITLE, last_part};
pub use titles::title;
pub use view::{
    Bar, Chart, ExclusionRow, PartKind, PartLook, PartRow, RowPart, ScalingKind, TimelineView,
    Unit, ZoneRow,
};

use self::axis::ticks;
use super::surface::{Align, Font, Rect, Surface};
use super::theme::Theme;

pub fn draw(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let view = scene.view;
    let (rows, height) = lanes(view, scene.width, scene.height);
    let field = field(scene.width, height);
    let wide = scene.width >= NARROW;
    let marks = ground(surface, theme, scene, height);
    let cuts = node_lane::cuts(scene, field);
    for (lane, y, h) in rows {
        let rect = inner(lane, field, scene.width, y, h);
        match lane {
            Lane::Ruler => ruler(surface, theme, scene, rect, &marks, &cuts),
            Lane::Openings => calendar_lane::draw(surface, theme, scene, rect, &cuts),
            Lane::Parts(n) => part_lanes::draw(surface, theme, scene, rect, &view.rows[n], &cuts),
            Lane::Zone(n) => node_lane::nodes(surface, theme, scene, rect, &view.zones[n]),
            Lane::Chart(n) => {
                let inside = Rect::new(rect.x, rect.y + 3.0, rect.w, rect.h - 6.0);
                charts::draw(surface, theme, scene, &view.charts[n], inside, &cuts);
            }
            Lane::Events => event_lane::events(surface, theme, scene, rect),
        }
        former::outline(surface, theme, scene, rect, lane);
        if y + h < height {
            border(surface, theme, scene, y + h);
        }
        if wide {
            titles::beside(surface, theme, scene, lane, y, h);
        }
    }
    node_lane::breaks(surface, theme, scene, field, height);
    if !wide {
        titles::within(surface, theme, scene, field);
    }
}

/// Draws only the ruler, which stays while the lanes scroll.
pub fn ruler_only(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    ruled(surface, theme, scene, RULER);
}

/// Draws the ruler and the lanes' background.
pub(super) fn ruled(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, height: f64) {
    let field = field(scene.width, height);
    let marks = ground(surface, theme, scene, height);
    let cuts = node_lane::cuts(scene, field);
    ruler(surface, theme, scene, field, &marks, &cuts);
    border(surface, theme, scene, RULER);
    if scene.width >= NARROW {
        titles::beside(surface, theme, scene, Lane::Ruler, 0.0, RULER);
    }
}

/// Draws the lanes' background: the marked range, and a line at each returned instant.
fn ground(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, height: f64) -> Vec<i64> {
    let field = field(scene.width, height);
    let x = |ms: i64| scene.window.x(scene.axis.unit(ms as f64), field);
    surface.rects(&[Rect::new(0.0, 0.0, scene.width, height)], theme.surface);
    if let Some((from, to)) = scene.looped {
        let (from, to) = (x(from as i64).max(field.x), x(to as i64).min(field.right()));
        surface.rects(&[Rect::new(from, 0.0, (to - from).max(0.0), height)], theme.accent_soft);
        let edges = [from, to - 1.0].map(|x| Rect::new(x.round(), 0.0, 1.0, height));
        surface.rects(&edges, theme.accent);
    }
    let marks = ticks(scene.axis, scene.window, field, 68.0);
    let top = RULER - 4.0;
    let lines = marks.iter().map(|ms| Rect::new(x(*ms).round(), top, 1.0, height - top));
    surface.rects(&lines.collect::<Vec<_>>(), theme.line.faded(0.7));
    marks
}

pub(super) fn border(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, bottom: f64) {
    let line = Rect::new(0.0, (bottom - 1.0).round(), scene.width, 1.0);
    surface.rects(&[line], theme.line);
}

/// Time of day in UTC as hours and minutes; with seconds if ticks are close, as a date where a day begins.
pub fn clock(unix_ms: i64, seconds: bool) -> String {
    let secs = unix_ms.div_euclid(1000).rem_euclid(86_400);
    let (hour, minute, second) = (secs / 3600, secs / 60 % 60, secs % 60);
    if seconds {
        format!("{hour:02}:{minute:02}:{second:02}")
    } else {
        format!("{hour:02}:{minute:02}")
    }
}

fn ruler(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    rect: Rect,
    marks: &[i64],
    cuts: &[(f64, f64)],
) {
    let font = Font::sans(10.0, 500);
    let close = marks.windows(2).any(|pair| pair[1] - pair[0] < 60_000);
    let start = scene.view.start_unix_ms;
    let (mut day, mut free) = (None, rect.x);
    for ms in marks {
        let x = scene.window.x(scene.axis.unit(*ms as f64), rect);
        let unix = start + ms;
        let time = clock(unix, close);
        let width = surface.width(&time, font);
        let cut = cuts.iter().any(|(from, to)| *from < x + 5.0 + width && *to > x);
        if cut || x + 3.0 + width > rect.right() + 12.0 {
            continue;
        }
        surface.text(&time, x + 3.0, rect.y + 10.0, font, theme.ink, Align::Left);
        let today = unix.div_euclid(86_400_000);
        if day != Some(today) && x >= free {
            day = Some(today);
            let date = (scene.date)(unix);
            // Below the playhead's flag.
            let (y, font) = (rect.y + 23.0, Font::sans(10.0, 400));
            free = x + 6.0 + surface.width(&date, font);
            surface.text(&date, x + 3.0, y, font, theme.ink_3, Align::Left);
        }
    }
    former::end(surface, theme, scene, rect);
    moments::draw(surface, theme, scene, rect);
}

/// Redraws only the numbers beside the lanes, which change with the playhead.
pub fn titles(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    for (lane, y, h) in lanes(scene.view, scene.width, scene.height).0 {
        titles::beside(surface, theme, scene, lane, y, h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            let scene = Scene {
                view: &view,
                axis: &axis,
                window: axis.whole(),
                width,
                height: 100.0,
                date: &|_| String::new(),
                quiet: &|_| String::new(),
                notes: &|_| String::new(),
                looped: None,
            };
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
            let scene = Scene {
                view: &view,
                axis: &axis,
                window: axis.whole(),
                width,
                height: 100.0,
                date: &|_| String::new(),
                quiet: &|_| "2 h quiet".to_owned(),
                notes: &|_| String::new(),
                looped: None,
            };
            draw(&mut surface, &super::super::theme::LIGHT, &scene);
            surface.list.contains("2 h quiet")
        };
        assert_eq!([390.0, 900.0].map(has_words), [false, true]);
    }
}
