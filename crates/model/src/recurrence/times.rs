//! The times of a day, or of a shorter period, at which a rule recurs.

use super::rule::{Frequency, Recurrence};
use base::order;

/// Ascending seconds from the beginning of a period: of the day, or of the hour, minute or second for shorter frequencies.
pub(super) fn in_period(rule: &Recurrence, start_of_day: i64) -> Vec<i64> {
    use Frequency::{Hourly, Minutely, Secondly};
    let own = |list: &[u8], from_start: i64, most: u8| match list {
        [] => vec![from_start],
        list => {
            let mut list: Vec<i64> = list.iter().map(|no| i64::from(*no.min(&most))).collect();
            // A clock without leap seconds has no second 60 and uses 59.
            list.dedup();
            list
        }
    };
    let (hour, rest) = (start_of_day / 3600, start_of_day % 3600);
    let zero = || vec![0];
    let hours = match rule.frequency {
        Hourly | Minutely | Secondly => zero(),
        _ => own(&rule.by_hour, hour, 23),
    };
    let minutes = match rule.frequency {
        Minutely | Secondly => zero(),
        _ => own(&rule.by_minute, rest / 60, 59),
    };
    let seconds = match rule.frequency {
        Secondly => zero(),
        _ => own(&rule.by_second, rest % 60, 59),
    };
    let mut times = Vec::with_capacity(hours.len() * minutes.len() * seconds.len());
    for hour in &hours {
        for minute in &minutes {
            times.extend(seconds.iter().map(|second| hour * 3600 + minute * 60 + second));
        }
    }
    times
}

/// The ascending numbers of the `many` members of a period that BYSETPOS selects.
pub(super) fn positions(by_set_pos: &[i16], many: i64, kept: &mut Vec<i64>) {
    kept.clear();
    let at = by_set_pos.iter().map(|pos| i64::from(*pos));
    kept.extend(
        at.map(|pos| if pos > 0 { pos - 1 } else { many + pos })
            .filter(|at| (0..many).contains(at)),
    );
    order::sort(kept);
    kept.dedup();
}

/// Applies BYSETPOS to a list of members.
pub(super) fn chosen(by_set_pos: &[i16], members: Vec<i64>) -> Vec<i64> {
    if by_set_pos.is_empty() {
        return members;
    }
    let mut kept = Vec::new();
    positions(by_set_pos, members.len() as i64, &mut kept);
    kept.iter().map(|&at| members[at as usize]).collect()
}

/// Hours, minutes and seconds at which a frequency shorter than a day may begin its periods, as bits.
pub(super) struct TimesOfDay {
    pub(super) hours: u64,
    pub(super) minutes: u64,
    pub(super) seconds: u64,
    /// Seconds of the period.
    pub(super) unit: i64,
}

impl TimesOfDay {
    /// `None` if the period is a day or longer.
    pub(super) fn of(rule: &Recurrence) -> Option<Self> {
        let all = |many: u32| (1_u64 << many) - 1;
        let bits = |list: &[u8], many: u32| match list {
            [] => all(many),
            list => list.iter().fold(0, |bits, no| bits | 1_u64 << u32::from(*no).min(many - 1)),
        };
        let unit = match rule.frequency {
            Frequency::Hourly => 3600,
            Frequency::Minutely => 60,
            Frequency::Secondly => 1,
            _ => return None,
        };
        Some(Self {
            hours: bits(&rule.by_hour, 24),
            minutes: if unit < 3600 { bits(&rule.by_minute, 60) } else { all(60) },
            seconds: if unit < 60 { bits(&rule.by_second, 60) } else { all(60) },
            unit,
        })
    }

    /// May every period begin?
    pub(super) fn is_always(&self) -> bool {
        (self.hours, self.minutes, self.seconds) == ((1 << 24) - 1, (1 << 60) - 1, (1 << 60) - 1)
    }

    /// The first allowed second of the day from `second` on; the day's end if there is none.
    pub(super) fn next(&self, second: i64) -> i64 {
        let (hour, minute, sec) = (second / 3600, second / 60 % 60, second % 60);
        let from = |bits: u64, at: i64| bits & u64::MAX << at;
        let low = |bits: u64| i64::from(bits.trailing_zeros());
        if self.hours >> hour & 1 == 1 {
            let start = hour * 3600;
            if self.minutes >> minute & 1 == 1 {
                let left = from(self.seconds, sec);
                if left != 0 {
                    return start + minute * 60 + low(left);
                }
            }
            let left = from(self.minutes, minute + 1);
            if left != 0 {
                return start + low(left) * 60 + low(self.seconds);
            }
        }
        match from(self.hours, hour + 1) {
            0 => super::DAY,
            left => low(left) * 3600 + low(self.minutes) * 60 + low(self.seconds),
        }
    }

    /// Does some allowed time of a day meet a grid that begins at `first` and advances by `step`?
    pub(super) fn meets(&self, first: i64, step: i64) -> bool {
        let grid = common(step, super::DAY);
        let mut at = first.rem_euclid(grid);
        while at < super::DAY {
            let next = self.next(at);
            if next == at {
                return true;
            }
            at += (next - at + grid - 1) / grid * grid;
        }
        false
    }
}

/// The greatest common divisor.
fn common(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common(b, a % b) }
}
