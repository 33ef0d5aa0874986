//! The lanes of the run over time.

pub mod canvas;
pub mod view;
