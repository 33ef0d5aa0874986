//! The numbers of a finished run, and what still waits at its end.

use super::links::{ENTRIES, STRETCHES, more, name};
use crate::player::RunScene;
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::widgets::{icon, rule_link};
use crate::shell::words::{number, span, t, tn};
use base::SimTime;
use core::mem::discriminant;
use draw::icons;
use query::open_holds::no_growth;
use query::{Conclusion, OpenHold, Outcome};
use trace::Ended;
use trace::log::RuleName;
use yew::prelude::*;

#[inline(never)] // Loaded after the first run is on the screen.
pub(super) fn figures(store: &Store, run: &Run, outcome: &Outcome) -> Html {
    let holds = !outcome.open_holds.is_empty();
    html! { <>{ table(outcome) }{ for holds.then(|| standing(store, run, outcome)) }</> }
}

/// What waits at the end of the run, and why: one entry for all that wait alike, with the earliest instant.
fn standing(store: &Store, run: &Run, outcome: &Outcome) -> Html {
    let mut alike: Vec<(Standing, Vec<&OpenHold>)> = Vec::new();
    for hold in &outcome.open_holds {
        let Some(record) = run.trace.record(hold.no) else {
            continue;
        };
        let fact = RunScene::speak(run, |words| words.fact(&record));
        let rule = run.trace.rule(&record);
        match alike.iter_mut().find(|(one, holds)| {
            one.fact == fact
                && one.rule == rule
                && discriminant(&holds[0].subject) == discriminant(&hold.subject)
        }) {
            Some((one, holds)) => {
                one.since = one.since.min(hold.since);
                holds.push(hold);
            }
            None => alike.push((Standing { fact, rule, since: hold.since }, vec![hold])),
        }
    }
    html! {
        <section class="row">
            <h3>{ t("ui-standing") }</h3>
            <ul class="findings">
                { for alike.iter().take(ENTRIES).map(|(one, holds)| entry(store, run, one, holds)) }
                { for more(alike.len(), ENTRIES).map(|more| html! { <li>{ more }</li> }) }
            </ul>
        </section>
    }
}

/// What several subjects wait for, and since when.
struct Standing {
    fact: String,
    rule: RuleName,
    since: SimTime,
}

fn entry(store: &Store, run: &Run, one: &Standing, holds: &[&OpenHold]) -> Html {
    let rule = one.rule;
    let says = RunScene::speak(run, |words| words.rule(rule));
    let at = ("at", day_time(run.plan.start_unix_ms, one.since.ms()).into());
    let ended = run.outcome.as_ref().map(|outcome| outcome.ended);
    // Nothing can happen any more that would end it.
    let since = match ended {
        Some(Ended::Quiet) => tn("ui-since-endless", &[at]),
        _ => tn("ui-since", &[at, ("for", span((run.trace.end() - one.since).ms()).into())]),
    };
    let count = holds.len();
    let no_node = holds.first().and_then(|hold| no_growth(&run.trace, hold.subject));
    let no_node = no_node.map(|phrase| RunScene::speak(run, |words| words.say(&phrase)));
    let fact = no_node.as_ref().unwrap_or(&one.fact);
    html! {
        <li>
            { icon(icons::PAUSE, "i14 bad") }
            <p>
                { for holds.iter().take(STRETCHES).enumerate().map(|(n, hold)| html! {
                    <>{ if n > 0 { ", " } else { "" } }{ name(store, run, hold.subject) }</>
                }) }
                if count > STRETCHES {
                    { " " }{ tn("ui-and-more-of", &[("n", (count - STRETCHES).into()), ("all", count.into())]) }
                }
                { ": " }{ fact }{ ", " }{ since }{ ". " }{ &says }
                { rule_link::chips(rule.ids, &says) }
            </p>
        </li>
    }
}

fn table(outcome: &Outcome) -> Html {
    let nodes = outcome.nodes;
    let rows = [
        (
            "ui-sum-nodes",
            format!(
                "{} → {}–{} → {}",
                number(nodes.start),
                number(nodes.min),
                number(nodes.max),
                number(nodes.end)
            ),
        ),
        (AT_ONCE, number(outcome.in_progress_max)),
        ("ui-sum-upgraded", number(outcome.upgraded)),
        ("ui-sum-evictions", number(outcome.evictions)),
        ("ui-sum-moves", number(outcome.moves())),
        ("ui-sum-forced", number(outcome.forced)),
        ("ui-sum-violations", number(outcome.violations)),
        ("ui-sum-lost", number(outcome.lost.len())),
        ("ui-sum-pending", number(outcome.pending_max)),
        ("ui-sum-blocked", span(outcome.blocked.ms())),
        ("ui-sum-waited", span(outcome.waited.ms())),
    ];
    let rows = rows.into_iter().filter(|(key, _)| *key != AT_ONCE || replaces_nodes(outcome));
    let preempted = ("ui-sum-preempted", number(outcome.preempted));
    let preempted = (outcome.preempted > 0).then_some(preempted);
    let work = outcome.work_lost().ms();
    let work = (work > 0).then(|| ("ui-sum-work", span(work)));
    let scaling = outcome.scaling.map(|one| {
        let tenths = (outcome.node_time.ms() + 180_000) / 360_000;
        let hours =
            tn("number-hours", &[("n", (tenths / 10).into()), ("tenths", (tenths % 10).into())]);
        let waits = format!("{} · {}", number(one.waited), span(one.waited_longest.ms()));
        [
            ("ui-sum-node-hours", hours),
            ("ui-sum-added", number(one.added)),
            ("ui-sum-removed", number(one.removed)),
            ("ui-sum-waits", waits),
        ]
    });
    html! {
        <dl class="kv">
            { for rows.chain(work).chain(preempted).chain(scaling.into_iter().flatten()).map(|(key, value)| html! { <><dt title={(key == "ui-sum-node-hours").then(|| t("ui-node-hours-means"))}>{ t(key) }</dt><dd>{ value }</dd></> }) }
        </dl>
    }
}

const AT_ONCE: &str = "ui-sum-in-progress";

/// The number is meaningless if no upgrade replaces nodes.
fn replaces_nodes(outcome: &Outcome) -> bool {
    let pools = outcome.pools.iter();
    let mut upgraded = pools.filter(|pool| pool.conclusion != Conclusion::Idle).peekable();
    upgraded.peek().is_none() || upgraded.any(|pool| pool.strategy.traits().replaces_nodes)
}
