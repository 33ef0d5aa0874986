//! The maintenance calendar in place of the stage: a strip of months, and the days below.

mod bars;
mod caption;
mod dates;
mod drag;
mod gestures;
mod instant;
mod marks;
mod months;
mod said;
mod strip;

pub use self::dates::{days_of, time_of};
pub use self::instant::{instant, use_playhead, zone};
pub use self::months::date_of;
pub use self::strip::{hatch, scope_word};

use self::caption::caption;
use self::drag::{CalendarDrag, Cursor, Draws};
use self::gestures::{CalendarGestures, Done};
use self::months::{Months, legend};
use self::said::Before;
use self::strip::{LANES, Strip};
use super::policy;
use super::policy::{CalendarLook, CalendarPlan, CalendarRange, DAY, Planner};
use crate::player::use_player;
use crate::shell::dates::weekday_of;
use crate::shell::state::{Action, AppState, Center, Shared, use_select, use_store};
use crate::shell::web::browser::{NARROW, focus_on, matches};
use crate::shell::web::time_zone::{city, here};
use crate::shell::widgets::{icon, icon_button, on};
use crate::shell::words::{t, tn};
use draw::icons;
use scenario::calendar::Span;
use scenario::calendar::day::{first_day, month_of};
use scenario::calendar::zone::{Zone, to_local, to_utc};
use scenario::json::Json;
use std::rc::Rc;
use yew::prelude::*;

/// The part of the state that the calendar shows.
#[derive(Clone, PartialEq)]
struct CalendarState {
    json: Option<Shared<Json>>,
    look: CalendarLook,
    end_ms: i64,
}

impl CalendarState {
    fn of(state: &AppState) -> Self {
        let run = state.run.as_ref();
        Self {
            json: state.draft.as_ref().map(|draft| draft.json.clone()),
            look: state.calendar,
            end_ms: run.map_or(0, |run| run.trace.end().ms()),
        }
    }
}

/// The first month to show by default: the playhead's, or the one before it.
fn first_month(planner: &Planner, look: CalendarLook, day: i64) -> i64 {
    let month = month_of(day);
    let start = month_of(planner.start_ms.div_euclid(DAY * 1000));
    match look.reach {
        CalendarRange::Month => month,
        CalendarRange::Quarter => (month - 1).max(start),
        CalendarRange::Year => start,
    }
}

/// The first month to show. The months stay until the moving playhead leaves them.
fn shown_month(planner: &Planner, look: CalendarLook, day: i64, kept: &mut Option<i64>) -> i64 {
    let shown = kept.filter(|first| {
        let shown = *first..first + look.reach.months();
        look.first.is_none() && shown.contains(&month_of(day))
    });
    let first = shown.or(look.first).unwrap_or_else(|| first_month(planner, look, day));
    *kept = Some(first);
    first
}

/// The drawn stretch: the visible months, and one on each side if there is room.
fn drawn(zone: &dyn Zone, reach: CalendarRange, first: i64) -> Span {
    let around = match reach {
        CalendarRange::Month | CalendarRange::Quarter => 1,
        CalendarRange::Year => 0,
    };
    let edge = |month: i64| to_utc(zone, first_day(month) * DAY);
    Span::new(edge(first - around), edge(first + reach.months() + around))
}

/// The day from which keys move: the cursor's or the playhead's day if visible, else the first day.
fn cursor_day(cursor: Option<i64>, day: i64, first: i64, reach: CalendarRange) -> i64 {
    let days = first_day(first)..first_day(first + reach.months());
    let mut candidates = cursor.into_iter().chain([day]);
    candidates.find(|day| days.contains(day)).unwrap_or(days.start)
}

/// The view of a scenario whose policy is unreadable.
fn nothing() -> Html {
    html! { <main class="stage cal" id="main" tabindex="-1"></main> }
}

fn class_of(reach: CalendarRange) -> &'static str {
    match reach {
        CalendarRange::Month => "month",
        CalendarRange::Quarter => "quarter",
        CalendarRange::Year => "year",
    }
}

#[component]
pub fn Calendar() -> Html {
    let store = use_store();
    let player = use_player();
    let CalendarState { json, look, end_ms } = use_select(CalendarState::of);
    let playhead = use_playhead();
    let drag = use_state_eq(|| None::<CalendarDrag>);
    let cursor = use_state_eq(Cursor::default);
    let draws = use_state_eq(Draws::default);
    let said = use_state_eq(Done::default);
    use_effect_with((), |()| focus_on("#main"));
    let Some((json, planner)) = json.and_then(|json| Some((json.clone(), policy::of(&json)?)))
    else {
        return nothing();
    };
    let clocks = zone(look.local);
    let at = instant(&planner, look, playhead);
    let day = to_local(&*clocks, at).div_euclid(DAY);
    let kept = use_mut_ref(|| None);
    let first = shown_month(&planner, look, day, &mut kept.borrow_mut());
    let within = drawn(&*clocks, look.reach, first);
    let moved = drag.as_ref().filter(|drag| drag.is_moved());
    let ghost = moved.and_then(|drag| drag.ghost(&json, &planner, &*clocks));
    let before = Before { doc: &json, planner: &planner, zone: &*clocks };
    let says = what_changes(&before, moved, &said, &json);
    let gestures = Rc::new(CalendarGestures {
        store: store.clone(),
        player,
        planner: planner.clone(),
        doc: json,
        zone: clocks.clone(),
        look: CalendarLook { first: Some(first), ..look },
        playhead,
        end_ms,
        within,
        drag: drag.clone(),
        cursor: cursor.clone(),
        draws: draws.clone(),
        done: said.clone(),
    });
    let pointer = |act: fn(&CalendarGestures, &PointerEvent)| {
        on(&gestures, move |gestures, event| act(gestures, &event))
    };
    let keys = on(&gestures, |gestures, event| gestures.key(&event));
    let onclick = on(&gestures, |gestures, event| gestures.click(&event));
    let shown =
        Strip { planner: &planner, zone: &*clocks, within, at, narrow: matches(NARROW), ghost };
    let months = Months {
        planner: &planner,
        zone: &*clocks,
        first,
        reach: look.reach,
        day,
        cursor: cursor_day(cursor.0, day, first, look.reach),
        ghost,
    };
    html! {
        <main class="stage cal" id="main" tabindex="-1" aria-label={t("ui-calendar")} onkeydown={keys} {onclick}
            onpointerdown={pointer(CalendarGestures::down)} onpointermove={pointer(CalendarGestures::moved)}
            onpointerup={pointer(CalendarGestures::up)} onpointercancel={on(&drag, |drag, _: PointerEvent| drag.set(None))}>
            <p class="caption"><time>{ weekday_of(day) }</time>{ " " }{ caption(&planner, &*clocks, at, day) }</p>
            { head(&gestures, first) }
            if planner.stale {
                <p class="cal-note" role="status">{ t("ui-cal-stale") }</p>
            }
            { tools(&draws, says) }
            { strip_card(&planner, &shown) }
            <div class={classes!("mons", class_of(look.reach))}>{ months.show() }</div>
            { legend(&planner) }
        </main>
    }
}

/// What the present drag would change, or what the last edit has changed.
fn what_changes(
    before: &Before<'_>,
    moved: Option<&CalendarDrag>,
    said: &Done,
    json: &Shared<Json>,
) -> Option<String> {
    match moved {
        Some(drag) => {
            let edit = drag.edit(json, before.planner, before.zone);
            before.says(drag, edit.as_ref())
        }
        None => said.as_ref().filter(|(_, of)| of == json).map(|(says, _)| says.clone()),
    }
}

/// What drags over days draw, and what the present drag or the last edit changes.
fn tools(draws: &UseStateHandle<Draws>, says: Option<String>) -> Html {
    let seg = |which: Draws, words: &str| {
        let onclick = on(draws, move |draws, _: MouseEvent| draws.set(which));
        html! { <button type="button" aria-pressed={(**draws == which).to_string()} {onclick}>{ t(words) }</button> }
    };
    let hint = match **draws {
        Draws::Exclusion => "ui-cal-hint",
        Draws::Window => "ui-cal-hint-window",
    };
    html! {
        <div class="cal-tools">
            <span class="draws">
                <span aria-hidden="true">{ t("ui-cal-draw") }</span>
                <span class="seg" role="group" aria-label={t("ui-cal-draw")}>
                    { seg(Draws::Exclusion, "ui-cal-draw-exclusion") }
                    { seg(Draws::Window, "ui-cal-draw-window") }
                </span>
            </span>
            <p role="status">
                if let Some(says) = says {
                    <b>{ says }</b>
                } else {
                    <span class="hint">{ t(hint) }{ " " }{ t("ui-cal-hint-change") }</span>
                }
            </p>
        </div>
    }
}

/// The strip of the cluster, and below it those of other calendars.
fn strip_card(planner: &Planner, shown: &Strip<'_>) -> Html {
    let other = |(name, plan): &(String, CalendarPlan)| {
        html! {
            <>
                <div class="cal-gut other"><b>{ name }</b></div>
                <div>{ strip::other(shown, plan) }</div>
            </>
        }
    };
    html! {
        <div class="card cal-strip">
            <div class="cal-gut" aria-hidden="true">{ gutter(planner, shown.height()) }</div>
            <div class="cal-own">{ shown.show() }</div>
            { for planner.others.iter().map(other) }
        </div>
    }
}

/// Titles of the lanes, beside them.
fn gutter(planner: &Planner, height: String) -> Html {
    let automatic = || planner.due.iter().filter(|one| !one.by_hand);
    let allowed = automatic().filter(|one| !one.is_blocked()).count();
    let all = automatic().count();
    let title = |y: i32, words: String, small: String| {
        let (y, below) = ((y + 12).to_string(), (y + 24).to_string());
        html! {
            <>
                <text {y}>{ words }</text>
                <text class="small" y={below}>{ small }</text>
            </>
        }
    };
    let counted = match all {
        0 if planner.due.is_empty() => String::new(),
        0 => t("ui-mx-by-hand"),
        _ => tn("ui-cal-allowed", &[("n", allowed.into()), ("of", all.into())]),
    };
    html! {
        <svg width="100%" {height}>
            { title(23, t("ui-window"), String::new()) }
            { for LANES.iter().map(|(scope, y)| title(*y, scope_word(*scope), String::new())) }
            { title(106, t("ui-cal-changes"), counted) }
            if planner.own.open.is_some() {
                { title(138, t("ui-cal-available"), String::new()) }
            }
        </svg>
    }
}

fn head(gestures: &Rc<CalendarGestures>, first: i64) -> Html {
    let look = gestures.look;
    let seg = |pressed: bool, words: String, to: CalendarLook| {
        let gestures = gestures.clone();
        let onclick = Callback::from(move |_: MouseEvent| gestures.look(to));
        html! { <button type="button" aria-pressed={pressed.to_string()} {onclick}>{ words }</button> }
    };
    let turn = |by: i64| {
        on(gestures, move |gestures, _: MouseEvent| {
            gestures.look(CalendarLook { first: Some(first + by), ..look });
        })
    };
    let now = CalendarLook { first: None, ..look };
    let close = on(gestures, move |gestures, _: MouseEvent| {
        gestures.look(now);
        gestures.store.send(Action::View(Center::Calendar, false));
    });
    let word = |reach: CalendarRange| {
        t(match reach {
            CalendarRange::Month => "ui-cal-month",
            CalendarRange::Quarter => "ui-cal-quarter",
            CalendarRange::Year => "ui-cal-year",
        })
    };
    let save = on(gestures, move |gestures, _: MouseEvent| gestures.save());
    html! {
        <div class="cal-head">
            <span class="seg" role="group" aria-label={t("ui-stage")}>
                <button type="button" aria-pressed="false" onclick={close}>{ t("ui-cal-cluster") }</button>
                { seg(true, t("ui-cal-calendar"), now) }
            </span>
            <span class="grow"></span>
            { icon_button(icons::PREV_PHASE, t("ui-cal-before"), "", None, turn(-1)) }
            { icon_button(icons::NEXT_PHASE, t("ui-cal-after"), "", None, turn(1)) }
            <span class="seg" role="group" aria-label={t("ui-cal-reach")}>
                { for CalendarRange::ALL.into_iter().map(|reach| seg(reach == look.reach, word(reach), CalendarLook { reach, ..now })) }
            </span>
            if let Some(name) = here() {
                <span class="seg" role="group" aria-label={t("ui-cal-zone")}>
                    { seg(!look.local, "UTC".to_owned(), CalendarLook { local: false, ..look }) }
                    { seg(look.local, city(&name), CalendarLook { local: true, ..look }) }
                </span>
            }
            if gestures.planner.own.open.is_some() {
                <button type="button" class="btn line" title={t("win-ics-title")} onclick={save}>{ icon(icons::CALENDAR, "i14") }{ t("win-ics") }</button>
            }
        </div>
    }
}
