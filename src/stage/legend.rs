//! The legend's pictures, drawn once per theme.

use crate::player::{PaintInput, Painter};
use draw::canvas::Canvas;
use draw::legend::{LegendEntry, ROW, WIDTH, draw};
use draw::theme::Theme;
use std::cell::{Cell, RefCell};
use web_sys::HtmlCanvasElement;

pub struct LegendPainter {
    canvas: RefCell<Canvas>,
    column: Vec<LegendEntry>,
    drawn: Cell<Option<&'static Theme>>,
}

impl LegendPainter {
    pub fn new(element: &HtmlCanvasElement, column: Vec<LegendEntry>) -> Option<Self> {
        Some(Self {
            canvas: RefCell::new(Canvas::of(element).ok()?),
            column,
            drawn: Cell::new(None),
        })
    }
}

impl Painter for LegendPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let same = |theme: &Theme| std::ptr::eq(theme, show.theme);
        if !self.drawn.get().is_some_and(same) {
            self.drawn.set(Some(show.theme));
            let mut canvas = self.canvas.borrow_mut();
            // Draws at triple resolution: the legend isn't redrawn when the window moves to another screen.
            canvas.begin(WIDTH, ROW * self.column.len() as f64, 3.0);
            draw(&mut *canvas, show.theme, &self.column);
        }
        false
    }
}
