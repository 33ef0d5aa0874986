//! One node: fill, border, pattern, glyph and word, so that no state is shown by its hue alone.

use super::detail::Detail;
use super::ground::{glyph, ground, hue};
use super::icons;
use super::marks;
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit_end, fitted};
use super::theme::Theme;
use super::used;
use super::view::{NodeView, PodView};
use base::PodId;
use query::stage::TileState;
use std::f64::consts::TAU;

const NAME: Font = Font::sans(12.0, 650);

/// A node with more Pods than this shows a bar.
pub const PODS_SHOWN: usize = 40;

/// Sides of a Pod: the largest with which all Pods of a node fit.
const SIDES: [f64; 5] = [16.5, 14.0, 12.0, 10.0, 8.5];

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
        NodePart::Pod(_) => detail < Detail::Brief || pod_places(rect, node).is_empty(),
    };
    if detail < Detail::Full {
        draw(surface, theme, rect, node, selected, detail);
        match detail {
            Detail::Cell | Detail::Full => used_bar(surface, theme, rect, node),
            Detail::Glyph => small(surface, theme, rect, node),
            Detail::Brief => brief(surface, theme, rect, node, chosen, flying),
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

fn small(surface: &mut dyn Surface, theme: &Theme, rect: Rect, node: &NodeView) {
    let icon = if node.forced { Some(icons::BOLT) } else { glyph(node.look) };
    let (x, y) = rect.middle();
    if let Some(icon) = icon {
        let side = (rect.w.min(rect.h) * 0.62).min(18.0);
        let ink = if node.forced { theme.verm.ink } else { hue(theme, node.look).ink };
        surface.icon(icon, x - side / 2.0, y - side / 2.0, side, ink);
    } else {
        // Its last part alone is better than a cut name.
        let (room, font) = (rect.w - 4.0, Font::sans(10.0, 600));
        let last = node.name.rsplit('-').next().unwrap_or_default();
        let whole = surface.width(&node.name, font) <= room;
        let (text, _) = fit_end(surface, if whole { &node.name } else { last }, room, font);
        surface.text(&text, x, y, font, theme.ink_2, Align::Center);
    }
    used_bar(surface, theme, rect, node);
}

fn used_bar(surface: &mut dyn Surface, theme: &Theme, rect: Rect, node: &NodeView) {
    if let Some(part) = node.used {
        let bar = Rect::new(rect.x + 2.5, rect.bottom() - 5.0, rect.w - 5.0, 2.5);
        used::bar(surface, theme, bar, part);
    }
}

/// The name, struck through while its node is being deleted.
fn name(surface: &mut dyn Surface, theme: &Theme, at: (f64, f64), max: f64, node: &NodeView) {
    let ink = match node.look {
        TileState::Starting | TileState::Deleting => hue(theme, node.look).ink,
        _ => theme.ink,
    };
    let font = narrowed(surface, &node.name, max, NAME);
    let (text, width) = fit_end(surface, &node.name, max, font);
    surface.text(&text, at.0, at.1, font, ink, Align::Left);
    if node.look == TileState::Deleting {
        let strike = [Seg::Move(at.0, at.1), Seg::Line(at.0 + width, at.1)];
        surface.stroke(&strike, Stroke::solid(ink, 1.4));
    }
}

/// The version chip in the upper right corner; returns the width it took. The name matters more: a narrow tile shows the
/// version without its tick, or not at all.
fn chip(surface: &mut dyn Surface, theme: &Theme, rect: Rect, node: &NodeView) -> f64 {
    if node.version.is_empty() {
        return 0.0;
    }
    let font = Font::mono(10.0);
    let named = surface.width(&node.name, NAME).min(rect.w * 0.6);
    let plain = surface.width(&node.version, font) + 8.0;
    let room = rect.w - named - 18.0;
    let tick = if node.look == TileState::ReadyNew && plain + 13.0 <= room { 13.0 } else { 0.0 };
    let width = plain + tick;
    if width > room {
        return 0.0;
    }
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

fn brief(
    surface: &mut dyn Surface,
    theme: &Theme,
    rect: Rect,
    node: &NodeView,
    chosen: NodePart,
    flying: &dyn Fn(&PodView) -> bool,
) {
    let left = rect.x + if node.look == TileState::ReadyNew { 9.0 } else { 6.0 };
    let hue = hue(theme, node.look);
    let room = rect.right() - left - 6.0;
    if matches!(node.look, TileState::Cordoned | TileState::Draining | TileState::Blocked) {
        let lines = if rect.h >= WORDED { 29.0 } else { 15.0 };
        let under = Rect::new(left - 3.0, rect.y + 4.0, rect.w - 6.0, lines);
        plate(surface, theme, under);
    }
    let at = (rect.right() - 12.0, rect.y + 11.0);
    let icon = match glyph(node.look) {
        _ if node.forced => bolt(surface, theme, at, 7.0),
        Some(icon) => {
            surface.icon(icon, at.0 - 6.0, at.1 - 6.0, 12.0, hue.ink);
            14.0
        }
        None => 0.0,
    };
    name(surface, theme, (left, rect.y + 11.5), room - icon, node);
    if rect.h >= WORDED {
        let font = narrowed(surface, &node.word, room, Font::sans(10.0, 500));
        fitted(surface, &node.word, (left, rect.y + 25.0), room, font, hue.ink);
    }
    if let Some(part) = node.used {
        used::bar(surface, theme, Rect::new(left, rect.bottom() - 6.5, room, 3.0), part);
    }
    let bar = Rect::new(left, rect.bottom() - 12.0 - used_room(node, used::BAR), room, 6.0);
    pods(surface, theme, places(rect, node, Detail::Brief), bar, node, chosen, flying);
}

/// The height for what is requested.
fn used_room(node: &NodeView, height: f64) -> f64 {
    if node.used.is_some() { height } else { 0.0 }
}

/// The height of the two lines at the bottom of a tile with all details.
const WORDS: f64 = 33.0;

/// A brief tile of this height has a word below its name.
const WORDED: f64 = 54.0;

/// Draws the sign of Pods that were forced out; returns its width.
fn bolt(surface: &mut dyn Surface, theme: &Theme, (x, y): (f64, f64), radius: f64) -> f64 {
    surface.fill(&[Seg::Arc(x, y, radius + 1.5, 0.0, TAU)], theme.surface);
    surface.fill(&[Seg::Arc(x, y, radius, 0.0, TAU)], theme.verm.line);
    let side = radius * 1.5;
    surface.icon(icons::BOLT, x - side / 2.0, y - side / 2.0, side, theme.surface);
    2.0 * radius + 3.0
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
        let width = surface.width(&node.name, NAME).min(room);
        plate(surface, theme, Rect::new(left - 3.0, rect.y + 4.0, width + 6.0, 16.0));
    }
    name(surface, theme, (left, rect.y + 12.0), room, node);
    let wide = rect.right() - left - 7.0;
    if let Some(part) = node.used {
        used::bars(surface, theme, Rect::new(left, rect.y + 23.0, wide, 10.0), part);
    }
    // On a low tile the bar of the Pods is thinner, between what they request and the words.
    let top = rect.y + 27.0 + used_room(node, used::BARS - 3.0);
    let bar = Rect::new(left, top, wide, (rect.bottom() - WORDS - top).min(10.0));
    let places = places(rect, node, Detail::Full);
    let below = top + 18.0;
    if places.is_empty() && !node.pods.is_empty() && below + 6.0 <= rect.bottom() - WORDS {
        let count = node.pods.len().to_string();
        let font = Font::sans(10.0, 500);
        surface.text(&count, left, below, font, theme.ink_2, Align::Left);
    }
    pods(surface, theme, places, bar, node, chosen, flying);
    if let Some(part) = node.part {
        let at = (rect.right() - 15.0, ring_y(rect, node));
        let hue = hue(theme, node.look);
        surface.fill(&[Seg::Arc(at.0, at.1, 10.5, 0.0, TAU)], theme.surface);
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
    let hue = if node.held { theme.orange } else { hue(theme, node.look) };
    let (bold, light) = (Font::sans(11.0, 600), Font::sans(10.0, 400));
    let icon = if node.held { Some(icons::LOCK) } else { glyph(node.look) };
    let indent = if icon.is_some() { 15.0 } else { 0.0 };
    let sign = if node.forced { 22.0 } else { 0.0 };
    let room = rect.right() - left - 5.0 - sign;
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
    // Where the number doesn't fit, the word alone does.
    let bold = narrowed(surface, &node.word, room - indent, bold);
    let word = match surface.width(&node.word, bold) <= room - indent {
        true => &*node.word,
        false => node.word.split(',').next().unwrap_or_default(),
    };
    let light = narrowed(surface, &node.sub, room, light);
    fitted(surface, word, (left + indent, y), room - indent, bold, hue.ink);
    fitted(surface, &node.sub, (left, y2), room, light, hue.ink);
    if node.forced {
        bolt(surface, theme, (rect.right() - 13.0, rect.bottom() - 17.0), 9.0);
    }
}

/// The middle of the ring in a full tile.
fn ring_y(rect: Rect, node: &NodeView) -> f64 {
    (rect.bottom() - 46.0).max(rect.y + 33.0 + used_room(node, used::BARS))
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

/// The rectangles of the Pods of a tile, in the order of `node.pods`; empty if they are drawn as a bar.
pub fn pod_places(rect: Rect, node: &NodeView) -> Vec<Rect> {
    let detail = Detail::of(rect.w, rect.h);
    let zoom = if detail == Detail::Full { zoom(rect) } else { 1.0 };
    let own = Rect::new(0.0, 0.0, rect.w / zoom, rect.h / zoom);
    let outside = |place: Rect| {
        Rect::new(rect.x + place.x * zoom, rect.y + place.y * zoom, place.w * zoom, place.h * zoom)
    };
    let places = places(own, node, detail).into_iter().enumerate();
    let is_left = |place: &usize| node.left.iter().any(|one| one.place == *place);
    places.filter(|(n, _)| !is_left(n)).map(|(_, place)| outside(place)).collect()
}

/// The same in the tile's own scale, with the places of Pods that have left.
fn places(rect: Rect, node: &NodeView, detail: Detail) -> Vec<Rect> {
    let count = node.pods.len() + node.left.len();
    if count > PODS_SHOWN {
        return Vec::new();
    }
    let left = rect.x + if node.look == TileState::ReadyNew { 7.0 } else { 5.5 };
    let (top, bottom, ring) = match detail {
        Detail::Full => (24.0 + used_room(node, used::BARS), 31.0, node.part.is_some()),
        Detail::Brief if rect.h >= WORDED => (33.0, 4.0 + used_room(node, used::BAR), false),
        Detail::Brief => (20.0, 3.0 + used_room(node, used::BAR), false),
        Detail::Cell | Detail::Glyph => return Vec::new(),
    };
    let area = Rect::new(left, rect.y + top, rect.right() - left - 4.0, rect.h - top - bottom);
    // The ring is beside the last rows, which are shorter.
    let rows_of = |side: f64| {
        let rows = ((area.h + 1.0) / (side + 1.0)) as usize;
        (0..rows).map(move |row| {
            let y = area.y + (side + 1.0) * row as f64;
            let beside = ring && y + side > ring_y(rect, node) - 10.5;
            let room = area.w - if beside { 20.0 } else { 0.0 };
            (y, ((room + 1.0) / (side + 1.0)) as usize)
        })
    };
    let fits = |side: &&f64| rows_of(**side).map(|(_, many)| many).sum::<usize>() >= count;
    let Some(side) = SIDES.iter().find(fits).copied() else {
        return Vec::new();
    };
    let place = |(y, many): (f64, usize)| {
        (0..many).map(move |n| Rect::new(area.x + (side + 1.0) * n as f64, y, side, side))
    };
    rows_of(side).flat_map(place).take(count).collect()
}

/// Draws the mark that a Pod leaves: a small ring, or a bolt if it was forced out.
pub(super) fn left(
    surface: &mut dyn Surface,
    theme: &Theme,
    (x, y): (f64, f64),
    side: f64,
    (hue, forced): (u8, bool),
) {
    if forced {
        bolt(surface, theme, (x, y), side / 2.0);
        return;
    }
    let color = theme.pods[usize::from(hue) % theme.pods.len()];
    let ring = [Seg::Arc(x, y, side * 0.2, 0.0, TAU)];
    surface.fill(&ring, theme.surface);
    surface.stroke(&ring, Stroke::solid(color, 1.3));
}

/// Draws the Pods at their places, or as a bar if they have none.
fn pods(
    surface: &mut dyn Surface,
    theme: &Theme,
    mut places: Vec<Rect>,
    bar: Rect,
    node: &NodeView,
    chosen: NodePart,
    flying: &dyn Fn(&PodView) -> bool,
) {
    if places.is_empty() {
        if !node.pods.is_empty() && bar.h >= 3.0 {
            marks::stacked(surface, theme, bar, &node.pods);
        }
        return;
    }
    for left in node.left.iter().rev() {
        let place = places.remove(left.place);
        self::left(surface, theme, place.middle(), place.w, (left.mark.hue, left.forced));
    }
    for (pod, place) in node.pods.iter().zip(&places).filter(|(pod, _)| !flying(pod)) {
        let ((x, y), radius) = (place.middle(), place.w / 2.0);
        if pod.held {
            let ring = [Seg::Arc(x, y, radius + 0.6, 0.0, TAU)];
            surface.stroke(&ring, Stroke::solid(theme.verm.line, 1.8));
        }
        marks::mark(surface, theme, (place.x, place.y), place.w, pod.mark, pod.life);
        if pod.forced {
            bolt(surface, theme, (x, y), radius * 0.8);
        }
    }
    // Drawn above its neighbors, which it covers a little.
    for (pod, place) in node.pods.iter().zip(&places) {
        if chosen == NodePart::Pod(pod.id) && !flying(pod) {
            pod_ring(surface, theme, place.middle(), place.w);
        }
    }
}

/// The ring of a selected Pod, with a gap to its background.
pub fn pod_ring(surface: &mut dyn Surface, theme: &Theme, at: (f64, f64), size: f64) {
    let ring = |by: f64| [Seg::Arc(at.0, at.1, size / 2.0 + by, 0.0, TAU)];
    surface.stroke(&ring(1.6), Stroke::solid(theme.surface, 4.6));
    surface.stroke(&ring(2.4), Stroke::solid(theme.accent, 2.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::{Life, PodMark};
    use crate::testing::ListSurface;
    use crate::theme::LIGHT;
    use crate::view::LeftPod;
    use base::NodeId;
    use query::stage::{Letters, Shape};

    const MARK: PodMark = PodMark { shape: Shape::Circle, hue: 0, letters: Letters(*b"we") };

    fn node(pods: u32) -> NodeView {
        let pod = |id| PodView {
            id: PodId(id),
            mark: MARK,
            life: Life::Ready,
            held: false,
            forced: false,
        };
        NodeView {
            id: NodeId(0),
            cell: 0,
            name: "a-1".to_owned(),
            full: "pool-a-1".to_owned(),
            look: TileState::Draining,
            version: "1.33".to_owned(),
            new: false,
            word: "draining".to_owned(),
            sub: String::new(),
            part: None,
            pods: (0..pods).map(pod).collect(),
            left: Vec::new(),
            forced: false,
            used: None,
            held: false,
        }
    }

    #[test]
    fn a_small_tile_without_a_glyph_has_the_name_or_its_last_part() {
        let ready = NodeView { look: TileState::ReadyOld, ..node(0) };
        let words = |width: f64| {
            let mut surface = ListSurface::default();
            let rect = Rect::new(0.0, 0.0, width, 24.0);
            tile(&mut surface, &LIGHT, rect, &ready, NodePart::Nothing, &|_| false);
            let text = surface.list.lines().find(|line| line.starts_with("text"));
            text.and_then(|line| line.split_once(' ')?.1.split_once(' '))
                .map(|one| one.1.to_owned())
        };
        assert_eq!([30.0, 16.0].map(words), [Some("a-1".to_owned()), Some("1".to_owned())]);
    }

    #[test]
    fn pods_keep_their_places_when_others_leave() {
        let rect = Rect::new(0.0, 0.0, 104.0, 92.0);
        let mut node = node(4);
        let before = pod_places(rect, &node);
        node.pods.remove(1);
        node.left.push(LeftPod { place: 1, mark: MARK, forced: true });
        assert_eq!(pod_places(rect, &node), [before[0], before[2], before[3]]);
        let mut surface = ListSurface::default();
        tile(&mut surface, &LIGHT, rect, &node, NodePart::Nothing, &|_| false);
        assert_eq!(surface.list.matches("BOLT").count(), 1);
    }

    #[test]
    fn pods_become_smaller_before_they_become_a_bar() {
        let side = |w, h, pods| {
            let places = pod_places(Rect::new(0.0, 0.0, w, h), &node(pods));
            places.first().map(|place| place.w)
        };
        assert_eq!(side(104.0, 92.0, 5), Some(16.5));
        assert_eq!(side(104.0, 92.0, 12), Some(14.0));
        assert_eq!(side(84.0, 74.0, 12), Some(8.5));
        assert_eq!(side(56.0, 33.0, 4), Some(10.0));
        assert_eq!(side(104.0, 92.0, 41), None);
        assert_eq!(side(20.0, 20.0, 1), None);
    }
}
