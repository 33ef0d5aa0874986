//! Random scenarios, and what must hold after every record of their runs.
//!
//! A scenario is a function of its seed. [`hold`] runs one and asks every checker of the table; [`shrink`] makes the
//! smallest scenario of one that failed.

mod check;
pub mod generate;
mod run;
mod shadow;
pub mod shrink;

pub use check::{Violation, count};
pub use run::{Held, hold};
