//! Simulated time: whole milliseconds since the start of the scenario. Nothing here reads a clock.

use core::fmt;
use core::ops::{Add, AddAssign, Sub};

/// An instant of the run. Imported Pods are older than 0, so it is signed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SimTime(i64);

/// The time between two instants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SimSpan(i64);

impl SimTime {
    pub const ZERO: Self = Self(0);
    pub const MAX: Self = Self(i64::MAX / 4);

    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1000))
    }

    pub const fn ms(self) -> i64 {
        self.0
    }
}

impl SimSpan {
    pub const ZERO: Self = Self(0);
    /// Practically forever.
    pub const MAX: Self = Self(i64::MAX / 4);

    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1000))
    }

    pub const fn ms(self) -> i64 {
        self.0
    }

    /// Its two largest units, as a person says it: 18 d 17 h, 3 h 31 min, 5 min 4 s.
    pub const fn rounded(self) -> Self {
        let unit = match self.0 / 1000 {
            ..=3_599 => 1_000,
            3_600..=86_399 => 60_000,
            _ => 3_600_000,
        };
        Self(self.0 / unit * unit)
    }

    /// Whole seconds; every duration in a rule is (AM-83).
    pub const fn secs(self) -> u32 {
        let secs = self.0 / 1000;
        if secs < 0 {
            0
        } else if secs > u32::MAX as i64 {
            u32::MAX
        } else {
            secs as u32
        }
    }
}

impl Add<SimSpan> for SimTime {
    type Output = Self;
    fn add(self, span: SimSpan) -> Self {
        Self(self.0.saturating_add(span.0).min(Self::MAX.0))
    }
}

impl AddAssign<SimSpan> for SimTime {
    fn add_assign(&mut self, span: SimSpan) {
        *self = *self + span;
    }
}

impl Sub for SimTime {
    type Output = SimSpan;
    fn sub(self, other: Self) -> SimSpan {
        SimSpan(self.0.saturating_sub(other.0))
    }
}

impl Sub for SimSpan {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for SimSpan {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// `+01:02:03`; hours may exceed 24, a fraction is shown only if there is one.
impl fmt::Display for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 < 0 { "-" } else { "+" })?;
        let ms = self.0.unsigned_abs();
        let secs = ms / 1000;
        write!(f, "{:02}:{:02}:{:02}", secs / 3600, secs / 60 % 60, secs % 60)?;
        match ms % 1000 {
            0 => Ok(()),
            part => write!(f, ".{part:03}"),
        }
    }
}
