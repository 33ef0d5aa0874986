//! Floor 5: pictures of a run. Layout and hit tests are pure; scenes draw on any [`surface::Surface`].

pub mod axis;
pub mod canvas;
pub mod cells;
pub mod charts;
pub mod compose;
pub mod icons;
pub mod layout;
pub mod marks;
pub mod plot;
pub mod stage;
pub mod surface;
pub mod theme;
pub mod tiles;
pub mod timeline;
pub mod view;
