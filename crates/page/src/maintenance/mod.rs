//! Maintenance windows, exclusions and the calendar.

pub mod background;
pub mod calendar;
pub mod policy;
pub mod view;
