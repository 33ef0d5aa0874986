//! Months as weeks of days, and the content of a day.

use super::CalendarPlan;
use base::civil::{DAY, weekday};
use model::maintenance::Scope;
use scenario::calendar::Span;
use scenario::calendar::day::first_day;
use scenario::calendar::zone::{Zone, to_utc};

/// Its weeks from Monday to Sunday, as days since 1970; `None` = another month's day.
pub fn weeks(month: i64) -> Vec<[Option<i64>; 7]> {
    let first = first_day(month);
    let days = first_day(month + 1) - first;
    let lead = i64::from(weekday(first));
    let rows = (lead + days + 6).div_euclid(7);
    (0..rows)
        .map(|row| {
            [0, 1, 2, 3, 4, 5, 6].map(|column| {
                let day = row * 7 + column - lead;
                (0..days).contains(&day).then_some(first + day)
            })
        })
        .collect()
}

/// The content of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The widest active scope, shown as its hatch.
    pub scope: Option<Scope>,
    /// A window begins or is open on the day.
    pub window: bool,
    /// All of its open time is under an exclusion that blocks everything.
    pub frozen: bool,
    /// It is open though the rule doesn't list the day.
    pub unlisted: bool,
}

/// A day in the zone's local time.
pub fn span(day: i64, zone: &dyn Zone) -> Span {
    Span::new(to_utc(zone, day * DAY), to_utc(zone, (day + 1) * DAY))
}

pub fn cell(plan: &CalendarPlan, day: i64, zone: &dyn Zone) -> Cell {
    let within = span(day, zone);
    let scopes = [Scope::NoUpgrades, Scope::NoMinorOrNodeUpgrades, Scope::NoMinorUpgrades];
    let scope = scopes.into_iter().find(|scope| {
        let mut all = plan.of_scope(*scope);
        all.any(|span| span.within(within).is_some())
    });
    let mut cell = Cell { scope, window: false, frozen: true, unlisted: true };
    for opening in plan.openings(within) {
        let Some(part) = opening.within(within) else {
            continue;
        };
        let unlisted: i64 = plan.unlisted_in(part).into_iter().map(Span::secs).sum();
        cell.window = true;
        cell.frozen &= plan.is_frozen(part);
        cell.unlisted &= unlisted == part.secs();
    }
    Cell { frozen: cell.window && cell.frozen, unlisted: cell.window && cell.unlisted, ..cell }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::civil::{civil_from_days, days_from_civil};
    use expect_test::expect;
    use scenario::calendar::day::{month_of, title};

    #[test]
    fn a_month_has_its_weeks_from_monday_on() {
        let month = month_of(days_from_civil(2026, 11, 20));
        let mut out = format!("{}\n", title(month));
        for week in weeks(month) {
            let days = week.map(|day| match day {
                Some(day) => format!("{:2}", civil_from_days(day).2),
                None => "  ".to_owned(),
            });
            out += &format!("{}|\n", days.join(" "));
        }
        expect![[r#"
            November 2026
                               1|
             2  3  4  5  6  7  8|
             9 10 11 12 13 14 15|
            16 17 18 19 20 21 22|
            23 24 25 26 27 28 29|
            30                  |
        "#]]
        .assert_eq(&out);
        let february = month_of(days_from_civil(2027, 2, 1));
        assert_eq!(weeks(february).len(), 4);
        assert_eq!(title(february + 11), "January 2028");
        assert_eq!(month_of(first_day(february + 11)), february + 11);
    }
}
