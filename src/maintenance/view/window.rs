//! The window: the settings in local time, above the stored values.

use crate::maintenance::form::MaintenanceForm;
use crate::maintenance::policy::edits::{DAILY, RECURRING, RECURRING_PARTS, WINDOW};
use crate::maintenance::policy::{CalendarLook, DAY, edits};
use crate::shell::dates::length;
use crate::shell::form::{TextKind, typed_setter};
use crate::shell::state::{Action, Store};
use crate::shell::web::time_zone::{city, here};
use crate::shell::widgets::{Checked, Choice, FieldNames, TextInput, framed, icon, on};
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
                DAILY => Some((DAILY, Json::object([("startTime", "02:00".into())]))),
                _ => Some((RECURRING, Toggles::nightly(now).write(&*zone).write())),
            };
            Action::Edit(edits::window(&doc, new))
        }),
        ..Choice::default()
    };
    let toggles = || Toggles::read(&recurring(form)?, &*form.zone);
    // The form, and its fields, which show their own errors.
    let (fields, own): (Html, &[&str]) = match kind {
        DAILY => (daily(form), &["startTime"]),
        RECURRING => match toggles() {
            Some(toggles) => (switches(form, toggles), &["window/endTime"]),
            None => (rule(form), &["recurrence", "window/startTime", "window/endTime"]),
        },
        RECURRING_PARTS => (parts(form), &["recurrence"]),
        _ => (html! {}, &[]),
    };
    let error = form.doc.error_beside(&format!("{WINDOW}/{kind}"), own);
    html! {
        <>
            { labelled("mw-kind", &t("ui-window"), None, choice.show()) }
            { fields }
            if let Some(error) = error {
                <p class="error" role="status">{ error }</p>
            }
        </>
    }
}

pub(super) fn labelled(id: &str, words: &str, error: Option<String>, control: Html) -> Html {
    framed("lf", id.to_owned(), named(words), error, control)
}

fn named(words: &str) -> FieldNames {
    FieldNames { word: words.to_owned(), ..FieldNames::default() }
}

/// A text box below its label.
pub(super) fn input(
    id: &str,
    words: &str,
    value: String,
    placeholder: &str,
    error: Option<String>,
    onchange: Callback<String>,
) -> Html {
    let (placeholder, wrong) = (placeholder.to_owned(), error.is_some());
    let control = TextInput {
        id: id.to_owned(),
        value,
        placeholder,
        wrong,
        onchange,
        ..TextInput::default()
    };
    labelled(id, words, error, control.show())
}

/// A value that is stored in another form: an invalid one isn't stored.
fn checked(
    id: &str,
    words: &str,
    value: String,
    error: Option<String>,
    take: Callback<String, Result<(), String>>,
) -> Html {
    let names = named(&t(words));
    Checked { id: id.to_owned(), names, value, error, steps: None, take }.show("lf")
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
    let (value, error) = (form.doc.text(&pointer), form.doc.error(&pointer));
    let set = typed_setter(form.store, TextKind::Text, pointer);
    input(id, &words, value, placeholder, error, set)
}

/// The zone of the times that are typed and shown.
pub(crate) fn zones(store: &Store, look: CalendarLook, id: &'static str) -> Html {
    let Some(name) = here() else {
        return html! {};
    };
    let choice = Choice {
        id: id.to_owned(),
        value: if look.local { "local" } else { "utc" }.to_owned(),
        options: vec![("utc".to_owned(), "UTC".to_owned()), ("local".to_owned(), city(&name))],
        onchange: store.on(move |zone: String| {
            let local = zone == "local";
            Action::Calendar(CalendarLook { local, ..look })
        }),
        ..Choice::default()
    };
    labelled(id, &t("ui-mw-zone"), None, choice.show())
}

fn daily(form: &MaintenanceForm<'_>) -> Html {
    let pointer = format!("{WINDOW}/{DAILY}/startTime");
    let written = form.doc.text(&pointer);
    let now = form.planner.context.now;
    let midnight = now.div_euclid(DAY) * DAY;
    // The local time on the day on which the scenario begins.
    let shown = second_of(&written).map(|second| clock(to_local(&*form.zone, midnight + second)));
    let (zone, shown) = (form.zone.clone(), shown.unwrap_or_else(|| written.clone()));
    let (store, error) = (form.store.clone(), form.doc.error(&pointer));
    let set = Callback::from(move |text: String| {
        let second = time_of_day(&text)?;
        let day = to_local(&*zone, midnight).div_euclid(DAY) * DAY;
        let stored = clock(to_utc(&*zone, day + second));
        store.send(Action::Edit(Edit::Set(pointer.clone(), stored.as_str().into())));
        Ok(())
    });
    html! {
        <>
            <div class="two">
                { checked("mw-at", "ui-mw-at", shown, error, set) }
                { labelled("", &t("ui-mw-for"), None, html! { <span class="fixed">{ "4 h" }</span> }) }
            </div>
            { zones(form.store, form.look, "mw-zone") }
            { stored(vec![format!("startTime {written} UTC")], &[], "MW-13") }
        </>
    }
}

/// The usual sets of days, from Monday on.
fn usual_days() -> [(String, [bool; 7]); 3] {
    let days =
        |weekdays, weekend| std::array::from_fn(|day| if day < 5 { weekdays } else { weekend });
    [
        (t("ui-mw-every-day"), days(true, true)),
        (t("ui-mw-weekdays"), days(true, false)),
        (t("ui-mw-weekend"), days(false, true)),
    ]
}

/// A switch for each day of the week, and one for each usual set of days.
fn days(form: &MaintenanceForm<'_>, toggles: Toggles, set: &Callback<Toggles>) -> Html {
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
    // A window begins on the first of its days: one added before that opens this week, too.
    let today = form.planner.context.now.div_euclid(DAY);
    let first = if (0..7).contains(&(toggles.first - today)) { today } else { toggles.first };
    let usual = |(words, days): (String, [bool; 7])| {
        let store = form.store.clone();
        let onclick = on(set, move |set, _: MouseEvent| {
            // Each is a step of its own.
            store.send(Action::Settled);
            set.emit(Toggles { days, first, ..toggles });
            store.send(Action::Settled);
        });
        let pressed = toggles.days == days;
        html! { <button type="button" aria-pressed={pressed.to_string()} {onclick}>{ words }</button> }
    };
    html! {
        <div class="lf" role="group" aria-label={t("ui-mw-days")}>
            <span class="label" aria-hidden="true">{ t("ui-mw-days") }</span>
            <div class="dys">{ for short.split(' ').zip(long.split(' ')).enumerate().map(day) }</div>
            <div class="dys usual">{ for usual_days().into_iter().map(usual) }</div>
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
    let typed = |with: fn(Toggles, &str) -> Result<Toggles, String>| {
        let set = set.clone();
        Callback::from(move |text: String| {
            set.emit(with(toggles, &text)?);
            Ok(())
        })
    };
    let set_at = typed(|toggles, text| Ok(Toggles { second: time_of_day(text)?, ..toggles }));
    let set_length = typed(|toggles, text| {
        let length = seconds(text).ok_or_else(|| t("ui-mw-wrong-length"))?;
        Ok(Toggles { length, ..toggles })
    });
    let error = form.doc.error(&format!("{WINDOW}/{RECURRING}/window/endTime"));
    let window = toggles.write(&*zone);
    let end = window.window.end_time.get(11..).unwrap_or_default();
    let times = format!("{} to {end}", window.window.start_time);
    html! {
        <>
            { days(form, toggles, &set) }
            <div class="two">
                { checked("mw-at", "ui-mw-at", clock(toggles.second), None, set_at) }
                { checked("mw-for", "ui-mw-for", length(toggles.length), error, set_length) }
            </div>
            { zones(form.store, form.look, "mw-zone") }
            { stored(vec![window.recurrence.clone(), times], &toggles.shift(&*zone, form.planner.context.now), "MW-12") }
        </>
    }
}

fn time_of_day(text: &str) -> Result<i64, String> {
    second_of(text).ok_or_else(|| t("ui-mw-wrong-time"))
}

/// Hours, `8`, `8 h`, `4:30`, `4 h 30 min`, `3 days 8 h`.
fn seconds(text: &str) -> Option<i64> {
    if let Some((hours, minutes)) = text.split_once(':') {
        let part = |text: &str| text.trim().parse::<i64>().ok().filter(|n| (0..10_000).contains(n));
        let minutes = part(minutes).filter(|minutes| *minutes < 60)?;
        return Some(part(hours)? * 3600 + minutes * 60).filter(|length| *length > 0);
    }
    let text = text
        .trim()
        .to_ascii_lowercase()
        .replace("min", "m")
        .replace("days", "d")
        .replace("day", "d")
        .replace(' ', "");
    let text = match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => format!("{text}h"),
        false => text,
    };
    let length = scenario::units::Duration::typed(&text)?.0 / 1000;
    (length > 0).then_some(length)
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
        <div class="stored">
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

#[cfg(test)]
mod tests {
    use super::seconds;
    use expect_test::expect;

    #[test]
    fn lengths_are_read() {
        let mut read = String::new();
        for text in
            ["8", "8 h", "4:30", "4 h 30 min", "3 days 8 h", "0:00", "4:60", "500ms", "0", "soon"]
        {
            read += &format!("{text}: {:?}\n", seconds(text));
        }
        expect![[r#"
            8: Some(28800)
            8 h: Some(28800)
            4:30: Some(16200)
            4 h 30 min: Some(16200)
            3 days 8 h: Some(288000)
            0:00: None
            4:60: None
            500ms: None
            0: None
            soon: None
        "#]]
        .assert_eq(&read);
    }
}
