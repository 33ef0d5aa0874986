//! Findings about the whole run: its result, who is hurt, and diagnostics of the checks.

use super::figures::figures;
use super::links::{ENTRIES, STRETCHES, more, name, seek};
use super::workloads::workloads;
use crate::forecast::state::Forecast;
use crate::forecast::update::RUNS;
use crate::forecast::view::{headline, sample};
use crate::import;
use crate::player::report::{RunReport, title};
use crate::player::{Player, RunScene};
use crate::shell::dates::day_time;
use crate::shell::frame::banners::diagnostic;
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::widgets::{icon, rule_link};
use crate::shell::words::{span, t, tn};
use base::{PodId, SimTime};
use draw::icons;
use query::Conclusion;
use query::{self, Shortfall, Topic, parse_subject};
use runner::window_fit::{Fit, FitRange};
use scenario::{Diagnostic, Severity, named};
use trace::{Phrase, Subject};
use yew::prelude::*;

/// `change` is the element for the suggested changes.
pub fn findings(
    store: &Store,
    player: &Player,
    run: &Run,
    report: Option<&RunReport>,
    forecast: Option<&Forecast>,
    change: &NodeRef,
) -> Html {
    html! {
        <>
            { for report.map(|report| head(store, run, report, forecast)) }
            if report.is_none() {
                <h2>{ t("ui-computing") }</h2>
            }
            <div ref={change.clone()}></div>
            { for report.filter(|report| report.count() > 0).map(|report| harm(store, player, run, report)) }
            { for report.map(|report| workloads(store, player, run, report)) }
            { for report.map(|report| figures(store, run, &report.outcome)) }
            { checks(store, run) }
            { import::view::report_link(store) }
        </>
    }
}

fn head(store: &Store, run: &Run, report: &RunReport, forecast: Option<&Forecast>) -> Html {
    let outcome = &report.outcome;
    let start = run.plan.start_unix_ms;
    let upgrades = outcome.conclusion != Conclusion::Idle;
    let took = if upgrades { outcome.duration } else { outcome.end - SimTime::ZERO };
    let took = match upgrades && outcome.worked < took {
        true => tn(
            "ui-outcome-worked",
            &[("work", span(outcome.worked.ms()).into()), ("in", span(took.ms()).into())],
        ),
        false => span(took.ms()),
    };
    let last = day_time(start, outcome.end.ms());
    let sub = match outcome.over {
        Some(at) if at == outcome.end => {
            tn("ui-outcome-sub", &[("for", took.into()), ("at", day_time(start, at.ms()).into())])
        }
        Some(at) => tn(
            "ui-outcome-sub-later",
            &[("for", took.into()), ("at", day_time(start, at.ms()).into()), ("last", last.into())],
        ),
        None => tn("ui-outcome-unfinished", &[("for", took.into()), ("last", last.into())]),
    };
    let reached = query::reach(&run.trace, &outcome.pools);
    let reached = reached.map(|phrase| RunScene::speak(run, |words| words.say(&phrase)));
    const SAYS: (&str, &str) = (icons::INFO, "i14");
    let mark = if report.is_harmful() { (icons::WARN, "i14 bad") } else { SAYS };
    let rest = RunScene::speak(run, |words| {
        let rest = report.verdict.rest.iter().map(|one| (mark, one));
        let rest = rest.chain(report.verdict.open.iter().map(|one| (SAYS, one)));
        rest.map(|(mark, one)| (mark, words.say(one))).collect::<Vec<_>>()
    });
    let forecast =
        forecast.filter(|one| one.run == run.no && outcome.conclusion != Conclusion::Idle);
    // The run shown, between the fast and the slow ones.
    let own = FitRange {
        windows: outcome.windows,
        forced: outcome.forced,
        took: outcome.worked.min(outcome.duration),
        over: outcome.over,
    };
    let ranges = forecast.and_then(|one| one.ranges.as_ref()).map(|[first, _, last]| {
        let (first, last) = (*first, *last);
        [first, own, last]
    });
    let ranges = ranges.as_ref();
    let runs = forecast.and_then(|one| one.runs.as_ref());
    let is_drawn = runs.is_some_and(Fit::is_drawn);
    // Beside a range, the numbers of one run, and where it is among those of the range.
    let over = outcome.over.unwrap_or(SimTime::from_ms(i64::MAX));
    let sooner = runs.map_or(0, |runs| runs.ended_before(over));
    let seed = run.plan.seed.to_string();
    let of = [("seed", seed.into()), ("sooner", sooner.into()), ("runs", RUNS.into())];
    let shown = ranges.map(|_| tn("ui-forecast-shown", &of));
    html! {
        <>
            <h2 class={report.is_harmful().then_some("harm")}>{ title(run, report) }</h2>
            if !rest.is_empty() {
                <ul class="findings">
                    { for rest.into_iter().map(|((image, class), one)| html! {
                        <li>{ icon(image, class) }<p>{ one }</p></li>
                    }) }
                </ul>
            }
            { for reached.map(|reached| html! { <p class="sub reach">{ reached }</p> }) }
            { for ranges.map(|ranges| headline(store, run, ranges)) }
            if ranges.is_none() {
                <p class="sub">{ sub }</p>
            } else {
                <details>
                    <summary>{ t("ui-outcome-more") }</summary>
                    { for ranges.map(|_| html! { <p class="sub">{ sample("ui-about-runs", is_drawn) }</p> }) }
                    <p class="sub">{ for shown }{ " " }{ sub }</p>
                </details>
            }
        </>
    }
}

/// Workloads with too few ready Pods, and when: a click goes there.
fn harm(store: &Store, player: &Player, run: &Run, report: &RunReport) -> Html {
    let forced = report.violated.map(|at| {
        let sentence = tn("ui-shortfalls-forced", &[("n", report.outcome.violations.into())]);
        html! {
            <li>
                { icon(icons::BOLT, "i14 bad") }
                <p>{ sentence }{ " " }{ t("ui-at") }{ " " }{ seek(player, run, at) }</p>
            </li>
        }
    });
    let outcome = &report.outcome;
    let lost = match outcome.lost_of_owners {
        0 => "ui-shortfalls-lost",
        _ => "ui-shortfalls-lost-of-owners",
    };
    let pods = [(lost, &outcome.lost), ("ui-shortfalls-unplaced", &outcome.unplaced)];
    html! {
        <section class="row">
            <h3>{ t("ui-shortfalls") }</h3>
            <ul class="findings">
                { for forced }
                { for pods.into_iter().filter(|(_, pods)| !pods.is_empty()).map(|(key, pods)| some_pods(store, run, key, pods)) }
                { for outcome.repeated.iter().take(ENTRIES).map(|one| again(store, player, run, (Subject::Pod(one.by), one.phrase(), one.first))) }
                { for outcome.oscillations.iter().take(ENTRIES).map(|one| again(store, player, run, (Subject::Pool(one.pool), one.phrase(), one.first))) }
                { for report.shortfalls.iter().take(ENTRIES).map(|one| shortfall(store, player, run, one)) }
                { for more(report.shortfalls.len(), ENTRIES).map(|more| html! { <li>{ more }</li> }) }
            </ul>
        </section>
    }
}

/// A sentence about Pods, and the first of them as *Why?* links.
fn some_pods(store: &Store, run: &Run, key: &str, pods: &[PodId]) -> Html {
    html! {
        <li>
            { icon(icons::WARN, "i14 bad") }
            <p>
                { tn(key, &[("n", pods.len().into())]) }{ ": " }
                { for pods.iter().take(STRETCHES).map(|pod| html! { <>{ name(store, run, Subject::Pod(*pod)) }{ " " }</> }) }
                { for more(pods.len(), STRETCHES) }
            </p>
        </li>
    }
}

/// What happened again and again: about whom, in words, and when first.
fn again(
    store: &Store,
    player: &Player,
    run: &Run,
    (subject, phrase, first): (Subject, Phrase, SimTime),
) -> Html {
    let says = RunScene::speak(run, |words| words.say(&phrase));
    html! {
        <li>
            { icon(icons::WARN, "i14 bad") }
            <p>
                { name(store, run, subject) }{ ": " }{ says }{ " " }{ t("ui-from") }{ " " }{ seek(player, run, first) }
            </p>
        </li>
    }
}

fn shortfall(store: &Store, player: &Player, run: &Run, one: &Shortfall) -> Html {
    let says = RunScene::speak(run, |words| words.say(&one.phrase(&run.plan)));
    html! {
        <li>
            { icon(icons::WARN, "i14 bad") }
            <p>
                { name(store, run, one.subject) }{ ": " }{ says }{ " " }{ t("ui-from") }{ " " }
                { for one.stretches.iter().take(STRETCHES).map(|(from, _)| html! { <>{ seek(player, run, *from) }{ " " }</> }) }
                { for more(one.stretches.len(), STRETCHES) }
            </p>
        </li>
    }
}

fn checks(store: &Store, run: &Run) -> Html {
    html! {
        <section class="row">
            <h3>{ t("ui-checks") }</h3>
            if run.diagnostics.is_empty() {
                <p>{ t("ui-no-findings") }</p>
            }
            <ul class="findings">
                { for run.diagnostics.iter().map(Diagnostic::of_a_run).map(|one| {
                    let (d, class) = match one.severity {
                        Severity::Error => (icons::CROSS, "i14 bad"),
                        Severity::Warning => (icons::WARN, "i14 warn"),
                        Severity::Info => (icons::INFO, "i14"),
                    };
                    let subject = pointed(store, run, &one.path);
                    html! {
                        <li>
                            { icon(d, class) }
                            <p>
                                { for subject.map(|subject| html! { <>{ name(store, run, subject) }{ ": " }</> }) }
                                { diagnostic(&one) }
                                if one.is_run_anyway() {
                                    { " " }{ t("check-run-anyway") }
                                }
                                { rule_link::chips(one.rules, "") }
                            </p>
                        </li>
                    }
                }) }
            </ul>
        </section>
    }
}

/// The subject of a JSON pointer into the scenario: `/budgets/0` is a budget of the run.
fn pointed(store: &Store, run: &Run, path: &str) -> Option<Subject> {
    let state = store.state();
    let name = named::subject(&state.draft.as_ref()?.json, path)?;
    match parse_subject(&run.trace, &name, SimTime::ZERO) {
        Ok(Topic::Subject(subject)) => Some(subject),
        Ok(Topic::Record(_)) | Err(_) => None,
    }
}
