//! A surface for tests.

use crate::icons;
use crate::surface::{Align, Color, Font, Rect, Seg, Stroke, Surface};
use crate::theme::LIGHT;
use crate::timeline::axis::Axis;
use crate::timeline::{LanePen, Scene, TimelineView};
use std::fmt::Write;

/// Records what is drawn, for tests.
#[derive(Default)]
pub(crate) struct ListSurface {
    pub(crate) list: String,
    shifts: Vec<(f64, f64)>,
    by: (f64, f64),
}

impl ListSurface {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.list, "{text}");
    }

    fn place(&self, rect: Rect) -> String {
        format!("{:.0},{:.0} {:.0}x{:.0}", rect.x + self.by.0, rect.y + self.by.1, rect.w, rect.h)
    }

    fn path(&self, path: &[Seg]) -> String {
        match path {
            [Seg::Round(rect, _)] => self.place(*rect),
            [Seg::Arc(x, y, r, ..)] => {
                format!("circle {:.0},{:.0} {r:.0}", x + self.by.0, y + self.by.1)
            }
            [Seg::Round(..), ..] => {
                path.chunks(1).map(|one| self.path(one)).collect::<Vec<_>>().join(" + ")
            }
            _ => format!("path of {}", path.len()),
        }
    }
}

impl Surface for ListSurface {
    fn fill(&mut self, path: &[Seg], color: Color) {
        let path = self.path(path);
        self.line(format_args!("fill {path} {}", color.css()));
    }

    fn stroke(&mut self, path: &[Seg], stroke: Stroke) {
        let dash = if stroke.dash.is_empty() { "" } else { " dashed" };
        let path = self.path(path);
        self.line(format_args!("stroke {path} {} {}{dash}", stroke.width, stroke.color.css()));
    }

    fn rects(&mut self, rects: &[Rect], color: Color) {
        let first = rects.first().map(|rect| self.place(*rect));
        self.line(format_args!(
            "rects {} {} {}",
            rects.len(),
            first.unwrap_or_default(),
            color.css()
        ));
    }

    fn text(&mut self, text: &str, x: f64, y: f64, _: Font, _: Color, _: Align) {
        let (x, y) = (x + self.by.0, y + self.by.1);
        self.line(format_args!("text {x:.0},{y:.0} {text}"));
    }

    fn upright(&mut self, text: &str, x: f64, y: f64, font: Font, color: Color) {
        self.text(text, x, y, font, color, Align::Center);
    }

    fn icon(&mut self, d: &'static str, x: f64, y: f64, size: f64, _: Color) {
        let name = icons::name(d);
        let (x, y) = (x + self.by.0, y + self.by.1);
        self.line(format_args!("icon {x:.0},{y:.0} {size} {name}"));
    }

    fn width(&mut self, text: &str, font: Font) -> f64 {
        text.chars().count() as f64 * font.px * 0.6
    }

    fn clip(&mut self, rect: Rect, _: f64) {
        let place = self.place(rect);
        self.line(format_args!("clip {place}"));
    }

    fn unclip(&mut self) {
        self.line(format_args!("unclip"));
    }

    fn sprite(&mut self, key: u64, x: f64, y: f64, size: f64, _: &mut dyn FnMut(&mut dyn Surface)) {
        let (x, y) = (x + self.by.0, y + self.by.1);
        self.line(format_args!("sprite {x:.0},{y:.0} {size:.1} {key:x}"));
    }

    fn shift(&mut self, x: f64, y: f64, _: f64) {
        self.shifts.push(self.by);
        self.by = (self.by.0 + x, self.by.1 + y);
    }

    fn unshift(&mut self) {
        self.by = self.shifts.pop().unwrap_or_default();
    }
}

/// The whole of an axis.
pub(crate) fn scene<'a>(view: &'a TimelineView, axis: &'a Axis, width: f64) -> Scene<'a> {
    Scene {
        view,
        axis,
        window: axis.whole(),
        width,
        height: 100.0,
        date: &|_| String::new(),
        quiet: &|_| String::new(),
        notes: &|_| String::new(),
        looped: None,
    }
}

/// Draws within a lane of a minute.
pub(crate) fn with_pen(
    surface: &mut ListSurface,
    view: &TimelineView,
    rect: Rect,
    draw: impl FnOnce(&mut LanePen<'_>),
) {
    let axis = Axis::over(&[], 0, 60_000);
    let scene = &scene(view, &axis, 900.0);
    draw(&mut LanePen { surface, theme: &LIGHT, scene, rect, cuts: &[] });
}
