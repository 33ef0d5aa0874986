//! Changes to the scenario that would help, each with its run.

pub mod state;
pub mod update;
pub mod view;
