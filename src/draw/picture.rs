//! A whole instant as one picture: what the run is called, the stage, its caption, and the timeline with the playhead.

use super::axis::Axis;
use super::cells::Cells;
use super::compose::compose;
use super::layout;
use super::rows::{self, Source};
use super::stage::{self, Captions};
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit, plain};
use super::svg::{Measure, Svg};
use super::theme::Theme;
use super::timeline::{self, Scene, TimelineView};
use super::view::StageView;
use crate::base::{SimSpan, SimTime};
use crate::query::lanes::Lanes;
use crate::query::stage::Detail;
use crate::query::{self, Index};
use crate::trace::{Phrase, Trace, Value};
use crate::words::Words;
use std::collections::BTreeMap;

/// What is shown.
pub struct Picture<'a> {
    pub trace: &'a Trace,
    pub index: &'a Index,
    pub lanes: &'a Lanes,
    pub at: SimTime,
    pub words: &'a Words<'a>,
    /// The date of an instant, in milliseconds since 1970.
    pub date: &'a dyn Fn(i64) -> String,
    pub theme: &'a Theme,
    /// In CSS pixels; see [`WIDTH`].
    pub width: f64,
    pub measure: Measure<'a>,
}

/// As wide as a page of a document or a slide shows without enlarging it.
pub const WIDTH: f64 = 1280.0;

const MARGIN: f64 = 16.0;
const TITLE: f64 = 34.0;
const LINE: f64 = 18.0;

/// What the parts of the picture are drawn from.
struct Parts {
    caption: String,
    stage: StageView,
    timeline: TimelineView,
    axis: Axis,
}

/// The picture as SVG.
#[inline(never)]
pub fn svg(of: &Picture<'_>) -> String {
    let tell = |key: &str, args: &[(&'static str, Value)]| of.words.message(key, args);
    let source = Source {
        trace: of.trace,
        lanes: of.lanes,
        tell: &tell,
    };
    let frame = of.trace.frame_at(of.at);
    let cells = Cells::of(of.lanes);
    let watched = rows::watched(of.trace);
    let detail = Detail::for_nodes(of.lanes.nodes.max().max(0) as u32);
    let shown = query::stage(of.trace, of.index, &frame, detail);
    let say = |phrase: &Phrase| of.words.say(phrase);
    let parts = Parts {
        caption: plain(&say(&shown.caption)),
        stage: compose(&shown, &cells, &say),
        timeline: source.timeline(&cells, &watched),
        axis: source.axis(false),
    };
    let note = |lane| source.note(&watched, &frame, lane);
    draw(of, &parts, &note)
}

fn draw(of: &Picture<'_>, parts: &Parts, note: &dyn Fn(timeline::Lane) -> String) -> String {
    let (theme, width) = (of.theme, of.width.clamp(720.0, 8000.0));
    let inner = width - 2.0 * MARGIN;
    let mut svg = Svg::new(of.measure);
    let caption_font = Font::sans(14.0, 500);
    let caption = stage::wrap(&mut svg, &parts.caption, inner, caption_font, 3);
    let top = MARGIN + TITLE + LINE * caption.len() as f64 + 10.0;
    let stage_height = stage_height(&parts.stage);
    let time_top = top + stage_height + 14.0;
    let room = 22.0 * parts.timeline.zones.len() as f64 + 220.0;
    let (_, time_height) = timeline::lanes(&parts.timeline, width, room);
    let height = time_top + time_height + MARGIN;
    svg.rects(&[Rect::new(0.0, 0.0, width, height)], theme.bg);
    head(&mut svg, of, inner);
    for (n, line) in caption.iter().enumerate() {
        let y = MARGIN + TITLE + LINE * (n as f64 + 0.5);
        svg.text(line, MARGIN, y, caption_font, theme.ink, Align::Left);
    }
    svg.shift(MARGIN, top, 1.0);
    let layout = layout::stage(&parts.stage, inner, Some(stage_height));
    let message = |key: &str| of.words.message(key, &[]);
    let scene = stage::Scene {
        view: &parts.stage,
        layout: &layout,
        captions: &Captions {
            pending: message("ui-pending"),
            nothing_pending: message("ui-nothing-pending"),
            outside: message("ui-outside"),
        },
        selected: None,
        flights: &[],
        moving: &BTreeMap::new(),
    };
    stage::draw(&mut svg, theme, &scene);
    svg.unshift();
    svg.shift(0.0, time_top, 1.0);
    let quiet = |ms: i64| {
        let span = Value::Span(SimSpan::from_ms(ms));
        of.words.message("ui-quiet", &[("for", span)])
    };
    let scene = Scene {
        view: &parts.timeline,
        axis: &parts.axis,
        window: parts.axis.whole(),
        width,
        height: room,
        date: of.date,
        quiet: &quiet,
        notes: note,
        looped: None,
    };
    timeline::draw(&mut svg, theme, &scene);
    playhead(&mut svg, of, &scene, time_height);
    svg.unshift();
    let title = plain(&of.trace.plan().name);
    svg.finish((width, height), &title, &parts.caption)
}

/// Tiles get as much room as they have on a usual screen, more where there are more rows of them.
fn stage_height(view: &StageView) -> f64 {
    let rows = |pool: &super::view::PoolView| {
        let most = pool.zones.iter().map(|zone| zone.cells).max().unwrap_or(1);
        f64::from(most).sqrt().clamp(1.0, 4.0)
    };
    let pools: f64 = view.pools.iter().map(|pool| 72.0 + 84.0 * rows(pool)).sum();
    (pools + 70.0).clamp(280.0, 2400.0)
}

/// The name of the scenario, and the instant on the right.
fn head(svg: &mut Svg<'_>, of: &Picture<'_>, inner: f64) {
    let y = MARGIN + TITLE / 2.0 - 4.0;
    let unix = of.trace.plan().start_unix_ms.saturating_add(of.at.ms());
    let time = format!("{} {} UTC", (of.date)(unix), timeline::clock(unix, true));
    let small = Font::sans(13.0, 500);
    let used = svg.width(&time, small) + 24.0;
    svg.text(
        &time,
        MARGIN + inner,
        y,
        small,
        of.theme.ink_2,
        Align::Right,
    );
    let bold = Font::sans(18.0, 650);
    let name = plain(&of.trace.plan().name);
    let (name, _) = fit(svg, &name, inner - used, bold);
    svg.text(&name, MARGIN, y, bold, of.theme.ink, Align::Left);
}

fn playhead(svg: &mut Svg<'_>, of: &Picture<'_>, scene: &Scene<'_>, height: f64) {
    let field = timeline::field(scene.width, height);
    let unit = scene.axis.unit(of.at.ms() as f64);
    let x = scene.window.x(unit, field).clamp(field.x, field.right());
    let line = [Seg::Move(x, 16.0), Seg::Line(x, height)];
    svg.stroke(&line, Stroke::solid(of.theme.accent, 1.5));
    let unix = of.trace.plan().start_unix_ms.saturating_add(of.at.ms());
    let time = timeline::clock(unix, true);
    let font = Font::sans(10.0, 600);
    let wide = svg.width(&time, font) + 10.0;
    let left = (x - wide / 2.0).clamp(0.0, scene.width - wide);
    let flag = Rect::new(left, 1.0, wide, 16.0);
    svg.fill(&[Seg::Round(flag, 4.0)], of.theme.accent);
    let (middle, y) = flag.middle();
    svg.text(&time, middle, y, font, of.theme.on_accent, Align::Center);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::svg::estimate;
    use crate::draw::theme::{DARK, LIGHT};
    use crate::runner::Session;
    use crate::scenario;
    use expect_test::expect_file;

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
            words: &Words::english(trace.plan(), &last.cluster),
            date: &|_| "2026-01-05".to_owned(),
            theme,
            width: WIDTH,
            measure: &estimate,
        })
    }

    #[test]
    fn an_instant_of_a_small_run_is_one_picture() {
        let text = scenario::preset("docs-5-nodes").expect("a preset");
        expect_file!["../../tests/fixtures/pictures/docs-5-nodes.svg"]
            .assert_eq(&picture(text, 200, &LIGHT));
        assert_ne!(picture(text, 200, &DARK), picture(text, 200, &LIGHT));
    }
}
