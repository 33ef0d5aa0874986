//! Nodetide simulates node pool upgrades. A floor knows only the floors below it:
//!
//! | floor | modules |
//! |---|---|
//! | 6 | `ui`, the page; `cli`, the command line |
//! | 5 | [`runner`], where a run executes; `draw`, pictures |
//! | 4 | `query`, questions over a trace; `words`, what people read |
//! | 3 | [`sim`], the engine |
//! | 2 | [`scenario`], what is asked; [`trace`], what happened |
//! | 1 | [`model`], the nouns |
//! | 0 | [`base`], numbers and ids |
#![forbid(unsafe_code)]

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(any(feature = "page", feature = "cli"))]
pub mod draw;
pub mod model;
pub mod query;
pub mod runner;
pub mod scenario;
pub mod sim;
pub mod trace;
#[cfg(feature = "page")]
pub mod ui;
pub mod words;
