//! Compares runs of the scenario with other strategies, side by side.

pub mod lane_canvas;
mod offers;
pub mod state;
pub mod undo;
pub mod update;
pub mod variant_canvas;
pub mod view;
