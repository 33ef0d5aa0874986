//! The time axis: maps instants to pixels and back, without quiet stretches.
//!
//! Time is first mapped to *units*: a busy second is one unit, a quiet stretch is short however long it lasts. The
//! viewport is a range of units.

use crate::surface::Rect;

/// A stretch of the axis in milliseconds and in units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stretch {
    pub from_ms: i64,
    pub to_ms: i64,
    pub from: f64,
    pub to: f64,
    pub quiet: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    pub stretches: Vec<Stretch>,
}

/// The visible part of the axis, in units.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Viewport {
    pub from: f64,
    pub to: f64,
}

/// How far a pixel of the wheel zooms.
const ZOOM_PER_PIXEL: f64 = 1.001_387;

/// Milliseconds around events that are never cut.
const MARGIN_MS: i64 = 60 * 1000;

impl Axis {
    /// An axis between two instants; `quiet` are sorted stretches without events.
    pub fn over(quiet: &[(i64, i64)], from_ms: i64, to_ms: i64) -> Self {
        let to_ms = to_ms.max(from_ms + 1000);
        let quiet: Vec<(i64, i64)> = quiet
            .iter()
            .map(|(from, to)| (from + MARGIN_MS, to - MARGIN_MS))
            .filter(|(from, to)| to - from > MARGIN_MS && *from >= from_ms && *to <= to_ms)
            .collect();
        let mut stretches = Vec::new();
        let mut at = from_ms;
        let mut unit = 0.0;
        let long: i64 = quiet.iter().map(|(from, to)| to - from).sum();
        let busy = (to_ms - from_ms - long).max(1000) as f64 / 1000.0;
        let mut push = |from_ms: i64, to_ms: i64, quiet: bool| {
            if to_ms <= from_ms {
                return;
            }
            let length = if quiet { busy * 0.06 } else { (to_ms - from_ms) as f64 / 1000.0 };
            stretches.push(Stretch { from_ms, to_ms, from: unit, to: unit + length, quiet });
            unit += length;
        };
        for (from, to) in quiet {
            push(at, from, false);
            push(from, to, true);
            at = to;
        }
        push(at, to_ms, false);
        Self { stretches }
    }

    pub fn len(&self) -> f64 {
        self.stretches.last().map_or(1.0, |stretch| stretch.to)
    }

    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The whole axis with a small margin.
    pub fn whole(&self) -> Viewport {
        let room = self.len() * 0.02;
        Viewport { from: -room, to: self.len() + room }
    }

    pub fn unit(&self, ms: f64) -> f64 {
        let at = self.stretches.partition_point(|stretch| (stretch.to_ms as f64) < ms);
        let Some(stretch) = self.stretches.get(at).or(self.stretches.last()) else {
            return 0.0;
        };
        let whole = (stretch.to_ms - stretch.from_ms) as f64;
        stretch.from + (ms - stretch.from_ms as f64) / whole * (stretch.to - stretch.from)
    }

    pub fn ms(&self, unit: f64) -> f64 {
        let at = self.stretches.partition_point(|stretch| stretch.to < unit);
        let Some(stretch) = self.stretches.get(at).or(self.stretches.last()) else {
            return 0.0;
        };
        let whole = (stretch.to_ms - stretch.from_ms) as f64;
        stretch.from_ms as f64 + (unit - stretch.from) / (stretch.to - stretch.from) * whole
    }
}

/// A wheel event: its deltas in pixels, and where.
#[derive(Clone, Copy, Debug)]
pub struct Wheel {
    pub x: f64,
    pub by: (f64, f64),
    pub shift: bool,
    pub ctrl: bool,
}

impl Viewport {
    pub fn x(self, unit: f64, rect: Rect) -> f64 {
        rect.x + (unit - self.from) / (self.to - self.from).max(1e-9) * rect.w
    }

    pub fn unit(self, x: f64, rect: Rect) -> f64 {
        self.from + (x - rect.x) / rect.w.max(1.0) * (self.to - self.from)
    }

    /// Zooms around a unit; at most to the whole, at least five seconds.
    pub fn zoomed(self, around: f64, factor: f64, whole: Self) -> Self {
        let most = whole.to - whole.from;
        let length = ((self.to - self.from) * factor).clamp(5.0_f64.min(most), most);
        let part = (around - self.from) / (self.to - self.from).max(1e-9);
        Self { from: around - part * length, to: around + (1.0 - part) * length }.kept(whole)
    }

    pub fn moved(self, by: f64, whole: Self) -> Self {
        Self { from: self.from + by, to: self.to + by }.kept(whole)
    }

    /// Zooms around the pointer, or scrolls with Shift or a touchpad. Returns `None` over the titles beside the field,
    /// where the lanes scroll.
    pub fn wheeled(self, wheel: Wheel, field: Rect, whole: Self) -> Option<Self> {
        let Wheel { x, by: (dx, dy), .. } = wheel;
        if x < field.x && !wheel.ctrl {
            return None;
        }
        Some(if wheel.shift || dx.abs() > dy.abs() {
            let pixels = dx + if wheel.shift { dy } else { 0.0 };
            let length = self.to - self.from;
            self.moved(pixels / field.w.max(1.0) * length, whole)
        } else {
            let factor = ZOOM_PER_PIXEL.powf(dy.clamp(-350.0, 350.0));
            self.zoomed(self.unit(x, field), factor, whole)
        })
    }

    fn kept(self, whole: Self) -> Self {
        let length = (self.to - self.from).min(whole.to - whole.from);
        let from = self.from.clamp(whole.from, (whole.to - length).max(whole.from));
        Self { from, to: from + length }
    }
}

/// Round steps of a ruler, in seconds.
const STEPS: [i64; 20] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    172_800, 604_800,
];

/// The width of a time of day beside its tick, in pixels.
const LABEL: f64 = 36.0;

/// The ruler's ticks: instants at round steps after the start, at least `room` pixels apart, and at least one where there is
/// room for its label between two pauses.
pub fn ticks(axis: &Axis, window: Viewport, rect: Rect, room: f64) -> Vec<i64> {
    let least = (window.to - window.from) / rect.w.max(1.0) * room;
    let widest = STEPS.iter().rposition(|step| (*step as f64) < least).map_or(0, |at| at + 1);
    let steps = &STEPS[..=widest.min(STEPS.len() - 1)];
    let x = |at: i64| window.x(axis.unit(at as f64), rect);
    let mut out: Vec<i64> = Vec::new();
    for stretch in axis.stretches.iter().filter(|stretch| !stretch.quiet) {
        let from = (axis.ms(window.from) as i64).max(stretch.from_ms);
        let to = (axis.ms(window.to) as i64).min(stretch.to_ms);
        let seen = |secs: i64| {
            let step = secs * 1000;
            ((from + step - 1).div_euclid(step) * step..=to).step_by(step as usize)
        };
        let is_labeled = |at: &i64| x(*at) + LABEL <= window.x(stretch.to, rect).min(rect.right());
        let before = out.len();
        for at in seen(steps[steps.len() - 1]) {
            if out.last().is_none_or(|last| x(at) - x(*last) >= room * 0.8) {
                out.push(at);
            }
        }
        if !out[before..].iter().any(is_labeled) {
            let finer = steps.iter().rev().filter(|step| **step >= 60);
            if let Some(at) = finer.flat_map(|step| seen(*step).find(is_labeled)).next() {
                out.truncate(before);
                out.push(at);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    const PAUSE: [(i64, i64); 1] = [(10 * MINUTE, 5000 * MINUTE)];

    #[test]
    fn a_pause_is_cut_but_for_a_minute_at_each_end() {
        let axis = Axis::over(&PAUSE, 0, 5010 * MINUTE);
        let shown: Vec<(i64, i64, bool)> = axis
            .stretches
            .iter()
            .map(|s| (s.from_ms / MINUTE, s.to_ms / MINUTE, s.quiet))
            .collect();
        assert_eq!(shown, [(0, 11, false), (11, 4999, true), (4999, 5010, false)]);
        assert_eq!(Axis::over(&[], 0, 5010 * MINUTE).stretches.len(), 1);
    }

    #[test]
    fn each_piece_between_two_pauses_has_a_label_if_it_has_room_for_one() {
        const HOUR: i64 = 60 * MINUTE;
        // Two pieces of 20 minutes without a full hour, between pauses of days.
        let pauses = [(30 * MINUTE, 50 * HOUR + 10 * MINUTE), (50 * HOUR + 30 * MINUTE, 99 * HOUR)];
        let axis = Axis::over(&pauses, 5 * MINUTE, 99 * HOUR + 20 * MINUTE);
        let minutes = |width: f64| -> Vec<i64> {
            let rect = Rect::new(0.0, 0.0, width, 10.0);
            ticks(&axis, axis.whole(), rect, 68.0).iter().map(|ms| ms / MINUTE).collect()
        };
        assert_eq!(minutes(300.0), [15, 3015, 5940]);
        assert_eq!(minutes(60.0), [0; 0]);
    }

    #[test]
    fn instants_come_back_from_their_pixels() {
        let axis = Axis::over(&PAUSE, 0, 5010 * MINUTE);
        let (window, rect) = (axis.whole(), Rect::new(152.0, 0.0, 900.0, 10.0));
        for ms in [0, 300_000, 9 * MINUTE, 2500 * MINUTE, 5005 * MINUTE] {
            let x = window.x(axis.unit(ms as f64), rect);
            let back = axis.ms(window.unit(x, rect));
            assert!((back - ms as f64).abs() < 1.0, "{ms} {back}");
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_cursor_and_stays_inside() {
        let whole = Viewport { from: 0.0, to: 1000.0 };
        let near = whole.zoomed(250.0, 0.5, whole);
        assert_eq!(near, Viewport { from: 125.0, to: 625.0 });
        assert_eq!(near.zoomed(250.0, 9.0, whole), whole);
        assert_eq!(near.moved(-900.0, whole).from, 0.0);
        assert_eq!(near.moved(900.0, whole).to, 1000.0);
    }

    #[test]
    fn a_wheel_zooms_moves_and_leaves_the_titles_alone() {
        let whole = Viewport { from: 0.0, to: 1000.0 };
        let field = Rect::new(100.0, 0.0, 500.0, 10.0);
        let half = whole.zoomed(500.0, 0.5, whole);
        let turned = |x: f64, by: (f64, f64), shift: bool, ctrl: bool| {
            let wheel = Wheel { x, by, shift, ctrl };
            half.wheeled(wheel, field, whole)
        };
        let seen = |window: Option<Viewport>| {
            window.map(|window| (window.from.round() as i64, window.to.round() as i64))
        };
        assert_eq!(seen(turned(350.0, (0.0, -350.0), false, false)), Some((346, 654)));
        assert_eq!(seen(turned(350.0, (0.0, -350.0), false, true)), Some((346, 654)));
        assert_eq!(seen(turned(350.0, (0.0, 100.0), true, false)), Some((350, 850)));
        assert_eq!(seen(turned(350.0, (-50.0, 10.0), false, false)), Some((200, 700)));
        assert_eq!(turned(50.0, (0.0, 100.0), false, false), None);
        assert!(turned(50.0, (0.0, 100.0), false, true).is_some());
    }
}
