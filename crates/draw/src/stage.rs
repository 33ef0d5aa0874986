//! Draws the stage: pool bands, zone columns, node tiles, the tray of pending Pods.

pub(crate) mod scene;

pub use super::note::wrap;
pub use scene::{Captions, Flight, Scene};

use super::dots::{self, Dots, paint};
use super::held;
use super::layout::{Band, StageTarget, ZoneBox};
use super::marks::{self, Life};
use super::minimap;
use super::note;
use super::sides;
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit, fit_ends, fitted};
use super::theme::Theme;
use super::tiles::{self, NodePart};
use super::timeline::last_part;
use super::tray;
use super::view::{BoxKind, Legend, PodView, PoolView, Turn, ZoneView};
use super::workloads;
use base::NodeId;
use model::node::Side;

/// The least width of a zone's name beside its turn.
const CUT: f64 = 62.0;

/// Into how many pieces a trail is cut, each stronger than the one before.
const TRAIL: u32 = 8;

pub fn draw(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let bands = || scene.view.pools.iter().zip(&scene.layout.bands);
    let port = scene.layout.port;
    // Everything is in the window: nothing needs clipping.
    let cut = scene.part.is_some();
    if cut {
        surface.clip(port, 0.0);
    }
    for (pool, band) in bands() {
        for side in band.sides.iter().flatten() {
            sides::ground(surface, theme, *side);
        }
        for (zone, place) in pool.zones.iter().zip(&band.zones) {
            if touch(place.rect, port) || !cut {
                let meant = scene.within.is_none_or(|meant| meant == pool.id);
                let chosen = meant && scene.selected == Some(StageTarget::Zone(zone.id));
                draw_zone(surface, theme, scene, (zone, chosen), place);
            }
        }
    }
    for (n, (pool, band)) in bands().enumerate() {
        for (zone, place) in pool.zones.iter().zip(&band.zones) {
            if touch(place.rect, port) || !cut {
                plate(surface, theme, cut && !place.beside, place.head);
                zone_head(surface, theme, zone, place);
            }
        }
        both_heads(surface, theme, pool, band, cut);
        if cut {
            let rect = Rect::new(band.head.x - 8.0, band.head.y, band.head.w + 16.0, band.head.h);
            surface.rects(&[rect], theme.bg);
        }
        head(surface, theme, band, pool, legend(scene, n, band));
    }
    if cut {
        surface.unclip();
    }
    if let Some((whole, seen)) = scene.part {
        minimap::draw(surface, theme, scene.view, whole, port, seen);
    }
    tray::slots(surface, theme, scene);
    tray::tray(surface, theme, scene);
    tray::project_capacity(surface, theme, scene);
    if let Some(StageTarget::Pod(pod)) = scene.selected {
        held::draw(surface, theme, scene, pod);
    }
    for flight in scene.flights {
        fly(surface, theme, flight);
        if scene.selected == Some(StageTarget::Pod(flight.pod.id)) {
            tiles::pod_ring(surface, theme, flight.at(flight.part), Flight::SIZE);
        }
    }
}

/// Draws a Pod on its way with its trail, and a ring where the Pod was that it replaces.
fn fly(surface: &mut dyn Surface, theme: &Theme, flight: &Flight) {
    let color = theme.pods[usize::from(flight.pod.mark.hue) % theme.pods.len()];
    let steps = (1..=TRAIL).map(|step| f64::from(step) / f64::from(TRAIL));
    let mut last = flight.from;
    for step in steps {
        let next = flight.at(flight.part * step);
        let path = [Seg::Move(last.0, last.1), Seg::Line(next.0, next.1)];
        surface.stroke(&path, Stroke::solid(color.faded(step), 3.0));
        last = next;
    }
    let (x, y) = flight.from;
    let ring = [Seg::Arc(x, y, Flight::SIZE / 2.0, 0.0, std::f64::consts::TAU)];
    surface.stroke(&ring, Stroke::dashed(color.faded(1.0 - flight.part), 1.5));
    let place = (last.0 - Flight::SIZE / 2.0, last.1 - Flight::SIZE / 2.0);
    marks::mark(surface, theme, place, Flight::SIZE, flight.pod.mark, Life::Ready);
}

/// Draws the titles of a pool's sides in a blue-green upgrade.
fn both_heads(surface: &mut dyn Surface, theme: &Theme, pool: &PoolView, band: &Band, moved: bool) {
    let (Some(views), Some(places)) = (&pool.sides, &band.sides) else {
        return;
    };
    let sides = [Side::Blue, Side::Green];
    for ((view, place), side) in views.iter().zip(places).zip(sides) {
        plate(surface, theme, moved, place.head);
        sides::head(surface, theme, *place, side, view);
    }
}

/// Redraws the words beside the cells; cells and frames stay.
pub fn words(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    for (n, (pool, band)) in scene.view.pools.iter().zip(&scene.layout.bands).enumerate() {
        surface.rects(&[band.head], theme.bg);
        head(surface, theme, band, pool, legend(scene, n, band));
        for (zone, place) in pool.zones.iter().zip(&band.zones) {
            // The frame's line is above the title.
            let rect = place.head;
            let inside = Rect::new(rect.x, rect.y + 2.0, rect.w, rect.h - 3.0);
            surface.rects(&[inside], theme.surface);
            zone_head(surface, theme, zone, place);
        }
    }
    let rest = [scene.layout.slots, scene.layout.outside, Some(scene.layout.tray)];
    let rest: Vec<Rect> = rest.into_iter().flatten().collect();
    surface.rects(&rest, theme.bg);
    tray::slots(surface, theme, scene);
    tray::tray(surface, theme, scene);
    tray::project_capacity(surface, theme, scene);
}

/// The workloads are beside the first pool, if there is room.
fn legend<'a>(scene: &Scene<'a>, n: usize, band: &Band) -> &'a [Legend] {
    let wide = workloads::wide(band.head, scene.layout.width);
    if n == 0 && wide && scene.part.is_none() { &scene.view.legend } else { &[] }
}

/// Do the rectangles intersect?
fn touch(a: Rect, b: Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// Draws a background under a title that may cover scrolled content.
fn plate(surface: &mut dyn Surface, theme: &Theme, moved: bool, head: Rect) {
    if moved {
        let rect = Rect::new(head.x - 6.0, head.y - 1.0, head.w + 12.0, head.h + 1.0);
        surface.rects(&[rect], theme.surface);
    }
}

fn head(surface: &mut dyn Surface, theme: &Theme, band: &Band, pool: &PoolView, legend: &[Legend]) {
    let rect = band.head;
    let y = rect.y + rect.h / 2.0;
    let mut x = rect.x;
    let room = rect.w - workloads::width(surface, legend, workloads::room(rect));
    let end = rect.x + room;
    x += fitted(surface, &pool.name, (x, y), end - x, Font::sans(13.0, 600), theme.ink) + 8.0;
    let plain = Font::sans(12.0, 400);
    // The strategy matters more than the machine type.
    let chip_width = match pool.chip.as_str() {
        "" => 0.0,
        words => surface.width(words, Font::sans(11.0, 550)) + 22.0,
    };
    let machine_width = surface.width(&pool.machine, plain) + 8.0;
    if end - x > machine_width + chip_width && !pool.machine.is_empty() {
        x += fitted(surface, &pool.machine, (x, y), end - x, plain, theme.ink_2) + 8.0;
    }
    // A cut-off chip is useless, and the pool's progress matters more.
    if !pool.chip.is_empty() && chip_width - 8.0 <= end - x {
        x += chip(surface, theme, (x, y), end, &pool.chip, theme.ink_2, theme.surface_3) + 8.0;
    }
    let note = if surface.width(&pool.note, plain) <= end - x { &pool.note } else { &pool.brief };
    if end - x > 30.0 {
        fitted(surface, note, (x, y), end - x, plain, theme.ink_2);
    }
    let most = workloads::room(rect);
    workloads::draw(surface, theme, legend, rect.right(), y, most);
}

/// Draws a pill with words; returns its width, 0 if there is no room.
fn chip(
    surface: &mut dyn Surface,
    theme: &Theme,
    (x, y): (f64, f64),
    end: f64,
    text: &str,
    ink: super::surface::Color,
    ground: super::surface::Color,
) -> f64 {
    let font = Font::sans(11.0, 550);
    let (text, width) = fit(surface, text, end - x - 14.0, font);
    if text.is_empty() {
        return 0.0;
    }
    let pill = Rect::new(x, y - 9.0, width + 14.0, 18.0);
    surface.fill(&[Seg::Round(pill, 9.0)], theme.surface);
    surface.fill(&[Seg::Round(pill, 9.0)], ground);
    surface.text(&text, x + 7.0, y, font, ink, Align::Left);
    pill.w
}

fn draw_zone(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    (zone, chosen): (&ZoneView, bool),
    place: &ZoneBox,
) {
    if matches!(zone.part, BoxKind::Batch(_) | BoxKind::Green) {
        sides::frame(surface, theme, zone, place, chosen);
        nodes(surface, theme, scene, zone, place);
        return;
    }
    let shape = [Seg::Round(place.rect.inset(0.5), 8.0)];
    surface.fill(&shape, theme.surface);
    let line = match zone.turn {
        Turn::Now | Turn::Waiting => Stroke::solid(theme.accent, 2.0),
        Turn::None | Turn::Next | Turn::Done => Stroke::solid(theme.line, 1.0),
    };
    surface.stroke(&shape, line);
    // A separate ring inside the border, in another style and color: the border shows whose turn it is.
    if chosen {
        // With very many nodes, titles leave less room.
        let room = if scene.view.dots.is_some() { 2.5 } else { 4.0 };
        let ring = [Seg::Round(place.rect.inset(room), 5.0)];
        surface.stroke(&ring, Stroke::dashed(theme.ink, 2.0));
    }
    nodes(surface, theme, scene, zone, place);
    note::note(surface, theme, zone, place);
}

/// Draws the nodes of a box.
fn nodes(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    zone: &ZoneView,
    place: &ZoneBox,
) {
    let detail = place.grid.detail();
    match &scene.view.dots {
        Some(dots) if dots::are_cells(detail) => cells(surface, theme, scene, dots, zone, place),
        dots => {
            if let Some(dots) = dots {
                let (place, cells) = ((&place.grid, scene.layout.port), dots.cells(zone.group));
                let matched = |node| scene.view.is_matched(node);
                paint::awaited(surface, theme, place, cells, &zone.nodes, &matched);
            }
            let flying = |pod: &PodView| scene.flights.iter().any(|flight| flight.pod.id == pod.id);
            for node in &zone.nodes {
                let there = || place.grid.cell(node.cell);
                let rect = scene.moving.get(&node.id).copied().unwrap_or_else(there);
                if scene.part.is_some() && !touch(rect, scene.layout.port) {
                    continue;
                }
                let chosen = match scene.selected {
                    Some(StageTarget::Node(id)) if id == node.id => NodePart::Node,
                    Some(StageTarget::Pod(id)) if node.pods.iter().any(|pod| pod.id == id) => {
                        NodePart::Pod(id)
                    }
                    _ => NodePart::Nothing,
                };
                tiles::tile(surface, theme, rect, node, chosen, &flying);
                if !scene.view.is_matched(node.id) {
                    paint::fade(surface, theme, rect);
                }
            }
        }
    }
}

fn zone_head(surface: &mut dyn Surface, theme: &Theme, zone: &ZoneView, place: &ZoneBox) {
    let badge = match zone.part {
        BoxKind::Batch(_) | BoxKind::Green => return sides::words(surface, theme, zone, place),
        BoxKind::Cells(side) => Some(side),
        BoxKind::Zone => None,
    };
    let y = place.head.y + place.head.h / 2.0 + 1.0;
    let (ink, ground) = match zone.turn {
        Turn::Done => (theme.green.ink, theme.green.fill),
        Turn::Now => (theme.accent, theme.accent_soft),
        Turn::Waiting => (theme.verm.ink, theme.verm.fill),
        Turn::None | Turn::Next => (theme.ink_2, theme.surface_3),
    };
    let mut right = place.head.right();
    let bold = Font::sans(12.0, 600);
    let font = Font::sans(11.0, 550);
    let left = place.head.x
        + badge
            .map_or(0.0, |side| sides::badge(surface, theme, (place.head.x, y), 14.0, side) + 5.0);
    let whole = surface.width(&zone.chip, font) + 14.0;
    let named = surface.width(&zone.name, bold) + 6.0;
    // If only one fits it is the name: the frame also shows whose turn it is.
    let narrow = named + whole > place.head.w && place.head.w < 170.0;
    let brief = surface.width(&zone.brief, font) + 14.0;
    let (words, whole) = match narrow && !zone.brief.is_empty() {
        false => (&zone.chip, whole),
        true => (&zone.brief, brief),
    };
    // The ends of a name are enough: the zones of a region differ in their last letter.
    let fits = !narrow || named.min(CUT) + whole <= place.head.w;
    if !words.is_empty() && fits {
        let width = whole.min(place.head.w * 0.6);
        right -= width;
        chip(surface, theme, (right, y), right + width + 0.5, words, ink, ground);
        right -= 6.0;
    }
    let light = Font::sans(10.0, 400);
    // Beside a badge the node count matters more than the zone's full name.
    let wide = left + named + 2.0 + surface.width(&zone.head, light) > right;
    let name = match badge {
        Some(_) if wide => last_part(&zone.name),
        _ => &zone.name,
    };
    // Zones of a region differ in their last letter.
    let (name, width) = fit_ends(surface, name, right - left, bold);
    surface.text(&name, left, y, bold, theme.ink, Align::Left);
    let x = left + width + 8.0;
    // The node count is visible in the picture too: it is written in full or omitted.
    if surface.width(&zone.head, light) <= right - x {
        surface.text(&zone.head, x, y, light, theme.ink_2, Align::Left);
    }
}

/// Draws cells of very many nodes, and a ring around the selected one.
fn cells(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    dots: &Dots,
    zone: &ZoneView,
    place: &ZoneBox,
) {
    let matched = |node: NodeId| scene.view.is_matched(node);
    let cells = dots.cells(zone.group);
    paint::draw(surface, theme, &place.grid, scene.layout.port, cells, &matched);
    let selected = match scene.selected {
        Some(StageTarget::Node(id)) => Some(id),
        Some(StageTarget::Pod(_)) => scene.holder,
        _ => None,
    };
    let place_of = selected.and_then(|node| dots.place(node));
    if let Some((_, cell)) = place_of.filter(|(group, _)| *group == zone.group) {
        // Around a small cell the ring is larger, to be noticed.
        let rect = place.grid.cell(cell);
        let room = (7.0 - rect.w / 2.0).clamp(2.5, 7.0);
        let ring = [Seg::Round(rect.inset(-room), 3.0)];
        surface.stroke(&ring, Stroke::solid(theme.surface, 4.0));
        surface.stroke(&ring, Stroke::solid(theme.accent, 2.0));
    }
}
