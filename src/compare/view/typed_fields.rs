//! The typed values of a variant.

use super::head;
use crate::compare::state::CompareStep;
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Checked, FieldNames};
use crate::shell::words::tn;
use base::{Decimal, SimSpan};
use model::Strategy;
use model::strategy::surge::PARALLEL_LIMIT;
use model::strategy::{BatchSize, SOAK_LIMIT};
use runner::StrategyChoice;
use scenario::units::Duration;
use yew::prelude::*;

/// The message key of the error.
pub(super) type Wrong = &'static str;

/// A typed value of a variant's strategy, as text or with step buttons.
pub(super) fn typed(
    store: &Store,
    (n, name): (usize, &str),
    names: FieldNames,
    value: String,
    is_stepped: bool,
    read: Callback<String, Result<Strategy, Wrong>>,
) -> Html {
    let button = |key: &str| tn(key, &[("name", names.word.as_str().into())]);
    let steps = is_stepped.then(|| (button("ui-less"), button("ui-more"), PARALLEL_LIMIT.into()));
    let take = on_typed(store, n, read);
    Checked { id: head::id(n, name), names, value, error: None, steps, take }.show("fld")
}

/// Takes the strategy of a typed value.
fn on_typed(
    store: &Store,
    n: usize,
    read: Callback<String, Result<Strategy, Wrong>>,
) -> Callback<String, Result<(), String>> {
    let store = store.clone();
    Callback::from(move |text: String| {
        let args = [("most", SOAK_LIMIT.into()), ("slots", PARALLEL_LIMIT.into())];
        let strategy = read.emit(text).map_err(|why| tn(why, &args))?;
        store.send(Action::Compare(CompareStep::Change(n, StrategyChoice::By(strategy).into())));
        Ok(())
    })
}

pub(super) fn slots(text: &str) -> Result<u32, Wrong> {
    let slots = text.trim().parse().ok().filter(|slots| *slots <= PARALLEL_LIMIT);
    slots.ok_or("ui-compare-wrong-slots")
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
        for text in ["0", "20", "21", "99", "-1", "abc"] {
            said += &format!("{text:?} slots: {:?}\n", slots(text));
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
            "0" slots: Ok(0)
            "20" slots: Ok(20)
            "21" slots: Err("ui-compare-wrong-slots")
            "99" slots: Err("ui-compare-wrong-slots")
            "-1" slots: Err("ui-compare-wrong-slots")
            "abc" slots: Err("ui-compare-wrong-slots")
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
