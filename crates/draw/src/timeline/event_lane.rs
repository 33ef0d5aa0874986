//! The event lane: events too close for a glyph each are counted together; none is omitted.

use super::axis::{Axis, Viewport};
use super::scene::{LaneKind, LanePen};
use super::view::TimelineView;
use crate::icons;
use crate::surface::{Color, Rect};
use crate::theme::Theme;
use query::lanes::{Marker, MarkerKind};

/// Height of the lane.
const HEIGHT: f64 = 24.0;

pub(super) const LANE: LaneKind = LaneKind {
    count: |_| 1,
    title: |view, _| &view.markers_title,
    subject: |_, _| None,
    height: |_, _, _| HEIGHT,
    draw: |pen, _| events(pen),
};

/// Most important first: forced Pods are in no other lane.
const BY_WEIGHT: [MarkerKind; 9] = [
    MarkerKind::Forced,
    MarkerKind::Operation,
    MarkerKind::Phase,
    MarkerKind::Scaled,
    MarkerKind::Blocked,
    MarkerKind::Deleted,
    MarkerKind::Evicted,
    MarkerKind::Cordoned,
    MarkerKind::Created,
];

/// Events too close for a glyph each: the most important kind, and the count of each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EventBin {
    pub x: f64,
    pub mark: Marker,
    /// By kind, in order of importance.
    pub counts: [u32; BY_WEIGHT.len()],
}

impl EventBin {
    pub fn all(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The kinds that occur, with their counts.
    pub fn kinds(&self) -> impl Iterator<Item = (MarkerKind, u32)> {
        BY_WEIGHT.into_iter().zip(self.counts).filter(|(_, count)| *count > 0)
    }
}

/// Width of a glyph.
const GLYPH: f64 = 12.0;

/// The visible events in bins as wide as a glyph.
pub fn shown(view: &TimelineView, axis: &Axis, window: Viewport, field: Rect) -> Vec<EventBin> {
    let mut bins: Vec<EventBin> = Vec::with_capacity((field.w / GLYPH) as usize + 2);
    let mut last = None;
    let (from, to) = (axis.ms(window.from), axis.ms(window.to));
    let first = view.markers.partition_point(|mark| (mark.at.ms() as f64) < from - 1.0);
    for mark in &view.markers[first..] {
        if mark.at.ms() as f64 > to + 1.0 {
            break;
        }
        let x = window.x(axis.unit(mark.at.ms() as f64), field);
        if x < field.x || x > field.right() {
            continue;
        }
        let weight = BY_WEIGHT.iter().position(|kind| *kind == mark.kind).unwrap_or(0);
        let slot = ((x - field.x) / GLYPH) as u32;
        if last != Some(slot) {
            last = Some(slot);
            bins.push(EventBin { x, mark: *mark, counts: [0; BY_WEIGHT.len()] });
        }
        let Some(bin) = bins.last_mut() else {
            continue;
        };
        if bin.counts[..=weight].iter().all(|count| *count == 0) {
            (bin.x, bin.mark) = (x, *mark);
        }
        bin.counts[weight] += mark.count;
    }
    // Neighbors may be at the touching edges of their bins.
    for n in 1..bins.len() {
        let least = bins[n - 1].x + GLYPH;
        bins[n].x = bins[n].x.max(least);
    }
    bins
}

/// The key of the words for a number of events of a kind.
pub fn key(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Created => "ui-bin-created",
        MarkerKind::Cordoned => "ui-bin-cordoned",
        MarkerKind::Evicted => "ui-bin-evicted",
        MarkerKind::Blocked => "ui-bin-blocked",
        MarkerKind::Forced => "ui-bin-forced",
        MarkerKind::Deleted => "ui-bin-deleted",
        MarkerKind::Phase => "ui-bin-phase",
        MarkerKind::Scaled => "ui-bin-scaled",
        MarkerKind::Operation => "ui-bin-operation",
    }
}

pub fn marker_icon(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Created | MarkerKind::Scaled => icons::MADE,
        MarkerKind::Cordoned => icons::BAN,
        MarkerKind::Evicted => icons::LEAVE,
        MarkerKind::Blocked => icons::PAUSE,
        MarkerKind::Forced => icons::BOLT,
        MarkerKind::Deleted => icons::CROSS,
        MarkerKind::Phase => icons::FLAG,
        MarkerKind::Operation => icons::PLAY,
    }
}

pub fn marker_color(theme: &Theme, kind: MarkerKind) -> Color {
    match kind {
        MarkerKind::Created | MarkerKind::Scaled => theme.sky.ink,
        MarkerKind::Cordoned | MarkerKind::Evicted => theme.orange.ink,
        MarkerKind::Blocked | MarkerKind::Forced => theme.verm.line,
        MarkerKind::Deleted => theme.ink_3,
        MarkerKind::Phase | MarkerKind::Operation => theme.ink,
    }
}

fn events(pen: &mut LanePen<'_>) {
    let (scene, rect) = (pen.scene, pen.rect);
    let bins = shown(scene.view, scene.axis, scene.window, rect);
    let most = bins.iter().map(EventBin::all).max().unwrap_or(1);
    for bin in &bins {
        let color = marker_color(pen.theme, bin.mark.kind);
        let icon = marker_icon(bin.mark.kind);
        pen.surface.icon(icon, bin.x - 6.0, rect.y + 4.0, 12.0, color);
        // Several: a bar shows the count, visible from two on, the longest for the most.
        let all = bin.all();
        if all > 1 {
            let part = (f64::from(all).ln() / f64::from(most.max(2)).ln()).clamp(0.15, 1.0);
            let bar = Rect::new(bin.x - 5.0, rect.bottom() - 4.5, 10.0 * part, 2.0);
            pen.surface.rects(&[bar], pen.theme.ink_3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{NodeId, RecordNo, SimTime};
    use trace::Subject;

    #[test]
    fn one_forced_eviction_among_thousands_is_seen_when_everything_is() {
        let mark = |n: i64, kind| Marker {
            at: SimTime::from_secs(n),
            no: RecordNo(n as u32),
            kind,
            subject: Subject::Node(NodeId(n as u32)),
            count: 1,
        };
        let mut markers: Vec<Marker> = (0..36_000).map(|n| mark(n, MarkerKind::Evicted)).collect();
        markers.insert(20_001, mark(20_000, MarkerKind::Forced));
        let view = TimelineView { markers, ..TimelineView::default() };
        let axis = Axis::over(&[], 0, 36_000_000);
        let field = Rect::new(152.0, 0.0, 900.0, 24.0);
        let bins = shown(&view, &axis, axis.whole(), field);
        let all: u32 = bins.iter().map(EventBin::all).sum();
        assert_eq!(all, 36_001);
        let forced: Vec<&EventBin> =
            bins.iter().filter(|bin| bin.mark.kind == MarkerKind::Forced).collect();
        assert_eq!(forced.len(), 1);
        assert_eq!(forced[0].kinds().next(), Some((MarkerKind::Forced, 1)));
        for pair in bins.windows(2) {
            assert!(pair[1].x - pair[0].x >= GLYPH - 0.01);
        }
    }
}
