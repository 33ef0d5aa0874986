//! The state of the page: actions change it, effects follow.

pub mod action;
pub mod app_state;
pub mod center;
pub mod choices;
pub mod effects;
pub mod selection;
pub mod shared;
pub mod store;
pub mod update;
