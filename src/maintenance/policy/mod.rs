//! The page's model of the maintenance calendar, by document.

pub mod changes;
pub mod drawn;
pub mod edits;
pub mod month_grid;
pub mod moves;
mod plan;

pub use self::plan::{CalendarPlan, Planner};
pub use crate::shell::state::{CalendarLook, CalendarRange};
pub use base::civil::DAY;

use crate::shell::state::Shared;
use scenario::json::Json;
use std::cell::RefCell;
use std::rc::Rc;

/// A document and its planner.
type Known = (Shared<Json>, Option<Rc<Planner>>);

thread_local! {
    /// All views of the calendar share one planner per document.
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// The planner of a document; for an unreadable one the last readable planner.
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

/// The planner of a document that isn't the scenario, after edits of the one of `now`.
pub fn after(json: &Json, now: &Planner) -> Option<Planner> {
    Planner::of(json, Some(now))
}

/// Does the document have a policy? Cheap: reads no calendar.
pub fn is_set(json: &Json) -> bool {
    let window = scenario::edit::at(json, edits::WINDOW);
    matches!(window, Some(Json::Object(fields)) if !fields.is_empty())
}
