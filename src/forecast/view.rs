//! The forecast in words: the headline of the findings.

use super::update::RUNS;
use crate::shell::dates::{day_time, weekday_of};
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::words::{number, span, t, tn};
use model::Maintenance;
use runner::window_fit::{FitRange, SEEDS};
use words::capital::capitalized;
use yew::prelude::*;

/// How long it takes, when it ends, in how many windows, and with how many forced Pods: the run, between fast and slow durations, or
/// between p10 and p90 of drawn ones. With dates if the scenario has a start.
#[inline(never)] // Known long after the first run is on the screen.
pub fn headline(store: &Store, run: &Run, ranges: &[FitRange; 3]) -> Html {
    let dated = store.state().is_dated();
    let start = run.plan.start_unix_ms;
    let three = |say: &dyn Fn(&FitRange) -> String| ranged(ranges.each_ref().map(say));
    let never = || t("ui-range-never");
    let mut day = String::new();
    let mut end = |one: &FitRange| {
        let Some(at) = one.over else {
            return never();
        };
        let unix = start + at.ms();
        match dated {
            // A day is named once.
            true => {
                let clock = draw::timeline::clock(unix, false);
                let before = std::mem::replace(&mut day, weekday_of(unix.div_euclid(86_400_000)));
                if before == day { clock } else { format!("{day} {clock}") }
            }
            false => day_time(start, at.ms()),
        }
    };
    let [first, half, last] = ranges;
    let ends = match first.over == last.over {
        true => end(first),
        false => around([end(half), end(first), end(last)]),
    };
    let always = run.plan.maintenance.openings.first() == Some(&Maintenance::ALL);
    // Nine of ten runs or more don't end.
    let ever = first.over.is_some();
    let title = match ever {
        true => tn("ui-forecast-took", &[("took", ranged(spans(ranges)).into())]),
        false => t("ui-forecast-never"),
    };
    let mut parts = Vec::new();
    if ever {
        parts.push(tn("ui-forecast-ends", &[("at", ends.into())]));
    }
    for (key, most, all) in [
        (
            "ui-forecast-windows",
            if always { 0 } else { last.windows },
            three(&|one| number(one.windows)),
        ),
        ("ui-forecast-forced", last.forced, three(&|one| number(one.forced))),
    ] {
        if most > 0 {
            parts.push(tn(key, &[("n", all.into())]));
        }
    }
    html! {
        <p class="forecast"><b>{ title }</b>{ " " }{ capitalized(&parts.join("; ")) }</p>
    }
}

/// `26 min (25 min 4 s to 28 min 10 s)`; one value if all are the same.
fn ranged([first, half, last]: [String; 3]) -> String {
    if first == last { first } else { around([half, first, last]) }
}

/// A middle value, and the range around it.
fn around([half, first, last]: [String; 3]) -> String {
    tn("ui-about", &[("half", half.into()), ("first", first.into()), ("last", last.into())])
}

/// How long it takes: `25 min 4 s – 26 min – 28 min 10 s`.
pub fn took(ranges: &[FitRange; 3]) -> String {
    joined(spans(ranges))
}

fn spans(ranges: &[FitRange; 3]) -> [String; 3] {
    let never = || t("ui-range-never");
    ranges.each_ref().map(|one| one.over.map_or_else(never, |_| span(one.took.ms())))
}

/// Of which runs the three are, by a message about it.
pub fn sample(key: &str, is_drawn: bool) -> String {
    let drawn = if is_drawn { "yes" } else { "no" };
    let runs = [("runs", RUNS.into()), ("seeds", SEEDS.into()), ("drawn", drawn.into())];
    tn(key, &runs)
}

/// `1 – 2 – 4`; one value if all are the same.
fn joined(three: [String; 3]) -> String {
    match three[0] == three[2] {
        true => three[0].clone(),
        false => three.join(" – "),
    }
}
