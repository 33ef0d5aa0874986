//! Keyed randomness: a value is a function of (seed, stream, subject, n), so a new draw changes no other.

use super::digest::{half_mixed, mix};
use super::time::SimSpan;
use std::num::NonZeroU64;

/// One random value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Draw(pub u64);

impl Draw {
    pub const fn of(seed: u64, stream: u64, subject: u64, n: u64) -> Self {
        Draws::of(seed, stream, subject).at(n)
    }

    /// A number from 0 to 999.
    pub const fn permille(self) -> u32 {
        (self.0 >> 32) as u32 % 1000
    }
}

/// The draws of one subject, for many numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws(u64);

impl Draws {
    pub const fn of(seed: u64, stream: u64, subject: u64) -> Self {
        Self(mix(mix(mix(seed) ^ stream) ^ subject))
    }

    /// [`Draw::of`] with this number.
    pub const fn at(self, n: u64) -> Draw {
        Draw(mix(self.0 ^ n))
    }

    /// Chooses the number with the smallest draw.
    pub const fn least(self) -> Least {
        Least { draws: self, bound: u64::MAX, least: None }
    }
}

/// The least of many draws; different numbers have different draws.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    draws: Draws,
    /// No half above it gives a smaller draw.
    bound: u64,
    least: Option<(u64, u32)>,
}

impl Least {
    #[inline]
    pub fn ask(&mut self, n: u32) {
        let half = half_mixed(self.draws.0 ^ u64::from(n));
        // The remaining steps don't change the upper half.
        if half <= self.bound {
            self.meet(half, n);
        }
    }

    /// Draws for the numbers of a list of up to 64 whose bits are set. A separate function keeps its constants in registers.
    #[inline(never)]
    pub fn ask_some(&mut self, numbers: &[u32], bits: u64) {
        let (key, mut bound) = (self.draws.0, self.bound);
        let mut left = NonZeroU64::new(bits);
        while let Some(bits) = left {
            let n = numbers[bits.trailing_zeros() as usize];
            let half = half_mixed(key ^ u64::from(n));
            if half <= bound {
                self.meet(half, n);
                bound = self.bound;
            }
            left = NonZeroU64::new(bits.get() & (bits.get() - 1));
        }
    }

    fn meet(&mut self, half: u64, n: u32) {
        let draw = half ^ (half >> 31);
        if self.least.is_none_or(|(least, _)| draw < least) {
            self.least = Some((draw, n));
            self.bound = draw | u64::from(u32::MAX) << 1 | 1;
        }
    }

    pub fn of(self) -> Option<u32> {
        self.least.map(|(_, n)| n)
    }
}

/// A distribution as people know it: one duration, or the durations that 10, 50 and 90 of 100 cases don't exceed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantiles {
    pub p10: SimSpan,
    pub p50: SimSpan,
    pub p90: SimSpan,
}

impl Quantiles {
    pub const fn fixed(span: SimSpan) -> Self {
        Self { p10: span, p50: span, p90: span }
    }

    /// The duration of a draw, in whole seconds.
    ///
    /// Linear between the three points; the ends extend by a quarter of the neighboring stretch, so
    /// that a run never has a boot time far outside the author's values.
    pub fn at(self, draw: Draw) -> SimSpan {
        let [floor, low, mid, high, ceiling] = self.points();
        let between = |from: i64, to: i64, part: i64, whole: i64| from + (to - from) * part / whole;
        let permille = i64::from(draw.permille());
        let ms = match permille {
            0..100 => between(floor, low, permille, 100),
            100..500 => between(low, mid, permille - 100, 400),
            500..900 => between(mid, high, permille - 500, 400),
            _ => between(high, ceiling, permille - 900, 100),
        };
        SimSpan::from_secs((ms + 500) / 1000)
    }

    /// The mean of many draws.
    pub fn mean(self) -> SimSpan {
        let [floor, low, mid, high, ceiling] = self.points();
        SimSpan::from_ms((floor + 5 * low + 8 * mid + 5 * high + ceiling) / 20)
    }

    /// The least duration in milliseconds, those that 10, 50 and 90 of 100 draws don't exceed, and the most.
    fn points(self) -> [i64; 5] {
        let [low, mid, high] = [self.p10, self.p50, self.p90].map(SimSpan::ms);
        [(low - (mid - low) / 4).max(0), low, mid, high, high + (high - mid) / 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_duration_is_not_random() {
        let boot = Quantiles::fixed(SimSpan::from_secs(180));
        for n in 0..2000 {
            assert_eq!(boot.at(Draw::of(7, 1, n, 0)), SimSpan::from_secs(180));
        }
    }

    #[test]
    fn draws_fall_where_the_quantiles_say() {
        let s = SimSpan::from_secs;
        let boot = Quantiles { p10: s(100), p50: s(180), p90: s(300) };
        let drawn: Vec<i64> =
            (0..10_000).map(|n| boot.at(Draw::of(7, 1, n, 0)).ms() / 1000).collect();
        let below = |limit: i64| drawn.iter().filter(|s| **s <= limit).count();
        assert!(below(100).abs_diff(1000) < 200, "{}", below(100));
        assert!(below(180).abs_diff(5000) < 250, "{}", below(180));
        assert!(below(300).abs_diff(9000) < 200, "{}", below(300));
        assert!(drawn.iter().all(|s| (80..=330).contains(s)));
        let mean = drawn.iter().sum::<i64>() / drawn.len() as i64;
        assert!(boot.mean().ms().abs_diff(mean * 1000) < 3000, "{mean}");
    }
}
