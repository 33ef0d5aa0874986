//! Maintenance windows, exclusions and the calendar.

pub mod background;
pub mod calendar;
pub mod form;
pub mod policy;
pub mod support;
pub mod view;
