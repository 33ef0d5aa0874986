//! What the run does to each workload, and the commands that had no effect.

use super::links::{ENTRIES, ask, more, name, seek};
use crate::player::report::RunReport;
use crate::player::{Player, RunScene};
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::widgets::icon;
use crate::shell::words::{span, t, tn};
use base::SimSpan;
use draw::icons;
use query::WorkloadOutcome;
use query::outcome::limit;
use query::traffic::ServiceOutcome;
use trace::Subject;
use yew::prelude::*;

#[inline(never)] // Shown with the suggested changes, after the first run is on the screen.
pub(super) fn workloads(store: &Store, player: &Player, run: &Run, report: &RunReport) -> Html {
    let outcome = &report.outcome;
    let hurt = query::hurt(&outcome.workloads);
    let refused = outcome.refused.iter().take(ENTRIES).filter_map(|no| run.trace.record(*no));
    html! {
        <>
            if !hurt.is_empty() || !outcome.services.is_empty() {
                <section class="row">
                    <h3>{ t("ui-harm") }</h3>
                    <ul class="findings">
                        { for outcome.services.iter().take(ENTRIES).map(|one| service(store, run, one)) }
                        { for more(outcome.services.len(), ENTRIES).map(|more| html! { <li>{ more }</li> }) }
                        { for hurt.iter().take(ENTRIES).map(|one| workload(store, run, report, one)) }
                        { for more(hurt.len(), ENTRIES).map(|more| html! { <li>{ more }</li> }) }
                    </ul>
                </section>
            }
            if !outcome.refused.is_empty() {
                <section class="row">
                    <h3>{ t("ui-refused") }</h3>
                    <ul class="findings">
                        { for refused.map(|record| html! {
                            <li>
                                { icon(icons::CROSS, "i14 bad") }
                                <p>
                                    { name(store, run, record.subject) }{ ": " }
                                    { RunScene::speak(run, |words| words.fact(&record)) }{ " " }
                                    { seek(player, run, record.at) }
                                </p>
                            </li>
                        }) }
                        { for more(outcome.refused.len(), ENTRIES).map(|more| html! { <li>{ more }</li> }) }
                    </ul>
                </section>
            }
        </>
    }
}

/// The connections that a Service loses.
fn service(store: &Store, run: &Run, one: &ServiceOutcome) -> Html {
    let said = RunScene::speak(run, |words| {
        let all = query::of_service(one);
        all.iter().map(|phrase| words.say(phrase)).collect::<Vec<_>>().join("; ")
    });
    html! {
        <li>
            { icon(icons::WARN, "i14 bad") }
            <p>{ ask(store, Subject::Service(one.service), said) }</p>
        </li>
    }
}

/// `web: fewest ready 2 of 6, below its PDB 3 min 0 s, 2 h 10 min of work lost, 6 moves`
fn workload(store: &Store, run: &Run, report: &RunReport, one: &WorkloadOutcome) -> Html {
    let mut parts = Vec::new();
    if one.failed.is_some() {
        parts.push(t("ui-harm-failed"));
    }
    if let Some(fewest) = one.fewest {
        let args = [("n", fewest.into()), ("of", one.replicas.into())];
        parts.push(tn("ui-harm-fewest", &args));
    }
    for (key, lasted) in [
        ("ui-harm-without", in_run(run, report, one.without_ready)),
        ("ui-harm-below", in_run(run, report, one.below_budget)),
        ("ui-harm-work-lost", one.work_lost),
    ] {
        if lasted > SimSpan::ZERO {
            parts.push(tn(key, &[("for", span(lasted.ms()).into())]));
        }
    }
    // Of one Pod, as the verdict says it.
    parts.extend(one.at_risk.map(|risk| {
        let args = [("pods", risk.pods.into()), ("for", span(risk.longest.ms()).into())];
        tn("ui-harm-work-unknown", &args)
    }));
    for (key, n) in [
        ("ui-harm-killed", one.killed),
        ("ui-harm-moves", one.moves),
        ("ui-harm-moved-again", one.moved_again),
    ] {
        if n > 0 {
            parts.push(tn(key, &[("n", n.into())]));
        }
    }
    let class = if one.is_hurt() { "i14 bad" } else { "i14 warn" };
    html! {
        <li>
            { icon(icons::WARN, class) }
            <p>{ name(store, run, Subject::Workload(one.workload)) }{ ": " }{ parts.join(", ") }</p>
        </li>
    }
}

/// What lasts at the end of the run is counted beyond it: here up to its end, as in the list of what was short.
fn in_run(run: &Run, report: &RunReport, lasted: SimSpan) -> SimSpan {
    let beyond = limit(&run.trace) - run.trace.end();
    let mut open = report.shortfalls.iter().filter(|one| one.open_since().is_some());
    let same = open.find(|one| one.total + beyond == lasted);
    same.map_or(lasted, |one| one.total)
}
