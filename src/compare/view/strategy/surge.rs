//! Surge in the comparison.

use super::Description;
use crate::compare::view::typed_fields;
use crate::shell::form::names;
use crate::shell::state::Store;
use crate::shell::widgets::FieldNames;
use crate::shell::words::tn;
use model::{Strategy, Surge};
use trace::Value;
use yew::prelude::*;

pub(super) static DESCRIPTION: Description = Description {
    label: "ui-compare-strategy-surge",
    short: "ui-compare-short-surge",
    name: |strategy| tn("ui-compare-surge", &args(strategy)),
    settings: |strategy| tn("ui-compare-surge-settings", &args(strategy)),
    fields,
};

fn args(strategy: Strategy) -> [(&'static str, Value); 2] {
    let surge = strategy.surge();
    [("surge", surge.max_surge.into()), ("unavailable", surge.max_unavailable.into())]
}

fn fields(store: &Store, n: usize, strategy: Strategy) -> Html {
    let surge = strategy.surge();
    let number = |name: &str, value: u32, names: FieldNames, with: fn(Surge, u32) -> Surge| {
        let read = Callback::from(move |text: String| {
            Ok(Strategy::Surge(with(surge, typed_fields::slots(&text)?)))
        });
        typed_fields::typed(store, (n, name), names, value.to_string(), true, read)
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
