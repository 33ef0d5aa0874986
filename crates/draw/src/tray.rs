//! Draws Pods without a node, busy slots, and the remaining quota.

use super::dots::paint;
use super::hit::SLOT_TITLE;
use super::layout::StageTarget;
use super::layout::boxes::WAITING_PITCH;
use super::marks;
use super::note::wrap;
use super::stage::scene::Scene;
use super::surface::{Align, Font, Rect, Seg, Stroke, Surface, fitted};
use super::theme::Theme;
use super::tiles;

/// Draws the busy slots, with enlarged nodes: for each slot the old node and its replacement.
pub(super) fn slots(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let (Some(rect), Some(row)) = (scene.layout.slots, &scene.view.slots) else {
        return;
    };
    let y = rect.y + rect.h / 2.0;
    let font = Font::sans(11.0, 500);
    fitted(surface, &row.title, (rect.x + 2.0, y), SLOT_TITLE - 12.0, font, theme.ink_2);
    let dot = |node| scene.view.dots.as_ref().and_then(|dots| dots.of(node));
    for (n, (old, new)) in row.pairs.iter().enumerate() {
        let Some((before, after)) = scene.layout.slot(n) else {
            return;
        };
        let middle = before.middle().1;
        let line = [Seg::Move(before.right(), middle), Seg::Line(after.x, middle)];
        surface.stroke(&line, Stroke::solid(theme.ink_3, 1.0));
        for (rect, node) in [(before, Some(*old)), (after, *new)] {
            match node.and_then(dot) {
                Some(dot) => paint::one(surface, theme, rect, dot, true),
                // Not requested yet, or deleted: its place is empty.
                None => surface
                    .stroke(&[Seg::Round(rect.inset(1.0), 3.0)], Stroke::dotted(theme.line_2, 1.0)),
            }
        }
    }
}

pub(super) fn tray(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let rect = scene.layout.tray;
    if rect.h < 1.0 {
        return;
    }
    let shape = [Seg::Round(rect.inset(0.5), 8.0)];
    surface.fill(&shape, theme.surface);
    surface.stroke(&shape, Stroke::solid(theme.line, 1.0));
    let pending = &scene.view.pending;
    let y = rect.y + rect.h / 2.0;
    let caption = Font::sans(11.0, 600);
    let text = Font::sans(11.0, 400);
    let x = rect.x + 12.0;
    if pending.is_empty() {
        let width = fitted(surface, &scene.captions.pending, (x, y), 80.0, caption, theme.ink_3);
        let at = (x + width + 12.0, y);
        let room = rect.right() - at.0 - 10.0;
        fitted(surface, &scene.captions.nothing_pending, at, room, text, theme.ink_3);
        return;
    }
    let title = format!("{} {}", scene.captions.pending, scene.view.pending_total);
    fitted(surface, &title, (x, y), 78.0, caption, theme.orange.ink);
    let shown = scene.layout.waiting_shown(pending.len());
    for (n, pod) in pending.iter().take(shown).enumerate() {
        let place = scene.layout.waiting(n);
        marks::mark(surface, theme, (place.x, place.y), place.w, pod.mark, pod.life);
        if scene.selected == Some(StageTarget::Pod(pod.id)) {
            tiles::pod_ring(surface, theme, place.middle(), place.w);
        }
    }
    if scene.layout.pitch > WAITING_PITCH {
        for (n, (age, why)) in scene.view.pending_words.iter().take(shown).enumerate() {
            let left = scene.layout.waiting(n).right() + 6.0;
            let room = scene.layout.pitch - 36.0;
            fitted(surface, age, (left, y - 8.0), room, caption, theme.ink);
            fitted(surface, why, (left, y + 8.0), room, text, theme.ink_2);
        }
        return;
    }
    let after = scene.layout.waiting(shown);
    let room = rect.right() - after.x - 20.0;
    if room < 90.0 {
        return;
    }
    let most = if rect.h < 40.0 { 1 } else { 2 };
    let lines = wrap(surface, &scene.view.pending_note, room, text, most);
    let top = y - if lines.len() > 1 { 8.0 } else { 0.0 };
    for (n, line) in lines.iter().enumerate() {
        let at = top + 16.0 * n as f64;
        surface.text(line, after.x + 8.0, at, text, theme.ink_2, Align::Left);
    }
}

/// Draws the project's remaining capacity.
pub(super) fn project_capacity(surface: &mut dyn Surface, theme: &Theme, scene: &Scene<'_>) {
    let (Some(rect), Some((used, spare, words))) = (scene.layout.outside, &scene.view.spare) else {
        return;
    };
    let (used, spare) = (*used, *spare);
    let shape = [Seg::Round(rect.inset(0.5), 8.0)];
    surface.fill(&shape, theme.surface);
    surface.stroke(&shape, Stroke::solid(theme.line, 1.0));
    let (x, y) = (rect.x + 12.0, rect.y + rect.h * 0.375);
    let text = Font::sans(11.0, 400);
    let label = format!("{}: {words}", scene.captions.outside);
    let count = format!("{used} / {spare}");
    let width = surface.width(&count, Font::sans(12.0, 600));
    fitted(surface, &label, (x, y), rect.w - 32.0 - width, text, theme.ink_2);
    surface.text(&count, rect.right() - 12.0, y, Font::sans(12.0, 600), theme.ink, Align::Right);
    let bar = Rect::new(x, y + if rect.h < 40.0 { 9.0 } else { 13.0 }, rect.w - 24.0, 5.0);
    surface.fill(&[Seg::Round(bar, 2.5)], theme.surface_3);
    let part = f64::from(used) / f64::from(spare.max(1));
    let full = Rect::new(bar.x, bar.y, bar.w * part.min(1.0), bar.h);
    let color = if used >= spare { theme.verm.line } else { theme.ink_3 };
    if full.w > 0.5 {
        surface.fill(&[Seg::Round(full, 2.5)], color);
    }
}
