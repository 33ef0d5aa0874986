//! Blue-green in the comparison.

use super::Description;
use crate::compare::view::head;
use crate::compare::view::typed_fields::{self, typed};
use crate::shell::form::names;
use crate::shell::state::Store;
use crate::shell::widgets::Choice;
use crate::shell::words::{number, t, tn};
use base::{Decimal, SimSpan};
use model::Strategy;
use model::strategy::{BatchSize, BlueGreen};
use yew::prelude::*;

const NODES: &str = "batchNodeCount";
const PART: &str = "batchPercentage";

pub(super) static DESCRIPTION: Description = Description {
    label: "ui-compare-blue-green",
    short: "ui-compare-short-blue-green",
    name: |_| t("ui-compare-blue-green"),
    settings,
    fields,
};

fn settings(strategy: Strategy) -> String {
    let Some(settings) = strategy.blue_green() else {
        return String::new();
    };
    let (batch, unit) = match settings.batch {
        BatchSize::Nodes(nodes) => (number(nodes), "nodes"),
        BatchSize::Part(part) => (part.to_string(), "part"),
    };
    let args = [
        ("batch", batch.into()),
        ("unit", unit.into()),
        ("soak", settings.batch_soak.into()),
        ("pool", settings.pool_soak.into()),
    ];
    tn("ui-compare-blue-green-settings", &args)
}

fn fields(store: &Store, n: usize, strategy: Strategy) -> Html {
    let Some(settings) = strategy.blue_green() else {
        return html! {};
    };
    let by = move |settings| Strategy::BlueGreen { settings, surge: strategy.surge() };
    let (value, unit) = match settings.batch {
        BatchSize::Nodes(nodes) => (nodes.to_string(), NODES),
        BatchSize::Part(part) => (part.to_string(), PART),
    };
    let in_parts = unit == PART;
    let read = Callback::from(move |text: String| {
        let batch = match in_parts {
            true => typed_fields::part(&text),
            false => typed_fields::nodes(&text),
        };
        batch.map(|batch| by(BlueGreen { batch, ..settings }))
    });
    let units = Choice {
        id: head::id(n, "unit"),
        options: vec![
            (NODES.to_owned(), t("ui-batch-in-nodes")),
            (PART.to_owned(), t("ui-batch-in-parts")),
        ],
        value: unit.to_owned(),
        onchange: head::changed(store, n, move |unit: String| {
            let batch = match unit == PART {
                true => BatchSize::Part(Decimal::parse("0.25")?),
                false => BatchSize::Nodes(1),
            };
            Some(by(BlueGreen { batch, ..settings }))
        }),
        ..Choice::default()
    };
    let soak = |part: &str,
                span: SimSpan,
                (name, api): (&'static str, &'static str),
                with: fn(BlueGreen, SimSpan) -> BlueGreen| {
        let read = Callback::from(move |text: String| {
            typed_fields::soak(&text).map(|span| by(with(settings, span)))
        });
        typed(store, (n, part), names(name, api, ""), format!("{}s", span.secs()), false, read)
    };
    html! {
        <>
            { typed(store, (n, "batch"), names("ui-batch-size-field", unit, ""), value, false, read) }
            { units.field(names("ui-batch-unit", "", ""), None) }
            { soak("batch-soak", settings.batch_soak, ("ui-batch-soak-field", "batchSoakDuration"),
                |settings, batch_soak| BlueGreen { batch_soak, ..settings }) }
            { soak("pool-soak", settings.pool_soak, ("ui-pool-soak-field", "nodePoolSoakDuration"),
                |settings, pool_soak| BlueGreen { pool_soak, ..settings }) }
        </>
    }
}
