//! What the page's calendar is made of, by document.

pub mod changes;
pub mod edits;
pub mod month_grid;
mod plan;

pub use self::plan::{Plan, Planner};
pub use crate::shell::state::{Look, Reach};
pub use base::civil::DAY;

use crate::shell::state::Shared;
use scenario::instant;
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

/// When support of the cluster's version ends, in milliseconds since 1970, and which minor version that is. Asked of
/// documents that nobody looks at as a calendar.
pub fn support_end(json: &Json) -> Option<(i64, String)> {
    let text = |pointer: &str| scenario::edit::at(json, pointer)?.text();
    let extended = text("/cluster/releaseChannel/channel") == Some("EXTENDED");
    let end = text("/cluster/endOfExtendedSupportTimestamp").filter(|_| extended);
    let end = end.or_else(|| text("/cluster/endOfStandardSupportTimestamp"))?;
    let version = text("/cluster/currentMasterVersion").unwrap_or_default();
    Some((instant::parse(end)?, minor_of(version)))
}

/// `1.34` of `1.34.1-gke.100`
fn minor_of(version: &str) -> String {
    version.split('.').take(2).collect::<Vec<_>>().join(".")
}

/// Has the document a policy? Asked of documents that nobody looks at as a calendar.
pub fn is_set(json: &Json) -> bool {
    let window = scenario::edit::at(json, edits::WINDOW);
    matches!(window, Some(Json::Object(fields)) if !fields.is_empty())
}
