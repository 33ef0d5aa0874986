//! When a workload had half of its Pods or fewer.

use crate::series;
use base::civil::{DAY, weekday};
use base::{SimSpan, SimTime, WorkloadId};

/// Monday to Friday, from nine to five, in seconds of a day (UTC).
pub(crate) const WORKING_DAYS: u8 = 5;
const WORKING_HOURS: (i64, i64) = (9 * 3600, 17 * 3600);

/// The times at which a workload that had more had half of its Pods ready or fewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AtHalf {
    pub workload: WorkloadId,
    /// The fewest ready Pods, and how many were wanted then.
    pub lowest: i64,
    pub of: i64,
    pub lowest_at: SimTime,
    pub total: SimSpan,
    pub stretches: Vec<(SimTime, Option<SimTime>)>,
}

impl AtHalf {
    pub fn is_below(&self) -> bool {
        self.lowest * 2 < self.of
    }

    /// Since when it lasts, if it does at the end of the run.
    pub(crate) fn open_since(&self) -> Option<SimTime> {
        series::open_since(&self.stretches)
    }

    /// The first of these times that is in working hours.
    pub fn in_working_hours(&self, start_unix_ms: i64) -> Option<SimTime> {
        let mut stretches = self.stretches.iter();
        stretches.find_map(|(from, to)| {
            let at = next_working_hour(start_unix_ms, *from)?;
            to.is_none_or(|to| at < to).then_some(at)
        })
    }
}

/// The one that has the smallest part of its Pods, the first of several.
pub(crate) fn worst<'a>(all: impl Iterator<Item = &'a AtHalf>) -> Option<&'a AtHalf> {
    all.min_by_key(|one| one.lowest * 1000 / one.of.max(1))
}

/// The first instant in working hours from then on.
fn next_working_hour(start_unix_ms: i64, from: SimTime) -> Option<SimTime> {
    let (opens, closes) = WORKING_HOURS;
    let from_s = (start_unix_ms + from.ms()).div_euclid(1000);
    let today = from_s.div_euclid(DAY);
    let mut days = (today..=today + 7).filter(|day| weekday(*day) < WORKING_DAYS);
    let at = days.find_map(|day| {
        let (open, close) = (day * DAY + opens, day * DAY + closes);
        (from_s < close).then_some(open.max(from_s))
    })?;
    Some(SimTime::from_ms((at * 1000 - start_unix_ms).max(from.ms())))
}

/// From 0, a Monday (UTC).
pub(crate) fn weekday_of(start_unix_ms: i64, at: SimTime) -> u8 {
    weekday((start_unix_ms + at.ms()).div_euclid(DAY * 1000))
}

pub(crate) fn is_working_hour(start_unix_ms: i64, at: SimTime) -> bool {
    next_working_hour(start_unix_ms, at) == Some(at)
}

/// Watches one workload.
#[derive(Clone, Debug, Default)]
pub(super) struct HalfWatch {
    /// It has had more than half since it was scaled last.
    had_more: bool,
    wanted: i64,
    lowest: i64,
    of: i64,
    lowest_at: SimTime,
    stretches: Vec<(SimTime, Option<SimTime>)>,
}

impl HalfWatch {
    pub(super) fn look(&mut self, at: SimTime, ready: i64, wanted: i64) {
        let half = wanted >= 2 && ready * 2 <= wanted;
        // More are wanted, and are yet to come.
        self.had_more &= !half || wanted <= self.wanted;
        self.had_more |= !half;
        self.wanted = wanted;
        let is_hurt = half && self.had_more;
        if is_hurt && (self.of == 0 || ready < self.lowest) {
            (self.lowest, self.of, self.lowest_at) = (ready, wanted, at);
        }
        series::extend(&mut self.stretches, at, is_hurt);
    }

    pub(super) fn finish(self, workload: WorkloadId, end: SimTime) -> Option<AtHalf> {
        let Self { lowest, of, lowest_at, stretches, .. } = self;
        let total = series::total(&stretches, end);
        let found = AtHalf { workload, lowest, of, lowest_at, total, stretches };
        (total > SimSpan::ZERO).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(steps: &[(i64, i64, i64)]) -> Option<AtHalf> {
        let mut watch = HalfWatch::default();
        for (at, ready, wanted) in steps {
            watch.look(SimTime::from_secs(*at), *ready, *wanted);
        }
        watch.finish(WorkloadId(0), SimTime::from_secs(1000))
    }

    #[test]
    fn half_counts_once_there_was_more() {
        let found = watched(&[(0, 0, 4), (10, 4, 4), (20, 2, 4), (50, 1, 4), (60, 3, 4)]);
        let found = found.map(|one| (one.lowest, one.of, one.total, one.is_below()));
        assert_eq!(found, Some((1, 4, SimSpan::from_secs(40), true)));
    }

    #[test]
    fn pods_that_are_yet_to_come_miss_nowhere() {
        assert_eq!(watched(&[(0, 2, 2), (10, 2, 10), (30, 10, 10)]), None);
        assert_eq!(watched(&[(0, 1, 1), (10, 0, 1)]), None);
    }

    /// 1970-01-01 was a Thursday.
    #[test]
    fn working_hours_are_on_weekdays() {
        let hours = |from: i64, to: Option<i64>| {
            let stretches =
                vec![(SimTime::from_secs(from * 3600), to.map(|to| SimTime::from_secs(to * 3600)))];
            let one = AtHalf {
                workload: WorkloadId(0),
                lowest: 1,
                of: 2,
                lowest_at: SimTime::ZERO,
                total: SimSpan::ZERO,
                stretches,
            };
            one.in_working_hours(0).map(|at| at.ms() / 3_600_000)
        };
        assert_eq!(hours(3, Some(8)), None);
        assert_eq!(hours(3, Some(10)), Some(9));
        assert_eq!(hours(10, Some(11)), Some(10));
        assert_eq!(hours(41, Some(100)), None);
        assert_eq!(hours(41, None), Some(4 * 24 + 9));
    }
}
