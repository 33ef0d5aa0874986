//! Maintenance windows, exclusions and the calendar.

pub mod calendar;
pub mod form;
pub mod policy;
pub mod state;
pub mod support;
pub mod update;
pub mod view;
