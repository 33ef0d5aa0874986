//! Lanes of nodes, a bar for each state, and the cuts where quiet stretches were taken out.

use super::ground::{hue, stripes};
use super::surface::{Font, Rect, Seg, Stroke, Surface};
use super::theme::Theme;
use super::tiles::Detail;
use super::timeline::{Scene, ZoneRow, bar};
use super::view::Look;

pub(super) fn zone(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    rect: Rect,
    row: &ZoneRow,
) {
    let rows = f64::from(row.rows.max(1));
    let step = ((rect.h - 6.0) / rows).min(6.0);
    let clear = step >= 2.4;
    // Bars that are too thin for gaps stand close and make areas.
    let height = if clear {
        (step - 0.8).min(4.5)
    } else {
        step + 0.3
    };
    let top = rect.y + (rect.h - step * rows) / 2.0;
    surface.clip(rect, 0.0);
    // One call a look, however many bars there are.
    for look in Look::ALL {
        let bars: Vec<Rect> = row
            .bars
            .iter()
            .filter(|bar| bar.look == look)
            .filter_map(|part| {
                let place = bar(scene, rect, part.from_ms, part.to_ms, 0.0, height);
                (place.right() >= rect.x && place.x <= rect.right()).then(|| Rect {
                    y: top + step * f64::from(part.row),
                    ..place
                })
            })
            .collect();
        if bars.is_empty() {
            continue;
        }
        let hue = hue(theme, look);
        match look {
            Look::Old => surface.rects(&bars, theme.line_2),
            Look::New => surface.rects(&bars, hue.line.faded(0.62)),
            Look::Deleting => surface.rects(&bars, hue.line),
            Look::Blocked | Look::NotReady => surface.rects(&bars, hue.line),
            Look::Starting if clear => {
                surface.rects(&bars, hue.fill);
                edges(surface, &bars, Stroke::dashed(hue.line, 1.0));
            }
            Look::Draining | Look::Cordoned if clear => {
                surface.rects(&bars, hue.fill);
                for bar in &bars {
                    stripes(surface, *bar, 0.0, hue.line, Detail::Cell);
                }
            }
            Look::Recreating if clear => {
                let line: Vec<Seg> = bars
                    .iter()
                    .flat_map(|bar| {
                        let y = bar.y + bar.h / 2.0;
                        [Seg::Move(bar.x, y), Seg::Line(bar.right(), y)]
                    })
                    .collect();
                surface.stroke(&line, Stroke::dotted(hue.line, height));
            }
            Look::Starting | Look::Draining | Look::Cordoned | Look::Recreating => {
                surface.rects(&bars, hue.line);
            }
        }
    }
    surface.unclip();
}

fn edges(surface: &mut dyn Surface, bars: &[Rect], stroke: Stroke) {
    let path: Vec<Seg> = bars
        .iter()
        .map(|bar| Seg::Round(bar.inset(0.5), 0.0))
        .collect();
    surface.stroke(&path, stroke);
}

/// Cuts where quiet stretches were taken out: two zig-zags with the length between them.
pub(super) fn breaks(
    surface: &mut dyn Surface,
    theme: &Theme,
    scene: &Scene<'_>,
    field: Rect,
    height: f64,
) {
    for stretch in scene.axis.stretches.iter().filter(|stretch| stretch.quiet) {
        let (left, right) = (
            scene.window.x(stretch.from, field),
            scene.window.x(stretch.to, field),
        );
        if right < field.x || left > field.right() {
            continue;
        }
        let middle = left.midpoint(right);
        let band = Rect::new(middle - 9.0, 0.0, 18.0, height);
        surface.clip(field, 0.0);
        surface.rects(&[band], theme.surface_2);
        for x in [band.x, band.right()] {
            surface.stroke(&zigzag(x, height), Stroke::solid(theme.line_2, 1.0));
        }
        let text = (scene.quiet)(stretch.to_ms - stretch.from_ms);
        turned(surface, theme, &text, middle, height);
        surface.unclip();
    }
}

fn zigzag(x: f64, height: f64) -> Vec<Seg> {
    let mut path = vec![Seg::Move(x, 0.0)];
    let mut y = 0.0;
    let mut out = true;
    while y < height {
        y += 6.0;
        path.push(Seg::Line(if out { x + 3.0 } else { x }, y));
        out = !out;
    }
    path
}

fn turned(surface: &mut dyn Surface, theme: &Theme, text: &str, x: f64, height: f64) {
    surface.upright(text, x, height / 2.0, Font::sans(10.0, 400), theme.ink_2);
}
