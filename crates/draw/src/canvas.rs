//! The browser's canvas as a surface; the only part of this floor that uses browser APIs.

use super::surface::{Align, Color, Font, MONO, Rect, SANS, Seg, Stroke, Surface};
use base::Map;
use std::fmt;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Path2d};

/// The most cached pictures and widths; beyond that the cache is cleared.
const KEPT: usize = 4096;

/// A canvas in CSS pixels, sharp at any device pixel ratio.
pub struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    ratio: f64,
    size: (f64, f64),
    zoom: f64,
    zooms: Vec<f64>,
    fill: Option<Color>,
    font: Option<Font>,
    widths: Map<(u64, String), f64>,
    sprites: Map<(u64, u64), HtmlCanvasElement>,
    icons: Map<&'static str, Path2d>,
}

/// The browser provides no context.
#[derive(Debug)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("can't draw on the canvas")
    }
}

impl std::error::Error for Refused {}

impl Canvas {
    pub fn of(element: &HtmlCanvasElement) -> Result<Self, Refused> {
        let context = element.get_context("2d").ok().flatten().ok_or(Refused)?;
        Ok(Self {
            element: element.clone(),
            context: context.dyn_into().map_err(|_| Refused)?,
            ratio: 1.0,
            size: (0.0, 0.0),
            zoom: 1.0,
            zooms: Vec::new(),
            fill: None,
            font: None,
            widths: Map::new(),
            sprites: Map::new(),
            icons: Map::new(),
        })
    }

    /// Begins a picture of this size, cleared.
    pub fn begin(&mut self, width: f64, height: f64, ratio: f64) {
        let pixels = |n: f64| (n * ratio).round().max(1.0) as u32;
        let (w, h) = (pixels(width), pixels(height));
        if (self.ratio - ratio).abs() > f64::EPSILON {
            self.sprites.clear();
        }
        if self.element.width() != w || self.element.height() != h {
            self.element.set_width(w);
            self.element.set_height(h);
        }
        self.ratio = ratio;
        self.size = (width, height);
        self.fill = None;
        self.font = None;
        let _ = self.context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        self.context.clear_rect(0.0, 0.0, width, height);
        self.context.set_line_join("round");
        self.context.set_line_cap("butt");
    }

    /// Begins a picture of this size at the screen's resolution, and sets the element's height.
    pub fn fit(&mut self, width: f64, height: f64) {
        self.fit_zoomed(width, height, 1.0);
    }

    /// The same, enlarged.
    pub fn fit_zoomed(&mut self, width: f64, height: f64, zoom: f64) {
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio());
        let ratio = ratio.min(3.0) * zoom;
        if self.size != (width, height) || self.ratio != ratio {
            let style = self.element.style();
            let _ = style.set_property("height", &format!("{}px", height * zoom));
        }
        self.begin(width, height, ratio);
    }

    pub fn size(&self) -> (f64, f64) {
        self.size
    }

    fn set_fill(&mut self, color: Color) {
        if self.fill != Some(color) {
            self.context.set_fill_style_str(&color.css());
            self.fill = Some(color);
        }
    }

    fn set_font(&mut self, font: Font) {
        if self.font != Some(font) {
            let family = if font.mono { MONO } else { SANS };
            self.context.set_font(&format!("{} {}px {family}", font.weight, font.px));
            self.font = Some(font);
        }
    }

    fn trace(&self, path: &[Seg]) {
        self.context.begin_path();
        for seg in path {
            match *seg {
                Seg::Move(x, y) => self.context.move_to(x, y),
                Seg::Line(x, y) => self.context.line_to(x, y),
                Seg::Arc(x, y, r, from, to) => {
                    let _ = self.context.arc(x, y, r.max(0.0), from, to);
                }
                Seg::Round(rect, radius) => self.round(rect, radius),
                Seg::Close => self.context.close_path(),
            }
        }
    }

    fn round(&self, rect: Rect, radius: f64) {
        let r = radius.min(rect.w / 2.0).min(rect.h / 2.0).max(0.0);
        if r < 0.25 {
            self.context.rect(rect.x, rect.y, rect.w, rect.h);
            return;
        }
        let (x, y, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
        self.context.move_to(x + r, y);
        for (x1, y1, x2, y2) in [
            (right, y, right, bottom),
            (right, bottom, x, bottom),
            (x, bottom, x, y),
            (x, y, right, y),
        ] {
            let _ = self.context.arc_to(x1, y1, x2, y2, r);
        }
        self.context.close_path();
    }

    /// Forgets the cached settings, which a restore invalidates.
    fn forget(&mut self) {
        self.fill = None;
        self.font = None;
    }
}

fn dashes(dash: &[f64]) -> JsValue {
    dash.iter().copied().map(JsValue::from_f64).collect::<js_sys::Array>().into()
}

impl Surface for Canvas {
    fn fill(&mut self, path: &[Seg], color: Color) {
        self.set_fill(color);
        self.trace(path);
        self.context.fill();
    }

    fn stroke(&mut self, path: &[Seg], stroke: Stroke) {
        self.trace(path);
        self.context.set_stroke_style_str(&stroke.color.css());
        self.context.set_line_width(stroke.width);
        if stroke.dash.is_empty() {
            self.context.stroke();
        } else {
            let _ = self.context.set_line_dash(&dashes(stroke.dash));
            self.context.stroke();
            let _ = self.context.set_line_dash(&js_sys::Array::new());
        }
    }

    fn rects(&mut self, rects: &[Rect], color: Color) {
        self.set_fill(color);
        // One path for few, single calls for many: long paths are slower.
        for rect in rects {
            self.context.fill_rect(rect.x, rect.y, rect.w, rect.h);
        }
    }

    fn text(&mut self, text: &str, x: f64, y: f64, font: Font, color: Color, align: Align) {
        self.set_font(font);
        self.set_fill(color);
        self.context.set_text_align(match align {
            Align::Left => "left",
            Align::Center => "center",
            Align::Right => "right",
        });
        self.context.set_text_baseline("middle");
        let _ = self.context.fill_text(text, x, y);
    }

    fn upright(&mut self, text: &str, x: f64, y: f64, font: Font, color: Color) {
        self.context.save();
        let _ = self.context.translate(x, y);
        let _ = self.context.rotate(-std::f64::consts::FRAC_PI_2);
        self.forget();
        self.text(text, 0.0, 0.0, font, color, Align::Center);
        self.context.restore();
        self.forget();
    }

    fn icon(&mut self, d: &'static str, x: f64, y: f64, size: f64, color: Color) {
        if !self.icons.contains_key(d) {
            let Ok(path) = Path2d::new_with_path_string(d) else {
                return;
            };
            self.icons.insert(d, path);
        }
        let Some(path) = self.icons.get(d) else {
            return;
        };
        let scale = size / 16.0;
        self.context.save();
        let _ = self.context.translate(x, y);
        let _ = self.context.scale(scale, scale);
        self.context.set_stroke_style_str(&color.css());
        self.context.set_line_width(if size < 14.0 { 2.0 } else { 1.6 });
        self.context.set_line_cap("round");
        self.context.stroke_with_path(path);
        self.context.restore();
    }

    fn width(&mut self, text: &str, font: Font) -> f64 {
        let key = (
            font.px.to_bits() ^ u64::from(font.weight) << 1 ^ u64::from(font.mono),
            text.to_owned(),
        );
        if let Some(width) = self.widths.get(&key) {
            return *width;
        }
        self.set_font(font);
        let width = self.context.measure_text(text).map_or(0.0, |measured| measured.width());
        if self.widths.len() > KEPT {
            self.widths.clear();
        }
        self.widths.insert(key, width);
        width
    }

    fn clip(&mut self, rect: Rect, radius: f64) {
        self.context.save();
        self.context.begin_path();
        self.round(rect, radius);
        self.context.clip();
    }

    fn unclip(&mut self) {
        self.context.restore();
        self.forget();
    }

    fn sprite(
        &mut self,
        key: u64,
        x: f64,
        y: f64,
        size: f64,
        paint: &mut dyn FnMut(&mut dyn Surface),
    ) {
        let at = (key, (size * self.zoom).to_bits());
        if !self.sprites.contains_key(&at) {
            if self.sprites.len() > KEPT {
                self.sprites.clear();
            }
            let Some(picture) = self.picture(size, paint) else {
                return;
            };
            self.sprites.insert(at, picture);
        }
        if let Some(picture) = self.sprites.get(&at) {
            let side = f64::from(picture.width()) / (self.ratio * self.zoom);
            let _ = self.context.draw_image_with_html_canvas_element_and_dw_and_dh(
                picture,
                x - 1.0,
                y - 1.0,
                side,
                side,
            );
        }
    }

    fn shift(&mut self, x: f64, y: f64, zoom: f64) {
        self.context.save();
        let _ = self.context.translate(x, y);
        let _ = self.context.scale(zoom, zoom);
        self.zooms.push(self.zoom);
        self.zoom *= zoom;
    }

    fn unshift(&mut self) {
        self.context.restore();
        self.zoom = self.zooms.pop().unwrap_or(1.0);
        self.forget();
    }
}

impl Canvas {
    /// Draws into a separate picture, with a margin of a pixel for strokes at the edge.
    fn picture(
        &self,
        size: f64,
        paint: &mut dyn FnMut(&mut dyn Surface),
    ) -> Option<HtmlCanvasElement> {
        let element: HtmlCanvasElement =
            self.element.owner_document()?.create_element("canvas").ok()?.dyn_into().ok()?;
        let mut canvas = Self::of(&element).ok()?;
        canvas.begin(size + 2.0, size + 2.0, self.ratio * self.zoom);
        canvas.shift(1.0, 1.0, 1.0);
        paint(&mut canvas);
        canvas.unshift();
        Some(element)
    }
}
