//! The small timeline: its window is taken in the middle or at an edge.

use super::LaneGestures;
use crate::shell::pointed::target;
use draw::axis::Viewport;
use yew::prelude::*;

/// What is done to the window of the small timeline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Brush {
    From,
    To,
    /// The window is held at so much of the whole after its beginning.
    All(f64),
}

impl LaneGestures {
    /// Where on the small timeline a pointer is, as a part of the whole, and how many pixels that has.
    fn on_small(event: &PointerEvent) -> Option<(f64, f64)> {
        let strip = target(event)?.closest(".tl-small").ok().flatten()?;
        let rect = strip.get_bounding_client_rect();
        let wide = rect.width().max(1.0);
        Some(((f64::from(event.client_x()) - rect.left()) / wide, wide))
    }

    /// Takes the window of the small timeline at an edge or in the middle, or puts it where there was none.
    pub(super) fn brush_down(&self, event: &PointerEvent) {
        let (Some((at, wide)), Some(scene)) = (Self::on_small(event), self.player.scene()) else {
            return;
        };
        event.prevent_default();
        let (window, whole) = (self.player.window(), scene.axis.whole());
        let length = whole.to - whole.from;
        let part = |unit: f64| (unit - whole.from) / length;
        let (from, to) = (part(window.from), part(window.to));
        let edge = 7.0 / wide;
        let brush = if (at - from).abs() < edge {
            Brush::From
        } else if (at - to).abs() < edge {
            Brush::To
        } else if (from..to).contains(&at) {
            Brush::All(at - from)
        } else {
            Brush::All((to - from) / 2.0)
        };
        self.brush.set(Some(brush));
        if let Some(strip) = target(event) {
            let _ = strip.set_pointer_capture(event.pointer_id());
        }
        self.brush_moved(event);
    }

    pub(super) fn brush_moved(&self, event: &PointerEvent) {
        let (Some(brush), Some((at, _)), Some(scene)) =
            (self.brush.get(), Self::on_small(event), self.player.scene())
        else {
            return;
        };
        let (window, whole) = (self.player.window(), scene.axis.whole());
        let length = whole.to - whole.from;
        let unit = whole.from + at.clamp(0.0, 1.0) * length;
        let least = 5.0_f64.min(length);
        let next = match brush {
            Brush::From => Viewport {
                from: unit.min(window.to - least),
                to: window.to,
            },
            Brush::To => Viewport {
                from: window.from,
                to: unit.max(window.from + least),
            },
            Brush::All(held) => window.moved(unit - held * length - window.from, whole),
        };
        self.player.set_window((next != whole).then_some(next));
    }

    pub(super) fn brush_up(&self, _: &PointerEvent) {
        self.brush.set(None);
    }
}
