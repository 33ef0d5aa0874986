//! The command palette.

pub mod hit;
pub mod matching;
pub mod state;
pub mod times;
pub mod view;
