//! The scenario as a text beside the stage, which can be edited.

pub mod state;
pub mod update;
pub mod view;
