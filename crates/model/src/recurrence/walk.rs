//! Walks through the periods of a rule and lists their instants.

use core::convert::Infallible;

use super::DAY;
use super::days::{Days, Year};
use super::rule::{Frequency, Recurrence};
use super::sink::{Sink, Stop};
use super::spots::Spots;
use super::times::{self, TimesOfDay};
use base::civil::{civil_from_days, weekday};

/// A walk never succeeds: it ends at the end of the calendar at the latest.
type Stopped = Result<Infallible, Stop>;

const WEEK: i64 = 7 * DAY;
const ALL_DAYS: u8 = 0x7f;

pub(super) struct Walk<'a> {
    rule: &'a Recurrence,
    start: i64,
    /// At least 1.
    interval: i64,
    days: Days<'a>,
    /// Numbers of the members that BYSETPOS selects in a period.
    positions: Vec<i64>,
}

impl<'a> Walk<'a> {
    pub(super) fn of(rule: &'a Recurrence, start: i64) -> Self {
        Self {
            rule,
            start,
            interval: i64::from(rule.interval.max(1)),
            days: Days::of(rule, start.div_euclid(DAY)),
            positions: Vec::new(),
        }
    }

    pub(super) fn into(mut self, sink: &mut Sink) -> Stopped {
        let times = times::in_period(self.rule, self.start.rem_euclid(DAY));
        sink.step(times.len() as u64)?;
        if let Some(clock) = TimesOfDay::of(self.rule) {
            return self.parts_of_days(&clock, &times::chosen(&self.rule.by_set_pos, times), sink);
        }
        match (self.rule.frequency, self.days.weekdays()) {
            (Frequency::Yearly, _) => self.years(&times, sink),
            (Frequency::Monthly, _) => self.months(&times, sink),
            (Frequency::Weekly, None) => self.weeks(&times, sink),
            (Frequency::Weekly, Some(weekdays)) => {
                let start = self.week_start();
                let first = weekday(start);
                let members =
                    times::chosen(&self.rule.by_set_pos, on_days(weekdays, first, &times));
                sink.step(members.len() as u64)?;
                self.alike(start * DAY, WEEK * self.interval, &members, sink)
            }
            (_, weekdays) => {
                let times = times::chosen(&self.rule.by_set_pos, times);
                let day = self.start.div_euclid(DAY);
                match weekdays {
                    Some(ALL_DAYS) => self.alike(day * DAY, DAY * self.interval, &times, sink),
                    Some(weekdays) if self.interval == 1 => {
                        let members = on_days(weekdays, weekday(day), &times);
                        sink.step(members.len() as u64)?;
                        self.alike(day * DAY, WEEK, &members, sink)
                    }
                    _ => self.single_days(&times, sink),
                }
            }
        }
    }

    /// Walks periods that all have the same members.
    fn alike(&self, base: i64, step: i64, members: &[i64], sink: &mut Sink) -> Stopped {
        if members.is_empty() {
            return Err(Stop::Never);
        }
        let mut at = base + step * (sink.first() - base).div_euclid(step).max(0);
        sink.expect(((sink.end() - at) / step + 1).saturating_mul(members.len() as i64));
        while at < sink.end() {
            sink.put(at, members)?;
            at += step;
        }
        Err(Stop::Passed)
    }

    fn years(&mut self, times: &[i64], sink: &mut Sink) -> Stopped {
        let (own, ..) = civil_from_days(self.start.div_euclid(DAY));
        let (first, ..) = civil_from_days(sink.first().div_euclid(DAY));
        let mut number = own + self.interval * ((first - own) / self.interval).max(0);
        loop {
            let year = self.days.year(number);
            self.members(year.start, year.spots, times, sink)?;
            number += self.interval;
        }
    }

    fn months(&mut self, times: &[i64], sink: &mut Sink) -> Stopped {
        let month_no = |at: i64| {
            let (year, month, _) = civil_from_days(at.div_euclid(DAY));
            year * 12 + month - 1
        };
        let own = month_no(self.start);
        let first = month_no(sink.first());
        let mut number = own + self.interval * ((first - own) / self.interval).max(0);
        loop {
            let year = self.days.year(number.div_euclid(12));
            let month = number.rem_euclid(12) + 1;
            let days = Spots::range(year.month_start(month), year.month_start(month + 1));
            self.members(year.start, year.spots.and(&days), times, sink)?;
            number += self.interval;
        }
    }

    fn weeks(&mut self, times: &[i64], sink: &mut Sink) -> Stopped {
        let (own, step) = (self.week_start(), 7 * self.interval);
        let first = sink.first().div_euclid(DAY);
        let mut week = own + step * ((first - own).div_euclid(step)).max(0);
        loop {
            let next = self.next_day(week, sink)?;
            if next < week + 7 {
                let days = self.days.week(week);
                self.members(week, days, times, sink)?;
                week += step;
            } else {
                week = (own + step * (next - own).div_euclid(step)).max(week + step);
            }
        }
    }

    fn single_days(&mut self, times: &[i64], sink: &mut Sink) -> Stopped {
        if times.is_empty() {
            return Err(Stop::Never);
        }
        let grid = Grid { base: self.start.div_euclid(DAY), step: self.interval };
        let mut day = grid.at_or_after(sink.first().div_euclid(DAY));
        loop {
            let next = self.next_day(day, sink)?;
            if next == day {
                sink.put(day * DAY, times)?;
                day += self.interval;
            } else {
                day = grid.at_or_after(next);
            }
        }
    }

    /// Walks hours, minutes or seconds; skips days and times at which no period may begin.
    fn parts_of_days(&mut self, clock: &TimesOfDay, members: &[i64], sink: &mut Sink) -> Stopped {
        let grid = Grid {
            base: self.start - self.start.rem_euclid(clock.unit),
            step: clock.unit * self.interval,
        };
        if members.is_empty() || !clock.meets(grid.base, grid.step) {
            return Err(Stop::Never);
        }
        if clock.is_always() && self.days.weekdays() == Some(ALL_DAYS) {
            return self.alike(grid.base, grid.step, members, sink);
        }
        let first = sink.first();
        let mut at = grid.at_or_after(first - first.rem_euclid(clock.unit));
        loop {
            let day = at.div_euclid(DAY);
            let next = self.next_day(day, sink)?;
            if next > day {
                at = grid.at_or_after(next * DAY);
                continue;
            }
            while at < (day + 1) * DAY {
                let second = at - day * DAY;
                let next = clock.next(second);
                if next == second {
                    sink.put(at, members)?;
                    at += grid.step;
                } else {
                    sink.step(1)?;
                    at = grid.at_or_after(day * DAY + next);
                }
            }
        }
    }

    /// Adds the days of one period with their times; `base` is the day of bit 0.
    fn members(
        &mut self,
        base: i64,
        days: Spots,
        times: &[i64],
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        sink.step(1)?;
        if base * DAY >= sink.end() {
            return Err(Stop::Passed);
        }
        let positions = &self.rule.by_set_pos;
        if positions.is_empty() {
            return days.days().try_for_each(|day| sink.put((base + day) * DAY, times));
        }
        sink.step(positions.len() as u64)?;
        let many = times.len() as i64;
        times::positions(positions, days.count() * many, &mut self.positions);
        for &at in &self.positions {
            if let Some(day) = days.select(at / many) {
                sink.put((base + day) * DAY, &times[(at % many) as usize..][..1])?;
            }
        }
        Ok(())
    }

    /// The first allowed day from `from` on.
    fn next_day(&mut self, from: i64, sink: &mut Sink) -> Result<i64, Stop> {
        sink.step(1)?;
        let mut day = from;
        if let Some(weekdays) = self.days.weekdays() {
            let own = weekday(from);
            let turned = u32::from(weekdays) >> own | u32::from(weekdays) << (7 - own);
            if turned == 0 {
                return Err(Stop::Never);
            }
            day += i64::from(turned.trailing_zeros());
        } else {
            let (number, ..) = civil_from_days(from);
            let mut year: Year = self.days.year(number);
            loop {
                if let Some(spot) = year.spots.next(day - year.start) {
                    day = year.start + spot;
                    break;
                }
                day = year.start + year.length;
                if day * DAY >= sink.end() {
                    break;
                }
                sink.step(1)?;
                year = self.days.year(year.number + 1);
            }
        }
        if day * DAY >= sink.end() {
            return Err(Stop::Passed);
        }
        Ok(day)
    }

    /// The first day of the start's week.
    fn week_start(&self) -> i64 {
        let day = self.start.div_euclid(DAY);
        day - (i64::from(weekday(day)) - i64::from(self.rule.week_start)).rem_euclid(7)
    }
}

/// A base with equal steps.
struct Grid {
    base: i64,
    step: i64,
}

impl Grid {
    fn at_or_after(&self, at: i64) -> i64 {
        let past = (at - self.base).max(0);
        self.base + (past + self.step - 1) / self.step * self.step
    }
}

/// The times on the selected weekdays among seven days; the first of the seven has weekday `first`.
fn on_days(weekdays: u8, first: u8, times: &[i64]) -> Vec<i64> {
    let days = (0..7).filter(|day| weekdays >> ((i64::from(first) + day) % 7) & 1 == 1);
    let mut members = Vec::with_capacity(times.len() * weekdays.count_ones() as usize);
    for day in days {
        members.extend(times.iter().map(|time| day * DAY + time));
    }
    members
}
