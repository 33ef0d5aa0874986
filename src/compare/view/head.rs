//! The head of a variant: its strategy, its progress, and a form to change it.

use super::strategy;
use super::text;
use crate::compare::offers;
use crate::compare::state::choice::VariantChoice;
use crate::compare::state::{Compare, CompareStep};
use crate::shell::form::names;
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, close_by_key, icon, icon_button, on};
use crate::shell::words::{t, tn};
use draw::icons;
use model::Strategy;
use runner::StrategyChoice;
use yew::prelude::*;

pub(super) fn head(store: &Store, compare: &Compare, n: usize, done: NodeRef) -> Html {
    let choice = compare.variants.get(n).map_or(&VariantChoice::AS_IS, |one| &one.choice);
    let (name, settings) = (text::name(compare, n), text::settings(compare, n));
    let take = store.on(move |_: MouseEvent| Action::Compare(CompareStep::Take(n)));
    let drop = store.on(move |_: MouseEvent| Action::Compare(CompareStep::Drop(n)));
    html! {
        <div class="cmp-vh">
            <span class={classes!("cmp-n", (n > 0).then_some("ring"))} aria-hidden="true">{ n + 1 }</span>
            <h3 title={name.clone()}>{ name }</h3>
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
                    <div class="cmp-form" role="group" aria-label={t("ui-compare-change")}>{ form(store, compare, n, choice) }</div>
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

pub(super) fn id(n: usize, name: &str) -> String {
    format!("way-{n}-{name}")
}

/// The id of the button that opens a variant's settings.
pub(super) fn settings_id(n: usize) -> String {
    id(n, "settings")
}

/// The strategy and its settings, or a former state. Those have the numbers of their changes.
fn form(store: &Store, compare: &Compare, n: usize, choice: &VariantChoice) -> Html {
    let formers = offers::formers(&store.state());
    let value = match choice {
        VariantChoice::Strategy(choice @ StrategyChoice::Policy(_)) => choice.write(),
        VariantChoice::Strategy(choice) => choice.kind().traits().label.to_owned(),
        VariantChoice::Former(own) => own.no.to_string(),
    };
    let strategies = StrategyChoice::of_any(&compare.of)
        .map(|one| (one.kind().traits().label.to_owned(), strategy::label(one)));
    let policy = StrategyChoice::other_policy(&compare.of);
    let policies = policy.into_iter().filter_map(|choice| match choice {
        StrategyChoice::Policy(local) => Some((choice.write(), text::policy(local))),
        _ => None,
    });
    let formers = formers.iter().map(|(no, change)| (no.to_string(), text::before(change)));
    let select = Choice {
        id: id(n, "strategy"),
        options: strategies.chain(policies).chain(formers).collect(),
        value,
        onchange: on(store, move |store, value: String| {
            let step = match value.parse() {
                Ok(no) => CompareStep::Former(n, no),
                Err(_) => {
                    let by_name =
                        || StrategyChoice::all().find(|one| one.kind().traits().label == value);
                    let policy = StrategyChoice::read(&value);
                    let Some(one) = policy.or_else(|| by_name().map(StrategyChoice::By)) else {
                        return;
                    };
                    CompareStep::Change(n, one.into())
                }
            };
            store.send(Action::Compare(step));
        }),
        ..Choice::default()
    };
    let fields = match choice.strategy() {
        Some(StrategyChoice::By(chosen)) => strategy::fields(store, n, chosen),
        Some(StrategyChoice::AsIs | StrategyChoice::Policy(_)) | None => html! {},
    };
    html! {
        <>
            { select.field(names("ui-strategy", "strategy", ""), None) }
            { fields }
        </>
    }
}

/// A callback that ignores invalid values.
pub(super) fn changed<T: 'static>(
    store: &Store,
    n: usize,
    strategy: impl Fn(T) -> Option<Strategy> + 'static,
) -> Callback<T> {
    on(store, move |store, value: T| {
        if let Some(chosen) = strategy(value) {
            let choice = StrategyChoice::By(chosen).into();
            store.send(Action::Compare(CompareStep::Change(n, choice)));
        }
    })
}
