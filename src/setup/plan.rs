//! *Plan*: which pools are upgraded, to which version, by GKE in its windows or by hand, and the day on which the scenario starts.

use super::form::{Doc, as_text, names};
use super::parts::{Part, PartStep, Plan};
use crate::maintenance::calendar::zone;
use crate::maintenance::view::window::zones;
use crate::shell::state::action::Action;
use crate::shell::state::shared::Shared;
use crate::shell::state::store::{Store, use_select, use_store};
use crate::shell::widgets::{TextInput, field, rule_link};
use crate::shell::words::t;
use scenario::calendar::zone::{to_local, to_utc};
use scenario::edit::{self, Edit};
use scenario::json::Json;
use scenario::{Document, instant};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The plan of a scenario, and where its changes go: to the open one, or to one that is offered.
pub struct PlanForm<'a> {
    pub store: &'a Store,
    pub json: &'a Shared<Json>,
    /// The prefix of its controls' ids.
    pub id: &'static str,
    pub start_error: Option<String>,
    /// Makes it the plan.
    pub plan: fn(&Json, Plan) -> Action,
    /// Sets another field.
    pub edit: fn(Edit) -> Action,
}

#[inline(never)] // It is folded at first, and loaded later.
pub fn plan(store: &Store, doc: &Doc) -> Html {
    PlanForm {
        store,
        json: &doc.json,
        id: "plan",
        start_error: doc.error("/start"),
        plan: |_, plan| Action::Part(PartStep::Plan(plan)),
        edit: Action::Edit,
    }
    .show()
}

impl PlanForm<'_> {
    pub fn show(&self) -> Html {
        let plan = Plan::of(self.json);
        html! {
            <div class="plan">
                { self.by_whom(&plan) }
                { self.pools(&plan) }
                { self.version(&plan) }
                <Start id={self.id("start")} at={self.start()} error={self.start_error.clone()} onedit={self.store.on(self.edit)} />
            </div>
        }
    }

    fn id(&self, of: &str) -> String {
        format!("{}-{of}", self.id)
    }

    /// When the run starts, in ms since 1970.
    fn start(&self) -> i64 {
        let written = edit::at(self.json, "/start").and_then(Json::text).and_then(instant::parse);
        written.unwrap_or_else(|| Document::empty().start_unix_ms())
    }

    /// A callback that makes another plan.
    fn on<E: 'static>(&self, next: impl Fn(E) -> Plan + 'static) -> Callback<E> {
        let (json, take) = (self.json.clone(), self.plan);
        self.store.on(move |event: E| take(&json, next(event)))
    }

    fn by_whom(&self, plan: &Plan) -> Html {
        let option = |by_gke: bool, [key, means]: [&str; 2], rule: &'static str| {
            let chosen = plan.by_gke == by_gke;
            let next = Plan { by_gke, ..plan.clone() };
            let onchange = self.on(move |_: Event| next.clone());
            html! {
                <label class={classes!("way", chosen.then_some("on"))}>
                    <input type="radio" name={self.id("by-whom")} checked={chosen} {onchange} />
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
    fn pools(&self, plan: &Plan) -> Html {
        let all = edit::at(self.json, Part::Pool.list()).map_or(&[][..], Json::items);
        let all: Vec<String> =
            all.iter().map(|pool| pool.get("name").map(as_text).unwrap_or_default()).collect();
        let id = self.id("pools");
        let control = html! {
            <span class="chips" role="group" aria-label={t("ui-plan-pools")} id={id.clone()}>
                { for all.iter().map(|name| {
                    let pressed = plan.pools.contains(name);
                    let pools = all.iter().filter(|one| plan.pools.contains(one) != (*one == name));
                    let next = Plan { pools: pools.cloned().collect(), ..plan.clone() };
                    html! {
                        <button type="button" class="btn line" aria-pressed={pressed.to_string()}
                            onclick={self.on(move |_: MouseEvent| next.clone())}><bdi>{ name.clone() }</bdi></button>
                    }
                }) }
            </span>
        };
        field(id, names("ui-plan-pools", "", ""), None, control)
    }

    fn version(&self, plan: &Plan) -> Html {
        let plan = plan.clone();
        let master = edit::at(self.json, "/cluster/currentMasterVersion");
        TextInput {
            id: self.id("version"),
            value: plan.version.clone(),
            placeholder: master.map(as_text).unwrap_or_default(),
            onchange: self
                .on(move |text: String| Plan { version: text.trim().to_owned(), ..plan.clone() }),
            ..TextInput::default()
        }
        .field(names("ui-target-version", "version", "--cluster-version"), None)
    }
}

#[derive(Clone, PartialEq, Properties)]
struct StartProps {
    id: String,
    /// In ms since 1970.
    at: i64,
    error: Option<String>,
    onedit: Callback<Edit>,
}

/// The day and time of the start, in a time zone.
#[component]
fn Start(props: &StartProps) -> Html {
    let store = use_store();
    let look = use_select(|state| state.calendar);
    let zone = zone(look.local);
    let written = to_local(&*zone, props.at.div_euclid(1000)) * 1000;
    let value = instant::format(written).get(..16).unwrap_or_default().to_owned();
    let onedit = props.onedit.clone();
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        // Typed digit by digit, it is empty or of an early year at first.
        let written = instant::parse(&format!("{}:00Z", input.value()));
        if let Some(ms) = written.filter(|ms| *ms > 0) {
            let at = instant::format(to_utc(&*zone, ms.div_euclid(1000)) * 1000);
            onedit.emit(Edit::Set("/start".to_owned(), at.as_str().into()));
        }
    });
    let id = props.id.clone();
    let control =
        html! { <input type="datetime-local" class="txt" id={id.clone()} {value} {onchange} /> };
    html! {
        <>
            { field(id, names("ui-plan-start", "start", ""), props.error.clone(), control) }
            { zones(&store, look, "plan-zone") }
        </>
    }
}
