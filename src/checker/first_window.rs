//! A rule alone: completed by a suitable first window, so that its openings can be shown.

use base::civil::DAY;
use scenario::calendar::report::Understood;
use scenario::calendar::text::plain;
use scenario::calendar::{PolicyContext, Utc, report};
use scenario::instant;

/// The start of a window if the text has none.
const FROM: &str = "T02:00:00Z";
const LENGTH: &str = "for 8h";
/// So many days ago that it counts from today on.
const AGO: i64 = 35;

/// The text completed by a length, or by a start as well, on a listed day. `None` if more is missing.
pub fn first_window(text: &str, context: PolicyContext) -> Option<String> {
    let text = text.trim();
    let read = |text: &str| plain(text, &Utc)?.ok();
    if read(text).is_some() {
        return None;
    }
    let long = format!("{text} {LENGTH}");
    if read(&long).is_some() {
        return Some(long);
    }
    let on = |day: i64| {
        let day = instant::format(day * DAY * 1000);
        let day = day.get(..10).unwrap_or_default();
        format!("{text} from {day}{FROM} {LENGTH}")
    };
    let first = context.now.div_euclid(DAY) - AGO;
    let supposed = on(first);
    let since = PolicyContext { now: first * DAY, ..context };
    let report = report(&read(&supposed)?.policy, since, &Utc);
    let unlisted = report.traps.iter().any(|trap| trap.code == "trap/first-start");
    let understood = report.understood.filter(|_| unlisted);
    // The first window may be on an unlisted day; the next ones are on listed days.
    let listed = |one: Understood| {
        let mut days = one.occurrences.iter().map(|span| span.from.div_euclid(DAY));
        days.find(|day| *day > first)
    };
    Some(match understood.and_then(listed) {
        Some(day) => on(day),
        None => supposed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use scenario::calendar::Edition;

    #[test]
    fn what_a_rule_lacks_is_supposed_on_a_day_that_it_lists() {
        let context = PolicyContext {
            edition: Edition::Y2025,
            // 2025-04-01, a Tuesday.
            now: 1_743_465_600,
            in_channel: true,
            end_of_support: None,
        };
        let said: String = [
            "RRULE:FREQ=WEEKLY;BYDAY=SA,SU",
            "FREQ=DAILY\n",
            "FREQ=MONTHLY;BYDAY=1SA",
            "FREQ=WEEKLY;BYDAY=SA 2025-04-05T05:00:00Z",
            "FREQ=WEEKLY;BYDAY=SA 2025-04-05T05:00:00Z 4h",
            "16:00",
            "every other Tuesday",
        ]
        .map(|text| format!("{:?}\n", first_window(text, context)))
        .concat();
        expect![[r#"
            Some("RRULE:FREQ=WEEKLY;BYDAY=SA,SU from 2025-03-01T02:00:00Z for 8h")
            Some("FREQ=DAILY from 2025-02-25T02:00:00Z for 8h")
            Some("FREQ=MONTHLY;BYDAY=1SA from 2025-03-01T02:00:00Z for 8h")
            Some("FREQ=WEEKLY;BYDAY=SA 2025-04-05T05:00:00Z for 8h")
            None
            None
            None
        "#]]
        .assert_eq(&said);
    }
}
