//! What of the cluster an element or an event of the page stands for.

use base::{PoolId, SimTime};
use draw::compose;
use draw::view::{PoolView, ZoneView};
use trace::Subject;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// A cell of the grid. A zone has one in each pool that is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridCell {
    pub subject: Subject,
    pub pool: Option<PoolId>,
    /// Of a pool that is upgraded blue-green which of its boxes: batches of blue, then green.
    pub part: Option<u32>,
}

impl From<Subject> for GridCell {
    fn from(subject: Subject) -> Self {
        Self {
            subject,
            pool: None,
            part: None,
        }
    }
}

impl GridCell {
    pub(crate) fn zone(pool: &PoolView, at: usize, zone: &ZoneView) -> Self {
        Self {
            subject: compose::subject(zone.target(pool.id)),
            pool: Some(pool.id),
            part: pool.halves.is_some().then_some(at as u32),
        }
    }

    /// The cell that an element is, or is in.
    pub fn of(element: &Element) -> Option<Self> {
        let found = element.closest("[data-subject]").ok().flatten()?;
        let number = |name: &str| found.get_attribute(name);
        Some(Self {
            subject: Subject::unpack(number("data-subject")?.parse().ok()?)?,
            pool: number("data-pool").and_then(|pool| Some(PoolId(pool.parse().ok()?))),
            part: number("data-part").and_then(|part| part.parse().ok()),
        })
    }

    /// What finds its element.
    pub fn selector(self) -> String {
        let pool = self.pool.map(|pool| format!("[data-pool='{}']", pool.0));
        let part = self.part.map(|part| format!("[data-part='{part}']"));
        format!(
            "[data-subject='{}']{}{}",
            self.subject.pack(),
            pool.unwrap_or_default(),
            part.unwrap_or_default()
        )
    }
}

/// The subject that an element of the page stands for.
pub fn subject_of(element: &Element) -> Option<Subject> {
    Some(GridCell::of(element)?.subject)
}

/// The element behind an event, or one around it.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()
}

/// A request for the context menu.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ask {
    pub subject: Subject,
    /// Where it stands in the window.
    pub at: (f64, f64),
    /// The instant that was pointed at: a row of the log, a place of the timeline.
    pub instant: Option<SimTime>,
}

/// The words that stand beside the pointer when it rests.
pub fn show_hint(event: &PointerEvent, words: &str) {
    if let Some(element) = target(event)
        && element.get_attribute("title").unwrap_or_default() != words
    {
        let _ = element.set_attribute("title", words);
    }
}

/// What hears a long press, and the other button of a mouse.
pub struct MenuCallbacks {
    pub context: Callback<MouseEvent>,
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
}
