//! The window: the settings in local time, above the stored values.

use crate::maintenance::form::MaintenanceForm;
use crate::maintenance::policy::edits::{DAILY, RECURRING, RECURRING_PARTS, WINDOW};
use crate::maintenance::policy::{CalendarLook, DAY, edits};
use crate::setup::form::{TextKind, typed_setter};
use crate::shell::dates::length;
use crate::shell::state::action::Action;
use crate::shell::web::time_zone::{city, here};
use crate::shell::widgets::{Choice, TextInput, icon, on};
use crate::shell::words::{t, tm, tn};
use base::Message;
use draw::icons;
use scenario::calendar::day::clock;
use scenario::calendar::toggles::{Toggles, second_of};
use scenario::calendar::zone::{to_local, to_utc};
use scenario::document;
use scenario::document::maintenance::{RecurringMaintenanceWindow, RecurringTimeWindow};
use scenario::edit::Edit;
use scenario::field::{Field as _, FieldSpec, StructType};
use scenario::json::Json;
use yew::prelude::*;

fn kind(form: &MaintenanceForm<'_>) -> &'static str {
    let kinds = [DAILY, RECURRING, RECURRING_PARTS];
    let has = |kind: &&str| form.doc.at(&format!("{WINDOW}/{kind}")).is_some();
    kinds.into_iter().find(has).unwrap_or("")
}

fn recurring(form: &MaintenanceForm<'_>) -> Option<RecurringTimeWindow> {
    let json = form.doc.at(&format!("{WINDOW}/{RECURRING}"))?;
    document::read::<RecurringTimeWindow>(json).0
}

pub(super) fn window(form: &MaintenanceForm<'_>) -> Html {
    let now = form.planner.context.now;
    let kind = kind(form);
    let (doc, zone) = (form.doc.json.clone(), form.zone.clone());
    let choice = Choice {
        id: "mw-kind".to_owned(),
        value: match kind {
            RECURRING_PARTS => RECURRING.to_owned(),
            kind => kind.to_owned(),
        },
        options: vec![
            (String::new(), t("ui-mw-none")),
            (DAILY.to_owned(), t("ui-mw-daily")),
            (RECURRING.to_owned(), t("ui-mw-recurring")),
        ],
        onchange: form.store.on(move |kind: String| {
            let new = match kind.as_str() {
                "" => None,
                DAILY => {
                    let at = ("startTime".to_owned(), "02:00".into());
                    Some((DAILY, Json::Object(vec![at])))
                }
                _ => Some((RECURRING, Toggles::nightly(now).write(&*zone).write())),
            };
            Action::Edit(edits::window(&doc, new))
        }),
        ..Choice::default()
    };
    let error = form.doc.error(&format!("{WINDOW}/{kind}"));
    html! {
        <>
            { labelled("mw-kind", &t("ui-window"), choice.show()) }
            { match kind {
                DAILY => daily(form),
                RECURRING => match recurring(form) {
                    Some(window) => match Toggles::read(&window, &*form.zone) {
                        Some(toggles) => switches(form, toggles),
                        None => rule(form),
                    },
                    None => rule(form),
                },
                RECURRING_PARTS => parts(form),
                _ => html! {},
            } }
            if let Some(error) = error {
                <p class="error" role="status">{ error }</p>
            }
        </>
    }
}

pub(super) fn labelled(id: &str, words: &str, control: Html) -> Html {
    html! { <div class="lf"><label for={id.to_owned()}>{ words }</label>{ control }</div> }
}

/// A text box below its label.
pub(super) fn input(
    id: &str,
    words: &str,
    value: String,
    placeholder: &str,
    wrong: bool,
    onchange: Callback<String>,
) -> Html {
    let (id, placeholder) = (id.to_owned(), placeholder.to_owned());
    let control =
        TextInput { id: id.clone(), value, placeholder, wrong, onchange, ..TextInput::default() };
    labelled(&id, words, control.show())
}

/// A declared text of the object at a pointer; without a label it has its API name.
pub(super) fn text(
    form: &MaintenanceForm<'_>,
    id: &str,
    spec: &StructType,
    at: &str,
    path: &str,
    placeholder: &str,
) -> Html {
    let Some(FieldSpec { key, setting, .. }) = spec.at(path) else {
        return html! {};
    };
    let words = if setting.label.is_empty() { (*key).to_owned() } else { t(setting.label) };
    let pointer = format!("{at}/{path}");
    let (value, wrong) = (form.doc.text(&pointer), form.doc.error(&pointer).is_some());
    let set = typed_setter(form.store, TextKind::Text, pointer);
    input(id, &words, value, placeholder, wrong, set)
}

fn zones(form: &MaintenanceForm<'_>) -> Html {
    let look = form.look;
    let Some(name) = here() else {
        return html! {};
    };
    let choice = Choice {
        id: "mw-zone".to_owned(),
        value: if look.local { "local" } else { "utc" }.to_owned(),
        options: vec![("utc".to_owned(), "UTC".to_owned()), ("local".to_owned(), city(&name))],
        onchange: form.store.on(move |zone: String| {
            let local = zone == "local";
            Action::Calendar(CalendarLook { local, ..look })
        }),
        ..Choice::default()
    };
    labelled("mw-zone", &t("ui-mw-zone"), choice.show())
}

fn daily(form: &MaintenanceForm<'_>) -> Html {
    let pointer = format!("{WINDOW}/{DAILY}/startTime");
    let written = form.doc.text(&pointer);
    let now = form.planner.context.now;
    let midnight = now.div_euclid(DAY) * DAY;
    // The local time on the day on which the scenario begins.
    let shown = second_of(&written).map(|second| clock(to_local(&*form.zone, midnight + second)));
    let (zone, shown) = (form.zone.clone(), shown.unwrap_or_else(|| written.clone()));
    let wrong = form.doc.error(&pointer).is_some();
    let set = form.store.on(move |text: String| {
        let day = to_local(&*zone, midnight).div_euclid(DAY) * DAY;
        let stored = second_of(&text).map(|second| clock(to_utc(&*zone, day + second)));
        Action::Edit(Edit::Set(pointer.clone(), stored.unwrap_or(text).as_str().into()))
    });
    html! {
        <>
            <div class="two">
                { input("mw-at", &t("ui-mw-at"), shown, "02:00", wrong, set) }
                { labelled("", &t("ui-mw-for"), html! { <span class="fixed">{ "4 h" }</span> }) }
            </div>
            { zones(form) }
            { stored(vec![format!("startTime {written} UTC")], &[], "MW-13") }
        </>
    }
}

/// A switch for each day of the week.
fn days(toggles: Toggles, set: &Callback<Toggles>) -> Html {
    let (short, long) = (t("ui-days"), t("ui-weekdays"));
    let day = |(n, (short, long)): (usize, (&str, &str))| {
        let pressed = toggles.days.get(n).copied().unwrap_or_default();
        let onclick = on(set, move |set, _: MouseEvent| {
            let mut next = toggles;
            if let Some(day) = next.days.get_mut(n) {
                *day = !pressed;
            }
            // A window that never opens is invalid.
            if next.days.contains(&true) {
                set.emit(next);
            }
        });
        html! {
            <button type="button" aria-pressed={pressed.to_string()}  {onclick}><span aria-hidden="true">{ short }</span><span class="vh">{ long }</span></button>
        }
    };
    html! {
        <div class="lf" role="group" aria-label={t("ui-mw-days")}>
            <span class="label" aria-hidden="true">{ t("ui-mw-days") }</span>
            <div class="dys">{ for short.split(' ').zip(long.split(' ')).enumerate().map(day) }</div>
        </div>
    }
}

fn switches(form: &MaintenanceForm<'_>, toggles: Toggles) -> Html {
    let (doc, store) = (form.doc.json.clone(), form.store.clone());
    let zone = form.zone.clone();
    let set = on(&zone, move |zone, toggles: Toggles| {
        let new = Some((RECURRING, toggles.write(&**zone).write()));
        store.send(Action::Edit(edits::window(&doc, new)));
    });
    let set_at = on(&set, move |set, text: String| {
        if let Some(second) = second_of(&text) {
            set.emit(Toggles { second, ..toggles });
        }
    });
    let set_length = on(&set, move |set, text: String| {
        if let Some(length) = seconds(&text) {
            set.emit(Toggles { length, ..toggles });
        }
    });
    let wrong = form.doc.error(&format!("{WINDOW}/{RECURRING}/window/endTime")).is_some();
    let window = toggles.write(&*zone);
    let end = window.window.end_time.get(11..).unwrap_or_default();
    let times = format!("{} to {end}", window.window.start_time);
    html! {
        <>
            { days(toggles, &set) }
            <div class="two">
                { input("mw-at", &t("ui-mw-at"), clock(toggles.second), "", false, set_at) }
                { input("mw-for", &t("ui-mw-for"), length(toggles.length), "", wrong, set_length) }
            </div>
            { zones(form) }
            { stored(vec![window.recurrence.clone(), times], &toggles.shift(&*zone, form.planner.context.now), "MW-12") }
        </>
    }
}

/// Hours, `8`, `8 h`, `4:30`, `4 h 30 min`, `3 days 8 h`.
fn seconds(text: &str) -> Option<i64> {
    if let Some((hours, minutes)) = text.split_once(':') {
        let part = |text: &str| text.trim().parse::<i64>().ok().filter(|n| (0..10_000).contains(n));
        return Some(part(hours)? * 3600 + part(minutes)? * 60);
    }
    let text = text
        .trim()
        .to_lowercase()
        .replace("min", "m")
        .replace("days", "d")
        .replace("day", "d")
        .replace(' ', "");
    let text = match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => format!("{text}h"),
        false => text,
    };
    let ms = scenario::units::Duration::typed(&text)?.0;
    (ms > 0).then_some(ms / 1000)
}

/// A rule beyond the switches is edited as text.
fn rule(form: &MaintenanceForm<'_>) -> Html {
    let at = format!("{WINDOW}/{RECURRING}");
    let field = |id: &str, path: &str| text(form, id, RecurringTimeWindow::SPEC, &at, path, "");
    html! {
        <div class="mono">
            { field("mw-rule", "recurrence") }
            { field("mw-start", "window/startTime") }
            { field("mw-end", "window/endTime") }
            <p class="quiet">{ t("ui-mw-rule-only") }</p>
        </div>
    }
}

/// The newer form is shown as written.
fn parts(form: &MaintenanceForm<'_>) -> Html {
    let at = format!("{WINDOW}/{RECURRING_PARTS}");
    let json = form.doc.at(&at).map(Json::compact).unwrap_or_default();
    html! {
        <div class="mono">
            { text(form, "mw-rule", RecurringMaintenanceWindow::SPEC, &at, "recurrence", "") }
            { stored(vec![json], &[], "BS-26") }
        </div>
    }
}

fn stored(lines: Vec<String>, shift: &[Message], rule: &'static str) -> Html {
    html! {
        <div class="utc">
            <b>{ t("ui-mw-stored") }</b>{ " " }<span class="chip rule">{ rule }</span>
            { for lines.into_iter().map(|line| html! { <code>{ line }</code> }) }
            if !shift.is_empty() {
                <p>{ icon(icons::CLOCK, "i12") }{ for shift.iter().map(|one| html! { <>{ tm(one) }{ " " }</> }) }</p>
            }
        </div>
    }
}

/// `2 of 3 No upgrades, 3 of 20`
pub(super) fn counted(form: &MaintenanceForm<'_>) -> String {
    use model::maintenance::Scope;
    let now = form.planner.context.now;
    let left = form.planner.own.policy.exclusions.iter();
    let left: Vec<_> = left.filter(|one| one.span.to > now).collect();
    let freezes = left.iter().filter(|one| one.scope == Scope::NoUpgrades);
    tn("ui-ex-counted", &[("freezes", freezes.count().into()), ("all", left.len().into())])
}
