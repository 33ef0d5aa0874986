//! Titles of the timeline's lanes: beside them, or inside on a narrow page.

use super::lanes::lanes;
use super::scene::{GUTTER, Lane, LaneName, LanePen, TITLE, last_part};
use super::view::TimelineView;
use crate::surface::{Align, Font, Rect, Surface, fit, fit_ends};

/// Draws titles inside the lanes, over everything that crosses them.
pub(super) fn within(pen: &mut LanePen<'_>) {
    let scene = pen.scene;
    for (lane, y, _) in lanes(scene.view, scene.width, scene.height).0 {
        if lane != Lane::RULER {
            one_within(pen, lane, y);
        }
    }
}

pub(crate) fn one_within(pen: &mut LanePen<'_>, lane: Lane, y: f64) {
    let LanePen { surface, theme, scene, rect: field, .. } = pen;
    let (bold, light) = (Font::sans(10.0, 600), Font::sans(10.0, 400));
    let (x, middle) = (field.x + 4.0, y + TITLE / 2.0 + 1.0);
    let (text, width) = fit_title(*surface, scene.view, lane, field.w * 0.6, bold);
    let (note, more) = fit(*surface, &(scene.notes)(lane), field.w * 0.4 - 16.0, light);
    let plate = Rect::new(field.x, y + 1.0, width + more + 16.0, TITLE - 1.0);
    surface.rects(&[plate], theme.surface);
    surface.text(&text, x, middle, bold, theme.ink, Align::Left);
    surface.text(&note, x + width + 6.0, middle, light, theme.ink, Align::Left);
}

/// A title that fits. Zones of a region differ in their last letter: with their pool that is enough.
fn fit_title(
    surface: &mut dyn Surface,
    view: &TimelineView,
    lane: Lane,
    max: f64,
    font: Font,
) -> (String, f64) {
    let title = lane.title(view);
    match (lane.kind, title.split_once(' ')) {
        (LaneName::Zone, Some((pool, zone))) if surface.width(title, font) > max => {
            let short = format!("{pool} {}", last_part(zone));
            fit_ends(surface, &short, max, font)
        }
        (LaneName::Zone, _) => fit_ends(surface, title, max, font),
        _ => fit(surface, title, max, font),
    }
}

/// Draws the title beside a lane, with its numbers below.
pub(crate) fn beside(pen: &mut LanePen<'_>, lane: Lane, y: f64, h: f64) {
    let LanePen { surface, theme, scene, .. } = pen;
    surface.rects(&[Rect::new(0.0, y, GUTTER - 6.0, h - 1.0)], theme.surface);
    let note = (scene.notes)(lane);
    let two = !note.is_empty() && h >= 30.0;
    let middle = y + h / 2.0;
    let (bold, light) = (Font::sans(11.0, 600), Font::sans(10.0, 400));
    let room = GUTTER - 22.0;
    let (text, _) = fit_title(*surface, scene.view, lane, room, bold);
    let at = if two { middle - 6.5 } else { middle };
    surface.text(&text, 16.0, at, bold, theme.ink, Align::Left);
    if two {
        let (text, _) = fit(*surface, &note, room, light);
        surface.text(&text, 16.0, middle + 7.5, light, theme.ink_2, Align::Left);
    }
}
