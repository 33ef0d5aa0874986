//! *Plan*: which pools are upgraded, to which version, by GKE in its windows or by hand, and the day on which the scenario starts.

use super::parts::{Part, PartStep, Plan};
use crate::maintenance::calendar::zone;
use crate::maintenance::view::window::zones;
use crate::shell::form::{Doc, as_text, names};
use crate::shell::state::{Action, Shared, Store, use_select, use_store};
use crate::shell::widgets::{TextInput, field, rule_link, value_of};
use crate::shell::words::t;
use scenario::calendar::zone::{Zone, to_local, to_utc};
use scenario::edit::{self, Edit};
use scenario::json::Json;
use scenario::{Document, instant};
use yew::prelude::*;

/// The plan of a scenario, and where its changes go: to the open one, or to one that is offered.
pub struct PlanForm<'a> {
    pub store: &'a Store,
    pub json: &'a Shared<Json>,
    /// The prefix of its controls' ids.
    pub id: &'static str,
    pub start_error: Option<String>,
    pub version_error: Option<String>,
    /// What is upgraded if an upgrade is asked for again; without pools it is all of them.
    pub imported: Plan,
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
        version_error: (0..doc.len("/script"))
            .find_map(|no| doc.error(&format!("/script/{no}/version"))),
        imported: Plan::default(),
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
                if !plan.pools.is_empty() { { self.version(&plan) } }
                <Start id={self.id("start")} start={self.start()} error={self.start_error.clone()} onedit={self.store.on(self.edit)} />
            </div>
        }
    }

    fn id(&self, of: &str) -> String {
        format!("{}-{of}", self.id)
    }

    /// When the run starts, as written.
    fn start(&self) -> String {
        let written = edit::at(self.json, "/start").and_then(Json::text).map(str::to_owned);
        written.unwrap_or_else(|| instant::format(Document::empty().start_unix_ms()))
    }

    /// A callback that makes another plan.
    fn on<E: 'static>(&self, next: impl Fn(E) -> Plan + 'static) -> Callback<E> {
        let (json, take) = (self.json.clone(), self.plan);
        self.store.on(move |event: E| take(&json, next(event)))
    }

    fn by_whom(&self, plan: &Plan) -> Html {
        let option = |next: Plan, [key, means]: [&str; 2], rules: &'static [&'static str]| {
            let is_same = next.by_gke == plan.by_gke || plan.pools.is_empty();
            let chosen = next.pools.is_empty() == plan.pools.is_empty() && is_same;
            let onchange = self.on(move |_: Event| next.clone());
            html! {
                <label class={classes!("way", chosen.then_some("on"))}>
                    <input type="radio" name={self.id("by-whom")} checked={chosen} {onchange} />
                    <span><b>{ t(key) }</b><small>{ t(means) }{ " " }{ rule_link::chips(rules, "") }</small></span>
                </label>
            }
        };
        let by = |by_gke| match (plan.pools.is_empty(), self.imported.pools.is_empty()) {
            (false, _) => Plan { by_gke, ..plan.clone() },
            (true, false) => Plan { by_gke, ..self.imported.clone() },
            (true, true) => Plan { by_gke, pools: self.all_pools(), ..plan.clone() },
        };
        let none = Plan { pools: Vec::new(), ..plan.clone() };
        html! {
            <fieldset class="ways">
                <legend class="vh">{ t("ui-plan-by") }</legend>
                { option(by(true), ["ui-plan-by-gke", "ui-plan-by-gke-means"], &["BS-01"]) }
                { option(by(false), ["ui-plan-by-hand", "ui-plan-by-hand-means"], &["BS-03"]) }
                { option(none, ["ui-plan-none", "ui-plan-none-means"], &[]) }
            </fieldset>
        }
    }

    fn all_pools(&self) -> Vec<String> {
        let all = edit::at(self.json, Part::Pool.list()).map_or(&[][..], Json::items);
        all.iter().map(|pool| pool.get("name").map(as_text).unwrap_or_default()).collect()
    }

    /// A switch for each pool; they are upgraded in this order.
    fn pools(&self, plan: &Plan) -> Html {
        let all = self.all_pools();
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
            wrong: self.version_error.is_some(),
            onchange: self
                .on(move |text: String| Plan { version: text.trim().to_owned(), ..plan.clone() }),
            ..TextInput::default()
        }
        .field(
            names("ui-target-version", "version", "--cluster-version"),
            self.version_error.clone(),
        )
    }
}

#[derive(Clone, PartialEq, Properties)]
struct StartProps {
    id: String,
    /// As written.
    start: String,
    error: Option<String>,
    onedit: Callback<Edit>,
}

/// The day and time of the start in a time zone: typed, or picked.
#[component]
fn Start(props: &StartProps) -> Html {
    let store = use_store();
    let look = use_select(|state| state.calendar);
    let shown = instant::day_or_time(&props.start).map(|ms| {
        let local = to_local(&*zone(look.local), ms.div_euclid(1000)) * 1000;
        instant::format(local).get(..16).unwrap_or_default().replace('T', " ")
    });
    let set = |read: fn(&str) -> Option<String>| {
        let (onedit, local) = (props.onedit.clone(), look.local);
        Callback::from(move |text: String| {
            let Some(text) = read(&text) else { return };
            let start = start_of(&text, &*zone(local));
            onedit.emit(Edit::Set("/start".to_owned(), start.as_str().into()));
        })
    };
    let onpick = set(picked).reform(|event: Event| value_of(&event));
    let value = shown.clone().unwrap_or_default().replace(' ', "T");
    let text = TextInput {
        id: props.id.clone(),
        value: shown.unwrap_or_else(|| props.start.clone()),
        wrong: props.error.is_some(),
        onchange: set(|text| Some(text.to_owned())),
        ..TextInput::default()
    };
    let control = html! {
        <span class="picked">
            { text.show() }
            <input type="datetime-local" class="txt pick" aria-label={t("ui-pick-day")} title={t("ui-pick-day")} {value} onchange={onpick} />
        </span>
    };
    html! {
        <>
            { field(props.id.clone(), names("ui-plan-start", "start", ""), props.error.clone(), control) }
            { zones(&store, look, "plan-zone") }
        </>
    }
}

/// Picked by keys, it is empty or of an early year at first.
fn picked(text: &str) -> Option<String> {
    let year = text.split_once('-').and_then(|(year, _)| year.parse::<u32>().ok());
    year.filter(|year| (1970..2200).contains(year)).map(|_| text.to_owned())
}

/// A typed start: a day, or a day and a time, in the zone, or an instant; else as it is, which is a finding.
fn start_of(text: &str, zone: &dyn Zone) -> String {
    let text = text.trim();
    let local = text.replace(' ', "T");
    let time = match local.len() {
        10 => format!("{local}T00:00:00Z"),
        16 => format!("{local}:00Z"),
        _ => format!("{local}Z"),
    };
    match instant::parse(&time) {
        Some(ms) => instant::format(to_utc(zone, ms.div_euclid(1000)) * 1000),
        None => instant::parse(text).map_or_else(|| text.to_owned(), instant::format),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::calendar::zone::Utc;

    #[test]
    fn a_start_is_typed_as_people_write_it() {
        for (typed, start) in [
            ("2026-12-21", "2026-12-21T00:00:00Z"),
            (" 2026-12-21 09:30 ", "2026-12-21T09:30:00Z"),
            ("2026-12-21T09:30", "2026-12-21T09:30:00Z"),
            ("2026-12-21T09:30:00+01:00", "2026-12-21T08:30:00Z"),
            ("Christmas", "Christmas"),
        ] {
            assert_eq!(start_of(typed, &Utc), start);
        }
        assert_eq!(picked("0002-02-02T09:00"), None);
        assert_eq!(picked("61221-02-02T09:00"), None);
    }
}
