//! The context of the maintenance policy's forms.

use super::policy::{CalendarLook, Planner};
use crate::shell::form::Doc;
use crate::shell::state::Store;
use scenario::calendar::Zone;
use std::rc::Rc;

/// The common input of the section's parts.
pub(crate) struct MaintenanceForm<'a> {
    pub(crate) store: &'a Store,
    pub(crate) doc: &'a Doc,
    pub(crate) planner: Rc<Planner>,
    pub(crate) zone: Rc<dyn Zone>,
    pub(crate) look: CalendarLook,
    /// The displayed instant, in seconds since 1970.
    pub(crate) at: i64,
}
