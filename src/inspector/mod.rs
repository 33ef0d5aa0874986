//! The panels about the run and the selection.

pub mod event_log;
mod figures;
pub mod findings;
pub mod node_states;
mod story;
pub mod view;
pub mod why;
mod workloads;
