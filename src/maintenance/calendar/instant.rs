//! The calendar's instant, and its time zone.

use crate::maintenance::policy::{CalendarLook, Planner};
use crate::player::{PaintInput, Painter, painters, use_painters, use_player};
use crate::shell::web::time_zone::{BrowserZone, here};
use scenario::calendar::{Utc, Zone};
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// UTC, or the browser's zone.
pub fn zone(local: bool) -> Rc<dyn Zone> {
    let own = || BrowserZone::find(&here()?);
    match own().filter(|_| local) {
        Some(own) => Rc::new(own),
        None => Rc::new(Utc),
    }
}

/// The interval between two updates of the calendar.
const EVERY_MS: f64 = 250.0;
const MINUTE_MS: i64 = 60_000;

/// A separate type, so that the component's code loads with the calendar instead of at the start.
#[derive(Clone, Copy, PartialEq)]
struct PlayheadMinute(i64);

struct InstantPainter {
    tell: Callback<i64>,
    told: Cell<Option<i64>>,
}

impl Painter for InstantPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
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

/// The playhead's instant in milliseconds of the run, to the minute.
#[hook]
pub fn use_playhead() -> i64 {
    let player = use_player();
    let at =
        use_state_eq(|| PlayheadMinute((player.at_ms() as i64).div_euclid(MINUTE_MS) * MINUTE_MS));
    let setter = at.setter();
    use_painters((), move |()| {
        painters(Some(Rc::new(InstantPainter {
            tell: Callback::from(move |ms| setter.set(PlayheadMinute(ms))),
            told: Cell::default(),
        })))
    });
    at.0
}

/// The displayed instant in seconds since 1970: the playhead's, or a day outside of the run.
pub fn instant(planner: &Planner, look: CalendarLook, playhead: i64) -> i64 {
    match look.at {
        Some((at, then)) if then == playhead => at,
        _ => (planner.start_ms + playhead).div_euclid(1000),
    }
}
