//! The calendar lane: windows as bars, exclusions hatched by scope, and a flag at the end of support.

use super::node_lane;
use super::scene::{LaneKind, LanePen, PHASE};
use super::view::{ExclusionRow, TimelineView};
use crate::icons;
use crate::surface::{Align, Color, Font, Rect, Seg, Stroke, Surface, fit};
use crate::theme::Theme;
use model::maintenance::Scope;

/// Height of a row of exclusions.
const EXCLUSION: f64 = 17.0;
/// Height of the row with the flag.
const FLAG: f64 = 16.0;
const SCOPES: [Scope; 3] =
    [Scope::NoUpgrades, Scope::NoMinorUpgrades, Scope::NoMinorOrNodeUpgrades];

pub(super) const LANE: LaneKind = LaneKind {
    count: |view| usize::from(height(view) > 0.0),
    title: |view, _| &view.openings_title,
    subject: |_, _| None,
    height: |view, _, _| height(view),
    draw: |pen, _| draw(pen),
};

/// Scopes of the run's exclusions, one row each.
fn scopes(view: &TimelineView) -> impl Iterator<Item = Scope> {
    let met = |scope: &Scope| view.exclusions.iter().any(|one| one.scope == *scope);
    SCOPES.into_iter().filter(met)
}

/// Height of the lane; 0 if it would be empty.
fn height(view: &TimelineView) -> f64 {
    let windows = if view.openings.is_empty() { 0.0 } else { PHASE };
    let rows = scopes(view).count() as f64 * EXCLUSION;
    let below = if rows > 0.0 { 3.0 } else { 0.0 };
    let flag = view.support_end.as_ref().map_or(0.0, |_| FLAG);
    windows + rows + below + flag
}

fn draw(pen: &mut LanePen<'_>) {
    let view = pen.scene.view;
    pen.surface.clip(pen.rect, 0.0);
    for span in &view.openings {
        let bar = pen.bar(*span, 4.0, 16.0);
        window(pen.surface, pen.theme, bar);
    }
    let mut top = exclusions_top(view);
    for scope in scopes(view) {
        for row in view.exclusions.iter().filter(|row| row.scope == scope) {
            exclusion(pen, top, row);
        }
        top += EXCLUSION;
    }
    if let Some(end) = &view.support_end {
        flag(pen, end);
    }
    pen.surface.unclip();
}

pub(crate) fn window(surface: &mut dyn Surface, theme: &Theme, bar: Rect) {
    surface.fill(&[Seg::Round(bar, 3.0)], theme.accent_soft);
    surface.stroke(&[Seg::Round(bar.inset(0.5), 3.0)], Stroke::solid(theme.accent, 1.0));
}

pub(crate) fn hatched(surface: &mut dyn Surface, theme: &Theme, bar: Rect, scope: Scope) {
    surface.fill(&[Seg::Round(bar, 3.0)], theme.surface);
    hatch(surface, bar, scope, theme.ink_3.faded(0.5));
    surface.stroke(&[Seg::Round(bar.inset(0.5), 3.0)], Stroke::solid(theme.ink_3, 1.0));
}

fn exclusions_top(view: &TimelineView) -> f64 {
    if view.openings.is_empty() { 3.0 } else { PHASE - 1.0 }
}

/// What is at a point of the calendar lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CalendarPart<'a> {
    /// From when to when a window is open, in milliseconds.
    Window(i64, i64),
    Exclusion(&'a ExclusionRow),
}

/// The part between two instants at a distance from the lane's upper edge.
pub fn part_at(view: &TimelineView, (from, to): (i64, i64), y: f64) -> Option<CalendarPart<'_>> {
    let top = exclusions_top(view);
    if y < top {
        let mut openings = view.openings.iter();
        let found = openings.find(|(begin, end)| *begin <= to && *end >= from);
        return found.map(|(begin, end)| CalendarPart::Window(*begin, *end));
    }
    let scope = scopes(view).nth(((y - top) / EXCLUSION) as usize)?;
    let mut rows = view.exclusions.iter();
    let found = rows.find(|one| one.scope == scope && one.from_ms <= to && one.to_ms >= from);
    found.map(CalendarPart::Exclusion)
}

/// Draws a line through the lane with a flag at its foot, and words beside it in a free place.
fn flag(pen: &mut LanePen<'_>, (at, words): &(i64, String)) {
    const ICON: f64 = 12.0;
    let (rect, true_x, cuts, ink) = (pen.rect, pen.x(*at), pen.cuts, pen.theme.ink);
    let surface = &mut *pen.surface;
    // In a cut stretch it is drawn before the next content, and at the end inside the edge.
    let cut = cuts.iter().find(|(from, to)| (*from..=*to).contains(&true_x));
    let x = cut.map_or(true_x, |(_, to)| to + 4.0).min(rect.right() - ICON);
    if true_x < rect.x || true_x > rect.right() {
        return;
    }
    let foot = rect.bottom() - FLAG;
    surface.rects(&[Rect::new(x, rect.y, 1.5, rect.h)], ink);
    // The icon's pole is a quarter of its width from its edge.
    surface.icon(icons::FLAG, x - ICON / 4.0, foot + 2.0, ICON, ink);
    let font = Font::sans(10.0, 600);
    let parts = node_lane::unbroken(cuts, rect.x, rect.right());
    let part = parts.iter().find(|(from, to)| (*from..=*to).contains(&x));
    let (from, to) = *part.unwrap_or(&(x, x));
    let (left, right) = (x - from - 10.0, to - x - ICON - 4.0);
    let (text, width) = fit(surface, words, left.max(right), font);
    let start = if width <= right { x + ICON } else { x - width - 5.0 };
    // A letter or two are useless.
    if width > 24.0 {
        surface.text(&text, start, foot + 8.0, font, ink, Align::Left);
    }
}

fn exclusion(pen: &mut LanePen<'_>, top: f64, row: &ExclusionRow) {
    let (rect, theme) = (pen.rect, pen.theme);
    let whole = pen.bar((row.from_ms, row.to_ms), top, EXCLUSION - 2.0);
    // The visible part, and its ends if they are outside.
    let left = whole.x.max(rect.x - 4.0);
    let right = whole.right().min(rect.right() + 4.0);
    if left >= right {
        return;
    }
    let seen = Rect::new(left, whole.y, right - left, whole.h);
    hatched(pen.surface, theme, seen, row.scope);
    let font = Font::sans(10.0, 600);
    // Not before the run begins, where the playhead is at first.
    let begins = pen.x(row.from_ms.max(0));
    let parts = node_lane::unbroken(pen.cuts, begins.max(rect.x), right.min(rect.right()));
    let long = format!("{}, {}", row.name, row.scope.name());
    let forms = [long.as_str(), &row.name];
    let label = node_lane::label(pen.surface, &parts, &forms, 10.0, font);
    if let Some((text, x, width)) = label.filter(|(text, ..)| !text.is_empty() && text != "…") {
        let plate = Rect::new(x + 3.0, seen.y + 2.0, width + 6.0, seen.h - 4.0);
        pen.surface.rects(&[plate], theme.surface);
        pen.surface.text(&text, x + 6.0, seen.y + 8.0, font, theme.ink, Align::Left);
    }
}

/// Fills with stripes, lines or dots, so that scopes differ without hues.
fn hatch(surface: &mut dyn Surface, rect: Rect, scope: Scope, color: Color) {
    const STEP: f64 = 6.0;
    surface.clip(rect, 3.0);
    let mut path = Vec::new();
    let lean = match scope {
        Scope::NoUpgrades => rect.h,
        Scope::NoMinorUpgrades | Scope::NoMinorOrNodeUpgrades => 0.0,
    };
    // On a grid that doesn't move with the edge.
    let mut x = ((rect.x - lean) / STEP).floor() * STEP;
    while x < rect.right() {
        match scope {
            Scope::NoUpgrades | Scope::NoMinorUpgrades => {
                path.push(Seg::Move(x, rect.bottom()));
                path.push(Seg::Line(x + lean, rect.y));
            }
            Scope::NoMinorOrNodeUpgrades => {
                for y in [rect.y + 4.0, rect.y + 10.0] {
                    path.push(Seg::Move(x, y));
                    path.push(Seg::Line(x + 2.0, y));
                }
            }
        }
        x += STEP;
    }
    surface.stroke(&path, Stroke::solid(color, 1.6));
    surface.unclip();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ListSurface, with_pen};

    #[test]
    fn scopes_have_rows_and_hatches_of_their_own() {
        let row = |name: &str, scope| ExclusionRow {
            name: name.to_owned(),
            from_ms: 0,
            to_ms: 60_000,
            scope,
        };
        let mut view = TimelineView::default();
        assert!(height(&view) < 0.5);
        view.exclusions = vec![
            row("freeze", Scope::NoUpgrades),
            row("later", Scope::NoUpgrades),
            row("minor", Scope::NoMinorUpgrades),
        ];
        assert!((height(&view) - 37.0).abs() < 0.01);
        view.support_end = Some((45_000, "end of support 1.33".to_owned()));
        assert!((height(&view) - 53.0).abs() < 0.01);
        let mut surface = ListSurface::default();
        let rect = Rect::new(152.0, 0.0, 700.0, 40.0);
        with_pen(&mut surface, &view, rect, draw);
        assert!(surface.list.contains("freeze, NO_UPGRADES"), "{}", surface.list);
        assert!(surface.list.contains("minor, NO_MINOR_UPGRADES"));
        assert!(surface.list.contains("end of support 1.33"));
        view.openings = vec![(0, 30_000)];
        assert_eq!(part_at(&view, (20_000, 21_000), 9.0), Some(CalendarPart::Window(0, 30_000)));
        assert_eq!(part_at(&view, (40_000, 41_000), 9.0), None);
        let part = part_at(&view, (40_000, 41_000), PHASE + EXCLUSION);
        assert_eq!(part, Some(CalendarPart::Exclusion(&view.exclusions[2])));
        view.openings.clear();
        view.exclusions.clear();
        assert!((height(&view) - FLAG).abs() < 0.01);
    }
}
