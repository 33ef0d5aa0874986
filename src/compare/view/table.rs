//! The differences: a line per number, and below it the records behind it.

use super::text;
use crate::compare::state::{Compare, CompareStep, Variant};
use crate::forecast::view::{sample, took};
use crate::player::{Player, RunScene};
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, Store};
use crate::shell::widgets::icon;
use crate::shell::words::{t, tn};
use base::RecordNo;
use draw::icons;
use draw::surface::plain;
use query::compare::{CompareRow, Measure, Number, What, alike, table as lines};
use yew::prelude::*;

/// More records are only counted.
const SHOWN: usize = 50;
/// So many lines with the same numbers are folded.
const ALIKE: usize = 3;

pub(super) fn table(store: &Store, player: &Player, compare: &Compare) -> Html {
    let measures: Vec<_> =
        (compare.variants.iter()).map(|variant| variant.measures.as_deref()).collect();
    let lines = lines(&measures);
    let Some(first) = compare.variants.iter().find_map(|one| one.run()) else {
        return html! {
            <>
                <h2>{ t("ui-compare-differs") }</h2>
                if !compare.is_too_large() {
                    <p class="cmp-sub">{ t("ui-compare-computing") }</p>
                }
            </>
        };
    };
    html! {
        <section aria-labelledby="cmp-differs">
            <h2 id="cmp-differs">{ t("ui-compare-differs") }</h2>
            if compare.variants.len() < 2 {
                // All equal: none is lower.
            } else if alike(measures.iter().flatten().copied()) {
                <p class="cmp-sub">{ icon(icons::CHEVRON_DOWN, "i12 cmp-low") }{ t("ui-compare-lower-note") }</p>
            } else {
                <p class="cmp-sub">{ t("ui-compare-unlike-note") }</p>
            }
            <table class="cmp-table">
                <thead>
                    <tr>
                        <th scope="col"><span class="vh">{ t("ui-compare-what") }</span></th>
                        { for (0..compare.variants.len()).map(|n| html! {
                            <th scope="col">
                                <span class={classes!("cmp-n", (n > 0).then_some("ring"))}>{ n + 1 }</span>
                                { " " }{ text::short(compare, n) }
                            </th>
                        }) }
                    </tr>
                </thead>
                <tbody>{ outcomes(compare) }</tbody>
                { for folded(&lines).map(|lines| html! {
                    <tbody class={classes!((lines.len() >= ALIKE).then_some("cmp-alike"))}>
                        if lines.len() >= ALIKE {
                            { all_of(lines) }
                        }
                        { for lines.iter().map(|line| html! {
                            <tr>
                                <th scope="row" title={matches!(line.what, What::ExtraNodes | What::NodeTime).then(|| t("ui-compare-vm-hours-means"))}>{ text::what(line.what, &first.plan) }</th>
                                { for cells(store, compare, line) }
                            </tr>
                        }) }
                        if lines[0].what == What::Duration && compare.is_sampled() {
                            { ranges(compare) }
                        }
                    </tbody>
                }) }
            </table>
            { records(player, compare) }
        </section>
    }
}

/// The lines; those of workloads with the same numbers are together.
fn folded<'a>(lines: &'a [CompareRow<'a>]) -> impl Iterator<Item = &'a [CompareRow<'a>]> {
    let numbers = |line: &CompareRow<'_>| {
        let numbers = line.cells.iter().map(|(cell, _)| cell.map(|one| one.number));
        matches!(line.what, What::Ready(_)).then(|| numbers.collect::<Vec<_>>())
    };
    lines.chunk_by(move |a, b| numbers(a).is_some() && numbers(a) == numbers(b))
}

/// A line without records.
fn plain_line(head: Html, said: impl Iterator<Item = String>) -> Html {
    html! { <tr class="cmp-plain">{ head }{ for said.map(|one| html! { <td><span>{ one }</span></td> }) }</tr> }
}

/// One line for many with the same numbers, which are unfolded by it.
fn all_of(lines: &[CompareRow<'_>]) -> Html {
    let words = tn("ui-compare-ready-alike", &[("n", lines.len().into())]);
    let number = |cell: &Option<&Measure>| cell.map_or(Number::Nothing, |one| one.number);
    let said = lines[0].cells.iter().map(|(cell, _)| text::figure(number(cell)));
    plain_line(html! { <th scope="row"><details><summary>{ words }</summary></details></th> }, said)
}

/// The outcome of each variant.
fn outcomes(compare: &Compare) -> Html {
    let said = |variant: &Variant| match (variant.outcome(), &variant.came) {
        (Some(outcome), _) => text::outcome(outcome),
        (None, None) => t("ui-compare-computing"),
        (None, Some(_)) => "–".to_owned(),
    };
    let head = html! { <th scope="row">{ t("ui-compare-outcome") }</th> };
    plain_line(head, compare.variants.iter().map(said))
}

fn cells<'a>(
    store: &'a Store,
    compare: &'a Compare,
    line: &'a CompareRow<'a>,
) -> impl Iterator<Item = Html> + 'a {
    let what = line.what;
    line.cells.iter().enumerate().map(move |(n, (cell, lower))| {
        let Some(measure) = cell.filter(|one| one.number != Number::Nothing) else {
            return html! { <td>{ "–" }</td> };
        };
        let open = compare.picked == Some((n, what));
        let onclick = store.on(move |_: MouseEvent| Action::Compare(CompareStep::Pick(n, what)));
        html! {
            <td class={classes!(lower.then_some("low"))}>
                <button type="button" aria-expanded={open.to_string()} aria-controls="cmp-records" title={t("ui-compare-show")} {onclick}>
                    if *lower {
                        { icon(icons::CHEVRON_DOWN, "i12 cmp-low") }
                        <span class="vh">{ t("ui-compare-lower") }{ " " }</span>
                    }
                    { text::figure(measure.number) }
                </button>
            </td>
        }
    })
}

/// How long each takes with the runs of its sample, as the headline of the findings says it; no record of these runs shows it.
fn ranges(compare: &Compare) -> Html {
    let said = |variant: &Variant| {
        let ranges = variant.sample.as_ref().and_then(|sample| sample.ranges());
        ranges.map_or_else(|| t("ui-compare-computing"), |ranges| took(&ranges))
    };
    let is_drawn = compare.variants[0].sample.as_ref().is_some_and(|sample| sample.is_drawn());
    let head = html! { <th scope="row" title={sample("runs-of-range", is_drawn)}>{ t("ui-compare-range") }</th> };
    plain_line(head, compare.variants.iter().map(said))
}

/// The records of the selected number.
fn records(player: &Player, compare: &Compare) -> Html {
    let picked = compare.picked.and_then(|(n, what)| {
        let variant = compare.variants.get(n)?;
        let measure = variant.measures.as_ref()?.get(what)?;
        Some((n, what, variant.run()?, measure))
    });
    html! {
        <div id="cmp-records">
            if let Some((n, what, run, measure)) = picked {
                { list(player, (n, &text::name(compare, n)), what, run, measure) }
            }
        </div>
    }
}

/// Why there are no records.
fn no_records(measure: &Measure) -> &'static str {
    match measure.what {
        // The number was already reached at the start.
        What::NodesMax | What::NodesMin | What::NodeTime | What::Ready(_) => {
            "ui-compare-no-records"
        }
        _ if measure.number.is_zero() => "ui-compare-none",
        _ => "ui-compare-no-records",
    }
}

fn list(
    player: &Player,
    (n, name): (usize, &str),
    what: What,
    run: &Run,
    measure: &Measure,
) -> Html {
    let args = [
        ("what", text::what(what, &run.plan).into()),
        ("variant", (n + 1).into()),
        ("name", name.into()),
        ("n", measure.rows.len().into()),
    ];
    let more = measure.rows.len().saturating_sub(SHOWN);
    let shown = measure.rows.iter().take(SHOWN);
    let rows = RunScene::speak(run, |words| {
        let row = |no: &RecordNo| {
            let record = run.trace.record(*no)?;
            let (name, fact) = (words.name(record.subject), words.fact(&record));
            Some((record.at, plain(&format!("{name} {fact}"))))
        };
        shown.filter_map(row).collect::<Vec<_>>()
    });
    let start = run.plan.start_unix_ms;
    html! {
        <>
            <h3>{ tn("ui-compare-records", &args) }</h3>
            if rows.is_empty() {
                <p class="cmp-sub">{ t(no_records(measure)) }</p>
            }
            <ol>
                { for rows.into_iter().map(|(at, text)| {
                    let player = player.clone();
                    let onclick = Callback::from(move |_: MouseEvent| player.seek_in(n, at));
                    html! {
                        <li><button type="button" {onclick}><time>{ day_time(start, at.ms()) }</time>{ text }</button></li>
                    }
                }) }
            </ol>
            if more > 0 {
                <p class="cmp-sub">{ tn("ui-compare-more", &[("n", more.into())]) }</p>
            }
        </>
    }
}
