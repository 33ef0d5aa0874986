//! The timeline: a ruler, phases, each node's states, charts and event markers over one axis.

use super::axis::{Axis, Window, ticks};
use super::bars;
use super::bins;
use super::calendar;
use super::charts::{self, Chart};
use super::icons;
use super::rollout;
use super::surface::{Align, Color, Font, Rect, Surface};
use super::theme::Theme;
use super::titles;
use super::view::Look;
use model::RunState;
use query::lanes::{MarkerKind, Step};
use trace::Subject;

/// What the timeline shows of a run, in order from top to bottom.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TimelineView {
    pub start_unix_ms: i64,
    pub end_ms: i64,
    /// Stretches in which automatic work may start; empty when the scenario says nothing of it.
    pub openings: Vec<(i64, i64)>,
    /// Of the maintenance policy, as far as the run reaches.
    pub exclusions: Vec<calendar::Row>,
    /// When support of the cluster's version ends, if the run gets there, and what is said of it.
    pub support_end: Option<(i64, String)>,
    pub openings_title: String,
    pub phases: Vec<PhaseRow>,
    /// Of pools that are upgraded blue-green.
    pub batches: Vec<BatchRow>,
    pub zones: Vec<ZoneRow>,
    pub charts: Vec<Chart>,
    pub markers: Vec<EventMark>,
    pub markers_title: String,
    pub ruler_title: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PhaseRow {
    pub subject: Subject,
    pub title: String,
    pub parts: Vec<PhasePart>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PhasePart {
    pub from_ms: i64,
    pub to_ms: i64,
    pub run: RunState,
    pub label: String,
    /// It goes on when somebody says so, or a window opens.
    pub paused: bool,
    /// Is it a phase of a blue-green upgrade?
    pub in_phase: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BatchRow {
    pub subject: Subject,
    pub title: String,
    pub parts: Vec<BatchPart>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BatchPart {
    pub from_ms: i64,
    pub to_ms: i64,
    pub step: Step,
    pub paused: bool,
    /// What stays where there is no room for the label.
    pub number: String,
    pub label: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ZoneRow {
    pub subject: Subject,
    pub title: String,
    /// Rows of bars.
    pub rows: u32,
    /// Rows of nodes in each of them: where there are very many they lie on one another.
    pub per: u32,
    pub bars: Vec<Bar>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    pub row: u32,
    pub from_ms: i64,
    pub to_ms: i64,
    pub look: Look,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EventMark {
    pub at_ms: i64,
    pub kind: MarkerKind,
    pub subject: Subject,
    pub count: u32,
}

/// A row of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    Ruler,
    Openings,
    Phase(usize),
    Batches(usize),
    Zone(usize),
    Chart(usize),
    Events,
}

/// Width of the titles beside the lanes.
pub const GUTTER: f64 = 152.0;
/// On a narrow screen the titles stand in the lanes.
pub const NARROW: f64 = 560.0;

pub const RULER: f64 = 32.0;
pub(super) const PHASE: f64 = 24.0;
const ZONE: f64 = 38.0;
/// Of more zones than these each has a line, and they stand below what is about all of them.
const FEW_ZONES: usize = 5;
const THIN_PHASE: f64 = 20.0;
const THIN_ZONE: f64 = 15.0;
const CHART: f64 = 44.0;
const EVENTS: f64 = 24.0;
/// On a narrow screen, a lane's title above what it shows.
pub(super) const TITLE: f64 = 15.0;
/// Height of a zone's lane there: the page scrolls, so nothing has to give way.
const NARROW_ZONE: f64 = 30.0;

/// Lanes with their upper edge and height, and the height of all. Zones give way when there is little room.
pub fn lanes(view: &TimelineView, width: f64, room: f64) -> (Vec<(Lane, f64, f64)>, f64) {
    let title = title_height(width);
    let many = view.zones.len() > FEW_ZONES && title == 0.0;
    let phase = if many { THIN_PHASE } else { PHASE };
    let fixed = RULER
        + EVENTS
        + calendar::height(view)
        + phase * (view.phases.len() + view.batches.len()) as f64
        + CHART * view.charts.len() as f64;
    let zones = view.zones.len().max(1) as f64;
    let zone = if title > 0.0 {
        NARROW_ZONE
    } else {
        let least = if many { THIN_ZONE } else { 22.0 };
        ((room - fixed) / zones).clamp(least, ZONE * 2.8)
    };
    let mut out = vec![(Lane::Ruler, 0.0, RULER)];
    let mut y = RULER;
    let mut push = |lane: Lane, height: f64| {
        out.push((lane, y, title + height));
        y += title + height;
    };
    let calendar = calendar::height(view);
    if calendar > 0.0 {
        push(Lane::Openings, calendar);
    }
    for n in 0..view.phases.len() {
        push(Lane::Phase(n), phase);
        let subject = view.phases[n].subject;
        let own = view.batches.iter().position(|row| row.subject == subject);
        if let Some(own) = own {
            push(Lane::Batches(own), phase);
        }
    }
    let rows = (0..view.zones.len()).map(|n| (Lane::Zone(n), zone));
    let charts = (0..view.charts.len()).map(|n| (Lane::Chart(n), CHART));
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

/// Room for a title within each lane: none where titles stand beside the lanes.
fn title_height(width: f64) -> f64 {
    if width < NARROW { TITLE } else { 0.0 }
}

/// The part of a lane in which its bars, its line or its markers are.
pub fn inner(lane: Lane, field: Rect, width: f64, y: f64, h: f64) -> Rect {
    let title = match lane {
        Lane::Ruler => 0.0,
        _ => title_height(width),
    };
    Rect::new(field.x, y + title, field.w, h - title)
}

/// The part of the timeline in which time runs from left to right.
pub fn field(width: f64, height: f64) -> Rect {
    let (left, right) = if width < NARROW {
        (8.0, 8.0)
    } else {
        (GUTTER, 16.0)
    };
    // While the page is laid out anew it may have no width.
    Rect::new(left, 0.0, (width - left - right).max(1.0), height)
}

pub struct Scene<'a> {
    pub view: &'a TimelineView,
    pub axis: &'a Axis,
    pub window: Window,
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

pub fn draw(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let (rows, height) = lanes(scene.view, scene.width, scene.height);
    let field = field(scene.width, height);
    let wide = scene.width >= NARROW;
    let marks = ground(surface, theme, scene, height);
    let cuts = bars::cuts(scene, field);
    for (lane, y, h) in rows {
        let rect = inner(lane, field, scene.width, y, h);
        match lane {
            Lane::Ruler => ruler(surface, theme, scene, rect, &marks, &cuts),
            Lane::Openings => calendar::draw(surface, theme, scene, rect, &cuts),
            Lane::Phase(n) => {
                rollout::phases(surface, theme, scene, rect, &scene.view.phases[n], &cuts);
            }
            Lane::Batches(n) => {
                rollout::batches(surface, theme, scene, rect, &scene.view.batches[n], &cuts);
            }
            Lane::Zone(n) => bars::zone(surface, theme, scene, rect, &scene.view.zones[n]),
            Lane::Chart(n) => {
                let inside = Rect::new(rect.x, rect.y + 3.0, rect.w, rect.h - 6.0);
                let axis = (scene.axis, scene.window);
                charts::draw(
                    surface,
                    theme,
                    &scene.view.charts[n],
                    axis,
                    inside,
                    scene.view.end_ms,
                    &cuts,
                );
            }
            Lane::Events => bins::events(surface, theme, scene, rect),
        }
        if y + h < height {
            border(surface, theme, scene, y + h);
        }
        if wide {
            titles::beside(surface, theme, scene, lane, y, h);
        }
    }
    bars::breaks(surface, theme, scene, field, height);
    if !wide {
        titles::within(surface, theme, scene, field);
    }
}

/// The ruler alone, which stays while the lanes below it are scrolled.
pub fn ruler_only(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    ruled(surface, theme, scene, RULER);
}

/// The ruler, and what all lanes below it stand on.
pub(super) fn ruled(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, height: f64) {
    let field = field(scene.width, height);
    let marks = ground(surface, theme, scene, height);
    let cuts = bars::cuts(scene, field);
    ruler(surface, theme, scene, field, &marks, &cuts);
    border(surface, theme, scene, RULER);
    if scene.width >= NARROW {
        titles::beside(surface, theme, scene, Lane::Ruler, 0.0, RULER);
    }
}

/// What all lanes stand on: the range that is marked, and a line at each of the instants that it gives.
fn ground(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, height: f64) -> Vec<i64> {
    let field = field(scene.width, height);
    let x = |ms: i64| scene.window.x(scene.axis.unit(ms as f64), field);
    surface.rects(&[Rect::new(0.0, 0.0, scene.width, height)], theme.surface);
    if let Some((from, to)) = scene.looped {
        let (from, to) = (x(from as i64).max(field.x), x(to as i64).min(field.right()));
        surface.rects(
            &[Rect::new(from, 0.0, (to - from).max(0.0), height)],
            theme.accent_soft,
        );
    }
    let marks = ticks(scene.axis, scene.window, field, 68.0);
    let top = RULER - 4.0;
    let lines = marks
        .iter()
        .map(|ms| Rect::new(x(*ms).round(), top, 1.0, height - top));
    surface.rects(&lines.collect::<Vec<_>>(), theme.line.faded(0.7));
    marks
}

pub(super) fn border(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, bottom: f64) {
    let line = Rect::new(0.0, (bottom - 1.0).round(), scene.width, 1.0);
    surface.rects(&[line], theme.line);
}

/// Hours and minutes of the day in UTC; seconds where ticks are closer than a minute, the date where a day begins.
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
    let mut day = None;
    for ms in marks {
        let x = scene.window.x(scene.axis.unit(*ms as f64), rect);
        let unix = start + ms;
        let time = clock(unix, close);
        let width = surface.width(&time, font);
        let cut = cuts
            .iter()
            .any(|(from, to)| *from < x + 5.0 + width && *to > x);
        if cut || x + 3.0 + width > rect.right() + 12.0 {
            continue;
        }
        surface.text(&time, x + 3.0, rect.y + 10.0, font, theme.ink, Align::Left);
        let today = unix.div_euclid(86_400_000);
        if day != Some(today) {
            day = Some(today);
            let date = (scene.date)(unix);
            surface.text(
                &date,
                x + 3.0,
                // Below the flag of the playhead.
                rect.y + 26.0,
                Font::sans(10.0, 400),
                theme.ink_3,
                Align::Left,
            );
        }
    }
}

pub(super) fn bar(
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
pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('-').next().unwrap_or(name)
}

pub fn marker_icon(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Created => icons::MADE,
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
        MarkerKind::Created => theme.sky.ink,
        MarkerKind::Cordoned | MarkerKind::Evicted => theme.orange.ink,
        MarkerKind::Blocked | MarkerKind::Forced => theme.verm.line,
        MarkerKind::Deleted => theme.ink_3,
        MarkerKind::Phase | MarkerKind::Operation => theme.ink,
    }
}

/// Only what stands beside the lanes: their numbers change with the playhead.
pub fn titles(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    for (lane, y, h) in lanes(scene.view, scene.width, scene.height).0 {
        titles::beside(surface, theme, scene, lane, y, h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut surface = super::super::surface::ListSurface::default();
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
            let mut ruler = super::super::surface::ListSurface::default();
            ruler_only(&mut ruler, &super::super::theme::LIGHT, &scene);
            // It says what the ruler among the lanes says.
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
        assert_eq!(words(390.0), "text 12,40 Events");
        assert_eq!(words(900.0), "text 16,44 Events");
    }
}
