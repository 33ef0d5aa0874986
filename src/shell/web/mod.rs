//! What the browser provides: document, files, storage, themes, time zones.

pub mod browser;
pub mod clipboard;
pub mod dom;
pub mod files;
pub mod hover_card;
pub mod local_storage;
pub mod next_frame;
pub mod theme;
pub mod time_zone;
