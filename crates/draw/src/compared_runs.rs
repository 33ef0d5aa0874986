//! Timelines of several runs below one another: a ruler, and for each run its phases, nodes and charts. An
//! instant, or a part of each upgrade, has the same place in all of them.

use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit};
use super::theme::Theme;
use super::timeline::axis::{Axis, Viewport};
use super::timeline::{self, Lane, LaneName, LanePen, NARROW, PartKind, RULER};
use super::timeline::{Scene, TITLE, TimelineView, node_lane, titles};

/// One of the runs.
pub struct RunBlock<'a> {
    /// Its number and its name.
    pub n: usize,
    pub name: &'a str,
    pub view: &'a TimelineView,
    /// The run's own instants on the shared axis.
    pub axis: &'a Axis,
    /// Second lines of its titles.
    pub notes: &'a dyn Fn(Lane) -> String,
}

pub struct ComparedRuns<'a> {
    pub blocks: &'a [RunBlock<'a>],
    /// The shared axis.
    pub axis: &'a Axis,
    pub window: Viewport,
    pub width: f64,
    pub room: f64,
    pub date: &'a dyn Fn(i64) -> String,
    pub quiet: &'a dyn Fn(i64) -> String,
    pub looped: Option<(f64, f64)>,
    /// If positions are parts of each upgrade: the length of the whole, and the ruler's label.
    pub share: Option<(f64, &'a str)>,
}

/// A row of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrackRow {
    Ruler,
    /// A run's name, by index.
    Head(usize),
    Lane(usize, Lane),
}

const HEAD: f64 = 20.0;
const PHASE: f64 = 20.0;
/// How much lower charts are than in a single timeline.
const LESS: f64 = 2.0;
const ZONE: (f64, f64) = (20.0, 60.0);

/// The rows of phases, by index.
fn phases(view: &TimelineView) -> impl Iterator<Item = usize> {
    let is_phase = |at: &usize| view.rows[*at].kind == PartKind::Phases;
    (0..view.rows.len()).filter(is_phase)
}

/// The rows with top and height, and the total height. Node lanes shrink if there is little room.
pub fn rows(views: &[&TimelineView], width: f64, room: f64) -> (Vec<(TrackRow, f64, f64)>, f64) {
    let title = if width < NARROW { TITLE } else { 0.0 };
    let all = |of: fn(&TimelineView) -> usize| views.iter().map(|view| of(view)).sum::<usize>();
    let lanes = all(|view| phases(view).count() + view.zones.len() + view.charts.len());
    let fixed = RULER
        + HEAD * views.len() as f64
        + title * lanes as f64
        + PHASE * all(|view| phases(view).count()) as f64
        + (views.iter().flat_map(|view| &view.charts))
            .map(|chart| chart.height - LESS)
            .sum::<f64>();
    let zones = all(|view| view.zones.len()).max(1) as f64;
    let zone = ((room - fixed) / zones).clamp(ZONE.0, ZONE.1);
    let mut out = vec![(TrackRow::Ruler, 0.0, RULER)];
    let mut y = RULER;
    let mut push = |row: TrackRow, height: f64| {
        out.push((row, y, height));
        y += height;
    };
    for (n, view) in views.iter().enumerate() {
        push(TrackRow::Head(n), HEAD);
        let phases = phases(view).map(|at| (LaneName::Parts, at, PHASE));
        let zones = (0..view.zones.len()).map(|at| (LaneName::Zone, at, zone));
        let charts = view.charts.iter().enumerate();
        let charts = charts.map(|(at, chart)| (LaneName::Chart, at, chart.height - LESS));
        for (kind, at, height) in phases.chain(zones).chain(charts) {
            push(TrackRow::Lane(n, Lane { kind, n: at }), title + height);
        }
    }
    (out, y)
}

impl ComparedRuns<'_> {
    pub fn rows(&self) -> (Vec<(TrackRow, f64, f64)>, f64) {
        let views: Vec<&TimelineView> = self.blocks.iter().map(|block| block.view).collect();
        rows(&views, self.width, self.room)
    }

    /// A run as a timeline scene, on its own axis or on the shared one.
    fn scene<'a>(&'a self, block: &'a RunBlock<'a>, axis: &'a Axis) -> Scene<'a> {
        Scene {
            view: block.view,
            axis,
            window: self.window,
            width: self.width,
            height: self.room,
            date: self.date,
            quiet: self.quiet,
            notes: block.notes,
            looped: self.looped,
        }
    }

    pub fn draw(&self, surface: &mut dyn Surface, theme: &Theme) {
        let (rows, height) = self.rows();
        let Some(first) = self.blocks.first() else {
            return;
        };
        let shared = self.scene(first, self.axis);
        let field = timeline::field(self.width, height);
        self.ruler(surface, theme, height);
        let cuts = node_lane::cuts(&shared, field);
        let scenes = self.blocks.iter().map(|block| self.scene(block, block.axis));
        let scenes: Vec<Scene<'_>> = scenes.collect();
        let mut pen = LanePen { surface, theme, scene: &shared, rect: field, cuts: &cuts };
        for (row, y, h) in &rows {
            if let TrackRow::Lane(n, lane) = row {
                pen.scene = &scenes[*n];
                self.lane(&mut pen, *lane, *y, *h);
            }
        }
        (pen.scene, pen.rect) = (&shared, field);
        node_lane::breaks(&mut pen);
        for (row, y, h) in &rows {
            match row {
                TrackRow::Head(n) => self.head(pen.surface, theme, *n, *y, *h),
                TrackRow::Lane(n, lane) if self.width < NARROW => {
                    pen.scene = &scenes[*n];
                    titles::one_within(&mut pen, *lane, *y);
                }
                TrackRow::Ruler | TrackRow::Lane(..) => {}
            }
        }
    }

    fn lane(&self, pen: &mut LanePen<'_>, lane: Lane, y: f64, h: f64) {
        let field = timeline::field(self.width, y + h);
        let rect = timeline::inner(lane, field, self.width, y, h);
        let less = if lane.kind == LaneName::Chart { LESS / 2.0 } else { 0.0 };
        pen.rect = Rect::new(rect.x, rect.y + less, rect.w, rect.h - 2.0 * less);
        lane.draw(pen);
        timeline::border(pen, y + h);
        if self.width >= NARROW {
            titles::beside(pen, lane, y, h);
        }
    }

    /// Draws a run's number and name above its lanes, and over the words of a quiet stretch.
    fn head(&self, surface: &mut dyn Surface, theme: &Theme, n: usize, y: f64, h: f64) {
        let block = &self.blocks[n];
        let left = if self.width < NARROW { 8.0 } else { 14.0 };
        let font = Font::sans(11.0, 600);
        let (text, width) = fit(surface, block.name, self.width - left - 40.0, font);
        surface.rects(&[Rect::new(0.0, y, left + 26.0 + width, h)], theme.surface);
        let line = |y: f64| Rect::new(0.0, y - 1.0, self.width, 1.0);
        surface.rects(&[line(y + h)], theme.line);
        surface.rects(&[line(y)], theme.line_2);
        badge(surface, theme, block.n, (left + 8.0, y + h / 2.0 - 0.5));
        let middle = y + h / 2.0;
        surface.text(&text, left + 22.0, middle, font, theme.ink, Align::Left);
    }

    /// Draws only the ruler, which stays while the lanes scroll.
    pub fn ruler(&self, surface: &mut dyn Surface, theme: &Theme, height: f64) {
        let Some(first) = self.blocks.first() else {
            return;
        };
        let scene = self.scene(first, self.axis);
        let Some((whole, words)) = self.share else {
            timeline::ruled(surface, theme, &scene, height);
            return;
        };
        let field = timeline::field(self.width, height);
        surface.rects(&[Rect::new(0.0, 0.0, self.width, height)], theme.surface);
        let font = Font::sans(10.0, 500);
        let parts = (0..=10).filter(|part| field.w >= 460.0 || part % 2 == 0);
        for part in parts {
            let unit = self.axis.unit(whole * f64::from(part) / 10.0);
            let x = self.window.x(unit, field);
            if !(field.x - 0.5..=field.right() + 0.5).contains(&x) {
                continue;
            }
            let line = Rect::new(x.round(), RULER - 4.0, 1.0, height - RULER + 4.0);
            surface.rects(&[line], theme.line.faded(0.7));
            let text = format!("{} %", part * 10);
            let room = field.right() + 14.0 - surface.width(&text, font);
            let at = (x + 3.0).min(room);
            surface.text(&text, at, 10.0, font, theme.ink, Align::Left);
        }
        surface.rects(&[Rect::new(0.0, RULER - 1.0, self.width, 1.0)], theme.line);
        if self.width >= NARROW {
            let bold = Font::sans(11.0, 600);
            surface.text(words, 16.0, RULER / 2.0, bold, theme.ink, Align::Left);
        }
    }
}

/// Draws a run's number: filled for the first run, a ring for the others.
fn badge(surface: &mut dyn Surface, theme: &Theme, n: usize, (x, y): (f64, f64)) {
    let circle = Rect::new(x - 7.5, y - 7.5, 15.0, 15.0);
    let ink = if n == 0 {
        surface.fill(&[Seg::Round(circle, 7.5)], theme.accent);
        theme.on_accent
    } else {
        surface.fill(&[Seg::Round(circle, 7.5)], theme.surface);
        let ring = [Seg::Round(circle.inset(0.8), 6.7)];
        surface.stroke(&ring, Stroke::solid(theme.accent, 1.6));
        theme.accent
    };
    let number = (n + 1).to_string();
    let font = Font::sans(10.0, 700);
    surface.text(&number, x, y + 0.5, font, ink, Align::Center);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ListSurface;
    use crate::theme::LIGHT;
    use crate::timeline::Chart;
    use base::{SimTime, Steps};

    fn view(charts: usize) -> TimelineView {
        let chart = |n| Chart {
            height: 44.0,
            title: format!("Chart {n}"),
            value: Steps::starting(SimTime::ZERO, 3),
            ..Chart::default()
        };
        TimelineView {
            end_ms: 60_000,
            charts: (0..charts).map(chart).collect(),
            ..TimelineView::default()
        }
    }

    #[test]
    fn every_run_has_its_lanes_below_its_name() {
        let (one, other) = (view(2), view(1));
        let (rows, height) = rows(&[&one, &other], 900.0, 300.0);
        let kinds: Vec<TrackRow> = rows.iter().map(|(row, ..)| *row).collect();
        let chart = |n, at| TrackRow::Lane(n, Lane { kind: LaneName::Chart, n: at });
        assert_eq!(
            kinds,
            [
                TrackRow::Ruler,
                TrackRow::Head(0),
                chart(0, 0),
                chart(0, 1),
                TrackRow::Head(1),
                chart(1, 0)
            ]
        );
        let last = rows.last().map(|(_, y, h)| y + h);
        assert_eq!(last, Some(height));
    }

    #[test]
    fn the_name_of_a_run_is_over_the_words_of_a_quiet_stretch() {
        let view = view(1);
        let axis = Axis::over(&[(60_000, 3_540_000)], 0, 3_600_000);
        let [before, now] = [(1, "Before: more nodes"), (0, "Now")].map(|(n, name)| RunBlock {
            n,
            name,
            view: &view,
            axis: &axis,
            notes: &|_| String::new(),
        });
        let runs = ComparedRuns {
            blocks: &[now, before],
            axis: &axis,
            window: axis.whole(),
            width: 900.0,
            room: 200.0,
            date: &|_| String::new(),
            quiet: &|_| "58 min quiet".to_owned(),
            looped: None,
            share: None,
        };
        let mut surface = ListSurface::default();
        runs.draw(&mut surface, &LIGHT);
        let (_, after) = surface.list.split_once("58 min quiet").expect("it is said");
        let (ground, _) = after.split_once("Before: more nodes").expect("its name comes later");
        assert!(ground.contains(&LIGHT.surface.css()), "{ground}");
    }

    #[test]
    fn the_ruler_counts_parts_where_each_upgrade_has_its_own_length() {
        let view = view(1);
        let axis = Axis::over(&[], 0, 60_000);
        let blocks =
            [RunBlock { n: 0, name: "Surge", view: &view, axis: &axis, notes: &|_| String::new() }];
        let runs = ComparedRuns {
            blocks: &blocks,
            axis: &axis,
            window: axis.whole(),
            width: 900.0,
            room: 200.0,
            date: &|_| String::new(),
            quiet: &|_| String::new(),
            looped: None,
            share: Some((60_000.0, "Done")),
        };
        let mut surface = ListSurface::default();
        runs.draw(&mut surface, &LIGHT);
        let texts = surface.list.lines().filter(|line| line.starts_with("text"));
        let words: Vec<&str> = texts
            .filter_map(|line| line.split_once(' ')?.1.split_once(' '))
            .map(|(_, text)| text)
            .collect();
        assert_eq!(words[..3], ["0 %", "10 %", "20 %"]);
        assert!(words.contains(&"Surge") && words.contains(&"Chart 0"));
    }
}
