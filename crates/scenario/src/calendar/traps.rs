//! Settings that GKE accepts but that surprise people.

use super::context::PolicyContext;
use super::day::{length_of, weekday_message};
use super::rrule;
use super::sentence::{ZoneClock, and};
use super::span::Span;
use super::understood::{SHOWN_DAYS, Understood};
use super::window::{Recurring, Window};
use super::zone::{Zone, to_local};
use crate::document::MaintenancePolicy;
use crate::instant;
use base::civil::{DAY, civil_from_days, days_in_month, weekday};
use base::{Arg, Message, muted, order, say};
use model::recurrence::Frequency;

/// Without a 29 February.
const COMMON_YEAR: i64 = 2026;

/// A window this long is a mistake: its end was mistaken for the end of all windows.
pub(super) const FAR: i64 = 28 * DAY;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// `trap/what`, stable.
    pub code: &'static str,
    /// One or two sentences with numbers. The attribute `title` is a short name.
    pub message: Message,
    pub rules: &'static [&'static str],
}

/// Rulebook: BS-24, BS-25, MW-12, MW-16, AM-88, AM-96. Source: RecurringTimeWindow API.
pub(super) fn find(
    written: &MaintenancePolicy,
    understood: &Understood,
    context: PolicyContext,
    zone: &dyn Zone,
) -> Vec<Trap> {
    let mut all = Vec::new();
    let Window::Recurring(window) = &understood.policy.window else {
        all.extend(other_day(None, understood, zone));
        return all;
    };
    all.extend(far_end(window));
    if window.length < FAR {
        all.extend(overlap(window, understood));
        all.extend(unlisted(window, understood));
    }
    all.extend(written_offset(written, window));
    all.extend(other_day(Some(window), understood, zone));
    all.extend(one_of_a_weekend(window));
    all.extend(missing_dates(window));
    all.extend(first_start(window));
    if window.start > context.now {
        all.push(Trap {
            code: "trap/starts-later",
            message: say!("trap-starts-later", from = instant::format(window.start * 1000)),
            rules: &["BS-25"],
        });
    }
    all.extend(ends(written, window));
    all
}

fn far_end(window: &Recurring) -> Option<Trap> {
    (window.length >= FAR && !muted("BS-25")).then(|| Trap {
        code: "trap/far-end",
        message: say!("trap-far-end", days = window.length / DAY),
        rules: &["BS-25"],
    })
}

fn overlap(window: &Recurring, understood: &Understood) -> Option<Trap> {
    let pairs = understood.occurrences.windows(2);
    let mut pairs = pairs.filter_map(|pair| match pair {
        [one, next] if next.from < one.to => Some((one, next)),
        _ => None,
    });
    let first = pairs.next()?;
    // Occurrences that began before the displayed year are incomplete.
    let seen = |one: &Span| understood.window.iter().find(|open| open.from == one.from);
    let (one, next) =
        core::iter::once(first).chain(pairs).find(|(one, _)| seen(one).is_some()).unwrap_or(first);
    let whole = understood.window.iter().find(|open| open.contains(next.from))?;
    let all = understood.window.len() == 1 && whole.to - whole.from >= SHOWN_DAYS * DAY;
    let open = match all {
        true => say!("trap-overlap-always"),
        false => say!("trap-overlap-for", length = length_of(whole.secs())),
    };
    Some(Trap {
        code: "trap/overlap",
        message: say!(
            "trap-overlap",
            length = length_of(window.length),
            apart = length_of(next.from - one.from),
            overlap = length_of(one.to - next.from),
            open = open,
        ),
        rules: &["BS-24"],
    })
}

/// Open on weekdays that the rule doesn't list.
fn unlisted(window: &Recurring, understood: &Understood) -> Option<Trap> {
    let days = unlisted_days(window, &understood.window);
    if days.is_empty() {
        return None;
    }
    let days = and(days.into_iter().map(weekday_message));
    Some(Trap {
        code: "trap/unlisted-day",
        message: say!("trap-unlisted-day", days = days),
        rules: &["BS-24"],
    })
}

/// UTC weekdays, 0 = Monday, on which a weekly window is open for more than an instant but which it doesn't list.
pub fn unlisted_days(window: &Recurring, open: &[Span]) -> Vec<u8> {
    let rule = &window.rule;
    if rule.frequency != Frequency::Weekly || window.length >= FAR {
        return Vec::new();
    }
    let listed = |day: u8| match rule.by_day.is_empty() {
        true => weekday(window.start.div_euclid(DAY)) == day,
        false => rule.by_day.iter().any(|one| one.weekday == day),
    };
    // A window across midnight is open on the next day, which surprises no one.
    let overnight = window.length < DAY;
    let mut days: Vec<u8> = Vec::new();
    for span in open.iter().take(60) {
        let first = span.from.div_euclid(DAY);
        let last = (span.to - 1).div_euclid(DAY);
        for day in (first..=last).take(8) {
            let day = weekday(day);
            if !listed(day) && !days.contains(&day) && !overnight {
                days.push(day);
            }
        }
    }
    order::sort(&mut days);
    days
}

/// The weekday of a start with an offset differs from the one in UTC.
fn written_offset(written: &MaintenancePolicy, window: &Recurring) -> Option<Trap> {
    let text = &written.window.recurring.as_ref()?.window.start_time;
    let as_written = instant::parse(&format!("{}Z", text.get(..19)?))?.div_euclid(1000);
    let clock = ZoneClock(&super::zone::Utc);
    let (said, stored) = (clock.weekday(as_written), clock.weekday(window.start));
    (said != stored && !muted("MW-16")).then(|| Trap {
        code: "trap/offset",
        message: say!(
            "trap-offset",
            day = said,
            written = clock.time(as_written),
            stored = stored,
            start = clock.time(window.start),
        ),
        rules: &["MW-12", "MW-16"],
    })
}

/// In the displayed zone it opens or closes on another day.
fn other_day(window: Option<&Recurring>, understood: &Understood, zone: &dyn Zone) -> Option<Trap> {
    let first = understood.window.iter().find(|span| span.secs() < 7 * DAY)?;
    let day = |at: i64| at.div_euclid(DAY);
    let moved = |at: i64| day(to_local(zone, at)) != day(at);
    let listed = window.is_some_and(|window| !window.rule.by_day.is_empty());
    if !(moved(first.from) || moved(first.to)) || !listed || muted("MW-12") {
        return None;
    }
    let (utc, there) = (ZoneClock(&super::zone::Utc), ZoneClock(zone));
    Some(Trap {
        code: "trap/other-day",
        message: say!(
            "trap-other-day",
            day = utc.weekday(first.from),
            from = utc.time(first.from),
            local_day = there.weekday(first.from),
            local = there.time(first.from),
            zone = zone.name(),
            end = there.weekday(first.to),
            to = there.time(first.to),
        ),
        rules: &["MW-12"],
    })
}

/// `BYSETPOS=1;BYDAY=SA,SU` is one day, in some months a Sunday.
fn one_of_a_weekend(window: &Recurring) -> Option<Trap> {
    let rule = &window.rule;
    (!rule.by_set_pos.is_empty() && rule.by_day.len() > 1).then(|| Trap {
        code: "trap/set-position",
        message: say!("trap-set-position"),
        rules: &["BS-24"],
    })
}

/// Days of the month that some months don't have: 31, and 29 February.
fn missing_dates(window: &Recurring) -> Option<Trap> {
    let rule = &window.rule;
    let (_, month, date) = civil_from_days(window.start.div_euclid(DAY));
    let of_start = rule.frequency <= Frequency::Monthly && rule.by_day.is_empty();
    let of_start = of_start && rule.by_year_day.is_empty() && rule.by_week_no.is_empty();
    let dates: Vec<i64> = match rule.by_month_day.as_slice() {
        [] if of_start => vec![date],
        all => all.iter().map(|day| i64::from(day.abs())).collect(),
    };
    let most = *dates.iter().min()?;
    let months: Vec<i64> = match rule.by_month.as_slice() {
        [] if rule.frequency == Frequency::Yearly && rule.by_month_day.is_empty() => vec![month],
        [] => (1..=12).collect(),
        all => all.iter().map(|month| i64::from(*month)).collect(),
    };
    let without: Vec<i64> =
        months.into_iter().filter(|month| days_in_month(COMMON_YEAR, *month) < most).collect();
    let months: Arg = match without.as_slice() {
        [] => return None,
        [2] if most == 29 => "leap".into(),
        [_] => "one".into(),
        all => all.len().into(),
    };
    Some(Trap {
        code: "trap/missing-date",
        message: say!("trap-missing-date", day = most, months = months),
        rules: &["BS-24"],
    })
}

fn first_start(window: &Recurring) -> Option<Trap> {
    let first = Window::Recurring(window.clone());
    let near = Span::new(window.start, window.start + 800 * DAY);
    let first = first.occurrences(near).ok()?.first().copied()?;
    let first_is_start = first.from == window.start;
    // Days of a rule are in UTC.
    let clock = ZoneClock(&super::zone::Utc);
    let nothing = match first.from.div_euclid(DAY) == window.start.div_euclid(DAY) {
        true => say!("trap-first-start-time", at = clock.time(window.start)),
        false => say!(
            "trap-first-start-day",
            day = clock.weekday(window.start),
            at = instant::format(window.start * 1000),
        ),
    };
    (!first_is_start && !muted("AM-88")).then(|| Trap {
        code: "trap/first-start",
        message: say!(
            "trap-first-start",
            nothing = nothing,
            day = clock.weekday(first.from),
            at = instant::format(first.from * 1000),
        ),
        rules: &["AM-88"],
    })
}

/// When windows end for good, and how a bare date was interpreted.
fn ends(written: &MaintenancePolicy, window: &Recurring) -> Vec<Trap> {
    let mut all = Vec::new();
    let text = written.window.recurring.as_ref();
    let text = text.map_or("", |window| window.recurrence.as_str());
    if let Some(until) = window.rule.until {
        let noted = rrule::parse(text).notes;
        let a_day = |note: &rrule::ReadingNote| note.reading == rrule::Reading::UntilEndOfDay;
        if noted.iter().any(a_day) && !muted("AM-96") {
            all.push(Trap {
                code: "trap/until-day",
                message: say!("trap-until-day", until = instant::format(until * 1000)),
                rules: &["AM-96"],
            });
        }
        all.push(Trap {
            code: "trap/ends",
            message: say!("trap-ends", last = instant::format(until * 1000)),
            rules: &["MW-15", "AM-87"],
        });
    }
    if let Some(count) = window.rule.count {
        all.push(Trap {
            code: "trap/ends",
            message: say!("trap-ends", last = say!("trap-ends-after", n = count)),
            rules: &["MW-15", "AM-87"],
        });
    }
    all
}
