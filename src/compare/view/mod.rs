//! The comparison's view: heads and stages, lanes on one axis, the differences, and the choice of a strategy.

mod choose;
mod head;
mod lanes;
mod strategy;
mod table;
mod text;
mod typed_fields;
mod variant;

use self::lanes::Lanes;
use self::variant::VariantPanel;
use super::state::{Compare, CompareStep};
use crate::compare::offers;
use crate::player::{PlayheadMeaning, use_player};
use crate::shell::state::{Action, AppState, Shared, Store, use_select, use_store};
use crate::shell::web::browser::{NARROW, focus, matches, nothing_has_focus};
use crate::shell::widgets::{icon, icon_button};
use crate::shell::words::{number, t, tn};
use draw::icons;
use yew::prelude::*;

/// The part of the state that the view shows.
#[derive(Clone, PartialEq)]
struct CompareState {
    compare: Option<Shared<Compare>>,
    stale: bool,
    summary: String,
}

impl CompareState {
    fn of(state: &AppState) -> Self {
        Self { compare: state.compare.clone(), stale: state.has_errors(), summary: summary(state) }
    }
}

/// `5 nodes, web 5, api 3, seed 7`
fn summary(state: &AppState) -> String {
    let Some(run) = &state.run else {
        return String::new();
    };
    let nodes = run.start.nodes.len();
    let workloads = run.plan.known_workloads().map(|(_, one)| one);
    let scaled = workloads.filter(|one| one.kind.has_scale());
    let mut parts = vec![tn("ui-compare-nodes", &[("n", nodes.into())])];
    parts.extend(scaled.take(4).map(|one| format!("{} {}", one.name, number(one.replicas))));
    let seed = run.plan.seed.to_string();
    parts.push(tn("ui-compare-seed", &[("seed", seed.into())]));
    parts.join(", ")
}

#[derive(PartialEq, Properties)]
pub struct BesideProps {
    /// Below the lanes.
    pub transport: Html,
}

#[component]
pub fn Beside(props: &BesideProps) -> Html {
    let store = use_store();
    let player = use_player();
    let seen = use_select(CompareState::of);
    use_effect_with((), |()| {
        focus("main");
    });
    // The pressed button may be gone or disabled.
    let shown = seen.compare.as_ref().map_or(0, |one| one.variants.len());
    let before = use_mut_ref(|| shown);
    use_effect_with(shown, move |now| {
        let before = before.replace(*now);
        if before > 0 && *now > before {
            focus(&head::settings_id(*now - 1));
        } else if *now < before && nothing_has_focus() {
            focus(ADD);
        }
    });
    let Some(shared) = seen.compare else {
        return html! {};
    };
    let compare = &*shared;
    let count = compare.variants.len();
    let names = text::names(compare);
    let is_narrow = matches(NARROW);
    html! {
        <>
            <main class="cmp" id="main" tabindex="-1" aria-label={t("ui-compare")}>
                <header class="cmp-head">
                    <h2>{ tn("ui-compare-title", &[("n", count.into())]) }</h2>
                    <span class="cmp-sum">{ seen.summary }</span>
                    <span class="grow" />
                    { by(&store, compare.by) }
                    { add(&store, compare.has_room() && offers::unlike(&store.state(), &compare.choices()).is_some()) }
                    { icon_button(icons::CROSS, t("ui-compare-leave"), "", None,
                        store.on(|_: MouseEvent| Action::Compare(CompareStep::Hide))) }
                </header>
                if seen.stale {
                    <p class="cmp-note" role="status">{ t("ui-compare-stale") }</p>
                }
                if compare.variants.len() == 1 {
                    <p class="cmp-note">{ t("ui-compare-no-choice") }</p>
                }
                // On a phone they are before the pictures, which are long.
                if is_narrow {
                    <div class="cmp-side">{ table::table(&store, &player, compare) }</div>
                }
                <div class={classes!("cmp-variants", (count == 1).then_some("one"), (count > 2).then_some("three"))}>
                    { for (0..count).map(|n| html! {
                        <VariantPanel key={n} {n} compare={shared.clone()} />
                    }) }
                </div>
            </main>
            <Lanes {names} />
            { props.transport.clone() }
            <aside class="cmp-side" aria-label={t("ui-compare-results")} tabindex="0">
                if !is_narrow {
                    { table::table(&store, &player, compare) }
                }
                { choose::choose(compare) }
            </aside>
        </>
    }
}

/// The choice of the playhead's meaning.
fn by(store: &Store, now: PlayheadMeaning) -> Html {
    let each = [
        (PlayheadMeaning::Clock, "ui-compare-by-clock"),
        (PlayheadMeaning::Share, "ui-compare-by-share"),
    ];
    html! {
        <span class="cmp-by" role="group" aria-labelledby="cmp-by">
            <span id="cmp-by">{ t("ui-compare-by") }</span>
            <span class="seg">
                { for each.into_iter().map(|(by, words)| html! {
                    <button type="button" aria-pressed={(by == now).to_string()}
                        onclick={store.on(move |_: MouseEvent| Action::Compare(CompareStep::By(by)))}>{ t(words) }</button>
                }) }
            </span>
        </span>
    }
}

/// The button that adds a variant.
const ADD: &str = "cmp-add";

fn add(store: &Store, may: bool) -> Html {
    html! {
        <button type="button" id={ADD} class="btn line" disabled={!may}
            onclick={store.on(|_: MouseEvent| Action::Compare(CompareStep::Add))}>
            { icon(icons::PLUS, "i14") }
            { t("ui-compare-add") }
        </button>
    }
}
