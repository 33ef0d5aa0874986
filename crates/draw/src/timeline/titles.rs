//! Titles of the timeline's lanes: beside them, or inside on a narrow page.

use super::lanes::{GUTTER, Lane, Scene, TITLE, lanes, last_part};
use super::view::TimelineView;
use crate::surface::{Align, Font, Rect, Surface, fit, fit_ends};
use crate::theme::Theme;

/// Draws titles inside the lanes, over everything that crosses them.
pub(crate) fn within(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, field: Rect) {
    for (lane, y, _) in lanes(scene.view, scene.width, scene.height).0 {
        if lane != Lane::Ruler {
            one_within(surface, theme, scene, field, lane, y);
        }
    }
}

pub(crate) fn one_within(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    field: Rect,
    lane: Lane,
    y: f64,
) {
    let (bold, light) = (Font::sans(10.0, 600), Font::sans(10.0, 400));
    let (x, middle) = (field.x + 4.0, y + TITLE / 2.0 + 1.0);
    let (text, width) = fit_title(surface, scene.view, lane, field.w * 0.6, bold);
    let (note, more) = fit(surface, &(scene.notes)(lane), field.w * 0.4 - 16.0, light);
    let plate = Rect::new(field.x, y + 1.0, width + more + 16.0, TITLE - 1.0);
    surface.rects(&[plate], theme.surface);
    surface.text(&text, x, middle, bold, theme.ink, Align::Left);
    surface.text(&note, x + width + 6.0, middle, light, theme.ink, Align::Left);
}

/// The title of a lane.
pub fn title(view: &TimelineView, lane: Lane) -> &str {
    match lane {
        Lane::Ruler => &view.ruler_title,
        Lane::Openings => &view.openings_title,
        Lane::Parts(n) => &view.rows[n].title,
        Lane::Zone(n) => &view.zones[n].title,
        Lane::Chart(n) => &view.charts[n].title,
        Lane::Events => &view.markers_title,
    }
}

/// A title that fits. Zones of a region differ in their last letter: with their pool that is enough.
fn fit_title(
    surface: &mut dyn Surface,
    view: &TimelineView,
    lane: Lane,
    max: f64,
    font: Font,
) -> (String, f64) {
    let title = title(view, lane);
    match (lane, title.split_once(' ')) {
        (Lane::Zone(_), Some((pool, zone))) if surface.width(title, font) > max => {
            let short = format!("{pool} {}", last_part(zone));
            fit_ends(surface, &short, max, font)
        }
        (Lane::Zone(_), _) => fit_ends(surface, title, max, font),
        _ => fit(surface, title, max, font),
    }
}

/// Draws the title beside a lane, with its numbers below.
pub(crate) fn beside(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    lane: Lane,
    y: f64,
    h: f64,
) {
    surface.rects(&[Rect::new(0.0, y, GUTTER - 6.0, h - 1.0)], theme.surface);
    let note = (scene.notes)(lane);
    let two = !note.is_empty() && h >= 30.0;
    let middle = y + h / 2.0;
    let (bold, light) = (Font::sans(11.0, 600), Font::sans(10.0, 400));
    let room = GUTTER - 22.0;
    let (text, _) = fit_title(surface, scene.view, lane, room, bold);
    let at = if two { middle - 6.5 } else { middle };
    surface.text(&text, 16.0, at, bold, theme.ink, Align::Left);
    if two {
        let (text, _) = fit(surface, &note, room, light);
        surface.text(&text, 16.0, middle + 7.5, light, theme.ink_2, Align::Left);
    }
}
