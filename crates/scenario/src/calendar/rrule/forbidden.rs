//! Combinations of parts that RFC 5545 forbids (AM-96).

use super::{RulePart, RuleReader};
use base::say;
use model::recurrence::Frequency;

impl RuleReader {
    pub(super) fn forbid(&mut self) {
        use Frequency::{Daily, Monthly, Weekly, Yearly};
        let at = |part: RulePart| self.at[part as usize].clone();
        let mut found = Vec::new();
        if let (Some(count), Some(until)) = (at(RulePart::Count), at(RulePart::Until)) {
            let later = if count.start > until.start { count } else { until };
            found.push((later, "rrule-count-and-until"));
        }
        // An unknown frequency allows and forbids nothing.
        let known = self.frequency_known;
        let frequency = self.rule.frequency;
        if known && let Some(ordinal) = self.ordinal.clone() {
            if !matches!(frequency, Monthly | Yearly) {
                found.push((ordinal, "rrule-ordinal"));
            } else if frequency == Yearly && at(RulePart::ByWeekNo).is_some() {
                found.push((ordinal, "rrule-ordinal-and-week"));
            }
        }
        let mut only = |part: RulePart, allowed: bool, message: &'static str| {
            if let Some(at) = at(part)
                && known
                && !allowed
            {
                found.push((at, message));
            }
        };
        only(RulePart::ByMonthDay, frequency != Weekly, "rrule-month-day-of-weeks");
        only(RulePart::ByYearDay, !matches!(frequency, Daily | Weekly | Monthly), "rrule-year-day");
        only(RulePart::ByWeekNo, frequency == Yearly, "rrule-week-number");
        let others = [
            RulePart::BySecond,
            RulePart::ByMinute,
            RulePart::ByHour,
            RulePart::ByDay,
            RulePart::ByMonthDay,
            RulePart::ByYearDay,
            RulePart::ByWeekNo,
            RulePart::ByMonth,
        ];
        let others = others.into_iter().any(|part| at(part).is_some());
        if let Some(at) = at(RulePart::BySetPos).filter(|_| !others) {
            found.push((at, "rrule-set-position"));
        }
        for (at, message) in found {
            self.forbidden(at, say!(message));
        }
    }
}
