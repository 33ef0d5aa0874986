//! A canvas as a drawing backend of plotters. The one place of this floor that knows the browser.
//!
//! The backend that plotters brings measures text with a styled element, which the page's policy refuses. This one
//! asks the canvas, and draws lines, rectangles and areas as paths where the defaults draw single pixels.

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};
use std::fmt;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A canvas that can be drawn on, in its own pixels.
#[derive(Debug)]
pub struct Canvas {
    context: CanvasRenderingContext2d,
    size: (u32, u32),
}

/// The browser gives no context, or takes no text.
#[derive(Debug)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the canvas cannot be drawn on")
    }
}

impl std::error::Error for Refused {}

type Drawn<T = ()> = Result<T, DrawingErrorKind<Refused>>;

impl Canvas {
    pub fn of(element: &HtmlCanvasElement) -> Result<Self, Refused> {
        let context = element.get_context("2d").ok().flatten().ok_or(Refused)?;
        Ok(Self {
            context: context.dyn_into().map_err(|_| Refused)?,
            size: (element.width(), element.height()),
        })
    }

    fn trace(&self, points: impl IntoIterator<Item = BackendCoord>) {
        self.context.begin_path();
        for (x, y) in points {
            // The first of a path only begins it.
            self.context.line_to(middle(x), middle(y));
        }
    }

    fn stroke(&self, style: &impl BackendStyle) {
        self.context.set_stroke_style_str(&css(style.color()));
        self.context.set_line_width(style.stroke_width().into());
        self.context.stroke();
    }

    fn fill_with(&self, color: BackendColor) {
        self.context.set_fill_style_str(&css(color));
    }

    fn set_font(&self, style: &impl BackendTextStyle) {
        let font = format!(
            "{} {}px {}",
            style.style().as_str(),
            style.size(),
            style.family().as_str()
        );
        self.context.set_font(&font);
    }

    fn turn_to(
        &self,
        transform: &FontTransform,
        at: BackendCoord,
    ) -> Result<(), wasm_bindgen::JsValue> {
        let quarters = match transform {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 1.0,
            FontTransform::Rotate180 => 2.0,
            FontTransform::Rotate270 => 3.0,
        };
        self.context.translate(at.0.into(), at.1.into())?;
        self.context.rotate(quarters * std::f64::consts::FRAC_PI_2)
    }
}

impl DrawingBackend for Canvas {
    type ErrorType = Refused;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.fill_with(color);
        self.context.fill_rect(x.into(), y.into(), 1.0, 1.0);
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
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (width, height) = (right - left, bottom - top);
        if fill {
            self.fill_with(style.color());
            self.context
                .fill_rect(left.into(), top.into(), width.into(), height.into());
        } else {
            self.context.begin_path();
            self.context
                .rect(middle(left), middle(top), width.into(), height.into());
            self.stroke(style);
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.trace(path);
        self.stroke(style);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.context.begin_path();
        self.context
            .arc(
                middle(x),
                middle(y),
                radius.into(),
                0.0,
                std::f64::consts::TAU,
            )
            .map_err(|_| DrawingErrorKind::DrawingError(Refused))?;
        if fill {
            self.fill_with(style.color());
            self.context.fill();
        } else {
            self.stroke(style);
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.trace(corners);
        self.fill_with(style.color());
        self.context.fill();
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let anchor = style.anchor();
        self.context.set_text_align(match anchor.h_pos {
            HPos::Left => "left",
            HPos::Center => "center",
            HPos::Right => "right",
        });
        self.context.set_text_baseline(match anchor.v_pos {
            VPos::Top => "top",
            VPos::Center => "middle",
            VPos::Bottom => "bottom",
        });
        self.set_font(style);
        self.fill_with(style.color());
        self.context.save();
        let drawn = self
            .turn_to(&style.transform(), at)
            .and_then(|()| self.context.fill_text(text, 0.0, 0.0));
        self.context.restore();
        drawn.map_err(|_| DrawingErrorKind::DrawingError(Refused))
    }

    fn estimate_text_size<T: BackendTextStyle>(&self, text: &str, style: &T) -> Drawn<(u32, u32)> {
        self.set_font(style);
        let measured = self.context.measure_text(text);
        let width = measured
            .map_err(|_| DrawingErrorKind::DrawingError(Refused))?
            .width();
        Ok((width.ceil() as u32, style.size().ceil() as u32))
    }
}

/// Lines of odd width are sharp in the middle of a pixel.
fn middle(at: i32) -> f64 {
    f64::from(at) + 0.5
}

fn css(color: BackendColor) -> String {
    let (red, green, blue) = color.rgb;
    format!("rgba({red},{green},{blue},{})", color.alpha)
}
