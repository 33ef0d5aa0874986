//! Lays out and draws the two sides of a pool in a blue-green upgrade: blue left or above, green right or
//! below, each with a badge, words and boxes of nodes.

use super::detail::Detail;
use super::icons;
use super::layout::boxes::{self, Band, GAP, IDEAL, SideBox, ZONE_HEAD, ZoneBox};
use super::marks;
use super::note::wrap;
use super::surface::{Align, Color, Font, Rect, Seg, Stroke, Surface, fit_ends, fitted};
use super::theme::Theme;
use super::tiles;
use super::view::{BatchView, BoxKind, PoolView, SideView, ZoneView};
use model::node::Side;
use query::stage::BatchTurn;

/// How much wider blue is than green: its batches have words beside them.
const BLUE: f64 = 1.16;
/// The same when it is deleted.
const DELETED: f64 = 0.45;
const PAD: f64 = 7.0;
const ROOM: f64 = 6.0;
/// Room for a batch's words: beside its nodes, above them, and for its number alone.
const BESIDE: f64 = 106.0;
const ABOVE: f64 = 19.0;
/// Above the nodes in two lines, if a box is narrow and high.
const TWO_LINES: f64 = 34.0;
const NARROW: f64 = 240.0;
/// The height that words beside nodes need.
const TALL: f64 = 48.0;

fn is_blue(zone: &ZoneView) -> bool {
    matches!(zone.part, BoxKind::Batch(_))
}

/// Lays the sides out side by side.
pub(super) fn side_by_side(pool: &PoolView, head: Rect, room: Rect) -> Band {
    // A blue pool that is deleted needs no room.
    let is_deleted = pool.sides.as_ref().is_some_and(|[blue, green]| !blue.full && green.full);
    let blue = if is_deleted { DELETED } else { BLUE };
    let left = ((room.w - GAP) * blue / (1.0 + blue)).round();
    let blue = Rect::new(room.x, room.y, left, room.h);
    let green = Rect::new(blue.right() + GAP, room.y, room.w - GAP - left, room.h);
    let side = |rect: Rect| SideBox {
        rect,
        head: Rect::new(rect.x + PAD, rect.y, rect.w - 2.0 * PAD, ZONE_HEAD),
    };
    let boxes = |rect: Rect, wanted: bool| {
        let zones = pool.zones.iter().filter(|zone| is_blue(zone) == wanted);
        let cells: Vec<u32> = zones.map(|zone| zone.cells.max(1)).collect();
        let area = Rect::new(
            rect.x + PAD,
            rect.y + ZONE_HEAD,
            rect.w - 2.0 * PAD,
            (rect.h - ZONE_HEAD - PAD).max(4.0),
        );
        arrange(area, &cells, wanted || cells.len() > 1)
    };
    let mut zones = boxes(blue, true);
    zones.extend(boxes(green, false));
    Band { head, sides: Some([side(blue), side(green)]), zones }
}

/// The place of a box's words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelPlace {
    Beside,
    Above,
    Nowhere,
}

/// The arrangement whose smallest node is the largest; words beside nodes are preferred.
fn arrange(area: Rect, cells: &[u32], named: bool) -> Vec<ZoneBox> {
    let ways: &[LabelPlace] = match named {
        true => &[LabelPlace::Beside, LabelPlace::Above, LabelPlace::Nowhere],
        false => &[LabelPlace::Nowhere],
    };
    let mut best: Option<(f64, Vec<ZoneBox>)> = None;
    for columns in 1..=cells.len().max(1) {
        for words in ways {
            let boxes = placed(area, cells, columns, *words);
            let fits = |one: &ZoneBox| match words {
                LabelPlace::Beside => one.rect.h >= TALL && one.rect.w >= BESIDE + 60.0,
                LabelPlace::Above => one.rect.h >= ABOVE + 12.0,
                LabelPlace::Nowhere => true,
            };
            if !boxes.iter().all(fits) {
                continue;
            }
            let least = boxes.iter().map(|one| {
                let (w, h) = one.grid.cell;
                // A node's name matters more than words beside it.
                let most = match one.grid.detail() {
                    Detail::Cell | Detail::Glyph => 15.0,
                    Detail::Brief | Detail::Full => f64::INFINITY,
                };
                (w.min(most) / IDEAL.0).min(h.min(most) / IDEAL.1)
            });
            let worth = match words {
                LabelPlace::Beside => 1.35,
                LabelPlace::Above => 1.0,
                LabelPlace::Nowhere => 0.75,
            };
            let score = least.fold(f64::INFINITY, f64::min).min(1.0) * worth;
            if best.as_ref().is_none_or(|(other, _)| score > *other + 1e-9) {
                best = Some((score, boxes));
            }
        }
    }
    best.map_or_else(Vec::new, |(_, boxes)| boxes)
}

fn placed(area: Rect, cells: &[u32], columns: usize, words: LabelPlace) -> Vec<ZoneBox> {
    let rows: Vec<&[u32]> = cells.chunks(columns).collect();
    let weight = |row: &[u32]| f64::from(row.iter().copied().max().unwrap_or(1)).sqrt();
    let total: f64 = rows.iter().map(|row| weight(row)).sum();
    let room = area.h - ROOM * (rows.len().max(1) - 1) as f64;
    let wide = (area.w - ROOM * (columns - 1) as f64) / columns as f64;
    let mut y = area.y;
    let mut boxes = Vec::new();
    for row in rows {
        let tall = (room * weight(row) / total.max(0.1)).max(2.0);
        for (n, cells) in row.iter().enumerate() {
            let x = area.x + (wide + ROOM) * n as f64;
            boxes.push(one(Rect::new(x, y, wide, tall), *cells, words));
        }
        y += tall + ROOM;
    }
    boxes
}

fn one(rect: Rect, cells: u32, words: LabelPlace) -> ZoneBox {
    let inner = match words {
        // The frame stays visible around the nodes.
        LabelPlace::Nowhere => rect.inset(2.5),
        LabelPlace::Beside | LabelPlace::Above => rect.inset(5.0),
    };
    let (head, area) = match words {
        LabelPlace::Beside => (
            Rect::new(rect.x + 9.0, inner.y, BESIDE - 10.0, inner.h),
            Rect::new(inner.x + BESIDE, inner.y, (inner.w - BESIDE).max(2.0), inner.h),
        ),
        LabelPlace::Above => {
            let high = if rect.w < NARROW && rect.h >= 110.0 { TWO_LINES } else { ABOVE };
            let below = (rect.h - high - 5.0).max(2.0);
            (
                Rect::new(rect.x + 7.0, rect.y, rect.w - 12.0, high),
                Rect::new(inner.x, rect.y + high, inner.w.max(2.0), below),
            )
        }
        LabelPlace::Nowhere => (Rect::new(rect.x, rect.y, rect.w, 0.0), inner),
    };
    ZoneBox { rect, head, beside: words == LabelPlace::Beside, grid: boxes::grid(area, cells) }
}

/// Stacks the sides, as high as their nodes need; returns the top of the next pool.
pub(super) fn stacked(pool: &PoolView, head: Rect, top: f64, width: f64) -> (Band, f64) {
    let mut zones = Vec::new();
    let mut y = top;
    let side = |y: &mut f64, zones: &mut Vec<ZoneBox>, wanted: bool| {
        let own: Vec<&ZoneView> =
            pool.zones.iter().filter(|zone| is_blue(zone) == wanted).collect();
        let all: u32 = own.iter().map(|zone| zone.cells).sum();
        let start = *y;
        *y += ZONE_HEAD;
        for zone in &own {
            let title = match (wanted, own.len()) {
                (true, _) => ABOVE + 4.0,
                (false, 1) => 4.0,
                (false, _) => ABOVE,
            };
            let place = Rect::new(PAD, *y, width - 2.0 * PAD, 0.0);
            let one = boxes::flowing(place, title, zone.cells, all);
            *y = one.rect.bottom() + ROOM;
            zones.push(one);
        }
        *y += PAD - ROOM;
        let rect = Rect::new(0.0, start, width, *y - start);
        *y += GAP;
        SideBox { rect, head: Rect::new(PAD, start, width - 2.0 * PAD, ZONE_HEAD) }
    };
    let blue = side(&mut y, &mut zones, true);
    let green = side(&mut y, &mut zones, false);
    let sides = Some([blue, green]);
    (Band { head, sides, zones }, y)
}

/// Draws the background of a side.
pub(super) fn ground(surface: &mut dyn Surface, theme: &Theme, place: SideBox) {
    let shape = [Seg::Round(place.rect.inset(0.5), 8.0)];
    surface.fill(&shape, theme.surface);
    surface.stroke(&shape, Stroke::solid(theme.line, 1.0));
}

/// Draws a side's title: badge, name, node count and version, and progress.
pub(super) fn head(
    surface: &mut dyn Surface,
    theme: &Theme,
    place: SideBox,
    side: Side,
    view: &SideView,
) {
    let rect = place.head;
    let y = rect.y + rect.h / 2.0 + 0.5;
    let mut x = rect.x + badge(surface, theme, (rect.x, y), 17.0, side) + 7.0;
    let bold = Font::sans(12.0, 600);
    let font = Font::sans(11.0, 550);
    let chip = surface.width(&view.chip, font) + 14.0;
    let named = surface.width(&view.title, bold);
    let mut right = rect.right();
    if !view.chip.is_empty() && x + named + 8.0 + chip <= right {
        right -= chip;
        let pill = Rect::new(right, y - 9.0, chip, 18.0);
        surface.fill(&[Seg::Round(pill, 9.0)], theme.accent_soft);
        surface.text(&view.chip, right + 7.0, y, font, theme.accent, Align::Left);
        right -= 6.0;
    }
    x += fitted(surface, &view.title, (x, y), right - x, bold, theme.ink) + 7.0;
    if right - x > 24.0 {
        let light = Font::sans(11.0, 400);
        fitted(surface, &view.words, (x, y), right - x, light, theme.ink_2);
    }
}

/// Draws **B** on a square or **G** in a circle: distinguished by letter and shape, not by hue. Returns its width.
pub(super) fn badge(
    surface: &mut dyn Surface,
    theme: &Theme,
    (x, y): (f64, f64),
    side: f64,
    of: Side,
) -> f64 {
    let rect = Rect::new(x, y - side / 2.0, side, side);
    let font = Font::sans((side * 0.62).round(), 700);
    let (letter, ink) = match of {
        Side::Blue => {
            surface.fill(&[Seg::Round(rect, 4.0)], theme.ink);
            ("B", theme.surface)
        }
        Side::Green => {
            let ring = [Seg::Round(rect.inset(0.75), side / 2.0 - 0.75)];
            surface.stroke(&ring, Stroke::solid(theme.ink, 1.5));
            ("G", theme.ink)
        }
    };
    surface.text(letter, rect.middle().0, y + 0.5, font, ink, Align::Center);
    side
}

/// Draws the frame of a batch, or of a zone's green nodes.
pub(super) fn frame(
    surface: &mut dyn Surface,
    theme: &Theme,
    zone: &ZoneView,
    place: &ZoneBox,
    chosen: bool,
) {
    let shape = |inset: f64| [Seg::Round(place.rect.inset(inset), 7.0)];
    // The places of deleted or future nodes.
    let there = |cell: u32| zone.nodes.iter().any(|node| node.cell == cell);
    for cell in (0..zone.cells).filter(|cell| !there(*cell)) {
        let rect = place.grid.cell(cell).inset(0.5);
        surface.stroke(&[Seg::Round(rect, 5.0)], Stroke::dotted(theme.line_2, 1.0));
    }
    let BoxKind::Batch(batch) = &zone.part else {
        if chosen {
            surface.stroke(&shape(1.0), Stroke::dashed(theme.ink, 2.0));
        }
        return;
    };
    match batch.turn {
        BatchTurn::Draining | BatchTurn::Soaking => {
            surface.stroke(&shape(1.0), Stroke::solid(theme.accent, 2.0));
        }
        BatchTurn::Planned => surface.stroke(&shape(0.75), Stroke::dashed(theme.ink_3, 1.5)),
        BatchTurn::Paused => surface.stroke(&shape(0.75), Stroke::dashed(theme.accent, 1.5)),
        BatchTurn::Done => surface.stroke(&shape(0.5), Stroke::solid(theme.line_2, 1.0)),
        BatchTurn::Left => surface.stroke(&shape(0.5), Stroke::dotted(theme.line_2, 1.0)),
    }
}

/// Draws the words of a box.
pub(super) fn words(surface: &mut dyn Surface, theme: &Theme, zone: &ZoneView, place: &ZoneBox) {
    let head = place.head;
    if head.h < 8.0 {
        return;
    }
    match &zone.part {
        BoxKind::Batch(batch) if place.beside => beside(surface, theme, batch, head),
        BoxKind::Batch(batch) => above(surface, theme, batch, head),
        BoxKind::Zone | BoxKind::Green | BoxKind::Cells(_) => {
            let y = if place.beside { head.middle().1 } else { head.y + head.h / 2.0 + 1.0 };
            let font = Font::sans(11.0, 600);
            // Zones of a region differ in their last letter.
            let (text, _) = fit_ends(surface, &zone.name, head.w, font);
            surface.text(&text, head.x, y, font, theme.ink, Align::Left);
        }
    }
}

fn icon_of(turn: BatchTurn) -> Option<&'static str> {
    match turn {
        BatchTurn::Done => Some(icons::CHECK),
        BatchTurn::Draining => Some(icons::LEAVE),
        BatchTurn::Paused => Some(icons::PAUSE),
        BatchTurn::Soaking | BatchTurn::Planned | BatchTurn::Left => None,
    }
}

fn ink_of(theme: &Theme, turn: BatchTurn) -> Color {
    match turn {
        BatchTurn::Draining => theme.orange.ink,
        BatchTurn::Soaking => theme.ink,
        BatchTurn::Paused | BatchTurn::Planned | BatchTurn::Done | BatchTurn::Left => theme.ink_2,
    }
}

/// Draws three or four lines, vertically centered.
fn beside(surface: &mut dyn Surface, theme: &Theme, batch: &BatchView, head: Rect) {
    let small = Font::sans(10.0, 400);
    let most = if head.h >= 64.0 { 2 } else { 1 };
    let lines = match surface.width(&batch.line, small) <= head.w + 4.0 {
        true => vec![batch.line.clone()],
        false => wrap(surface, &batch.line, head.w, small, most),
    };
    let middle = head.middle().1 - if lines.len() > 1 { 6.0 } else { 0.0 };
    let bold = Font::sans(12.0, 600);
    let bold = tiles::narrowed(surface, &batch.title, head.w, bold);
    let at = (head.x, middle - 15.0);
    fitted(surface, &batch.title, at, head.w, bold, theme.ink);
    sign(surface, theme, batch, (head.x, middle + 1.0), head.w, 14.0);
    for (n, line) in lines.iter().enumerate() {
        let at = (head.x, middle + 16.0 + 12.0 * n as f64);
        light(surface, theme, line, at, head.w);
    }
}

fn light(surface: &mut dyn Surface, theme: &Theme, text: &str, at: (f64, f64), room: f64) {
    let font = tiles::narrowed(surface, text, room, Font::sans(10.0, 400));
    fitted(surface, text, at, room, font, theme.ink_2);
}

/// Draws a batch's ring, glyph and word; returns the width. A soak's countdown is larger, up to `large`.
fn sign(
    surface: &mut dyn Surface,
    theme: &Theme,
    batch: &BatchView,
    (x, y): (f64, f64),
    room: f64,
    large: f64,
) -> f64 {
    let mut at = x;
    let font = match batch.turn {
        BatchTurn::Soaking => Font::sans(large, 650),
        _ => Font::sans(11.0, 450),
    };
    if let Some(part) = batch.part {
        // The ring empties.
        let ring = (at + 7.0, y);
        marks::ring(surface, ring, 5.5, 1.0 - part, theme.accent, theme.line_2);
        at += 17.0;
    } else if let Some(icon) = icon_of(batch.turn) {
        surface.icon(icon, at - 1.0, y - 6.5, 12.0, ink_of(theme, batch.turn));
        at += 14.0;
    }
    let room = room - (at - x);
    let font = tiles::narrowed(surface, &batch.word, room, font);
    let ink = ink_of(theme, batch.turn);
    at - x + fitted(surface, &batch.word, (at, y), room, font, ink)
}

/// Draws as much as fits into one or two lines.
fn above(surface: &mut dyn Surface, theme: &Theme, batch: &BatchView, head: Rect) {
    let two = head.h >= TWO_LINES;
    let y = if two { head.y + 11.5 } else { head.y + head.h / 2.0 + 1.0 };
    let bold = Font::sans(11.0, 600);
    let title = match surface.width(&batch.title, bold) <= head.w {
        true => &batch.title,
        false => &batch.number,
    };
    let mut x = head.x + fitted(surface, title, (head.x, y), head.w, bold, theme.ink) + 7.0;
    let small = Font::sans(11.0, 650);
    let fits = head.right() - x >= surface.width(&batch.word, small) + 17.0;
    if fits {
        x += sign(surface, theme, batch, (x, y), head.right() - x, 11.0) + 7.0;
    }
    if two {
        let at = (head.x, head.y + 25.5);
        if fits || batch.turn == BatchTurn::Planned && !batch.line.is_empty() {
            light(surface, theme, &batch.line, at, head.w);
        } else {
            sign(surface, theme, batch, at, head.w, 11.0);
        }
        return;
    }
    let font = Font::sans(10.0, 400);
    if surface.width(&batch.line, font) <= head.right() - x {
        surface.text(&batch.line, x, y, font, theme.ink_2, Align::Left);
    }
}
