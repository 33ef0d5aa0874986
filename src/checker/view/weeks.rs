//! The calendar in weeks: occurrences above, open time below.

use crate::checker::dates::{day_of, moment, time};
use crate::checker::openings::Openings;
use crate::shell::dates::{day_month, length, short_day};
use crate::shell::words::{t, tn};
use base::civil::DAY;
use scenario::calendar::Span;
use yew::prelude::*;

const HEAD: f64 = 34.0;
const WEEK: i64 = 7 * DAY;
/// The most occurrences drawn per week; more can't be told apart.
const MOST: usize = 40;

/// The layout of a row.
struct WeekRow {
    /// Where its days begin and end.
    left: f64,
    width: f64,
    height: f64,
    lanes: [f64; 2],
    lane: f64,
    bar: f64,
    tall: f64,
}

/// Fill patterns of all views, once per page.
pub(super) fn patterns() -> Html {
    html! {
        <svg class="patterns" width="0" height="0" aria-hidden="true">
            <defs>
                <pattern id="ck-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="2.4" height="7" /></pattern>
                <pattern id="ck-overlap" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="over" width="1.4" height="4" /></pattern>
                <pattern id="ck-frozen" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="ice" width="1.6" height="6" /></pattern>
            </defs>
        </svg>
    }
}

impl WeekRow {
    fn new(rows: i64, narrow: bool) -> Self {
        let (left, width) = if narrow { (56.0, 342.0) } else { (76.0, 862.0) };
        let (height, lanes, lane, bar, tall) = match rows {
            ..=8 => (50.0, [6.0, 13.0], 5.0, 22.0, 17.0),
            _ => (42.0, [5.0, 11.0], 4.0, 19.0, 16.0),
        };
        Self { left, width, height, lanes, lane, bar, tall }
    }

    fn column(&self) -> f64 {
        (self.width - self.left) / 7.0
    }

    fn x(&self, from: i64, at: i64) -> f64 {
        self.left + (at - from) as f64 / WEEK as f64 * (self.width - self.left)
    }
}

/// The approximate width of a small text.
fn wide(text: &str) -> f64 {
    text.chars().count() as f64 * 6.3
}

pub(super) fn weeks(sheet: &Openings, start: i64, narrow: bool) -> Html {
    let rows = sheet.weeks();
    let row = WeekRow::new(rows, narrow);
    let (left_edge, width) = (row.left, row.width);
    let height = HEAD + row.height * rows as f64;
    let column = row.column();
    let label = tn("win-grid", &[("n", rows.into()), ("day", day_month(start).into())]);
    html! {
        <svg class="grid" viewBox={format!("0 0 {width} {}", height + 1.0)} role="img" aria-label={label}>
            { for (0..7).map(|day| {
                let left = left_edge + column * f64::from(day);
                html! {
                    <>
                        <text class="g-day" x={(left + column / 2.0).to_string()} y="12" text-anchor="middle">{ short_day(start + i64::from(day)) }</text>
                        <text class="g-hour" x={(left + 3.0).to_string()} y="28">{ "00" }</text>
                        if !narrow {
                            <text class="g-hour" x={(left + column / 2.0 + 3.0).to_string()} y="28">{ "12" }</text>
                        }
                    </>
                }
            }) }
            { for (0..rows).map(|no| week(sheet, start + no * 7, HEAD + row.height * no as f64, &row, no == 0)) }
            <path class="g-line" d={format!("M{left_edge} {height}H{width}")} />
            { stretch(sheet, start, rows, &row) }
        </svg>
    }
}

fn week(sheet: &Openings, first: i64, top: f64, row: &WeekRow, is_first: bool) -> Html {
    let from = first * DAY;
    let span = Span::new(from, from + WEEK);
    let column = row.column();
    let (left, width) = (row.left, row.width);
    let at = |secs: i64| row.x(from, secs);
    let rect = |class: &'static str,
                span: Span,
                y: f64,
                height: f64,
                fill: Option<&'static str>| {
        let (x, width) = (at(span.from), (at(span.to) - at(span.from)).max(1.0));
        html! { <rect {class} x={format!("{x:.1}")} y={format!("{y:.1}")} width={format!("{width:.1}")} height={height.to_string()} rx={if height > 8.0 { "3" } else { "1" }} {fill} /> }
    };
    let shade = |class: &'static str, span: Span, fill: Option<&'static str>| {
        let (x, width) = (at(span.from), at(span.to) - at(span.from));
        html! { <rect {class} x={format!("{x:.1}")} y={top.to_string()} width={format!("{width:.1}")} height={row.height.to_string()} {fill} /> }
    };
    let worst = sheet.worst.and_then(|(worst, _)| worst.within(span));
    // Days before the first and after the last are unknown.
    let known = Span::new(sheet.days.0 * DAY, sheet.days.1 * DAY);
    let before = Span::new(from, known.from.min(span.to));
    let frozen = sheet.frozen.iter().filter_map(|(ice, name)| Some((ice.within(span)?, name)));
    let lanes = lanes(sheet, span);
    let lines: String = (0..=7)
        .map(|day| format!("M{:.1} {top}v{}", left + column * f64::from(day), row.height))
        .collect();
    let shifts = sheet.shifts.iter().filter(|(at, _)| span.contains(*at));
    html! {
        <>
            { for worst.map(|worst| shade("g-worst", worst, None)) }
            { for (before.from < before.to).then(|| shade("g-unknown", before, None)) }
            { for frozen.clone().map(|(ice, _)| shade("p-frozen bare", ice, Some("url(#ck-frozen)"))) }
            <path class="g-day-line" d={lines} />
            <path class="g-line" d={format!("M{left} {top}H{width}")} />
            <text class="g-date" x="0" y={(top + row.height / 2.0 - 10.0).to_string()}>{ day_month(first) }</text>
            <text class="g-to" x="0" y={(top + row.height / 2.0 + 5.0).to_string()}>{ tn("win-to", &[("day", day_month(first + 6).into())]) }</text>
            { for lanes.iter().map(|(lane, one)| rect("p-occurrence", *one, top + row.lanes[*lane], row.lane, None)) }
            { for sheet.overlaps.iter().filter_map(|one| one.within(span)).take(MOST).map(|one| {
                rect("g-over", one, top + row.lanes[0], row.lanes[1] + row.lane - row.lanes[0], Some("url(#ck-overlap)"))
            }) }
            { for sheet.kept_out.iter().filter_map(|one| one.within(span)).map(|one| rect("p-kept-out", one, top + row.bar, row.tall, None)) }
            { bars(sheet, span, top, row, is_first) }
            { for frozen.map(|(ice, name)| {
                let text = tn("win-frozen", &[("name", name.as_str().into())]);
                let room = wide(&text) < at(ice.to) - at(ice.from) - 8.0;
                html! { if room { <text class="g-ice" x={format!("{:.1}", at(ice.from) + 6.0)} y={(top + row.height - 4.0).to_string()}>{ text }</text> } }
            }) }
            { for shifts.map(|(moment, by)| shift(at(*moment), top, row, *by)) }
        </>
    }
}

/// The mark of a clock change.
fn shift(x: f64, top: f64, row: &WeekRow, by: i64) -> Html {
    let sign = if by > 0 { "+" } else { "−" };
    let text = tn("win-clocks", &[("by", format!("{sign}{}", length(by.abs())).into())]);
    let near_end = x + wide(&text) + 8.0 > row.width;
    let (anchor, dx) = if near_end { ("end", -4.0) } else { ("start", 4.0) };
    html! {
        <>
            <path class="g-shift" d={format!("M{x:.1} {top}v{}", row.height)} />
            <text class="g-shift-text" x={format!("{:.1}", x + dx)} y={(top + row.height - 4.0).to_string()} text-anchor={anchor}>{ text }</text>
        </>
    }
}

/// The occurrences of a week, each in the first free lane.
fn lanes(sheet: &Openings, week: Span) -> Vec<(usize, Span)> {
    let mut free = [i64::MIN; 2];
    let mut all = Vec::new();
    let from = sheet.occurrences.partition_point(|one| one.from < week.from - 400 * DAY);
    for one in &sheet.occurrences[from..] {
        if one.from >= week.to || all.len() >= MOST {
            break;
        }
        let lane = if free[0] <= one.from { 0 } else { 1 };
        free[lane] = free[lane].max(one.to);
        if let Some(part) = one.within(week) {
            all.push((lane, part));
        }
    }
    all
}

fn bars(sheet: &Openings, week: Span, top: f64, row: &WeekRow, is_first: bool) -> Html {
    let y = top + row.bar;
    let at = |secs: i64| row.x(week.from, secs);
    let pieces =
        sheet.pieces.iter().filter_map(|piece| Some((piece.span.within(week)?, piece.unlisted)));
    let pieces: Vec<(Span, bool)> = pieces.collect();
    // Listed days are drawn first, so that the borders of others are complete.
    let (others, listed): (Vec<_>, Vec<_>) =
        pieces.into_iter().partition(|(_, unlisted)| *unlisted);
    let text_y = (y + row.tall / 2.0 + 4.0).to_string();
    html! {
        <>
            { for listed.iter().map(|(span, _)| {
                let (left, width) = (at(span.from), (at(span.to) - at(span.from)).max(1.5));
                let next = others.iter().any(|(other, _)| other.from == span.to);
                let whole = format!("{} {} – {} {}", short_day(day_of(span.from)), time(span.from), end_day(span.to), end_time(span.to));
                let short = length(sheet.lasts(*span));
                let times = format!("{}–{}", time(span.from), end_time(span.to));
                let text = [whole, times, short].into_iter().enumerate().find(|(no, text)| (is_first || *no == 2) && wide(text) + 12.0 < width);
                html! {
                    <>
                        <rect class="p-open" x={format!("{left:.1}")} y={y.to_string()} width={format!("{width:.1}")} height={row.tall.to_string()} rx={if width > 8.0 { "3" } else { "0.5" }} />
                        if next && width > 8.0 {
                            <rect class="p-open" x={format!("{:.1}", left + width - 4.0)} y={y.to_string()} width="4" height={row.tall.to_string()} />
                        }
                        { for text.map(|(_, text)| html! { <text class="g-open" x={format!("{:.1}", left + 7.0)} y={text_y.clone()}>{ text }</text> }) }
                    </>
                }
            }) }
            { for others.iter().map(|(span, _)| {
                let (left, width) = (at(span.from), (at(span.to) - at(span.from)).max(1.5));
                let whole = format!("{}, {}", short_day(day_of(span.from)), length(sheet.lasts(*span)));
                let text = [whole, length(sheet.lasts(*span))].into_iter().enumerate().find(|(no, text)| (is_first || *no == 1) && wide(text) + 8.0 < width);
                let geometry = |class: &'static str, fill: Option<&'static str>| html! {
                    <rect {class} {fill} x={format!("{:.1}", left + 1.0)} y={(y + 1.0).to_string()} width={format!("{:.1}", (width - 2.0).max(1.0))} height={(row.tall - 2.0).to_string()} />
                };
                html! {
                    <>
                        { geometry("p-unlisted", None) }
                        { geometry("hatched", Some("url(#ck-hatch)")) }
                        { for text.map(|(_, text)| html! { <text class="g-plate" x={format!("{:.1}", left + width / 2.0)} y={text_y.clone()} text-anchor="middle">{ text }</text> }) }
                    </>
                }
            }) }
        </>
    }
}

/// Midnight counts as the end of the previous day.
fn end_day(at: i64) -> String {
    short_day(day_of(at - 1))
}

fn end_time(at: i64) -> String {
    match at.rem_euclid(DAY) {
        0 => "24:00".to_owned(),
        _ => time(at),
    }
}

/// The longest part of a stretch within a week without bars.
fn longest_gap(sheet: &Openings, week: Span, within: Span) -> Option<Span> {
    let span = week.within(within)?;
    let mut free = span;
    let mut best: Option<Span> = None;
    let bars = sheet.open.iter().chain(&sheet.kept_out);
    for bar in bars.filter_map(|one| one.within(span)) {
        let before = Span::new(free.from, bar.from.max(free.from));
        if best.is_none_or(|best| before.secs() > best.secs()) {
            best = Some(before);
        }
        free.from = free.from.max(bar.to);
    }
    let best = best.filter(|best| best.secs() >= free.secs());
    Some(best.unwrap_or(free))
}

/// The start and end of the worst stretch, labeled in free space.
fn stretch(sheet: &Openings, start: i64, rows: i64, row: &WeekRow) -> Html {
    let Some((worst, open)) = sheet.worst else {
        return Html::default();
    };
    let days = (worst.secs() + DAY / 2) / DAY;
    let from = tn(
        "win-worst-from",
        &[
            ("days", days.into()),
            ("from", moment(worst.from).into()),
            ("length", length(open).into()),
        ],
    );
    let to = tn("win-worst-to", &[("to", moment(worst.to).into())]);
    let top = |no: i64| HEAD + row.height * no as f64;
    let row_of = |at: i64| (day_of(at) - start).div_euclid(7);
    let here = |no: i64| (0..rows).contains(&no);
    let week = |no: i64| (start + 7 * no) * DAY;
    let mark = |at: i64, no: i64| {
        html! { <path class="g-edge" d={format!("M{:.1} {}v{}", row.x(week(no), at), top(no), row.height)} /> }
    };
    let room = |no: i64, text: &str| {
        longest_gap(sheet, Span::new(week(no), week(no) + WEEK), worst).filter(|gap| {
            here(no) && row.x(week(no), gap.to) - row.x(week(no), gap.from) > wide(text) + 18.0
        })
    };
    let (first, last) = (row_of(worst.from), row_of(worst.to - 1));
    let y = |no: i64| {
        (top(no) + row.bar + row.tall / 2.0 + if row.height > 50.0 { -4.0 } else { 3.0 })
            .to_string()
    };
    let said = [first, first + 1].into_iter().find_map(|no| Some((no, room(no, &from)?)));
    let ended = (last != first + 1 || said.is_none_or(|(no, _)| no != last))
        .then(|| room(last, &to))
        .flatten();
    html! {
        <>
            { for here(first).then(|| mark(worst.from, first)) }
            { for here(last).then(|| mark(worst.to, last)) }
            { for said.map(|(no, gap)| html! {
                <text class="g-worst-text" x={format!("{:.1}", row.x(week(no), gap.from) + 8.0)} y={y(no)}>{ from.clone() }</text>
            }) }
            { for ended.map(|gap| html! {
                <text class="g-worst-text" x={format!("{:.1}", row.x(week(last), gap.to) - 6.0)} y={y(last)} text-anchor="end">{ to.clone() }</text>
            }) }
            if said.is_none() && here(first) {
                <title>{ from.clone() }{ ", " }{ to }{ t("win-stop") }</title>
            }
        </>
    }
}
