//! The three texts of a recurring window, and small changes to them.

use crate::calendar::rrule::{self, WEEKDAYS};
use crate::calendar::window::Recurring;
use crate::calendar::{exclusion, parts};
use crate::document::maintenance::{
    Date, MaintenancePolicy, RecurringMaintenanceWindow, RecurringTimeWindow, TimeOfDay, TimeWindow,
};
use crate::instant;
use crate::units::Duration;
use base::civil::{DAY, civil_from_days, weekday};
use base::order;
use model::recurrence::Frequency;

/// A plausible rule opens at most this often a day.
const MOST_TIMES: usize = 24;

/// A window as written: start and length of the first occurrence in seconds, and the rule as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowShape {
    pub start: i64,
    /// May be zero or negative, to be fixed by a change.
    pub length: i64,
    pub rule: String,
}

impl WindowShape {
    pub fn of(policy: &MaintenancePolicy) -> Option<Self> {
        let window = &policy.window;
        if let Some(window) = &window.recurring {
            let (start, end) = exclusion::bounds(&window.window)?;
            return Some(Self { start, length: end - start, rule: window.recurrence.clone() });
        }
        let window = window.recurring_maintenance.as_ref()?;
        let (start, length) = parts::start_and_length(window)?;
        Some(Self { start, length, rule: window.recurrence.clone() })
    }

    /// The policy with this window, in the policy's form.
    pub fn laid_over(&self, policy: &MaintenancePolicy) -> MaintenancePolicy {
        let mut policy = policy.clone();
        if let Some(window) = &mut policy.window.recurring_maintenance {
            let (year, month, day) = civil_from_days(self.start.div_euclid(DAY));
            let second = self.start.rem_euclid(DAY);
            *window = RecurringMaintenanceWindow {
                delay_until: window.delay_until.as_ref().map(|_| Date { year, month, day }),
                start_time: TimeOfDay {
                    hours: second / 3600,
                    minutes: second / 60 % 60,
                    seconds: second % 60,
                    nanos: 0,
                },
                duration: Some(Duration::from_secs(self.length)),
                recurrence: self.rule.clone(),
            };
        } else {
            policy.window.recurring = Some(RecurringTimeWindow {
                window: TimeWindow {
                    start_time: instant::format(self.start * 1000),
                    end_time: instant::format((self.start + self.length) * 1000),
                },
                recurrence: self.rule.clone(),
            });
        }
        policy
    }

    /// The value of a part of the rule, as written.
    pub(super) fn part(&self, name: &str) -> Option<&str> {
        let mut parts = self.rule.split(';').filter_map(|part| part.split_once('='));
        let (_, value) = parts.find(|(key, _)| {
            let key = key.trim();
            let key = key.rsplit(':').next().unwrap_or(key);
            key.trim().eq_ignore_ascii_case(name)
        })?;
        Some(value.trim())
    }

    /// Sets a part of the rule, or removes it.
    pub(super) fn with_part(&self, name: &str, value: Option<&str>) -> Self {
        let named = |part: &str| {
            part.split_once('=').is_some_and(|(key, _)| {
                let key = key.rsplit(':').next().unwrap_or(key);
                key.trim().eq_ignore_ascii_case(name)
            })
        };
        let mut there = false;
        let mut parts: Vec<String> = Vec::new();
        for part in self.rule.split(';').filter(|part| !part.trim().is_empty()) {
            match (named(part), value) {
                (false, _) => parts.push(part.trim().to_owned()),
                (true, Some(value)) if !there => {
                    there = true;
                    parts.push(format!("{name}={value}"));
                }
                (true, _) => {}
            }
        }
        if let Some(value) = value.filter(|_| !there) {
            parts.push(format!("{name}={value}"));
        }
        Self { rule: parts.join(";"), ..self.clone() }
    }

    /// The weekdays on which it begins, 0 = Monday: the listed ones without an ordinal, else the start's.
    pub(super) fn weekdays(&self) -> Vec<u8> {
        let listed = self.part("BYDAY").unwrap_or_default().split(',');
        let listed = listed.filter_map(|day| {
            let day = day.trim().trim_start_matches(['+', '-']);
            let day = day.trim_start_matches(|c: char| c.is_ascii_digit());
            WEEKDAYS.iter().position(|known| known.eq_ignore_ascii_case(day))
        });
        let mut days: Vec<u8> = listed.map(|day| day as u8).collect();
        order::sort(&mut days);
        days.dedup();
        if days.is_empty() {
            days.push(weekday(self.start.div_euclid(DAY)));
        }
        days
    }

    /// Where its rule lists that day among others.
    pub(super) fn without_weekday(&self, day: u8) -> Option<Self> {
        let mut days = self.weekdays();
        let listed = days.len();
        days.retain(|one| *one != day);
        (1..listed).contains(&days.len()).then(|| self.with_weekdays(&days))
    }

    pub(super) fn with_weekdays(&self, days: &[u8]) -> Self {
        let names: Vec<&str> = days.iter().map(|day| WEEKDAYS[usize::from(*day) % 7]).collect();
        self.with_part("BYDAY", Some(&names.join(",")))
    }

    /// Is its rule valid, and does it open a few times a day at most? One that opens every few minutes isn't tried: a hundred trials
    /// would take long.
    pub(super) fn opens_seldom(&self) -> bool {
        rrule::parse(&self.rule).valid().is_ok_and(|rule| {
            let lists = [&rule.by_hour, &rule.by_minute, &rule.by_second];
            let times = lists.iter().map(|list| list.len().max(1));
            times.product::<usize>() <= MOST_TIMES && rule.frequency <= Frequency::Daily
        })
    }

    /// The window as the engine reads it.
    pub(super) fn read(&self) -> Option<Recurring> {
        (self.length > 0).then_some(())?;
        Some(Recurring {
            start: self.start,
            length: self.length,
            rule: rrule::parse(&self.rule).valid().ok()?,
        })
    }
}
