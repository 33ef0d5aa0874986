//! What the page's calendar is made of, by document.

pub mod changes;
pub mod edits;
pub mod month_grid;
mod plan;

pub use self::plan::{CalendarPlan, Planner};
pub use crate::shell::choices::{CalendarLook, Reach};
pub use base::civil::DAY;

use crate::shell::shared::Shared;
use scenario::json::Json;
use std::cell::RefCell;
use std::rc::Rc;

/// A document, and what is known of it.
type Known = (Shared<Json>, Option<Rc<Planner>>);

thread_local! {
    /// All who show the calendar show that of the same document.
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// What is known of a document; of one that cannot be read what was known before.
pub fn of(json: &Shared<Json>) -> Option<Rc<Planner>> {
    LAST.with_borrow_mut(|last| {
        if let Some((known, planner)) = last
            && known == json
        {
            return planner.clone();
        }
        let before = last.take().and_then(|(_, planner)| planner);
        let planner = Planner::of(json, before.as_deref()).map(Rc::new);
        *last = Some((json.clone(), planner.clone()));
        planner
    })
}

/// Whether the document has a policy. Cheap: reads no calendar.
pub fn is_set(json: &Json) -> bool {
    let window = scenario::edit::at(json, edits::WINDOW);
    matches!(window, Some(Json::Object(fields)) if !fields.is_empty())
}
