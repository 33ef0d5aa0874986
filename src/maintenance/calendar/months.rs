//! Months as grids of days: hatched by scope, with windows as bars and due changes as glyph and number.

use super::drag::Ghost;
use super::said::upgrade_of;
use super::strip::hatch;
use crate::maintenance::policy::changes::DueChange;
use crate::maintenance::policy::month_grid::{cell, span, weeks};
use crate::maintenance::policy::{CalendarRange, DAY, Planner};
use crate::shell::dates::{month_title, weekday_of};
use crate::shell::widgets::icon;
use crate::shell::words::{t, tn};
use base::civil::{civil_from_days, weekday};
use draw::icons;
use model::maintenance::Scope;
use scenario::calendar::zone::{Zone, to_local};
use yew::prelude::*;

pub(super) struct Months<'a> {
    pub(super) planner: &'a Planner,
    pub(super) zone: &'a dyn Zone,
    pub(super) first: i64,
    pub(super) reach: CalendarRange,
    /// The displayed day.
    pub(super) day: i64,
    /// The keyboard's day.
    pub(super) cursor: i64,
    /// The preview of a drag.
    pub(super) ghost: Option<Ghost>,
}

impl Months<'_> {
    pub(super) fn show(&self) -> Html {
        let names = t("ui-days");
        let months = self.first..self.first + self.reach.months();
        let dues: Vec<(i64, usize, &DueChange)> = (self.planner.due.iter().enumerate())
            .map(|(n, one)| (to_local(self.zone, one.at).div_euclid(DAY), n, one))
            .collect();
        html! {
            { for months.map(|month| html! {
                <section class="mon" key={month} aria-label={month_title(month)}>
                    <h2>{ month_title(month) }</h2>
                    <div class="wd" aria-hidden="true">{ for names.split(' ').map(|name| html! { <span>{ name }</span> }) }</div>
                    <div class="days">
                        { for weeks(month).into_iter().flatten().map(|day| match day {
                            Some(day) => self.day(day, &dues),
                            None => html! { <span></span> },
                        }) }
                    </div>
                </section>
            }) }
        }
    }

    fn day(&self, day: i64, dues: &[(i64, usize, &DueChange)]) -> Html {
        let own = cell(&self.planner.own, day, self.zone);
        let ghost = self.ghost.filter(|ghost| ghost.is_in(span(day, self.zone)));
        let scope = match ghost {
            Some(Ghost::Exclusion(scope, _)) => Some(scope),
            _ => own.scope,
        };
        let due: Vec<(usize, &DueChange)> =
            dues.iter().filter(|(at, ..)| *at == day).map(|(_, n, one)| (n + 1, *one)).collect();
        let looked = day == self.day;
        let mut said = weekday_of(day);
        let mut add = |words: String| {
            said += ", ";
            said += &words;
        };
        if let Some(scope) = own.scope {
            add(scope.name().to_owned());
        }
        if own.window {
            add(t(if own.frozen { "ui-cal-excluded" } else { "ui-cal-open" }));
        }
        if own.unlisted {
            add(t("win-key-unlisted"));
        }
        for (n, one) in &due {
            add(format!("{n} {} {}", t(one.key()), t(one.mark().2)));
        }
        let classes = classes!(
            "d",
            scope.map(hatch),
            ghost.map(|_| "new"),
            looked.then_some("ph"),
            (weekday(day) > 4).then_some("end")
        );
        html! {
            <button type="button" class={classes} data-day={day.to_string()}
                aria-current={looked.then_some("date")} tabindex={if day == self.cursor { "0" } else { "-1" }}>
                <span class="vh">{ said }</span>
                <b aria-hidden="true">{ civil_from_days(day).2 }</b>
                <span class="dues" aria-hidden="true">
                    { for due.iter().map(|(n, one)| {
                        let (class, d, word) = one.mark();
                        let title = format!("{n} · {}: {}", upgrade_of(one), t(word));
                        html! { <em {class} {title} data-change={one.entry.to_string()}>{ icon(d, "i12") }{ n }</em> }
                    }) }
                </span>
                if own.window {
                    <i class={classes!("wn", own.unlisted.then_some("odd"), own.frozen.then_some("off"))}></i>
                }
            </button>
        }
    }
}

/// The meaning of hatches and bars.
pub(super) fn legend(planner: &Planner) -> Html {
    html! {
        <p class="cal-legend">
            <span><i class="wn"></i>{ t("ui-cal-open") }</span>
            if !planner.own.unlisted.is_empty() {
                <span><i class="wn odd"></i>{ t("win-key-unlisted") }</span>
            }
            <span><i class="wn off"></i>{ t("ui-cal-excluded") }</span>
            { for Scope::NAMES.iter().filter(|(_, scope)| planner.shows(*scope)).map(|(name, scope)| html! {
                <span><i class={classes!("hx", hatch(*scope))}></i><code>{ *name }</code></span>
            }) }
            <span class="yes">{ icon(icons::CHECK, "i12") }{ t("ui-mx-allowed") }</span>
            <span class="no">{ icon(icons::CROSS, "i12") }{ t("ui-mx-blocked") }</span>
            if planner.due.iter().any(|one| one.by_hand) {
                <span class="hand">{ icon(icons::PLAY, "i12") }{ t("ui-mx-by-hand") }</span>
            }
            <span class="grow"></span>
            <span>{ t("ui-cal-included") }{ " " }<span class="chip rule">{ "AM-23" }</span></span>
        </p>
    }
}

/// `Sun 20 Dec 2026`
pub fn date_of(at: i64, zone: &dyn Zone) -> String {
    let day = to_local(zone, at).div_euclid(DAY);
    tn(
        "ui-cal-date",
        &[("day", weekday_of(day).into()), ("year", civil_from_days(day).0.to_string().into())],
    )
}
