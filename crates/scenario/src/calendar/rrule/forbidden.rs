//! What RFC 5545 does not allow together (AM-96).

use super::{RulePart, RuleReader};
use model::recurrence::Frequency;

impl RuleReader {
    pub(super) fn forbid(&mut self) {
        use Frequency::{Daily, Monthly, Weekly, Yearly};
        let at = |part: RulePart| self.at[part as usize].clone();
        let mut found = Vec::new();
        if let (Some(count), Some(until)) = (at(RulePart::Count), at(RulePart::Until)) {
            let later = if count.start > until.start {
                count
            } else {
                until
            };
            found.push((
                later,
                "COUNT and UNTIL do not stand in one rule.",
                "Remove one of them.",
            ));
        }
        // A frequency that is not known allows and forbids nothing.
        let known = self.frequency_known;
        let frequency = self.rule.frequency;
        if known && let Some(ordinal) = self.ordinal.clone() {
            if !matches!(frequency, Monthly | Yearly) {
                found.push((
                    ordinal,
                    "Weekdays have ordinals only where FREQ is MONTHLY or YEARLY.",
                    "Remove the number, or write FREQ=MONTHLY.",
                ));
            } else if frequency == Yearly && at(RulePart::ByWeekNo).is_some() {
                found.push((
                    ordinal,
                    "Weekdays have no ordinals where BYWEEKNO says which week.",
                    "Remove the number.",
                ));
            }
        }
        let mut only =
            |part: RulePart, allowed: bool, message: &'static str, hint: &'static str| {
                if let Some(at) = at(part)
                    && known
                    && !allowed
                {
                    found.push((at, message, hint));
                }
            };
        only(
            RulePart::ByMonthDay,
            frequency != Weekly,
            "BYMONTHDAY does not stand with FREQ=WEEKLY.",
            "Write FREQ=MONTHLY or FREQ=DAILY.",
        );
        only(
            RulePart::ByYearDay,
            !matches!(frequency, Daily | Weekly | Monthly),
            "BYYEARDAY does not stand with FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY.",
            "Write FREQ=YEARLY.",
        );
        only(
            RulePart::ByWeekNo,
            frequency == Yearly,
            "BYWEEKNO stands only with FREQ=YEARLY.",
            "Write FREQ=YEARLY.",
        );
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
            found.push((
                at,
                "BYSETPOS chooses among what other BY parts name, and there is none.",
                "Add BYDAY or another of them, or remove BYSETPOS.",
            ));
        }
        for (at, message, hint) in found {
            self.forbidden(at, message.to_owned(), hint);
        }
    }
}
