//! A surface that writes standalone SVG.

use super::surface::{Align, Color, Font, MONO, Rect, SANS, Seg, Stroke, Surface};
use base::Map;
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// Measures a text's width. A browser can; [`estimate`] works without one.
pub type Measure<'a> = &'a dyn Fn(&str, Font) -> f64;

pub struct Svg<'a> {
    measure: Measure<'a>,
    body: String,
    defs: String,
    /// The number of clips and sprites so far, for their ids.
    ids: u32,
    sprites: Map<(u64, u64), u32>,
}

impl<'a> Svg<'a> {
    pub fn new(measure: Measure<'a>) -> Self {
        Self { measure, body: String::new(), defs: String::new(), ids: 0, sprites: Map::new() }
    }

    /// The complete document; `title` and `about` are for screen readers.
    pub fn finish(self, (width, height): (f64, f64), title: &str, about: &str) -> String {
        let (w, h) = (number(width), number(height));
        let defs = match self.defs.as_str() {
            "" => String::new(),
            defs => format!("<defs>\n{defs}</defs>\n"),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             font-family=\"{}\">\n<title>{}</title>\n<desc>{}</desc>\n{defs}{}</svg>\n",
            escaped(SANS),
            escaped(title),
            escaped(about),
            self.body
        )
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{text}");
    }

    fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }
}

/// At most two decimals: a hundredth of a pixel is invisible.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Text escaped for XML; characters that XML forbids are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A color as an attribute; SVG 1.1 has no eight-digit colors.
fn paint(attribute: &str, color: Color) -> String {
    let alpha = color.0 & 0xff;
    let mut out = format!("{attribute}=\"#{:06x}\"", color.0 >> 8);
    if alpha != 0xff {
        let part = number(f64::from(alpha) / 255.0);
        let _ = write!(out, " {attribute}-opacity=\"{part}\"");
    }
    out
}

fn path(segs: &[Seg]) -> String {
    let mut d = String::new();
    for seg in segs {
        let started = !d.is_empty();
        match *seg {
            Seg::Move(x, y) => {
                let _ = write!(d, "M{} {}", number(x), number(y));
            }
            Seg::Line(x, y) => {
                let _ = write!(d, "L{} {}", number(x), number(y));
            }
            Seg::Arc(x, y, r, from, to) => arc(&mut d, started, (x, y), r.max(0.0), (from, to)),
            Seg::Round(rect, radius) => round(&mut d, rect, radius),
            Seg::Close => d.push('Z'),
        }
    }
    d
}

/// A clockwise arc; a full circle takes two halves.
fn arc(d: &mut String, started: bool, (x, y): (f64, f64), r: f64, (from, to): (f64, f64)) {
    let point = |angle: f64| (x + r * angle.cos(), y + r * angle.sin());
    let sweep = (to - from).clamp(0.0, TAU);
    let (sx, sy) = point(from);
    let verb = if started { 'L' } else { 'M' };
    let _ = write!(d, "{verb}{} {}", number(sx), number(sy));
    let halves = if sweep > TAU * 0.75 { 2 } else { 1 };
    for half in 1..=halves {
        let part = sweep / f64::from(halves);
        let (ex, ey) = point(from + part * f64::from(half));
        let large = u8::from(part > TAU / 2.0);
        let r = number(r);
        let _ = write!(d, "A{r} {r} 0 {large} 1 {} {}", number(ex), number(ey));
    }
}

fn round(d: &mut String, rect: Rect, radius: f64) {
    let r = radius.min(rect.w / 2.0).min(rect.h / 2.0).max(0.0);
    if r < 0.25 {
        return square(d, rect);
    }
    let n = number;
    let (w, h, r2) = (rect.w - 2.0 * r, rect.h - 2.0 * r, n(r));
    let _ = write!(
        d,
        "M{} {}h{w}a{r2} {r2} 0 0 1 {r2} {r2}v{h}a{r2} {r2} 0 0 1 -{r2} {r2}h-{w}a{r2} {r2} 0 0 1 -{r2} -{r2}v-{h}\
         a{r2} {r2} 0 0 1 {r2} -{r2}Z",
        n(rect.x + r),
        n(rect.y),
        w = n(w),
        h = n(h),
    );
}

fn square(d: &mut String, rect: Rect) {
    let n = number;
    let _ = write!(d, "M{} {}h{}v{}H{}Z", n(rect.x), n(rect.y), n(rect.w), n(rect.h), n(rect.x));
}

fn font(font: Font) -> String {
    let family =
        if font.mono { format!(" font-family=\"{}\"", escaped(MONO)) } else { String::new() };
    format!("font-size=\"{}\" font-weight=\"{}\"{family}", number(font.px), font.weight)
}

impl Surface for Svg<'_> {
    fn fill(&mut self, segs: &[Seg], color: Color) {
        if color.0 & 0xff != 0 {
            let (d, fill) = (path(segs), paint("fill", color));
            self.line(format_args!("<path d=\"{d}\" {fill}/>"));
        }
    }

    fn stroke(&mut self, segs: &[Seg], stroke: Stroke) {
        let dash: Vec<String> = stroke.dash.iter().map(|length| number(*length)).collect();
        let dash = if dash.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{}\"", dash.join(" "))
        };
        let (d, color) = (path(segs), paint("stroke", stroke.color));
        let width = number(stroke.width);
        self.line(format_args!(
            "<path d=\"{d}\" fill=\"none\" {color} stroke-width=\"{width}\" stroke-linejoin=\"round\"{dash}/>"
        ));
    }

    fn rects(&mut self, rects: &[Rect], color: Color) {
        let mut d = String::new();
        for rect in rects.iter().filter(|rect| rect.w > 0.0 && rect.h > 0.0) {
            square(&mut d, *rect);
        }
        if !d.is_empty() {
            let fill = paint("fill", color);
            self.line(format_args!("<path d=\"{d}\" {fill}/>"));
        }
    }

    fn text(&mut self, text: &str, x: f64, y: f64, of: Font, color: Color, align: Align) {
        let anchor = match align {
            Align::Left => "",
            Align::Center => " text-anchor=\"middle\"",
            Align::Right => " text-anchor=\"end\"",
        };
        // Positions use this width; the viewer's font may differ.
        let length = match text.chars().nth(2) {
            Some(_) => number((self.measure)(text, of)),
            None => String::new(),
        };
        let length = match length.as_str() {
            "" | "0" => String::new(),
            length => format!(" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\""),
        };
        // The middle of a line above its baseline; not every viewer supports `dominant-baseline`.
        let (x, y) = (number(x), number(y + of.px * 0.35));
        let (of, fill, text) = (font(of), paint("fill", color), escaped(text));
        self.line(format_args!(
            "<text x=\"{x}\" y=\"{y}\" {of} {fill}{anchor}{length}>{text}</text>"
        ));
    }

    fn upright(&mut self, text: &str, x: f64, y: f64, of: Font, color: Color) {
        let (x, y) = (number(x), number(y));
        self.line(format_args!("<g transform=\"translate({x} {y}) rotate(-90)\">"));
        self.text(text, 0.0, 0.0, of, color, Align::Center);
        self.line(format_args!("</g>"));
    }

    fn icon(&mut self, d: &'static str, x: f64, y: f64, size: f64, color: Color) {
        let width = if size < 14.0 { "2" } else { "1.6" };
        let (x, y, scale) = (number(x), number(y), format!("{:.4}", size / 16.0));
        let color = paint("stroke", color);
        self.line(format_args!(
            "<path d=\"{d}\" transform=\"translate({x} {y}) scale({scale})\" fill=\"none\" {color} \
             stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        ));
    }

    fn width(&mut self, text: &str, font: Font) -> f64 {
        (self.measure)(text, font)
    }

    fn clip(&mut self, rect: Rect, radius: f64) {
        let id = self.id();
        let mut d = String::new();
        round(&mut d, rect, radius);
        let _ = writeln!(self.defs, "<clipPath id=\"c{id}\"><path d=\"{d}\"/></clipPath>");
        self.line(format_args!("<g clip-path=\"url(#c{id})\">"));
    }

    fn unclip(&mut self) {
        self.line(format_args!("</g>"));
    }

    fn sprite(
        &mut self,
        key: u64,
        x: f64,
        y: f64,
        size: f64,
        paint: &mut dyn FnMut(&mut dyn Surface),
    ) {
        let at = (key, size.to_bits());
        let id = match self.sprites.get(&at) {
            Some(id) => *id,
            None => {
                let id = self.id();
                let before = std::mem::take(&mut self.body);
                paint(self);
                let picture = std::mem::replace(&mut self.body, before);
                let _ = writeln!(self.defs, "<g id=\"s{id}\">\n{picture}</g>");
                self.sprites.insert(at, id);
                id
            }
        };
        let (x, y) = (number(x), number(y));
        self.line(format_args!("<use href=\"#s{id}\" x=\"{x}\" y=\"{y}\"/>"));
    }

    fn shift(&mut self, x: f64, y: f64, zoom: f64) {
        let (x, y) = (number(x), number(y));
        self.line(format_args!("<g transform=\"translate({x} {y}) scale({zoom:.4})\">"));
    }

    fn unshift(&mut self) {
        self.line(format_args!("</g>"));
    }
}

/// Estimates a text's width in usual screen fonts, slightly too wide, so that what fits by this
/// estimate fits anywhere.
pub fn estimate(text: &str, font: Font) -> f64 {
    if font.mono {
        return text.chars().count() as f64 * font.px * 0.605;
    }
    let thousandths: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '|' | '\'' | '.' | ',' | ':' | ';' | '!' => 270.0,
            ' ' | 'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '/' | '-' | '·' => 350.0,
            'm' | 'M' | 'W' | '%' | '@' => 880.0,
            'w' | 'C' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' | 'R' | '…' => 740.0,
            'A'..='Z' => 660.0,
            'k' | 's' | 'c' | 'v' | 'x' | 'y' | 'z' => 520.0,
            _ if c.is_ascii() => 570.0,
            // Ideographs and similar characters are square.
            '\u{1100}'.. => 1000.0,
            _ => 620.0,
        })
        .sum();
    let weight = if font.weight >= 600 { 1.06 } else { 1.0 };
    thousandths / 1000.0 * font.px * weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn shapes_and_words_are_written_as_svg() {
        let mut svg = Svg::new(&estimate);
        svg.rects(
            &[Rect::new(0.0, 0.0, 10.0, 5.5), Rect::new(1.0, 1.0, 0.0, 9.0)],
            Color::rgb(0xff_ff_ff),
        );
        svg.clip(Rect::new(0.0, 0.0, 10.0, 10.0), 0.0);
        svg.fill(&[Seg::Round(Rect::new(1.0, 1.0, 8.0, 8.0), 2.0)], Color::rgba(0, 50));
        svg.stroke(&[Seg::Arc(5.0, 5.0, 3.0, 0.0, TAU)], Stroke::dashed(Color::rgb(0x0a5ca8), 1.0));
        svg.unclip();
        for x in [1.0, 2.0] {
            svg.sprite(7, x, 3.0, 4.0, &mut |surface| {
                surface.rects(&[Rect::new(0.0, 0.0, 4.0, 4.0)], Color::rgb(0));
            });
        }
        svg.text(
            "</text><script>\u{0}&\"",
            1.0,
            10.0,
            Font::mono(10.0),
            Color::rgb(0),
            Align::Right,
        );
        expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" width="10" height="20" viewBox="0 0 10 20" role="img" font-family="system-ui,-apple-system,&quot;Segoe UI&quot;,Roboto,&quot;Noto Sans&quot;,sans-serif">
            <title>a &lt; b</title>
            <desc>“x” &amp; y</desc>
            <defs>
            <clipPath id="c1"><path d="M0 0h10v10H0Z"/></clipPath>
            <g id="s2">
            <path d="M0 0h4v4H0Z" fill="#000000"/>
            </g>
            </defs>
            <path d="M0 0h10v5.5H0Z" fill="#ffffff"/>
            <g clip-path="url(#c1)">
            <path d="M3 1h4a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-4a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2Z" fill="#000000" fill-opacity="0.5"/>
            <path d="M8 5A3 3 0 0 1 2 5A3 3 0 0 1 8 5" fill="none" stroke="#0a5ca8" stroke-width="1" stroke-linejoin="round" stroke-dasharray="3 2.5"/>
            </g>
            <use href="#s2" x="1" y="3"/>
            <use href="#s2" x="2" y="3"/>
            <text x="1" y="13.5" font-size="10" font-weight="500" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" fill="#000000" text-anchor="end" textLength="108.9" lengthAdjust="spacingAndGlyphs">&lt;/text&gt;&lt;script&gt;�&amp;&quot;</text>
            </svg>
        "##]].assert_eq(&svg.finish((10.0, 20.0), "a < b", "“x” & y"));
    }
}
