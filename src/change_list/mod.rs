//! The changes since the scenario was opened: each can be undone alone, and all are texts for other tools.

pub mod update;
pub mod view;
