//! Runs of the scenario in other ways, side by side.

pub mod background;
pub mod lane_canvas;
pub mod state;
pub mod variant_canvas;
pub mod view;
