//! *Plan*: which pools are upgraded, to which version, by GKE in its windows or by hand, and the day on which the scenario starts.

use super::form::{Doc, names};
use super::parts::{Part, PartStep, Plan};
use crate::shell::state::action::Action;
use crate::shell::state::store::Store;
use crate::shell::widgets::{TextInput, field, rule_link};
use crate::shell::words::t;
use scenario::edit::Edit;
use scenario::{Document, instant};
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[inline(never)] // It is folded at first, and loaded later.
pub fn plan(store: &Store, doc: &Doc) -> Html {
    let plan = Plan::of(&doc.json);
    html! {
        <div class="plan">
            { by_whom(store, &plan) }
            { pools(store, doc, &plan) }
            { version(store, doc, &plan) }
            { start(store, doc) }
        </div>
    }
}

/// Makes another plan, as a step.
fn take(plan: &Plan) -> Action {
    Action::Part(PartStep::Plan(plan.clone()))
}

fn by_whom(store: &Store, plan: &Plan) -> Html {
    let option = |by_gke: bool, [key, means]: [&str; 2], rule: &'static str| {
        let chosen = plan.by_gke == by_gke;
        let next = Plan { by_gke, ..plan.clone() };
        let onchange = store.on(move |_: Event| take(&next));
        html! {
            <label class={classes!("way", chosen.then_some("on"))}>
                <input type="radio" name="by-whom" checked={chosen} {onchange} />
                <span><b>{ t(key) }</b><small>{ t(means) }{ " " }{ rule_link::chips(&[rule], "") }</small></span>
            </label>
        }
    };
    html! {
        <fieldset class="ways">
            <legend class="vh">{ t("ui-plan-by") }</legend>
            { option(true, ["ui-plan-by-gke", "ui-plan-by-gke-means"], "BS-01") }
            { option(false, ["ui-plan-by-hand", "ui-plan-by-hand-means"], "BS-03") }
        </fieldset>
    }
}

/// A switch for each pool; they are upgraded in this order.
fn pools(store: &Store, doc: &Doc, plan: &Plan) -> Html {
    let all: Vec<String> = (0..doc.len(Part::Pool.list()))
        .map(|at| doc.text(&format!("{}/name", Part::Pool.place(at))))
        .collect();
    let control = html! {
        <span class="chips" role="group" aria-label={t("ui-plan-pools")} id="plan-pools">
            { for all.iter().map(|name| {
                let pressed = plan.pools.contains(name);
                let pools = all.iter().filter(|one| plan.pools.contains(one) != (*one == name));
                let next = Plan { pools: pools.cloned().collect(), ..plan.clone() };
                html! {
                    <button type="button" class="btn line" aria-pressed={pressed.to_string()}
                        onclick={store.on(move |_: MouseEvent| take(&next))}><bdi>{ name.clone() }</bdi></button>
                }
            }) }
        </span>
    };
    field("plan-pools".to_owned(), names("ui-plan-pools", "", ""), None, control)
}

fn version(store: &Store, doc: &Doc, plan: &Plan) -> Html {
    let plan = plan.clone();
    let master = doc.text("/cluster/currentMasterVersion");
    TextInput {
        id: "plan-version".to_owned(),
        value: plan.version.clone(),
        placeholder: master,
        onchange: store.on(move |text: String| {
            take(&Plan { version: text.trim().to_owned(), ..plan.clone() })
        }),
        ..TextInput::default()
    }
    .field(names("ui-target-version", "version", "--cluster-version"), None)
}

/// The day and time of the start, in UTC.
fn start(store: &Store, doc: &Doc) -> Html {
    let written = instant::parse(&doc.text("/start"));
    let at = written.unwrap_or_else(|| Document::empty().start_unix_ms());
    let value = instant::format(at).get(..16).unwrap_or_default().to_owned();
    let onchange = store.on(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let typed = input.value();
        Action::Edit(match typed.is_empty() {
            true => Edit::Remove("/start".to_owned()),
            false => Edit::Set("/start".to_owned(), format!("{}:00Z", &typed).as_str().into()),
        })
    });
    let control =
        html! { <input type="datetime-local" class="txt" id="plan-start" {value} {onchange} /> };
    field(
        "plan-start".to_owned(),
        names("ui-plan-start", "start", ""),
        doc.error("/start"),
        control,
    )
}
