//! The days that a recurrence rule allows.

use super::rule::{Frequency, Recurrence, WeekdayNum};
use super::spots::Spots;
use base::civil::{civil_from_days, days_from_civil, days_in_month, weekday};

/// The period within which a BYDAY ordinal counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OrdinalScope {
    Year,
    Month,
    /// Ordinals are ignored.
    None,
}

/// The parts of a rule that select days, completed from its start.
pub(super) struct Days<'a> {
    rule: &'a Recurrence,
    scope: OrdinalScope,
    /// Weekdays without an ordinal; all if BYDAY is missing.
    weekdays: u8,
    /// From the start, if the rule selects no days.
    month: Option<i64>,
    month_day: Option<i64>,
    /// The days left by months, days of months and days of years, one set for each length of a year.
    by_length: [Option<Spots>; 2],
    kept: [Option<Year>; 2],
}

/// A year and its allowed days.
#[derive(Clone, Copy)]
pub(super) struct Year {
    pub(super) number: i64,
    /// Its January 1.
    pub(super) start: i64,
    pub(super) length: i64,
    pub(super) spots: Spots,
}

impl Year {
    /// The day of the year on which a month begins; month 13 is the next January.
    pub(super) fn month_start(&self, month: i64) -> i64 {
        month_start(self.length, month)
    }
}

fn month_start(length: i64, month: i64) -> i64 {
    const STARTS: [i64; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
    let leap = i64::from(length == 366 && month > 2);
    STARTS[(month - 1).clamp(0, 12) as usize] + leap
}

impl<'a> Days<'a> {
    /// `start` is the day of the rule's start.
    pub(super) fn of(rule: &'a Recurrence, start: i64) -> Self {
        use Frequency::{Monthly, Weekly, Yearly};
        let (_, month, month_day) = civil_from_days(start);
        let named = !(rule.by_week_no.is_empty()
            && rule.by_year_day.is_empty()
            && rule.by_month_day.is_empty()
            && rule.by_day.is_empty());
        let scope = match rule.frequency {
            Monthly => OrdinalScope::Month,
            Yearly if rule.by_month.is_empty() => OrdinalScope::Year,
            Yearly => OrdinalScope::Month,
            _ => OrdinalScope::None,
        };
        let plain =
            rule.by_day.iter().filter(|day| scope == OrdinalScope::None || day.nth.is_none());
        let weekdays = match rule.frequency {
            Weekly if !named => 1 << weekday(start),
            _ if rule.by_day.is_empty() => 0x7f,
            _ => plain.fold(0, |bits, day| bits | 1 << (day.weekday % 7)),
        };
        let from_start =
            |frequencies: &[Frequency]| !named && frequencies.contains(&rule.frequency);
        Self {
            rule,
            scope,
            weekdays,
            month: (from_start(&[Yearly]) && rule.by_month.is_empty()).then_some(month),
            month_day: from_start(&[Yearly, Monthly]).then_some(month_day),
            by_length: [None; 2],
            kept: [None; 2],
        }
    }

    /// The weekdays as bits, if only weekdays count.
    pub(super) fn weekdays(&self) -> Option<u8> {
        let rule = self.rule;
        let others = rule.by_month.is_empty()
            && rule.by_month_day.is_empty()
            && rule.by_year_day.is_empty()
            && rule.by_week_no.is_empty()
            && self.month_day.is_none();
        (others && self.ordinals().next().is_none()).then_some(self.weekdays)
    }

    /// The year; the last ones requested are cached.
    pub(super) fn year(&mut self, number: i64) -> Year {
        let place = number.rem_euclid(2) as usize;
        match self.kept[place] {
            Some(year) if year.number == number => year,
            _ => {
                let year = self.made(number);
                *self.kept[place].insert(year)
            }
        }
    }

    /// The seven days from this one on, as bits.
    pub(super) fn week(&mut self, from: i64) -> Spots {
        let mut bits = Spots::default();
        let (number, ..) = civil_from_days(from);
        let mut year = self.year(number);
        for day in 0..7 {
            if from + day >= year.start + year.length {
                year = self.year(year.number + 1);
            }
            if year.spots.has(from + day - year.start) {
                bits.set(day);
            }
        }
        bits
    }

    fn ordinals(&self) -> impl Iterator<Item = (WeekdayNum, i64)> + use<'_> {
        let scoped = self.scope != OrdinalScope::None;
        let ordinal = move |day: &WeekdayNum| scoped.then_some((*day, i64::from(day.nth?)));
        self.rule.by_day.iter().filter_map(ordinal)
    }

    fn made(&mut self, number: i64) -> Year {
        let start = days_from_civil(number, 1, 1);
        let length = 337 + days_in_month(number, 2);
        let mut spots = self.of_length(length);
        let first = weekday(start);
        if self.weekdays != 0x7f || self.rule.by_day.iter().any(|day| day.nth.is_some()) {
            let turned =
                u32::from(self.weekdays) >> first | u32::from(self.weekdays) << (7 - first);
            let mut named = Spots::weekly((turned & 0x7f) as u8);
            for (day, nth) in self.ordinals() {
                let first = i64::from(first);
                let mut mark = |from: i64, to: i64| {
                    let into = (i64::from(day.weekday) - first - from).rem_euclid(7);
                    let at = match nth {
                        1.. => from + into + 7 * (nth - 1),
                        // The last such day of the stretch is a week before the first one after it.
                        _ => to + (i64::from(day.weekday) - first - to).rem_euclid(7) + 7 * nth,
                    };
                    if (from..to).contains(&at) {
                        named.set(at);
                    }
                };
                match self.scope {
                    OrdinalScope::Year => mark(0, length),
                    OrdinalScope::Month => {
                        for month in 1..=12 {
                            mark(month_start(length, month), month_start(length, month + 1));
                        }
                    }
                    OrdinalScope::None => {}
                }
            }
            spots = spots.and(&named);
        }
        if !self.rule.by_week_no.is_empty() {
            spots = spots.and(&self.weeks(number, start, length));
        }
        Year { number, start, length, spots }
    }

    /// The days left by the parts that don't depend on weekdays.
    fn of_length(&mut self, length: i64) -> Spots {
        let place = usize::from(length == 366);
        if let Some(spots) = self.by_length[place] {
            return spots;
        }
        let rule = self.rule;
        let mut spots = Spots::range(0, length);
        let months: Vec<i64> = match self.month {
            Some(month) => vec![month],
            None => rule.by_month.iter().map(|month| i64::from(*month)).collect(),
        };
        let month = |month: i64| (month_start(length, month), month_start(length, month + 1));
        if !months.is_empty() {
            let named = months.iter().fold(Spots::default(), |all, &number| {
                let (from, to) = month(number);
                all.or(&Spots::range(from, to))
            });
            spots = spots.and(&named);
        }
        let month_days: Vec<i64> = match self.month_day {
            Some(day) => vec![day],
            None => rule.by_month_day.iter().map(|day| i64::from(*day)).collect(),
        };
        if !month_days.is_empty() {
            let mut named = Spots::default();
            for (from, to) in (1..=12).map(month) {
                for &day in &month_days {
                    let at = if day > 0 { from + day - 1 } else { to + day };
                    if (from..to).contains(&at) {
                        named.set(at);
                    }
                }
            }
            spots = spots.and(&named);
        }
        if !rule.by_year_day.is_empty() {
            let mut named = Spots::default();
            for day in rule.by_year_day.iter().map(|day| i64::from(*day)) {
                named.set(if day > 0 { day - 1 } else { length + day });
            }
            spots = spots.and(&named);
        }
        *self.by_length[place].insert(spots)
    }

    /// The days whose week has one of the numbers, counted from either end of the week's year.
    fn weeks(&self, number: i64, start: i64, length: i64) -> Spots {
        let first = |number: i64| first_week(number, self.rule.week_start);
        let (before, own, after) = (first(number - 1), first(number), first(number + 1));
        let last = (after - own) / 7;
        let mut spots = Spots::default();
        for no in self.rule.by_week_no.iter().map(|no| i64::from(*no)) {
            let week = if no > 0 { no - 1 } else { last + no };
            if (0..last).contains(&week) {
                let from = own - start + 7 * week;
                spots = spots.or(&Spots::range(from, from + 7));
            }
            if no == -1 || no == (own - before) / 7 {
                spots = spots.or(&Spots::range(0, own - start));
            }
            // The next year's length matters only if its first week begins in this year.
            let next = || (first(number + 2) - after) / 7;
            if after < start + length && (no == 1 || no < -51 && no == -next()) {
                spots = spots.or(&Spots::range(after - start, length));
            }
        }
        spots
    }
}

/// The day on which week 1 of a year begins: the first week with four days of the year.
fn first_week(year: i64, week_start: u8) -> i64 {
    let first = days_from_civil(year, 1, 1);
    let into = (i64::from(weekday(first)) - i64::from(week_start)).rem_euclid(7);
    if into <= 3 { first - into } else { first + 7 - into }
}
