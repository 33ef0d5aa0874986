//! The lanes of the run over time.

pub mod canvas;
mod gestures;
pub mod view;
