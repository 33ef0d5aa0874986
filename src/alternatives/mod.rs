//! Suggested changes to the scenario, each with its run.

pub mod state;
pub mod update;
pub mod view;
