//! Days and times in a zone.

use crate::maintenance::policy::DAY;
use crate::shell::dates::{day_month, weekday_of};
use crate::shell::words::tn;
use scenario::calendar::Span;
use scenario::calendar::day::clock;
use scenario::calendar::zone::{Zone, to_local};

/// `Sat 5 Dec`
pub(super) fn day_of(at: i64, zone: &dyn Zone) -> String {
    weekday_of(to_local(zone, at).div_euclid(DAY))
}

/// `Sat 5 Dec 00:00`
pub fn time_of(at: i64, zone: &dyn Zone) -> String {
    format!("{} {}", day_of(at, zone), clock(to_local(zone, at)))
}

/// `30 Sep to 15 Jan`: days of the zone, both included.
pub fn days_of(span: Span, zone: &dyn Zone) -> String {
    let day = |at: i64| day_month(to_local(zone, at).div_euclid(DAY));
    match span.to > i64::MAX / 10_000 {
        true => format!("{} …", day(span.from)),
        false => {
            tn("ui-cal-days", &[("from", day(span.from).into()), ("to", day(span.to - 1).into())])
        }
    }
}
