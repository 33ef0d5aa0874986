//! The scenario as a text beside the stage, which can be edited.

pub mod state;
mod style;
pub mod update;
pub mod view;
