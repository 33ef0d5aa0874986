//! Backoff of a group after failed scale-ups.

use base::{SimSpan, SimTime, muted};

/// How long a group backs off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// After the first failure.
    pub initial: SimSpan,
    pub max: SimSpan,
    /// The entry is dropped this long after the last failure.
    pub reset: SimSpan,
}

impl Default for Limits {
    /// 5 min, 30 min and 3 h (KA-44, KA-45).
    fn default() -> Self {
        Self {
            initial: SimSpan::from_secs(300),
            max: SimSpan::from_secs(1800),
            reset: SimSpan::from_secs(10_800),
        }
    }
}

/// The failures of one group. A success drops the entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    pub length: SimSpan,
    /// The last instant at which the group is backed off.
    pub until: SimTime,
    pub last_failure: SimTime,
}

impl Backoff {
    /// The entry after a failure at `now`. Failures during a backoff don't make it longer; the first one after it doubles it.
    ///
    /// Rulebook: KA-44. Source: cluster-autoscaler, `exponential_backoff.go`.
    pub fn after_failure(earlier: Option<Self>, now: SimTime, limits: &Limits) -> Self {
        let length = match earlier {
            Some(earlier) if earlier.holds(now) => earlier.length,
            Some(earlier) if !muted("KA-44") => {
                SimSpan::from_ms(2 * earlier.length.ms()).min(limits.max)
            }
            _ => limits.initial,
        };
        Self { length, until: now + length, last_failure: now }
    }

    /// Is the group backed off? Also at the very end (KA-44).
    pub fn holds(&self, now: SimTime) -> bool {
        self.until >= now
    }

    /// Is the entry to be dropped (KA-45)?
    pub fn is_stale(&self, now: SimTime, limits: &Limits) -> bool {
        self.last_failure + limits.reset < now && !muted("KA-45")
    }
}
