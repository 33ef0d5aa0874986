//! The lanes of the timeline: the table of their kinds, their order and their heights.

use super::scene::{Lane, LaneKind, LaneName, LanePen, NARROW, Room, TITLE};
use super::view::TimelineView;
use super::{calendar_lane, charts, event_lane, node_lane, part_lanes, ruler};
use crate::surface::Rect;
use trace::Subject;

/// The table, in the order of the names.
static LANES: [(LaneName, LaneKind); 6] = [
    (LaneName::Ruler, ruler::LANE),
    (LaneName::Openings, calendar_lane::LANE),
    (LaneName::Parts, part_lanes::LANE),
    (LaneName::Zone, node_lane::LANE),
    (LaneName::Chart, charts::LANE),
    (LaneName::Events, event_lane::LANE),
];

/// A chart gets at most this much of the room that is left.
const CHART_MORE: f64 = 44.0;
/// With more zones, each has a thin lane, below the lanes about all of them.
const FEW_ZONES: usize = 5;

impl Lane {
    pub const RULER: Self = Self { kind: LaneName::Ruler, n: 0 };

    fn line(self) -> &'static LaneKind {
        &LANES[self.kind as usize].1
    }

    pub fn title(self, view: &TimelineView) -> &str {
        (self.line().title)(view, self.n)
    }

    /// What a click beside its content selects.
    pub fn subject(self, view: &TimelineView) -> Option<Subject> {
        (self.line().subject)(view, self.n)
    }

    pub(crate) fn draw(self, pen: &mut LanePen<'_>) {
        (self.line().draw)(pen, self.n);
    }
}

/// Lanes with top and height, and the total height. Node lanes shrink if there is little room.
pub fn lanes(view: &TimelineView, width: f64, room: f64) -> (Vec<(Lane, f64, f64)>, f64) {
    let title = title_height(width);
    let narrow = title > 0.0;
    let many = view.zones.len() > FEW_ZONES && !narrow;
    let mut table: Vec<&(LaneName, LaneKind)> = LANES.iter().collect();
    if many {
        // Events, charts, zones.
        table[LaneName::Zone as usize..].reverse();
    }
    let mut lanes: Vec<Lane> = Vec::new();
    for (kind, line) in table {
        lanes.extend((0..(line.count)(view)).map(|n| Lane { kind: *kind, n }));
    }
    let mut shared = Room { narrow, many, share: 0.0, more: 0.0 };
    let sum = |zones: bool, shared: &Room| {
        let own = lanes.iter().filter(|lane| (lane.kind == LaneName::Zone) == zones);
        own.map(|lane| (lane.line().height)(view, lane.n, shared)).sum::<f64>()
    };
    let left = room - sum(false, &shared);
    shared.share = left / view.zones.len().max(1) as f64;
    let left = left - sum(true, &shared);
    if !narrow {
        shared.more = (left / view.charts.len().max(1) as f64).clamp(0.0, CHART_MORE);
    }
    let mut y = 0.0;
    let place = |lane: Lane| {
        let title = if lane == Lane::RULER { 0.0 } else { title };
        let (top, height) = (y, title + (lane.line().height)(view, lane.n, &shared));
        y += height;
        (lane, top, height)
    };
    let placed = lanes.iter().copied().map(place).collect();
    (placed, y)
}

/// Height of the title inside each lane; 0 if titles are beside the lanes.
fn title_height(width: f64) -> f64 {
    if width < NARROW { TITLE } else { 0.0 }
}

/// The part of a lane for its bars, line or markers.
pub fn inner(lane: Lane, field: Rect, width: f64, y: f64, h: f64) -> Rect {
    let title = if lane == Lane::RULER { 0.0 } else { title_height(width) };
    Rect::new(field.x, y + title, field.w, h - title)
}
