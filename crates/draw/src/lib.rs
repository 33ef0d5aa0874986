//! Floor 5: pictures of a run. Layout and hit tests are pure; scenes draw on any [`surface::Surface`].

#![allow(
    clippy::float_cmp,
    reason = "pixels and times are compared with what they were copied from"
)]

pub mod camera;
#[cfg(feature = "canvas")]
pub mod canvas;
pub mod cells;
pub mod compared_runs;
pub mod compose;
pub mod detail;
pub mod dots;
pub mod fleet;
mod ground;
mod held;
mod hit;
pub mod icons;
pub mod layout;
pub mod legend;
pub mod marks;
pub mod minimap;
mod note;
pub mod picture;
pub mod presenter;
mod sides;
pub mod stage;
pub mod stage_target;
pub mod surface;
pub mod svg;
#[cfg(test)]
mod testing;
pub mod theme;
pub mod tiles;
pub mod timeline;
mod tray;
mod used;
pub mod view;
pub mod workloads;
