//! Random scenarios, and checks after every record of their runs.
//!
//! A scenario is a function of its seed. [`hold`] runs it with every checker of the table; [`shrink`] reduces
//! a failing one.

mod check;
pub mod generate;
pub mod questions;
mod run;
mod shadow;
pub mod shrink;

pub use check::{Violation, count};
pub use run::{Held, digest, hold};
