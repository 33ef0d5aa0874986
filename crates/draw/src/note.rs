//! Notes in a zone's free space, and text in lines.

use super::detail::Detail;
use super::layout::boxes::ZoneBox;
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit};
use super::theme::Theme;
use super::view::ZoneView;

/// Draws the note in a zone's free cells.
pub(super) fn note(surface: &mut dyn Surface, theme: &Theme, zone: &ZoneView, place: &ZoneBox) {
    let Some(words) = &zone.note else {
        return;
    };
    let used = zone.nodes.iter().map(|node| node.cell + 1).max().unwrap_or(0);
    if place.grid.detail() != Detail::Full {
        return;
    }
    let Some(rest) = place.grid.rest(used) else {
        return;
    };
    let (bold, light) = (Font::sans(12.0, 600), Font::sans(11.0, 400));
    let (x, room) = (rest.x + 9.0, rest.w - 18.0);
    let most = ((rest.h.min(place.grid.cell.1) - 14.0) / LINE).floor().max(1.0) as usize;
    let mut lines: Vec<(String, Font)> = Vec::new();
    let texts =
        std::iter::once((&words.title, bold)).chain(words.lines.iter().map(|line| (line, light)));
    for (text, font) in texts {
        let left = most - lines.len();
        lines.extend(wrap(surface, text, room, font, left).into_iter().map(|line| (line, font)));
    }
    let tall = 14.0 + LINE * lines.len() as f64;
    let rest = Rect::new(rest.x, rest.y, rest.w, tall);
    surface.stroke(&[Seg::Round(rest.inset(0.5), 6.0)], Stroke::dashed(theme.line_2, 1.0));
    for (n, (line, font)) in lines.iter().enumerate() {
        let y = rest.y + 15.0 + LINE * n as f64;
        let ink = if *font == bold { theme.ink } else { theme.ink_2 };
        surface.text(line, x, y, *font, ink, Align::Left);
    }
}

/// Height of a line.
const LINE: f64 = 15.0;

/// Breaks text at spaces into at most `most` lines; the last one ends in `…` if there is more.
pub fn wrap(
    surface: &mut dyn Surface,
    text: &str,
    max: f64,
    font: Font,
    lines: usize,
) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && out.len() < lines {
        if out.len() + 1 == lines {
            out.push(fit(surface, rest, max, font).0);
            break;
        }
        let mut end = rest.len();
        while surface.width(&rest[..end], font) > max {
            match rest[..end].trim_end().rfind(' ') {
                Some(at) => end = at,
                None => {
                    out.push(fit(surface, rest, max, font).0);
                    return out;
                }
            }
        }
        out.push(rest[..end].trim().to_owned());
        rest = rest[end..].trim_start();
    }
    out
}
