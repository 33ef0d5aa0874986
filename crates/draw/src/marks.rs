//! Pod marks: the shape shows the controller, the fill the state, hue and letters the workload.

use super::surface::{Align, Color, Font, Rect, Seg, Stroke, Surface};
use super::theme::Theme;
use super::view::PodView;
use base::order::sort_by;
use query::stage::{Letters, Shape};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The look of a workload's Pods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PodMark {
    pub shape: Shape,
    /// The index of its hue in [`Theme::pods`].
    pub hue: u8,
    pub letters: Letters,
}

base::enum_table! {
    /// The displayed state of a Pod.
    pub enum Life, key {
        Ready = "ui-life-ready",
        NotReady = "ui-life-not-ready",
        Starting = "ui-life-starting",
        Terminating = "ui-life-terminating",
        Pending = "ui-life-pending",
    }
}

/// Draws a mark into the square of `size` at `x`, `y`; one picture is cached per form.
pub fn mark(
    surface: &mut dyn Surface,
    theme: &Theme,
    at: (f64, f64),
    size: f64,
    mark: PodMark,
    life: Life,
) {
    let key = u64::from(theme.bg.0 & 0x100)
        | mark.shape as u64
        | (life as u64) << 4
        | u64::from(mark.hue) << 12
        | u64::from(mark.letters.0[0]) << 16
        | u64::from(mark.letters.0[1]) << 24;
    surface.sprite(key, at.0, at.1, size, &mut |surface| {
        paint(surface, theme, size, mark, life);
    });
}

fn paint(surface: &mut dyn Surface, theme: &Theme, size: f64, mark: PodMark, life: Life) {
    let unit = size / 18.0;
    let color = theme.pods[usize::from(mark.hue) % theme.pods.len()];
    let path = outline(mark.shape, unit);
    let bare = mark.shape == Shape::Ring;
    let line = Stroke::solid(color, 1.6 * unit);
    match life {
        Life::Ready if bare => {
            surface.fill(&path, color.faded(0.25));
            surface.stroke(&path, line);
        }
        Life::Ready => surface.fill(&path, color),
        Life::NotReady | Life::Starting => {
            let half = if life == Life::NotReady {
                Rect::new(0.0, 0.0, size / 2.0, size)
            } else {
                Rect::new(0.0, size * 0.62, size, size * 0.38)
            };
            surface.clip(half, 0.0);
            surface.fill(&path, color);
            surface.unclip();
            surface.stroke(&path, line);
        }
        Life::Terminating => surface.stroke(&path, Stroke { dash: &[2.2, 1.6], ..line }),
        Life::Pending => surface.stroke(&path, line),
    }
    let letters = mark.letters.text();
    let (px, y) = match mark.shape {
        Shape::Triangle => (6.5, 12.2),
        Shape::Diamond => (7.0, 9.2),
        Shape::Circle | Shape::Square | Shape::Ring => (8.0, 9.3),
    };
    let font = Font::sans(px * unit, 700);
    let mut write = |color: Color| {
        surface.text(letters, 9.0 * unit, y * unit, font, color, Align::Center);
    };
    match life {
        Life::Ready if !bare => write(theme.pod_ink),
        Life::Ready | Life::Starting | Life::Terminating | Life::Pending => write(color),
        Life::NotReady => {
            write(color);
            surface.clip(Rect::new(0.0, 0.0, size / 2.0, size), 0.0);
            surface.text(letters, 9.0 * unit, y * unit, font, theme.pod_ink, Align::Center);
            surface.unclip();
        }
    }
}

fn outline(shape: Shape, unit: f64) -> Vec<Seg> {
    let u = |n: f64| n * unit;
    match shape {
        Shape::Circle | Shape::Ring => vec![Seg::Arc(u(9.0), u(9.0), u(7.5), 0.0, TAU)],
        Shape::Square => vec![Seg::Round(Rect::new(u(1.8), u(1.8), u(14.4), u(14.4)), u(2.5))],
        Shape::Diamond => vec![
            Seg::Move(u(9.0), u(0.9)),
            Seg::Line(u(17.1), u(9.0)),
            Seg::Line(u(9.0), u(17.1)),
            Seg::Line(u(0.9), u(9.0)),
            Seg::Close,
        ],
        Shape::Triangle => vec![
            Seg::Move(u(9.0), u(1.6)),
            Seg::Line(u(17.0), u(16.2)),
            Seg::Line(u(1.0), u(16.2)),
            Seg::Close,
        ],
    }
}

/// Draws a ring that is filled to `part`, from the top.
pub fn ring(
    surface: &mut dyn Surface,
    at: (f64, f64),
    radius: f64,
    part: f64,
    color: Color,
    rest: Color,
) {
    let width = radius * 0.42;
    let from = -FRAC_PI_2;
    surface.stroke(&[Seg::Arc(at.0, at.1, radius, 0.0, TAU)], Stroke::solid(rest, width));
    let to = from + 2.0 * PI * part.clamp(0.0, 1.0);
    if part > 0.004 {
        surface.stroke(&[Seg::Arc(at.0, at.1, radius, from, to)], Stroke::solid(color, width));
    }
}

/// Pods as a bar: one segment per workload, with Pods that aren't ready in a paler color.
pub(super) fn stacked(surface: &mut dyn Surface, theme: &Theme, bar: Rect, pods: &[PodView]) {
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
