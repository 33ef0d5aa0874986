//! Draws what belongs to the selected Pod: the budget that refuses its eviction, and where the Pods were that it replaces.

use super::layout::StageLayout;
use super::stage::scene::Scene;
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fit};
use super::theme::Theme;
use super::view::{HeldView, StageView, TrailStop};
use base::PodId;
use std::f64::consts::TAU;

/// A budget with more Pods shows only their number.
const DOTS: usize = 12;
/// The most Pods with rings.
const RINGS: usize = 60;
const FONT: Font = Font::sans(11.0, 600);
/// Step between two dots, and the height of the gauge.
const STEP: f64 = 12.0;
const TALL: f64 = 24.0;

#[inline(never)] // Nothing is selected at first: it is loaded later.
pub(super) fn draw(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, pod: PodId) {
    let Some(own) = scene.layout.pod(scene.view, pod) else {
        return;
    };
    trail(surface, theme, scene, own);
    if let Some(held) = &scene.view.held {
        budget(surface, theme, scene, held, own);
    }
}

/// Rings around the budget's Pods, its gauge beside the refused Pod, and lines to it and to the Pods that aren't Ready.
fn budget(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, held: &HeldView, own: Rect) {
    let port = scene.layout.port;
    let seen = held.pods.iter().take(RINGS).filter_map(|(pod, ready)| {
        let place = scene.layout.pod(scene.view, *pod)?;
        let (x, y) = place.middle();
        (port.contains(x, y) || y >= scene.layout.tray.y).then_some((place, *ready))
    });
    let seen: Vec<(Rect, bool)> = seen.collect();
    for (place, _) in &seen {
        let (x, y) = place.middle();
        let ring = [Seg::Arc(x, y, place.w / 2.0 + 2.5, 0.0, TAU)];
        surface.stroke(&ring, Stroke::dashed(theme.verm.line, 1.5));
    }
    let (words, plate) = gauge(surface, held, own, port);
    let line = Stroke::solid(theme.verm.line, 1.6);
    let start = (plate.x + 14.0, plate.middle().1);
    for place in seen.iter().filter(|(_, ready)| !ready).map(|(place, _)| *place).chain([own]) {
        let (x, y) = place.middle();
        let stroke = if place == own { line } else { Stroke::dashed(theme.verm.line, 1.6) };
        surface.stroke(&[Seg::Move(start.0, start.1), Seg::Line(x, y)], stroke);
        let ring = [Seg::Arc(x, y, place.w / 2.0 + 2.5, 0.0, TAU)];
        surface.stroke(&ring, line);
    }
    surface.fill(&[Seg::Round(plate, 6.0)], theme.surface);
    surface.stroke(&[Seg::Round(plate.inset(0.75), 6.0)], Stroke::solid(theme.verm.line, 1.5));
    let (mut x, y) = (plate.x + 14.0, plate.middle().1);
    if held.pods.len() <= DOTS {
        let ready = held.pods.iter().filter(|(_, ready)| *ready).count();
        for n in 0..held.pods.len() {
            let dot = [Seg::Arc(x, y, 4.0, 0.0, TAU)];
            if n < ready {
                surface.fill(&dot, theme.ink);
            } else {
                surface.stroke(&dot, Stroke::solid(theme.verm.line, 1.5));
            }
            x += STEP;
            if n + 1 == held.must as usize {
                let mark = [Seg::Move(x - 6.0, y - 7.0), Seg::Line(x - 6.0, y + 7.0)];
                surface.stroke(&mark, Stroke::solid(theme.verm.line, 1.5));
            }
        }
    }
    surface.text(&words, x, y + 0.5, FONT, theme.ink, Align::Left);
}

/// The gauge's words, and its place: below the Pod, or above it where there is no room.
fn gauge(surface: &mut dyn Surface, held: &HeldView, own: Rect, port: Rect) -> (String, Rect) {
    let dots = if held.pods.len() <= DOTS { STEP * held.pods.len() as f64 } else { 0.0 };
    let (words, width) = fit(surface, &held.words, (port.w - dots - 32.0).max(40.0), FONT);
    let wide = dots + width + 24.0;
    let below = own.bottom() + 12.0;
    let y = if below + TALL <= port.bottom() { below } else { own.y - 12.0 - TALL };
    let x = (own.x + 8.0).min(port.right() - wide).max(port.x);
    (words, Rect::new(x, y.max(port.y), wide, TALL))
}

/// A line over the places of the Pods that the selected one replaces to its own.
fn trail(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>, own: Rect) {
    let mut last = own.middle();
    for stop in &scene.view.trail {
        let Some(place) = place_of(scene.layout, scene.view, *stop) else {
            continue;
        };
        let at = place.middle();
        let line = [Seg::Move(last.0, last.1), Seg::Line(at.0, at.1)];
        surface.stroke(&line, Stroke::solid(theme.surface, 4.5));
        surface.stroke(&line, Stroke::dashed(theme.accent, 2.0));
        let dot = [Seg::Arc(at.0, at.1, 4.0, 0.0, TAU)];
        surface.fill(&dot, theme.surface);
        surface.stroke(&dot, Stroke::solid(theme.accent, 2.0));
        last = at;
    }
}

/// The place of a node that may be deleted: its cell, or the middle of its zone if its cell has closed.
fn place_of(layout: &StageLayout, view: &StageView, stop: TrailStop) -> Option<Rect> {
    if let Some(place) = layout.node(view, stop.node) {
        return Some(place);
    }
    let mut pools = view.pools.iter().zip(&layout.bands);
    let (pool, band) = pools.find(|(pool, _)| pool.id == stop.pool)?;
    let mut zones = pool.zones.iter().zip(&band.zones);
    let (zone, place) = zones.find(|(zone, _)| zone.id == stop.zone)?;
    let is_open = zone.works && pool.sides.is_none() && stop.cell < zone.cells;
    Some(if is_open { place.grid.cell(stop.cell) } else { place.rect })
}
