//! The surface that pictures are drawn on: a few shapes, text and clips, in CSS pixels.
//!
//! Scenes only know this trait, so a browser canvas can draw them and a test can read them as a list.

use base::text::is_hidden;

/// A rectangle; `x` and `y` are its upper left corner.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Rect {
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    pub fn right(self) -> f64 {
        self.x + self.w
    }

    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    pub fn middle(self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Smaller by `by` on every side; sizes never become negative.
    pub fn inset(self, by: f64) -> Self {
        Self::new(
            self.x + by,
            self.y + by,
            (self.w - 2.0 * by).max(0.0),
            (self.h - 2.0 * by).max(0.0),
        )
    }

    /// A step on the way to another rectangle.
    pub fn toward(self, to: Self, part: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * part;
        Self::new(mix(self.x, to.x), mix(self.y, to.y), mix(self.w, to.w), mix(self.h, to.h))
    }

    pub fn contains(self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }
}

/// Red, green, blue and opacity, a byte each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Color(pub u32);

impl Color {
    /// `0xrrggbb`, opaque.
    pub const fn rgb(hex: u32) -> Self {
        Self((hex << 8) | 0xff)
    }

    /// `0xrrggbb` with an opacity in percent.
    pub const fn rgba(hex: u32, percent: u32) -> Self {
        Self((hex << 8) | ((percent * 255 + 50) / 100))
    }

    /// The same color with its opacity multiplied.
    pub fn faded(self, by: f64) -> Self {
        let alpha = f64::from(self.0 & 0xff) * by.clamp(0.0, 1.0);
        Self((self.0 & !0xff) | alpha.round() as u32)
    }

    /// The color in CSS.
    pub fn css(self) -> String {
        if self.0 & 0xff == 0xff {
            format!("#{:06x}", self.0 >> 8)
        } else {
            format!("#{:08x}", self.0)
        }
    }
}

/// A step of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Seg {
    Move(f64, f64),
    Line(f64, f64),
    /// Clockwise from the first angle to the second, which is not smaller, in radians from the right.
    Arc(f64, f64, f64, f64, f64),
    /// A rectangle with rounded corners.
    Round(Rect, f64),
    Close,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    pub color: Color,
    pub width: f64,
    /// Alternating lengths of strokes and gaps; empty = solid.
    pub dash: &'static [f64],
}

impl Stroke {
    pub const fn solid(color: Color, width: f64) -> Self {
        Self { color, width, dash: &[] }
    }

    pub const fn dashed(color: Color, width: f64) -> Self {
        Self { color, width, dash: &[3.0, 2.5] }
    }

    pub const fn dotted(color: Color, width: f64) -> Self {
        Self { color, width, dash: &[1.5, 2.0] }
    }
}

/// The font families of `static/styles/tokens.css`.
pub(super) const SANS: &str =
    "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif";
pub(super) const MONO: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Font {
    pub px: f64,
    pub weight: u32,
    pub mono: bool,
}

impl Font {
    pub const fn sans(px: f64, weight: u32) -> Self {
        Self { px, weight, mono: false }
    }

    pub const fn mono(px: f64) -> Self {
        Self { px, weight: 500, mono: true }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// A surface to draw on.
pub trait Surface {
    fn fill(&mut self, path: &[Seg], color: Color);
    fn stroke(&mut self, path: &[Seg], stroke: Stroke);
    /// Draws many rectangles of one color.
    fn rects(&mut self, rects: &[Rect], color: Color);
    /// `y` is the middle of the line.
    fn text(&mut self, text: &str, x: f64, y: f64, font: Font, color: Color, align: Align);
    /// Draws text from bottom to top, its middle at `x`, `y`.
    fn upright(&mut self, text: &str, x: f64, y: f64, font: Font, color: Color);
    /// An icon of [`super::icons`]: `d` in a box of 16 by 16, scaled to `size`.
    fn icon(&mut self, d: &'static str, x: f64, y: f64, size: f64, color: Color);
    fn width(&mut self, text: &str, font: Font) -> f64;
    /// Clips to the rectangle until [`Surface::unclip`].
    fn clip(&mut self, rect: Rect, radius: f64);
    fn unclip(&mut self);
    /// Draws a small, frequent picture, which is cached by key and size.
    fn sprite(
        &mut self,
        key: u64,
        x: f64,
        y: f64,
        size: f64,
        paint: &mut dyn FnMut(&mut dyn Surface),
    );
    /// Shifts and scales what follows, until [`Surface::unshift`].
    fn shift(&mut self, x: f64, y: f64, zoom: f64);
    fn unshift(&mut self);
}

/// Draws text, cut with `…` to the width `max`; returns its width.
pub fn fitted(
    surface: &mut dyn Surface,
    text: &str,
    at: (f64, f64),
    max: f64,
    font: Font,
    color: Color,
) -> f64 {
    let (shown, width) = fit(surface, text, max, font);
    if !shown.is_empty() {
        surface.text(&shown, at.0, at.1, font, color, Align::Left);
    }
    width
}

/// As much of the text as fits, and its width.
pub fn fit(surface: &mut dyn Surface, text: &str, max: f64, font: Font) -> (String, f64) {
    let whole = surface.width(text, font);
    if whole <= max {
        return (text.to_owned(), whole);
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let cut = |n: usize| format!("{}…", text[..ends.get(n).copied().unwrap_or(0)].trim_end());
    longest(surface, ends.len(), max, font, &cut)
}

/// The longest of `most` successive cuts of a text that fits, and its width.
fn longest(
    surface: &mut dyn Surface,
    cuts: usize,
    max: f64,
    font: Font,
    cut: &dyn Fn(usize) -> String,
) -> (String, f64) {
    let (mut low, mut high) = (0, cuts);
    while low + 1 < high {
        let half = low.midpoint(high);
        if surface.width(&cut(half), font) <= max {
            low = half;
        } else {
            high = half;
        }
    }
    if low == 0 {
        return (String::new(), 0.0);
    }
    let shown = cut(low);
    let width = surface.width(&shown, font);
    (shown, width)
}

/// As much of the end of the text as fits after a `…`, and its width: names differ at the end.
pub fn fit_end(surface: &mut dyn Surface, text: &str, max: f64, font: Font) -> (String, f64) {
    let whole = surface.width(text, font);
    if whole <= max {
        return (text.to_owned(), whole);
    }
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
    let cut = |at: usize| format!("…{}", text[at..].trim_start());
    let first = starts.partition_point(|at| surface.width(&cut(*at), font) > max);
    match starts.get(first) {
        Some(at) => {
            let shown = cut(*at);
            let width = surface.width(&shown, font);
            (shown, width)
        }
        None => (String::new(), 0.0),
    }
}

/// As much of the beginning and the end as fits around a `…`, and its width: zone names differ at both.
pub fn fit_ends(surface: &mut dyn Surface, text: &str, max: f64, font: Font) -> (String, f64) {
    let whole = surface.width(text, font);
    if whole <= max {
        return (text.to_owned(), whole);
    }
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    // The end gets the odd letter.
    let cut = |n: usize| {
        let at = |n: usize| starts.get(n).copied().unwrap_or(text.len());
        let (head, tail) = (at(n / 2), at(starts.len() - n.div_ceil(2)));
        format!("{}…{}", text[..head].trim_end(), text[tail..].trim_start())
    };
    longest(surface, starts.len(), max, font, &cut)
}

/// Text without characters that move, hide or reverse others: a canvas doesn't isolate them.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ListSurface;

    #[test]
    fn text_that_is_too_wide_ends_in_an_ellipsis() {
        let mut surface = ListSurface::default();
        let font = Font::sans(10.0, 400);
        assert_eq!(fit(&mut surface, "web-pool", 60.0, font).0, "web-pool");
        assert_eq!(fit(&mut surface, "web-pool", 40.0, font).0, "web-p…");
        assert_eq!(fit(&mut surface, "web-pool", 3.0, font).0, "");
        assert_eq!(fit_end(&mut surface, "web-pool", 60.0, font).0, "web-pool");
        assert_eq!(fit_end(&mut surface, "web-pool", 40.0, font).0, "…-pool");
        assert_eq!(fit_end(&mut surface, "web-pool", 3.0, font).0, "");
        let zone = "apps europe-west1-b";
        assert_eq!(fit_ends(&mut surface, zone, 120.0, font).0, zone);
        assert_eq!(fit_ends(&mut surface, zone, 80.0, font).0, "apps e…est1-b");
        assert_eq!(fit_ends(&mut surface, zone, 12.0, font).0, "…b");
        assert_eq!(fit_ends(&mut surface, zone, 3.0, font).0, "");
    }

    #[test]
    fn right_to_left_names_do_not_reorder_their_neighbors() {
        assert_eq!(plain("a\u{202e}b\u{200b}c\nd"), "abcd");
    }

    #[test]
    fn colours_are_written_as_css() {
        assert_eq!(Color::rgb(0x0a_5c_a8).css(), "#0a5ca8");
        assert_eq!(Color::rgba(0xff_ff_ff, 50).css(), "#ffffff80");
        assert_eq!(Color::rgb(0).faded(0.5).css(), "#00000080");
    }
}
