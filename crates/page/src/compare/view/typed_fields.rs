//! Text fields of a variant. An invalid value stays as typed, with its error.

use crate::compare::state::CompareStep;
use crate::setup::form::names;
use crate::shell::state::action::Action;
use crate::shell::state::store::use_store;
use crate::shell::widgets::TextInput;
use crate::shell::words::tn;
use base::{Decimal, SimSpan};
use model::Strategy;
use model::strategy::{BatchSize, SOAK_LIMIT};
use runner::StrategyChoice;
use scenario::units::Duration;
use yew::prelude::*;

/// The message key of the error.
pub(super) type Wrong = &'static str;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct TypedProps {
    pub id: String,
    /// The number of the variant.
    pub n: usize,
    /// The message key of its name, and its API name.
    pub name: &'static str,
    pub api: &'static str,
    pub value: String,
    pub read: Callback<String, Result<Strategy, Wrong>>,
}

#[component]
pub(super) fn Typed(props: &TypedProps) -> Html {
    let store = use_store();
    let wrong = use_state(|| None::<(String, Wrong)>);
    {
        let wrong = wrong.clone();
        use_effect_with((props.value.clone(), props.api), move |_| wrong.set(None));
    }
    let onchange = {
        let (n, read, wrong) = (props.n, props.read.clone(), wrong.clone());
        Callback::from(move |text: String| match read.emit(text.clone()) {
            Ok(strategy) => {
                wrong.set(None);
                store.send(Action::Compare(CompareStep::Change(n, StrategyChoice::By(strategy))));
            }
            Err(why) => wrong.set(Some((text, why))),
        })
    };
    let (value, error) = match &*wrong {
        Some((text, why)) => {
            let most = ("most", SOAK_LIMIT.into());
            (text.clone(), Some(tn(why, &[most])))
        }
        None => (props.value.clone(), None),
    };
    TextInput { id: props.id.clone(), value, onchange, ..TextInput::default() }
        .field(names(props.name, props.api, ""), error)
}

pub(super) fn nodes(text: &str) -> Result<BatchSize, Wrong> {
    let nodes = text.trim().parse().ok().filter(|nodes| *nodes > 0);
    nodes.map(BatchSize::Nodes).ok_or("ui-compare-wrong-nodes")
}

pub(super) fn part(text: &str) -> Result<BatchSize, Wrong> {
    let part = Decimal::parse(text.trim()).filter(|part| !part.is_zero());
    // A part can't exceed the whole pool.
    let part = part.filter(|part| part.of(1_000_000) <= 1_000_000);
    part.map(BatchSize::Part).ok_or("ui-compare-wrong-part")
}

/// Seconds, or a duration with units. More than GKE's limit is refused, because it wouldn't be what runs.
pub(super) fn soak(text: &str) -> Result<SimSpan, Wrong> {
    let span = Duration::typed(text).filter(|Duration(ms)| *ms >= 0);
    match span.map(Duration::span) {
        None => Err("ui-compare-wrong-soak"),
        Some(span) if span > SOAK_LIMIT => Err("ui-compare-long-soak"),
        Some(span) => Ok(span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn what_is_no_value_says_what_one_would_be() {
        let mut said = String::new();
        for text in ["2", " 2 ", "0", "-1", "1.5", "abc", ""] {
            said += &format!("{text:?} nodes: {:?}\n", nodes(text));
        }
        for text in ["0.25", "1", "0", "1.01", "abc"] {
            let read = part(text).map(|_| "a part");
            said += &format!("{text:?} of the pool: {read:?}\n");
        }
        for text in ["600", "600s", "10m", "604800s", "604801s", "-1s", "abc", ""] {
            said += &format!("{text:?} soak: {:?}\n", soak(text).map(SimSpan::secs));
        }
        expect![[r#"
            "2" nodes: Ok(Nodes(2))
            " 2 " nodes: Ok(Nodes(2))
            "0" nodes: Err("ui-compare-wrong-nodes")
            "-1" nodes: Err("ui-compare-wrong-nodes")
            "1.5" nodes: Err("ui-compare-wrong-nodes")
            "abc" nodes: Err("ui-compare-wrong-nodes")
            "" nodes: Err("ui-compare-wrong-nodes")
            "0.25" of the pool: Ok("a part")
            "1" of the pool: Ok("a part")
            "0" of the pool: Err("ui-compare-wrong-part")
            "1.01" of the pool: Err("ui-compare-wrong-part")
            "abc" of the pool: Err("ui-compare-wrong-part")
            "600" soak: Ok(600)
            "600s" soak: Ok(600)
            "10m" soak: Ok(600)
            "604800s" soak: Ok(604800)
            "604801s" soak: Err("ui-compare-long-soak")
            "-1s" soak: Err("ui-compare-wrong-soak")
            "abc" soak: Err("ui-compare-wrong-soak")
            "" soak: Err("ui-compare-wrong-soak")
        "#]]
        .assert_eq(&said);
    }
}
