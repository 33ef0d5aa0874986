//! What the forms of a maintenance policy know.

use super::policy::{CalendarLook, Planner};
use crate::setup::form::Doc;
use crate::shell::store::Store;
use scenario::calendar::Zone;
use std::rc::Rc;

/// What the parts of the section share.
pub(crate) struct MaintenanceForm<'a> {
    pub(crate) store: &'a Store,
    pub(crate) doc: &'a Doc,
    pub(crate) planner: Rc<Planner>,
    pub(crate) zone: Rc<dyn Zone>,
    pub(crate) look: CalendarLook,
    /// What is looked at, in seconds since 1970.
    pub(crate) at: i64,
}
