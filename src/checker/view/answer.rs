//! The sentence, the calendar, and the traps.

use super::{Checker, CheckerView, Msg, months, side, weeks};
use crate::checker::dates::{day_of, moment};
use crate::checker::openings::Openings;
use crate::shell::dates::{date_of_year, length, short_day, weekday_name};
use crate::shell::web::browser;
use crate::shell::widgets::{icon, icon_button, rule_link};
use crate::shell::words::{attribute, t, tm, tn};
use base::civil::DAY;
use draw::icons;
use scenario::calendar::report::SHOWN_DAYS;
use scenario::calendar::traps::Trap;
use scenario::calendar::{Span, Utc, Zone, notes, sentence};
use yew::html::Scope;
use yew::prelude::*;

/// Below this width the verdict is at the bottom.
const NARROW: &str = "(max-width: 719px)";

pub(super) fn answer(checker: &Checker, link: &Scope<Checker>) -> Html {
    let report = &checker.report;
    let brief = || browser::matches(NARROW).then(|| side::brief(checker));
    let Some(understood) = &report.understood else {
        let (says, lead) = match checker.query.pasted.window_unknown {
            true => ("win-unknown-says", "win-unknown-lead"),
            false => ("win-not-understood", "win-not-understood-lead"),
        };
        return html! {
            <section class="say">
                <h2>{ t(says) }</h2>
                { for brief() }
                <p>{ t(lead) }</p>
            </section>
        };
    };
    let detail = &understood.sentence.detail;
    // Times are stored in UTC for every display zone.
    let stored = (checker.zone.name() != Utc.name()).then(|| {
        let now = report.context.now;
        let shown = Span::new(now, now + SHOWN_DAYS * DAY);
        let said = sentence::of(&understood.policy.window, &understood.window, shown, &Utc);
        tn("win-stored", &[("says", tm(&said.says).into())])
    });
    html! {
        <>
            <section class="say">
                <h2>{ tm(&understood.sentence.says) }</h2>
                { for brief() }
                if !detail.is_empty() {
                    <p>{ for detail.iter().map(|one| html! { <>{ tm(one) }{ " " }</> }) }</p>
                }
                if !checker.left_out.is_empty() {
                    <p>{ tn("win-left-out", &[("n", checker.left_out.len().into()), ("names", checker.left_out.join(", ").into())]) }</p>
                }
                { for stored.filter(|_| !understood.open.is_empty()).map(|says| html! { <p>{ says }</p> }) }
            </section>
            { for checker.sheet.as_ref().map(|sheet| calendar(checker, sheet, link)) }
            { traps(report.traps.as_slice()) }
        </>
    }
}

fn calendar(checker: &Checker, sheet: &Openings, link: &Scope<Checker>) -> Html {
    let view = checker.query.view;
    let pick = |key: &str, other: CheckerView| {
        html! { <button type="button" aria-pressed={(view == other).to_string()} onclick={link.callback(move |_: MouseEvent| Msg::View(other))}>{ t(key) }</button> }
    };
    let go = |steps: i64| link.callback(move |_: MouseEvent| Msg::Go(steps));
    let narrow = browser::matches(NARROW);
    let (title, drawn) = match view {
        CheckerView::Weeks => {
            let (first, last) = (checker.at, checker.at + 7 * sheet.weeks() - 1);
            let title = format!("{} – {}", date_of_year(first), date_of_year(last));
            (title, weeks::weeks(sheet, checker.at, narrow))
        }
        CheckerView::Month => (months::title(checker.at), months::month(sheet, checker.at, narrow)),
        CheckerView::Year => (String::new(), months::year(sheet, narrow)),
    };
    html! {
        <section class="card calc" aria-label={t("win-open")}>
            <div class="ch">
                <h3>{ t("win-open") }</h3>
                <div class="marks">{ legend(sheet, view) }</div>
                <span class="seg" role="group" aria-label={t("win-view")}>
                    { pick("win-weeks", CheckerView::Weeks) }
                    { pick("win-month", CheckerView::Month) }
                    { pick("win-year", CheckerView::Year) }
                </span>
            </div>
            if !title.is_empty() {
                <div class="nav">
                    { icon_button(icons::PREV_PHASE, t("win-before"), "", None, go(-1)) }
                    <b>{ title }</b>
                    { icon_button(icons::NEXT_PHASE, t("win-after"), "", None, go(1)) }
                    if checker.at != checker.begin() {
                    <button type="button" class="link" onclick={go(0)}>{ t(if view == CheckerView::Weeks { "win-to-worst" } else { "win-to-start" }) }</button>
                    }
                    <span class="grow" />
                    <span class="quiet">
                        if view == CheckerView::Weeks && sheet.first != 0 {
                            { tn("win-from-day", &[("day", weekday_name(sheet.first).into())]) }{ " · " }
                        }
                        { checker.zone.name() }
                    </span>
                </div>
            }
            <div class="scroll" tabindex="0" role="group" aria-label={t("win-scroll")}>
                { drawn }
            </div>
            { for (view != CheckerView::Year).then(|| twin(sheet, checker.at)) }
        </section>
    }
}

fn legend(sheet: &Openings, view: CheckerView) -> Html {
    let key = |class: &'static str, words: String| {
        html! {
            <span class="k">
                <svg width="18" height="12" aria-hidden="true">
                    <rect class={class} x="1" y="1" width="16" height="10" rx="2" />
                    if class == "p-unlisted" {
                        <rect class="hatched" x="1" y="1" width="16" height="10" rx="2" fill="url(#ck-hatch)" />
                    }
                    if class == "p-overlap" {
                        <rect x="1" y="1" width="16" height="10" rx="2" fill="url(#ck-overlap)" />
                    }
                    if class == "p-frozen" {
                        <rect x="1" y="1" width="16" height="10" rx="2" fill="url(#ck-frozen)" />
                    }
                </svg>
                { words }
            </span>
        }
    };
    let weeks = view == CheckerView::Weeks;
    let overlap = tn("win-key-overlap", &[("length", length(sheet.overlap_secs).into())]);
    let unlisted = sheet.pieces.iter().any(|piece| piece.unlisted);
    html! {
        <>
            if weeks && !sheet.occurrences.is_empty() {
                { key("p-occurrence", t("win-key-occurrence")) }
            }
            if weeks && !sheet.overlaps.is_empty() && sheet.overlap_secs < 28 * DAY {
                { key("p-overlap", overlap) }
            }
            { key("p-open", t("win-key-open")) }
            if unlisted {
                { key("p-unlisted", t("win-key-unlisted")) }
            }
            if !sheet.frozen.is_empty() {
                { key("p-frozen", t("win-key-frozen")) }
            }
        </>
    }
}

/// The grid as text for screen readers.
fn twin(sheet: &Openings, start: i64) -> Html {
    let rows = (0..sheet.weeks()).map(|row| {
        let first = start + row * 7;
        let week = Span::new(first * DAY, (first + 7) * DAY);
        let open: Vec<String> = sheet
            .open
            .iter()
            .filter_map(|span| span.within(week))
            .take(14)
            .map(|span| format!("{} – {} ({})", moment(span.from), moment(span.to), length(sheet.lasts(span))))
            .collect();
        let says = match open.is_empty() {
            true => t("win-closed"),
            false => open.join("; "),
        };
        html! { <li>{ tn("win-week", &[("from", date_of_year(first).into()), ("day", short_day(first).into())]) }{ ": " }{ says }</li> }
    });
    let worst = sheet.worst.map(|(span, open)| {
        let args = [
            ("days", ((span.secs() + DAY / 2) / DAY).into()),
            ("from", format!("{}, {}", moment(span.from), date_of_year(day_of(span.from))).into()),
            ("length", length(open).into()),
        ];
        html! { <li>{ tn("win-worst-text", &args) }</li> }
    });
    html! { <ul class="vh">{ for rows }{ for worst }</ul> }
}

/// What the policy doesn't show.
pub(super) fn notes() -> Html {
    html! {
        <details class="card notes">
            <summary>{ t("win-notes") }</summary>
            <ul>
                { for notes::notes().map(|rule| html! {
                    <li>{ t(&format!("maintenance-note-{rule}")) }{ " " }{ rule_link::chips(&[rule], "") }</li>
                }) }
            </ul>
        </details>
    }
}

fn traps(traps: &[Trap]) -> Html {
    // What could be there, but isn't.
    let none: Vec<String> = [
        (&["trap/overlap", "trap/unlisted-day"][..], "win-no-overlap"),
        (&["trap/first-start"], "win-no-first"),
        (&["trap/far-end"], "win-no-far"),
        (&["trap/other-day", "trap/offset"], "win-no-shift"),
    ]
    .into_iter()
    .filter(|(codes, _)| !traps.iter().any(|trap| codes.contains(&trap.code)))
    .map(|(_, key)| t(key))
    .collect();
    let title = if traps.is_empty() { "win-no-trap" } else { "win-no-other-trap" };
    html! {
        <section class="traps" aria-label={t("win-traps")}>
            { for traps.iter().map(|trap| html! {
                <div class="card trap w">
                    <h3>{ icon(icons::WARN, "i14 warn") }{ attribute(&trap.message, "title") }</h3>
                    <p>{ tm(&trap.message) }{ " " }{ rule_link::chips(trap.rules, "") }</p>
                </div>
            }) }
            if !none.is_empty() {
                <div class="card trap">
                    <h3>{ icon(icons::CHECK, "i14 ok") }{ t(title) }</h3>
                    <p>{ none.join(" ") }</p>
                </div>
            }
        </section>
    }
}
