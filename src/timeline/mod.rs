//! The lanes of the run over time.

pub mod canvas;
mod cards;
mod cross_hair;
mod gestures;
mod range_bar;
mod spot;
pub mod view;
