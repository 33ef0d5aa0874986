//! The edited scenario: changes, undo, and what the browser saves.

pub mod autosave;
pub mod changes;
pub mod draft;
pub mod history;
pub mod step_words;
