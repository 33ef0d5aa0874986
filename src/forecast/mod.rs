//! How far the end of the displayed run varies: over seeds, and over fast and slow nodes and Pods.

pub mod state;
pub mod update;
pub mod view;
