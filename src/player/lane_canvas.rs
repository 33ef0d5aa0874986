//! The elements of lanes: a scrolling canvas, a fixed ruler above it, and the playhead.

use super::painter::PaintInput;
use super::playhead::Playhead;
use draw::canvas::Canvas;
use draw::surface::Rect;
use draw::timeline::{self, field};
use std::cell::{Cell, RefCell, RefMut};
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

/// The interval between two updates of the numbers beside the lanes, in milliseconds.
const NOTES_EVERY: f64 = 200.0;

pub struct LaneSheet {
    host: HtmlElement,
    canvas: RefCell<Canvas>,
    element: HtmlCanvasElement,
    ruler: RefCell<Canvas>,
    ruler_element: HtmlCanvasElement,
    pub(crate) playhead: Playhead,
    notes_at: Cell<f64>,
    size: Cell<(f64, f64)>,
    field: Cell<Rect>,
}

impl LaneSheet {
    pub fn new(
        host: HtmlElement,
        ruler: HtmlCanvasElement,
        element: HtmlCanvasElement,
        playhead: Playhead,
    ) -> Option<Self> {
        Some(Self {
            canvas: RefCell::new(Canvas::of(&element).ok()?),
            ruler: RefCell::new(Canvas::of(&ruler).ok()?),
            host,
            element,
            ruler_element: ruler,
            playhead,
            notes_at: Cell::new(0.0),
            size: Cell::default(),
            field: Cell::new(Rect::default()),
        })
    }

    /// The part with the time axis, as last drawn.
    pub fn field(&self) -> Rect {
        self.field.get()
    }

    /// The canvas's left edge in the window.
    pub fn left_edge(&self) -> f64 {
        self.element.get_bounding_client_rect().left()
    }

    pub(crate) fn is_mine(&self, canvas: &Element) -> bool {
        let mut own = [&self.element, &self.ruler_element].into_iter();
        own.any(|own| canvas.is_same_node(Some(own)))
    }

    pub(crate) fn measure(&self) {
        let (width, height) = (self.host.client_width(), self.host.client_height());
        self.size.set((width.into(), height.into()));
    }

    /// The last measured size.
    pub(crate) fn size(&self) -> (f64, f64) {
        self.size.get()
    }

    pub(crate) fn lay_out(&self) {
        let (width, height) = self.size.get();
        self.field.set(field(width, height));
    }

    /// May the numbers beside the lanes be updated?
    pub(crate) fn notes_due(&self, show: &PaintInput<'_>) -> bool {
        !show.playing || show.now - self.notes_at.get() > NOTES_EVERY
    }

    pub(crate) fn noted(&self, show: &PaintInput<'_>) {
        self.notes_at.set(show.now);
    }

    /// The lanes as they were drawn.
    pub(crate) fn canvas(&self) -> RefMut<'_, Canvas> {
        self.canvas.borrow_mut()
    }

    /// Clears the lanes, with this height, and the ruler.
    pub(crate) fn begin(&self, height: f64) -> (RefMut<'_, Canvas>, RefMut<'_, Canvas>) {
        let (width, room) = self.size.get();
        // Lanes that scroll must be reachable by keyboard.
        let stop = if height > room { "0" } else { "-1" };
        let _ = self.host.set_attribute("tabindex", stop);
        let mut canvas = self.canvas.borrow_mut();
        canvas.fit(width, height);
        let mut ruler = self.ruler.borrow_mut();
        if ruler.size().0 != width {
            // As wide as the lanes, which may have a scrollbar.
            let style = self.ruler_element.style();
            let _ = style.set_property("width", &format!("{width}px"));
        }
        ruler.fit(width, timeline::RULER);
        (canvas, ruler)
    }
}
