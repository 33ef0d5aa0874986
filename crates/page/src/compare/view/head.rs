//! The head of a variant: how it upgrades, how far it is, and a form in which that can be changed.

use super::text;
use super::typed_fields;
use super::typed_fields::Typed;
use crate::compare::state::{Compare, CompareStep};
use crate::setup::form::names;
use crate::setup::strategy::{BLUE_GREEN, SURGE as SURGE_NAME};
use crate::shell::action::Action;
use crate::shell::pointed::target;
use crate::shell::store::Store;
use crate::shell::widgets::{Choice, Field, FieldNames, Stepper, icon, icon_button, on};
use crate::shell::words::{t, tn};
use base::{Decimal, SimSpan};
use draw::icons;
use model::strategy::{BatchSize, BlueGreen, Surge};
use runner::{SURGE, Way};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

const NODES: &str = "batchNodeCount";
const PART: &str = "batchPercentage";

pub(super) fn head(store: &Store, compare: &Compare, n: usize, done: NodeRef) -> Html {
    let way = compare.variants.get(n).map_or(Way::AsIs, |one| one.way);
    let settings = text::settings(compare, n);
    let take = store.on(move |_: MouseEvent| Action::Compare(CompareStep::Take(n)));
    let drop = store.on(move |_: MouseEvent| Action::Compare(CompareStep::Drop(n)));
    html! {
        <div class="cmp-vh">
            <span class={classes!("cmp-n", (n > 0).then_some("ring"))} aria-hidden="true">{ n + 1 }</span>
            <h3>{ text::name(compare, n) }</h3>
            if n == 0 {
                <span class="cmp-set" title={settings.clone()}>{ settings.clone() }</span>
                if text::is_one_way(compare, n) {
                    <span class="chip">{ t("ui-compare-own") }</span>
                }
            } else {
                <details class="cmp-edit" onkeydown={Callback::from(close_by_key)}>
                    <summary id={settings_id(n)} title={format!("{}: {settings}", t("ui-compare-change"))}>
                        <span>{ settings }</span>
                        { icon(icons::CHEVRON_DOWN, "i12") }
                    </summary>
                    <div class="cmp-form" role="group" aria-label={t("ui-compare-change")}>{ form(store, n, way) }</div>
                </details>
            }
            <span class="grow" />
            <span class="chip cmp-done" ref={done}></span>
            if n > 0 {
                <button type="button" class="btn line small cmp-take" aria-label={t("ui-compare-take")} title={t("ui-compare-take")} onclick={take}>{ t("ui-compare-take-short") }</button>
            }
            if n > 0 && compare.variants.len() > 2 {
                { icon_button(icons::CROSS, tn("ui-compare-drop", &[("variant", (n + 1).into())]), "small", None, drop) }
            }
        </div>
    }
}

/// Escape closes the form, and not the whole view.
fn close_by_key(event: KeyboardEvent) {
    let Some(element) = target(&event).filter(|_| event.key() == "Escape") else {
        return;
    };
    let form = element.closest("details[open]").ok().flatten();
    if let Some(form) = form {
        event.prevent_default();
        event.stop_propagation();
        let _ = form.remove_attribute("open");
        let summary = form.query_selector("summary").ok().flatten();
        if let Some(summary) = summary.and_then(|one| one.dyn_into::<HtmlElement>().ok()) {
            let _ = summary.focus();
        }
    }
}

fn id(n: usize, name: &str) -> String {
    format!("way-{n}-{name}")
}

/// Where the settings of a variant are opened.
pub(super) fn settings_id(n: usize) -> String {
    id(n, "settings")
}

/// The strategy and its numbers.
fn form(store: &Store, n: usize, way: Way) -> Html {
    let strategy = Choice {
        id: id(n, "strategy"),
        options: [
            (SURGE_NAME, "ui-compare-strategy-surge"),
            (BLUE_GREEN, "ui-compare-blue-green"),
        ]
        .map(|(value, words)| (value.to_owned(), t(words)))
        .into(),
        value: match way {
            Way::BlueGreen(_) => BLUE_GREEN,
            Way::Surge(_) | Way::AsIs => SURGE_NAME,
        }
        .to_owned(),
        name: None,
        class: "",
        onchange: changed(store, n, |value: String| match value.as_str() {
            BLUE_GREEN => Some(Way::BlueGreen(BlueGreen::DEFAULT)),
            _ => Some(Way::Surge(SURGE)),
        }),
    };
    let fields = match way {
        Way::AsIs => html! {},
        Way::Surge(surge) => surge_fields(store, n, surge),
        Way::BlueGreen(rollout) => blue_green_fields(store, n, rollout),
    };
    html! {
        <>
            { field(id(n, "strategy"), names("ui-strategy", "strategy", ""), strategy.show()) }
            { fields }
        </>
    }
}

fn field(id: String, names: FieldNames, control: Html) -> Html {
    Field {
        id,
        names,
        error: None,
    }
    .show(control)
}

/// Makes a callback that ignores invalid values.
fn changed<T: 'static>(
    store: &Store,
    n: usize,
    way: impl Fn(T) -> Option<Way> + 'static,
) -> Callback<T> {
    on(store, move |store, value: T| {
        if let Some(way) = way(value) {
            store.send(Action::Compare(CompareStep::Change(n, way)));
        }
    })
}

fn surge_fields(store: &Store, n: usize, surge: Surge) -> Html {
    let number = |name: &str, value: u32, names: FieldNames, with: fn(Surge, u32) -> Surge| {
        let stepper = Stepper {
            id: id(n, name),
            value: value.into(),
            min: 0,
            max: 20,
            less: tn("ui-less", &[("name", names.word.as_str().into())]),
            more: tn("ui-more", &[("name", names.word.as_str().into())]),
            wrong: false,
            onchange: changed(store, n, move |value: i64| {
                Some(Way::Surge(with(surge, u32::try_from(value).ok()?)))
            }),
        };
        field(id(n, name), names, stepper.show())
    };
    html! {
        <>
            { number("surge", surge.max_surge, names("ui-max-surge", "maxSurge", ""),
                |surge, max_surge| Surge { max_surge, ..surge }) }
            { number("unavailable", surge.max_unavailable, names("ui-max-unavailable", "maxUnavailable", ""),
                |surge, max_unavailable| Surge { max_unavailable, ..surge }) }
        </>
    }
}

fn blue_green_fields(store: &Store, n: usize, rollout: BlueGreen) -> Html {
    let (value, unit) = match rollout.batch {
        BatchSize::Nodes(nodes) => (nodes.to_string(), NODES),
        BatchSize::Part(part) => (part.to_string(), PART),
    };
    let in_parts = unit == PART;
    let read = Callback::from(move |text: String| {
        let batch = match in_parts {
            true => typed_fields::part(&text),
            false => typed_fields::nodes(&text),
        };
        batch.map(|batch| Way::BlueGreen(BlueGreen { batch, ..rollout }))
    });
    let units = Choice {
        id: id(n, "unit"),
        options: vec![
            (NODES.to_owned(), t("ui-batch-in-nodes")),
            (PART.to_owned(), t("ui-batch-in-parts")),
        ],
        value: unit.to_owned(),
        name: None,
        class: "",
        onchange: changed(store, n, move |unit: String| {
            let batch = match unit == PART {
                true => BatchSize::Part(Decimal::parse("0.25")?),
                false => BatchSize::Nodes(1),
            };
            Some(Way::BlueGreen(BlueGreen { batch, ..rollout }))
        }),
    };
    let soak = |part: &str,
                span: SimSpan,
                (name, api): (&'static str, &'static str),
                with: fn(BlueGreen, SimSpan) -> BlueGreen| {
        let read = Callback::from(move |text: String| {
            typed_fields::soak(&text).map(|span| Way::BlueGreen(with(rollout, span)))
        });
        html! { <Typed id={id(n, part)} {n} {name} {api} value={format!("{}s", span.secs())} {read} /> }
    };
    html! {
        <>
            <Typed id={id(n, "batch")} {n} name="ui-batch-size-field" api={unit} {value} {read} />
            { field(id(n, "unit"), names("ui-batch-unit", "", ""), units.show()) }
            { soak("batch-soak", rollout.batch_soak, ("ui-batch-soak-field", "batchSoakDuration"),
                |rollout, batch_soak| BlueGreen { batch_soak, ..rollout }) }
            { soak("pool-soak", rollout.pool_soak, ("ui-pool-soak-field", "nodePoolSoakDuration"),
                |rollout, pool_soak| BlueGreen { pool_soak, ..rollout }) }
        </>
    }
}
