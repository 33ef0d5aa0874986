//! Nodetide simulates node pool upgrades. A floor knows only the floors below it:
//!
//! | floor | modules |
//! |---|---|
//! | 6 | `ui`, the page |
//! | 5 | [`runner`], where a run executes; `draw`, pictures |
//! | 3 | [`sim`], the engine |
//! | 2 | [`trace`], what happened |
//! | 0 | [`base`], numbers and ids |
#![forbid(unsafe_code)]

pub mod base;
#[cfg(feature = "page")]
pub mod draw;
pub mod runner;
pub mod sim;
pub mod trace;
#[cfg(feature = "page")]
pub mod ui;
