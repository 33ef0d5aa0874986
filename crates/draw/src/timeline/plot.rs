//! A plotters drawing backend for a part of a surface.
//!
//! plotters' own canvas backend measures text with a styled element, which the page's policy forbids. This one
//! uses the surface, and draws lines, rectangles and areas as paths instead of single pixels.

use crate::surface::{Align, Color, Font, Rect, Seg, Stroke, Surface};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use std::convert::Infallible;
use std::f64::consts::TAU;

pub struct Plot<'a> {
    surface: &'a mut dyn Surface,
    rect: Rect,
}

type Drawn<T = ()> = Result<T, DrawingErrorKind<Infallible>>;

impl<'a> Plot<'a> {
    pub fn on(surface: &'a mut dyn Surface, rect: Rect) -> Self {
        Self { surface, rect }
    }

    /// Lines of odd width are sharp in the middle of a pixel.
    fn at(&self, (x, y): BackendCoord) -> (f64, f64) {
        (self.rect.x + f64::from(x) + 0.5, self.rect.y + f64::from(y) + 0.5)
    }

    fn path(&self, points: impl IntoIterator<Item = BackendCoord>) -> Vec<Seg> {
        points
            .into_iter()
            .enumerate()
            .map(|(n, point)| {
                let (x, y) = self.at(point);
                if n == 0 { Seg::Move(x, y) } else { Seg::Line(x, y) }
            })
            .collect()
    }
}

fn color(color: BackendColor) -> Color {
    let (red, green, blue) = color.rgb;
    let hex = u32::from(red) << 24 | u32::from(green) << 16 | u32::from(blue) << 8 | 0xff;
    Color(hex).faded(color.alpha)
}

fn stroke(style: &impl BackendStyle) -> Stroke {
    // Widths are whole pixels; a lane's line is thinner than two.
    Stroke::solid(color(style.color()), f64::from(style.stroke_width()))
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

    fn draw_pixel(&mut self, point: BackendCoord, with: BackendColor) -> Drawn {
        let (x, y) = self.at(point);
        self.surface.rects(&[Rect::new(x - 0.5, y - 0.5, 1.0, 1.0)], color(with));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let ((left, top), (right, bottom)) = (self.at(from), self.at(to));
        let rect = Rect::new(left, top, right - left, bottom - top);
        if fill {
            self.surface.rects(&[rect], color(style.color()));
        } else {
            self.surface.stroke(&[Seg::Round(rect, 0.0)], stroke(style));
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let path = self.path(path);
        self.surface.stroke(&path, stroke(style));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (x, y) = self.at(center);
        let circle = [Seg::Arc(x, y, radius.into(), 0.0, TAU)];
        if fill {
            self.surface.fill(&circle, color(style.color()));
        } else {
            self.surface.stroke(&circle, stroke(style));
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let path = self.path(corners);
        self.surface.fill(&path, color(style.color()));
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let anchor = style.anchor();
        let align = match anchor.h_pos {
            HPos::Left => Align::Left,
            HPos::Center => Align::Center,
            HPos::Right => Align::Right,
        };
        let font = Font::sans(style.size(), 400);
        let (x, y) = self.at(at);
        let middle = match anchor.v_pos {
            VPos::Top => y + font.px / 2.0,
            VPos::Center => y,
            VPos::Bottom => y - font.px / 2.0,
        };
        self.surface.text(text, x, middle, font, color(style.color()), align);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(&self, text: &str, style: &T) -> Drawn<(u32, u32)> {
        // Measuring needs a mutable surface; lanes draw their own labels, so an estimate suffices.
        let width = text.chars().count() as f64 * style.size() * 0.6;
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}
