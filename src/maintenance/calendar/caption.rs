//! Describes the displayed day, for upgrades that GKE starts, and for those by hand.

use super::dates::time_of;
use super::said::upgrade_of;
use crate::maintenance::policy::{DAY, Planner};
use crate::shell::dates::day_month;
use crate::shell::words::{t, tn};
use scenario::calendar::Span;
use scenario::calendar::zone::{Zone, to_local};
use yew::prelude::*;

pub(super) fn caption(planner: &Planner, zone: &dyn Zone, at: i64, day: i64) -> Html {
    let today = |due: i64| to_local(zone, due).div_euclid(DAY) == day;
    let by_hand = planner.due.iter().filter(|one| one.by_hand && !one.follows() && today(one.at));
    html! {
        <span>
            { for by_hand.map(|one| {
                let args = [("what", upgrade_of(one).into()), ("at", time_of(one.at, zone).into())];
                html! { <><b>{ tn("ui-cal-by-hand", &args) }</b>{ " " }</> }
            }) }
            { automatic(planner, zone, at, day) }
        </span>
    }
}

/// Describes the day: a due upgrade that may not start, or when the window opens.
fn automatic(planner: &Planner, zone: &dyn Zone, at: i64, day: i64) -> String {
    let today = |due: i64| to_local(zone, due).div_euclid(DAY) == day;
    let due = planner.due.iter().find(|one| today(one.at) && one.is_blocked());
    if let Some(due) = due {
        let starts = due.starts.unwrap_or(due.at);
        let names = due.blockers.exclusions();
        let all = &planner.own.maintenance.exclusions;
        // The last included day, as everywhere here.
        let until = |to: i64| {
            let last = (planner.start_ms + to - 1).div_euclid(1000);
            day_month(to_local(zone, last).div_euclid(DAY))
        };
        let names: Vec<String> = names
            .filter_map(|no| all.get(no))
            .map(|one| format!("{} ({})", one.name, until(one.to.ms())))
            .collect();
        let args = [
            ("what", t(due.key()).into()),
            ("n", ((starts - due.at + DAY / 2).div_euclid(DAY)).into()),
            ("names", names.join(", ").into()),
            ("starts", time_of(starts, zone).into()),
        ];
        return tn("ui-cal-waits", &args);
    }
    let frozen = planner.own.is_frozen(Span::new(at, at + 1));
    let Some(open) = &planner.own.open else {
        let names: Vec<&str> = planner.own.active(at).map(|one| one.name.as_str()).collect();
        let key = match (names.is_empty(), frozen) {
            (true, _) => "ui-cal-always",
            (false, true) => "ui-cal-always-not",
            (false, false) => "ui-cal-always-but",
        };
        return tn(key, &[("names", names.join(", ").into())]);
    };
    let next = open.iter().find(|span| span.to > at);
    let opens = match next {
        Some(span) if span.from <= at => {
            tn("ui-cal-open-until", &[("at", time_of(span.to, zone).into())])
        }
        Some(span) => tn("ui-cal-opens", &[("at", time_of(span.from, zone).into())]),
        None => t("ui-cal-never"),
    };
    if frozen { format!("{opens} {}", t("ui-cal-frozen")) } else { opens }
}
