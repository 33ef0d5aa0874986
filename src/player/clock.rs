//! The playhead as a small state machine. Pure: it gets the length of each frame and reads no clock.

use base::order::sort_by;
use draw::timeline::axis::Axis;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Back,
    On,
}

/// Simulated time per second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Speed {
    /// The whole run in 45 seconds.
    #[default]
    Auto,
    /// Simulated seconds per second; quiet stretches pass quickly.
    Times(u32),
}

/// The duration of a run at [`Speed::Auto`], in seconds.
pub(super) const AUTO_SECONDS: f64 = 45.0;

impl Speed {
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Times(1),
        Self::Times(10),
        Self::Times(60),
        Self::Times(300),
        Self::Times(1800),
        Self::Times(7200),
    ];

    /// The next faster or slower speed; from `Auto` the nearest one.
    #[must_use]
    pub fn changed(self, axis: &Axis, faster: bool) -> Self {
        let now = self.rate(axis);
        let mut fixed = Self::ALL.into_iter().filter(|speed| *speed != Self::Auto);
        let found = if faster {
            fixed.find(|speed| speed.rate(axis) > now * 1.01)
        } else {
            fixed.rfind(|speed| speed.rate(axis) < now * 0.99)
        };
        found.unwrap_or(self)
    }

    /// Units of the axis per second.
    pub fn rate(self, axis: &Axis) -> f64 {
        match self {
            Self::Auto => (axis.len() / AUTO_SECONDS).max(0.1),
            Self::Times(times) => f64::from(times),
        }
    }
}

/// How fast a run plays by itself: slowly at its moments, quickly while nothing happens.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tempo {
    /// Where each part begins, in units of the axis, and its units per second.
    parts: Vec<(f64, f64)>,
}

/// Around a moment, these parts of the axis take [`SLOWER`] times as long.
const BEFORE: f64 = 0.004;
const AFTER: f64 = 0.016;
const SLOWER: f64 = 4.0;
/// A wait takes at most this part of the run's duration.
const WAIT: f64 = 0.02;

impl Tempo {
    /// The whole axis in [`AUTO_SECONDS`]. Moments and waits, in order, are in units of the axis.
    pub(super) fn of(len: f64, moments: &[f64], waits: &[(f64, f64)]) -> Self {
        let slow = |at: f64| moments.iter().map(move |one| one + at * len);
        let edges = waits.iter().flat_map(|(from, to)| [*from, *to]);
        let mut cuts: Vec<f64> = slow(-BEFORE).chain(slow(AFTER)).chain(edges).collect();
        cuts.extend([0.0, len]);
        cuts.retain(|cut| (0.0..=len).contains(cut));
        sort_by(&mut cuts, f64::total_cmp);
        cuts.dedup();
        let weight = |at: f64| {
            let is_near = |one: &f64| (one - BEFORE * len..one + AFTER * len).contains(&at);
            let wait = waits.iter().find(|(from, to)| (*from..*to).contains(&at));
            match wait {
                _ if moments.iter().any(is_near) => SLOWER,
                Some((from, to)) => (WAIT * len / (to - from)).min(1.0),
                None => 1.0,
            }
        };
        let pieces: Vec<(f64, f64, f64)> = (cuts.windows(2))
            .map(|pair| (pair[0], pair[1], weight(pair[0].midpoint(pair[1]))))
            .collect();
        let all: f64 = pieces.iter().map(|(from, to, weight)| (to - from) * weight).sum();
        let parts = pieces.iter().map(|(from, _, weight)| (*from, all / AUTO_SECONDS / weight));
        Self { parts: parts.collect() }
    }

    /// The position some seconds later.
    fn later(&self, mut unit: f64, mut seconds: f64) -> f64 {
        let first = self.parts.partition_point(|(from, _)| *from <= unit).saturating_sub(1);
        let mut parts = self.parts[first.min(self.parts.len())..].iter().peekable();
        while let Some((_, rate)) = parts.next() {
            let left = parts.peek().map_or(f64::MAX, |(to, _)| (to - unit) / rate);
            if left >= seconds {
                return unit + seconds * rate;
            }
            unit += left * rate;
            seconds -= left;
        }
        unit
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Clock {
    pub at_ms: f64,
    pub playing: bool,
    pub speed: Speed,
    /// The looped stretch.
    pub looped: Option<(f64, f64)>,
    /// With reduced motion the playhead steps from event to event instead of gliding.
    pub stepped: bool,
    /// Seconds since the last step.
    waited: f64,
}

/// The effect of a frame on the playhead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moved {
    No,
    On,
    /// Jumped back to the start of the loop.
    Looped,
    /// Stopped at the end.
    Ended,
}

/// Seconds between two steps with reduced motion.
const STEP_SECONDS: f64 = 0.8;

impl Clock {
    /// Advances by a frame of `seconds`. `next` is the instant of the next event.
    pub(super) fn frame(
        &mut self,
        seconds: f64,
        (axis, tempo): (&Axis, &Tempo),
        end_ms: f64,
        next: impl Fn(f64) -> Option<f64>,
    ) -> Moved {
        if !self.playing {
            return Moved::No;
        }
        if self.stepped {
            self.waited += seconds;
            if self.waited < STEP_SECONDS {
                return Moved::No;
            }
            self.waited = 0.0;
            match next(self.at_ms) {
                Some(at) => self.at_ms = at,
                None => self.at_ms = end_ms,
            }
        } else {
            // A tab that slept doesn't jump.
            let seconds = seconds.min(0.1);
            let unit = axis.unit(self.at_ms);
            self.at_ms = axis.ms(match self.speed {
                Speed::Auto => tempo.later(unit, seconds),
                Speed::Times(_) => unit + seconds * self.speed.rate(axis),
            });
        }
        if let Some((from, to)) = self.looped
            && self.at_ms >= to
        {
            self.at_ms = from;
            return Moved::Looped;
        }
        if self.at_ms >= end_ms {
            self.at_ms = end_ms;
            self.playing = false;
            return Moved::Ended;
        }
        Moved::On
    }

    /// Plays or pauses. At the end it plays from the start.
    pub(super) fn toggle(&mut self, end_ms: f64) {
        self.playing = !self.playing;
        self.waited = STEP_SECONDS;
        if self.playing && self.at_ms >= end_ms {
            self.at_ms = self.looped.map_or(0.0, |(from, _)| from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis() -> Axis {
        Axis::over(&[], 0, 450_000)
    }

    fn none(_: f64) -> Option<f64> {
        None
    }

    #[test]
    fn playback_is_slow_at_moments_and_hurries_through_a_wait() {
        // An hour with ten minutes of work, a wait of 50 minutes, and its end.
        let (moments, wait) = ([300.0, 3600.0], (600.0, 3590.0));
        let tempo = Tempo::of(3700.0, &moments, &[wait]);
        let took = |from: f64, to: f64| {
            let mut seconds = 0.0;
            let mut unit = from;
            while unit < to {
                unit = tempo.later(unit, 0.01);
                seconds += 0.01;
            }
            seconds
        };
        assert!((44.9..45.1).contains(&took(0.0, 3700.0)));
        assert!(took(600.0, 3580.0) < 5.0, "{}", took(600.0, 3580.0));
        assert!(took(290.0, 350.0) > 5.0, "{}", took(290.0, 350.0));
        assert!(took(350.0, 410.0) < 4.0, "{}", took(350.0, 410.0));
        assert_eq!(Tempo::default().later(5.0, 1.0), 5.0);
    }

    #[test]
    fn auto_plays_the_whole_run_in_45_seconds() {
        let axis = axis();
        let tempo = Tempo::of(axis.len(), &[], &[]);
        let mut clock = Clock::default();
        clock.toggle(450_000.0);
        let mut frames = 0;
        while clock.frame(0.05, (&axis, &tempo), 450_000.0, none) != Moved::Ended {
            frames += 1;
        }
        assert!((898..=901).contains(&frames), "{frames}");
        assert!(!clock.playing);
        clock.toggle(450_000.0);
        assert_eq!(clock.at_ms, 0.0);
    }

    #[test]
    fn a_quiet_night_passes_in_a_moment() {
        let day = 86_400_000;
        let axis = Axis::over(&[(600_000, day)], 0, day);
        let mut clock =
            Clock { at_ms: 660_000.0, playing: true, speed: Speed::Times(60), ..Clock::default() };
        let mut frames = 0;
        while clock.at_ms < day as f64 - 61_000.0 {
            clock.frame(0.05, (&axis, &Tempo::default()), day as f64, none);
            frames += 1;
        }
        assert!(frames < 40, "{frames}");
    }

    #[test]
    fn a_loop_begins_again_and_reduced_motion_steps() {
        let axis = axis();
        let mut clock = Clock {
            playing: true,
            speed: Speed::Times(10),
            looped: Some((1_000.0, 2_000.0)),
            ..Clock::default()
        };
        clock.at_ms = 1_900.0;
        assert_eq!(clock.frame(0.05, (&axis, &Tempo::default()), 450_000.0, none), Moved::Looped);
        let mut clock = Clock { playing: true, stepped: true, ..Clock::default() };
        assert_eq!(
            clock.frame(0.5, (&axis, &Tempo::default()), 9e5, |at| Some(at + 7.0)),
            Moved::No
        );
        assert_eq!(
            clock.frame(0.5, (&axis, &Tempo::default()), 9e5, |at| Some(at + 7.0)),
            Moved::On
        );
        assert_eq!(clock.at_ms, 7.0);
    }

    #[test]
    fn speeds_change_by_one_step() {
        let axis = axis();
        let faster = Speed::Auto.changed(&axis, true);
        assert_eq!(faster, Speed::Times(60));
        assert_eq!(Speed::Auto.changed(&axis, false), Speed::Times(1));
        assert_eq!(Speed::Times(7200).changed(&axis, true), Speed::Times(7200));
    }
}
