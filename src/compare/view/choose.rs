//! Choosing a strategy: four trade-offs with numbers from the runs, and whom each strategy suits.

use super::text;
use super::text::{clock, figure, hours};
use crate::compare::state::{Compare, Variant};
use crate::shell::widgets::rule_link;
use crate::shell::words::{number, t, tn};
use model::Plan;
use query::compare::{Measure, Number, What};
use query::{Conclusion, Measures};
use words::advice;
use yew::prelude::*;

/// Message keys of its title and text, and its words about a run.
type Card = (&'static str, &'static str, fn(&Variant) -> String);

pub(super) fn choose(compare: &Compare) -> Html {
    let cards: [Card; 4] = [
        ("ui-compare-speed", "ui-compare-speed-note", speed),
        ("ui-compare-disruption", "ui-compare-disruption-note", disruption),
        ("ui-compare-risk", "ui-compare-risk-note", risk),
        ("ui-compare-cost", "ui-compare-cost-note", cost),
    ];
    html! {
        <section class="cmp-choose" aria-labelledby="cmp-which">
            <h2 id="cmp-which">{ t("ui-compare-which") }</h2>
            <p class="cmp-sub">{ t("ui-compare-trade-offs") }{ " " }{ rule_link::chips(&["UP-06"], "") }</p>
            <div class="cmp-cards">
                { for cards.into_iter().map(|(title, note, say)| html! {
                    <div class="cmp-card">
                        <h3>{ t(title) }</h3>
                        <p>{ t(note) }</p>
                        <dl>
                            { for compare.variants.iter().enumerate().map(|(n, one)| html! {
                                <>
                                    <dt>{ n + 1 }</dt>
                                    <dd>{ said_of(one, say) }</dd>
                                </>
                            }) }
                        </dl>
                    </div>
                }) }
            </div>
            <ul class="cmp-advice">
                { for advice::chooser().iter().map(|note| html! {
                    <li>{ tn(note.text.key, &note.text.args) }{ " " }{ rule_link::chips(note.rules, "") }</li>
                }) }
            </ul>
        </section>
    }
}

fn said_of(variant: &Variant, say: fn(&Variant) -> String) -> String {
    match (&variant.measures, &variant.came) {
        (Some(_), _) => say(variant),
        (None, None) => t("ui-compare-computing"),
        (None, Some(_)) => "–".to_owned(),
    }
}

fn of(variant: &Variant, what: What) -> Option<&Measure> {
    variant.measures.as_ref()?.get(what)
}

fn speed(variant: &Variant) -> String {
    let span = |what| match of(variant, what).map(|one| one.number) {
        Some(Number::Span(span)) => Some(span),
        _ => None,
    };
    let (all, drained) = (span(What::Duration), span(What::Drained));
    let Some(all) = all else {
        return String::new();
    };
    let outcome = variant.outcome().unwrap_or(Conclusion::Idle);
    let took = ("took", clock(all).into());
    match drained {
        _ if outcome == Conclusion::Idle => text::outcome(outcome),
        // The upgrade took this long without finishing.
        _ if !outcome.completed() => {
            tn("ui-compare-speed-not", &[("outcome", text::outcome(outcome).into()), took])
        }
        // With a soak, Pods have moved long before the end.
        Some(drained) if all.secs() > drained.secs() * 3 / 2 => {
            tn("ui-compare-speed-both", &[took, ("drained", clock(drained).into())])
        }
        _ => tn("ui-compare-speed-is", &[took]),
    }
}

fn disruption(variant: &Variant) -> String {
    let moves = match of(variant, What::Moves).map(|one| one.number) {
        Some(Number::Mean(moves, _)) => moves,
        _ => 0,
    };
    let moves = ("moves", moves.into());
    let plan = variant.run().map(|run| &*run.plan);
    let lowest = variant.measures.as_ref().and_then(|one| lowest(one));
    match (lowest, plan) {
        (Some((what, ready, all)), Some(plan)) => {
            let args = [
                moves,
                ("name", name(what, plan).into()),
                ("ready", ready.into()),
                ("of", all.into()),
            ];
            tn("ui-compare-disruption-down", &args)
        }
        _ => tn("ui-compare-disruption-is", &[moves]),
    }
}

/// The workload with the largest relative loss, if any.
fn lowest(measures: &Measures) -> Option<(What, u32, u32)> {
    let ready = measures.list.iter().filter_map(|one| match (one.what, one.number) {
        (What::Ready(_), Number::Of(ready, all)) if ready < all => Some((one.what, ready, all)),
        _ => None,
    });
    ready.min_by(|(_, a, of), (_, b, other)| {
        let (a, b) = (u64::from(*a) * u64::from(*other), u64::from(*b) * u64::from(*of));
        a.cmp(&b)
    })
}

fn name(what: What, plan: &Plan) -> &str {
    match what {
        What::Ready(workload) => plan.workloads.get(workload).map_or("", |one| &one.name),
        _ => "",
    }
}

fn risk(variant: &Variant) -> String {
    let start = variant.run().map_or(0, |run| run.plan.start_unix_ms);
    text::back(variant.back, start)
}

fn cost(variant: &Variant) -> String {
    let extra = match of(variant, What::ExtraNodes).map(|one| one.number) {
        Some(Number::NodeTime(ms)) => hours(ms),
        other => other.map(figure).unwrap_or_default(),
    };
    let most = match of(variant, What::NodesMax).map(|one| one.number) {
        Some(Number::Count(most) | Number::Within(most, _)) => most,
        _ => 0,
    };
    let own = variant.measures.as_ref().map_or(0, |measures| measures.own_nodes);
    let more = most.saturating_sub(own);
    tn("ui-compare-cost-is", &[("extra", extra.into()), ("more", number(more).into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::state::choice::VariantChoice;
    use runner::Session;
    use std::rc::Rc;

    #[test]
    fn a_surge_node_that_is_there_at_the_start_is_one_more() {
        let node =
            |name, version| format!(r#"{{"name":"{name}","version":"1.{version}.4-gke.1"}}"#);
        let nodes = [node("a", 33), node("b", 33), node("c", 32), node("d", 32)].join(",");
        let text = format!(
            r#"{{"version":1,"pools":[{{"name":"web","version":"1.33.4-gke.1","upgradingFrom":"1.32.4-gke.1",
                "upgradeSettings":{{"maxSurge":1}},"nodes":[{}]}}],"script":[{{"at":"0s","do":"resume","pool":"web"}}]}}"#,
            nodes.replace("\"c\"", "\"c\",\"unschedulable\":true")
        );
        let session = Session::new(&text, None).expect("it runs");
        let mut trace = session.trace();
        let ended = session.finish(|chunk| trace.push(chunk)).ended;
        let (index, outcome) = query::Outcome::read(&trace, ended);
        let measures = Measures::of(&trace, &index, &outcome, trace.end());
        let mut variant = Variant::new(VariantChoice::AS_IS);
        variant.measures = Some(Rc::new(measures));
        assert_eq!(cost(&variant), "0.07, 1 more node");
    }
}
