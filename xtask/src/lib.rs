//! What chores and tests both need: a reader of Rust sources.

pub mod source;
