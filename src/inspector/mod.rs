//! The panels about the run and the selection.

mod figures;
pub mod findings;
mod links;
pub mod node_states;
mod outline;
mod row_filter;
mod story;
pub mod view;
pub mod why;
mod workloads;
