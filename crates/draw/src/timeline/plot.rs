//! A plotters drawing backend for a part of a surface.
//!
//! plotters' own canvas backend measures text with a styled element, which the page's policy forbids. This one uses the surface,
//! and draws lines as paths instead of single pixels. Charts have no other elements: plotters would draw them pixel by pixel.

use crate::surface::{Color, Rect, Seg, Stroke, Surface};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind,
};
use std::convert::Infallible;

pub struct Plot<'a> {
    surface: &'a mut dyn Surface,
    rect: Rect,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> Plot<'a> {
    pub fn on(surface: &'a mut dyn Surface, rect: Rect) -> Self {
        Self { surface, rect }
    }
}

impl DrawingBackend for Plot<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.rect.w.max(1.0) as u32, self.rect.h.max(1.0) as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let mut segments: Vec<Seg> = Vec::new();
        for (x, y) in path {
            // Lines of odd width are sharp in the middle of a pixel.
            let (x, y) = (self.rect.x + f64::from(x) + 0.5, self.rect.y + f64::from(y) + 0.5);
            segments.push(if segments.is_empty() { Seg::Move(x, y) } else { Seg::Line(x, y) });
        }
        let BackendColor { rgb: (red, green, blue), alpha } = style.color();
        let hex = u32::from(red) << 24 | u32::from(green) << 16 | u32::from(blue) << 8 | 0xff;
        let color = Color(hex).faded(alpha);
        self.surface.stroke(&segments, Stroke::solid(color, f64::from(style.stroke_width())));
        Ok(())
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, _: BackendCoord, _: u32, _: &S, _: bool) -> Drawn {
        Ok(())
    }
}
