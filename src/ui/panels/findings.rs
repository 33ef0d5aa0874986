//! What is to be said of the whole run: what the checks found, what still stands, and the numbers.

use super::notice::diagnostic;
use crate::draw::icons;
use crate::query::summary::{Findings as Counts, Summary};
use crate::query::{self};
use crate::runner::{Ended, Outcome};
use crate::scenario::Severity;
use crate::trace::Subject;
use crate::ui::live::scene::RunScene;
use crate::ui::parts::icon;
use crate::ui::state::Run;
use crate::ui::store::Store;
use crate::ui::words::{day_time, span, t, tn};
use yew::prelude::*;

pub fn findings(store: &Store, run: Option<&Run>) -> Html {
    let Some(run) = run else {
        return html! { <p class="quiet">{ t("ui-computing") }</p> };
    };
    html! {
        <>
            { for run.outcome.as_ref().map(|outcome| numbers(store, run, outcome)) }
            if run.outcome.is_none() {
                <h2>{ t("ui-computing") }</h2>
            }
            <section class="row">
                <h3>{ t("ui-checks") }</h3>
                if run.diagnostics.is_empty() {
                    <p>{ t("ui-no-findings") }</p>
                }
                <ul class="findings">
                    { for run.diagnostics.iter().map(|one| {
                        let (d, class) = match one.severity {
                            Severity::Error => (icons::CROSS, "i14 bad"),
                            Severity::Warning => (icons::WARN, "i14 warn"),
                            Severity::Info => (icons::INFO, "i14"),
                        };
                        html! {
                            <li>
                                { icon(d, class) }
                                <p>{ diagnostic(one) }
                                    { for one.rules.iter().map(|id| html! { <span class="chip rule">{ *id }</span> }) }
                                </p>
                            </li>
                        }
                    }) }
                </ul>
            </section>
        </>
    }
}

fn numbers(store: &Store, run: &Run, outcome: &Outcome) -> Html {
    let ended = ended(outcome);
    let summary = query::summary(
        &run.trace,
        &run.index,
        ended,
        outcome.digest,
        Counts::default(),
    );
    let start = run.plan.start_unix_ms;
    let title = tn(
        "ui-outcome",
        &[("outcome", t(outcome_key(summary.outcome)).into())],
    );
    html! {
        <>
            <h2>{ title }</h2>
            <p class="sub">{ tn("ui-outcome-sub", &[
                ("for", span(summary.duration.ms()).into()),
                ("at", day_time(start, summary.end.ms()).into()),
            ]) }</p>
            { table(&summary) }
            if !summary.standing.is_empty() {
                <section class="row">
                    <h3>{ t("ui-standing") }</h3>
                    <ul class="findings">
                        { for summary.standing.iter().take(12).map(|standing| {
                            let subject = standing.subject;
                            let (name, rule) = RunScene::speak(run, |words| {
                                (words.name(subject), words.rule(standing.rule))
                            });
                            html! {
                                <li>
                                    { icon(icons::PAUSE, "i14 bad") }
                                    <p>
                                        <button type="button" class="link" onclick={open(store, subject)}><bdi>{ name }</bdi></button>
                                        { ": " }{ rule }
                                        { for standing.rule.ids.iter().map(|id| html! { <span class="chip rule">{ *id }</span> }) }
                                    </p>
                                </li>
                            }
                        }) }
                    </ul>
                </section>
            }
        </>
    }
}

fn open(store: &Store, subject: Subject) -> Callback<MouseEvent> {
    let store = store.clone();
    Callback::from(move |_| store.ask(subject))
}

fn ended(outcome: &Outcome) -> query::Ended {
    match outcome.ended {
        Ended::Until => query::Ended::Until,
        Ended::Quiet | Ended::Overrun => query::Ended::Quiet,
    }
}

fn outcome_key(outcome: query::Outcome) -> &'static str {
    match outcome {
        query::Outcome::Failed => "ui-outcome-failed",
        query::Outcome::Stuck => "ui-outcome-stuck",
        query::Outcome::Limit => "ui-outcome-limit",
        query::Outcome::Paused => "ui-outcome-paused",
        query::Outcome::Cancelled => "ui-outcome-cancelled",
        query::Outcome::RolledBack => "ui-outcome-rolled-back",
        query::Outcome::Succeeded => "ui-outcome-succeeded",
        query::Outcome::Idle => "ui-outcome-idle",
    }
}

fn table(summary: &Summary) -> Html {
    let nodes = summary.nodes;
    let rows: [(&str, String); 8] = [
        (
            "ui-sum-nodes",
            format!(
                "{} → {}–{} → {}",
                nodes.start, nodes.min, nodes.max, nodes.end
            ),
        ),
        ("ui-sum-in-progress", summary.in_progress_max.to_string()),
        ("ui-sum-upgraded", summary.upgraded.to_string()),
        ("ui-sum-evictions", summary.evictions.to_string()),
        ("ui-sum-forced", summary.forced.to_string()),
        ("ui-sum-lost", summary.lost.to_string()),
        ("ui-sum-pending", summary.pending_max.to_string()),
        ("ui-sum-blocked", span(summary.blocked.ms())),
    ];
    html! {
        <dl class="kv">
            { for rows.into_iter().map(|(key, value)| html! { <><dt>{ t(key) }</dt><dd>{ value }</dd></> }) }
        </dl>
    }
}
