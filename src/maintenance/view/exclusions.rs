//! Exclusions: a list that is edited in place, templates, and exclusions for events.

use super::window::{counted, input, labelled, text};
use crate::maintenance::calendar::{days_of, hatch};
use crate::maintenance::form::MaintenanceForm;
use crate::maintenance::policy::edits::{WINDOW, place};
use crate::maintenance::policy::{DAY, edits};
use crate::shell::form::{TextKind, sentence, typed_setter};
use crate::shell::state::{Action, Store};
use crate::shell::web::browser::today;
use crate::shell::widgets::{Choice, icon};
use crate::shell::words::{attribute, t, tm, tn};
use draw::icons;
use model::maintenance::Scope;
use scenario::calendar::{Span, templates};
use scenario::document::maintenance::{MaintenanceExclusion, MaintenancePolicy};
use scenario::edit::{self, Edit};
use scenario::field::Field as _;
use scenario::json::Json;
use scenario::{document, instant};
use yew::prelude::*;

/// The exclusion being edited.
#[derive(Clone, PartialEq, Default)]
pub(super) struct ExclusionEditor {
    name: Option<String>,
    /// The ends of exclusions before they were extended to the end of support, by [`end_key`].
    ends: Vec<(String, String)>,
}

/// An exclusion of the scenario opened last.
fn end_key(store: &Store, name: &str) -> String {
    format!("{} {name}", store.state().opened)
}

impl ExclusionEditor {
    fn with(&self, name: Option<String>) -> Self {
        Self { name, ..self.clone() }
    }

    fn end(&self, key: &str) -> Option<&str> {
        let mut last = self.ends.iter().rev();
        last.find(|(of, _)| of == key).map(|(_, end)| end.as_str())
    }
}

pub(super) fn exclusions(
    form: &MaintenanceForm<'_>,
    opened: &UseStateHandle<ExclusionEditor>,
) -> Html {
    let all = edits::exclusions(&form.doc.json);
    let add = {
        let (store, doc) = (form.store.clone(), form.doc.json.clone());
        let (zone, opened) = (form.zone.clone(), opened.clone());
        let day = form.at.div_euclid(DAY);
        Callback::from(move |_: MouseEvent| {
            let name = edits::free_name(&doc, "exclusion");
            let one = edits::of_days(day + 1, day + 7, Scope::NoUpgrades, &*zone);
            store.send(Action::Settled);
            store.send(Action::Edit(edits::set(&name, &one)));
            opened.set(opened.with(Some(name)));
        })
    };
    let list = format!("{WINDOW}/maintenanceExclusions");
    let own = form.doc.wrong.iter();
    let own = own.filter(|one| one.is_error() && one.path == list);
    html! {
        <>
            <h3 class="ex-head">{ t("ui-ex-title") }<small>{ counted(form) }</small></h3>
            { for all.iter().map(|(name, one)| card(form, name, one, opened)) }
            { for own.map(|one| html! { <p class="error" role="status">{ sentence(one) }</p> }) }
            { of_pools(form) }
            <button type="button" class="btn line wide-btn" onclick={add}>{ icon(icons::PLUS, "i14") }{ t("ui-ex-add") }</button>
        </>
    }
}

/// Exclusions of single pools, until the end of support (BS-10).
fn of_pools(form: &MaintenanceForm<'_>) -> Html {
    let pools = form.doc.at("/pools").map_or(&[][..], Json::items).iter().enumerate();
    let pools = pools.map(|(n, pool)| {
        let path = format!("/pools/{n}/maintenancePolicy/exclusionUntilEndOfSupport");
        let on = form.doc.at(&format!("{path}/enabled")) == Some(&Json::Bool(true));
        (pool.get("name").and_then(Json::text).unwrap_or_default(), path, on)
    });
    let pools: Vec<_> = pools.collect();
    let excluded = pools.iter().filter(|(.., on)| *on).count();
    html! {
        <details class="entry" open={excluded > 0}>
            <summary>{ tn("ui-ex-pools", &[("n", excluded.into())]) }</summary>
            { for pools.into_iter().map(|(name, path, on)| {
                let error = form.doc.error(&path);
                let onchange = form.store.on(move |_: web_sys::Event| Action::Edit(match on {
                    true => Edit::Remove(path.clone()),
                    false => Edit::Set(format!("{path}/enabled"), Json::Bool(true)),
                }));
                html! {
                    <>
                        <label class="check"><input type="checkbox" checked={on} {onchange} /><span><bdi>{ name }</bdi></span></label>
                        if let Some(error) = error {
                            <p class="error" role="status">{ error }</p>
                        }
                    </>
                }
            }) }
            <p class="quiet">{ t("ui-ex-pools-note") }{ " " }<span class="chip rule">{ "BS-10" }</span></p>
        </details>
    }
}

fn card(
    form: &MaintenanceForm<'_>,
    name: &str,
    one: &MaintenanceExclusion,
    opened: &UseStateHandle<ExclusionEditor>,
) -> Html {
    let scope = Scope::named(&one.options.scope);
    let read = form.planner.own.policy.exclusions.iter();
    let span = read.into_iter().find(|other| other.name == name);
    let span = span.map(|one| one.span);
    let (days, state) = match span {
        Some(span) => (said(form, span), Some(state(span, form.at))),
        None => (format!("{} {}", one.start_time, one.end_time), None),
    };
    let is_open = opened.name.as_deref() == Some(name);
    let toggle = {
        let (opened, name) = (opened.clone(), name.to_owned());
        Callback::from(move |_: MouseEvent| {
            opened.set(opened.with((!is_open).then(|| name.clone())));
        })
    };
    let error = form.doc.error(&place(name));
    // The fields show their own errors.
    let own: &[&str] = if is_open { &["startTime", "endTime"] } else { &[] };
    let others = form.doc.error_beside(&place(name), own);
    let id = format!("ex-{}", slug(name));
    html! {
        <div class={classes!("exc", error.is_some().then_some("wrong"))} key={name.to_owned()}>
            <button type="button" class="exc-head" aria-expanded={is_open.to_string()} aria-controls={id.clone()} onclick={toggle}>
                <i class={classes!("hx", scope.map(hatch))}></i>
                <span><b>{ name }</b><code>{ scope.map_or_else(|| one.options.scope.clone(), |scope| scope.name().to_owned()) }</code>{ days }</span>
                if let Some(state) = state {
                    <span class={classes!("chip", (state == "ui-ex-on").then_some("on"))}>{ t(state) }</span>
                }
            </button>
            if let Some(error) = others {
                <p class="error" role="status">{ error }</p>
            }
            <div {id} class="exc-body" hidden={!is_open}>
                if is_open {
                    { body(form, name, one, opened) }
                }
            </div>
        </div>
    }
}

/// `30 Sep to 15 Jan, 108 d`
fn said(form: &MaintenanceForm<'_>, span: Span) -> String {
    let days = (span.secs() + DAY - 1).div_euclid(DAY);
    let text = days_of(span, &*form.zone);
    if days > 100_000 { text } else { format!("{text}, {}", tn("span-day", &[("n", days.into())])) }
}

fn state(span: Span, at: i64) -> &'static str {
    match at {
        at if at < span.from => "ui-ex-ahead",
        at if at < span.to => "ui-ex-on",
        _ => "ui-ex-over",
    }
}

fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(plain).collect()
}

fn body(
    form: &MaintenanceForm<'_>,
    name: &str,
    one: &MaintenanceExclusion,
    opened: &UseStateHandle<ExclusionEditor>,
) -> Html {
    let path = place(name);
    let id = |field: &str| format!("ex-{}-{field}", slug(name));
    let rename = {
        let (store, doc) = (form.store.clone(), form.doc.json.clone());
        let (opened, name) = (opened.clone(), name.to_owned());
        Callback::from(move |to: String| {
            let to = to.trim();
            if let Some(edit) = edits::rename(&doc, &name, to) {
                let mut next = opened.with(Some(to.to_owned()));
                if let Some(end) = opened.end(&end_key(&store, &name)) {
                    next.ends.push((end_key(&store, to), end.to_owned()));
                }
                opened.set(next);
                store.send(Action::Edit(edit));
            }
        })
    };
    let until = edits::ends_with_support(one);
    let bound = |field: &str, placeholder: &str| {
        text(form, &id(field), MaintenanceExclusion::SPEC, &path, field, placeholder)
    };
    let end = if until { "–" } else { "2026-12-20" };
    html! {
        <>
            { input(&id("name"), &t("ui-ex-named"), name.to_owned(), "", None, rename) }
            <div class="two">{ bound("startTime", "2026-12-20") }{ bound("endTime", end) }</div>
            { labelled(&id("scope"), &t("ui-ex-scope"), None, scope(form, id("scope"), &path, one)) }
            { end_and_removal(form, name, one, opened) }
        </>
    }
}

fn scope(form: &MaintenanceForm<'_>, id: String, path: &str, one: &MaintenanceExclusion) -> Html {
    let named = Scope::named(&one.options.scope);
    let names = Scope::NAMES.iter();
    let pointer = format!("{path}/maintenanceExclusionOptions/scope");
    let scope = Choice {
        id,
        value: named.map_or(String::new(), |scope| scope.name().to_owned()),
        options: names.map(|(name, _)| ((*name).to_owned(), (*name).to_owned())).collect(),
        onchange: typed_setter(form.store, TextKind::Text, pointer),
        ..Choice::default()
    };
    scope.show()
}

/// Buttons that extend the exclusion to the end of support, and that remove it.
fn end_and_removal(
    form: &MaintenanceForm<'_>,
    name: &str,
    one: &MaintenanceExclusion,
    opened: &UseStateHandle<ExclusionEditor>,
) -> Html {
    let until = edits::ends_with_support(one);
    // The checks judge how long it may last.
    let is_refused = !until && form.planner.context.end_of_support.is_none();
    let support = {
        let (one, name, opened) = (one.clone(), name.to_owned(), opened.clone());
        let (end, store) = (form.planner.context.end_of_support, form.store.clone());
        let key = end_key(&store, &name);
        Callback::from(move |_: MouseEvent| {
            let mut next = (*opened).clone();
            if !one.end_time.is_empty() {
                next.ends.push((key.clone(), one.end_time.clone()));
            }
            let one = edits::end_toggled(&one, next.end(&key), end);
            opened.set(next);
            store.send(Action::Edit(edits::set(&name, &one)));
        })
    };
    let support = (!is_refused).then_some(support);
    let remove = {
        let name = name.to_owned();
        form.store.on(move |_: MouseEvent| Action::Edit(Edit::Remove(place(&name))))
    };
    html! {
        <>
        <div class="ex-row">
            <button type="button" class="btn line" aria-pressed={until.to_string()} aria-disabled={is_refused.then_some("true")}
                aria-describedby={is_refused.then_some("ex-why")} onclick={support}>{ t("ui-ex-until") }</button>
            <span class="grow"></span>
            <button type="button" class="btn ico" aria-label={tn("ui-ex-remove", &[("name", name.into())])} title={tn("ui-ex-remove", &[("name", name.into())])} onclick={remove}>{ icon(icons::TRASH, "") }</button>
        </div>
        if is_refused {
            <p class="quiet" id="ex-why">{ t("ui-ex-until-unknown") }</p>
        }
        </>
    }
}

/// Policy templates. Windows are open from the scenario's start on; exclusions lie ahead of today, too.
pub(super) fn templates(form: &MaintenanceForm<'_>) -> Html {
    let start = form.planner.context.now;
    let policy = edit::at(&form.doc.json, "/cluster/maintenancePolicy");
    let policy = policy.and_then(|json| document::read::<MaintenancePolicy>(json).0);
    let policy = policy.unwrap_or_default();
    html! {
        <details class="entry">
            <summary>{ t("ui-mw-templates") }</summary>
            <ul class="tpl">
                { for templates::templates().map(|one| {
                    let policy = policy.clone();
                    let onclick = form.store.on(move |_: MouseEvent| {
                        let later = start.max(today().div_euclid(1000));
                        let mut window = one.over(&policy, start).window;
                        window.exclusions = one.over(&policy, later).window.exclusions;
                        Action::Apply(vec![Edit::Set(WINDOW.to_owned(), window.write())])
                    });
                    html! {
                        <li><button type="button" {onclick}><b>{ tm(&one.title()) }</b><span>{ attribute(&one.title(), "about") }</span></button></li>
                    }
                }) }
            </ul>
        </details>
    }
}

/// A planned event: its name, and its days as typed.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Event {
    name: String,
    first: String,
    last: String,
}

/// The exclusion for an event begins a week before it (MX-04).
pub(super) fn planner(form: &MaintenanceForm<'_>, event: &UseStateHandle<Event>) -> Html {
    let typed = |id: &str, words: &str, value: &str, place: &str, set: fn(&mut Event, String)| {
        let event = event.clone();
        let set = Callback::from(move |text: String| {
            let mut next = (*event).clone();
            set(&mut next, text);
            event.set(next);
        });
        input(id, &t(words), value.to_owned(), place, None, set)
    };
    let day = |text: &str| {
        let at = instant::parse(&format!("{}T00:00:00Z", text.trim()))?;
        Some(at.div_euclid(DAY * 1000))
    };
    let first = day(&event.first);
    let last = day(&event.last).or(first);
    let both = first.zip(last).filter(|(first, last)| first <= last);
    let add = {
        let doc = form.doc.json.clone();
        let name = match event.name.trim() {
            "" => "event".to_owned(),
            name => name.to_owned(),
        };
        let edit = both.map(|(first, last)| {
            edits::set(&edits::free_name(&doc, &name), &templates::for_event(first, last))
        });
        let (store, event) = (form.store.clone(), event.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(edit) = &edit {
                store.send(Action::Edit(edit.clone()));
                event.set(Event::default());
            }
        })
    };
    html! {
        <details class="entry">
            <summary>{ t("ui-ev-title") }</summary>
            { typed("ev-name", "ui-ex-named", &event.name, "black-friday", |event, text| event.name = text) }
            <div class="two">
                { typed("ev-first", "ui-ev-first", &event.first, "2026-11-27", |event, text| event.first = text) }
                { typed("ev-last", "ui-ev-last", &event.last, "2026-11-30", |event, text| event.last = text) }
            </div>
            <button type="button" class="btn line wide-btn" disabled={both.is_none()} onclick={add}>{ t("ui-ev-add") }</button>
            <p class="quiet">{ t("ui-ev-lead") }{ " " }<span class="chip rule">{ "MX-04" }</span></p>
        </details>
    }
}
