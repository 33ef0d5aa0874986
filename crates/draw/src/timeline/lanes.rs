//! The lanes of the timeline: their order, heights, and time axis.

use super::view::{TimelineView, ZoneRow};
use crate::surface::Rect;
use crate::timeline::axis::{Axis, Viewport};
use model::maintenance::Scope;

/// A lane of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    Ruler,
    Openings,
    Parts(usize),
    Zone(usize),
    Chart(usize),
    Events,
}

/// Width of the titles beside the lanes.
pub const GUTTER: f64 = 152.0;
/// Below this width the titles are inside the lanes.
pub const NARROW: f64 = 560.0;
pub const RULER: f64 = 40.0;
pub(crate) const PHASE: f64 = 24.0;

const ZONE: f64 = 38.0;
/// The most height of a node's row.
pub(crate) const ROW: f64 = 8.0;
/// A chart gets at most this much of the room that is left.
const CHART_MORE: f64 = 44.0;
/// With more zones, each has a thin lane, below the lanes about all of them.
const FEW_ZONES: usize = 5;
const THIN_PHASE: f64 = 20.0;
const THIN_ZONE: f64 = 15.0;
const EVENTS: f64 = 24.0;
/// On a narrow screen, the height of the title inside a lane.
pub(crate) const TITLE: f64 = 15.0;
/// Height of a zone's lane there: the page scrolls, so nothing has to shrink.
const NARROW_ZONE: f64 = 30.0;

/// Height of a row of exclusions.
pub(crate) const EXCLUSION: f64 = 17.0;
/// Height of the row with the flag.
pub(crate) const FLAG: f64 = 16.0;
const SCOPES: [Scope; 3] =
    [Scope::NoUpgrades, Scope::NoMinorUpgrades, Scope::NoMinorOrNodeUpgrades];

/// Lanes with top and height, and the total height. Node lanes shrink if there is little room.
pub fn lanes(view: &TimelineView, width: f64, room: f64) -> (Vec<(Lane, f64, f64)>, f64) {
    let title = title_height(width);
    let many = view.zones.len() > FEW_ZONES && title == 0.0;
    let phase = if many { THIN_PHASE } else { PHASE };
    let fixed = RULER
        + EVENTS
        + calendar_height(view)
        + view.rows.iter().map(|row| phase + row.more()).sum::<f64>()
        + view.charts.iter().map(|chart| chart.height).sum::<f64>();
    let zones = view.zones.len().max(1) as f64;
    let (least, share) = match title > 0.0 {
        true => (NARROW_ZONE, NARROW_ZONE),
        false if many => (THIN_ZONE, (room - fixed) / zones),
        false => (22.0, (room - fixed) / zones),
    };
    // A lane is as high as its bars need, but for its title and numbers; what is left is for the charts.
    let zone = |row: &ZoneRow| {
        let needs = (f64::from(row.rows) * ROW + 8.0).clamp(ZONE.min(share), ZONE * 2.8);
        needs.min(share).max(least)
    };
    let left = room - fixed - view.zones.iter().map(zone).sum::<f64>();
    let more = (left / view.charts.len().max(1) as f64).clamp(0.0, CHART_MORE);
    let more = if title > 0.0 { 0.0 } else { more };
    let mut out = vec![(Lane::Ruler, 0.0, RULER)];
    let mut y = RULER;
    let mut push = |lane: Lane, height: f64| {
        out.push((lane, y, title + height));
        y += title + height;
    };
    let calendar = calendar_height(view);
    if calendar > 0.0 {
        push(Lane::Openings, calendar);
    }
    for (n, row) in view.rows.iter().enumerate() {
        push(Lane::Parts(n), phase + row.more());
    }
    let rows = view.zones.iter().enumerate();
    let rows = rows.map(|(n, row)| (Lane::Zone(n), zone(row)));
    let charts = view.charts.iter().enumerate();
    let charts = charts.map(|(n, chart)| (Lane::Chart(n), chart.height + more));
    let events = std::iter::once((Lane::Events, EVENTS));
    let order: Vec<(Lane, f64)> = if many {
        events.chain(charts).chain(rows).collect()
    } else {
        rows.chain(charts).chain(events).collect()
    };
    for (lane, height) in order {
        push(lane, height);
    }
    (out, y)
}

/// Scopes of the run's exclusions, one row each.
pub(crate) fn scopes(view: &TimelineView) -> impl Iterator<Item = Scope> {
    let met = |scope: &Scope| view.exclusions.iter().any(|one| one.scope == *scope);
    SCOPES.into_iter().filter(met)
}

/// Height of the calendar lane; 0 if it would be empty.
pub(crate) fn calendar_height(view: &TimelineView) -> f64 {
    let windows = if view.openings.is_empty() { 0.0 } else { PHASE };
    let rows = scopes(view).count() as f64 * EXCLUSION;
    let below = if rows > 0.0 { 3.0 } else { 0.0 };
    let flag = view.support_end.as_ref().map_or(0.0, |_| FLAG);
    windows + rows + below + flag
}

/// Height of the title inside each lane; 0 if titles are beside the lanes.
fn title_height(width: f64) -> f64 {
    if width < NARROW { TITLE } else { 0.0 }
}

/// The part of a lane for its bars, line or markers.
pub fn inner(lane: Lane, field: Rect, width: f64, y: f64, h: f64) -> Rect {
    let title = match lane {
        Lane::Ruler => 0.0,
        _ => title_height(width),
    };
    Rect::new(field.x, y + title, field.w, h - title)
}

/// The part of the timeline with the time axis.
pub fn field(width: f64, height: f64) -> Rect {
    let (left, right) = if width < NARROW { (8.0, 8.0) } else { (GUTTER, 16.0) };
    // The width may be 0 during a layout change.
    Rect::new(left, 0.0, (width - left - right).max(1.0), height)
}

pub struct Scene<'a> {
    pub view: &'a TimelineView,
    pub axis: &'a Axis,
    pub window: Viewport,
    pub width: f64,
    pub height: f64,
    /// The date of an instant, in milliseconds since 1970.
    pub date: &'a dyn Fn(i64) -> String,
    /// `5 d 3 h quiet`, by the length of a stretch in milliseconds.
    pub quiet: &'a dyn Fn(i64) -> String,
    /// Second lines of the titles, by lane; they change with the playhead.
    pub notes: &'a dyn Fn(Lane) -> String,
    pub looped: Option<(f64, f64)>,
}

pub(crate) fn bar(
    scene: &Scene<'_>,
    rect: Rect,
    from: i64,
    to: i64,
    top: f64,
    height: f64,
) -> Rect {
    let x = |ms: i64| scene.window.x(scene.axis.unit(ms as f64), rect);
    let (left, right) = (x(from), x(to));
    Rect::new(left, rect.y + top, (right - left).max(1.0), height)
}

/// `b` of `us-central1-b`.
pub(crate) fn last_part(name: &str) -> &str {
    name.rsplit('-').next().unwrap_or(name)
}
