//! The playhead: a line over all lanes with a time flag, and a veil over the future.

use super::painter::PaintInput;
use super::scene::RunScene;
use super::text::value_text;
use crate::shell::run::loaded::Run;
use base::Map;
use draw::surface::Rect;
use draw::timeline::node_lane::beside_marks;
use std::cell::{Cell, RefCell};
use trace::Frame;
use web_sys::{Element, HtmlElement};

/// The interval between two updates of the slider's text, in milliseconds.
const WORDS_EVERY: f64 = 1000.0;

pub struct Playhead {
    line: HtmlElement,
    flag: Element,
    future: HtmlElement,
    handle: HtmlElement,
    words_at: Cell<f64>,
    /// The flag's text, and the widths of texts by length.
    flagged: RefCell<(String, Map<usize, f64>)>,
}

impl Playhead {
    pub fn new(line: HtmlElement, flag: Element, future: HtmlElement, handle: HtmlElement) -> Self {
        Self { line, flag, future, handle, words_at: Cell::new(0.0), flagged: RefCell::default() }
    }

    /// Forgets widths after a layout change.
    pub fn forget_width(&self) {
        self.flagged.borrow_mut().1.clear();
    }

    /// Moves to the run's position on the time axis.
    pub fn shift(&self, show: &PaintInput<'_>, scene: &RunScene, time: String, field: Rect) {
        let x = beside_marks(&scene.axis, show.window, field, scene.axis.unit(show.at_ms));
        let inside = (field.x - 1.0..=field.right() + 1.0).contains(&x);
        let style = self.line.style();
        let _ = style.set_property("transform", &format!("translateX({x:.2}px)"));
        let _ = style.set_property("visibility", if inside { "visible" } else { "hidden" });
        let left = x.clamp(field.x, field.right());
        let future = self.future.style();
        let _ = future.set_property("transform", &format!("translateX({left:.2}px)"));
        let _ = future.set_property("width", &format!("{:.2}px", field.right() - left));
        // At the edges the flag leans inwards by its text's width. Its digits have equal widths.
        let (written, widths) = &mut *self.flagged.borrow_mut();
        if *written != time {
            self.flag.set_text_content(Some(&time));
            *written = time;
        }
        let flag =
            *widths.entry(written.len()).or_insert_with(|| f64::from(self.handle.offset_width()));
        let (half, width) = (flag / 2.0 + 2.0, field.right() + 16.0);
        // Near the start it leans outwards: the first time stays free.
        let near = (1.0 - (x - field.x) / flag.max(1.0)).clamp(0.0, 1.0);
        let lean = (x - half * near).clamp(half, (width - half).max(half)) - x;
        let to = format!("translateX(calc(-50% + {lean:.1}px))");
        let _ = self.handle.style().set_property("transform", &to);
    }

    /// Describes the position for screen readers.
    pub fn name(&self, show: &PaintInput<'_>, run: &Run, scene: &RunScene, frame: &Frame) {
        self.say(show, scene, || value_text(run, scene, show.at_ms, frame));
    }

    /// Describes it with the given words, at most every [`WORDS_EVERY`] while playing.
    pub fn say(&self, show: &PaintInput<'_>, scene: &RunScene, words: impl FnOnce() -> String) {
        if show.playing && show.now - self.words_at.get() < WORDS_EVERY {
            return;
        }
        self.words_at.set(show.now);
        let set = |name: &str, value: &str| {
            if self.handle.get_attribute(name).as_deref() != Some(value) {
                let _ = self.handle.set_attribute(name, value);
            }
        };
        set("aria-valuemin", "0");
        set("aria-valuemax", &format!("{:.0}", scene.end_ms / 1000.0));
        set("aria-valuenow", &format!("{:.0}", show.at_ms / 1000.0));
        set("aria-valuetext", &words());
    }
}
