//! The calendar as a month of days with bars, and as a year of small months.

use crate::checker::dates::time;
use crate::checker::openings::Openings;
use crate::shell::dates::{date_of_year, length, month_title};
use crate::shell::words::{t, tn};
use base::civil::{DAY, civil_from_days, weekday};
use scenario::calendar::{Span, day};
use yew::prelude::*;

const WIDE: f64 = 862.0;
const NARROW: f64 = 342.0;

/// The first day of a day's month, and the month's number of days.
fn month_of(day: i64) -> (i64, i64) {
    let month = day::month_of(day);
    let first = day::first_day(month);
    (first, day::first_day(month + 1) - first)
}

/// The first day of the month that is `steps` months away.
pub(super) fn moved(day: i64, steps: i64) -> i64 {
    day::first_day(day::month_of(day) + steps)
}

pub(super) fn title(day: i64) -> String {
    month_title(day::month_of(day))
}

fn fine(number: f64) -> String {
    format!("{number:.1}")
}

const HEAD: f64 = 22.0;
const TALL: f64 = 70.0;

pub(super) fn month(sheet: &Openings, at: i64, narrow: bool) -> Html {
    let (first, days) = month_of(at);
    let start = first - i64::from(weekday(first));
    let rows = (first + days - start + 6) / 7;
    let width = if narrow { NARROW } else { WIDE };
    let column = width / 7.0;
    let height = HEAD + TALL * rows as f64 + 1.0;
    let cell = |no: i64| Cell {
        day: start + no,
        at: (column * (no % 7) as f64, HEAD + TALL * (no / 7) as f64),
        column,
        narrow,
        is_other: !(first..first + days).contains(&(start + no)),
    };
    html! {
        <svg class="grid" viewBox={format!("0 0 {width} {height}")} role="img" aria-label={title(at)}>
            { for t("date-weekdays").split(' ').enumerate().map(|(no, day)| html! {
                <text class="g-day" x={fine(column * (no as f64 + 0.5))} y="12" text-anchor="middle">{ day.to_owned() }</text>
            }) }
            { for (0..rows * 7).map(|no| cell(no).show(sheet)) }
        </svg>
    }
}

/// A day in the grid of a month.
struct Cell {
    day: i64,
    at: (f64, f64),
    column: f64,
    narrow: bool,
    /// It belongs to the previous or next month.
    is_other: bool,
}

impl Cell {
    fn show(&self, sheet: &Openings) -> Html {
        let Self { day, at: (x, y), column, narrow, is_other } = *self;
        let span = Span::new(day * DAY, (day + 1) * DAY);
        let known = (sheet.days.0..sheet.days.1).contains(&day);
        let worst = sheet.worst.and_then(|(worst, _)| worst.within(span));
        let frozen = sheet.frozen.iter().find_map(|(ice, _)| ice.within(span));
        let open = sheet.open_on(day).0;
        let at = |secs: i64| x + 4.0 + (secs - span.from) as f64 / DAY as f64 * (column - 8.0);
        let shift = sheet.shifts.iter().find(|(at, _)| span.contains(*at));
        let class = classes!("m-day", (is_other || !known).then_some("other"));
        let parts = sheet.open.iter().filter_map(|open| open.within(span));
        let opens = parts.clone().map(|part| part.from).next();
        let closes = parts.map(|part| part.to).next_back();
        // If both are close together there is room for only one.
        let late = opens.zip(closes).is_some_and(|(opens, closes)| {
            opens > span.from && (narrow || at(closes) - at(opens) < 66.0)
        });
        let pieces = sheet
            .pieces
            .iter()
            .filter_map(|piece| Some((piece.span.within(span)?, piece.unlisted)));
        html! {
            <>
                { for worst.map(|worst| {
                    let (from, to) = (x + (worst.from - span.from) as f64 / DAY as f64 * column, x + (worst.to - span.from) as f64 / DAY as f64 * column);
                    html! { <rect class="g-worst" x={fine(from)} y={fine(y)} width={fine(to - from)} height={fine(TALL)} /> }
                }) }
                { for frozen.map(|_| html! { <rect x={fine(x)} y={fine(y)} width={fine(column)} height={fine(TALL)} fill="url(#ck-frozen)" /> }) }
                <rect class="m-cell" x={fine(x)} y={fine(y)} width={fine(column)} height={fine(TALL)} />
                <text {class} x={fine(x + 8.0)} y={fine(y + 17.0)}>{ civil_from_days(day).2 }</text>
                if open > 0 && !narrow {
                    <text class="g-to" x={fine(x + column - 8.0)} y={fine(y + 17.0)} text-anchor="end">{ length(open) }</text>
                }
                { for pieces.map(|(piece, unlisted)| opening(at(piece.from), (at(piece.to) - at(piece.from)).max(2.0), y, unlisted)) }
                { for opens.filter(|at| *at > span.from).map(|secs| html! {
                    <text class="g-hour" x={fine(at(secs).min(x + column - 32.0))} y={fine(y + 57.0)}>{ time(secs) }</text>
                }) }
                { for closes.filter(|at| *at < span.to && !late).map(|secs| html! {
                    <text class="g-hour" x={fine(at(secs).max(x + 32.0))} y={fine(y + 57.0)} text-anchor="end">{ time(secs) }</text>
                }) }
                { for shift.map(|(moment, by)| clock_change(at(*moment), x, y, *by)) }
            </>
        }
    }
}

/// A bar of an open stretch, hatched if the day isn't listed.
fn opening(left: f64, width: f64, y: f64, unlisted: bool) -> Html {
    html! {
        <>
            <rect class={if unlisted { "p-unlisted" } else { "p-open" }} x={fine(left)} y={fine(y + 30.0)} width={fine(width)} height="14" rx="2" />
            if unlisted {
                <rect class="hatched" fill="url(#ck-hatch)" x={fine(left)} y={fine(y + 30.0)} width={fine(width)} height="14" />
            }
        </>
    }
}

/// The mark of a clock change, `at` on the day's axis.
fn clock_change(at: f64, x: f64, y: f64, by: i64) -> Html {
    let sign = if by > 0 { "+" } else { "−" };
    let text = tn("win-clocks", &[("by", format!("{sign}{}", length(by.abs())).into())]);
    html! {
        <>
            <path class="g-shift" d={format!("M{:.1} {}v{}", at, y + 22.0, TALL - 36.0)} />
            <text class="g-shift-text" x={fine(x + 8.0)} y={fine(y + TALL - 3.0)}>{ text }</text>
        </>
    }
}

/// Each day is a cell, filled in proportion to its open time.
pub(super) fn year(sheet: &Openings, narrow: bool) -> Html {
    let (cell, gap, columns) = if narrow { (21.5, 24.0, 2) } else { (24.0, 42.0, 4) };
    let (wide, left) = if narrow { (18.5, 4.0) } else { (21.0, 16.0) };
    const TALL: f64 = 6.0 * 22.0 + 34.0;
    let months = (0..12).map(|no| moved(sheet.days.0, no));
    let block = |(no, at): (usize, i64)| {
        let (first, days) = month_of(at);
        let left = (no % columns) as f64 * (7.0 * cell + gap) + left;
        let top = (no / columns) as f64 * TALL;
        let lead = i64::from(weekday(first));
        let total: i64 = (first..first + days).map(|day| sheet.open_on(day).0).sum();
        let cells = (first..first + days).map(|day| {
            let place = day - first + lead;
            let (x, y) = (left + (place % 7) as f64 * cell, top + 22.0 + (place / 7) as f64 * 22.0);
            let (open, unlisted) = sheet.open_on(day);
            let part = |secs: i64| (secs as f64 / DAY as f64 * 18.0).max(if secs > 0 { 2.0 } else { 0.0 });
            let (full, other) = (part(open), part(unlisted));
            let span = Span::new(day * DAY, (day + 1) * DAY);
            let worst = sheet.worst.is_some_and(|(worst, _)| worst.within(span).is_some_and(|part| part.secs() > DAY / 2));
            let frozen = sheet.frozen.iter().any(|(ice, _)| ice.within(span).is_some());
            let shift = sheet.shifts.iter().any(|(at, _)| span.contains(*at));
            let known = day >= sheet.days.0;
            html! {
                <>
                    <rect class={classes!("y-cell", worst.then_some("worst"), (!known).then_some("other"))} x={fine(x)} y={fine(y)} width={fine(wide)} height="18" rx="2">
                        <title>{ date_of_year(day) }{ ": " }{ length(open) }</title>
                    </rect>
                    if frozen {
                        <rect class="still" x={fine(x)} y={fine(y)} width={fine(wide)} height="18" fill="url(#ck-frozen)" />
                    }
                    if full > other {
                        <rect class="p-open still" x={fine(x)} y={fine(y + 18.0 - full)} width={fine(wide)} height={fine(full - other)} rx="2" />
                    }
                    if other > 0.0 {
                        <rect class="p-unlisted still" x={fine(x + 1.0)} y={fine(y + 19.0 - other)} width={fine(wide - 2.0)} height={fine((other - 2.0).max(1.0))} />
                        <rect class="hatched still" fill="url(#ck-hatch)" x={fine(x + 1.0)} y={fine(y + 19.0 - other)} width={fine(wide - 2.0)} height={fine((other - 2.0).max(1.0))} />
                    }
                    if shift {
                        <path class="g-shift still" d={format!("M{:.1} {}v20", x + wide / 2.0, y - 1.0)} />
                    }
                </>
            }
        });
        html! {
            <>
                <text class="g-date" x={fine(left)} y={fine(top + 14.0)}>{ title(at) }</text>
                <text class="g-to" x={fine(left + 7.0 * cell - 3.0)} y={fine(top + 14.0)} text-anchor="end">{ length(total) }</text>
                { for cells }
            </>
        }
    };
    let height = (12 / columns) as f64 * TALL;
    let width = if narrow { NARROW } else { WIDE };
    let label = tn("win-year-of", &[("day", date_of_year(sheet.days.0).into())]);
    html! {
        <svg class="grid" viewBox={format!("0 0 {width} {height}")} role="img" aria-label={label}>
            { for months.enumerate().map(block) }
        </svg>
    }
}
