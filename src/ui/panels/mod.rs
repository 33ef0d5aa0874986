//! Regions of the page: they select from the store and send actions, and compute nothing.

pub mod actions;
pub mod advice;
pub mod assumptions;
pub mod bar;
pub mod dialog;
pub mod empty;
pub mod findings;
pub mod help;
pub mod import;
pub mod import_files;
pub mod import_report;
pub mod inspector;
pub mod notice;
pub mod pools;
pub mod presets;
pub mod setup;
pub mod stage;
pub mod timeline;
pub mod transport;
pub mod waiting;
pub mod workloads;
