//! Pointers and keys on the calendar.

use super::drag;
use super::drag::{CalendarDrag, CalendarGrip, Cursor, Draws};
use super::said::Before;
use crate::maintenance::policy::edits::place;
use crate::maintenance::policy::month_grid::span;
use crate::maintenance::policy::{CalendarLook, DAY, Planner};
use crate::player::Player;
use crate::shell::state::{Action, Shared, Store};
use crate::shell::web::browser::{focus_on, target};
use crate::shell::web::files;
use crate::shell::words::{t, tn};
use model::maintenance::Scope;
use scenario::calendar::Span;
use scenario::calendar::day::first_day;
use scenario::calendar::export::ics;
use scenario::calendar::report::SHOWN_DAYS;
use scenario::calendar::zone::{Zone, to_local};
use scenario::edit::Edit;
use scenario::json::Json;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Handles pointers and keys on the calendar.
pub(super) struct CalendarGestures {
    pub(super) store: Store,
    pub(super) player: Player,
    pub(super) planner: Rc<Planner>,
    pub(super) doc: Shared<Json>,
    pub(super) zone: Rc<dyn Zone>,
    pub(super) look: CalendarLook,
    pub(super) playhead: i64,
    pub(super) end_ms: i64,
    pub(super) within: Span,
    pub(super) drag: UseStateHandle<Option<CalendarDrag>>,
    pub(super) cursor: UseStateHandle<Cursor>,
    /// What drags over days draw.
    pub(super) draws: UseStateHandle<Draws>,
    /// What the last edit changed.
    pub(super) done: UseStateHandle<Done>,
}

/// A sentence, and the scenario for which it holds.
pub(super) type Done = Option<(String, Shared<Json>)>;

impl CalendarGestures {
    pub(super) fn look(&self, look: CalendarLook) {
        self.store.send(Action::Calendar(look));
    }

    /// Moves the playhead to the first instant of a day within the run; without one only the calendar moves.
    fn visit(&self, day: i64) {
        let of_day = span(day, &*self.zone);
        let start = self.planner.start_ms.div_euclid(1000);
        let ran = Span::new(start, start + self.end_ms / 1000 + 1);
        match of_day.within(ran) {
            Some(seen) => {
                self.player.set_playing(false);
                self.player.seek((seen.from * 1000 - self.planner.start_ms) as f64);
            }
            None => self.look(CalendarLook { at: Some((of_day.from, self.playhead)), ..self.look }),
        }
    }

    /// Saves the openings of a year from the start on, for calendar programs.
    pub(super) fn save(&self) {
        let start = self.planner.start_ms.div_euclid(1000);
        let year = Span::new(start, start + SHOWN_DAYS * DAY);
        if let Some(open) = self.planner.own.open_in(year) {
            let text = ics(&open, start, &t("ics-open"));
            files::save("maintenance-windows.ics", "text/calendar", text.as_bytes());
        }
    }

    /// The day under a point of the strip.
    fn day_at(&self, lanes: &Element, x: i32) -> i64 {
        let rect = lanes.get_bounding_client_rect();
        let part = (f64::from(x) - rect.left()) / rect.width().max(1.0);
        let at = self.within.from + (part * self.within.secs() as f64) as i64;
        to_local(&*self.zone, at).div_euclid(DAY)
    }

    pub(super) fn down(&self, event: &PointerEvent) {
        let Some(element) = target(event).filter(|_| event.button() == 0) else {
            return;
        };
        if let Some(day) = day_of(&element) {
            // A finger that moves over the months scrolls them.
            if event.pointer_type() != "touch" {
                let drag = match change_of(&element) {
                    Some(change) => CalendarDrag::new(change, day, false),
                    None => CalendarDrag::over_days(*self.draws, day),
                };
                self.drag.set(Some(drag));
            }
            return;
        }
        let Some(lanes) = closest(&element, ".cal-own") else {
            return;
        };
        let day = self.day_at(&lanes, event.client_x());
        let Some(grip) = self.grip_of(&element) else {
            return self.visit(day);
        };
        let _ = lanes.set_pointer_capture(event.pointer_id());
        self.drag.set(Some(CalendarDrag::new(grip, day, true)));
    }

    /// What a drag that begins on an element of the strip moves or draws.
    fn grip_of(&self, element: &Element) -> Option<CalendarGrip> {
        if let Some(name) = exclusion_of(element) {
            return Some(match element.get_attribute("data-end").as_deref() {
                Some("from") => CalendarGrip::From(name),
                Some(_) => CalendarGrip::To(name),
                None => CalendarGrip::Whole(name),
            });
        }
        if let Some(change) = change_of(element) {
            return Some(change);
        }
        if closest(element, "[data-window]").is_some() {
            return Some(CalendarGrip::Window).filter(|_| *self.draws == Draws::Window);
        }
        let lane = element.get_attribute("data-scope")?.parse::<usize>().ok()?;
        Scope::NAMES.get(lane).map(|(_, scope)| CalendarGrip::New(*scope))
    }

    pub(super) fn moved(&self, event: &PointerEvent) {
        let Some(drag) = &*self.drag else { return };
        if event.buttons() == 0 {
            return self.drag.set(None);
        }
        // A swipe over the lanes scrolls; it draws no exclusion.
        if event.pointer_type() == "touch" && drag.draws() {
            return;
        }
        let element = target(event);
        let day = match drag.on_strip {
            true => element
                .and_then(|element| closest(&element, ".cal-own"))
                .map(|lanes| self.day_at(&lanes, event.client_x())),
            false => element.and_then(|element| day_of(&element)),
        };
        if let Some(day) = day.filter(|day| *day != drag.day) {
            self.drag.set(Some(drag.at(day)));
        }
    }

    pub(super) fn up(&self, event: &PointerEvent) {
        let Some(drag) = &*self.drag else { return };
        self.drag.set(None);
        if !drag.is_moved() {
            // A click; a click on a day is handled by the day.
            let visits = drag.draws() || matches!(drag.grip, CalendarGrip::Change(_));
            return if visits && drag.on_strip {
                self.visit(drag.day);
            };
        }
        if target(event).is_some() {
            // Each drag is a separate step.
            self.store.send(Action::Settled);
            self.make(drag);
        }
    }

    /// Makes the edit of a drag, and says what it changes.
    fn make(&self, drag: &CalendarDrag) {
        let edit = drag.edit(&self.doc, &self.planner, &*self.zone);
        let before = Before { doc: &self.doc, planner: &self.planner, zone: &*self.zone };
        let says = before.says(drag, edit.as_ref());
        if let Some(edit) = edit {
            self.store.send(Action::Edit(edit));
        }
        self.say(says);
    }

    fn say(&self, says: Option<String>) {
        let json = self.store.state().draft.as_ref().map(|draft| draft.json.clone());
        self.done.set(says.zip(json));
    }

    pub(super) fn click(&self, event: &MouseEvent) {
        if let Some(day) = target(event).and_then(|element| day_of(&element)) {
            self.visit(day);
        }
    }

    /// A key on a focused exclusion or change; false if it means nothing there.
    fn key_on(&self, grip: CalendarGrip, key: &str, shift: bool) -> bool {
        if let Some(drag) = drag::of_key(grip.clone(), key, shift) {
            self.make(&drag);
            return true;
        }
        match (grip, key) {
            (CalendarGrip::Whole(name), "Delete" | "Backspace") => {
                self.store.send(Action::Edit(Edit::Remove(place(&name))));
                self.say(Some(tn("ui-cal-says-gone", &[("name", name.into())])));
                // The focused element is gone.
                focus_on(".d[tabindex=\"0\"]");
                true
            }
            _ => false,
        }
    }

    pub(super) fn key(&self, event: &KeyboardEvent) {
        let key = event.key();
        let done = |event: &KeyboardEvent| {
            event.prevent_default();
            event.stop_propagation();
        };
        if key == "Escape" && self.drag.is_some() {
            done(event);
            return self.drag.set(None);
        }
        let Some(element) = target(event) else { return };
        let Some(day) = day_of(&element) else {
            let exclusion = exclusion_of(&element).map(CalendarGrip::Whole);
            let focused = exclusion.or_else(|| change_of(&element));
            if focused.is_some_and(|grip| self.key_on(grip, &key, event.shift_key())) {
                done(event);
            }
            return;
        };
        let by = match key.as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            "ArrowDown" => 7,
            "ArrowUp" => -7,
            "Enter" | " " => {
                done(event);
                // The handle holds what was set last.
                let drawn = (*self.drag).clone().filter(CalendarDrag::is_moved);
                self.drag.set(None);
                return match drawn {
                    Some(drag) => {
                        self.store.send(Action::Settled);
                        self.make(&drag);
                    }
                    None => self.visit(day),
                };
            }
            _ => return,
        };
        done(event);
        let next = day + by;
        let first = self.look.first.unwrap_or(0);
        let shown = first_day(first)..first_day(first + self.look.reach.months());
        if self.look.first.is_some() && !shown.contains(&next) {
            return;
        }
        self.drag.set(match (event.shift_key(), &*self.drag) {
            (true, Some(drag)) => Some(drag.at(next)),
            (true, None) => Some(CalendarDrag::over_days(*self.draws, day).at(next)),
            (false, _) => None,
        });
        self.cursor.set(Cursor(Some(next)));
        focus_on(&format!("[data-day=\"{next}\"]"));
    }
}

fn closest(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

fn exclusion_of(element: &Element) -> Option<String> {
    closest(element, "[data-ex]")?.get_attribute("data-ex")
}

fn change_of(element: &Element) -> Option<CalendarGrip> {
    let entry = closest(element, "[data-change]")?.get_attribute("data-change")?;
    entry.parse().ok().map(CalendarGrip::Change)
}

fn day_of(element: &Element) -> Option<i64> {
    let day = closest(element, "[data-day]")?.get_attribute("data-day")?;
    day.parse().ok()
}
