//! The page at `#/log`: what the cluster autoscaler has written, read by the importer: who is held back, by what, since when.

pub mod answer;
pub mod rows;
pub mod state;
pub mod strip;
pub mod update;
pub mod view;
