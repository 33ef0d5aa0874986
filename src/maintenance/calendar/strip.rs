//! The strip: windows, exclusions by scope, due changes and the worst stretch, over one axis of months.

use super::dates::time_of;
use super::drag::Ghost;
use crate::maintenance::policy::{CalendarPlan, DAY, Planner};
use crate::shell::dates::{day_month, length, short_month};
use crate::shell::words::{t, tn};
use draw::icons;
use model::maintenance::Scope;
use scenario::calendar::Span;
use scenario::calendar::day::{clock, first_day, month_of};
use scenario::calendar::zone::{Shift, Zone, shifts, to_local, to_utc};
use yew::prelude::*;

/// Scopes in the order of their lanes, with their tops.
pub(super) const LANES: [(Scope, i32); 3] =
    [(Scope::NoMinorUpgrades, 44), (Scope::NoUpgrades, 66), (Scope::NoMinorOrNodeUpgrades, 88)];
const HEIGHT: i32 = 168;
/// Height of a line of words below the lanes.
const LINE: i32 = 14;

/// Half the width of the displayed day's flag.
const FLAG: f64 = 22.0;

/// The input of the strip.
pub(super) struct Strip<'a> {
    pub(super) planner: &'a Planner,
    pub(super) zone: &'a dyn Zone,
    pub(super) within: Span,
    /// The displayed instant.
    pub(super) at: i64,
    pub(super) narrow: bool,
    /// The preview of a drag.
    pub(super) ghost: Option<Ghost>,
}

/// The class of a scope's hatch.
pub fn hatch(scope: Scope) -> &'static str {
    match scope {
        Scope::NoUpgrades => "h0",
        Scope::NoMinorUpgrades => "h1",
        Scope::NoMinorOrNodeUpgrades => "h2",
    }
}

pub fn scope_word(scope: Scope) -> String {
    t(match scope {
        Scope::NoUpgrades => "ui-no-upgrades",
        Scope::NoMinorUpgrades => "ui-no-minor",
        Scope::NoMinorOrNodeUpgrades => "ui-no-minor-node",
    })
}

impl Strip<'_> {
    /// A position on the axis, in percent of the width.
    pub(super) fn part(&self, at: i64) -> f64 {
        (at - self.within.from) as f64 * 100.0 / self.within.secs().max(1) as f64
    }

    /// The approximate pixels of a percent.
    pub(super) fn a_percent(&self) -> f64 {
        if self.narrow { 2.6 } else { 6.6 }
    }

    pub(super) fn x(&self, at: i64) -> String {
        format!("{:.3}%", self.part(at))
    }

    pub(super) fn wide(&self, span: Span) -> String {
        format!("{:.3}%", self.part(span.to) - self.part(span.from))
    }

    /// Visible clock changes.
    fn set(&self) -> Vec<Shift> {
        shifts(self.zone, self.within.from, self.within.to)
    }

    /// The end of support, if visible.
    fn end(&self) -> Option<i64> {
        let end = self.planner.context.end_of_support;
        end.filter(|at| self.within.contains(*at))
    }

    /// The tops of the lines below the lanes, if there is room: clock changes, and the end of support.
    fn lines(&self) -> [i32; 2] {
        let clocks = i32::from(!self.narrow && !self.set().is_empty());
        let end = i32::from(!self.narrow && self.end().is_some());
        [HEIGHT + LINE * clocks, HEIGHT + LINE * (clocks + end)]
    }

    pub(super) fn height(&self) -> String {
        self.lines()[1].to_string()
    }

    pub(super) fn show(&self) -> Html {
        let height = self.height();
        html! {
            <svg class="cal-lanes" width="100%" {height}>
                <defs>
                    <pattern id="cal-h0" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="pt" width="2" height="6" /></pattern>
                    <pattern id="cal-h1" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="pt" width="1.5" height="6" /></pattern>
                    <pattern id="cal-h2" width="6" height="6" patternUnits="userSpaceOnUse"><circle class="pt" cx="3" cy="3" r="1.2" /></pattern>
                </defs>
                { self.months() }
                { self.playhead() }
                <g data-window="">
                    <rect class="lane" y="22" width="100%" height="18" />
                    { windows(self, &self.planner.own, 24) }
                </g>
                { self.marks() }
                { for LANES.iter().map(|(scope, y)| self.lane(*scope, *y)) }
                { self.changes() }
                { self.ghost() }
                { self.worst() }
            </svg>
        }
    }

    fn months(&self) -> Html {
        let day = |at: i64| to_local(self.zone, at).div_euclid(DAY);
        let first = month_of(day(self.within.from));
        let last = month_of(day(self.within.to - 1));
        let many = last - first > 6;
        html! {
            { for (first..=last).map(|month| {
                let at = to_utc(self.zone, first_day(month) * DAY).max(self.within.from);
                let name = short_month(month + 1);
                let year = month == first && !self.narrow || month.rem_euclid(12) == 0;
                let text = match year && !(many && self.narrow) {
                    true => format!("{name} {}", month.div_euclid(12)),
                    false => name.to_owned(),
                };
                let text = if many && self.narrow { name.get(..1).unwrap_or_default().to_owned() } else { text };
                // The displayed day's flag would cover half a name.
                let after = (self.part(self.at) - self.part(at)) * self.a_percent();
                let hidden = after > -FLAG && after < FLAG + 4.0 + text.chars().count() as f64 * 6.5;
                html! {
                    <svg x={self.x(at)} overflow="visible">
                        <line class="rule" y1="4" y2="164" />
                        if !hidden {
                            <text class="month" x="4" y="13">{ text }</text>
                        }
                    </svg>
                }
            }) }
        }
    }

    /// The marks of clock changes and of the end of support.
    fn marks(&self) -> Html {
        let [clocks, below] = self.lines();
        let right = |at: i64| self.part(at) < 50.0;
        html! {
            <>
                { for self.set().into_iter().map(|shift| {
                    let day = day_month(to_local(self.zone, shift.at).div_euclid(DAY));
                    let by = shift.after - shift.before;
                    let sign = if by > 0 { "+" } else { "−" };
                    let by = format!("{sign}{}", length(by.abs()));
                    let (x, anchor) = if right(shift.at) { ("4", "start") } else { ("-4", "end") };
                    html! {
                        <svg x={self.x(shift.at)} overflow="visible">
                            <line class="dst" y1="20" y2={(clocks - 2).to_string()} />
                            <text {x} y={(clocks - 4).to_string()} text-anchor={anchor} class="wide">
                                { tn("ui-cal-dst", &[("day", day.into()), ("by", by.into())]) }
                            </text>
                        </svg>
                    }
                }) }
                { for self.end().map(|at| {
                    let day = day_month(at.div_euclid(DAY));
                    let args = [("minor", self.planner.minor.as_str().into()), ("day", day.into())];
                    // Above the changes if there is no line for it.
                    let top = if self.narrow { 106 } else { below - 15 };
                    let (x, anchor, flag) = match right(at) {
                        true => ("14", "start", format!("translate(-4 {top})")),
                        false => ("-14", "end", format!("translate(4 {top}) scale(-1 1)")),
                    };
                    html! {
                        <svg x={self.x(at)} overflow="visible">
                            <line class="eos" y1="20" y2={(below - 4).to_string()} />
                            <path class="flag" d={icons::FLAG} transform={flag} />
                            <text {x} y={(below - 4).to_string()} text-anchor={anchor} class="wide">{ tn("ui-cal-eos", &args) }</text>
                        </svg>
                    }
                }) }
            </>
        }
    }

    fn worst(&self) -> Html {
        let Some(worst) = self.planner.worst.filter(|_| self.planner.own.open.is_some()) else {
            return html! {};
        };
        let span = Span::new(worst.from, worst.to());
        let Some(seen) = span.within(self.within) else {
            return html! {};
        };
        let time = |at: i64| {
            let local = to_local(self.zone, at);
            format!("{} {}", day_month(local.div_euclid(DAY)), clock(local))
        };
        let said = match self.narrow {
            true => format!(
                "{}: {}",
                tn("ui-cal-worst", &[("n", worst.days.into())]),
                length(worst.open)
            ),
            false => tn(
                "ui-cal-worst-is",
                &[
                    ("n", worst.days.into()),
                    ("from", time(worst.from).into()),
                    ("to", time(worst.to()).into()),
                    ("open", length(worst.open).into()),
                ],
            ),
        };
        let middle = (self.part(seen.from) + self.part(seen.to)) / 2.0;
        let half = said.chars().count() as f64 * 3.0 / self.a_percent();
        let x = format!("{:.3}%", within(middle, half));
        html! {
            <g class="worst">
                <svg x={self.x(seen.from)} y="140" width={self.wide(seen)} height="26" overflow="visible">
                    <line x1="0" x2="100%" y1="4" y2="4" /><line y1="1" y2="8" /><line x1="100%" x2="100%" y1="1" y2="8" />
                </svg>
                <text {x} y="160" text-anchor="middle">{ said }</text>
            </g>
        }
    }

    fn playhead(&self) -> Html {
        if !self.within.contains(self.at) {
            return html! {};
        }
        let day = day_month(to_local(self.zone, self.at).div_euclid(DAY));
        html! {
            <svg x={self.x(self.at)} overflow="visible" class="now">
                <line y1="16" y2="164" />
                <rect x="-22" y="2" width="44" height="15" rx="4" />
                <text y="13" text-anchor="middle">{ day }</text>
            </svg>
        }
    }
}

/// The middle of a label of half this width that stays in the strip, in percent.
fn within(middle: f64, half: f64) -> f64 {
    middle.clamp(half.min(50.0), 100.0 - half.min(50.0))
}

/// The openings of a plan, at least most of a day wide to be visible.
pub(super) fn windows(strip: &Strip<'_>, plan: &CalendarPlan, y: i32) -> Html {
    if plan.open.is_none() {
        return html! { <rect class="win always" y={y.to_string()} width="100%" height="14" rx="2" /> };
    }
    let few = strip.within.secs() < 200 * DAY;
    html! {
        { for plan.openings(strip.within).map(|span| {
            let least = if few { DAY * 6 / 10 } else { DAY };
            let seen = Span::new(span.from, span.to.max(span.from + least));
            let off = plan.is_frozen(span).then_some("off");
            let [from, to] = [span.from, span.to].map(|at| time_of(at, strip.zone).into());
            html! {
                <g>
                    <title>{ format!("{}: {}", t("ui-window"), tn("ui-cal-days", &[("from", from), ("to", to)])) }</title>
                    <rect class={classes!("win", off)} x={strip.x(seen.from)} y={y.to_string()} width={strip.wide(seen)} height="14" rx="1" />
                    { for plan.unlisted_in(span).into_iter().map(|odd| html! {
                        <rect class={classes!("win", "odd", off)} x={strip.x(odd.from)} y={y.to_string()} width={strip.wide(odd)} height="14" rx="1" />
                    }) }
                </g>
            }
        }) }
    }
}

/// The windows and exclusions of another cluster, in one lane.
pub(super) fn other(strip: &Strip<'_>, plan: &CalendarPlan) -> Html {
    let shown = plan.policy.exclusions.iter();
    let shown = shown.filter_map(|one| Some((one, one.span.within(strip.within)?)));
    html! {
        <svg class="cal-lanes" width="100%" height="36">
            { windows(strip, plan, 2) }
            { for shown.map(|(one, span)| html! {
                <svg x={strip.x(span.from)} y="19" width={strip.wide(span)} height="14" overflow="visible">
                    <rect class={classes!("box", hatch(one.scope))} width="100%" height="14" rx="4" />
                    <title>{ format!("{} · {}", one.name, one.scope.name()) }</title>
                </svg>
            }) }
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn a_label_stays_in_the_strip() {
        assert_eq!(within(68.0, 36.0), 64.0, "of a stretch at the end");
        assert_eq!(within(10.0, 36.0), 36.0, "at the start");
        assert_eq!(within(50.0, 36.0), 50.0);
        assert_eq!(within(10.0, 80.0), 50.0, "without room");
    }
}
