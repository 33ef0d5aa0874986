//! A weekly window as people set it: seven switches, a time of day and a length, in local time.

use super::day::{self, clock};
use super::exclusion;
use super::rrule::{self, WEEKDAYS};
use super::zone::{Zone, shifts, to_local, to_utc};
use crate::document::maintenance::{RecurringTimeWindow, TimeWindow};
use crate::instant;
use base::civil::{DAY, weekday};
use base::{Message, muted, say};
use model::recurrence::{Frequency, Recurrence};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toggles {
    /// The local days on which it opens, from Monday on.
    pub days: [bool; 7],
    /// The local second of the day at which it opens.
    pub second: i64,
    /// Seconds.
    pub length: i64,
    /// The local day of the first window, since 1970.
    pub first: i64,
}

impl Toggles {
    /// Every night from two to six.
    pub fn nightly(now: i64) -> Self {
        Self { days: [true; 7], second: 2 * 3600, length: 4 * 3600, first: now.div_euclid(DAY) }
    }

    /// `None`: switches can't represent the rule.
    ///
    /// Rulebook: MW-10, MW-12. Source: RecurringTimeWindow API.
    pub fn read(window: &RecurringTimeWindow, zone: &dyn Zone) -> Option<Self> {
        let (start, end) = exclusion::bounds(&window.window)?;
        let rule = rrule::parse(&window.recurrence).valid().ok()?;
        let listed = &rule.by_day;
        let plain = Recurrence { by_day: Vec::new(), week_start: 0, ..rule.clone() };
        let is_plain = [Frequency::Daily, Frequency::Weekly]
            .into_iter()
            .any(|often| plain == Recurrence::every(often));
        if !is_plain || end <= start || listed.iter().any(|day| day.nth.is_some()) {
            return None;
        }
        let local = to_local(zone, start);
        let (utc_day, first) = (start.div_euclid(DAY), local.div_euclid(DAY));
        let mut days = [false; 7];
        let mut set = |weekday: u8| {
            let there = shifted(weekday, first - utc_day);
            days[usize::from(there)] = true;
        };
        match (rule.frequency, listed.is_empty()) {
            (Frequency::Weekly, true) => set(weekday(utc_day)),
            (_, true) => (0..7).for_each(set),
            (_, false) => listed.iter().for_each(|day| set(day.weekday)),
        }
        Some(Self { days, second: local.rem_euclid(DAY), length: end - start, first })
    }

    /// The window as stored, in UTC. It begins on the first selected day.
    ///
    /// Rulebook: MW-10, MW-12. Source: Configure maintenance windows and exclusions.
    pub fn write(&self, zone: &dyn Zone) -> RecurringTimeWindow {
        let on = |day: &i64| self.days[usize::from(weekday(*day))];
        let first = (self.first..self.first + 7).find(on).unwrap_or(self.first);
        let start = to_utc(zone, first * DAY + self.second);
        let by = start.div_euclid(DAY) - first;
        let by = if muted("MW-12") { 0 } else { by };
        let mut utc = [false; 7];
        for (day, on) in (0..7_u8).zip(self.days) {
            utc[usize::from(shifted(day, by))] |= on;
        }
        let names = WEEKDAYS.iter().zip(utc).filter(|(_, on)| *on);
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        let said = |secs: i64| instant::format(secs.saturating_mul(1000));
        RecurringTimeWindow {
            window: TimeWindow {
                start_time: said(start),
                end_time: said(start.saturating_add(self.length)),
            },
            recurrence: match names.len() {
                0 | 7 => "FREQ=DAILY".to_owned(),
                _ => format!("FREQ=WEEKLY;BYDAY={}", names.join(",")),
            },
        }
    }

    /// The effects of the local clock: another day in UTC, and another hour after a clock change.
    ///
    /// Rulebook: MW-12, MW-16. Source: Configure maintenance windows and exclusions.
    pub fn shift(&self, zone: &dyn Zone, now: i64) -> Vec<Message> {
        let window = self.write(zone);
        let Some(start) = instant::parse(&window.window.start_time) else {
            return Vec::new();
        };
        let start = start.div_euclid(1000);
        let local = to_local(zone, start);
        if zone.offset(start) == 0 && shifts(zone, now, now + 366 * DAY).is_empty() {
            return Vec::new();
        }
        let name = |at: i64| day::name(at.div_euclid(DAY));
        let mut said = vec![say!(
            "toggles-in-utc",
            day = day::short(name(local)),
            local = clock(local),
            utc_day = name(start),
            utc = clock(start),
        )];
        let from = now.max(start);
        if let Some(shift) = shifts(zone, from, from + 366 * DAY).first() {
            said.push(say!(
                "toggles-shift",
                day = day::day_month(to_local(zone, shift.at).div_euclid(DAY)),
                local = clock(local + shift.after - zone.offset(start)),
            ));
        }
        said
    }
}

fn shifted(day: u8, by: i64) -> u8 {
    (i64::from(day) + by).rem_euclid(7) as u8
}

/// Seconds of the day of `21:00`.
pub fn second_of(text: &str) -> Option<i64> {
    let (hour, minute) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
    let part = |text: &str, below: i64| {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let number: i64 = text.parse().ok().filter(|_| digits)?;
        (number < below).then_some(number)
    };
    Some(part(hour, 24)? * 3600 + part(minute, 60)? * 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Utc;
    use crate::calendar::day::length_of;
    use expect_test::{Expect, expect};

    /// New York in 2026: four hours behind until 1 November, 06:00 UTC, then five.
    struct NewYork;

    impl Zone for NewYork {
        fn name(&self) -> &'static str {
            "America/New_York"
        }
        fn offset(&self, at: i64) -> i64 {
            if at < 1_793_512_800 { -14_400 } else { -18_000 }
        }
    }

    fn check(rule: &str, start: &str, end: &str, expected: Expect) {
        let window = RecurringTimeWindow {
            window: TimeWindow { start_time: start.to_owned(), end_time: end.to_owned() },
            recurrence: rule.to_owned(),
        };
        let zones: [&dyn Zone; 2] = [&Utc, &NewYork];
        let mut out = String::new();
        for zone in zones {
            let Some(read) = Toggles::read(&window, zone) else {
                out += "no switches\n";
                continue;
            };
            let days = day::WEEKDAYS.iter().zip(read.days).filter(|(_, on)| *on);
            let days: Vec<&str> = days.map(|(name, _)| &name[..2]).collect();
            let back = read.write(zone);
            out += &format!(
                "{} {} {} -> {} {}\n",
                days.join(" "),
                clock(read.second),
                words::plain().text(&length_of(read.length)),
                back.recurrence,
                back.window.start_time
            );
            let shift = read.shift(zone, 1_788_220_800);
            if !shift.is_empty() {
                let shift: Vec<String> = shift.iter().map(|one| words::plain().text(one)).collect();
                out += &format!("  {}\n", shift.join(" "));
            }
        }
        expected.assert_eq(&out);
    }

    /// MW-10, MW-12, MW-16
    #[test]
    fn switches_are_of_the_place_and_the_rule_is_of_utc() {
        check(
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            "2026-09-07T01:00:00Z",
            "2026-09-07T09:00:00Z",
            expect![[r#"
                Mo Tu We Th Fr 01:00 8 h -> FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR 2026-09-07T01:00:00Z
                Mo Tu We Th Su 21:00 8 h -> FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR 2026-09-07T01:00:00Z
                  Sun 21:00 is Monday 01:00 UTC. From 1 Nov it opens at 20:00 local: UTC stays, your clock moves.
            "#]],
        );
        check(
            "FREQ=DAILY",
            "2026-09-07T02:00:00Z",
            "2026-09-07T06:00:00Z",
            expect![[r#"
                Mo Tu We Th Fr Sa Su 02:00 4 h -> FREQ=DAILY 2026-09-07T02:00:00Z
                Mo Tu We Th Fr Sa Su 22:00 4 h -> FREQ=DAILY 2026-09-07T02:00:00Z
                  Sun 22:00 is Monday 02:00 UTC. From 1 Nov it opens at 21:00 local: UTC stays, your clock moves.
            "#]],
        );
        check(
            "FREQ=WEEKLY",
            "2026-09-05T12:00:00Z",
            "2026-09-06T12:00:00Z",
            expect![[r#"
                Sa 12:00 24 h -> FREQ=WEEKLY;BYDAY=SA 2026-09-05T12:00:00Z
                Sa 08:00 24 h -> FREQ=WEEKLY;BYDAY=SA 2026-09-05T12:00:00Z
                  Sat 08:00 is Saturday 12:00 UTC. From 1 Nov it opens at 07:00 local: UTC stays, your clock moves.
            "#]],
        );
    }

    #[test]
    fn a_rule_that_says_more_has_no_switches() {
        for rule in [
            "FREQ=MONTHLY;BYDAY=1SA",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA",
            "FREQ=WEEKLY;COUNT=3",
            "FREQ=WEEKLY;BYDAY=SUN",
        ] {
            check(
                rule,
                "2026-09-05T12:00:00Z",
                "2026-09-06T12:00:00Z",
                expect![[r#"
                    no switches
                    no switches
                "#]],
            );
        }
    }

    #[test]
    fn a_time_of_day_is_hours_and_minutes() {
        let read = ["21:00", "9", "09:30", "24:00", "1:60", "", "x"].map(second_of);
        let expected = [Some(75_600), Some(32_400), Some(34_200), None, None, None, None];
        assert_eq!(read, expected);
        assert_eq!(day::day_month(20_458), "5 Jan");
    }
}
