//! Imports a cluster from files and pasted texts.

pub mod files;
pub mod importer;
pub mod report_reader;
pub mod report_view;
pub mod results;
pub mod source;
pub mod state;
pub mod update;
pub mod view;
