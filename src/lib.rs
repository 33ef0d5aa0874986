//! Nodetide simulates node pool upgrades. A floor knows only the floors below it.
#![forbid(unsafe_code)]

pub mod base;
#[cfg(feature = "page")]
pub mod draw;
pub mod model;
pub mod query;
pub mod scenario;
pub mod sim;
pub mod trace;
