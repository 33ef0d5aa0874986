//! Which instant the calendar is looked at for, and by whose clocks.

use crate::scenario::calendar::{Utc, Zone};
use crate::ui::app::use_deck;
use crate::ui::deck::{Live, Show};
use crate::ui::planner::{Look, Planner};
use js_sys::{Array, Date, Intl, Object, Reflect};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// The browser's own zone.
struct Here(String);

impl Zone for Here {
    fn name(&self) -> &str {
        &self.0
    }

    fn offset(&self, at: i64) -> i64 {
        let date = Date::new(&JsValue::from_f64(at as f64 * 1000.0));
        let minutes = date.get_timezone_offset();
        match minutes.is_finite() {
            true => -(minutes * 60.0) as i64,
            false => 0,
        }
    }
}

/// UTC, or the browser's zone.
pub fn zone(local: bool) -> Rc<dyn Zone> {
    match here().filter(|_| local) {
        Some(name) => Rc::new(Here(name)),
        None => Rc::new(Utc),
    }
}

/// Where the browser is, if its clocks are not those of UTC.
pub fn here() -> Option<String> {
    let format = Intl::DateTimeFormat::new(&Array::new(), &Object::new());
    let name = Reflect::get(&format.resolved_options(), &"timeZone".into());
    let name = name.ok()?.as_string()?;
    (!matches!(name.as_str(), "UTC" | "Etc/UTC" | "GMT" | "Etc/GMT")).then_some(name)
}

/// `New York` of `America/New_York`.
pub fn place(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    last.replace('_', " ")
}

/// Nobody reads a calendar faster.
const EVERY_MS: f64 = 250.0;
const MINUTE_MS: i64 = 60_000;

/// State of a type of the page's own goes with the calendar, and not with what is loaded first.
#[derive(Clone, Copy, PartialEq)]
struct At(i64);

struct InstantLive {
    tell: Callback<i64>,
    told: Cell<Option<i64>>,
}

impl Live for InstantLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let at = (show.at_ms as i64).div_euclid(MINUTE_MS) * MINUTE_MS;
        if self.told.replace(Some(at)) != Some(at) {
            self.tell.emit(at);
        }
        false
    }

    fn pace(&self) -> f64 {
        EVERY_MS
    }
}

/// Where the playhead is, in milliseconds of the run, to the minute.
#[hook]
pub fn use_playhead() -> i64 {
    let deck = use_deck();
    let at = use_state_eq(|| At((deck.at_ms() as i64).div_euclid(MINUTE_MS) * MINUTE_MS));
    {
        let at = at.setter();
        use_effect_with((), move |()| {
            let tell = Callback::from(move |ms| at.set(At(ms)));
            let no = deck.attach(Rc::new(InstantLive {
                tell,
                told: Cell::default(),
            }));
            move || deck.detach(no)
        });
    }
    at.0
}

/// What is looked at, in seconds since 1970: the playhead, or a day that no run reaches.
pub fn instant(planner: &Planner, look: Look, playhead: i64) -> i64 {
    match look.at {
        Some((at, then)) if then == playhead => at,
        _ => (planner.start_ms + playhead).div_euclid(1000),
    }
}
