//! Operations on the cluster at the playhead.

pub mod fields;
pub mod requests;
pub mod state;
pub mod update;
pub mod view;
