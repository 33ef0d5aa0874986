//! What the lanes of the timeline have in common: the run's scene, a pen for each lane, and how high they are.

use super::view::TimelineView;
use crate::surface::{Rect, Surface};
use crate::theme::Theme;
use crate::timeline::axis::{Axis, Viewport};
use trace::Subject;

/// Width of the titles beside the lanes.
pub const GUTTER: f64 = 152.0;
/// Below this width the titles are inside the lanes.
pub const NARROW: f64 = 560.0;
pub const RULER: f64 = 40.0;
pub(crate) const PHASE: f64 = 24.0;
/// On a narrow screen, the height of the title inside a lane.
pub(crate) const TITLE: f64 = 15.0;

/// A lane of the timeline: its kind, and which of them it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    pub kind: LaneName,
    pub n: usize,
}

/// The kinds of lanes, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneName {
    Ruler,
    Openings,
    Parts,
    Zone,
    Chart,
    Events,
}

/// The lanes of a kind: a line of the table, and a file.
pub(super) struct LaneKind {
    /// How many of them a run has.
    pub(super) count: fn(&TimelineView) -> usize,
    pub(super) title: fn(&TimelineView, usize) -> &str,
    /// What a click selects.
    pub(super) subject: fn(&TimelineView, usize) -> Option<Subject>,
    pub(super) height: fn(&TimelineView, usize, &Room) -> f64,
    pub(super) draw: fn(&mut LanePen<'_>, usize),
}

/// The room that lanes share.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// The page scrolls, so nothing has to shrink.
    pub(super) narrow: bool,
    /// There are many lanes of nodes.
    pub(super) many: bool,
    /// What each lane of nodes may take.
    pub(super) share: f64,
    /// What is left for each chart.
    pub(super) more: f64,
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

/// Where a lane is drawn, and with what.
pub(crate) struct LanePen<'a> {
    pub(crate) surface: &'a mut dyn Surface,
    pub(crate) theme: &'a Theme,
    pub(crate) scene: &'a Scene<'a>,
    /// The lane without its title, or all lanes.
    pub(crate) rect: Rect,
    /// The visible cuts of quiet stretches, as left and right edges.
    pub(crate) cuts: &'a [(f64, f64)],
}

impl LanePen<'_> {
    pub(crate) fn x(&self, ms: i64) -> f64 {
        self.scene.window.x(self.scene.axis.unit(ms as f64), self.rect)
    }

    /// The place of a stretch of time, at a distance from the upper edge.
    pub(crate) fn bar(&self, (from, to): (i64, i64), top: f64, height: f64) -> Rect {
        let (left, right) = (self.x(from), self.x(to));
        Rect::new(left, self.rect.y + top, (right - left).max(1.0), height)
    }
}

/// The part of the timeline with the time axis.
pub fn field(width: f64, height: f64) -> Rect {
    let (left, right) = if width < NARROW { (8.0, 8.0) } else { (GUTTER, 16.0) };
    // The width may be 0 during a layout change.
    Rect::new(left, 0.0, (width - left - right).max(1.0), height)
}

/// `b` of `us-central1-b`.
pub(crate) fn last_part(name: &str) -> &str {
    name.rsplit('-').next().unwrap_or(name)
}
