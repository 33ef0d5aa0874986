//! The days of a rule as a message, and lists.

use crate::calendar::day;
use base::civil::{DAY, civil_from_days, weekday};
use base::{Arg, Message, say};
use model::recurrence::{Frequency, Recurrence};

/// `a, b and c`.
pub(in crate::calendar) fn and(parts: impl Iterator<Item = impl Into<Arg>>) -> Arg {
    let mut all: Vec<Arg> = parts.map(Into::into).collect();
    match all.pop() {
        Some(last) if all.is_empty() => last,
        Some(last) => say!("list-and", first = all, last = last).into(),
        None => Arg::from(""),
    }
}

/// `every 2 weeks on Saturday`. Days are in UTC; unspecified ones come from the start.
pub(super) fn days(rule: &Recurrence, start: i64) -> Message {
    let (_, month, date) = civil_from_days(start.div_euclid(DAY));
    let groups = groups(rule);
    let on = match (groups.as_slice(), rule.frequency) {
        ([], Frequency::Weekly) => {
            Some(day::weekday_message(weekday(start.div_euclid(DAY))).into())
        }
        ([], Frequency::Monthly | Frequency::Yearly) if rule.by_set_pos.is_empty() => {
            Some(day_of_month(date).into())
        }
        ([], _) => None,
        ([one], _) if rule.by_set_pos.is_empty() => Some(all_of(rule, one)),
        ([one], _) => Some(and(one.iter().cloned())),
        (all, _) => {
            let any = |group: &Vec<Message>| {
                let mut all = group.iter().cloned();
                let first = all.next().unwrap_or_default();
                all.fold(first, |first, last| say!("days-or", first = first, last = last))
            };
            let mut all = all.iter().map(any);
            let first = all.next().unwrap_or_default();
            let both = |first, last| say!("days-also", first = first, last = last);
            Some(all.fold(first, both).into())
        }
    };
    let mut text = say!("days-every", n = rule.interval, period = period(rule.frequency));
    let daily = rule.frequency == Frequency::Daily;
    let only_weekday = rule.by_day.len() == 1 && groups.len() == 1;
    if only_weekday && !rule.by_set_pos.is_empty() {
        let nth = rule.by_set_pos.iter().map(|place| {
            let day = day::weekday_message(rule.by_day[0].weekday);
            say!("days-nth-weekday", nth = nth(i64::from(*place)), day = day)
        });
        text = say!("days-on", every = text, on = and(nth));
    } else if !rule.by_set_pos.is_empty() {
        let places = and(rule.by_set_pos.iter().map(|place| nth(i64::from(*place))));
        text = match on {
            None => say!("days-time", every = text, places = places),
            Some(on) => say!("days-places", every = text, places = places, on = on),
        };
    } else if let Some(on) = on {
        let key = if daily { "days-where" } else { "days-on" };
        text = say!(key, every = text, on = on);
    }
    let mut months: Vec<u8> = rule.by_month.clone();
    let yearly = rule.frequency == Frequency::Yearly;
    if yearly && months.is_empty() && groups.is_empty() {
        months.push(month as u8);
    } else if yearly && months.is_empty() && !rule.by_month_day.is_empty() {
        text = say!("days-of-any-month", days = text);
    }
    // 29 February.
    let dates: Vec<i64> = match rule.by_month_day.as_slice() {
        [] if groups.is_empty() => vec![date],
        all if groups.len() == 1 => all.iter().map(|day| i64::from(*day)).collect(),
        _ => Vec::new(),
    };
    if let ([month], [date]) = (months.as_slice(), dates.as_slice())
        && *date > 0
        && yearly
        && rule.by_set_pos.is_empty()
    {
        let every = say!("days-every", n = rule.interval, period = period(rule.frequency));
        let date = say!("days-date", day = *date, month = day::month_message(*month));
        text = say!("days-on", every = every, on = date);
    } else if !months.is_empty() {
        let months = and(months.iter().map(|month| day::month_message(*month)));
        text = say!("days-in-months", days = text, months = months);
    }
    text
}

/// The unit of a frequency, for the message about how often.
fn period(frequency: Frequency) -> &'static str {
    match frequency {
        Frequency::Yearly => "year",
        Frequency::Monthly => "month",
        Frequency::Weekly => "week",
        Frequency::Daily => "day",
        Frequency::Hourly => "hour",
        Frequency::Minutely => "minute",
        Frequency::Secondly => "second",
    }
}

/// The days that each part of the rule allows. A day must match all of these groups.
fn groups(rule: &Recurrence) -> Vec<Vec<Message>> {
    let of_month = rule.by_month_day.iter().map(|day| match day {
        ..0 => say!("days-last-day", nth = nth(i64::from(*day))),
        _ => day_of_month(i64::from(*day)),
    });
    let of_year = rule.by_year_day.iter().map(|day| match day {
        ..0 => say!("days-last-day-of-year", nth = nth(i64::from(*day))),
        _ => say!("days-day-of-year", day = i64::from(*day)),
    });
    let weeks = rule.by_week_no.iter();
    let weeks = weeks.map(|no| say!("days-day-of-week", week = week(*no)));
    let mut groups: Vec<Vec<Message>> =
        vec![of_month.collect(), of_year.collect(), weeks.collect(), weekdays(rule).collect()];
    groups.retain(|group| !group.is_empty());
    groups
}

/// The days of a rule with a single group.
fn all_of(rule: &Recurrence, group: &[Message]) -> Arg {
    let plain = !rule.by_day.is_empty() && rule.by_day.iter().all(|one| one.nth.is_none());
    let all = and(group.iter().cloned());
    if plain && rule.frequency < Frequency::Weekly {
        return say!("days-each", days = all).into();
    }
    if !rule.by_week_no.is_empty() {
        let weeks = and(rule.by_week_no.iter().map(|no| week(*no)));
        return say!("days-every-day-of", weeks = weeks).into();
    }
    all
}

fn week(no: i8) -> Message {
    match no {
        ..0 => say!("days-last-week", nth = nth(i64::from(no))),
        _ => say!("days-week", week = i64::from(no)),
    }
}

fn weekdays(rule: &Recurrence) -> impl Iterator<Item = Message> {
    rule.by_day.iter().map(|one| {
        let day = day::weekday_message(one.weekday);
        match one.nth {
            Some(which) => say!("days-nth-weekday", nth = nth(i64::from(which)), day = day),
            None => day,
        }
    })
}

/// `the 31st`.
fn day_of_month(day: i64) -> Message {
    say!("days-day", day = day, ending = ending(day))
}

/// `first`, `21st`, `second to last`.
fn nth(n: i64) -> Message {
    let size = n.abs();
    let key = if n < 0 { "days-nth-to-last" } else { "days-nth" };
    say!(key, n = size, ending = ending(size))
}

fn ending(n: i64) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}
