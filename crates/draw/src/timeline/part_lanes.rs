//! Lanes of parts: a pool's phases, its blue-green batches, and what its autoscaler does.

use super::node_lane;
use super::scene::{LaneKind, LanePen, PHASE, last_part};
use super::view::{PartKind, PartLook, PartRow, ScalingKind};
use crate::detail::Detail;
use crate::ground::stripes;
use crate::icons;
use crate::surface::{Align, Color, Font, Rect, Seg, Stroke};
use crate::theme::Theme;
use model::RunState;
use query::lanes::BatchPhase;

fn run_colors(theme: &Theme, run: RunState) -> (Color, Color, Color) {
    match run {
        RunState::Idle | RunState::Succeeded => (theme.surface_2, theme.line_2, theme.ink_2),
        RunState::Running => (theme.accent_soft, theme.accent, theme.ink),
        RunState::Queued | RunState::Paused | RunState::Cancelled => {
            (theme.surface_3, theme.line_2, theme.ink)
        }
        RunState::WaitingForResources | RunState::Failed => {
            (theme.verm.fill, theme.verm.line, theme.verm.ink)
        }
        RunState::Cancelling => (theme.orange.fill, theme.orange.line, theme.orange.ink),
        RunState::RollingBack | RunState::RolledBack => {
            (theme.purple.fill, theme.purple.line, theme.purple.ink)
        }
    }
}

/// Height of a lane with one level, where there are many lanes of nodes.
const THIN: f64 = 20.0;

pub(super) const LANE: LaneKind = LaneKind {
    count: |view| view.rows.len(),
    title: |view, n| &view.rows[n].title,
    subject: |view, n| view.rows.get(n).map(|row| row.subject),
    height: |view, n, room| view.rows[n].more() + if room.many { THIN } else { PHASE },
    draw,
};

fn draw(pen: &mut LanePen<'_>, n: usize) {
    let view = pen.scene.view;
    let row = &view.rows[n];
    let parts = match row.kind {
        PartKind::Phases => phases,
        PartKind::Batches => batches,
        PartKind::Scaling => scaling,
    };
    pen.surface.clip(pen.rect, 0.0);
    parts(pen, row);
    pen.surface.unclip();
}

fn phases(pen: &mut LanePen<'_>, row: &PartRow) {
    let (theme, rect, cuts) = (pen.theme, pen.rect, pen.cuts);
    let font = Font::sans(10.0, 500);
    for part in &row.parts {
        let PartLook::Phase { run, in_phase } = part.look else { continue };
        if run == RunState::Idle {
            continue;
        }
        let top = (rect.h - 16.0) / 2.0;
        let place = pen.bar((part.from_ms, part.to_ms), top, 16.0);
        let (fill, line, ink) = run_colors(theme, run);
        let ended = matches!(run, RunState::Succeeded | RunState::RolledBack);
        let paused = matches!(run, RunState::Paused | RunState::Cancelled);
        if !ended {
            pen.surface.fill(&[Seg::Round(place, 3.0)], fill);
            let stroke = if paused { Stroke::dashed(line, 1.0) } else { Stroke::solid(line, 1.0) };
            pen.surface.stroke(&[Seg::Round(place.inset(0.5), 3.0)], stroke);
        }
        let mut left = place.x.max(rect.x);
        // A phase that waits for a user has the pause sign.
        if paused && place.right() - left > 16.0 {
            pen.surface.icon(icons::PAUSE, left + 3.0, place.y + 2.5, 11.0, ink);
            left += 11.0;
        }
        let right = if ended { rect.right() } else { place.right().min(rect.right()) };
        // Zones of a region differ in their last letter.
        let zone = [part.label.as_str(), last_part(&part.label)];
        let forms = match run {
            RunState::Running if !in_phase => &zone[..],
            _ => &zone[..1],
        };
        let parts = node_lane::unbroken(cuts, left, right);
        if let Some((text, x, _)) = node_lane::label(pen.surface, &parts, forms, 10.0, font) {
            pen.surface.text(&text, x + 6.0, place.y + 8.5, font, ink, Align::Left);
        }
    }
}

/// Draws drains with the hatch of draining nodes, soaks as plain stretches.
fn batches(pen: &mut LanePen<'_>, row: &PartRow) {
    let (theme, rect, cuts) = (pen.theme, pen.rect, pen.cuts);
    let font = Font::sans(10.0, 500);
    let top = (rect.h - 14.0) / 2.0;
    for part in &row.parts {
        let PartLook::Batch { step, paused } = part.look else { continue };
        let place = pen.bar((part.from_ms, part.to_ms), top, 14.0);
        if place.right() < rect.x || place.x > rect.right() {
            continue;
        }
        let (fill, line) = match step {
            _ if paused => (theme.surface_3, theme.line_2),
            BatchPhase::Drain => (theme.orange.fill, theme.orange.line),
            BatchPhase::Soak | BatchPhase::PoolSoak => (theme.accent_soft, theme.accent),
        };
        pen.surface.rects(&[place], fill);
        if step == BatchPhase::Drain && !paused {
            stripes(pen.surface, place, 0.0, theme.orange_hatch, Detail::Cell);
        }
        let edge = [Seg::Round(place.inset(0.5), 0.0)];
        let stroke = match paused || step == BatchPhase::PoolSoak {
            true => Stroke::dashed(line, 1.0),
            false => Stroke::solid(line, 1.0),
        };
        pen.surface.stroke(&edge, stroke);
        let left = place.x.max(rect.x);
        let parts = node_lane::unbroken(cuts, left, place.right().min(rect.right()));
        let forms = [part.label.as_str(), &part.short];
        let label = node_lane::label(pen.surface, &parts, &forms, 8.0, font);
        let Some((text, left, width)) = label.filter(|(text, ..)| !text.is_empty() && text != "…")
        else {
            continue;
        };
        if step == BatchPhase::Drain && !paused {
            let plate = Rect::new(left + 2.0, place.y + 1.0, width + 4.0, place.h - 2.0);
            pen.surface.rects(&[plate], theme.surface.faded(0.88));
        }
        pen.surface.text(&text, left + 4.0, place.y + 7.5, font, theme.ink, Align::Left);
    }
}

/// From this width on a part has the beginning of its long label.
const CUT_FROM: f64 = 160.0;

/// Draws each kind of part in a row: growth and removal, backoffs and cool-downs dashed, and the nodes that stay.
fn scaling(pen: &mut LanePen<'_>, row: &PartRow) {
    let (theme, rect, cuts) = (pen.theme, pen.rect, pen.cuts);
    let font = Font::sans(10.0, 500);
    let levels: Vec<ScalingKind> = row.levels().collect();
    let first = row.top(rect.h);
    for part in &row.parts {
        let PartLook::Scaling(kind) = part.look else { continue };
        let level = levels.iter().position(|level| *level == kind).unwrap_or(0);
        let top = first + PartRow::LEVEL * level as f64;
        let place = pen.bar((part.from_ms, part.to_ms), top, 14.0);
        let place = Rect::new(place.x, place.y, place.w.max(3.0), place.h);
        if place.right() < rect.x || place.x > rect.right() {
            continue;
        }
        let (fill, stroke) = match kind {
            ScalingKind::Works => (theme.sky.fill, Stroke::solid(theme.sky.line, 1.0)),
            ScalingKind::BacksOff => (theme.verm.fill, Stroke::dashed(theme.verm.line, 1.0)),
            ScalingKind::CoolsDown => (theme.surface_3, Stroke::dashed(theme.line_2, 1.0)),
            ScalingKind::Held => (theme.orange.fill, Stroke::solid(theme.orange.line, 1.0)),
        };
        pen.surface.fill(&[Seg::Round(place, 3.0)], fill);
        pen.surface.stroke(&[Seg::Round(place.inset(0.5), 3.0)], stroke);
        let parts = node_lane::unbroken(cuts, place.x.max(rect.x), place.right().min(rect.right()));
        let forms = [part.label.as_str(), &part.short];
        // With room for more than the short form, the long one is cut.
        let wide = parts.iter().any(|(from, to)| to - from > CUT_FROM);
        let forms = if wide { &forms[..1] } else { &forms };
        let label = node_lane::label(pen.surface, &parts, forms, 10.0, font);
        if let Some((text, x, _)) = label.filter(|(text, ..)| text != "…") {
            pen.surface.text(&text, x + 6.0, place.y + 7.5, font, theme.ink, Align::Left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ListSurface, with_pen};
    use crate::timeline::{RowPart, TimelineView};
    use base::PoolId;
    use trace::Subject;

    #[test]
    fn kinds_of_parts_have_rows_and_none_is_too_thin_to_see() {
        let part = |from_ms, to_ms, kind, label: &str| RowPart {
            from_ms,
            to_ms,
            look: PartLook::Scaling(kind),
            label: label.to_owned(),
            short: label.split(':').next().unwrap_or_default().to_owned(),
        };
        let row = PartRow {
            kind: PartKind::Scaling,
            subject: Subject::Pool(PoolId(0)),
            title: String::new(),
            parts: vec![
                part(0, 30_000, ScalingKind::BacksOff, "zone-a backoff"),
                part(10_000, 10_000, ScalingKind::Works, "1 → 2"),
                part(5_000, 20_000, ScalingKind::Held, "2 held: 1 local storage, 1 PDB"),
                part(
                    20_000,
                    40_000,
                    ScalingKind::Held,
                    "3 held: 1 local storage, 1 PDB, 1 system Pod",
                ),
            ],
        };
        let mut surface = ListSurface::default();
        let rect = Rect::new(0.0, 100.0, 600.0, 24.0 + row.more());
        let view = TimelineView { rows: vec![row], ..TimelineView::default() };
        let row = &view.rows[0];
        with_pen(&mut surface, &view, rect, |pen| draw(pen, 0));
        let fills = surface.list.lines().filter(|line| line.starts_with("fill"));
        let places: Vec<&str> = fills.map(|line| line.rsplit_once(' ').unwrap().0).collect();
        let expected = [
            "fill 12,121 288x14",
            "fill 108,105 3x14",
            "fill 60,137 144x14",
            "fill 204,137 192x14",
        ];
        assert_eq!(places, expected, "{}", surface.list);
        let texts = surface.list.lines().filter(|line| line.starts_with("text"));
        let expected = [
            "text 18,128 zone-a backoff",
            "text 114,112 ",
            "text 66,144 2 held",
            "text 210,144 3 held: 1 local storage, 1 PD…",
        ];
        assert_eq!(texts.collect::<Vec<_>>(), expected);
        let at = |y: f64| row.part_at(10_000, y, rect.h).map(|part| part.label.as_str());
        let said = [0.0, 12.0, 28.0, 44.0, 55.0].map(at);
        let [works, backs_off, held] =
            ["1 → 2", "zone-a backoff", "2 held: 1 local storage, 1 PDB"].map(Some);
        assert_eq!(said, [works, works, backs_off, held, held]);
    }
}
