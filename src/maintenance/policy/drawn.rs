//! A window drawn over days: it opens on the first of them, again and again.

use super::Planner;
use base::civil::{DAY, civil_from_days, weekday};
use model::recurrence::Frequency;
use scenario::calendar::Window;
use scenario::calendar::rrule::WEEKDAYS;
use scenario::calendar::zone::{Zone, to_local, to_utc};
use scenario::document::maintenance::{RecurringTimeWindow, TimeWindow};
use scenario::instant;

/// The window from the first day, at the time of day of the present one, to the end of the last day. It recurs each week, or as
/// rarely as the present one.
pub fn window(planner: &Planner, days: (i64, i64), zone: &dyn Zone) -> RecurringTimeWindow {
    let start = planner.start_ms.div_euclid(1000);
    let (before, rule) = match &planner.own.policy.window {
        Window::Always => (None, None),
        Window::Daily { second } => (Some(start.div_euclid(DAY) * DAY + second), None),
        Window::Recurring(one) => (Some(one.start), Some(&one.rule)),
    };
    let second = before.map_or(0, |at| to_local(zone, at).rem_euclid(DAY));
    let monthly = rule.is_some_and(|rule| rule.frequency == Frequency::Monthly);
    let weekly = rule.is_some_and(|rule| rule.frequency == Frequency::Weekly);
    let interval = rule.filter(|_| monthly || weekly).map_or(1, |rule| i64::from(rule.interval));
    let period = interval * if monthly { 28 } else { 7 };
    let length = (days.1 - days.0).min(period - 1);
    // A window of each week is open from the start of the scenario on.
    let late = if monthly { 0 } else { days.0 - to_local(zone, start).div_euclid(DAY) };
    let first = days.0 - (late.max(0) + period - 1).div_euclid(period) * period;
    let opens = to_utc(zone, first * DAY + second);
    let utc_day = opens.div_euclid(DAY);
    let nth = match (civil_from_days(utc_day).2 - 1).div_euclid(7) + 1 {
        _ if !monthly => String::new(),
        5 => "-1".to_owned(),
        nth => nth.to_string(),
    };
    let often = if monthly { "MONTHLY" } else { "WEEKLY" };
    let every = if interval > 1 { format!(";INTERVAL={interval}") } else { String::new() };
    let name = WEEKDAYS[usize::from(weekday(utc_day))];
    RecurringTimeWindow {
        window: TimeWindow {
            start_time: instant::format(opens * 1000),
            end_time: instant::format(to_utc(zone, (first + length + 1) * DAY) * 1000),
        },
        recurrence: format!("FREQ={often}{every};BYDAY={nth}{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maintenance::policy;
    use crate::shell::state::Shared;
    use expect_test::expect;
    use scenario::calendar::Utc;
    use scenario::json::Json;

    /// MW-10
    #[test]
    fn a_drawn_window_opens_on_its_first_day_when_the_one_before_did() {
        struct East;
        impl Zone for East {
            fn name(&self) -> &'static str {
                "East"
            }
            fn offset(&self, _: i64) -> i64 {
                9 * 3600
            }
        }
        let recurring = |rule: &str| {
            format!(
                r#"{{"recurringWindow":{{"window":{{"startTime":"2026-09-07T03:00:00Z","endTime":"2026-09-07T09:00:00Z"}},"recurrence":"{rule}"}}}}"#
            )
        };
        let mut out = String::new();
        for window in [
            "{}".to_owned(),
            r#"{"dailyMaintenanceWindow":{"startTime":"03:00"}}"#.to_owned(),
            recurring("FREQ=DAILY"),
            recurring("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
            recurring("FREQ=MONTHLY;BYDAY=1MO"),
        ] {
            let text = format!(
                r#"{{"version":1,"start":"2026-11-02T00:00:00Z","cluster":{{"maintenancePolicy":{{"window":{window}}}}}}}"#
            );
            let json = Shared::new(Json::parse(&text).expect("it is JSON"));
            let planner = policy::of(&json).expect("it is read");
            let zones: [&dyn Zone; 2] = [&Utc, &East];
            for zone in zones {
                // Saturday 12 and Sunday 13 December 2026.
                let drawn = super::window(&planner, (20_799, 20_800), zone);
                let TimeWindow { start_time, end_time } = drawn.window;
                out += &format!("{start_time} {end_time} {}\n", drawn.recurrence);
            }
        }
        expect![[r#"
            2026-10-31T00:00:00Z 2026-11-02T00:00:00Z FREQ=WEEKLY;BYDAY=SA
            2026-10-30T15:00:00Z 2026-11-01T15:00:00Z FREQ=WEEKLY;BYDAY=FR
            2026-10-31T03:00:00Z 2026-11-02T00:00:00Z FREQ=WEEKLY;BYDAY=SA
            2026-10-31T03:00:00Z 2026-11-01T15:00:00Z FREQ=WEEKLY;BYDAY=SA
            2026-10-31T03:00:00Z 2026-11-02T00:00:00Z FREQ=WEEKLY;BYDAY=SA
            2026-10-31T03:00:00Z 2026-11-01T15:00:00Z FREQ=WEEKLY;BYDAY=SA
            2026-10-31T03:00:00Z 2026-11-02T00:00:00Z FREQ=WEEKLY;INTERVAL=2;BYDAY=SA
            2026-10-31T03:00:00Z 2026-11-01T15:00:00Z FREQ=WEEKLY;INTERVAL=2;BYDAY=SA
            2026-12-12T03:00:00Z 2026-12-14T00:00:00Z FREQ=MONTHLY;BYDAY=2SA
            2026-12-12T03:00:00Z 2026-12-13T15:00:00Z FREQ=MONTHLY;BYDAY=2SA
        "#]]
        .assert_eq(&out);
    }
}
