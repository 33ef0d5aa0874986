//! One node: fill, border, pattern, glyph and word, so that no state is shown by its hue alone.

use super::detail::Detail;
use super::ground::{glyph, ground, hue};
use super::icons;
use super::marks::{self, Life};
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit_end, fitted};
use super::theme::Theme;
use super::view::{NodeView, PodView};
use base::PodId;
use base::order::sort_by;
use query::stage::TileState;

/// A node with more Pods than this shows a bar.
pub const PODS_SHOWN: usize = 40;

/// Side of a Pod in a full tile.
pub const POD: f64 = 16.5;
const POD_STEP: f64 = 17.5;
const POD_ROW: f64 = 17.5;

/// The selected part of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodePart {
    Nothing,
    Node,
    Pod(PodId),
}

/// Draws a node into `rect`; the ring of the selection is outside of it, or around the Pod where Pods are drawn.
pub fn tile(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    node: &NodeView,
    chosen: NodePart,
    flying: &dyn Fn(&PodView) -> bool,
) {
    let detail = Detail::of(rect.w, rect.h);
    let selected = match chosen {
        NodePart::Nothing => false,
        NodePart::Node => true,
        NodePart::Pod(_) => detail < Detail::Full || pod_places(rect, node).is_empty(),
    };
    if detail < Detail::Full {
        draw(surface, theme, rect, node, selected, detail);
        match detail {
            Detail::Cell | Detail::Full => {}
            Detail::Glyph => small(surface, theme, rect, node.look),
            Detail::Brief => brief(surface, theme, rect, node),
        }
        return;
    }
    let zoom = zoom(rect);
    let own = Rect::new(0.0, 0.0, rect.w / zoom, rect.h / zoom);
    surface.shift(rect.x, rect.y, zoom);
    draw(surface, theme, own, node, selected, detail);
    full(surface, theme, own, node, chosen, flying);
    surface.unshift();
}

/// How much larger a tile is drawn where there is more room than it needs.
fn zoom(rect: Rect) -> f64 {
    (rect.w / 132.0).min(rect.h / 100.0).clamp(1.0, 1.5)
}

fn draw(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    node: &NodeView,
    selected: bool,
    detail: Detail,
) {
    let radius = if detail >= Detail::Brief { 6.0 } else { (rect.w * 0.16).min(4.0) };
    if selected {
        let out = rect.inset(-3.5);
        surface.stroke(&[Seg::Round(out, radius + 3.5)], Stroke::solid(theme.accent, 2.0));
    }
    ground(surface, theme, rect, radius, node.look, detail);
}

fn small(surface: &mut dyn Surface, theme: &Theme, rect: Rect, look: TileState) {
    if let Some(icon) = glyph(look) {
        let side = (rect.w.min(rect.h) * 0.62).min(18.0);
        let (x, y) = rect.middle();
        let ink = hue(theme, look).ink;
        surface.icon(icon, x - side / 2.0, y - side / 2.0, side, ink);
    }
}

/// The name, struck through while its node is being deleted.
fn name(surface: &mut dyn Surface, theme: &Theme, at: (f64, f64), max: f64, node: &NodeView) {
    let ink = match node.look {
        TileState::Starting | TileState::Deleting => hue(theme, node.look).ink,
        _ => theme.ink,
    };
    let font = Font::sans(12.0, 650);
    let (text, width) = fit_end(surface, &node.name, max, font);
    surface.text(&text, at.0, at.1, font, ink, Align::Left);
    if node.look == TileState::Deleting {
        let strike = [Seg::Move(at.0, at.1), Seg::Line(at.0 + width, at.1)];
        surface.stroke(&strike, Stroke::solid(ink, 1.4));
    }
}

/// The version chip in the upper right corner; returns the width it took.
fn chip(surface: &mut dyn Surface, theme: &Theme, rect: Rect, node: &NodeView) -> f64 {
    if node.version.is_empty() {
        return 0.0;
    }
    let font = Font::mono(10.0);
    let tick = if node.look == TileState::ReadyNew { 13.0 } else { 0.0 };
    let width = surface.width(&node.version, font) + 8.0 + tick;
    let chip = Rect::new(rect.right() - width - 6.0, rect.y + 4.5, width, 15.0);
    let shape = [Seg::Round(chip, 3.0)];
    let ink = match node.look {
        TileState::ReadyNew => theme.green.ink,
        TileState::Deleting => theme.grey.ink,
        _ => theme.ink_2,
    };
    let line = if node.look == TileState::ReadyNew { theme.green.line } else { theme.line_2 };
    surface.fill(&shape, theme.surface);
    surface.stroke(&shape, Stroke::solid(line, 1.0));
    if tick > 0.0 {
        surface.icon(icons::CHECK, chip.x + 3.0, chip.y + 2.0, 11.0, ink);
    }
    let (x, y) = (chip.x + 4.0 + tick, chip.y + 8.0);
    surface.text(&node.version, x, y, font, ink, Align::Left);
    if node.look == TileState::Deleting {
        let strike = [Seg::Move(x, y), Seg::Line(chip.right() - 4.0, y)];
        surface.stroke(&strike, Stroke::solid(ink, 1.0));
    }
    width + 4.0
}

fn brief(surface: &mut dyn Surface, theme: &Theme, rect: Rect, node: &NodeView) {
    let left = rect.x + if node.look == TileState::ReadyNew { 9.0 } else { 6.0 };
    let hue = hue(theme, node.look);
    let room = rect.right() - left - 6.0;
    if matches!(node.look, TileState::Cordoned | TileState::Draining | TileState::Blocked) {
        let lines = if rect.h >= 54.0 { 29.0 } else { 15.0 };
        let under = Rect::new(left - 3.0, rect.y + 4.0, rect.w - 6.0, lines);
        plate(surface, theme, under);
    }
    let icon = glyph(node.look).map_or(0.0, |icon| {
        surface.icon(icon, rect.right() - 18.0, rect.y + 5.0, 12.0, hue.ink);
        14.0
    });
    name(surface, theme, (left, rect.y + 11.5), room - icon, node);
    if rect.h >= 54.0 {
        let font = narrowed(surface, &node.word, room, Font::sans(10.0, 500));
        fitted(surface, &node.word, (left, rect.y + 25.0), room, font, hue.ink);
    }
    let bar = Rect::new(left, rect.bottom() - 12.0, room, 6.0);
    stacked(surface, theme, bar, &node.pods);
}

fn full(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    node: &NodeView,
    chosen: NodePart,
    flying: &dyn Fn(&PodView) -> bool,
) {
    let left = rect.x + if node.look == TileState::ReadyNew { 9.0 } else { 7.0 };
    let taken = chip(surface, theme, rect, node);
    let room = rect.w - taken - 16.0;
    let hatched = matches!(
        node.look,
        TileState::Cordoned | TileState::Draining | TileState::Blocked | TileState::NotReady
    );
    if hatched {
        let width = surface.width(&node.name, Font::sans(12.0, 650)).min(room);
        plate(surface, theme, Rect::new(left - 3.0, rect.y + 4.0, width + 6.0, 16.0));
    }
    name(surface, theme, (left, rect.y + 12.0), room, node);
    pods(surface, theme, rect, left, node, chosen, flying);
    if let Some(part) = node.part {
        let at = (rect.right() - 15.0, (rect.bottom() - 46.0).max(rect.y + 33.0));
        let hue = hue(theme, node.look);
        surface.fill(&[Seg::Arc(at.0, at.1, 10.5, 0.0, std::f64::consts::TAU)], theme.surface);
        // A boot fills the ring; the remaining time of a drain empties it.
        let full = match node.look {
            TileState::Draining | TileState::Blocked => 1.0 - part,
            _ => part,
        };
        marks::ring(surface, at, 7.5, full, hue.line, theme.surface_3);
    }
    state(surface, theme, rect, left, node, hatched);
}

/// A plate under text, so that hatching never runs through it.
fn plate(surface: &mut dyn Surface, theme: &Theme, rect: Rect) {
    surface.fill(&[Seg::Round(rect, 3.0)], theme.surface.faded(0.88));
}

fn state(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    left: f64,
    node: &NodeView,
    hatched: bool,
) {
    let hue = hue(theme, node.look);
    let (bold, light) = (Font::sans(11.0, 600), Font::sans(10.0, 400));
    let icon = glyph(node.look);
    let indent = if icon.is_some() { 15.0 } else { 0.0 };
    let room = rect.right() - left - 5.0;
    let (y, y2) = (rect.bottom() - 24.0, rect.bottom() - 10.5);
    if hatched {
        let first = surface.width(&node.word, bold) + indent;
        let second = surface.width(&node.sub, light);
        let (first, second) = (first.min(room), second.min(room));
        plate(surface, theme, Rect::new(left - 3.0, y - 8.0, first + 6.0, 15.0));
        plate(surface, theme, Rect::new(left - 3.0, y2 - 7.0, second + 6.0, 14.0));
    }
    if let Some(icon) = icon {
        surface.icon(icon, left, y - 6.0, 12.0, hue.ink);
    }
    let bold = narrowed(surface, &node.word, room - indent, bold);
    let light = narrowed(surface, &node.sub, room, light);
    fitted(surface, &node.word, (left + indent, y), room - indent, bold, hue.ink);
    fitted(surface, &node.sub, (left, y2), room, light, hue.ink);
}

/// Shrinks the font a little if the text doesn't fit; a text that still doesn't fit ends in `…`.
pub(super) fn narrowed(surface: &mut dyn Surface, text: &str, room: f64, font: Font) -> Font {
    let width = surface.width(text, font);
    if width <= room {
        return font;
    }
    let px = (font.px * room / width * 2.0).floor() / 2.0;
    Font { px: px.max(font.px - 1.5), ..font }
}

/// The rectangles of the Pods of a full tile, in the order of `node.pods`; empty if they are drawn as a bar.
pub fn pod_places(rect: Rect, node: &NodeView) -> Vec<Rect> {
    let zoom = zoom(rect);
    let own = Rect::new(0.0, 0.0, rect.w / zoom, rect.h / zoom);
    let outside = |place: Rect| {
        Rect::new(rect.x + place.x * zoom, rect.y + place.y * zoom, place.w * zoom, place.h * zoom)
    };
    places(own, node).into_iter().map(outside).collect()
}

/// The same in the tile's own scale.
fn places(rect: Rect, node: &NodeView) -> Vec<Rect> {
    let left = rect.x + if node.look == TileState::ReadyNew { 7.0 } else { 5.5 };
    let ring = if node.part.is_some() { 24.0 } else { 0.0 };
    let room = rect.w - (left - rect.x) - 4.0;
    let height = rect.h - 24.0 - 31.0;
    let per_row = ((room / POD_STEP) as usize).max(1);
    let rows = ((height / POD_ROW) as usize).max(1);
    // Only the last row is shorter: the ring is beside it.
    let narrow = (((room - ring) / POD_STEP) as usize).max(1);
    let capacity = per_row * (rows - 1) + narrow;
    if node.pods.len() > PODS_SHOWN || node.pods.len() > capacity {
        return Vec::new();
    }
    let mut places = Vec::with_capacity(node.pods.len());
    let (mut row, mut column) = (0, 0);
    for _ in &node.pods {
        let in_row = if row + 1 == rows { narrow } else { per_row };
        if column == in_row {
            row += 1;
            column = 0;
        }
        places.push(Rect::new(
            left + POD_STEP * column as f64,
            rect.y + 24.0 + POD_ROW * f64::from(row as u32),
            POD,
            POD,
        ));
        column += 1;
    }
    places
}

fn pods(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    left: f64,
    node: &NodeView,
    chosen: NodePart,
    flying: &dyn Fn(&PodView) -> bool,
) {
    let places = places(rect, node);
    if places.is_empty() && !node.pods.is_empty() {
        let bar = Rect::new(left, rect.y + 27.0, rect.right() - left - 7.0, 10.0);
        stacked(surface, theme, bar, &node.pods);
        let count = node.pods.len().to_string();
        let (x, y) = (left, rect.y + 45.0);
        surface.text(&count, x, y, Font::sans(10.0, 500), theme.ink_2, Align::Left);
        return;
    }
    for (pod, place) in node.pods.iter().zip(&places) {
        if flying(pod) {
            continue;
        }
        if pod.held {
            let (x, y) = place.middle();
            surface.stroke(
                &[Seg::Arc(x, y, POD / 2.0 + 0.6, 0.0, std::f64::consts::TAU)],
                Stroke::solid(theme.verm.line, 1.8),
            );
        }
        marks::mark(surface, theme, (place.x, place.y), POD, pod.mark, pod.life);
    }
    // Drawn above its neighbors, which it covers a little.
    for (pod, place) in node.pods.iter().zip(&places) {
        if chosen == NodePart::Pod(pod.id) && !flying(pod) {
            pod_ring(surface, theme, place.middle(), POD);
        }
    }
}

/// The ring of a selected Pod, with a gap to its background.
pub fn pod_ring(surface: &mut dyn Surface, theme: &Theme, at: (f64, f64), size: f64) {
    let ring = |by: f64| [Seg::Arc(at.0, at.1, size / 2.0 + by, 0.0, std::f64::consts::TAU)];
    surface.stroke(&ring(1.6), Stroke::solid(theme.surface, 4.6));
    surface.stroke(&ring(2.4), Stroke::solid(theme.accent, 2.0));
}

/// Pods as a bar: one segment per workload, with Pods that aren't ready in a paler color.
fn stacked(surface: &mut dyn Surface, theme: &Theme, bar: Rect, pods: &[PodView]) {
    surface.fill(&[Seg::Round(bar, 2.0)], theme.surface_3);
    if pods.is_empty() {
        return;
    }
    let mut counts: Vec<(u8, bool, u32)> = Vec::new();
    for pod in pods {
        let ready = pod.life == Life::Ready;
        match counts.iter_mut().find(|(hue, other, _)| (*hue, *other) == (pod.mark.hue, ready)) {
            Some((_, _, count)) => *count += 1,
            None => counts.push((pod.mark.hue, ready, 1)),
        }
    }
    sort_by(&mut counts, Ord::cmp);
    surface.clip(bar, 2.0);
    let step = bar.w / pods.len() as f64;
    let mut x = bar.x;
    for (hue, ready, count) in counts {
        let color = theme.pods[usize::from(hue) % theme.pods.len()];
        let width = step * f64::from(count);
        let part = Rect::new(x, bar.y, (width - 1.0).max(0.6), bar.h);
        surface.rects(&[part], color.faded(if ready { 1.0 } else { 0.4 }));
        x += width;
    }
    surface.unclip();
}
