//! Draws node states without words: hue, border and pattern.

use super::detail::Detail;
use super::icons;
use super::surface::{Color, Rect, Seg, Stroke, Surface};
use super::theme::{Hue, Theme};
use query::stage::TileState;

pub(super) fn hue(theme: &Theme, look: TileState) -> Hue {
    match look {
        TileState::Starting => theme.sky,
        TileState::ReadyNew => theme.green,
        TileState::Cordoned | TileState::Draining => theme.orange,
        TileState::Blocked => theme.verm,
        TileState::Recreating => theme.purple,
        TileState::Deleting => theme.grey,
        TileState::NotReady => Hue { line: theme.ink, fill: theme.surface, ink: theme.ink },
        TileState::ReadyOld => Hue { line: theme.old_line, fill: theme.old, ink: theme.ink_2 },
    }
}

pub(super) fn glyph(look: TileState) -> Option<&'static str> {
    match look {
        TileState::Starting => Some(icons::STARTING),
        TileState::Cordoned => Some(icons::BAN),
        TileState::Draining => Some(icons::LEAVE),
        TileState::Blocked => Some(icons::PAUSE),
        TileState::Recreating => Some(icons::RECREATE),
        TileState::Deleting => Some(icons::CROSS),
        TileState::NotReady => Some(icons::WARN),
        TileState::ReadyNew | TileState::ReadyOld => None,
    }
}

/// Fill, pattern and border of a node.
pub(super) fn ground(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    radius: f64,
    look: TileState,
    detail: Detail,
) {
    let hue = hue(theme, look);
    let whole = [Seg::Round(rect, radius)];
    surface.fill(&whole, theme.surface);
    surface.fill(&whole, hue.fill);
    match look {
        TileState::Cordoned | TileState::Draining | TileState::Blocked => {
            stripes(surface, rect, radius, theme.orange_hatch, detail);
        }
        TileState::NotReady => {
            hatch(surface, rect, radius, (8.0, true), Stroke::solid(theme.ink_3.faded(0.45), 1.0));
        }
        TileState::Starting
        | TileState::Recreating
        | TileState::Deleting
        | TileState::ReadyNew
        | TileState::ReadyOld => {}
    }
    let line = |width: f64| rect.inset(width / 2.0);
    let edge = |width: f64| [Seg::Round(line(width), radius - width / 2.0)];
    match look {
        TileState::Starting => surface.stroke(&edge(1.5), Stroke::dashed(hue.line, 1.5)),
        TileState::Recreating => surface.stroke(&edge(1.5), Stroke::dotted(hue.line, 1.5)),
        TileState::Blocked => {
            let width = if detail >= Detail::Brief { 3.0 } else { 2.0 };
            surface.stroke(&edge(width), Stroke::solid(hue.line, width));
        }
        TileState::NotReady => {
            surface.stroke(&edge(1.0), Stroke::solid(hue.line, 1.0));
            let inner = [Seg::Round(rect.inset(2.5), (radius - 2.5).max(1.0))];
            surface.stroke(&inner, Stroke::solid(hue.line, 1.0));
        }
        TileState::ReadyNew => {
            surface.stroke(&edge(1.0), Stroke::solid(hue.line, 1.0));
            let bar = if detail >= Detail::Brief { 5.0 } else { rect.w * 0.2 };
            surface.clip(Rect::new(rect.x, rect.y, bar, rect.h), 0.0);
            surface.fill(&whole, hue.line);
            surface.unclip();
        }
        TileState::Deleting => {
            surface.stroke(&edge(1.0), Stroke::solid(hue.line, 1.0));
            let inside = if detail == Detail::Full {
                Rect::new(rect.x + 6.0, rect.y + 27.0, rect.w - 12.0, rect.h - 66.0)
            } else {
                rect.inset(2.0)
            };
            if inside.h > 3.0 {
                surface.stroke(
                    &[Seg::Move(inside.x, inside.y), Seg::Line(inside.right(), inside.bottom())],
                    Stroke::solid(hue.line, 1.2),
                );
            }
        }
        TileState::Cordoned | TileState::Draining | TileState::ReadyOld => {
            surface.stroke(&edge(1.0), Stroke::solid(hue.line, 1.0));
        }
    }
}

/// Diagonal stripes, clipped to the rectangle.
pub(super) fn stripes(
    surface: &mut dyn Surface,
    rect: Rect,
    radius: f64,
    color: Color,
    detail: Detail,
) {
    let (step, width) = match detail {
        Detail::Full | Detail::Brief => (9.9, 3.4),
        Detail::Glyph => (6.0, 2.2),
        Detail::Cell => (4.0, 1.6),
    };
    hatch(surface, rect, radius, (step, false), Stroke::solid(color, width));
}

/// Diagonal lines at a step, also crossed, clipped to the rectangle.
fn hatch(
    surface: &mut dyn Surface,
    rect: Rect,
    radius: f64,
    (step, crossed): (f64, bool),
    stroke: Stroke,
) {
    surface.clip(rect, radius);
    let mut path = Vec::new();
    let mut x = rect.x - rect.h;
    while x < rect.right() {
        path.push(Seg::Move(x, rect.bottom()));
        path.push(Seg::Line(x + rect.h, rect.y));
        if crossed {
            path.push(Seg::Move(x, rect.y));
            path.push(Seg::Line(x + rect.h, rect.bottom()));
        }
        x += step;
    }
    surface.stroke(&path, stroke);
    surface.unclip();
}
