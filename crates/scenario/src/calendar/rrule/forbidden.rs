//! What RFC 5545 does not allow together (AM-96).

use super::{Part, Reader};
use base::say;
use model::recurrence::Frequency;

impl Reader {
    pub(super) fn forbid(&mut self) {
        use Frequency::{Daily, Monthly, Weekly, Yearly};
        let at = |part: Part| self.at[part as usize].clone();
        let mut found = Vec::new();
        if let (Some(count), Some(until)) = (at(Part::Count), at(Part::Until)) {
            let later = if count.start > until.start {
                count
            } else {
                until
            };
            found.push((later, "rrule-count-and-until"));
        }
        // A frequency that is not known allows and forbids nothing.
        let known = self.frequency_known;
        let frequency = self.rule.frequency;
        if known && let Some(ordinal) = self.ordinal.clone() {
            if !matches!(frequency, Monthly | Yearly) {
                found.push((ordinal, "rrule-ordinal"));
            } else if frequency == Yearly && at(Part::ByWeekNo).is_some() {
                found.push((ordinal, "rrule-ordinal-and-week"));
            }
        }
        let mut only = |part: Part, allowed: bool, message: &'static str| {
            if let Some(at) = at(part)
                && known
                && !allowed
            {
                found.push((at, message));
            }
        };
        only(
            Part::ByMonthDay,
            frequency != Weekly,
            "rrule-month-day-of-weeks",
        );
        only(
            Part::ByYearDay,
            !matches!(frequency, Daily | Weekly | Monthly),
            "rrule-year-day",
        );
        only(Part::ByWeekNo, frequency == Yearly, "rrule-week-number");
        let others = [
            Part::BySecond,
            Part::ByMinute,
            Part::ByHour,
            Part::ByDay,
            Part::ByMonthDay,
            Part::ByYearDay,
            Part::ByWeekNo,
            Part::ByMonth,
        ];
        let others = others.into_iter().any(|part| at(part).is_some());
        if let Some(at) = at(Part::BySetPos).filter(|_| !others) {
            found.push((at, "rrule-set-position"));
        }
        for (at, message) in found {
            self.forbidden(at, say!(message));
        }
    }
}
