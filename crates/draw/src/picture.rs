//! A picture of one instant: the run's title, the stage, its caption, and the timeline with the playhead.

use super::cells::Cells;
use super::compose::{compose, compose_cells};
use super::dots::{DotPlaces, Dots};
use super::layout;
use super::stage::{self, Captions};
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fitted, plain};
use super::svg::{Measure, Svg};
use super::theme::Theme;
use super::timeline::axis::Axis;
use super::timeline::rows::{self, RunSource};
use super::timeline::{self, PartKind, Scene, TimelineView};
use super::view::StageView;
use base::{Map, SimSpan, SimTime};
use query::Index;
use query::lanes::Lanes;
use query::stage::{Detail, StateCounts, stage_of};
use std::rc::Rc;
use trace::{Frame, Phrase, Trace, Value};
use words::Words;

/// The content of the picture.
pub struct Picture<'a> {
    pub trace: &'a Trace,
    pub index: &'a Index,
    pub lanes: &'a Lanes,
    pub at: SimTime,
    /// How the run ends; empty while that isn't known.
    pub headline: &'a str,
    pub words: &'a Words<'a>,
    /// The date of an instant, in milliseconds since 1970.
    pub date: &'a dyn Fn(i64) -> String,
    pub theme: &'a Theme,
    /// In CSS pixels; see [`WIDTH`].
    pub width: f64,
    pub measure: Measure<'a>,
}

/// The width of a document page or a slide.
pub const WIDTH: f64 = 1280.0;

const MARGIN: f64 = 16.0;
const TITLE: f64 = 34.0;
const LINE: f64 = 18.0;

/// A picture with its layout, to be drawn on any surface: by [`svg`], or on a canvas of [`PictureSheet::size`] for
/// a pixel image.
pub struct PictureSheet<'a> {
    of: &'a Picture<'a>,
    pub size: (f64, f64),
    /// The caption as one text, and in lines.
    about: String,
    caption: Vec<String>,
    stage: StageView,
    /// Top and height of the stage.
    stage_at: (f64, f64),
    timeline: TimelineView,
    axis: Axis,
    frame: Frame,
    counts: StateCounts,
    /// Top, height, and the height shared by the node lanes of the timeline.
    timeline_at: (f64, f64, f64),
}

/// The picture as SVG.
#[inline(never)]
pub fn svg(of: &Picture<'_>) -> String {
    let sheet = PictureSheet::of(of);
    let mut svg = Svg::new(of.measure);
    sheet.draw(&mut svg);
    svg.finish(sheet.size, &sheet.title(), &sheet.about)
}

const CAPTION: Font = Font::sans(14.0, 500);

impl<'a> PictureSheet<'a> {
    pub fn of(of: &'a Picture<'a>) -> Self {
        let tell = |key: &str, args: &[(&'static str, Value)]| of.words.message(key, args);
        let source = RunSource { trace: of.trace, lanes: of.lanes, tell: &tell };
        let frame = of.trace.frame_at(of.at);
        let cells = Cells::of(of.lanes);
        let watched = rows::watched(of.trace);
        let detail = Detail::for_nodes(of.lanes.nodes.max().max(0) as u32);
        let counts = StateCounts::at(of.trace, of.index, &frame);
        let shown = stage_of(of.trace, of.index, &frame, detail, &counts);
        let say = |phrase: &Phrase| of.words.say(phrase);
        let about = plain(&say(&shown.caption));
        let stage = if detail == Detail::Cells {
            let mut dots = Dots::new(Rc::new(DotPlaces::of(of.lanes, of.index)));
            dots.fill(&counts);
            compose_cells(&shown, &cells, dots, &say)
        } else {
            compose(&shown, &cells, &say)
        };
        let timeline = source.timeline(&cells, &watched, source.end_ms());
        let width = of.width.clamp(720.0, 8000.0);
        let mut ruler = Svg::new(of.measure);
        let caption = stage::wrap(&mut ruler, &about, width - 2.0 * MARGIN, CAPTION, 3);
        let top = MARGIN + TITLE + LINE * caption.len() as f64 + 10.0;
        let stage_at = (top, stage_height(&stage));
        let lanes = 22.0 * timeline.zones.len() as f64
            + (timeline.rows.iter())
                .filter(|row| row.kind != PartKind::Phases)
                .map(|row| 24.0 + row.more())
                .sum::<f64>();
        let room = lanes + 220.0;
        let (_, tall) = timeline::lanes(&timeline, width, room);
        let timeline_at = (stage_at.0 + stage_at.1 + 14.0, tall, room);
        Self {
            size: (width, timeline_at.0 + tall + MARGIN),
            axis: source.axis(false),
            of,
            about,
            caption,
            stage,
            stage_at,
            timeline,
            frame,
            counts,
            timeline_at,
        }
    }

    pub fn draw(&self, surface: &mut dyn Surface) {
        let theme = self.of.theme;
        let (width, height) = self.size;
        surface.rects(&[Rect::new(0.0, 0.0, width, height)], theme.bg);
        self.head(surface);
        for (n, line) in self.caption.iter().enumerate() {
            let y = MARGIN + TITLE + LINE * (n as f64 + 0.5);
            surface.text(line, MARGIN, y, CAPTION, theme.ink, Align::Left);
        }
        surface.shift(MARGIN, self.stage_at.0, 1.0);
        self.draw_stage(surface);
        surface.unshift();
        surface.shift(0.0, self.timeline_at.0, 1.0);
        self.draw_timeline(surface);
        surface.unshift();
    }

    fn inner(&self) -> f64 {
        self.size.0 - 2.0 * MARGIN
    }

    fn unix_ms(&self) -> i64 {
        let start = self.of.trace.plan().start_unix_ms;
        start.saturating_add(self.of.at.ms())
    }

    /// The scenario's name, or a message if it has none, and how the run ends.
    fn title(&self) -> String {
        let name = match &*self.of.trace.plan().name {
            "" => self.of.words.message("ui-unnamed", &[]),
            name => plain(name),
        };
        match self.of.headline {
            "" => name,
            headline => format!("{name}: {}", plain(headline)),
        }
    }

    /// Draws the scenario's name, and the instant on the right.
    fn head(&self, surface: &mut dyn Surface) {
        let theme = self.of.theme;
        let y = MARGIN + TITLE / 2.0 - 4.0;
        let unix = self.unix_ms();
        let time = format!("{} {} UTC", (self.of.date)(unix), timeline::clock(unix, true));
        let small = Font::sans(13.0, 500);
        let used = surface.width(&time, small) + 24.0;
        let right = MARGIN + self.inner();
        surface.text(&time, right, y, small, theme.ink_2, Align::Right);
        let bold = Font::sans(18.0, 650);
        fitted(surface, &self.title(), (MARGIN, y), self.inner() - used, bold, theme.ink);
    }

    fn draw_stage(&self, surface: &mut dyn Surface) {
        let layout = layout::stage(&self.stage, self.inner(), Some(self.stage_at.1));
        let message = |key: &str| self.of.words.message(key, &[]);
        let scene = stage::Scene {
            view: &self.stage,
            layout: &layout,
            captions: &Captions {
                pending: message("ui-pending"),
                nothing_pending: message("ui-nothing-pending"),
                outside: message("ui-outside"),
            },
            selected: None,
            within: None,
            flights: &[],
            moving: &Map::new(),
            holder: None,
            part: None,
        };
        stage::draw(surface, self.of.theme, &scene);
    }

    fn draw_timeline(&self, surface: &mut dyn Surface) {
        let (words, theme) = (self.of.words, self.of.theme);
        let (_, height, room) = self.timeline_at;
        let tell = |key: &str, args: &[(&'static str, Value)]| words.message(key, args);
        let source = RunSource { trace: self.of.trace, lanes: self.of.lanes, tell: &tell };
        let quiet = |ms: i64| {
            let span = Value::Span(SimSpan::from_ms(ms));
            words.message("ui-quiet", &[("for", span)])
        };
        let scene = Scene {
            view: &self.timeline,
            axis: &self.axis,
            window: self.axis.whole(),
            width: self.size.0,
            height: room,
            date: self.of.date,
            quiet: &quiet,
            notes: &|lane| source.note(&self.timeline, &self.counts, self.frame.at, lane),
            looped: None,
        };
        timeline::draw(surface, theme, &scene);
        self.playhead(surface, &scene, height);
    }

    fn playhead(&self, surface: &mut dyn Surface, scene: &Scene<'_>, height: f64) {
        let theme = self.of.theme;
        let field = timeline::field(scene.width, height);
        let unit = scene.axis.unit(self.of.at.ms() as f64);
        let x = scene.window.x(unit, field).clamp(field.x, field.right());
        let line = [Seg::Move(x, 16.0), Seg::Line(x, height)];
        surface.stroke(&line, Stroke::solid(theme.accent, 1.5));
        let time = timeline::clock(self.unix_ms(), true);
        let font = Font::sans(10.0, 600);
        let wide = surface.width(&time, font) + 10.0;
        let left = (x - wide / 2.0).clamp(0.0, scene.width - wide);
        let flag = Rect::new(left, 1.0, wide, 16.0);
        surface.fill(&[Seg::Round(flag, 4.0)], theme.accent);
        let (middle, y) = flag.middle();
        surface.text(&time, middle, y, font, theme.on_accent, Align::Center);
    }
}

/// The stage's height: usual for tiles, more for more rows of them.
fn stage_height(view: &StageView) -> f64 {
    let rows = |pool: &super::view::PoolView| {
        let most = pool.zones.iter().map(|zone| zone.cells).max().unwrap_or(1);
        f64::from(most).sqrt().clamp(1.0, 4.0)
    };
    let pools: f64 = view.pools.iter().map(|pool| 72.0 + 84.0 * rows(pool)).sum();
    (pools + if view.tray || view.spare.is_some() { 70.0 } else { 12.0 }).clamp(280.0, 2400.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::estimate;
    use crate::theme::{DARK, LIGHT};
    use expect_test::expect_file;
    use runner::Session;

    fn picture(text: &str, at: i64, theme: &Theme) -> String {
        let session = Session::new(text, None).expect("a scenario");
        let mut trace = session.trace();
        session.finish(|chunk| trace.push(chunk));
        let index = Index::of(&trace);
        let lanes = query::lanes(&trace, &index);
        let last = trace.frame_at(trace.end());
        svg(&Picture {
            trace: &trace,
            index: &index,
            lanes: &lanes,
            at: SimTime::from_secs(at),
            headline: "",
            words: &Words::english(trace.plan(), &last.cluster),
            date: &|_| "2026-01-05".to_owned(),
            theme,
            width: WIDTH,
            measure: &estimate,
        })
    }

    #[test]
    fn an_instant_of_a_small_run_is_one_picture() {
        let text = scenario::preset("docs-5-nodes").expect("a preset").text();
        expect_file!["../../../tests/fixtures/pictures/docs-5-nodes.svg"]
            .assert_eq(&picture(text, 200, &LIGHT));
        assert_ne!(picture(text, 200, &DARK), picture(text, 200, &LIGHT));
    }
}
