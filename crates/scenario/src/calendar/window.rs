//! The occurrences and openings of a window.

use super::span::{Span, merged};
use base::civil::DAY;
use base::muted;
use model::recurrence::{Recurrence, TooMany, expand};

/// The length of a daily window, and the least that counts (MW-13, MW-15).
pub const FOUR_HOURS: i64 = 4 * 3600;
/// The most periods and instants of a rule to visit: each day of 16 months, every four minutes.
const STEPS: u32 = 200_000;

/// A parsed maintenance window.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "a policy has one window, and most recur")]
pub enum Window {
    /// Not configured: maintenance is possible at any time (MW-17).
    Always,
    /// From this second of each day, for four hours (MW-13).
    Daily {
        second: i64,
    },
    Recurring(Recurring),
}

/// Its occurrences may overlap (BS-24).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurring {
    /// Determines the time of day and the first occurrence (BS-25).
    pub start: i64,
    /// Seconds; more than 0.
    pub length: i64,
    pub rule: Recurrence,
}

impl Window {
    /// The length of each occurrence; `None` without a window.
    pub fn length(&self) -> Option<i64> {
        match self {
            Self::Always => None,
            Self::Daily { .. } if muted("MW-13") => Some(DAY),
            Self::Daily { .. } => Some(FOUR_HOURS),
            Self::Recurring(window) => Some(window.length),
        }
    }

    /// Occurrences that intersect the stretch, by start. They may overlap.
    pub fn occurrences(&self, within: Span) -> Result<Vec<Span>, TooMany> {
        match self {
            Self::Always => Ok(vec![within]),
            Self::Daily { second } => {
                let length = self.length().unwrap_or(FOUR_HOURS);
                let first = (within.from - second - length).div_euclid(DAY);
                let last = (within.to - second).div_euclid(DAY);
                let days = first..=last;
                let all =
                    days.map(|day| Span::new(day * DAY + second, day * DAY + second + length));
                Ok(all.filter(|span| span.to > within.from && span.from < within.to).collect())
            }
            Self::Recurring(Recurring { start, length, rule }) => {
                let from = within.from.saturating_sub(*length).saturating_add(1);
                let starts = expand(rule, *start, from, within.to, STEPS)?.starts;
                let span = |start: i64| Span::new(start, start.saturating_add(*length));
                Ok(starts.into_iter().map(span).collect())
            }
        }
    }

    /// Open times within the stretch: occurrences, merged and cut.
    ///
    /// Rulebook: BS-24, MW-17, AM-54. Source: RecurringTimeWindow API; MaintenanceWindow API.
    pub fn openings(&self, within: Span) -> Result<Vec<Span>, TooMany> {
        let occurrences = self.occurrences(within)?;
        Ok(super::span::cut(&merged(occurrences), within))
    }
}
