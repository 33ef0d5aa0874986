//! What can be requested of the cluster at the playhead.

pub mod state;
pub mod view;
