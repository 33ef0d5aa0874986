//! What is said of the run and of what is selected.

pub mod event_log;
pub mod findings;
pub mod node_states;
pub mod view;
pub mod why;
