//! Commands and their keys.

pub mod commands;
pub mod keys;
pub mod perform;
