//! The ruler: times of day and dates, the end of the run before the last change, and the dots of moments.

use super::axis::ticks;
use super::moments;
use super::scene::{LaneKind, LanePen, RULER, Scene};
use crate::surface::{Align, Font, Rect};

pub(super) const LANE: LaneKind = LaneKind {
    count: |_| 1,
    title: |view, _| &view.ruler_title,
    subject: |_, _| None,
    height: |_, _, _| RULER,
    draw: |pen, _| draw(pen),
};

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

/// The instants of its lines.
pub(super) fn marks(scene: &Scene<'_>, field: Rect) -> Vec<i64> {
    ticks(scene.axis, scene.window, field, 68.0)
}

pub(super) fn draw(pen: &mut LanePen<'_>) {
    let (rect, theme) = (pen.rect, pen.theme);
    let marks = marks(pen.scene, rect);
    let font = Font::sans(10.0, 500);
    let close = marks.windows(2).any(|pair| pair[1] - pair[0] < 60_000);
    let start = pen.scene.view.start_unix_ms;
    let (mut day, mut free) = (None, rect.x);
    for ms in marks {
        let x = pen.x(ms);
        let unix = start + ms;
        let time = clock(unix, close);
        let width = pen.surface.width(&time, font);
        let cut = pen.cuts.iter().any(|(from, to)| *from < x + 5.0 + width && *to > x);
        if cut || x + 3.0 + width > rect.right() + 12.0 {
            continue;
        }
        pen.surface.text(&time, x + 3.0, rect.y + 10.0, font, theme.ink, Align::Left);
        let today = unix.div_euclid(86_400_000);
        if day != Some(today) && x >= free {
            day = Some(today);
            let date = (pen.scene.date)(unix);
            // Below the playhead's flag.
            let (y, font) = (rect.y + 23.0, Font::sans(10.0, 400));
            free = x + 6.0 + pen.surface.width(&date, font);
            pen.surface.text(&date, x + 3.0, y, font, theme.ink_3, Align::Left);
        }
    }
    former_end(pen);
    moments::draw(pen);
}

/// Says in the ruler where the run ended; beyond the right edge, with an arrow.
fn former_end(pen: &mut LanePen<'_>) {
    let Some(former) = &pen.scene.view.former else { return };
    let (rect, x) = (pen.rect, pen.x(former.end_ms));
    if x < rect.x {
        return;
    }
    let arrow = if x > rect.right() { " →" } else { "" };
    let (text, font) = (format!("{}{arrow}", former.ruler_title), Font::sans(10.0, 400));
    let width = pen.surface.width(&text, font) + 4.0;
    let left = (x.min(rect.right()) - width).max(rect.x);
    pen.surface.rects(&[Rect::new(left, rect.y + 17.0, width, 12.0)], pen.theme.surface);
    pen.surface.text(&text, left + 2.0, rect.y + 23.0, font, pen.theme.ink_3, Align::Left);
}
