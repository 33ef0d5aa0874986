//! The days of a rule, in words.

use super::and;
use crate::calendar::day;
use base::civil::{DAY, civil_from_days};
use model::recurrence::{Frequency, Recurrence, WeekdayNum};

/// `every 2 weeks on Saturday`. Days are those of UTC; what the rule does not name is that of the start.
pub(super) fn days(rule: &Recurrence, start: i64) -> String {
    let (_, month, date) = civil_from_days(start.div_euclid(DAY));
    let groups = groups(rule);
    let on = match (groups.as_slice(), rule.frequency) {
        ([], Frequency::Weekly) => day::name(start.div_euclid(DAY)).to_owned(),
        ([], Frequency::Monthly | Frequency::Yearly) if rule.by_set_pos.is_empty() => {
            format!("day {date}")
        }
        ([], _) => String::new(),
        ([one], _) if rule.by_set_pos.is_empty() => all_of(rule, one),
        ([one], _) => and(one.iter()),
        (all, _) => {
            let any = |group: &Vec<String>| group.join(" or ");
            all.iter()
                .map(any)
                .collect::<Vec<_>>()
                .join(" where it is also ")
        }
    };
    let mut text = period(rule);
    let daily = rule.frequency == Frequency::Daily;
    if !rule.by_set_pos.is_empty() {
        let places = and(rule.by_set_pos.iter().map(|place| nth(i64::from(*place))));
        text += &match on.is_empty() {
            true => format!(" on the {places} time"),
            false => format!(" on the {places} of {on}"),
        };
    } else if daily && !on.is_empty() {
        text += &format!(" where it is {}", on.trim_start_matches("every "));
    } else if !on.is_empty() {
        text += &format!(" on {on}");
    }
    let mut months: Vec<u8> = rule.by_month.clone();
    let yearly = rule.frequency == Frequency::Yearly && months.is_empty();
    if yearly && groups.is_empty() {
        months.push(month as u8);
    } else if yearly && !rule.by_month_day.is_empty() {
        text += " of any month";
    }
    if !months.is_empty() {
        let name = |month: &u8| day::month(i64::from(*month));
        text += &format!(" in {}", and(months.iter().map(name)));
    }
    text
}

/// `every 2 weeks`
fn period(rule: &Recurrence) -> String {
    let period = match rule.frequency {
        Frequency::Yearly => "year",
        Frequency::Monthly => "month",
        Frequency::Weekly => "week",
        Frequency::Daily => "day",
        Frequency::Hourly => "hour",
        Frequency::Minutely => "minute",
        Frequency::Secondly => "second",
    };
    match rule.interval {
        1 => format!("every {period}"),
        n => format!("every {n} {period}s"),
    }
}

/// What each part of the rule says of days. What stands in several parts has to be true of a day at once.
fn groups(rule: &Recurrence) -> Vec<Vec<String>> {
    let of_month = rule.by_month_day.iter().map(|day| match day {
        ..0 => format!("the {} day", nth(i64::from(*day))),
        _ => format!("day {day}"),
    });
    let of_year = rule.by_year_day.iter().map(|day| match day {
        ..0 => format!("the {} day of the year", nth(i64::from(*day))),
        _ => format!("day {day} of the year"),
    });
    let weeks = rule.by_week_no.iter().map(|week| match week {
        ..0 => format!("a day of the {} week", nth(i64::from(*week))),
        _ => format!("a day of week {week}"),
    });
    let mut groups: Vec<Vec<String>> = vec![
        of_month.collect(),
        of_year.collect(),
        weeks.collect(),
        weekdays(rule).collect(),
    ];
    groups.retain(|group| !group.is_empty());
    groups
}

/// The days of the only part that names any.
fn all_of(rule: &Recurrence, group: &[String]) -> String {
    let plain = !rule.by_day.is_empty() && rule.by_day.iter().all(|one| one.nth.is_none());
    if plain && rule.frequency < Frequency::Weekly {
        return format!("every {}", and(group.iter()));
    }
    if !rule.by_week_no.is_empty() {
        let week = |one: &String| one.trim_start_matches("a day of ").to_owned();
        return format!("every day of {}", and(group.iter().map(week)));
    }
    and(group.iter())
}

fn weekdays(rule: &Recurrence) -> impl Iterator<Item = String> {
    rule.by_day.iter().map(
        |WeekdayNum {
             nth: which,
             weekday,
         }| {
            let day = day::WEEKDAYS[usize::from(*weekday) % 7];
            match which {
                Some(which) => format!("the {} {day}", nth(i64::from(*which))),
                None => day.to_owned(),
            }
        },
    )
}

fn nth(n: i64) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        -1 => "last".to_owned(),
        -2 => "second to last".to_owned(),
        n if n < 0 => format!("{} to last", nth(-n)),
        n => {
            let ending = match (n % 10, n % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            format!("{n}{ending}")
        }
    }
}
